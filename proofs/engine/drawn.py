"""Numbers of every size, drawn from a seed: the same in every run, and no size is left out.

What is wrong only beyond a threshold is found by cases that have no edge in common. So sizes are spread over octaves:
each power of two up to what runs has its own cases, and what else a case consists of is drawn log-uniformly.
"""

import math
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Case = TypeVar("Case")

LONGEST = 1024
"""Bits of the numerators and denominators that are drawn: beyond every float, and more than any machine word."""


_COINS = bytes.maketrans(b"01", bytes((0, 1)))
WORD = 64
"""Bits of a machine word: an octave below it is looked at more closely."""


class Drawn:
    """A stream of numbers that a seed determines."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """An integer from 0 to n - 1, each as likely as any other."""
        return self._random.randrange(n)

    def chance(self, one_in: int) -> bool:
        """True once in so many times."""
        return self.below(one_in) == 0

    def of_bits(self, bits: int) -> int:
        """A positive integer of so many bits exactly."""
        return (1 << bits - 1) + self.below(1 << bits - 1)

    def size(self, most: int) -> int:
        """An integer from 1 to `most`: each number of bits is as likely as any other."""
        return min(self.of_bits(1 + self.below(most.bit_length())), most)

    def fraction(self, longest: int = LONGEST) -> Fraction:
        """A positive fraction, numerator and denominator of up to so many bits each."""
        return Fraction(self.of_bits(1 + self.below(longest)), self.of_bits(1 + self.below(longest)))

    def signed(self, longest: int = LONGEST) -> Fraction:
        """A fraction of either sign; zero now and then."""
        return (self.below(9) - 4) * self.fraction(longest)

    def share(self, longest: int = LONGEST) -> Fraction:
        """A fraction from 0 to 1, both included, as near to either end as its denominator allows."""
        if self.chance(16):
            return Fraction(self.below(2))
        over, under = sorted((self.below(1 << 1 + self.below(longest)), self.of_bits(1 + self.below(longest))))
        share = Fraction(over, max(under, 1))
        return 1 - share if self.chance(2) else share

    def float(self) -> float:
        """A positive float, subnormal ones included."""
        return math.ldexp(self.of_bits(53), self.below(2046) - 1074 - 52) or math.ulp(0.0)

    def coins(self, number: int) -> tuple[int, ...]:
        """So many fair coins."""
        tossed = self._random.getrandbits(number) if number else 0
        return tuple(f"{tossed:0{number}b}".encode().translate(_COINS)[::-1]) if number else ()


TURN, ROUND = 40_503, 2**16
"""Near the golden section of a round: the turns of numbers, and of every second, third or later, spread over it."""


@dataclass(frozen=True)
class OneIn(Generic[Case]):
    """One in so many of the cases, spread over all of them: what an audit tries. `make deep` tries them all."""

    many: int
    cases: Callable[[], Iterable[Case]]

    def __call__(self) -> Iterator[Case]:
        """The first, and each whose turn falls into the first part of a round."""
        return (case for number, case in enumerate(self.cases()) if number * TURN % ROUND * self.many < ROUND)


def told(scope: str, cases: object) -> str:
    """The scope of a check, with the share of its cases that is tried if that is not all of them."""
    return f"{scope}; one in {cases.many}" if isinstance(cases, OneIn) else scope


def octaves(seed: str, most: int) -> Iterator[int]:
    """Every integer up to 16; of each octave up to `most` one, of those of machine words both ends, too; and `most`."""
    drawn = Drawn(seed)
    yield from range(1, min(16, most) + 1)
    for bits in range(5, most.bit_length() + 1):
        ends = ((1 << bits - 1) + 1, (1 << bits) - 1, 1 << bits) if bits <= WORD else ()
        yield from (number for number in (drawn.of_bits(bits), *ends) if number < most)
    if most > 16:
        yield most
