"""Why `make_noisy_top_k` under zero-concentrated divergence keeps its promise: errors, law, privacy, with rounding."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from impl.ball import Ball, ball, precision
from impl.draws import TapeDraw
from impl.gumbel import GumbelRV
from impl.noisy_top_k import make_noisy_top_k
from impl.scores import exact
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.laws import side_by_side
from proofs.engine.checkers.smt import Smt
from proofs.engine.enclosure import enclose_positive
from proofs.engine.law import Law, by_contract
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.gumbel import CODE
from proofs.mechanisms.noisy_top_k.max_divergence import MEMBERS, as_lists
from proofs.theory.bounded_range import ZERO_CONCENTRATED as FROM_RANGE
from proofs.theory.composition import ZERO_CONCENTRATED as COMPOSITION
from proofs.theory.exponential_mechanism import RANGE
from proofs.theory.metrics import RANGE_AT_MOST_ONCE_DOWN, RANGE_AT_MOST_ONCE_UP, RANGE_AT_MOST_TWICE, REMOVAL
from proofs.theory.one_shot import PEELING
from spec.errors import EntropyExhausted
from spec.gumbel import law_of_gumbel_top_k
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Sort, Symbol, both, implies
from spec.measurement import Measurement
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, VectorDomain, ZeroConcentratedDivergence
from spec.weights import ZERO, ExpRatio

MECHANISM = "make_noisy_top_k (zero-concentrated divergence)"
BITS = 256


class Case(NamedTuple):
    """A mechanism and a member of its domain."""

    scores: tuple[Atom, ...]
    scale: float
    k: int
    negate: bool

    def mechanism(self, monotonic: bool = False) -> Measurement[list[int]]:
        """The mechanism, on a domain of unknown size."""
        atom: AtomType = type(self.scores[0]) if self.scores else float
        space = VectorDomain(AtomDomain(atom)), LInfDistance(atom, monotonic)
        return make_noisy_top_k(*space, ZeroConcentratedDivergence(), self.k, self.scale, self.negate)

    def law(self) -> Law[ExpRatio]:
        """The law of the release, by contract."""
        return by_contract(self.mechanism().invoke, list(self.scores))


def releases() -> Iterator[Case]:
    """Members of every kind, in both directions, with k up to one more than there are scores."""
    for scores, scale, negate in product(MEMBERS, (0.0, 5e-324, 1.0, 1e300), (False, True)):
        yield from (Case(scores, scale, k, negate) for k in range(len(scores) + 2))


def has_the_gumbel_law(case: Case) -> bool:
    """The release has the law of the k greatest of once-noised exact scores, their sign turned if `negate`."""
    scores = [-score if case.negate else score for score in exact(case.scores)]
    promised = law_of_gumbel_top_k([GumbelRV(score, Fraction(case.scale)) for score in scores], case.k)
    return all(seen == expected for _, seen, expected in side_by_side(case.law(), as_lists(promised), ZERO))


def fails_closed(case: Case) -> bool:
    """On every tape of up to four coins: a whole release, or nothing but the news that the coins ran out."""
    mechanism = case.mechanism()
    for length in range(5):
        for tape in product((0, 1), repeat=length):
            try:
                released = mechanism.invoke(list(case.scores), TapeDraw(tape))
            except EntropyExhausted:
                continue
            if len(released) != min(case.k, len(case.scores)):
                return False
    return True


class Pair(NamedTuple):
    """Two neighbours and the mechanism between them."""

    case: Case
    other: tuple[Atom, ...]
    monotonic: bool


def neighbours() -> Iterator[Pair]:
    """Vectors of up to three small integers, and every way to move each score by -1, 0 or 1."""
    for scores, scale, monotonic in product([(0, 0), (0, 3), (4, 0, 4)], (0.5, 3.0), (False, True)):
        for moves in product((-1, 0, 1), repeat=len(scores)):
            other = tuple(score + move for score, move in zip(scores, moves, strict=True))
            if LInfDistance(int, monotonic).close(scores, other, 1):
                yield Pair(Case(scores, scale, min(2, len(scores)), False), other, monotonic)


GRID = tuple(Fraction(11, 10) ** power for power in range(1, 60))
"""From 1.1 to 277 in steps of a tenth."""


def is_concentrated(pair: Pair) -> bool:
    """D_α(P‖P') and D_α(P'‖P) are at most α·map(1), for every α > 1."""
    result = ball(Fraction(pair.case.mechanism(pair.monotonic).map(1)))
    law, nearby = pair.case.law(), pair.case._replace(scores=pair.other).law()
    with precision(BITS):
        logs = [_logs(p, q) for _, p, q in side_by_side(law, nearby, ZERO)]
        return _bounded(logs, result) and _bounded([(q, p) for p, q in logs], result)


def _bounded(logs: list[tuple[Ball, Ball]], result: Ball) -> bool:
    """On a step from a to b D_α is at most D_b, and beyond the last one at most D_∞."""
    steps = zip((Fraction(1), *GRID), GRID, strict=False)
    beyond = all(log_p - log_q <= result * ball(GRID[-1]) for log_p, log_q in logs)
    return beyond and all(_renyi(logs, b) <= result * ball(a) for a, b in steps)


def _logs(p: ExpRatio, q: ExpRatio) -> tuple[Ball, Ball]:
    return enclose_positive(p, BITS).log(), enclose_positive(q, BITS).log()


def _renyi(logs: list[tuple[Ball, Ball]], alpha: Fraction) -> Ball:
    """D_α = ln(Σ p^α·q^(1-α))/(α - 1)."""
    moment = sum((((log_p - log_q) * ball(alpha) + log_q).exp() for log_p, log_q in logs), start=ball(0))
    return moment.log() / ball(alpha - 1)


LAW = Claim(
    "make_noisy_top_k.zero_concentrated.law",
    Kind.CONTRACT,
    "Every member of the domain is released with the law of the k greatest of its exact scores with Gumbel noise, "
    "infinities taken as the largest float, signs turned if `negate`",
)
ERRORS = Claim(
    "make_noisy_top_k.zero_concentrated.errors",
    Kind.POSTCONDITION,
    "No member of the domain causes an error while there are coins; without, every member causes the same one",
)
PRIVACY = Claim(
    "make_noisy_top_k.zero_concentrated.privacy",
    Kind.PRIVACY,
    "On independent fair coins, for every n, k, scale and finite d_in: if members x, x' are d_in-close and "
    "map(d_in) is no error, then D_α(P‖P') ≤ α·map(d_in) for every α > 1, and the same for P' and P",
)

rho, result, d_range = Symbol("ρ"), Symbol("map(d_in)"), Symbol("d_Range", Sort.NONNEGATIVE)
d, k, scale = Symbol("d"), Symbol("k", Sort.NATURAL), Symbol("scale", Sort.POSITIVE)

CHAPTER = Chapter(
    claims=(LAW, ERRORS, PRIVACY),
    proofs=(
        Proof(
            LAW.id,
            (
                Step(
                    "The law of the measurement itself, by contract",
                    "ints, floats and Fractions, infinite and huge scores, ties, short vectors, both directions",
                    Exhaustive("corner members, scales 0 to 1e300, k up to n + 1", releases, has_the_gumbel_law),
                ),
            ),
            uses=(CODE.id,),
        ),
        Proof(
            ERRORS.id,
            (
                Step(
                    "A tape that ends releases nothing and says so; with coins, the law has no failure in it",
                    "every tape of up to four coins",
                    Exhaustive("corner members, every tape of up to 4 coins", releases, fails_closed),
                ),
            ),
            uses=(LAW.id,),
        ),
        Proof(
            PRIVACY.id,
            (
                Step(
                    implies(
                        both(
                            rho <= k * ((d_range / scale) ** 2 / 8),
                            d_range <= d,
                            result >= k * ((d / scale) ** 2 / 8),
                        ),
                        rho <= result,
                    ),
                    "a round has losses in an interval of length η = d_Range/scale, also on what earlier rounds have "
                    "left; so it is η²/8-zCDP, and k rounds are k·η²/8-zCDP; d_Range ≤ d, where d is d_in or twice "
                    "that. At scale 0 the map is infinite; at d_in = 0 the inputs are equal",
                    Smt(),
                ),
            ),
            uses=(
                LAW.id,
                ERRORS.id,
                PEELING.id,
                RANGE.id,
                REMOVAL.id,
                FROM_RANGE.id,
                COMPOSITION.id,
                "maps.zero_concentrated",
                RANGE_AT_MOST_TWICE.id,
                RANGE_AT_MOST_ONCE_UP.id,
                RANGE_AT_MOST_ONCE_DOWN.id,
            ),
        ),
        Proof(
            PRIVACY.id,
            (
                Step(
                    "On neighbours, D_α ≤ α·map(d_in) for every α > 1, for the law of the code",
                    "D_α does not decrease in α, so that a grid bounds it between its points; by balls",
                    Exhaustive("up to 3 scores moved by at most 1, k up to 2", neighbours, is_concentrated),
                ),
            ),
            uses=(LAW.id,),
            title="instances",
        ),
    ),
    headlines={MECHANISM: PRIVACY.id},
)
