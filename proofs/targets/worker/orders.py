"""Orders of the cells of a draw, in some of which it may be monotone."""

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

LONGEST_PERIOD = 24
ROUND = tuple(sorted({Fraction(i, m) for m in range(2, 13) for i in range(1, m)}))
"""Parts of a draw at which tables begin."""


class Order(Protocol):
    """A rearrangement of the cells of a draw among n."""

    def cell(self, place: int, n: int) -> int:
        """The cell at a place."""
        ...

    def place(self, cell: int, n: int) -> int:
        """The place of a cell."""
        ...

    def marks(self, n: int) -> Iterator[int]:
        """Places at which pieces often begin."""
        ...


@dataclass(frozen=True)
class Turned:
    """An order that is its own inverse."""

    turn: Callable[[int, int], int]

    def cell(self, place: int, n: int) -> int:
        """The cell at a place."""
        return self.turn(place, n)

    def place(self, cell: int, n: int) -> int:
        """The place of a cell."""
        return self.turn(cell, n)

    def marks(self, n: int) -> Iterator[int]:
        """Round parts."""
        return (int(n * part) for part in ROUND)


@dataclass(frozen=True)
class Residues:
    """First the cells that leave 0 when divided by the modulus, then those that leave 1, and so on."""

    modulus: int
    read: Turned

    def cell(self, place: int, n: int) -> int:
        """The cell at a place."""
        size, longer = divmod(n, self.modulus)
        if place < longer * (size + 1):
            residue, times = divmod(place, size + 1)
        else:
            residue, times = divmod(place - longer * (size + 1), size)
            residue += longer
        return self.read.turn(residue + times * self.modulus, n)

    def place(self, cell: int, n: int) -> int:
        """The place of a cell."""
        times, residue = divmod(self.read.turn(cell, n), self.modulus)
        return self._start(residue, n) + times

    def marks(self, n: int) -> Iterator[int]:
        """Where each residue begins."""
        return (self._start(residue, n) for residue in range(self.modulus))

    def _start(self, residue: int, n: int) -> int:
        size, longer = divmod(n, self.modulus)
        return residue * size + min(residue, longer)


class Listed:
    """The cells as they are listed."""

    def __init__(self, cells: Sequence[int]) -> None:
        self._cells = array("L", cells)
        self._places = array("L", cells)
        for place, cell in enumerate(cells):
            self._places[cell] = place

    def cell(self, place: int, n: int) -> int:
        """The cell at a place."""
        return self._cells[place]

    def place(self, cell: int, n: int) -> int:
        """The place of a cell."""
        return self._places[cell]

    def marks(self, n: int) -> Iterator[int]:
        """None that is known."""
        return iter(())


def _as_numbers(cell: int, n: int) -> int:
    return cell


def _from_the_last_bit(cell: int, n: int) -> int:
    return int(f"{cell:0{n.bit_length() - 1}b}"[::-1], 2)


def _from_the_last_byte(cell: int, n: int) -> int:
    size = (n.bit_length() - 1) // 8
    return int.from_bytes(cell.to_bytes(size, "big"), "little")


NATURAL = Turned(_as_numbers)
LAST_BIT, LAST_BYTE = Turned(_from_the_last_bit), Turned(_from_the_last_byte)
"""As numbers whose first bit, or byte, is the last."""


def orders(n: int) -> Iterator[Turned]:
    """The orders in which a draw among n may be monotone."""
    yield NATURAL
    if n & (n - 1) == 0:
        yield LAST_BIT
        if n > 256 and (n.bit_length() - 1) % 8 == 0:
            yield LAST_BYTE


def period(behaviour: Callable[[int, tuple[int, ...]], Hashable], start: int, tapes: Iterable[int]) -> int:
    """With which period behaviour changes from one place to the next, after a start; 0 if it does not, or with none."""
    telling = [tape for tape in tapes if len({behaviour(start + i, (tape,)) for i in range(3)}) > 1]
    if not telling:
        return 0
    found = [behaviour(start + i, tuple(telling[:3])) for i in range(2 * LONGEST_PERIOD)]
    for length in range(2, LONGEST_PERIOD + 1):
        if all(a == b for a, b in zip(found, found[length:], strict=False)):
            return length
    return 0
