"""Statistics as a checker: running code on fresh coins, tested against an exact law."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from functools import partial

from impl.ball import precision
from impl.draws import SystemDraw
from proofs.engine.enclosure import Weight
from proofs.engine.law.outcome import Failure
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.statistics.budget import Budget, FalseAlarmRate
from proofs.engine.statistics.evidence import BITS, Null
from proofs.engine.statistics.power import detectable
from proofs.engine.statistics.sequential import Result, Sampler, SequentialTest
from proofs.engine.translate.to_ball import Setting, value
from proofs.engine.translate.values import as_ball
from spec.errors import NoisymaxError
from spec.logic.claim import Statement
from spec.logic.formula import Apply, Family, Formula, Symbol, Term

AUDIT = Budget()
"""What all statistical checks of the ledger together may spend."""

_ROUND_UP = Context(prec=2, rounding=ROUND_CEILING)


@dataclass(frozen=True)
class Sampled:
    """Test draws of `body(*arguments, draw)`, on coins of the operating system, against their law.

    A rejection leaves the statement OPEN. It is strong evidence, but of a kind that nobody can recompute, and
    REFUTED is kept for witnesses that anybody can.
    """

    body: Callable[..., object]
    arguments: tuple[object, ...]
    law: Callable[[], Iterable[tuple[object, Weight]]]
    alpha: FalseAlarmRate
    max_draws: int
    checker: str = field(default="statistics", init=False)

    def run(self, statement: Statement) -> Finding:
        """Test the sentence that says that the draws have the law."""
        if not isinstance(statement, str):
            return Finding(Status.OPEN, "statistics test samplers and can read neither a formula nor a promise")
        test = SequentialTest(Null(self.law()), self.alpha, self.max_draws)
        return _tested(test, partial(_draws, self.body, self.arguments))


@dataclass(frozen=True)
class SampledShares:
    """Test draws of `body(*arguments, draw)` against the right side of an equation between probabilities.

    The equation speaks of the candidate at `place`; what its left side says of each candidate is what is drawn. Its
    right side, by balls at the given numbers, is the law that the draws are held against.
    """

    body: Callable[..., object]
    arguments: tuple[object, ...]
    place: Symbol
    numbers: Mapping[Symbol, Fraction]
    lists: Mapping[Family, tuple[Fraction, ...]]
    alpha: FalseAlarmRate
    max_draws: int
    checker: str = field(default="statistics", init=False)

    def run(self, statement: Statement) -> Finding:
        """Test the equation."""
        match statement:
            case Formula(conclusion=Apply("=", (_, right))):
                test = SequentialTest(self._null(right), self.alpha, self.max_draws)
            case _:
                return Finding(Status.OPEN, "this test is of an equation between probabilities")
        return _tested(test, partial(_draws, self.body, self.arguments))

    def _null(self, share: Term) -> Null:
        candidates = range(len(next(iter(self.lists.values()))))
        with precision(BITS):
            return Null.enclosed(
                {k: as_ball(value(share, Setting(self.numbers, self.lists, {self.place: k}))) for k in candidates}
            )


def _tested(test: SequentialTest, sample: Sampler) -> Finding:
    result = test.run(sample)
    if result.rejected:
        return Finding(Status.OPEN, _rejection(test, result))
    return Finding(Status.TESTED, _agreement(test, result))


def _draws(body: Callable[..., object], arguments: tuple[object, ...], size: int) -> Iterator[object]:
    draw = SystemDraw()
    for _ in range(size):
        try:
            yield draw.call(body, *arguments)
        except NoisymaxError as error:
            yield Failure(error.with_traceback(None))


def _rejection(test: SequentialTest, result: Result) -> str:
    how_often = f"a true law is rejected with probability at most {rounded_up(test.alpha)}"
    return f"REJECTED after {result.draws} draws, {_evidence(result)}; {how_often}; {result.witness}"


def _agreement(test: SequentialTest, result: Result) -> str:
    seen = detectable(test.null, test.alpha, test.max_draws)
    return (
        f"not rejected in {result.draws} draws; "
        f"null: independent draws from the law on {len(test.null.cells)} outcomes; "
        f"rule: reject once the e-value is 1/alpha or an outcome is impossible, alpha = {rounded_up(test.alpha)}; "
        f"detected with power 0.99 (proven bounds): total variation {rounded_up(seen.total_variation)}, "
        f"an outcome likelier by more than {rounded_up(seen.likelier)}"
    )


def _evidence(result: Result) -> str:
    if result.evidence is None:
        return "e-value infinite"
    return f"e-value {result.evidence.str(3, radius=False)}"


def rounded_up(x: Fraction) -> str:
    """Two digits, rounded up."""
    return f"{_ROUND_UP.divide(Decimal(x.numerator), Decimal(x.denominator)).normalize():g}"
