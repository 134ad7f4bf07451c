"""A sequential test of a sampler against an exact finite law."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from impl.ball import Ball, Order, ball, compare
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.evidence import Null, e_value, log_e_value_of_cell

Sampler = Callable[[int], Iterable[object]]
"""Gives so many independent outcomes; they are taken one by one, and perhaps not all of them."""

FIRST_LOOK = 16


@dataclass(frozen=True)
class Result:
    """How a test ended: after how many draws, with what evidence, and what speaks most against the null.

    The evidence is None if an outcome came that the null rules out.
    """

    rejected: bool
    draws: int
    evidence: Ball | None
    witness: str


@dataclass(frozen=True)
class SequentialTest:
    """Reject the null once E_n >= 1/alpha or an impossible outcome comes; stop anyway after `max_draws`.

    P(rejected) <= alpha under the null. E_n is looked at after 16 draws and whenever their number has
    grown by a quarter: any rule for when to look keeps that bound.
    """

    null: Null
    alpha: FalseAlarmRate
    max_draws: int

    def run(self, sample: Sampler) -> Result:
        """Draw until the test decides."""
        counts = [0] * len(self.null.cells)
        for look in self._looks():
            drawn = sum(counts)
            for outcome in sample(look - drawn):
                drawn += 1
                place = self.null.place(outcome)
                if place is None:
                    return Result(True, drawn, None, f"outcome {outcome!r}, which the law rules out")
                counts[place] += 1
            if drawn != look:
                raise ValueError("the sampler gave another number of outcomes than it was asked for")
            if self._enough(counts):
                return Result(True, drawn, e_value(self.null, counts), self._witness(counts))
        return Result(False, self.max_draws, e_value(self.null, counts), self._witness(counts))

    def _looks(self) -> Iterator[int]:
        look = FIRST_LOOK
        while look < self.max_draws:
            yield look
            look += look // 4
        yield self.max_draws

    def _enough(self, counts: list[int]) -> bool:
        """E_n >= 1/alpha, for certain."""
        evidence = e_value(self.null, counts)
        return compare(lambda: evidence, lambda: ball(1 / self.alpha)) in (Order.GREATER, Order.EQUAL)

    def _witness(self, counts: list[int]) -> str:
        """The outcome whose count alone is the strongest evidence."""
        n = sum(counts)
        place = max(
            range(len(counts)),
            key=lambda k: float(log_e_value_of_cell(self.null.cells[k], counts[k], n).mid()),
        )
        cell = self.null.cells[place]
        expected = float((n * cell.probability).mid())
        return f"outcome {cell.outcome!r} came {counts[place]} times of {n}, expected {expected:.6g}"
