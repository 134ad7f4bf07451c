"""Random draws as cells: each draw takes one of 0, ..., n - 1, by script, by tape or by chance, and is noted."""

from _random import Random
from collections.abc import Callable
from typing import Any

MOST_CELLS, MOST_BITS, MOST_BEYOND = 400, 8192, 4000
"""The longest run, in draws and in bits: exact arithmetic on ever more bits takes ever longer. What is longer goes on
by chance, so many draws at most, and is thrown away: to be ended by an exception is what no generator outlives."""
EXTREME_BITS = 512
"""After so many the ends of draws are left, but for coins: numbers refined until they differ would never do so."""
BITS = 64
OCTAVES, NEAR, TINY = 5, 4, 24
"""Binary digits of the number of octaves near an end; how many draws are near it, and by how many bits."""


class Stopped(BaseException):
    """This run is not to go on."""


class Chance(Random):
    """Chance that is never diverted, the same in every process for the same seed."""

    def below(self, n: int) -> int:
        """One of 0, ..., n - 1."""
        bits = (n - 1).bit_length()
        cell = self.getrandbits(bits)
        while cell >= n:
            cell = self.getrandbits(bits)
        return cell

    def near_an_end(self, n: int) -> int:
        """The same, from either end, each octave as likely as the next."""
        distance = self.below(n) >> self.getrandbits(OCTAVES)
        return distance if self.getrandbits(1) else n - 1 - distance


class Cells:
    """A source of cells: it follows a script, and then a tape, or chance where there is no tape.

    If `anew`, what they lead to is to be seen and not remembered.
    """

    __slots__ = (
        *("_beyond", "_chance", "_chosen", "_extreme_to", "_script", "_scripted", "_tape"),
        *("among", "anew", "bits", "charged", "stopped", "taken"),
    )

    def __init__(self, script: tuple[int, ...], tape: int | None, chance: Chance, anew: bool = False) -> None:
        self.anew = anew
        self.taken: list[int] = []
        self.among: list[int] = []
        self.bits = self.charged = 0
        self.stopped, self._beyond = False, 0
        self._script, self._scripted = script, len(script)
        self._tape = None if tape is None else tape_of(tape)
        self._extreme_to = EXTREME_BITS if tape in (FIRST, LAST) else MOST_BITS
        self._chance, self._chosen = chance, chance.getrandbits

    def below(self, n: int) -> int:
        """Take one of 0, ..., n - 1; where there is nothing to take, nothing is noted."""
        if n == 1:
            return 0
        taken = self.taken
        place = len(taken)
        self.bits += n.bit_length()
        if place and (self.bits > MOST_BITS or place == MOST_CELLS):
            return self.beyond(n)
        if place < self._scripted:
            cell = min(self._script[place], n - 1)
        elif self._tape is None:
            bits = (n - 1).bit_length()
            cell = self._chosen(bits)
            while cell >= n:
                cell = self._chosen(bits)
        else:
            tape = self._tape if self.bits <= self._extreme_to or n == 2 else tape_of(ORDINARY)
            cell = tape[place - self._scripted] * n >> BITS
        taken.append(cell)
        self.among.append(n)
        return cell

    def bit(self) -> int:
        """Toss a coin."""
        return self.below(2)

    def call(self, body: Callable[..., Any], *arguments: object) -> Any:
        """Run `body` on the same cells."""
        return body(*arguments, self)

    @property
    def is_by_chance(self) -> bool:
        """Whether other cells come in another run."""
        return self._tape is None

    def restart(self) -> None:
        """Begin again: no cell has been taken."""
        self.taken.clear()
        self.among.clear()
        self.bits = 0

    @property
    def work(self) -> int:
        """How much work a run is that took these cells, and what it was charged beside."""
        return 1 + max(len(self.taken), self.bits // BITS) + self.charged

    def by_chance(self, n: int) -> int:
        """The same for code that swallows exceptions: nothing is raised, however long a run is."""
        try:
            return self.below(n)
        except Stopped:
            return self._chance.below(n)

    def beyond(self, n: int) -> int:
        """Take one that is not noted: this run is thrown away, and ends by itself."""
        self.stopped = True
        self._beyond += 1
        if self._beyond > MOST_BEYOND:
            raise Stopped
        return self._chance.below(n)


FIRST, LAST, LOW, HIGH, ORDINARY = -1, -2, -3, -4, 1
"""The tapes on which draws take their first cells, or their last; or are near there, but only the first few; or not."""
_TAPES: dict[int, list[int]] = {FIRST: [0] * MOST_CELLS, LAST: [2**BITS - 1] * MOST_CELLS}


def tape_of(seed: int) -> list[int]:
    """The tape of a number: 64 random bits a draw, the same in every process; of an even number, mostly near an end.

    Draws near an end show what is rare: which choice it was that is hardly ever accepted.
    """
    if seed not in _TAPES:
        source = Chance(abs(seed))
        cell = source.below if seed % 2 or seed < 0 else source.near_an_end
        _TAPES[seed] = [cell(2**BITS) for _ in range(MOST_CELLS)]
        for place in range(NEAR if seed < 0 else 0):
            _TAPES[seed][place] >>= TINY
            if seed == HIGH:
                _TAPES[seed][place] = 2**BITS - 1 - _TAPES[seed][place]
    return _TAPES[seed]
