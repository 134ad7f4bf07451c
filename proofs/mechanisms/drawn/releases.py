"""Releases beyond every list: scores of every type and size, any number of them, any scale and k that is accepted.

What a maker adds to the selection beneath is seen from there: which numbers, which scale and which k it asks for, and
that it releases what it is answered. The numbers that scores stand for are those of `spec.scores`.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.gumbel import gumbel_top_k
from impl.inverse_transform import inverse_transform, make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from impl.range_divergence import RangeDivergence
from impl.report_noisy_max_gumbel import gumbel_max, make_report_noisy_max_gumbel
from proofs.engine.drawn import Drawn, octaves
from proofs.engine.ledger.model import Proof
from proofs.mechanisms.drawn.proof import Holds, holds_on, proof_of
from proofs.mechanisms.drawn.scripted import Scripted
from spec import errors, space
from spec.draw import Draw
from spec.exponential_candidates_gumbel import LAW as EXPONENTIAL_LAW
from spec.gumbel import MAX_CODE, TOP_K_CODE
from spec.inverse_transform import CODE as INVERSE_CODE
from spec.inverse_transform import LAW as INVERSE_LAW
from spec.logic.claim import Claim
from spec.noisy_top_k import MAX_DIVERGENCE_ERRORS, MAX_DIVERGENCE_LAW, ZERO_CONCENTRATED_ERRORS, ZERO_CONCENTRATED_LAW
from spec.peeling import CODE as PEEL_CODE
from spec.range_divergence import LAW as RANGE_LAW
from spec.report_noisy_max_gumbel import LAW as NOISY_MAX_LAW
from spec.scores import numbers_of
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, VectorDomain

MOST = 600
"""How many scores there may be."""


class Asked(NamedTuple):
    """Scores of one type, a scale, a number of indices, a direction, and what the selection beneath answers."""

    x: tuple[Atom, ...]
    scale: float
    k: int
    negate: bool
    answer: tuple[int, ...]
    known: bool

    @property
    def space(self) -> tuple[VectorDomain, LInfDistance]:
        """The domain of the scores, their number known or not, and its metric."""
        atom: AtomType = type(self.x[0])
        return VectorDomain(AtomDomain(atom), len(self.x) if self.known else None), LInfDistance(atom)


def questions() -> Iterator[Asked]:
    """Every octave of n and of k; and every ninth binary exponent of ints, floats and fractions, and of the scale."""
    drawn = Drawn("questions")
    for n in octaves("questions", MOST):
        yield asked(drawn, tuple(score(drawn, drawn.below(3), 1 + drawn.below(1024)) for _ in range(1)) * n)
        kind = drawn.below(3)
        yield asked(drawn, tuple(score(drawn, kind, 1 + drawn.below(1024)) for _ in range(n)))
    for exponent in range(1, 1024, 5):
        for kind in range(3):
            yield asked(drawn, tuple(score(drawn, kind, exponent) for _ in range(4)), math.ldexp(1.0, exponent))
            yield asked(drawn, (score(drawn, kind, exponent),), math.ldexp(1.0, -exponent))
    for bits in range(1024, 6000, 200):
        yield asked(drawn, (drawn.of_bits(bits), -drawn.of_bits(bits), 0))
        yield asked(drawn, (Fraction(1, drawn.of_bits(bits)), Fraction(drawn.of_bits(bits), drawn.of_bits(bits - 1))))
    yield asked(drawn, (math.inf, -math.inf, 0.0, -0.0, 1e308))
    for k in octaves("many", 1 << 100):
        yield asked(drawn, (1, 2, 3), k=k)


def score(drawn: Drawn, kind: int, bits: int) -> Atom:
    """An int or a fraction of so many bits, or a float of that exponent, of either sign."""
    sign = 1 - 2 * drawn.below(2)
    if kind == 0:
        return sign * drawn.of_bits(bits)
    if kind == 1:
        return sign * math.ldexp(drawn.of_bits(53), (bits if drawn.chance(2) else -bits) - 53)
    return sign * Fraction(drawn.of_bits(bits), drawn.of_bits(1 + drawn.below(bits)))


def asked(drawn: Drawn, x: tuple[Atom, ...], scale: float | None = None, k: int | None = None) -> Asked:
    """A question about these scores; what is not given is drawn."""
    many = drawn.size(2 * len(x)) if k is None else k
    left, answer = list(range(len(x))), []
    for _ in range(min(many, len(x))):
        answer.append(left.pop(drawn.below(len(left))))
    known = many <= len(x) and drawn.chance(2)
    return Asked(x, drawn.float() if scale is None else scale, many, drawn.chance(2), tuple(answer), known)


Peeled = Callable[..., Any]


@dataclass(frozen=True)
class AsksPeel:
    """Under max divergence the numbers are peeled by permute-and-flip."""

    maker: Callable[..., Any] = make_noisy_top_k

    def __call__(self, case: Asked) -> bool:
        """Compare what `peel` was asked with the question."""
        measurement = self.maker(*case.space, space.MaxDivergence(), case.k, case.scale, case.negate)
        draw = Scripted(answers={peel: [case.answer]})
        expected = (permute_and_flip, numbers_of(case.x, case.negate), Fraction(case.scale), case.k)
        return measurement.invoke(list(case.x), draw) == list(case.answer) and draw.asked == [expected]


@dataclass(frozen=True)
class AsksTopK:
    """Under zero-concentrated divergence the numbers get Gumbel noise, of which the greatest are taken."""

    maker: Callable[..., Any] = make_noisy_top_k

    def __call__(self, case: Asked) -> bool:
        """Compare what `gumbel_top_k` was asked with the question."""
        measurement = self.maker(*case.space, space.ZeroConcentratedDivergence(), case.k, case.scale, case.negate)
        return _asks_top_k(lambda draw: measurement.invoke(list(case.x), draw), case)


@dataclass(frozen=True)
class AsksTopKDirectly:
    """So does the selection under range divergence."""

    selection: Callable[..., list[int]] = RangeDivergence.noisy_top_k

    def __call__(self, case: Asked) -> bool:
        """Compare what `gumbel_top_k` was asked with the question."""
        return _asks_top_k(lambda draw: self.selection(case.x, case.scale, case.k, case.negate, draw), case)


def _asks_top_k(release: Callable[[Draw], list[int]], case: Asked) -> bool:
    draw = Scripted(answers={gumbel_top_k: [case.answer]})
    if release(draw) != list(case.answer) or len(draw.asked) != 1:
        return False
    noises, k = draw.asked[0]
    return _shifts_and_scale(noises, case) == (numbers_of(case.x, case.negate), {Fraction(case.scale)}) and k == case.k


def _shifts_and_scale(noises: Any, case: Asked) -> tuple[tuple[Fraction, ...], set[Fraction]]:
    return tuple(noise.shift for noise in noises), {noise.scale for noise in noises}


@dataclass(frozen=True)
class AsksMax:
    """The numbers get Gumbel noise, of which the greatest is taken, or the least by a maker that `negates`."""

    make: Callable[[Asked], Any]
    negates: bool

    def __call__(self, case: Asked) -> bool:
        """Compare what `gumbel_max` was asked with the question."""
        draw = Scripted(answers={gumbel_max: case.answer})
        expected = numbers_of(case.x, case.negate and self.negates)
        if self.make(case).invoke(list(case.x), draw) != case.answer[0] or len(draw.asked) != 1:
            return False
        (samples,) = draw.asked[0]
        return _shifts_and_scale(samples, case) == (expected, {Fraction(case.scale)})


def noisy_max(case: Asked) -> Any:
    """Report noisy max."""
    domain, metric = sized(case)
    return make_report_noisy_max_gumbel(domain, metric, case.scale, "min" if case.negate else "max")


def exponential(case: Asked) -> Any:
    """The exponential mechanism."""
    return make_base_exponential_candidates_gumbel(sized(case)[0], case.scale)


def sized(case: Asked) -> tuple[VectorDomain, LInfDistance]:
    """The space of the question, the number of scores known."""
    domain, metric = case.space
    return VectorDomain(domain.element_domain, len(case.x)), metric


@dataclass(frozen=True)
class AsksInverseTransform:
    """The numbers are selected from by inverse transform sampling."""

    maker: Callable[..., Any] = make_inverse_transform

    def __call__(self, case: Asked) -> bool:
        """Compare what `inverse_transform` was asked with the question."""
        draw = Scripted(answers={inverse_transform: case.answer})
        released = self.maker(*sized(case), case.scale).invoke(list(case.x), draw)
        return released == case.answer[0] and draw.asked == [(numbers_of(case.x), Fraction(case.scale))]


class Stranger(NamedTuple):
    """Scores that are members of a domain, and the place at which something is put that is none."""

    x: tuple[Atom, ...]
    place: int


def strangers() -> Iterator[Stranger]:
    """Vectors of every octave of n, and any place in them."""
    drawn = Drawn("strangers")
    for n in octaves("strangers", MOST):
        x = tuple(math.copysign(drawn.float(), drawn.below(2) - 1) for _ in range(n))
        yield from (Stranger(x, place) for place in {0, drawn.below(n), n - 1})


def refuses(case: Stranger) -> bool:
    """NaN, an int, a bool, a missing score and one too many are refused, each by its error; else all are members."""
    domain = VectorDomain(AtomDomain(float), len(case.x))
    with_one: Callable[[Any], list[Any]] = lambda one: [*case.x[: case.place], one, *case.x[case.place + 1 :]]  # noqa: E731
    expected: Sequence[tuple[object, type[errors.NoisymaxError] | None]] = (
        (list(case.x), None),
        (with_one(math.inf), None),
        (with_one(math.nan), errors.NanScore),
        (with_one(1), errors.WrongAtomType),
        (with_one(True), errors.WrongAtomType),
        ([*case.x, 0.0], errors.WrongSize),
        (list(case.x[1:]), errors.WrongSize),
    )
    return all(_refusal(domain, value) is error for value, error in expected)


def _refusal(domain: VectorDomain, value: object) -> type[errors.NoisymaxError] | None:
    try:
        domain.check(value)
    except errors.NoisymaxError as error:
        return type(error)
    return None


RELEASES = "n of every octave up to 600, ints, floats and fractions of every size, infinities, every scale and k"


def _releases(claim: Claim, asked: str, holds: Holds, *uses: Claim) -> Proof:
    says = f"{asked} is asked about the numbers that the scores stand for, once, and what it answers is released"
    return proof_of(claim, holds_on(says, RELEASES, questions, holds), uses=uses)


def _errors(claim: Claim, law: Claim) -> Proof:
    return proof_of(
        claim,
        holds_on(
            "What is no member is refused by the error for it, and members are not",
            "vectors of every octave of n up to 600, NaN, an int, a bool at any place, one score more or less",
            strangers,
            refuses,
        ),
        uses=(law,),
    )


PROOFS = (
    _releases(MAX_DIVERGENCE_LAW, "peel", AsksPeel(), PEEL_CODE),
    _releases(ZERO_CONCENTRATED_LAW, "gumbel_top_k", AsksTopK(), TOP_K_CODE),
    _releases(RANGE_LAW, "gumbel_top_k", AsksTopKDirectly(), TOP_K_CODE),
    _releases(NOISY_MAX_LAW, "gumbel_max", AsksMax(noisy_max, True), MAX_CODE),
    _releases(
        EXPONENTIAL_LAW,
        "gumbel_max",
        AsksMax(exponential, False),
        MAX_CODE,
    ),
    _releases(INVERSE_LAW, "inverse_transform", AsksInverseTransform(), INVERSE_CODE),
    _errors(MAX_DIVERGENCE_ERRORS, MAX_DIVERGENCE_LAW),
    _errors(ZERO_CONCENTRATED_ERRORS, ZERO_CONCENTRATED_LAW),
)
