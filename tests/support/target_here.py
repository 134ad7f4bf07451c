"""A target of a conformance run in this process, whose coin trees are walked as far every time."""

import inspect
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from impl.draws import Coins
from proofs.engine.law import Failure, at_the_coins
from proofs.targets.target import (
    Answer,
    Forecast,
    Led,
    Made,
    Odd,
    Raised,
    Reached,
    Run,
    Trouble,
    Unsupported,
    Walk,
    one_by_one,
)
from proofs.targets.worker.certifying import NO_COINS
from proofs.targets.worker.values import Json, plain, tell
from spec.draw import Draw


def raised(error: Exception) -> Trouble:
    return Raised(type(error).__name__, str(error))


@dataclass(frozen=True)
class TargetHere:
    """A factory in this process.

    `repeats` says whether every release has the same coins, `missing` how much of coin trees is not walked, `trouble`
    what an exception is told as.
    """

    factory: Callable[..., object]
    repeats: bool = False
    missing: Fraction = Fraction(1, 2**12)
    trouble: Callable[[Exception], Trouble] = raised

    def make(self, arguments: Mapping[str, object]) -> Made | Trouble:
        try:
            made = self.factory(**arguments)
        except Exception as error:
            return self.trouble(error)
        if not hasattr(made, "invoke") or not hasattr(made, "map"):
            return Odd(type(made).__name__)
        return MadeHere(made, self)

    def mapped(self, cases: Sequence[tuple[Mapping[str, object], object]]) -> Sequence[tuple[bool, Answer]]:
        return [*one_by_one(self, cases)]

    def renew(self) -> None:
        pass

    @property
    def spent(self) -> float:
        return 0.0


@dataclass(frozen=True)
class MadeHere:
    """What the factory returned."""

    made: Any
    target: TargetHere

    @property
    def takes_draw(self) -> bool:
        return "draw" in inspect.signature(self.made.invoke).parameters

    def invoke(self, x: object) -> Answer:
        if self.target.repeats and self.takes_draw:
            return self._asked(lambda scores: self.made.invoke(scores, SameCoins()), as_sent(x))
        return self._asked(self.made.invoke, as_sent(x))

    def map(self, d_in: object) -> Answer:
        return self._asked(self.made.map, d_in)

    def sample(self, x: object, count: int) -> Sequence[tuple[Answer, int]]:
        return list(Counter(self.invoke(x) for _ in range(count)).items())

    def series(self, x: object, count: int, other: object = None) -> Sequence[Answer]:
        return [self.invoke(x if other is None or turn % 2 == 0 else other) for turn in range(count)]

    def walk(self, x: object, missing: Fraction, most: int) -> Walk | Trouble:
        def release(draw: Draw) -> str:
            return json.dumps(tell(self.made.invoke(as_sent(x), draw)))

        law = at_the_coins(release, missing=self.target.missing)
        branches = [(outcome_of(outcome), weight) for outcome, weight in law.branches]
        return Walk(tuple(branches), law.missing)

    @property
    def places(self) -> Mapping[str, str]:
        return {}

    def foresee(self, x: Sequence[object], missing: Fraction, work: int, plays: int, way: str) -> Forecast | Trouble:
        return Forecast((), Fraction(1), reason=NO_COINS)

    def lead(
        self, x: Sequence[object], missing: Fraction, work: int, places: Sequence[int], plays: int
    ) -> Led | Trouble:
        return Unsupported("its runs are not led")

    def reach(self, x: Sequence[object], wanted: Sequence[Answer], runs: Sequence[Run], work: int) -> Reached | Trouble:
        return Unsupported("its runs are not led")

    def corners(self, x: Sequence[object], first: bool = False) -> Sequence[Answer] | Trouble:
        return ()

    def _asked(self, method: Callable[[Any], object], argument: object) -> Answer:
        try:
            return heard(tell(method(argument)))
        except Exception as error:
            return self.target.trouble(error)


def as_sent(x: object) -> object:
    return list(x) if isinstance(x, tuple) else x


class SameCoins(Coins):
    """Coins that look random and fall the same way every time."""

    def __init__(self) -> None:
        self._source = Random(0)

    def bit(self) -> int:
        return self._source.getrandbits(1)


def heard(told: Json) -> Answer:
    return Odd(str(told["Odd"])) if isinstance(told, dict) else plain(told)


def outcome_of(outcome: object) -> Answer:
    return raised(outcome.error) if isinstance(outcome, Failure) else heard(json.loads(str(outcome)))
