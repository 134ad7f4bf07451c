"""Statistics as a checker: running code on fresh coins, tested against an exact law."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction

from impl.draws import SystemDraw
from proofs.engine.enclosure import Weight
from proofs.engine.law.outcome import Failure
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.statistics.budget import Budget, FalseAlarmRate
from proofs.engine.statistics.evidence import Null
from proofs.engine.statistics.power import detectable
from proofs.engine.statistics.sequential import Result, SequentialTest
from spec.errors import NoisymaxError
from spec.logic.claim import Statement

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
        result = test.run(self._sample)
        if result.rejected:
            return Finding(Status.OPEN, _rejection(test, result))
        return Finding(Status.TESTED, _agreement(test, result))

    def _sample(self, size: int) -> Iterator[object]:
        draw = SystemDraw()
        for _ in range(size):
            try:
                yield draw.call(self.body, *self.arguments)
            except NoisymaxError as error:
                yield Failure(error.with_traceback(None))


def _rejection(test: SequentialTest, result: Result) -> str:
    how_often = f"a true law is rejected with probability at most {_up(test.alpha)}"
    return f"REJECTED after {result.draws} draws, {_evidence(result)}; {how_often}; {result.witness}"


def _agreement(test: SequentialTest, result: Result) -> str:
    seen = detectable(test.null, test.alpha, test.max_draws)
    return (
        f"not rejected in {result.draws} draws, {_evidence(result)}; "
        f"null: independent draws from the law on {len(test.null.cells)} outcomes; "
        f"rule: reject once the e-value is 1/alpha or an outcome is impossible, alpha = {_up(test.alpha)}; "
        f"detected with power 0.99 (proven bounds): total variation {_up(seen.total_variation)}, "
        f"an outcome likelier by more than {_up(seen.likelier)}"
    )


def _evidence(result: Result) -> str:
    if result.evidence is None:
        return "e-value infinite"
    return f"e-value {result.evidence.str(3, radius=False)}"


def _up(x: Fraction) -> str:
    """Two digits, rounded up."""
    return f"{_ROUND_UP.divide(Decimal(x.numerator), Decimal(x.denominator)).normalize():g}"
