"""What two laws say of a claim: for certain, or as far as digits go and as far as the laws are known."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from impl.ball import ball, precision
from proofs.engine.divergence import (
    Bounds,
    Divergence,
    Edge,
    Verdict,
    divergence,
    judge,
    max_divergence,
    range_divergence,
    zero_concentrated_divergence,
)
from proofs.engine.divergence.bounds import high_edge, low_edge
from proofs.engine.divergence.pair import Logs, Pair
from proofs.engine.divergence.verdict import FINER
from spec.space import MaxDivergence, Measure, RangeDivergence

FEW_BITS, BITS, MORE_BITS = 128, 256, 512
"""Bits for laws that are known in part, those that a claim is asked for with, and those that are tried at last."""
FEWEST_DIGITS, MOST_DIGITS = 4, 150
"""With fewer digits in common nothing is said to be met; more are not counted."""
ORDERS = tuple(1 + Fraction(2) ** e for e in range(-6, 11))
"""Orders alpha at which laws that are known in part are compared."""

PARTLY = "where compared"
"""What is added to a state that not all of the laws has a say in."""
Claim = Callable[[int], Bounds]
"""Bits to work with, to what is claimed."""


class State(Enum):
    """What is known of a claim on two laws; it is met if both numbers are the same as far as they are known."""

    EXCEEDED = "EXCEEDED"
    UNDECIDED = "undecided"
    HELD = "held"
    MET = "met"


@dataclass(frozen=True)
class Decision:
    """A state, and the numbers that it rests on, which have so many `digits` in common if the claim is met.

    Where the laws are known in part, `left` of one is not known, and if the state is HELD or MET, it is so of the
    outcomes that are at least as likely as `least` on either side.
    """

    state: State
    achieved: Divergence
    claimed: Bounds
    digits: int = 0
    left: Fraction = Fraction(0)
    least: Fraction = Fraction(0)

    @property
    def words(self) -> str:
        """The state; it says so if not all of the laws was compared."""
        partly = self.left and self.state in (State.HELD, State.MET)
        return f"{self.state.value} {PARTLY}" if partly else self.state.value


def decide(measure: Measure, of: Pair, claim: Claim) -> Decision:
    """Hold the divergence of two laws against a claim, with more and more bits where they are about the same.

    What is EXCEEDED is so for certain.
    """
    achieved, claimed = divergence(measure, of), claim(BITS)
    verdict = judge(measure, of, claimed, achieved)
    if verdict is not Verdict.UNDECIDED:
        return Decision(State(verdict.value), achieved, claimed)
    if not of.complete:
        return _where_compared(measure, of, achieved, claimed)
    for bits in (BITS, MORE_BITS):
        achieved, claimed = _closely(measure, of, bits), claim(bits)
        state = _by_edges(achieved.bounds, claimed)
        if state is not State.UNDECIDED:
            return Decision(state, achieved, claimed)
    digits = _digits_in_common(achieved.bounds, claimed)
    return Decision(State.MET if digits else State.UNDECIDED, achieved, claimed, digits)


def _where_compared(measure: Measure, of: Pair, achieved: Divergence, claimed: Bounds) -> Decision:
    """What the likely outcomes say: rarer ones than the root of what is not known are not known well enough."""
    left = max(of.p_missing, of.q_missing)
    least = Fraction(1, 2 ** (halvings(left) // 2))
    reached = achieved.bounds.lower
    compared = Bounds(reached, max(reached, _most_of_the_likely(measure, of, least)))
    state, digits = _by_edges(compared, claimed), 0
    if state is State.UNDECIDED:
        digits = _digits_in_common(compared, claimed)
        state = State.MET if digits else State.UNDECIDED
    return Decision(state, achieved, claimed, digits, left, least)


def halvings(share: Fraction) -> int:
    """How often 1 is halved at most, and is still no less than a share."""
    return (share.denominator // share.numerator).bit_length() - 1


def _closely(measure: Measure, of: Pair, bits: int) -> Divergence:
    match measure:
        case MaxDivergence():
            return max_divergence(of, bits)
        case RangeDivergence():
            return range_divergence(of, bits)
        case _:
            return zero_concentrated_divergence(of, FINER)


def _by_edges(reached: Bounds, claimed: Bounds) -> State:
    if reached.lower > claimed.upper:
        return State.EXCEEDED
    return State.HELD if reached.upper <= claimed.lower else State.UNDECIDED


def _digits_in_common(reached: Bounds, claimed: Bounds) -> int:
    """How many digits of two numbers are the same, as far as they are known; none if those are few."""
    low, high = min(reached.lower, claimed.lower), max(reached.upper, claimed.upper)
    if isinstance(low, float) or isinstance(high, float):
        return 0
    apart, size = high - low, high if low > 0 else Fraction(1)
    digits = next((n for n in range(MOST_DIGITS) if apart * 10 ** (n + 1) > size), MOST_DIGITS)
    return digits if digits >= FEWEST_DIGITS else 0


def _most_of_the_likely(measure: Measure, of: Pair, least: Fraction) -> Edge:
    """How large the divergence is at most, as far as outcomes have a say that are at least so likely on one side."""
    with precision(FEW_BITS):
        floor = ball(least).log()
        likely = [log for log in of.logs(FEW_BITS) if not (log.p_low < floor and log.q_low < floor)]
        back = [Logs(log.q_low, log.q_high, log.p_low, log.p_high) for log in likely]
        both = likely + back
        if not both:
            return math.inf
        match measure:
            case MaxDivergence():
                return max(high_edge(log.most_loss()) for log in both)
            case RangeDivergence():
                losses = [(low_edge(log.least_loss()), high_edge(log.most_loss())) for log in likely]
                return max(high for _, high in losses) - min(low for low, _ in losses)
            case _:
                return max(_most_at(alpha, way) for alpha in ORDERS for way in (likely, back))


def _most_at(alpha: Fraction, logs: list[Logs]) -> Edge:
    """D_alpha/alpha at most, as far as these outcomes have a say."""
    if not all(log.q_low.is_finite() for log in logs):
        return math.inf
    a = ball(alpha)
    terms = [(a * log.p_high + (1 - a) * log.q_low).exp() for log in logs]
    return high_edge(sum(terms, start=ball(0)).log() / (a * (a - 1)))
