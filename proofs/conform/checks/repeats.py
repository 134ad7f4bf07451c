"""How strongly outputs speak against independence, by how often they equal earlier ones: too often, or too seldom."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt

from impl.ball import Ball, ball, precision
from proofs.conform.ball_laws import BITS, Probabilities
from proofs.conform.promised_law import Outcome
from proofs.engine.statistics.evidence import Null, e_value

REPEATED = tuple(Fraction(1, one_in) for one_in in (2, 5, 12, 30, 75, 200))
"""Parts of the outputs that may be repeated."""
AVOIDED = tuple(Fraction(-1, one_in) for one_in in (1, 2, 4, 8, 16))
"""Parts of the repeats, with a minus, that may be drawn again."""
Count = tuple[Ball, int, int]
MANY_TIMES = 2.5
"""So many times its standard deviation does chance hardly ever take away."""
HOPE = Fraction(1, 1000)
"""How likely it is at most that what is to be seen is taken for chance, and no more releases are asked for."""


@dataclass(frozen=True)
class Equal:
    """How often an output equals `which` earlier one, among how many and expected how often, and what that says."""

    which: str
    equal: int
    among: int
    expected: float
    evidence: Ball

    @property
    def words(self) -> str:
        """How often, in words."""
        return f"an output equals {self.which} in {self.equal} of {self.among} releases, expected {self.expected:.0f}"


class Repeats:
    """Evidence on outputs whose law is known."""

    def __init__(self, law: Probabilities) -> None:
        self.law = law
        self._chances = {id(p): p for p in law.values()}
        self._kinds = {outcome: id(p) for outcome, p in law.items()}

    def lagged(self, cells: Sequence[Outcome], lags: Sequence[int]) -> Iterator[Equal]:
        """Outputs beside those so many releases before."""
        for lag in lags:
            yield self._told(earlier(lag), cells[:-lag], cells[lag:])

    def to_the_first(self, cells: Sequence[Outcome]) -> Equal:
        """All outputs beside the first one."""
        return self._told("the first of all", [cells[0]] * (len(cells) - 1), cells[1:])

    def excuse(self, cells: Sequence[Outcome]) -> Ball:
        """How strongly outputs speak against the law one by one: so much tells nothing against independence."""
        counts = Counter(cells)
        return e_value(Null.enclosed(self.law), [counts[cell] for cell in self.law])

    def evidence(self, earlier: Sequence[Outcome], later: Sequence[Outcome]) -> Ball:
        """How much likelier some outputs are after others if a part is repeated, or avoided.

        Law: after an output of probability p, the next is equal with probability p, or p + r (1 - p) if a part r
        repeats, or p - r p (1 - p) if a part r of the repeats is drawn again. Whatever came before, each quotient has
        mean 1, and so has their average.
        """
        return self._average(self._counted(earlier, later))

    def may_be(self, part: Fraction, cells: Sequence[Outcome]) -> bool:
        """Whether it is not plain that no such part repeats the last output, nor avoids to."""
        counts = self._counted(cells[:-1], cells[1:])
        with precision(BITS):
            return any(self._likelihood(r, counts) > ball(HOPE).log() for r in (part, -part))

    def least_seen(self, releases: int, threshold: float) -> Fraction | None:
        """The least part that would most likely have been seen to repeat an output, if the evidence must be so much.

        Law: in n releases the logarithm of the evidence for a part has n times the mean of a step, and of the variance.
        """
        for part in reversed(REPEATED):
            mean = square = 0.0
            for p in self.law.values():
                share, repeated = float(p.mid()), float(part)
                again, other = (float(step.mid()) for step in _step(part, p))
                equal = share + repeated * (1 - share)
                mean += share * (equal * again + (1 - equal) * other)
                square += share * (equal * again**2 + (1 - equal) * other**2)
            spread = MANY_TIMES * sqrt(releases * (square - mean**2))
            if releases * mean - spread > log(threshold * len((*REPEATED, *AVOIDED))):
                return part
        return None

    def _told(self, which: str, earlier: Sequence[Outcome], later: Sequence[Outcome]) -> Equal:
        counts = self._counted(earlier, later)
        expected = sum(float(p.mid()) * often for p, _, often in counts)
        return Equal(which, sum(equal for _, equal, _ in counts), len(later), expected, self._average(counts))

    def _average(self, counts: Sequence[Count]) -> Ball:
        with precision(BITS):
            parts = (*REPEATED, *AVOIDED)
            return sum((self._likelihood(part, counts).exp() for part in parts), start=ball(0)) / len(parts)

    def _counted(self, earlier: Sequence[Outcome], later: Sequence[Outcome]) -> list[Count]:
        """Of outputs that are as likely as each other: their probability, how many come again, and of how many."""
        kinds = self._kinds
        before = Counter(map(kinds.__getitem__, earlier))
        equal = Counter([kinds[a] for a, b in zip(earlier, later, strict=True) if a == b])
        return [(self._chances[kind], equal[kind], often) for kind, often in before.items()]

    def _likelihood(self, part: Fraction, counts: Sequence[Count]) -> Ball:
        """ln of the quotient for one part."""
        found = ball(0)
        for p, equal, often in counts:
            again, other = _step(part, p)
            found += equal * again + (often - equal) * other
        return found


def _step(part: Fraction, p: Ball) -> tuple[Ball, Ball]:
    if part > 0:
        return (1 + ball(part) * (1 - p) / p).log(), (1 - ball(part)).log()
    return (1 + ball(part) * (1 - p)).log(), (1 - ball(part) * p).log()


def earlier(lag: int) -> str:
    """The release so many before another, in words."""
    return "the one before it" if lag == 1 else f"the one {lag} releases before it"
