"""What is known of a law that was walked: each probability with its bounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from proofs.conform.promised_law import Outcome
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.interval import bounds

GRAIN, CONFIRMED = Fraction(1, 2**43), Fraction(1, 2**13)
"""The smallest difference that counts where every draw is cut to the cell, and where plays must confirm it."""
WORTH_TELLING = Fraction(1, 2**11)
"""What differs by less, and nothing confirms, is taken to be seen no more finely than that."""
FOUND = Fraction(7, 8)
"""An output of which less was found than this part of what is promised may hide where nobody looked."""
WHOLE = 20_000
"""Plays without a deviation that a forecast must have had to be taken as exact."""

Event = Outcome | None
"""An output, or None for errors and whatever else is no output."""


@dataclass(frozen=True)
class WalkedLaw:
    """The law of the output on one vector, with bounds on each probability; `plays` is 0 if they are certain.

    It is `whole` if every draw is cut to the cell, and `folded` if states that look alike are taken to be one.
    """

    masses: dict[Event, Fraction]
    missing: Fraction
    plays: int = 0
    otherwise: int = 0
    whole: bool = False
    folded: bool = False
    surprises: dict[Event, tuple[int, int]] = field(default_factory=dict)
    alpha: FalseAlarmRate | None = None
    rough: Fraction = Fraction(0)

    def mass(self, event: Event) -> Fraction:
        """The probability that was walked."""
        return self.masses.get(event, Fraction(0))

    @property
    def is_exact(self) -> bool:
        """Whether a forecast may be taken as exact."""
        tried = self.plays >= WHOLE and not self.surprises and not self.otherwise
        return self.whole and not self.folded and tried

    @property
    def hidden(self) -> Fraction:
        """How likely an output may be that a forecast did not find, nor any play."""
        return Fraction(0) if self.alpha is None else _unseen(self.plays, self.alpha)

    def amiss(self, promised: Mapping[Event, Fraction]) -> Fraction:
        """How much of what it gives to outputs may belong to others, of which more is promised than was found."""
        unfound = (p - self.mass(event) for event, p in promised.items() if self.mass(event) < FOUND * p)
        return min(sum(unfound, start=Fraction(0)), self.hidden)

    @property
    def visible(self) -> Fraction:
        """The smallest difference that could be confirmed; what plays leave open if they must tell."""
        if self.alpha is None:
            return self.missing
        if self.surprises:
            return max(high - low for low, high in map(self.bounds, self.surprises))
        if self.folded:
            return self.missing + self.hidden
        return self.missing + (GRAIN if self.whole else CONFIRMED + self.rough)

    def bounds(self, event: Event, promised: Fraction = Fraction(0)) -> tuple[Fraction, Fraction]:
        """A lower and an upper bound on the probability of an event; if more of it is promised, it may be hidden."""
        mass = self.mass(event)
        if self.alpha is None:
            return mass, mass + self.missing
        if self.is_exact:
            return mass - GRAIN, mass + (self.missing + GRAIN if mass and mass >= FOUND * promised else self.hidden)
        if not self.plays:
            return Fraction(0), Fraction(1)
        came, stayed = self.surprises.get(event, (0, 0))
        least_come, most_come = bounds(came, self.plays, self.alpha)
        _, most_stayed = bounds(stayed + self.otherwise, self.plays, self.alpha)
        least_stayed, _ = bounds(stayed, self.plays, self.alpha)
        low, high = mass + least_come - most_stayed, mass + most_come - least_stayed
        return max(low, Fraction(0)), min(high, Fraction(1))


@cache
def _unseen(plays: int, alpha: FalseAlarmRate) -> Fraction:
    """A bound on the probability of what never came in so many plays."""
    return bounds(0, plays, alpha)[1] if plays else Fraction(1)
