"""What a machine has found out about a claim."""

from collections.abc import Iterable
from enum import Enum


class Status(Enum):
    """The verdicts; the strength orders those that can stand in a chain of support, best first."""

    VERIFIED = "VERIFIED"
    PROVED = "PROVED"
    ARGUED = "ARGUED"
    CERTIFIED = "CERTIFIED"
    TESTED = "TESTED"
    ASSUMED = "ASSUMED"
    OPEN = "OPEN"
    REFUTED = "REFUTED"
    TRANSCRIBED = "TRANSCRIBED"

    @property
    def rank(self) -> int:
        """0 for the strongest; REFUTED is worse than OPEN; TRANSCRIBED takes no part in standings."""
        return list(Status).index(self)


def worst(statuses: Iterable[Status]) -> Status:
    """A chain of at least one link is as strong as its weakest link."""
    return max(statuses, key=lambda status: status.rank)
