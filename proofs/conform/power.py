"""What a pass of the output law is worth: the smallest bias and the smallest probability that would have been seen."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from impl.ball import ball, lower, precision
from proofs.conform.ball_laws import BITS, Probabilities
from proofs.conform.checks.law_cases import LawCase, size_of
from proofs.conform.contract import Contract
from proofs.conform.known_laws import law_at_noise, promised_law
from proofs.conform.model import Power
from proofs.conform.triples import Selection

LADDER = tuple(Fraction(digit, 10**power) for power in range(12, 0, -1) for digit in (1, 2, 5))
"""Changes of the noise, relatively, of which the smallest that shows is told."""
MOST_CASES = 6
"""Cases in which a change of the noise is looked for: those that were looked at most closely."""

Look = tuple[LawCase, Fraction]
"""A case, and the total variation from the promised law that would have shown in it."""


def power_of(triple: Contract, looks: Sequence[Look], probability: Fraction) -> Power | None:
    """What would have been seen in the cases, and in all of them if the noise had been too large or too small."""
    if not looks:
        return None
    closest = sorted(looks, key=lambda look: look[1])
    variations = closest[0][1], closest[-1][1]
    noise = least_change(lambda change: any(_shows(triple, *look, change) for look in closest[:MOST_CASES]))
    return Power(variations, noise, probability, _reach(triple, [case for case, _ in looks]))


def least_looked_at(triple: Contract, looks: Sequence[Look]) -> Fraction:
    """The least promised probability of an output whose absence would have been seen."""
    with precision(BITS):
        promised = [(lower(p), variation) for case, variation in looks for p in promised_law(triple, case).values()]
    return min((p for p, variation in promised if p > variation), default=Fraction(1))


def _reach(triple: Contract, cases: Sequence[LawCase]) -> str:
    """How many inputs were looked at, of how many scores, and how many indices at once."""
    inputs = f"{len(cases)} {'input' if len(cases) == 1 else 'inputs'}"
    if not isinstance(triple, Selection):
        return inputs
    indices = f", k up to {max(case.setting.k for case in cases)}" if triple.indices else ""
    return f"{inputs} of up to {max(size_of(case.x) for case in cases)} scores{indices}"


def least_change(shows: Callable[[Fraction], bool]) -> Fraction | None:
    """The smallest change of the noise on the ladder that shows, both up and down."""
    low, high = 0, len(LADDER)
    while low < high:
        middle = (low + high) // 2
        if shows(LADDER[middle]):
            high = middle
        else:
            low = middle + 1
    return LADDER[low] if low < len(LADDER) else None


def _shows(triple: Contract, case: LawCase, variation: Fraction, change: Fraction) -> bool:
    promised = promised_law(triple, case)
    changed = [law_at_noise(triple, case, factor) for factor in (1 + change, 1 - change)]
    return all(law is not None and _total_variation(promised, law) >= variation for law in changed)


def _total_variation(p: Probabilities, q: Probabilities) -> Fraction:
    """A lower bound on half of the sum of the differences."""
    with precision(BITS):
        apart = (abs(p.get(outcome, ball(0)) - q.get(outcome, ball(0))) for outcome in {**p, **q})
        return max(lower(sum(apart, start=ball(0))) / 2, Fraction(0))
