"""Why `make_noisy_top_k` under max divergence keeps its promise: errors, law and privacy, rounding included."""

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from impl.draws import TapeDraw
from impl.noisy_top_k import make_noisy_top_k
from impl.permute_and_flip import permute_and_flip
from impl.scores import exact
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.laws import side_by_side
from proofs.engine.checkers.smt import Smt
from proofs.engine.enclosure import sign
from proofs.engine.law import Failure, Law, by_contract
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.contracts import HARNESSES
from proofs.mechanisms.peeling import CODE as PEELING_CODE
from proofs.mechanisms.peeling import MAX_DIVERGENCE as PEELING
from proofs.theory.metrics import RANGE_AT_MOST_ONCE_DOWN, RANGE_AT_MOST_ONCE_UP, RANGE_AT_MOST_TWICE
from spec.errors import EntropyExhausted
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Sort, Symbol, both, implies
from spec.measurement import Measurement
from spec.peeling import law_of_peel
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, MaxDivergence, VectorDomain
from spec.weights import ZERO, ExpRatio, exp_minus

MECHANISM = "make_noisy_top_k (max divergence)"


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
        return make_noisy_top_k(*space, MaxDivergence(), self.k, self.scale, self.negate)

    def law(self) -> Law[ExpRatio]:
        """The law of the release, by contract."""
        return by_contract(self.mechanism().invoke, list(self.scores))


HUGE = 10**400
MEMBERS: tuple[tuple[Atom, ...], ...] = (
    (),
    (7,),
    (0, 0),
    (2**53, 2**53 + 1, -HUGE),
    (HUGE, HUGE, 0),
    (0.0, -0.0, 1.5),
    (math.inf, -math.inf, math.inf),
    (1e300, -1e300, 5e-324),
    (Fraction(1, 3), Fraction(2, 7), Fraction(1, 3)),
)


def releases() -> Iterator[Case]:
    """Members of every kind, under every direction, with k up to one more than there are scores."""
    for scores, scale, negate in product(MEMBERS, (0.0, 5e-324, 1.0, 1e300), (False, True)):
        for k in range(len(scores) + 2):
            yield Case(scores, scale, k, negate)


def has_the_peeling_law(case: Case) -> bool:
    """The release has the law of peeled permute-and-flip on the exact scores, their sign turned if `negate`."""
    scores = tuple(-score if case.negate else score for score in exact(case.scores))
    promised = law_of_peel(permute_and_flip, scores, Fraction(case.scale), case.k)
    return all(seen == expected for _, seen, expected in side_by_side(case.law(), as_lists(promised), ZERO))


def as_lists(promised: Iterable[tuple[object, ExpRatio]]) -> Law[ExpRatio]:
    """A promised law of tuples of indices, as that of the lists that a mechanism releases."""
    return Law(tuple((list(_indices(outcome)), weight) for outcome, weight in promised if weight), Fraction(0))


def _indices(outcome: object) -> tuple[int, ...]:
    assert isinstance(outcome, tuple)
    return outcome


def never_fails(case: Case) -> bool:
    """No execution on this member ends in an error."""
    return not any(isinstance(outcome, Failure) for outcome in case.law().outcomes())


def fails_closed(case: Case) -> bool:
    """On every tape of up to five coins: a whole release, or nothing but the news that the coins ran out."""
    mechanism = case.mechanism()
    for length in range(6):
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
    starts = [(0, 0), (0, 3), (0, 0, 0), (0, 1, 5), (4, 0, 4)]
    for scores, scale, negate, monotonic in product(starts, (0.5, 3.0), (False, True), (False, True)):
        for moves in product((-1, 0, 1), repeat=len(scores)):
            other = tuple(score + move for score, move in zip(scores, moves, strict=True))
            if LInfDistance(int, monotonic).close(scores, other, 1):
                yield Pair(Case(scores, scale, min(2, len(scores)), negate), other, monotonic)


