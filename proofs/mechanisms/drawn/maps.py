"""Maps and directed arithmetic beyond every list: operands of every exponent, k and n of every size.

What a map must answer is computed here once more: exact fractions, rounded up by the neighbours of a float, operation
by operation where the map rounds each, and once where it is tight.
"""

import math
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from impl.directed import inf_add, inf_cast, inf_div, inf_mul, inf_powi
from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.inverse_transform import make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.range_divergence import RangeDivergence
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from proofs.engine.checkers.instances import Instances
from proofs.engine.drawn import LONGEST, Drawn, OneIn, octaves
from proofs.engine.ledger.model import Proof, Step
from proofs.engine.rounding import Operands, RoundsUp, by_neighbours
from proofs.mechanisms.drawn.proof import TRIED, Cases, holds_on, holds_on_some, proof_of
from proofs.mechanisms.maps import MapArguments, eighth_of_square_up, quotient_up, up
from proofs.mechanisms.tight_maps import by_gumbel_noise, by_permute_and_flip, exponential, noisy_max
from spec import errors, space
from spec.directed import ADD, BINARY64, CAST, DIV, MUL, POWI, Real
from spec.logic.claim import Claim
from spec.losses import Distances
from spec.maps import MAX_DIVERGENCE_PARTS, ZERO_CONCENTRATED_PARTS
from spec.range_divergence import MAP as RANGE_MAP
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, VectorDomain
from spec.tight_maps import FLIP, GUMBEL, ORDER

MOST = 1 << LONGEST
"""The greatest k, and the greatest n: a map takes no longer for more."""

EXPONENTS = range(-1074, 1024, 7)


def of_exponent(drawn: Drawn, exponent: int) -> float:
    """A positive float near 2^exponent."""
    return math.ldexp(drawn.of_bits(53), exponent - 53) or math.ulp(0.0)


def numbers() -> Iterator[Operands]:
    """Floats of every seventh exponent, and ints and fractions of any size around and beyond them, of either sign."""
    drawn = Drawn("numbers")
    for exponent in EXPONENTS:
        operands: tuple[Real, ...] = (
            of_exponent(drawn, exponent),
            drawn.of_bits(1 + abs(exponent)),
            Fraction(of_exponent(drawn, exponent)) * (1 + drawn.fraction(200) / 2**60),
            drawn.fraction(1 + 2 * abs(exponent)),
        )
        yield from (Operands(BINARY64, (sign * operand,)) for operand in operands for sign in (1, -1))


def pairs() -> Iterator[Operands]:
    """Floats of every seventh exponent with one near and one of any other, of either sign."""
    drawn = Drawn("pairs")
    for exponent in EXPONENTS:
        near, any_other = of_exponent(drawn, exponent - drawn.below(60)), drawn.float()
        for other in (near, -near, any_other, -any_other):
            yield Operands(BINARY64, (of_exponent(drawn, exponent), other))
            yield Operands(BINARY64, (other, -of_exponent(drawn, exponent)))


