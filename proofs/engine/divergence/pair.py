"""Two laws side by side: each outcome with its two probabilities, and their logarithms as balls."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from impl.ball import Ball, ball, precision
from proofs.engine.enclosure import Weight, as_ratio, enclose, enclose_positive
from proofs.engine.law import Law, key_of
from spec.weights import ExpRatio

AnyLaw = Law[ExpRatio] | Law[Fraction] | Sequence[tuple[object, Weight]]
"""A measured law, or each outcome with its probability."""

_BITS = 128


class NotALaw(ValueError):
    """What calls itself a law has a negative probability, or a mass other than 1."""


@dataclass(frozen=True)
class Mass:
    """An outcome and how much of its probability each of the two laws is known to have."""

    outcome: object
    p: Weight
    q: Weight


@dataclass(frozen=True)
class Logs:
    """ln P(y) and ln Q(y) between balls; negative infinity stands for a probability of 0."""

    p_low: Ball
    p_high: Ball
    q_low: Ball
    q_high: Ball

    def least_loss(self) -> Ball:
        """Its lower edge is not above ln(P(y)/Q(y))."""
        return self.p_low - self.q_high

    def most_loss(self) -> Ball:
        """Its upper edge is not below ln(P(y)/Q(y))."""
        return self.p_high - self.q_low


@dataclass(frozen=True)
class Pair:
    """Two laws on the same outcomes: P(y) lies in [p, p + p_missing], Q(y) in [q, q + q_missing]."""

    masses: tuple[Mass, ...]
    p_missing: Fraction
    q_missing: Fraction

    @property
    def complete(self) -> bool:
        """Every probability is known exactly."""
        return not (self.p_missing or self.q_missing)

    def swapped(self) -> "Pair":
        """Q and P."""
        return Pair(tuple(Mass(m.outcome, m.q, m.p) for m in self.masses), self.q_missing, self.p_missing)

    def identical(self) -> bool:
        """Both laws are the same, exactly."""
        if not self.complete or any(_clearly_differ(m.p, m.q) for m in self.masses):
            return False
        return all(as_ratio(m.p) == as_ratio(m.q) for m in self.masses)

    def logs(self, bits: int) -> list[Logs]:
        """The logarithms of all probabilities, working with this many bits."""
        return [Logs(*_log(m.p, self.p_missing, bits), *_log(m.q, self.q_missing, bits)) for m in self.masses]


def pair(p: AnyLaw, q: AnyLaw) -> Pair:
    """Put two laws side by side, outcome by outcome."""
    (left, p_missing), (right, q_missing) = _collected(p), _collected(q)
    nothing = (None, Fraction(0))
    masses = (
        Mass((left.get(key) or right[key])[0], left.get(key, nothing)[1], right.get(key, nothing)[1])
        for key in {**left, **right}
    )
    return Pair(tuple(masses), p_missing, q_missing)


def _collected(law: AnyLaw) -> tuple[dict[Hashable, tuple[object, Weight]], Fraction]:
    branches: Sequence[tuple[object, Weight]] = law.branches if isinstance(law, Law) else law
    missing = law.missing if isinstance(law, Law) else Fraction(0)
    found: dict[Hashable, tuple[object, Weight]] = {}
    for outcome, weight in branches:
        key = key_of(outcome)
        if key in found:
            raise NotALaw("an outcome occurs twice")
        if weight:
            found[key] = outcome, weight
    with precision(_BITS):
        enclosed = [enclose(weight, _BITS) for _, weight in found.values()]
        if any(x < 0 for x in enclosed):
            raise NotALaw("a probability is negative")
        if not sum(enclosed, start=ball(missing)).overlaps(ball(1)):
            raise NotALaw("the probabilities do not sum to 1")
    return found, missing


def _log(weight: Weight, missing: Fraction, bits: int) -> tuple[Ball, Ball]:
    """ln of the least and of the greatest value that the probability may have."""
    low = enclose_positive(weight, bits) if weight else ball(0)
    with precision(bits):
        log = low.log() if weight else Ball.neg_inf()
        return log, (low + ball(missing)).log() if missing else log


def _clearly_differ(a: Weight, b: Weight) -> bool:
    return not enclose(a, _BITS).overlaps(enclose(b, _BITS))