def is_private(pair: Pair) -> bool:
    """P(y) ≤ e^map(1)·P'(y) for every output y, decided in the ring of exponential sums."""
    grows = exp_minus(-Fraction(pair.case.mechanism(pair.monotonic).map(1)))
    law, nearby = pair.case.law(), pair.case._replace(scores=pair.other).law()
    return all(sign(p - grows * q) <= 0 for _, p, q in side_by_side(law, nearby, ZERO))


LAW = Claim(
    "make_noisy_top_k.max_divergence.law",
    Kind.CONTRACT,
    "Every member of the domain is released with the law of peeled permute-and-flip on its exact scores, "
    "infinities taken as the largest float, signs turned if `negate`",
)
ERRORS = Claim(
    "make_noisy_top_k.max_divergence.errors",
    Kind.POSTCONDITION,
    "No member of the domain causes an error while there are coins; without, every member causes the same one",
)
PRIVACY = Claim(
    "make_noisy_top_k.max_divergence.privacy",
    Kind.PRIVACY,
    "On independent fair coins, for every n, k, scale and finite d_in: if members x, x' are d_in-close and "
    "map(d_in) is no error, then |ln(P(y)/P'(y))| ≤ map(d_in) for every output y",
)

loss, result, d_range = Symbol("loss"), Symbol("map(d_in)"), Symbol("d_Range", Sort.NONNEGATIVE)
d_in, d, k = Symbol("d_in", Sort.NONNEGATIVE), Symbol("d"), Symbol("k", Sort.NATURAL)
scale = Symbol("scale", Sort.POSITIVE)

CHAPTER = Chapter(
    claims=(LAW, ERRORS, PRIVACY),
    proofs=(
        Proof(
            LAW.id,
            (
                Step(
                    "The law of the measurement itself, by contract",
                    "ints, floats and Fractions, infinite and huge scores, ties, short vectors, both directions",
                    Exhaustive("corner members, scales 0 to 1e300, k up to n + 1", releases, has_the_peeling_law),
                ),
            ),
            uses=(PEELING_CODE.id, *(f"contracts.{harness}" for harness in HARNESSES)),
        ),
        Proof(
            ERRORS.id,
            (
                Step(
                    "No execution on any corner member ends in an error",
                    "by contract, every path",
                    Exhaustive("corner members, scales 0 to 1e300, k up to n + 1", releases, never_fails),
                ),
                Step(
                    "A tape that ends releases nothing and says so",
                    "every tape of up to five coins",
                    Exhaustive("corner members, every tape of up to 5 coins", releases, fails_closed),
                ),
            ),
        ),
        Proof(
            PRIVACY.id,
            (
                Step(
                    implies(
                        both(loss <= k * (d_range / scale), d_range <= d, result >= k * (d / scale)),
                        loss <= result,
                    ),
                    "k rounds at range distance d_Range ≤ d, where d is d_in or twice that, lose at most "
                    "k·d_Range/scale; the map is at least k·d/scale. At scale 0 the map is infinite; at d_in = 0 "
                    "the inputs are equal",
                    Smt(),
                ),
            ),
            uses=(
                LAW.id,
                ERRORS.id,
                PEELING.id,
                "maps.max_divergence",
                RANGE_AT_MOST_TWICE.id,
                RANGE_AT_MOST_ONCE_UP.id,
                RANGE_AT_MOST_ONCE_DOWN.id,
            ),
        ),
        Proof(
            PRIVACY.id,
            (
                Step(
                    "On neighbours, P(y) ≤ e^map(d_in)·P'(y) for the law of the code",
                    "decided exactly, as the sign of an exponential sum",
                    Exhaustive("up to 3 scores moved by at most 1, k up to 2", neighbours, is_private),
                ),
            ),
            title="instances",
        ),
    ),
    headlines={MECHANISM: PRIVACY.id},
)
