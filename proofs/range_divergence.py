"""Why the sound `SelectionMeasure` for `RangeDivergence` keeps its promise: law, errors, privacy, rounding included."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from impl.gumbel import GumbelRV
from impl.range_divergence import RangeDivergence
from impl.scores import exact
from proofs.checkers.exhaustive import Exhaustive
from proofs.checkers.laws import side_by_side
from proofs.checkers.smt import Smt
from proofs.composition import APPROACHED, RANGE
from proofs.enclosure import compare
from proofs.gumbel_numbers import CODE
from proofs.law import Failure, Law, by_contract
from proofs.ledger.ledger import Chapter
from proofs.ledger.model import Proof, Step
from proofs.noisy_top_k import MEMBERS, as_lists
from proofs.one_shot import PEELING
from spec.claim import Claim, Kind
from spec.errors import Overflow
from spec.formula import Sort, Symbol, both, implies
from spec.gumbel import law_of_gumbel_top_k
from spec.maps import exact_range_divergence
from spec.space import Atom, RangeDistance
from spec.weights import ZERO, ExpRatio, exp_minus

WHERE = "spec/range_divergence.py"
MECHANISM = "RangeDivergence.noisy_top_k"


class Case(NamedTuple):
    """Scores and how to select among them."""

    scores: tuple[Atom, ...]
    scale: float
    k: int
    negate: bool

    def law(self) -> Law[ExpRatio]:
        """The law of the indices, by contract."""
        return by_contract(RangeDivergence.noisy_top_k, self.scores, self.scale, self.k, self.negate)


def releases() -> Iterator[Case]:
    """Members of every kind, in both directions, with k up to one more than there are scores."""
    for scores, scale, negate in product(MEMBERS, (0.0, 5e-324, 1.0, 1e300), (False, True)):
        yield from (Case(scores, scale, k, negate) for k in range(len(scores) + 2))


def has_the_gumbel_law(case: Case) -> bool:
    """The indices have the law of the k greatest of once-noised exact scores, and no execution fails."""
    scores = [-score if case.negate else score for score in exact(case.scores)]
    noise = [GumbelRV(score, Fraction(case.scale)) for score in scores]
    promised = law_of_gumbel_top_k(noise, case.k)
    law = case.law()
    fails = any(isinstance(outcome, Failure) for outcome in law.outcomes())
    return not fails and all(seen == expected for _, seen, expected in side_by_side(law, as_lists(promised), ZERO))


class Question(NamedTuple):
    """What the map is asked."""

    d_in: float
    scale: float
    k: int


NUMBERS = (0.0, 5e-324, 2.0**-1022, 0.1, 1.0, 3.0, 2.0**53 + 2, 1e300, 2.0**1023)


def questions() -> Iterator[Question]:
    """Distances and scales of every size, k up to 3 and beyond 2^53."""
    return (Question(*asked) for asked in product(NUMBERS, NUMBERS, (0, 1, 2, 3, 2**53 + 1)))


def promises_enough(asked: Question) -> bool:
    """The map is at least (2k - 1)·d_in/scale, infinite at scale 0, or an error because no float is that large."""
    try:
        answer = RangeDivergence.privacy_map(*asked)
    except Overflow:
        return True
    if asked.scale == 0:
        return answer == math.inf
    return answer >= exact_range_divergence(Fraction(asked.d_in), Fraction(asked.scale), asked.k)


class Pair(NamedTuple):
    """Two score vectors and the number of indices."""

    scores: tuple[int, ...]
    other: tuple[int, ...]
    scale: float
    k: int


def neighbours() -> Iterator[Pair]:
    """Vectors of up to three scores and every way to raise some by 1; of four, the worst ways."""
    for other in ((0, 0), (0, 3), (0, 0, 0), (5, 0, 5)):
        for moves in product((0, 1), repeat=len(other)):
            scores = tuple(score + move for score, move in zip(other, moves, strict=True))
            yield from (Pair(scores, other, scale, k) for scale in (1.0, 3.0) for k in range(1, len(scores) + 1))
    yield Pair((1, 1, 0, 0), (0, 0, 0, 0), 1.0, 2)
    yield Pair((10, 1, 9, 0), (9, 0, 9, 0), 1.0, 2)


def is_private(pair: Pair) -> bool:
    """P(y)·P'(z) ≤ e^map·P(z)·P'(y) for the two outcomes of greatest and least loss, in the ring."""
    d_in = RangeDistance(int).distance(pair.scores, pair.other)
    grows = exp_minus(-Fraction(RangeDivergence.privacy_map(float(d_in), pair.scale, pair.k)))
    losses = ratios(pair)
    return all(compare(losses[y], grows * losses[z]) <= 0 for y, z in extremes(losses))


def ratios(pair: Pair) -> list[ExpRatio]:
    """P(y)/P'(y) for every outcome y."""
    laws = [Case(scores, pair.scale, pair.k, False).law() for scores in (pair.scores, pair.other)]
    return [p / q for _, p, q in side_by_side(laws[0], laws[1], ZERO)]


