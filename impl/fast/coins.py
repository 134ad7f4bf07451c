"""Coins by the word: uniform numbers of which as many bits are drawn as a decision asks for."""

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from impl.ball import Ball
from impl.draws import SystemDraw
from spec.errors import EntropyExhausted

WORD = 64
"""Bits of a word."""
FLOAT_BITS = 53
WORDS_A_NUMBER = 3
"""Words of a uniform number on fixed coins: they find one of n <= 2^26 cells, but for a probability of about n 2^-191.

A round of Gumbel noise draws one such number, one of permute-and-flip two."""
FEW_AT_ONCE = 4
"""So many words are not worth a fetch of their own."""
MOST_AT_ONCE = 64
"""Words that are fetched at a time, at most."""


class Words:
    """Words of fair coins from the operating system, fetched some at a time; no entropy, no release.

    Law of `word`: uniform among the integers below 2^bits, independent of every other word.
    """

    bits = WORD
    unit = 2.0**-WORD
    slack = 2.0**-FLOAT_BITS
    """How far a word over 2^bits, as a float, can be from the uniform number that it begins."""

    settles = False
    """Whether the number of words is settled beforehand, so that nothing may be drawn again."""

    sparing = False
    """Whether a release must do with few words."""

    ahead = 2
    """How many words a race draws at a time for those who are turned down; each takes two."""

    def __init__(self, source: Callable[[int], bytes] = os.urandom, batch: int = 4) -> None:
        self._source = source
        self._batch = batch
        self._fetched: list[int] = []
        self.used = 0

    @property
    def coins(self) -> int:
        """How many coins were used."""
        return self.used * self.bits

    def word(self) -> int:
        """Draw a word."""
        if not self._fetched:
            self._refill()
        self.used += 1
        return self._fetched.pop()

    def many(self, count: int) -> Sequence[int]:
        """Draw so many words."""
        return [self.word() for _ in range(count)]

    def _refill(self) -> None:
        size = self._batch * WORD // 8
        self._fetched = memoryview(fetch(self._source, size)).cast("Q").tolist()
        self._batch = min(2 * self._batch, MOST_AT_ONCE)


class Stream(Words):
    """The same words; many are fetched at once."""

    ahead = 64

    def many(self, count: int) -> Sequence[int]:
        """Draw so many words."""
        if count <= FEW_AT_ONCE:
            return super().many(count)
        self.used += count
        return memoryview(fetch(self._source, count * WORD // 8)).cast("Q")


class Bits(Words):
    """Single coins: no float can tell anything by one, so that exact arithmetic uses each of them to the full."""

    bits = 1
    unit = slack = 0.5
    sparing = True

    def __init__(self, source: Callable[[int], bytes] = os.urandom) -> None:
        super().__init__(source)
        self._coins = SystemDraw(source)

    def word(self) -> int:
        """Draw a coin."""
        self.used += 1
        return self._coins.bit()


class FixedWords(Words):
    """So many words, drawn at once whatever comes; entropy that runs out here is no error but the end of a release."""

    settles = sparing = True

    def __init__(self, count: int, source: Callable[[int], bytes] = os.urandom) -> None:
        super().__init__(source, count)
        self._refill()
        self.drawn = count

    @property
    def coins(self) -> int:
        """How many coins were drawn."""
        return self.drawn * self.bits

    def word(self) -> int:
        """Hand out the next of them."""
        if not self._fetched:
            raise WordsUsedUp
        return self._fetched.pop()


class TapeWords(Words):
    """Words of few bits, read from a tape. The shorter they are, the less floats may decide."""

    def __init__(self, bits: int, tape: Sequence[int]) -> None:
        super().__init__()
        self.bits, self._tape = bits, tape
        self.unit = 2.0**-bits
        self.slack = max(self.unit, Words.slack)

    def word(self) -> int:
        """Read a word."""
        if self.used == len(self._tape):
            raise EntropyExhausted
        self.used += 1
        return self._tape[self.used - 1]


class Recorded(Words):
    """Words that others hand out, of which those read so far can be read again."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.bits, self.unit, self.slack, self.ahead = words.bits, words.unit, words.slack, words.ahead
        self._words = words
        self._read: list[Sequence[int]] = []

    def many(self, count: int) -> Sequence[int]:
        """Draw so many words."""
        drawn = self._words.many(count)
        self._read.append(drawn)
        return drawn

    def again(self) -> Iterator[int]:
        """The words that were read, and then new ones."""
        yield from chain.from_iterable(self._read)
        while True:
            yield self._words.word()


class WordsUsedUp(Exception):
    """A release has used all the words that were drawn for it."""


class Uniform:
    """A uniform number U, known to some bits: numerator/2^bits <= U < (numerator + 1)/2^bits."""

    def __init__(self, word: int, words: Words) -> None:
        self.numerator, self.bits, self._words = word, words.bits, words

    def refine(self) -> None:
        """Draw the next word of U."""
        self.numerator = self.numerator << self._words.bits | self._words.word()
        self.bits += self._words.bits

    def times(self, count: int) -> int:
        """floor(U * count), drawing bits until they tell; what is left of U * count is uniform still."""
        while True:
            low, high = self.numerator * count, (self.numerator + 1) * count - 1
            if low >> self.bits == high >> self.bits:
                return low >> self.bits
            self.refine()

    @property
    def low(self) -> Ball:
        """The least value that U can have, exactly."""
        return Ball(self.numerator) / Ball(2) ** self.bits

    @property
    def high(self) -> Ball:
        """The bound that U stays below, exactly."""
        return Ball(self.numerator + 1) / Ball(2) ** self.bits

    @property
    def enclosed(self) -> Ball:
        """A ball around all that U can be."""
        return self.low.union(self.high)


def fetch(source: Callable[[int], bytes], size: int) -> bytes:
    """So many bytes of entropy, or the designed error."""
    try:
        fetched = source(size)
    except (OSError, NotImplementedError) as error:
        raise EntropyExhausted from error
    if len(fetched) != size:
        raise EntropyExhausted
    return fetched
