"""The tails: can an output that comes on one vector come on every close one?

One score falls ever farther behind the other. A mechanism that keeps its promise releases it ever more rarely; floats
run out of small numbers. Where the output vanishes between two leads that differ by one, the loss is
infinite. It cannot come, if every draw is cut to the cell, all but 2^-100 of the law is walked, and no run with extreme
draws shows it; the leads are so small that it is promised to come more often than that.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.cases import fitted
from proofs.conform.checks.walked import Walks
from proofs.conform.clauses import PRIVACY_TAILS
from proofs.conform.contract import Contract
from proofs.conform.model import Verdict
from proofs.conform.pool import Bench, indices
from proofs.conform.triples import Selection, Setting
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.targets.target import Trouble

SCALE = 2.0
LEADS = (8, 16, 32, 64, 120)
"""At the last one the output is promised with probability e^-60, above 2^-87."""
NEGLIGIBLE = Fraction(1, 2**100)
UNTOLD = "what cannot come is told only of borrowed draws that can all be cut to the cell"


@dataclass(frozen=True)
class Tail:
    """Two scores of which one falls behind: the first or the second."""

    setting: Setting
    behind: int

    def x(self, lead: int) -> tuple[float, float]:
        """The scores, the one that falls behind at the lead."""
        score = float(lead if self.setting.negate else -lead)
        return (score, 0.0) if self.behind == 0 else (0.0, score)


def check_tails(bench: Bench, ask: Ask, alpha: FalseAlarmRate) -> Iterator[Verdict]:
    """`privacy.tails`."""
    cases = list(_tails(bench.triple))
    asked = Round(ask, [PRIVACY_TAILS], len(cases), len(cases))
    walks = Walks(bench, ask, PRIVACY_TAILS, alpha)
    told = UNTOLD if cases else "of what is no selection nobody knows what trails"
    for number in asked:
        tail = cases[number]
        try:
            last = _vanishes(bench, walks, tail)
        except Skip:
            continue
        asked.count(PRIVACY_TAILS)
        told = f"an output that trails by up to {LEADS[-1] / SCALE:g} scales can always come"
        if last is not None:
            x, neighbour = list(tail.x(last)), list(tail.x(last + 1))
            words = f"{x} and {neighbour}: output [{tail.behind}] can come on the first and not on the second"
            numbers = {"d_in": "1.0", "loss": "infinity", "x": str(x), "x'": str(neighbour)}
            asked.fail(PRIVACY_TAILS, number, tail.setting, f"{words}: an infinite loss", numbers)
    yield from asked.verdicts({PRIVACY_TAILS: "" if asked.has_enough(PRIVACY_TAILS, 1) else told})


def _tails(triple: Contract) -> Iterator[Tail]:
    """Under each measure either score; of what is no selection nobody knows what trails."""
    if not isinstance(triple, Selection):
        return
    for measure in triple.measures:
        usual = fitted(triple, [Setting(measure=measure, monotonic=True)])[0]
        yield from (Tail(replace(usual, scale=SCALE, size=2), behind) for behind in (1, 0))


def _vanishes(bench: Bench, walks: Walks, tail: Tail) -> int | None:
    """The last lead at which the output can come, if it cannot at the next; skip where nobody can tell."""
    possible = 0
    for lead in LEADS:
        if not _can_come(bench, walks, tail, lead):
            while lead - possible > 1:
                middle = (possible + lead) // 2
                if _can_come(bench, walks, tail, middle):
                    possible = middle
                else:
                    lead = middle
            return possible
        possible = lead
    return None


def _can_come(bench: Bench, walks: Walks, tail: Tail, lead: int) -> bool:
    """Whether the output that trails can come."""
    made, x = bench.made(bench.first, tail.setting), tail.x(lead)
    if isinstance(made, Trouble) or made.takes_draw:
        raise Skip
    corners = made.corners(x)
    if isinstance(corners, Trouble):
        raise Skip
    if (tail.behind,) in {indices(bench.triple, answer) for answer in corners}:
        return True
    law = walks.exactly(tail.setting, x)
    if law.mass((tail.behind,)):
        return True
    if not law.is_exact or law.missing > NEGLIGIBLE:
        raise Skip
    return False
