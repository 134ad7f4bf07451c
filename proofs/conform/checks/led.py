"""Outputs that come too often, but so rarely that ordinary plays could not confirm it: plays are led to them."""

from dataclasses import dataclass
from fractions import Fraction

from impl.ball import Ball, ball, precision, upper
from proofs.conform.ball_laws import BITS
from proofs.conform.checks.law_cases import LawCase
from proofs.conform.checks.walked import Walks, promised_events
from proofs.conform.checks.walked_law import GRAIN, Event, WalkedLaw
from proofs.conform.contract import Contract

FEW, MANY = 2_000, 60_000
"""Plays that are led to an output: they tell of one that comes twice as often as it may, or a thousandth more often."""


@dataclass(frozen=True)
class TooLikely:
    """An output, its probability at least, and the promised one."""

    event: Event
    least: Fraction
    promised: Ball

    def told(self, triple: Contract) -> tuple[str, dict[str, str]]:
        """What comes too often, in words and numbers."""
        what = "something that is no output" if self.event is None else f"output {triple.shown(self.event)}"
        numbers = {"at least": f"{float(self.least):.6g}", "promised": self.promised.str(12, radius=False)}
        return f"{what} has a probability of at least {numbers['at least']}, not {numbers['promised']}", numbers


def too_likely(triple: Contract, case: LawCase, walk: WalkedLaw, walks: Walks) -> TooLikely | None:
    """The output that exceeds its promise by the greatest part, if plays that are led to it confirm that."""
    promised, above = promised_events(triple, case.setting, case.x)
    with precision(BITS):
        most = {event: (upper(promised[event]) if event in promised else 0) + above(event) for event in walk.masses}
    beyond = {event: most[event] / mass for event, mass in walk.masses.items() if mass - most[event] > GRAIN}
    event = min(beyond, key=lambda event: (beyond[event], str(event)), default=None)
    if event not in beyond:
        return None
    least = walks.least(case.setting, case.x, event, FEW if 2 * beyond[event] < 1 else MANY)
    return TooLikely(event, least, promised.get(event, ball(0))) if least > most[event] else None
