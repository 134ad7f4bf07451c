"""Laws that are learnt with a program's variables watched, where a walk at the coins is too long.

A walk takes every run by itself, and of a program with loops most runs are left. States with equal variables are taken
to be one here, so that loops close; a program that hides its state from all its variables would be misjudged. So what
is learnt must agree with the walk and with fresh runs, and it alone shows nothing to be exceeded: that, the fresh runs
must confirm, which hold whatever was learnt.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from proofs.engine.divergence.pair import Mass, Pair
from proofs.engine.enclosure import Weight
from proofs.engine.law import Law
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.interval import bounds
from proofs.targets.process import ProcessMade
from proofs.targets.target import Forecast, Trouble
from proofs.targets.worker.certifying import WATCHED
from proofs.worst.foreign import outcome_of

WORK, LEFT = 1_000_000, Fraction(1, 2**26)
"""The work that learns a law, in runs and coins, and how much of it may be left."""
RUNS, MORE_RUNS, AT_ONCE = 20_000, 200_000, 20_000
"""Fresh runs that a law is held against, those that confirm what exceeds a claim, and how many are asked at once."""
NONE = Fraction(0)


@dataclass(frozen=True)
class WatchedLaw:
    """What was learnt, and what many fresh runs make of it."""

    law: Law[Fraction]
    _play: Callable[[int], Forecast | None]

    def off(self, runs: int, alpha: FalseAlarmRate) -> Fraction:
        """By how much any probability is off at most, as so many fresh runs tell, now and whenever there are more.

        It fails with probability `alpha` at most.
        """
        found = self._play(runs)
        if found is None or not found.plays:
            return Fraction(1)
        return bounds(sum(came for _, came, _ in found.surprises), found.plays, alpha)[1]


def watch(made: ProcessMade, x: object, walked: Law[Fraction], depth: int) -> WatchedLaw | None:
    """Learn the law on an input; none if it does not agree with what was walked, or with fresh runs."""

    def play(runs: int) -> Forecast | None:
        found: Forecast | Trouble | None = None
        for so_many in (*range(min(AT_ONCE, runs), runs, AT_ONCE), runs):
            found = made.foresee(x, LEFT, WORK * depth, so_many, WATCHED)
        return found if isinstance(found, Forecast) and not found.reason else None

    found = play(0)
    if found is None or not (found.whole and found.steady):
        return None
    law = Law(tuple((outcome_of(outcome), mass) for outcome, mass in found.branches), found.missing)
    found = play(RUNS)
    if found is None or found.otherwise or any(stayed_away for _, _, stayed_away in found.surprises):
        return None
    return WatchedLaw(law, play) if _agree(walked, law) else None


def _agree(one: Law[Fraction], other: Law[Fraction]) -> bool:
    """Whether one law can be the other, as far as they are known."""
    masses = [(one.get(y, NONE), other.get(y, NONE)) for y in (*one.outcomes(), *other.outcomes())]
    return all(p <= q + other.missing and q <= p + one.missing for p, q in masses)


def loosened(of: Pair, p_off: Fraction, q_off: Fraction) -> Pair:
    """Two laws of which every probability may be off."""
    masses = tuple(Mass(mass.outcome, _less(mass.p, p_off), _less(mass.q, q_off)) for mass in of.masses)
    return Pair(masses, of.p_missing + 2 * p_off, of.q_missing + 2 * q_off)


def _less(weight: Weight, off: Fraction) -> Weight:
    if not off:
        return weight
    assert isinstance(weight, int | Fraction)
    return max(Fraction(weight) - off, NONE)
