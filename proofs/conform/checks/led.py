"""Outputs that come too often, but so rarely that ordinary plays could not confirm it: plays are led to them."""

from dataclasses import dataclass
from fractions import Fraction

from impl.ball import Ball, ball, precision, upper
from proofs.conform.ball_laws import BITS
from proofs.conform.checks.law_cases import LawCase
from proofs.conform.checks.walked import Walks, promised_events
from proofs.conform.checks.walked_law import GRAIN, Event, WalkedLaw
from proofs.conform.contract import Contract

FEW, MANY = 4_000, 60_000
"""Plays that are led to an output: few tell of one that comes twice as often as it may, or if more may tell."""
NEAR = Fraction(1, 100)
"""An output that seems to come less often than its promise and this part of it is left alone."""


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
    least, roughly = walks.likely(case.setting, case.x, event, FEW)
    if least <= most[event] and roughly > most[event] * (1 + NEAR):
        least, _ = walks.likely(case.setting, case.x, event, MANY)
    return TooLikely(event, least, promised.get(event, ball(0))) if least > most[event] else None
