"""The documents on top k and its measures: is every item decided, and are wrong lines kept out?"""

from dataclasses import replace

import pytest

from impl.noisy_top_k import make_noisy_top_k
from proofs.documents import noisy_top_k, range_divergence, zero_concentrated_divergence
from proofs.documents.noisy_top_k.errata.noise import (
    dependent_noise,
    exponential_noise,
    geometric_noise,
    selects_least,
    trick_in_floats,
)
from proofs.documents.range_divergence.running import Pair, map_bounds_the_range, pairs
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.judge import RUNNING
from proofs.engine.ledger.status import Status
from proofs.mechanisms.noisy_top_k.cases import parameters
from spec.documents import ITEMS
from spec.documents.formulas import FORMULAS
from spec.gumbel import TOP_K_HAS_LAW
from spec.logic.claim import Kind
from spec.logic.formula import Family, Symbol, walk
from spec.logic.release import Neighbours
from spec.measurement import Measurement
from spec.noisy_top_k import MAKE_NOISY_TOP_K
from spec.noisy_top_k import ZERO_CONCENTRATED_PRIVACY as CONCENTRATED_PRIVACY
from spec.range_divergence import PRIVACY as SOUND_RANGE
from spec.space import LInfDistance, Measure, RangeDistance, VectorDomain, ZeroConcentratedDivergence
from tests.support.judges import Planted

DECIDED = (range_divergence, zero_concentrated_divergence, noisy_top_k)


def test_smallest_pair_on_which_the_printed_range_map_fails() -> None:
    """Is it four scores, and is every smaller pair within the map?"""
    failing = next(pair for pair in pairs() if not map_bounds_the_range(pair))
    assert failing == Pair((1, 1, 0, 0), (0, 0, 0, 0), 2)
    d_in = float(RangeDistance(int).distance(failing.x, failing.other))
    sound = Neighbours((int, 1.0, failing.k, False, None), failing.x, failing.other, d_in)
    assert SOUND_RANGE.promise.provided(TOP_K_HAS_LAW).holds(sound, RUNNING)


@pytest.mark.deep
def test_printed_density_is_refuted_and_the_other_proved() -> None:
    """Does sympy prove the density of the one document only, and do balls refute the other?"""
    symbols: list[Symbol | Family] = [*_symbols("range_divergence.eq1")]
    point = dict(zip(symbols, (-2, -1, 0, 1), strict=True))
    assert Balls((point,)).run(FORMULAS["range_divergence.eq1"]).status is Status.REFUTED
    assert Symbolic().run(FORMULAS["range_divergence.eq1"]).status is not Status.PROVED
    assert Symbolic().run(FORMULAS["zero_concentrated_divergence.eq1"]).status is Status.PROVED


def _symbols(id: str) -> list[Symbol]:
    """a, b, μ and β, without the variable of integration."""
    found = {part for part in walk(FORMULAS[id].conclusion) if isinstance(part, Symbol)}
    return sorted((symbol for symbol in found if symbol.name in "abμβ"), key=lambda symbol: "abμβ".index(symbol.name))


@MAKE_NOISY_TOP_K
def a_tenth(
    input_domain: VectorDomain,
    input_metric: LInfDistance,
    privacy_measure: Measure,
    k: int,
    scale: float,
    negate: bool,
) -> Measurement[list[int]]:
    whole = make_noisy_top_k(input_domain, input_metric, privacy_measure, k, scale, negate)
    return replace(whole, privacy_map=lambda d_in: whole.privacy_map(d_in) / 10)


def test_a_map_that_is_too_small_is_noticed() -> None:
    """Would the enclosure over α tell a tenth of the bound from the bound?"""
    pair = Neighbours(parameters(ZeroConcentratedDivergence(), (0, 3), 1, 0.5, False), (0, 3), (1, 2), 1)
    promise = CONCENTRATED_PRIVACY.promise.provided(TOP_K_HAS_LAW)
    assert promise.holds(pair, RUNNING)
    assert not promise.holds(pair, Planted({promise.about: a_tenth}))


@pytest.mark.parametrize("slug", ["range_divergence", "zero_concentrated_divergence", "noisy_top_k"])
def test_every_item_is_decided(slug: str) -> None:
    """Has every item that is no listing line a proof or a refutation, and every refutation of ours a repair?"""
    claimed = {proof.claim for module in DECIDED for proof in module.CHAPTER.proofs}
    refutations = [refutation for module in DECIDED for refutation in module.CHAPTER.refutations]
    decided = claimed | {refutation.claim for refutation in refutations}
    items = {item.id for item in ITEMS if item.document == slug and item.kind is not Kind.LISTING}
    assert items <= decided
    assert all(refutation.repaired for refutation in refutations)
    assert not claimed & {refutation.claim for refutation in refutations}


def test_witnesses_tell_their_defect() -> None:
    """Do the witnesses of this chapter show what they say?"""
    assert "41" in trick_in_floats()
    assert "always wins" in dependent_noise()
    assert "(0,)" in selects_least()
    assert "variance 2," in geometric_noise()
    assert "20.78" in exponential_noise()
