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
from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.smt import Smt
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.engine.rounding import CORNERS_SCOPE, corners, least_float
from spec import errors
from spec.logic.claim import Claim
from spec.logic.promise import Keeps
from spec.maps import (
    D_RANGE,
    MAX_DIVERGENCE,
    MAX_DIVERGENCE_MAP_KEEPS,
    MAX_DIVERGENCE_PARTS,
    ONE_ROUND,
    QUOTIENT,
    RESULT,
    ROUNDS,
    SCALE,
    SQUARE,
    TIMES_KEEPS,
    TO_RANGE_DISTANCE_KEEPS,
    ZERO_CONCENTRATED,
    ZERO_CONCENTRATED_MAP_KEEPS,
    ZERO_CONCENTRATED_PARTS,
    K,
)

# Law: what is put together from parts that round up is not below the exact loss.

MAX_DIVERGENCE_PROOF = Proof(
    MAX_DIVERGENCE.id,
    (
        Step(QUOTIENT >= D_RANGE / SCALE, "division by a positive number keeps the order", Smt()),
        Step(
            QUOTIENT * ROUNDS >= K * (D_RANGE / SCALE),
            "so does the product of such bounds",
            Smt(),
            using=(1,),
        ),
        Step(RESULT >= K * (D_RANGE / SCALE), "and the product was rounded up", Smt(), using=(2,)),
    ),
    uses=(
        MAX_DIVERGENCE_PARTS.id,
        "directed.inf_add",
        "directed.inf_cast",
        "directed.inf_div",
        "directed.inf_mul",
    ),
)
ZERO_CONCENTRATED_PROOF = Proof(
    ZERO_CONCENTRATED.id,
    (
        Step(QUOTIENT >= D_RANGE / SCALE, "division by a positive number keeps the order", Smt()),
        Step(
            SQUARE >= (D_RANGE / SCALE) ** 2,
            "so does the square of a nonnegative number",
            Smt(),
            using=(1,),
        ),
        Step(ONE_ROUND >= (D_RANGE / SCALE) ** 2 / 8, "and division by 8", Smt(), using=(2,)),
        Step(
            RESULT >= K * ((D_RANGE / SCALE) ** 2 / 8),
            "and the product with the number of rounds",
            Smt(),
            using=(3,),
        ),
    ),
    uses=(
        ZERO_CONCENTRATED_PARTS.id,
        "directed.inf_add",
        "directed.inf_cast",
        "directed.inf_div",
        "directed.inf_mul",
        "directed.inf_powi",
    ),
)

# Errors

# Part of what each part promises: an overflow is an error, and nothing else is.

# Privacy

# None of its own: that the exact loss bounds a divergence is claimed beside each mechanism.

# Instances


class MapArguments(NamedTuple):
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

    def __call__(self, asked: MapArguments) -> bool:
        """Ask one question."""
        try:
            d_in = inf_cast(to_range_distance(asked.d_in, asked.monotonic))
            answer = times(self.one_round(d_in, asked.scale), asked.k)
        except errors.Overflow:
            return self._expected(asked) is None
        return answer == self._expected(asked)

    def _expected(self, asked: MapArguments) -> float | None:
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
    least = least_float(exact)
    if math.isinf(least):
        raise OverflowError
    return least


def corner_arguments() -> Iterator[MapArguments]:
    """Every corner of binary64 as a distance and as a scale, and integers as distances."""
    scales = [corner for corner in corners() if math.copysign(1, corner) == 1]
    distances = [*scales, 0, 1, 2**53 + 1, 2**1024]
    return (MapArguments(*asked) for asked in product(distances, scales, (False, True), (0, 1, 3)))


def part_arguments() -> Iterator[tuple[float, float]]:
    """Every corner of binary64 as a distance and as a scale."""
    numbers = [corner for corner in corners() if math.copysign(1, corner) == 1]
    return product(numbers, numbers)


def distances() -> Iterator[tuple[int | float | Fraction, bool]]:
    """Every corner of binary64 as a distance, integers beyond it and a fraction, monotonic or not."""
    numbers = [corner for corner in corners() if corner >= 0]
    return product((*numbers, 0, 1, 2**53 + 1, 2**1024, Fraction(1, 3)), (False, True))


def losses() -> Iterator[tuple[float, int]]:
    """Every corner of binary64 and infinity as the loss of a round, and few or very many rounds."""
    numbers = [corner for corner in corners() if math.copysign(1, corner) == 1]
    return product((*numbers, math.inf), (0, 1, 3, 2**53 + 1, 2**1023, 2**1024))


def _composed(parts: Claim, one_round: Keeps, composed: IsComposed) -> Proof:
    return Proof(
        parts.id,
        (
            Step(
                "the running map is the composition of its parts, each rounded up once an operation, and overflows "
                "where one of them does",
                because="the running code is put through operands where rounding goes wrong first",
                check=Exhaustive(CORNERS_SCOPE, OneIn(4, corner_arguments), composed),
            ),
            Step(
                TO_RANGE_DISTANCE_KEEPS,
                because="the running code is put through operands where rounding goes wrong first",
                check=Instances(CORNERS_SCOPE, distances),
            ),
            Step(
                one_round,
                because="the running code is put through operands where rounding goes wrong first",
                check=Instances(CORNERS_SCOPE, part_arguments),
            ),
            Step(
                TIMES_KEEPS,
                because="the running code is put through operands where rounding goes wrong first",
                check=Instances(f"{CORNERS_SCOPE}; k up to 2^1024", losses),
            ),
        ),
    )


CHAPTER = Chapter(
    claims=(MAX_DIVERGENCE_PARTS, ZERO_CONCENTRATED_PARTS, MAX_DIVERGENCE, ZERO_CONCENTRATED),
    proofs=(
        _composed(MAX_DIVERGENCE_PARTS, MAX_DIVERGENCE_MAP_KEEPS, IsComposed(max_divergence_map, quotient_up)),
        _composed(
            ZERO_CONCENTRATED_PARTS,
            ZERO_CONCENTRATED_MAP_KEEPS,
            IsComposed(zero_concentrated_map, eighth_of_square_up),
        ),
        MAX_DIVERGENCE_PROOF,
        ZERO_CONCENTRATED_PROOF,
    ),
)
