"""The probability of a false alarm, of which a whole run has one small amount to spend."""

from fractions import Fraction
from typing import NewType

from spec.errors import FalseAlarmBudgetOverspent

FalseAlarmRate = NewType("FalseAlarmRate", Fraction)
"""The most probable that a test may be to reject what is right; a budget hands it out."""

RUN = Fraction(1, 10**9)
"""What one run may spend on all its tests together."""


class Budget:
    """Hands out rates of false alarm that never add up to more than `total`.

    Law (union bound): P(some test rejects a true null) <= total, however the tests depend on each other.
    """

    def __init__(self, total: Fraction = RUN) -> None:
        self._left = total

    @property
    def left(self) -> Fraction:
        """What has not been spent."""
        return self._left

    def spend(self, rate: Fraction) -> FalseAlarmRate:
        """Take a rate for one test."""
        if not 0 < rate <= self._left:
            raise FalseAlarmBudgetOverspent
        self._left -= rate
        return FalseAlarmRate(rate)
