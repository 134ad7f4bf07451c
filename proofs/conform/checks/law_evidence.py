"""One case of the output law under test: what was drawn, and how strongly it speaks against the promised law."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from impl.ball import Ball, Order, ball, compare, precision
from proofs.conform.ball_laws import BITS, Probabilities
from proofs.conform.checks.law_cases import LawCase
from proofs.conform.checks.numbers import told
from proofs.conform.contract import Contract
from proofs.conform.known_laws import cells_of, promised_law, told_cell
from proofs.conform.pool import indices
from proofs.conform.promised_law import Outcome
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.evidence import Null, e_value, log_e_value_of_cell
from proofs.targets.target import Answer

DOUBT = 10**4
"""Evidence beyond which a law is not said to fit."""


@dataclass
class Experiment:
    """Draws of one case, and the sequential test of them."""

    triple: Contract
    case: LawCase
    number: int
    alpha: FalseAlarmRate
    seen: Counter[Outcome] = field(default_factory=Counter)
    odd: list[Answer] = field(default_factory=list)
    rejected: bool = False
    evidence: float = 0.0
    cost: float = 0.0
    """What a draw cost lately, in seconds."""

    @cached_property
    def promised(self) -> Probabilities:
        """The promised law."""
        return promised_law(self.triple, self.case)

    @cached_property
    def _cell(self) -> Callable[[Outcome], Outcome]:
        return cells_of(self.triple, self.case)

    @cached_property
    def null(self) -> Null:
        """The promised law, to be tested."""
        return Null.enclosed(self.promised)

    @property
    def draws(self) -> int:
        """How many releases were drawn."""
        return sum(self.seen.values())

    def feed(self, answers: Sequence[tuple[Answer, int]]) -> None:
        """Count answers; one that the law rules out rejects it at once."""
        for answer, count in answers:
            order = indices(self.triple, answer)
            if order is None:
                self.odd.append(answer)
            else:
                self.seen[self._cell(order)] += count
        strange = self.seen.keys() - self.promised.keys()
        self.rejected = bool(strange or self.odd)
        if self.rejected:
            self.evidence = inf
        else:
            found = e_value(self.null, self.counts)
            self.evidence = _size(found)
            self.rejected = compare(lambda: found, lambda: ball(1 / self.alpha)) in (Order.GREATER, Order.EQUAL)

    @property
    def counts(self) -> list[int]:
        """How often each outcome of the promised law came."""
        return [self.seen[order] for order in self.promised]

    def orders(self, answers: Sequence[tuple[Answer, int]]) -> list[tuple[Outcome, int]]:
        """The answers as indices, where they are."""
        found = [(indices(self.triple, answer), count) for answer, count in answers]
        return [(order, count) for order, count in found if order is not None]

    def fits(self, law: Probabilities) -> bool:
        """Whether the draws are no strong evidence against another law."""
        if self.odd or self.seen.keys() - law.keys():
            return False
        return not e_value(Null.enclosed(law), [self.seen[order] for order in law]) > DOUBT

    def likelihood(self, law: Probabilities) -> float:
        """ln of the chance of the draws under a law that allows them, roughly: it chooses a name."""
        with precision(BITS):
            return float(sum((n * law[order].log() for order, n in self.seen.items()), start=ball(0)).mid())

    def witness(self) -> tuple[str, dict[str, str]]:
        """What speaks most against the law, in words and in numbers."""
        n = self.draws
        if self.evidence == inf:
            strange = [
                *map(told, self.odd),
                *(f"= {self.triple.shown(seen)}" for seen in sorted(self.seen.keys() - self.promised.keys(), key=str)),
            ]
            return f"a release {strange[0]}, which the law rules out", {"draws": str(n)}
        place = max(range(len(self.counts)), key=lambda i: _size_of_log(self, i, n))
        cell = self.null.cells[place]
        name = told_cell(self.triple, [*self.promised][place])
        expected = (n * cell.probability).str(6, radius=False)
        numbers = {
            "outcome": name,
            "came": str(self.counts[place]),
            "expected": expected,
            "draws": str(n),
            "evidence": e_value(self.null, self.counts).str(4, radius=False),
        }
        return f"{name} came {self.counts[place]} times of {n}, expected {expected}", numbers


def _size(x: Ball) -> float:
    """ln of a positive ball, roughly: it steers and decides nothing."""
    return float(x.log().mid())


def _size_of_log(experiment: Experiment, place: int, n: int) -> float:
    return float(log_e_value_of_cell(experiment.null.cells[place], experiment.counts[place], n).mid())
