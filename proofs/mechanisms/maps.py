"""Why a privacy map never promises too much: each operation rounds up, and the next one keeps the order."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from impl.directed import inf_cast
from impl.maps import max_divergence_map, times, to_range_distance, zero_concentrated_map
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.engine.rounding import CORNERS_SCOPE, by_neighbours, corners
from spec import errors
from spec.directed import BINARY64
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula, Sort, Symbol

d_range, scale = Symbol("d_Range", Sort.NONNEGATIVE), Symbol("scale", Sort.POSITIVE)
k, rounds, result = Symbol("k", Sort.NATURAL), Symbol("rounds"), Symbol("result")
cast, quotient, square, one_round = Symbol("cast"), Symbol("quotient"), Symbol("square"), Symbol("one_round")

MAX_DIVERGENCE = Formula(
    result >= k * (d_range / scale),
    given=(cast >= d_range, quotient >= cast / scale, rounds >= k, result >= quotient * rounds),
)
ZERO_CONCENTRATED = Formula(
    result >= k * ((d_range / scale) ** 2 / 8),
    given=(
        cast >= d_range,
        quotient >= cast / scale,
        square >= quotient**2,
        one_round >= square / 8,
        rounds >= k,
        result >= one_round * rounds,
    ),
)


class Question(NamedTuple):
    """What a privacy map is asked."""

    d_in: int | float
    scale: float
    monotonic: bool
    k: int


@dataclass(frozen=True)
class IsComposed:
    """Tell whether a map, run part by part, is its formula with every operation rounded up."""

    one_round: Callable[[float, float], float]
    formula: Callable[[float, float], float]

    def __call__(self, asked: Question) -> bool:
        """Ask one question."""
        try:
            d_in = inf_cast(to_range_distance(asked.d_in, asked.monotonic))
            answer = times(self.one_round(d_in, asked.scale), asked.k)
        except errors.Overflow:
            return self._expected(asked) is None
        return answer == self._expected(asked)

    def _expected(self, asked: Question) -> float | None:
        """The value of the formula, or None if some operation overflows."""
        try:
            d_in = up(Fraction(asked.d_in) * (1 if asked.monotonic else 2))
            if d_in == 0 or asked.scale == 0:
                return math.inf if d_in else 0.0
            return up(Fraction(self.formula(d_in, asked.scale)) * Fraction(up(Fraction(asked.k))))
        except OverflowError:
            return None


def quotient_up(d_in: float, scale: float) -> float:
    """d_in / scale, rounded up."""
    return up(Fraction(d_in) / Fraction(scale))


def eighth_of_square_up(d_in: float, scale: float) -> float:
    """(d_in / scale)^2 / 8, rounded up three times."""
    return up(Fraction(up(Fraction(quotient_up(d_in, scale)) ** 2)) / 8)


def up(exact: Fraction) -> float:
    """Round up into binary64, by neighbours."""
    least = by_neighbours(exact, BINARY64)
    if least is None:
        raise OverflowError
    return float(least)


def questions() -> Iterator[Question]:
    """Every corner of binary64 as a distance and as a scale, and integers as distances."""
    scales = [corner for corner in corners() if math.copysign(1, corner) == 1]
    distances = [*scales, 0, 1, 2**53 + 1, 2**1024]
    return (Question(*asked) for asked in product(distances, scales, (False, True), (0, 1, 3)))


D = "inf_cast(to_range_distance(d_in, monotonic))"
EDGES = "at d = 0 they return 0, and for other d they return inf if scale = 0"

CHAPTER = Chapter(
    claims=(
        Claim(
            "maps.max_divergence_map",
            Kind.CONTRACT,
            f"run in turn, the parts of the map return inf_mul(inf_div(d, scale), inf_cast(k)), where d = {D}; {EDGES}",
        ),
        Claim(
            "maps.zero_concentrated_map",
            Kind.CONTRACT,
            "run in turn, the parts of the map return inf_mul(inf_div(inf_powi(inf_div(d, scale), 2), 8), "
            f"inf_cast(k)), where d = {D}; {EDGES}",
        ),
        Claim("maps.max_divergence", Kind.LAW, MAX_DIVERGENCE),
        Claim("maps.zero_concentrated", Kind.LAW, ZERO_CONCENTRATED),
    ),
    proofs=(
        Proof(
            "maps.max_divergence_map",
            (
                Step(
                    "the running map is the composition, operation by operation, and overflows where it does",
                    because="the running code is put through operands where rounding goes wrong first",
                    check=Exhaustive(CORNERS_SCOPE, questions, IsComposed(max_divergence_map, quotient_up)),
                ),
            ),
        ),
        Proof(
            "maps.zero_concentrated_map",
            (
                Step(
                    "the running map is the composition, operation by operation, and overflows where it does",
                    because="the running code is put through operands where rounding goes wrong first",
                    check=Exhaustive(CORNERS_SCOPE, questions, IsComposed(zero_concentrated_map, eighth_of_square_up)),
                ),
            ),
        ),
        Proof(
            "maps.max_divergence",
            (
                Step(quotient >= d_range / scale, "division by a positive number keeps the order", Smt()),
                Step(
                    quotient * rounds >= k * (d_range / scale),
                    "so does the product of such bounds",
                    Smt(),
                    using=(1,),
                ),
                Step(MAX_DIVERGENCE.conclusion, "and the product was rounded up", Smt(), using=(2,)),
            ),
            uses=(
                "maps.max_divergence_map",
                "directed.inf_add",
                "directed.inf_cast",
                "directed.inf_div",
                "directed.inf_mul",
            ),
        ),
        Proof(
            "maps.zero_concentrated",
            (
                Step(quotient >= d_range / scale, "division by a positive number keeps the order", Smt()),
                Step(
                    square >= (d_range / scale) ** 2,
                    "so does the square of a nonnegative number",
                    Smt(),
                    using=(1,),
                ),
                Step(one_round >= (d_range / scale) ** 2 / 8, "and division by 8", Smt(), using=(2,)),
                Step(
                    ZERO_CONCENTRATED.conclusion,
                    "and the product with the number of rounds",
                    Smt(),
                    using=(3,),
                ),
            ),
            uses=(
                "maps.zero_concentrated_map",
                "directed.inf_add",
                "directed.inf_cast",
                "directed.inf_div",
                "directed.inf_mul",
                "directed.inf_powi",
            ),
        ),
    ),
)
