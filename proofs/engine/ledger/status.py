"""What a machine has found out about a claim."""

from collections.abc import Iterable
from enum import Enum


class Status(Enum):
    """The verdicts; the strength orders those that can stand in a chain of support, best first."""

    PROVED = "PROVED"
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
    """A chain is as strong as its weakest link; the empty chain proves."""
    return max(statuses, key=lambda status: status.rank, default=Status.PROVED)


def best(statuses: Iterable[Status]) -> Status:
    """Corroboration never lowers a claim; without evidence it is open."""
    return min(statuses, key=lambda status: status.rank, default=Status.OPEN)