def powers() -> Iterator[Operands]:
    """Every octave of the power, of bases that neither overflow nor vanish, and of any base."""
    drawn = Drawn("powers")
    for power in octaves("powers", 1024):
        for signed in (power, -power):
            yield Operands(BINARY64, (1 + drawn.share(40).numerator % 7 / 8, signed))
            yield Operands(BINARY64, (-drawn.float(), signed))
            yield Operands(BINARY64, (of_exponent(drawn, drawn.below(1 + 1800 // power) - 900 // power), signed))


def arguments() -> Iterator[MapArguments]:
    """Distances and scales of every exponent, ints beyond floats, and k of every octave."""
    drawn = Drawn("arguments")
    for exponent in EXPONENTS:
        for d_in in (of_exponent(drawn, exponent), drawn.of_bits(1 + abs(exponent)))[drawn.below(2) :][:1]:
            near = of_exponent(drawn, max(min(exponent + drawn.below(80) - 40, 1023), -1074))
            yield MapArguments(d_in, near, drawn.chance(2), drawn.size(1 << 20))
            yield MapArguments(d_in, drawn.float(), drawn.chance(2), 1)
        yield MapArguments(of_exponent(drawn, exponent), 0.0, drawn.chance(2), drawn.size(1 << 20))
        yield MapArguments(0.0, of_exponent(drawn, exponent), drawn.chance(2), drawn.size(1 << 20))
    for k in octaves("arguments", MOST):
        yield MapArguments(drawn.float(), drawn.float(), drawn.chance(2), k)
        yield MapArguments(1.0, 1 + drawn.share(30).numerator % 99 / 7, drawn.chance(2), k)


def classical(asked: MapArguments, one_round: Callable[[float, float], float], rounds: int) -> float:
    """The loss of so many rounds, every operation rounded up."""
    d_in = up(Fraction(asked.d_in) * (1 if asked.monotonic else 2))
    if d_in == 0 or asked.scale == 0:
        return math.inf if d_in else 0.0
    return up(Fraction(one_round(d_in, asked.scale)) * Fraction(up(Fraction(rounds))))


def answers(map_: Callable[[], float], expected: Callable[[], float]) -> bool:
    """The map answers what is expected, or Overflow if some operation overflows."""
    try:
        due: float | None = expected()
    except OverflowError:
        due = None
    try:
        return map_() == due
    except errors.Overflow:
        return due is None


def space_of(asked: MapArguments, size: int | None = None) -> tuple[VectorDomain, LInfDistance]:
    """The domain and the metric of a question."""
    atom: AtomType = type(asked.d_in)
    return VectorDomain(AtomDomain(atom), size), LInfDistance(atom, asked.monotonic)


@dataclass(frozen=True)
class MapsTopK:
    """The map of noisy top-k is k times the loss of a round, under either measure."""

    maker: Callable[..., Any] = make_noisy_top_k

    def __call__(self, asked: MapArguments) -> bool:
        """Ask both maps."""
        return all(
            answers(
                partial(self.maker(*space_of(asked), measure, asked.k, asked.scale, False).map, asked.d_in),
                partial(classical, asked, one_round, asked.k),
            )
            for measure, one_round in (
                (space.MaxDivergence(), quotient_up),
                (space.ZeroConcentratedDivergence(), eighth_of_square_up),
            )
        )


def maps_one_index(asked: MapArguments) -> bool:
    """The maps of the mechanisms that release one index are the loss of one round."""
    domain, metric = space_of(asked, min(asked.k, 1 << 60))
    at_range_distance = asked._replace(monotonic=True)
    return all(
        answers(partial(measurement.map, asked.d_in), partial(classical, question, quotient_up, 1))
        for measurement, question in (
            (make_report_noisy_max_gumbel(domain, metric, asked.scale, "max"), asked),
            (make_inverse_transform(domain, metric, asked.scale), asked),
            (make_base_exponential_candidates_gumbel(domain, asked.scale), at_range_distance),
        )
    )


class RangeArguments(NamedTuple):
    """What the map of the range is asked."""

    d_in: float
    scale: float
    k: int
    size: int | None


def ranges() -> Iterator[RangeArguments]:
    """k of every octave with n unknown, equal, a little more, about twice and much more; floats of any exponent."""
    drawn = Drawn("ranges")
    for k in octaves("ranges", MOST):
        for size in (None, k, k + drawn.size(k), 2 * k - 1, 2 * k, k * drawn.size(1 << 60)):
            yield RangeArguments(1.0, 1.0, k, size)
        yield RangeArguments(drawn.float(), drawn.float(), k, k + drawn.size(2 * k))
    for exponent in EXPONENTS:
        d_in, k = of_exponent(drawn, exponent), drawn.size(1 << 30)
        near = of_exponent(drawn, max(min(exponent + drawn.below(80) - 40, 1023), -1074))
        yield RangeArguments(d_in, near, k, k + drawn.below(2 * k))


@dataclass(frozen=True)
class MapsTheRange:
    """The losses of two selections differ by k - 1 + min(k, n - k) times that of a round, 2k - 1 if n is unknown."""

    privacy_map: Callable[..., float] = RangeDivergence.privacy_map

    def __call__(self, asked: RangeArguments) -> bool:
        """Count the rounds by cases: up to n = 2k - 1 there are n - 1, from n = 2k on 2k - 1."""
        rounds = 2 * asked.k - 1 if asked.size is None or asked.size >= 2 * asked.k else asked.size - 1
        one_round = MapArguments(asked.d_in, asked.scale, True, 1)
        return answers(
            partial(self.privacy_map, asked.d_in, asked.scale, asked.k, asked.size),
            partial(classical, one_round, quotient_up, rounds),
        )


@dataclass(frozen=True)
class TightQuestions:
    """Distances of every size in ascending order, scales, k and n of every octave, for one mechanism."""

    parameters: Callable[[VectorDomain, LInfDistance, int, float], tuple[object, ...]]
    one_index: bool = False

    def __call__(self) -> Iterator[Distances]:
        """One mechanism after the other."""
        drawn = Drawn("tight")
        for number, k in enumerate(octaves("tight", 1 << 128)):
            size = (None, k, k + drawn.below(k), 2 * k, k * drawn.size(1 << 60))[number % 5]
            if self.one_index:
                k, size = 1, k
            scale = of_exponent(drawn, drawn.below(1000) - 500)
            kinds: tuple[tuple[AtomType, tuple[Atom, ...]], ...] = (
                (float, tuple(scale * of_exponent(drawn, drawn.below(1000) - 500) for _ in range(2))),
                (Fraction, (drawn.fraction(300) * Fraction(scale),)),
                (int, (drawn.of_bits(1 + drawn.below(1100)),)),
            )
            atom, distances = kinds[drawn.below(3)]
            finite = tuple(sorted(d for d in distances if d < math.inf))
            metric = LInfDistance(atom, drawn.chance(2))
            if finite:
                yield Distances(self.parameters(VectorDomain(AtomDomain(atom), size), metric, k, scale), finite)


EVERY_EXPONENT = "binary64 at every seventh exponent, of either sign"


def _rounds(claim: Claim, operation: Callable[..., float], exact: Callable[..., Fraction], cases: Cases) -> Proof:
    return proof_of(
        claim,
        holds_on(
            f"{operation.__name__} answers with the least float not below the exact value",
            EVERY_EXPONENT,
            cases,
            RoundsUp(operation, exact, by_neighbours),
        ),
    )


DIRECTED = (
    _rounds(CAST, inf_cast, Fraction, numbers),
    _rounds(ADD, inf_add, operator.add, pairs),
    _rounds(MUL, inf_mul, operator.mul, pairs),
    _rounds(DIV, inf_div, operator.truediv, pairs),
    _rounds(POWI, inf_powi, operator.pow, powers),
)
OPERANDS = "distances and scales of every seventh exponent, k and n of every octave up to 2^1024"
TIGHT_OPERANDS = "distances and scales from 2^-500 to 2^1100, k and n of every octave to 2^128"
MAPS = (
    *(
        proof_of(
            claim,
            holds_on_some(
                "Each map is its formula, every operation rounded up, or Overflow", OPERANDS, arguments, holds
            ),
        )
        for claim, holds in (
            (MAX_DIVERGENCE_PARTS, maps_one_index),
            (ZERO_CONCENTRATED_PARTS, MapsTopK()),
        )
    ),
    proof_of(
        RANGE_MAP,
        holds_on_some(
            "The map is (k - 1 + min(k, n - k))·d_in/scale, 2k - 1 where n is unknown, every operation rounded up",
            f"{OPERANDS}; n from k to far beyond 2k",
            ranges,
            MapsTheRange(),
        ),
    ),
    *(
        proof_of(
            claim,
            *(
                Step(
                    promise,
                    "by balls, from the exact distance and scale",
                    Instances(TIGHT_OPERANDS, OneIn(TRIED, cases)),
                )
                for promise, cases in zip(claim.promise.parts, questions, strict=True)
            ),
        )
        for claim, questions in (
            (
                GUMBEL,
                (
                    TightQuestions(by_gumbel_noise),
                    TightQuestions(noisy_max, one_index=True),
                    TightQuestions(exponential, one_index=True),
                ),
            ),
            (FLIP, (TightQuestions(by_permute_and_flip),)),
            (ORDER, (TightQuestions(by_permute_and_flip), TightQuestions(by_gumbel_noise))),
        )
    ),
)

PROOFS = (*DIRECTED, *MAPS)
