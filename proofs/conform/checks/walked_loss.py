"""The loss between two walked laws: the output that proves the most, and by how much the laws may be off for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from impl.ball import Ball, ball, precision, upper
from proofs.conform.ball_laws import BITS
from proofs.conform.checks.law_cases import PairCase
from proofs.conform.checks.walked_law import GRAIN, WORTH_TELLING, Event, WalkedLaw
from proofs.conform.contract import Contract
from proofs.conform.promised_law import Outcome
from proofs.engine.statistics.loss import least_loss

FINE = 500
"""A doubt of this part of a probability leaves most of the loss that it proves."""
CLEARLY = Fraction(51, 50)
"""A loss that only seems is told if it is so many times the claim."""
LARGE = Fraction(64)
NOTHING: Mapping[Event, Fraction] = {}


@dataclass(frozen=True)
class Loss:
    """An output that proves a loss, its least probability where it is likelier, and its greatest where it is not."""

    event: Outcome
    loss: Ball
    least: Fraction
    most: Fraction


def greatest_loss(
    case: PairCase, walk: WalkedLaw, other: WalkedLaw, certain: bool, promised: Mapping[Event, Fraction] = NOTHING
) -> Loss | None:
    """The output that proves the greatest loss between two walked laws."""
    losses = []
    for event in walk.masses:
        least = walk.bounds(event)[0] if certain else walk.mass(event) - walk.rough
        most = (
            other.bounds(event, promised.get(event, Fraction(0)))[1]
            if certain
            else other.mass(event) + other.missing + other.rough
        )
        if event is not None and least > max(most, Fraction(0)):
            loss = least_loss(case.setting.measure, least, most) if most > 0 else Ball.pos_inf()
            losses.append(Loss(event, loss, least, most))
    return max(losses, key=lambda found: float(found.loss.mid()), default=None)


def leeway_of(event: Outcome, walk: WalkedLaw, other: WalkedLaw, claimed: Fraction) -> Fraction:
    """How far both probabilities may be off, roughly, from what was walked, for the loss to remain above the claim.

    Where both laws are `whole`, no plays are spent on what only an exact walk can tell.
    """
    times = _at_most_times(claimed)
    p, whole = walk.mass(event), walk.whole and other.whole
    return max((p - times * (other.mass(event) + other.missing)) / (1 + times), GRAIN if whole else p / FINE, GRAIN)


def _at_most_times(claimed: Fraction) -> Fraction:
    """How many times as likely an output may be as the claim says, roughly."""
    with precision(BITS):
        return upper(ball(min(claimed, LARGE)).exp())


def told_loss(triple: Contract, case: PairCase, found: Loss, claimed: Fraction) -> tuple[str, dict[str, str]]:
    """What a loss says that is above the claim."""
    numbers = {
        "d_in": repr(case.d_in),
        "claimed": repr(float(claimed)),
        "loss at least": found.loss.str(8, radius=False) if found.loss.is_finite() else "infinity",
    }
    words = f"{case.shown}: output {triple.shown(found.event)} shows a loss of at least {numbers['loss at least']}"
    return f"{words}, above the claimed {float(claimed)!r}", numbers


def seems_lost(case: PairCase, found: Loss, claimed: Fraction) -> str:
    """A loss in words that nothing confirms; nothing where it is hardly above the claim, or of what is rare."""
    times = _at_most_times(claimed)
    excess = found.least - times * found.most
    if not (found.loss.is_finite() and found.loss > ball(claimed * CLEARLY) and excess >= WORTH_TELLING * (1 + times)):
        return ""
    off = f"a forecast of {case.shown} loses {found.loss.str(4, radius=False)}, claimed {float(claimed):.4g}"
    return f"{off}, which fails nothing: plays could not confirm it"


def told_nearest(pairs: Sequence[tuple[Loss | None, Fraction]]) -> str:
    """Of the losses that pairs prove, the one that comes nearest to what is claimed."""
    near = [(float(found.loss.mid()) / float(claimed), found, claimed) for found, claimed in pairs if found and claimed]
    if not near:
        return "no pair proves a loss" if pairs else ""
    _, found, claimed = max(near, key=lambda one: one[0])
    return f"the nearest pair proves a loss of {found.loss.str(4, radius=False)}, claimed {float(claimed):.4g}"
