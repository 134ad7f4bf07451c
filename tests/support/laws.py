"""What the tests of mechanisms share: laws held against each other, exactly."""

from fractions import Fraction

from impl.inverse_transform import compare_share
from proofs.engine.law import Law
from spec.weights import ExpRatio
from spec.weights import Law as Documented

DISCRETE = Fraction(1, 2**40 + 1)
TWO_GUMBELS = Fraction(1, 2**9 + 1)
THREE_GUMBELS = Fraction(1, 2**5 + 1)


def encloses(measured: Law[Fraction], documented: Documented) -> bool:
    """Tell whether every documented probability, and no other, lies in [weight, weight + missing]."""
    found = {_immutable(outcome): weight for outcome, weight in measured.branches}
    return found.keys() <= {outcome for outcome, _ in documented} and all(
        compare_share(p.over, low, p.under) >= 0 and compare_share(p.over, low + measured.missing, p.under) <= 0
        for outcome, p in documented
        for low in [found.get(outcome, Fraction(0))]
    )


def agrees(measured: Law[ExpRatio], documented: Documented) -> bool:
    """Tell whether two laws by contract are the same."""
    found = {_immutable(outcome): weight for outcome, weight in measured.branches}
    return found == {outcome: weight for outcome, weight in documented if weight}


def _immutable(outcome: object) -> object:
    """A list of indices as a tuple of them."""
    return tuple(outcome) if isinstance(outcome, list) else outcome
