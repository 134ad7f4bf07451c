"""Are the numbers found that a target mentions, and the cells that they may mean?"""

import random
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from proofs.targets.worker.mentioning import MOST_NUMBERS, cells_of, mentioned

ODD = 7_654_321


def plain(p: float) -> bool:
    return random.random() < p or random.getrandbits(24) == ODD


def closed(number: int) -> Callable[[float], bool]:
    return lambda p: random.getrandbits(24) == number


def unbound() -> object:
    function: Any = closed(777)
    del function.__closure__[0].cell_contents
    return function


class Kept:
    table: ClassVar[dict[str, object]] = {"low": 1717, "high": (2929, b"ab")}

    def __init__(self, accept: object) -> None:
        self.accept = accept

    def invoke(self, x: list[float]) -> int:
        return 40_404 if any(score == 0.8765 for score in x) else 1

    def bounded(self, p: float, *, most: int = 505_505) -> bool:
        return p < most


def test_numbers_are_found_wherever_they_are_used() -> None:
    """Are numbers found in methods, attributes, tables, closures, defaults, globals, and in whatever these call?"""
    kept = Kept(Kept(closed(31_313)).bounded)
    assert {40_404, 0.8765, 505_505, 1717, 2929, b"ab", 31_313} <= {*mentioned(kept)}
    assert {ODD, 24} <= {*mentioned(Kept(plain))}


def test_no_number_is_the_library_s() -> None:
    """Is nothing read of the standard library or of numpy, nor where a name was never bound, nor without end?"""
    assert not {*mentioned([random.Random(3), random.shuffle, partial(int, "3"), print, unbound()])} - {24}
    assert len(mentioned([*range(60), [*range(100, 160)]])) == MOST_NUMBERS
    deep: list[object] = [1]
    for number in range(5000):
        deep = [deep, 1000 + number]
    assert len(mentioned(deep)) == MOST_NUMBERS


def test_numbers_mean_cells() -> None:
    """Is a number a cell from either end, a part of the draw from either end, or its bytes, if there is such a cell?"""
    assert cells_of([5], 8) == {5, 2}
    assert cells_of([-1, 9, 10**400, float("inf"), float("nan")], 8) == set()
    assert cells_of([0.25], 64) == {0, 16, 48}
    assert cells_of([b"\x01\x02"], 2**16) == {0x102, 0x201}
    assert cells_of([3.0], 10) == {0, 3}
