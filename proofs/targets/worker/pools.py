"""Many random bytes that are asked for at once: each is drawn when it is read, as far as that can be told.

A release that keeps a pool of bytes reads them one by one, and throws the rest away. What it never reads is no part of
its law. Whoever reads bytes in a way that is not seen, such as from the memory behind them, gets others than those who
ask for them one by one. So it is tried whether releases do the same if all bytes are there from the start, whatever is
never read; only then are bytes drawn when they are read.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from .cells import FIRST, HIGH, LAST, LOW, ORDINARY, Cells, Chance

TAPES = (*[None] * 12, FIRST, LAST, LOW, HIGH)
"""Runs on which it is tried: by chance, and where draws are extreme."""
Pools = Callable[[Any, int], bytes]
"""What makes so many bytes from the choices of a run."""
_BEHIND = Chance(13)
"""What is in the memory behind pools, another time other bytes."""


class Byte:
    """One byte, drawn when it is read."""

    __slots__ = ("_cells", "place", "value")

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self.value: int | None = None
        self.place = -1

    def read(self) -> int:
        """Its value."""
        if self.value is None:
            self.place = len(self._cells.taken)
            self.value = self._cells.below(256)
        return self.value


class Pool(bytes):
    """Bytes that are drawn when they are read; the memory behind them has others."""

    members: tuple[Byte | int, ...]

    def __new__(cls, members: Iterable[Byte | int]) -> "Pool":
        """Some that were drawn or will be."""
        kept = tuple(members)
        made = super().__new__(cls, _BEHIND.getrandbits(8 * len(kept)).to_bytes(len(kept), "big"))
        made.members = kept
        return made

    def __bytes__(self) -> bytes:
        return bytes([_read(member) for member in self.members])

    def __iter__(self) -> Iterator[int]:
        return map(_read, self.members)

    def __getitem__(self, place: Any) -> Any:
        return Pool(self.members[place]) if isinstance(place, slice) else _read(self.members[place])

    def __add__(self, other: Any) -> Any:
        return Pool((*self.members, *_members(other)))

    def __radd__(self, other: Any) -> Any:
        return Pool((*_members(other), *self.members))


def _read(member: Byte | int) -> int:
    return member if isinstance(member, int) else member.read()


def _members(other: bytes) -> Iterable[Byte | int]:
    return other.members if isinstance(other, Pool) else other


def _whole(name: str) -> Callable[..., Any]:
    """A method that reads all bytes."""

    def method(self: Pool, *arguments: Any, **named: Any) -> Any:
        return getattr(bytes(self), name)(*arguments, **named)

    return method


_OF_POOLS = {
    *vars(Pool),
    "__class__",
    "__getattribute__",
    "__setattr__",
    "__delattr__",
    "__init__",
    "__len__",
    "__dir__",
}
for _name in {*vars(bytes)} - _OF_POOLS - {"__doc__", "maketrans", "fromhex"}:
    setattr(Pool, _name, _whole(_name))


class OneByOne:
    """Makes pools, and remembers them."""

    def __init__(self) -> None:
        self.pools: list[Pool] = []

    def __call__(self, cells: Any, size: int) -> bytes:
        """A new pool."""
        self.pools.append(Pool(Byte(cells) for _ in range(size)))
        return self.pools[-1]

    @property
    def read(self) -> list[Byte]:
        """All bytes that were read."""
        members = (member for pool in self.pools for member in pool.members)
        return [byte for byte in members if isinstance(byte, Byte) and byte.value is not None]


class Given:
    """Gives the bytes that some pools have, and a filler for those that were never read."""

    def __init__(self, pools: Sequence[Pool], filler: int) -> None:
        self._left = [
            bytes(filler if isinstance(byte, Byte) and byte.value is None else _read(byte) for byte in pool.members)
            for pool in pools
        ]

    def __call__(self, cells: Any, size: int) -> bytes:
        """The next of them."""
        return self._left.pop(0) if self._left else bytes(size)


def are_read(play: Callable[[Cells, Pools], str]) -> bool:
    """Whether there are pools, and releases do the same if all of their bytes are there from the start."""
    chance = Chance(11)
    for tape in TAPES:
        source = OneByOne()
        cells = Cells((), tape, chance)
        outcome = play(cells, source)
        if not source.pools:
            return False
        places = {byte.place for byte in source.read}
        others = tuple(cell for place, cell in enumerate(cells.taken) if place not in places)
        for filler in (0, 255):
            again = Cells(others, ORDINARY, chance)
            if play(again, Given(source.pools, filler)) != outcome or len(again.taken) != len(others):
                return False
    return True
