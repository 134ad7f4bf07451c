"""Implementations of a contract without a process: outputs come as often as a law says, so no test depends on luck."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from impl.ball import precision, upper
from impl.directed import round_up
from proofs.conform.ask import Ask, Effort
from proofs.conform.contract import Contract, Stated
from proofs.conform.model import Outcome, Verdict
from proofs.conform.promised_law import Promised
from proofs.conform.session import conform
from proofs.targets.target import (
    Answer,
    Forecast,
    Led,
    Made,
    Raised,
    Reached,
    Run,
    Trouble,
    Unsupported,
    Walk,
    one_by_one,
)
from spec.directed import BINARY64
from spec.weights import ExpSum

EFFORT = Effort(cases=40, maps=40, tries=30, draws=20_000)
"""Work that is counted: the same in every run, on any machine."""

REFUSED = Raised("ValueError", "refused")
Law = Callable[[Contract, Stated, Any], Promised]
Map = Callable[[Contract, Stated, float], Answer]


def promised(contract: Contract, setting: Stated, x: Any) -> Promised:
    return contract.promised(setting, x)


def least(contract: Contract, setting: Stated, d_in: float) -> Answer:
    """The least float that is not below the bound."""
    with precision(256):
        return float(round_up(max(upper(contract.enclosed_bound(setting, Fraction(d_in))), Fraction(0)), BINARY64))


@dataclass
class StatedTarget:
    """A factory whose objects have a law and a map, and which refuses what is refused."""

    contract: Contract
    law: Law = promised
    bound: Map = least
    refuses: Callable[[Mapping[str, object]], bool] | None = None
    walks: bool = False
    seed: int = 0
    looks: int = 0
    foretells: Callable[[Any], Forecast] | None = None
    cornering: Sequence[Answer] = ("elsewhere",)

    def __post_init__(self) -> None:
        self.source = Random(self.seed)

    def make(self, arguments: Mapping[str, object]) -> Made | Trouble:
        accepted = [setting for setting in self.contract.settings if repr(setting.values) == repr(arguments)]
        if self.refuses(arguments) if self.refuses else not accepted:
            return REFUSED
        return StatedMade(self, (accepted or [*self.contract.settings])[0], self.source)

    def mapped(self, cases: Sequence[tuple[Mapping[str, object], object]]) -> Sequence[tuple[bool, Answer]]:
        return [*one_by_one(self, cases)]

    def renew(self) -> None:
        pass

    @property
    def spent(self) -> float:
        """A second more whenever it is looked at."""
        self.looks += 1
        return float(self.looks)


def numeric(weight: ExpSum) -> float:
    """A sum as a float, without balls: their precision is one for all threads."""
    return math.fsum(float(c) * math.exp(-q) for q, c in weight.terms.items())


@dataclass
class StatedMade:
    """What such a factory returns."""

    target: StatedTarget
    setting: Stated
    source: Random = field(repr=False)

    @property
    def takes_draw(self) -> bool:
        return self.target.walks

    @property
    def places(self) -> Mapping[str, str]:
        return {}

    def foresee(self, x: Any, missing: Fraction, work: int, plays: int, way: str) -> Forecast | Trouble:
        foretells = self.target.foretells
        return foretells(x) if foretells else Forecast((), Fraction(1), reason="it borrows nothing")

    def lead(self, x: Any, missing: Fraction, work: int, places: Sequence[int], plays: int) -> Led | Trouble:
        return Unsupported("its runs are not led")

    def reach(self, x: Any, wanted: Sequence[Answer], runs: Sequence[Run], work: int) -> Reached | Trouble:
        return Unsupported("its runs are not led")

    def corners(self, x: Any, first: bool = False) -> Sequence[Answer] | Trouble:
        return self.target.cornering

    def _weights(self, x: Any) -> list[tuple[Answer, float]]:
        found = self.target.law(self.target.contract, self.setting, x)
        return [(outcome[0], numeric(weight.over) / numeric(weight.under)) for outcome, weight in found.branches]

    def sample(self, x: Any, count: int) -> Sequence[tuple[Answer, int]]:
        often: list[tuple[Answer, int]] = []
        passed, given = 0.0, 0
        for answer, share in self._weights(x):
            passed += share
            upto = max(round(count * passed), given)
            often.append((answer, upto - given))
            given = upto
        return [(answer, n) for answer, n in often if n]

    def series(self, x: Any, count: int, other: Any = None) -> Sequence[Answer]:
        weights = [self._weights(one) for one in (x, x if other is None else other)]
        laws = [tuple(zip(*each, strict=True)) for each in weights]
        return [self.source.choices(*laws[turn % 2])[0] for turn in range(count)]

    def invoke(self, x: Any) -> Answer:
        return self.series(x, 1)[0]

    def map(self, d_in: object) -> Answer:
        if not isinstance(d_in, int | float) or not 0 <= d_in < math.inf:
            return REFUSED
        return self.target.bound(self.target.contract, self.setting, d_in)

    def walk(self, x: Any, missing: Fraction, most: int) -> Walk | Trouble:
        found = self.target.law(self.target.contract, self.setting, x)
        branches = [(outcome[0], weight.over.rational()) for outcome, weight in found.branches]
        return Walk(tuple((answer, mass) for answer, mass in branches if mass is not None), Fraction(0))


def verdicts(target: StatedTarget, seconds: float = 8.0) -> dict[str, Verdict]:
    """What became of each clause."""
    for setting in target.contract.settings:
        for x in target.contract.members(setting):  # the precision of balls is one for all threads: laws are made here
            target.law(target.contract, setting, x)
    twin = StatedTarget(target.contract, target.law, target.bound, target.refuses, target.walks, target.seed + 1)
    found = conform([target, twin], target.contract, Ask(effort=EFFORT), seconds)
    return {verdict.clause.name: verdict for verdict in found}


def failed(target: StatedTarget) -> set[str]:
    """The clauses that failed."""
    return {name for name, verdict in verdicts(target).items() if verdict.outcome is Outcome.FAILED}
