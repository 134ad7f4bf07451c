"""Are bytes of a pool drawn when they are read, and only if nobody reads them in another way?"""

import hashlib
import struct
from collections.abc import Callable
from fractions import Fraction

import pytest

from proofs.targets.names import parse
from proofs.targets.process import ProcessTarget
from proofs.targets.target import Forecast
from proofs.targets.worker.cells import Cells, Chance
from proofs.targets.worker.certifying import FOLDED
from proofs.targets.worker.pools import Given, OneByOne, Pool, Pools, are_read
from tests.support.target_processes import PATIENT, made
from tests.support.worker_here import TARGETS

SIZE = 24


def pool_of(*script: int) -> tuple[Pool, Cells]:
    cells = Cells(script, None, Chance(1))
    made = OneByOne()(cells, SIZE)
    assert isinstance(made, Pool)
    return made, cells


def test_bytes_are_drawn_when_they_are_read() -> None:
    """Are bytes drawn in the order in which they are read, each once, whatever they are a part of, and no others?"""
    pool, cells = pool_of(*range(1, 25))
    assert len(pool) == SIZE
    assert isinstance(pool, bytes)
    assert not cells.taken
    assert pool[7] == 1
    assert pool[-1] == 2
    assert bytes(pool[7:9]) == bytes([1, 3])
    assert int.from_bytes(pool[0:2], "little") == 4 + 256 * 5
    left = b"ab" + pool[2:4] + b"c"
    assert len(cells.taken) == 5
    assert list(left) == [97, 98, 6, 7, 99]
    assert next(iter(pool)) == 4
    assert cells.taken == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    "read",
    [
        lambda pool: pool.hex() == bytes(range(SIZE)).hex(),
        lambda pool: pool == bytes(range(SIZE)),
        lambda pool: hash(pool) == hash(bytes(range(SIZE))),
        lambda pool: 5 in pool,
        lambda pool: pool.find(bytes([23])) == 23,
        lambda pool: repr(pool) == repr(bytes(range(SIZE))),
    ],
)
def test_who_asks_for_all_reads_all(read: Callable[[Pool], bool]) -> None:
    """Do methods of bytes see the bytes that are drawn?"""
    pool, cells = pool_of(*range(SIZE))
    assert read(pool)
    assert cells.taken == [*range(SIZE)]


READ: dict[str, tuple[Callable[[bytes], object], bool]] = {
    "one by one": (lambda pool: next((place for place, byte in enumerate(pool) if byte < 128), SIZE), True),
    "as a number": (lambda pool: int.from_bytes(pool[3:7], "big") % 3, True),
    "from memory": (lambda pool: struct.unpack_from("<Q", pool)[0] % 2, False),
    "from memory, seldom": (lambda pool: pool[0] < 3 and struct.unpack_from("<Q", pool, 8)[0] == 0, False),
    "as a copy": (lambda pool: bytearray(pool)[0] % 2, False),
    "as a digest": (lambda pool: hashlib.sha256(pool).digest()[0] % 2, False),
    "by its type": (lambda pool: type(pool) is bytes, False),
    "not at all": (lambda pool: 0, True),
}


@pytest.mark.parametrize("name", READ)
def test_it_is_tried_whether_bytes_are_read_one_by_one(name: str) -> None:
    """Is it noticed if what is never read matters, or if it matters that bytes are not there from the start?"""
    reads, one_by_one = READ[name]

    def play(cells: Cells, pools: Pools) -> str:
        other = cells.below(5)
        return f"{other} {reads(pools(cells, SIZE))} {cells.below(7)}"

    assert are_read(play) is one_by_one


def test_without_pools_nothing_is_read_from_them() -> None:
    """Is a program without pools, and one that asks for more of them once it has what it read, left as it is?"""
    assert not are_read(lambda cells, pools: str(cells.below(3)))

    def greedy(cells: Cells, pools: Pools) -> str:
        return str(len([pools(cells, SIZE) for _ in range(2 if isinstance(pools, Given) else 1)]))

    assert not are_read(greedy)


@pytest.mark.parametrize(("size", "reads", "known"), [(24, "one", True), (24, "all", False), (8, "one", False)])
def test_a_remainder_of_a_byte_in_a_pool_is_foretold(size: int, reads: str, known: bool) -> None:
    """Is the law of a byte of a pool known to the last digit, and nothing believed of one that is read from memory?"""
    with ProcessTarget(parse(f"{TARGETS / 'pooled.py'}:make"), limits=PATIENT) as process:
        found = made(process, size=size, reads=reads).foresee(0, Fraction(1, 2**40), 60_000, 1000, FOLDED)
    assert isinstance(found, Forecast)
    due = {0: Fraction(86, 256), 1: Fraction(85, 256), 2: Fraction(85, 256)}
    assert (dict(found.branches) == due) is known
    assert found.whole or not known
