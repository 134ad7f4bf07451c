"""noisymax's own law engine, at the service of a target, in an interpreter that has the libraries that it needs."""

from fractions import Fraction
from typing import Any

from .coins import Engine, SubLaw, is_a_function_of_its_coins
from .loading import Ours
from .values import Json, encode
from .walking import NOT_ITS_COINS, Release

ENGINE, CONTRACTS = "proofs.engine.law", "spec.triple"
FEW_TAPES = 4
"""How many tapes are played twice for each law by contract: a search asks for hundreds of laws."""
NO_ENGINE = "the law engine cannot be loaded"
NOT_OUR_CONTRACTS = "it brings contracts of its own"


def at_the_coins(ours: Ours, most: int | None) -> Engine | None:
    """The measurement at the coins, on `most` of them, or None where the engine cannot be loaded."""
    try:
        measure = ours.import_module(ENGINE).at_the_coins
    except BaseException:
        return None
    limits = {} if most is None else {"most_draws": most}

    def engine(release: Release, missing: Fraction) -> SubLaw:
        law = measure(release, missing=missing, **limits)
        return dict(law.branches), law.missing

    return engine


def by_contract(ours: Ours, release: Release, most: int) -> tuple[list[tuple[str, list[Json]]], str]:
    """The exact law of `release` if every sampler that it calls keeps its contract, or why it cannot be had.

    Only the contracts of noisymax's own samplers are believed: those are proved.
    """
    try:
        engine, contracts = ours.import_module(ENGINE), ours.import_module(CONTRACTS)
    except BaseException:
        return [], NO_ENGINE
    if not ours.are_loaded() or not all(ours.wrote(body) for body in contracts._TRIPLES):
        return [], NOT_OUR_CONTRACTS
    if not is_a_function_of_its_coins(release, FEW_TAPES):
        return [], NOT_ITS_COINS
    try:
        law = engine.by_contract(release, most_draws=most)
    except Exception as error:
        return [], str(error)
    return [(outcome, _encoded(weight)) for outcome, weight in law.branches], ""


def _encoded(weight: Any) -> list[Json]:
    """A quotient of sums of c e^(-q), as the pairs (q, c) above and below."""
    return [[[encode(q), encode(c)] for q, c in part.terms.items()] for part in (weight.over, weight.under)]
