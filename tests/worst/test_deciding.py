"""What is said of a claim where two numbers are nearly the same, and where laws are known in part."""

import math
from fractions import Fraction

import pytest

from impl.ball import ball, lower, precision, upper
from proofs.engine.divergence import Bounds, exactly, max_divergence, pair, zero_concentrated_divergence
from proofs.engine.divergence.verdict import FINER
from proofs.engine.law import Law
from proofs.worst.deciding import MOST_DIGITS, Claim, State, decide, halvings
from spec.space import MaxDivergence, Measure, RangeDivergence, ZeroConcentratedDivergence

MAX, RANGE, CONCENTRATED = MaxDivergence(), RangeDivergence(), ZeroConcentratedDivergence()
QUARTERS = pair([(0, Fraction(3, 4)), (1, Fraction(1, 4))], [(0, Fraction(1, 4)), (1, Fraction(3, 4))])
NOTHING = Fraction(0)


def log_of_three(times: int = 1, more: Fraction = NOTHING, least: int = 0) -> Claim:
    """A claim of so many ln 3 and a little more, that no more bits make narrower than 10^-least, if that is given."""

    def claim(bits: int) -> Bounds:
        with precision(bits):
            exact = times * ball(3).log() + ball(more)
            wide = Fraction(1, 10**least) if least else NOTHING
            return Bounds(lower(exact) - wide, upper(exact) + wide)

    return claim


def geometric(shift: int, most: int = 40) -> Law[Fraction]:
    """2^-1, 2^-2, ... from `shift` on, of which `most` are known."""
    branches = tuple((shift + k, Fraction(1, 2 ** (k + 1))) for k in range(most))
    return Law(branches, Fraction(1, 2**most))


def both_ways(most: int = 40) -> tuple[Law[Fraction], Law[Fraction]]:
    """Two-sided geometric laws around 0 and 1, whose loss is ln 2."""

    def around(centre: int) -> Law[Fraction]:
        sizes = {centre: Fraction(1, 3)} | {
            centre + s * k: Fraction(1, 3 * 2**k) for k in range(1, most) for s in (1, -1)
        }
        return Law(tuple(sizes.items()), 1 - sum(sizes.values(), start=NOTHING))

    return around(0), around(1)


@pytest.mark.parametrize(("measure", "times"), [(MAX, 1), (RANGE, 2)])
def test_a_claim_that_is_met_is_decided_by_more_digits(measure: Measure, times: int) -> None:
    """Is a claim met that no ball tells from what is lost, and decided if it differs by 2^-300 either way?"""
    met = decide(measure, QUARTERS, log_of_three(times))
    assert (met.state, met.digits, met.words) == (State.MET, MOST_DIGITS, "met")
    little = Fraction(1, 2**300)
    assert decide(measure, QUARTERS, log_of_three(times, little)).words == "held"
    assert decide(measure, QUARTERS, log_of_three(times, -little)).words == "EXCEEDED"


def test_a_claim_that_is_known_roughly_is_met_as_far_as_it_is_known() -> None:
    """Are only the digits told that both numbers are known to have, and is nothing met by three of them?"""
    for least, digits in ((4, 0), (5, 4), (21, 20)):
        found = decide(MAX, QUARTERS, log_of_three(least=least))
        assert (found.state, found.digits) == (State.MET if digits else State.UNDECIDED, digits)


def test_a_zero_concentrated_claim_that_is_met() -> None:
    """Is a claim as great as the supremum met, as far as that is narrowed, and one beside it decided?"""
    reached = zero_concentrated_divergence(QUARTERS, FINER).bounds
    assert isinstance(reached.lower, Fraction)
    assert isinstance(reached.upper, Fraction)
    middle = exactly((reached.lower + reached.upper) / 2)
    found = decide(CONCENTRATED, QUARTERS, lambda bits: middle)
    assert (found.words, found.digits) == ("met", 19)
    above, below = exactly(reached.upper), exactly(reached.lower - Fraction(1, 2**50))
    assert decide(CONCENTRATED, QUARTERS, lambda bits: above).state is State.HELD
    assert decide(CONCENTRATED, QUARTERS, lambda bits: below).state is State.EXCEEDED


def claim_of(value: Fraction | float) -> Claim:
    """The same number for all bits."""
    return lambda bits: exactly(value)


@pytest.mark.parametrize(("measure", "loss"), [(MAX, math.log(2)), (RANGE, 2 * math.log(2)), (CONCENTRATED, 0.2)])
def test_a_law_with_a_tail_is_compared_as_far_as_it_was_read(measure: Measure, loss: float) -> None:
    """Is it told to hold where it was compared, and to exceed, only where that is certain whatever the tail is?"""
    laws = pair(*both_ways())
    reached = decide(measure, laws, claim_of(0)).achieved.bounds
    assert reached.upper == math.inf
    assert isinstance(reached.lower, Fraction)
    assert reached.lower >= loss - 1e-9
    assert decide(measure, laws, claim_of(reached.lower * Fraction(1001, 1000))).words == "held where compared"
    assert decide(measure, laws, claim_of(reached.lower - Fraction(1, 10**12))).words == "EXCEEDED"
    assert decide(measure, laws, claim_of(math.inf)).words == "held"


def test_a_law_with_a_tail_can_meet_a_claim() -> None:
    """Is a claim met where it was compared if the likely outcomes reach it, and what was compared kept?"""
    found = decide(MAX, pair(*both_ways()), lambda bits: max_divergence(TWO, bits).bounds)
    assert (found.words, found.digits) == ("met where compared", 6)
    assert (halvings(found.left), halvings(found.least)) == (39, 19)


TWO = pair([(0, Fraction(2, 3)), (1, Fraction(1, 3))], [(0, Fraction(1, 3)), (1, Fraction(2, 3))])


@pytest.mark.parametrize("measure", [MAX, RANGE, CONCENTRATED])
def test_what_is_not_known_enough_is_undecided(measure: Measure) -> None:
    """Is nothing held if a likely outcome of one law may be impossible in the other, or if nothing is known at all?"""
    laws = pair(geometric(0), geometric(1))
    assert decide(measure, laws, claim_of(100)).state is State.UNDECIDED
    assert decide(measure, pair(*both_ways(2)), claim_of(Fraction(7, 10))).state is State.UNDECIDED
    unknown: Law[Fraction] = Law((), Fraction(1))
    nothing = decide(measure, pair(unknown, unknown), claim_of(1))
    assert (nothing.state, nothing.achieved.bounds) == (State.UNDECIDED, Bounds(NOTHING, math.inf))


def test_halvings() -> None:
    """Is the power of one half that is no less than a share found, the least one?"""
    assert [halvings(Fraction(1, n)) for n in (1, 2, 3, 4, 1023, 1024)] == [0, 1, 1, 2, 9, 10]
    assert halvings(Fraction(3, 16)) == 2
