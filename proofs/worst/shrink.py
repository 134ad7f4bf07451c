"""A violation made small: fewer candidates, smaller k, fewer moves, smaller numbers, and it is still one."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from proofs.worst.subject import Neighbours, Scores

Size = tuple[int, int, int, int, Fraction, int]


def shrunk(at: Neighbours, violates: Callable[[Neighbours], bool], most: int) -> Neighbours:
    """The smallest violation that single steps reach, each of them to something smaller; `most` are tried."""
    tried = {at}
    while True:
        for simpler in _simpler(at):
            if simpler in tried or size(simpler) >= size(at):
                continue
            if len(tried) > most:
                return at
            tried.add(simpler)
            if violates(simpler):
                at = simpler
                break
        else:
            return at


def size(at: Neighbours) -> Size:
    """What is made small, in this order."""
    both = (*at.x, *at.y)
    return (
        at.n,
        at.k,
        sum(a != b for a, b in zip(at.x, at.y, strict=True)),
        sum(score.denominator for score in both),
        sum((abs(score) for score in both), start=Fraction(0)),
        sum(score < 0 for score in both),
    )


def _simpler(at: Neighbours) -> Iterator[Neighbours]:
    for i in range(at.n if at.n > 1 else 0):
        yield Neighbours(_without(at.x, i), _without(at.y, i), min(at.k, at.n - 1))
        if at.k > 1:
            yield Neighbours(_without(at.x, i), _without(at.y, i), at.k - 1)
    if at.k > 1:
        yield Neighbours(at.x, at.y, at.k - 1)
    yield Neighbours(at.y, at.x, at.k)
    for i in range(at.n):
        yield Neighbours(at.x, _with(at.y, i, at.x[i]), at.k)
    for origin in dict.fromkeys((*at.x, *at.y)):
        yield Neighbours(tuple(a - origin for a in at.x), tuple(b - origin for b in at.y), at.k)
    yield from _closer(at)
    for i in range(at.n):
        for score in _smaller(at.x[i]):
            yield Neighbours(_with(at.x, i, score), _with(at.y, i, score + at.y[i] - at.x[i]), at.k)
        for move in _smaller(at.y[i] - at.x[i]):
            yield Neighbours(at.x, _with(at.y, i, at.x[i] + move), at.k)


def _closer(at: Neighbours) -> Iterator[Neighbours]:
    """Close the gap below each score, in part or in full: what is above moves down, or what is below moves up."""
    levels = sorted(set(at.x))
    for below, above in pairwise(levels):
        for gap in _smaller(above - below):
            cut = above - below - gap
            yield _shifted(at, [-cut if score >= above else Fraction(0) for score in at.x])
            yield _shifted(at, [cut if score <= below else Fraction(0) for score in at.x])


def _shifted(at: Neighbours, by: list[Fraction]) -> Neighbours:
    x = tuple(a + shift for a, shift in zip(at.x, by, strict=True))
    return Neighbours(x, tuple(b + shift for b, shift in zip(at.y, by, strict=True)), at.k)


def _smaller(value: Fraction) -> Iterator[Fraction]:
    """Simpler values, the simplest first; of the same value with the other sign, the size decides."""
    whole = Fraction(int(value))
    sign = 1 if value > 0 else -1
    yield from (Fraction(0), whole, Fraction(int(value / 2)), Fraction(int(value * 7 / 8)), whole - sign, -value)
    yield Fraction(round(2 * value), 2)


def _with(x: Scores, i: int, score: Fraction) -> Scores:
    return (*x[:i], score, *x[i + 1 :])


def _without(x: Scores, i: int) -> Scores:
    return (*x[:i], *x[i + 1 :])
