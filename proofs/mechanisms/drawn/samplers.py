"""The discrete samplers beyond every list: what they make of coins, and of what the samplers beneath them answer.

Each check says what the code must do on one tape or script, from the law alone. On all tapes together that is the law;
the tapes are drawn, and those among them that take a sampler deep are made: they follow the bits that it hesitates at.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, repeat
from typing import NamedTuple

from impl.samplers import (
    attempt_uniform_uint_below,
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
    sample_uniform_uint_below,
)
from proofs.engine.drawn import Drawn, octaves
from proofs.mechanisms.drawn.proof import holds_on, holds_on_some, proof_of
from proofs.mechanisms.drawn.scripted import Scripted
from spec import samplers as spec

MOST = 1 << 400
"""The greatest n that a uniform integer is drawn below."""

DEEPEST = 700
"""How many bits of a uniform number a comparison may need here."""

MANY = 500
"""How many answers of one kind a script may give in a row."""


class BelowCase(NamedTuple):
    """An integer to draw below, and a tape."""

    n: int
    coins: tuple[int, ...]


def integers() -> Iterator[BelowCase]:
    """Every octave of n: the greatest answer, the least that is turned down, and tapes that are drawn."""
    drawn = Drawn("integers")
    for n in octaves("integers", MOST):
        bits = width(n)
        for value in (n - 1, min(n, 2**bits - 1), drawn.below(2**bits)):
            first = tuple(value >> place & 1 for place in reversed(range(bits)))
            yield BelowCase(n, (*first, *drawn.coins(20 * bits)))


def width(n: int) -> int:
    """The least b with 2^b >= n."""
    return (n - 1).bit_length()


def numbers_on(case: BelowCase) -> list[int]:
    """The tape, read as numbers of so many bits as the integers below n take."""
    bits = width(case.n)
    if bits == 0:
        return [0]
    tape = "".join(map(str, case.coins))
    return [int(tape[start : start + bits], 2) for start in range(0, len(tape) - bits + 1, bits)]


@dataclass(frozen=True)
class ReadsBits:
    """One attempt is the number that the first bits make, or is turned down."""

    function: Callable[..., int | None] = attempt_uniform_uint_below

    def __call__(self, case: BelowCase) -> bool:
        """Compare answer and coins."""
        draw, number = Scripted(case.coins), numbers_on(case)[0]
        return self.function(case.n, draw) == (number if number < case.n else None) and draw.used == width(case.n)


@dataclass(frozen=True)
class TakesTheFirst:
    """The first number on the tape that is below n."""

    function: Callable[..., int] = sample_uniform_uint_below

    def __call__(self, case: BelowCase) -> bool:
        """Compare answer and coins."""
        draw, numbers = Scripted(case.coins), numbers_on(case)
        tries, expected = next((place, number) for place, number in enumerate(numbers, start=1) if number < case.n)
        return self.function(case.n, draw) == expected and draw.used == tries * width(case.n)


class RationalCase(NamedTuple):
    """A probability and a tape."""

    p: Fraction
    coins: tuple[int, ...]


def probabilities() -> Iterator[RationalCase]:
    """Denominators of every octave, and tapes that follow the bits of p to every depth before they leave them."""
    drawn = Drawn("probabilities")
    for under in octaves("probabilities", MOST):
        p = Fraction(drawn.below(under + 1), under)
        depth = drawn.size(DEEPEST)
        yield RationalCase(p, drawn.coins(DEEPEST))
        yield RationalCase(p, (*bits_of(p, depth), *drawn.coins(DEEPEST)))
    for depth in octaves("depths", DEEPEST):
        p = drawn.share()
        yield RationalCase(p, (*bits_of(p, depth), *drawn.coins(DEEPEST)))


def bits_of(p: Fraction, number: int) -> tuple[int, ...]:
    """The first bits of 0 <= p <= 1; of 1, ones."""
    value = min((p.numerator << number) // p.denominator, (1 << number) - 1)
    return tuple(value >> place & 1 for place in reversed(range(number)))


@dataclass(frozen=True)
class ComparesBits:
    """The answer is p > U, from just so many bits of U as it takes."""

    function: Callable[..., bool] = sample_bernoulli_rational

    def __call__(self, case: RationalCase) -> bool:
        """U is in [r/2^b, (r + 1)/2^b): read on until p is not inside."""
        over, under = case.p.numerator, case.p.denominator
        read, r = 0, 0
        while r * under < over << read < (r + 1) * under:
            r, read = 2 * r + case.coins[read], read + 1
        draw = Scripted(case.coins)
        return self.function(case.p, draw) is ((r + 1) * under <= over << read) and draw.used == read


class SeriesCase(NamedTuple):
    """An exponent, and how often in a row a coin shows True."""

    x: Fraction
    trues: int


def series() -> Iterator[SeriesCase]:
    """Exponents from 0 to 1 with denominators of any size, and every octave of a run of Trues."""
    drawn = Drawn("series")
    yield from (SeriesCase(drawn.share(), number - 1) for number in octaves("series", MANY))
    yield from (SeriesCase(drawn.share(), drawn.size(MANY) - 1) for _ in range(60))
    yield from (SeriesCase(Fraction(drawn.below(under + 1), under), 2) for under in octaves("unders", MOST))


@dataclass(frozen=True)
class CountsTrues:
    """Coins of probabilities x/1, x/2, ... are tossed until one shows False; the answer is that its place is odd."""

    function: Callable[..., bool] = sample_bernoulli_exp1

    def __call__(self, case: SeriesCase) -> bool:
        """Compare the answer and what was asked."""
        draw = Scripted(answers={sample_bernoulli_rational: [*repeat(True, case.trues), False]})
        answer = self.function(case.x, draw)
        return answer is (case.trues % 2 == 0) and draw.asked == [
            (case.x / place,) for place in range(1, case.trues + 2)
        ]


class ExponentCase(NamedTuple):
    """An exponent, how many coins of e^-1 show True, and what the last coin shows."""

    x: Fraction
    trues: int
    last: bool


def exponents() -> Iterator[ExponentCase]:
    """Exponents of every octave up to the end, and far beyond up to a drawn number of rounds."""
    drawn = Drawn("exponents")
    for whole in octaves("exponents", MANY):
        for x in (whole - drawn.share(), Fraction(whole)):
            yield from (ExponentCase(x, rounds_of(x), last) for last in (False, True))
    for bits in range(1, 1000, 7):
        x = Fraction(drawn.of_bits(bits), 1 + drawn.below(2 ** drawn.below(bits + 1)))
        yield ExponentCase(x, min(drawn.size(MANY) - 1, rounds_of(x)), False)


def rounds_of(x: Fraction) -> int:
    """How often 1 is taken off until what is left is at most 1."""
    return max(-(-x.numerator // x.denominator) - 1, 0)


@dataclass(frozen=True)
class TakesOnesOff:
    """While more than 1 is left, a coin of e^-1 must show True; then a coin of what is left answers."""

    function: Callable[..., bool] = sample_bernoulli_exp

    def __call__(self, case: ExponentCase) -> bool:
        """Compare the answer and what was asked."""
        rounds = rounds_of(case.x)
        asked = [(Fraction(1),)] * min(case.trues + 1, rounds)
        if case.trues == rounds:
            asked.append((case.x - rounds,))
        draw = Scripted(answers={sample_bernoulli_exp1: chain(repeat(True, case.trues), [case.last])})
        return self.function(case.x, draw) is case.last and draw.asked == asked


UNIFORM = proof_of(
    spec.UNIFORM_CODE,
    holds_on_some(
        "One attempt is the number that just enough coins make, and is turned down if that is not below n",
        "n of every octave up to 2^400; the greatest number, the least turned down, drawn ones",
        integers,
        ReadsBits(),
    ),
    holds_on_some(
        "The first number on the tape that is below n is the answer",
        "n of every octave up to 2^400, drawn tapes",
        integers,
        TakesTheFirst(),
    ),
)
RATIONAL = proof_of(
    spec.RATIONAL_CODE,
    holds_on_some(
        "The answer is p > U, from just so many bits of U as it takes",
        "denominators of every octave up to 2^400, and up to 2^1024; tapes that follow p for up to 700 bits",
        probabilities,
        ComparesBits(),
    ),
)
EXP1 = proof_of(
    spec.EXP1_CODE,
    holds_on(
        "Coins of x/1, x/2, ... are tossed until one shows False, and the answer is that its place is odd",
        "denominators of every octave up to 2^400, and up to 2^1024; every octave of up to 500 coins",
        series,
        CountsTrues(),
    ),
    uses=(spec.RATIONAL_CODE,),
)
EXP = proof_of(
    spec.EXP_CODE,
    holds_on(
        "While more than 1 is left, a coin of e^-1 must show True; then a coin of what is left answers",
        "x of every octave up to 500 to the end, and up to 2^1000 for up to 500 rounds",
        exponents,
        TakesOnesOff(),
    ),
    uses=(spec.EXP1_CODE,),
)

PROOFS = (UNIFORM, RATIONAL, EXP1, EXP)
