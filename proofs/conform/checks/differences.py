"""How far a walked law is from the promised one, and how that is told."""

from dataclasses import dataclass
from fractions import Fraction

from impl.ball import Ball, ball, lower, precision, upper
from proofs.conform.ball_laws import BITS
from proofs.conform.checks.law_cases import LawCase
from proofs.conform.checks.walked import promised_events
from proofs.conform.checks.walked_law import GRAIN, Event, WalkedLaw
from proofs.conform.contract import Contract


@dataclass(frozen=True)
class Difference:
    """The event whose promised probability is farthest outside of its bounds, and by how much.

    It may be `unfound` outputs that make the difference; they are in `doubt` if they may hide from an exact walk.
    """

    event: Event
    promised: Ball
    excess: Fraction
    unfound: bool
    doubt: bool


def farthest(triple: Contract, case: LawCase, walk: WalkedLaw, certain: bool) -> Difference:
    """What differs first, or most where it must be confirmed; if not `certain`, from what was walked alone."""
    promised, above = promised_events(triple, case.setting, case.x)
    nothing, slack = ball(0), Fraction(0) if certain or walk.alpha is None else GRAIN + walk.rough
    with precision(BITS):
        hidden = walk.amiss({event: upper(p) for event, p in promised.items()})
    taken = hidden if certain and walk.is_exact else Fraction(0)
    found = []
    for event in sorted({*walk.masses, *walk.surprises, *promised}, key=lambda event: (event is None, str(event))):
        p, mass = promised.get(event, nothing), walk.mass(event)
        with precision(BITS):
            low, high = walk.bounds(event, upper(p)) if certain else (mass - slack, mass + walk.missing + slack)
            excess = max(low - taken - upper(p) - above(event), lower(p) - high)
        found.append(Difference(event, p, excess, not mass or excess <= hidden, taken > GRAIN))
    if walk.alpha is None:
        return next((difference for difference in found if difference.excess > 0), found[0])
    return max(found, key=lambda difference: difference.excess)


def told(triple: Contract, found: Difference, walk: WalkedLaw) -> tuple[str, dict[str, str]]:
    """What an output's probability is and should be, in words and numbers."""
    mass = walk.mass(found.event)
    numbers = {
        "seen": _short(mass),
        "missing": _short(walk.missing),
        "promised": found.promised.str(12, radius=False),
    }
    probability = f"probability {numbers['seen']}"
    if walk.alpha is None:
        probability += f", up to {numbers['missing']} more"
    else:
        numbers["plays"] = f"{walk.plays:,}, {sum(came for came, _ in walk.surprises.values())} of them not as foretold"
        if not walk.is_exact:
            low, high = walk.bounds(found.event)
            numbers["between"] = f"{float(low):.8g} and {float(high):.8g}"
            probability = f"a probability between {numbers['between']}"
    what = "something that is no output" if found.event is None else f"output {triple.shown(found.event)}"
    return f"{what} has {probability}, not {numbers['promised']}", numbers


def seems(case: LawCase, found: Difference) -> str:
    """A difference in words that nothing confirms."""
    off = f"{float(found.excess):.2g}"
    return f"on {case.shown} a forecast is off by {off}, which fails nothing: plays could not confirm it"


def _short(mass: Fraction) -> str:
    return str(mass) if mass.denominator < 10**6 else f"{float(mass):.12g}"