def extremes(losses: list[ExpRatio]) -> Iterator[tuple[int, int]]:
    """The greatest and the least of the ratios, by place."""
    greatest = least = 0
    for place in range(1, len(losses)):
        greatest = place if compare(losses[place], losses[greatest]) > 0 else greatest
        least = place if compare(losses[place], losses[least]) < 0 else least
    yield greatest, least


LAW = Claim(
    "RangeDivergence.law",
    Kind.CONTRACT,
    "Scores without NaN are released, without an error while there are coins, with the law of the k greatest of "
    "once-noised exact scores, infinities taken as the largest float, signs turned if `negate`",
    WHERE,
)
MAP = Claim(
    "RangeDivergence.map",
    Kind.CONTRACT,
    "The map returns at least (2k - 1)·d_in/scale, which no smaller multiple could replace; 0 for k = 0, infinity at "
    "scale 0, or an error",
    WHERE,
)
PRIVACY = Claim(
    "RangeDivergence.privacy",
    Kind.PRIVACY,
    "On independent fair coins, for every n, k, scale and finite d_in ≥ d_Range(x, x'): if the map is no error, the "
    "losses ln(P(y)/P'(y)) of any two outcomes of k indices differ by privacy_map(d_in, scale, k) at most",
    WHERE,
)

loss, result = Symbol("range"), Symbol("map")
d_range, d_in = Symbol("d_Range", Sort.NONNEGATIVE), Symbol("d_in", Sort.NONNEGATIVE)
k, scale = Symbol("k", Sort.NATURAL), Symbol("scale", Sort.POSITIVE)

CHAPTER = Chapter(
    claims=(LAW, MAP, PRIVACY),
    proofs=(
        Proof(
            LAW.id,
            (
                Step(
                    "The law of noisy_top_k itself, by contract",
                    "ints, floats and Fractions, infinite and huge scores, ties, short vectors, both directions",
                    Exhaustive("corner members, scales 0 to 1e300, k up to n + 1", releases, has_the_gumbel_law),
                ),
            ),
            uses=(CODE.id,),
        ),
        Proof(
            MAP.id,
            (
                Step(
                    "The running map against exact fractions",
                    "each operation rounds up, and the next one keeps the order",
                    Exhaustive(
                        "distances and scales from 2^-1074 to 2^1023, k to 2^53 + 1", questions, promises_enough
                    ),
                ),
            ),
            uses=("maps.max_divergence", APPROACHED.id),
        ),
        Proof(
            PRIVACY.id,
            (
                Step(
                    implies(
                        both(
                            k >= 1,
                            loss <= (2 * k - 1) * (d_range / scale),
                            d_range <= d_in,
                            result >= (2 * k - 1) * (d_in / scale),
                        ),
                        loss <= result,
                    ),
                    "the k greatest of once-noised scores are k rounds of the exponential mechanism, whose losses "
                    "lie within (2k - 1)·d_Range/scale. At scale 0 the map is infinite; for k = 0 there is one "
                    "outcome",
                    Smt(),
                ),
            ),
            uses=(LAW.id, MAP.id, PEELING.id, RANGE.id),
        ),
        Proof(
            PRIVACY.id,
            (
                Step(
                    "On neighbours, no two outcomes differ by more than the map, for the law of the code",
                    "decided exactly, as the sign of an exponential sum",
                    Exhaustive("up to 4 scores, some raised by 1, k up to 3, the worst pairs", neighbours, is_private),
                ),
            ),
            uses=(LAW.id,),
            title="instances",
        ),
    ),
    headlines={MECHANISM: PRIVACY.id},
)
