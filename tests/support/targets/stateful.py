"""Releases on equal scores that remember earlier ones: each is uniform, and together they are not independent."""

import secrets
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

Scores = Sequence[float]
State = dict[object, Any]
Way = Callable[[Random, State, Scores], int]
"""One release: a source of chance, what is remembered, and the scores."""
LAST = "last"


def independent(source: Random, state: State, x: Scores) -> int:
    return source.randrange(len(x))


def redraws(one_in: int) -> Way:
    """What would repeat the last release is drawn again, in one of so many releases on average."""

    def release(source: Random, state: State, x: Scores) -> int:
        found = source.randrange(len(x))
        return source.randrange(len(x)) if found == state.get(LAST) and not source.randrange(one_in) else found

    return release


def redraws_in_turn(period: int) -> Way:
    """The same in every so manyth release."""

    def release(source: Random, state: State, x: Scores) -> int:
        state["count"] = state.get("count", 0) + 1
        found = source.randrange(len(x))
        return source.randrange(len(x)) if found == state.get(LAST) and state["count"] % period == 0 else found

    return release


def repeats(period: int) -> Way:
    """Every so many releases the last one comes again."""

    def release(source: Random, state: State, x: Scores) -> int:
        state["count"] = state.get("count", 0) + 1
        return int(state.get(LAST, 0)) % len(x) if state["count"] % period == 0 else source.randrange(len(x))

    return release


def antithetic(source: Random, state: State, x: Scores) -> int:
    """Every second release has the opposite noise of the one before."""
    if "noise" in state:
        return int((2**32 - 1 - state.pop("noise")) * len(x) >> 32)
    state["noise"] = source.getrandbits(32)
    return int(state["noise"] * len(x) >> 32)


def dealt(source: Random, state: State, x: Scores) -> int:
    """Every index comes once before one comes again."""
    left = [i for i in range(len(x)) if not state.get((len(x), i))]
    if not left:
        left = list(range(len(x)))
        state.update({(len(x), i): 0 for i in left})
    found = source.choice(left)
    state[len(x), found] = 1
    return found


def cached(source: Random, state: State, x: Scores) -> int:
    return int(state.setdefault(tuple(x), source.randrange(len(x))))


def kept_for_others(source: Random, state: State, x: Scores) -> int:
    """Another input than the last is released with the same noise."""
    before, state["input"] = state.get("input", tuple(x)), tuple(x)
    return source.randrange(len(x)) if tuple(x) == before else int(state[LAST] % len(x))


RIGHT: dict[str, Way] = {"independent": independent}
WRONG: dict[str, Way] = {
    "redraws one in eight": redraws(8),
    "redraws every eighth": redraws_in_turn(8),
    "redraws one in three": redraws(3),
    "never repeats": redraws_in_turn(1),
    "repeats every eighth": repeats(8),
    "repeats every fiftieth": repeats(50),
    "repeats every hundredth": repeats(100),
    "antithetic": antithetic,
    "dealt": dealt,
    "cached": cached,
    "kept for other inputs": kept_for_others,
}
SLIGHT: dict[str, Way] = {**RIGHT, "redraws one in sixteen": redraws(16), "redraws one in eight": redraws(8)}


class Stateful:
    """k indices of equal scores, the first in some way."""

    def __init__(self, way: Way, k: int, source: Random) -> None:
        self.way, self.k, self.source, self.state = way, k, source, State()
        self.order: list[int] = []

    def invoke(self, x: Scores) -> list[int]:
        first = self.way(self.source, self.state, x)
        again = self.state.get(LAST) == first and self.order[:1] == [first] and len(self.order) == self.k
        self.state[LAST] = first
        if not (again and self.way.__qualname__.startswith("repeats")):
            others = [i for i in range(len(x)) if i != first]
            self.order = [first, *self.source.sample(others, self.k - 1)]
        return self.order

    def map(self, d_in: float) -> float:
        return d_in


def factory(name: str) -> Callable[..., Stateful]:
    """A factory of such; each has chance of its own."""
    way = {**WRONG, **SLIGHT}[name]
    return lambda k, **others: Stateful(way, k, Random(secrets.randbits(128)))
