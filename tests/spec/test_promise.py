"""Promises about functions: do they say what they decide, decide it, and refuse to speak of anything else?"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from proofs.engine.judge import RUNNING
from spec import errors
from spec.directed import BINARY64, INF_DIV_KEEPS, Format, Real
from spec.draw import Draw, sampler
from spec.logic.claim import Claim, Kind
from spec.logic.notation import state
from spec.logic.promise import All, HasLaw, Keeps, NotAbout, Refusal
from spec.samplers import BERNOULLI_RATIONAL, EXP1_LAW, RATIONAL_HAS_LAW, UNIFORM_HAS_LAW
from spec.scores import number_of, numbers_of
from spec.triple import Triple
from spec.weights import Law, rational
from tests.support.judges import Planted

HALF = Fraction(1, 2)


def n_is_small(n: int) -> bool:
    """n <= 3."""
    return n <= 3


def law_of_toss(n: int) -> Law:
    """P(n) = 1/2, P(n + 1) = 1/2.

    At n = 0 as well.

    The rest is explanation.
    """
    return [(n, rational(HALF)), (n + 1, rational(HALF))]


TOSS = Triple("toss", requires=(n_is_small,), law=law_of_toss)


@TOSS
@sampler
def toss(n: int, draw: Draw) -> int:
    return n + draw.bit()


@TOSS
@sampler
def loaded(n: int, draw: Draw) -> int:
    return n + (draw.bit() & draw.bit())


@TOSS
@sampler
def failing(n: int, draw: Draw) -> int:
    if draw.bit():
        raise errors.Overflow
    return n


@TOSS
@sampler
def truthful(n: int, draw: Draw) -> int | bool:
    return bool(draw.bit()) if n == 0 else n + draw.bit()


@sampler
def bare(n: int, draw: Draw) -> int:
    return n + draw.bit()


@TOSS
@sampler
def renamed(m: int, draw: Draw) -> int:
    return m + draw.bit()


HERE = "tests.spec.test_promise"
PROMISE = HasLaw(f"{HERE}.toss", TOSS)


def test_a_law_is_told_and_decided() -> None:
    """Does the promise print its quantifier, condition, coins and law, and hold of code that has the law?"""
    assert PROMISE.show() == (
        "for all integer n with n ≤ 3: on independent fair coins, toss(n) has the law P(n) = 1/2, P(n + 1) = 1/2; "
        "at n = 0 as well"
    )
    assert all(PROMISE.holds((n,), RUNNING) for n in range(-2, 4))


@pytest.mark.parametrize("wrong", [loaded, failing, truthful], ids=["loaded", "an error", "another type"])
def test_another_law_is_refuted(wrong: Callable[..., object]) -> None:
    """Is code refuted that has another law, raises an error, or answers True for 1?"""
    assert not PROMISE.holds((0,), Planted({PROMISE.about: wrong}))


@pytest.mark.parametrize(
    ("promise", "case", "why"),
    [
        (PROMISE, (4,), "the case does not meet n_is_small"),
        (PROMISE, (1, 2), "a case has arguments for n"),
        (HasLaw(f"{HERE}.nothing", TOSS), (1,), "there is no tests.spec.test_promise.nothing"),
        (HasLaw("no.such.module", TOSS), (1,), "there is no no.such.module"),
        (HasLaw(f"{HERE}.bare", TOSS), (1,), "tests.spec.test_promise.bare does not carry the triple toss"),
        (HasLaw(f"{HERE}.renamed", TOSS), (1,), "tests.spec.test_promise.renamed takes other parameters than n, draw"),
        (
            HasLaw("impl.samplers.sample_bernoulli_exp1", BERNOULLI_RATIONAL),
            (HALF,),
            "impl.samplers.sample_bernoulli_exp1 does not carry the triple sample_bernoulli_rational",
        ),
        (HasLaw(f"{HERE}.toss", Triple("empty")), (1,), "the triple empty promises no law"),
    ],
)
def test_a_promise_does_not_speak_of_anything_else(promise: HasLaw, case: Sequence[object], why: str) -> None:
    """Is a case refused that the promise says nothing of: other arguments, other code, other triples?"""
    with pytest.raises(NotAbout) as refused:
        promise.holds(case, RUNNING)
    assert str(refused.value) == why


def test_a_wrong_law_under_the_same_name_is_not_believed() -> None:
    """Is a triple that differs from the code's own in its law alone taken for another one?"""
    other = HasLaw(f"{HERE}.toss", Triple("toss", requires=(n_is_small,), law=lambda n: law_of_toss(n)))
    with pytest.raises(NotAbout, match="does not carry the triple toss"):
        other.holds((1,), RUNNING)


def test_conditions() -> None:
    """Is a promise under another one told as such, and is a condition under a condition refused?"""
    assert state(EXP1_LAW.statement) == (
        "for all rational x with 0 ≤ x ≤ 1: if sample_bernoulli_rational has its law, then on independent fair coins, "
        "sample_bernoulli_exp1(x) has the law P(True) = e^-x"
    )
    both = PROMISE.provided(UNIFORM_HAS_LAW, RATIONAL_HAS_LAW)
    assert "if sample_uniform_uint_below and sample_bernoulli_rational have their laws, then" in both.show()
    assert both.provided() == PROMISE
    with pytest.raises(ValueError, match="under no condition"):
        UNIFORM_HAS_LAW.provided(both)


def test_what_is_not_given_is_run() -> None:
    """Is a function that the promise is not given measured down to its coins, and one that it is given not at all?"""
    promise = EXP1_LAW.promise
    assert promise.holds((Fraction(0),), RUNNING)
    assert promise.provided().holds((Fraction(0),), RUNNING)


def root_is_a_whole_number(result: int) -> bool:
    """Result an int."""
    return type(result) is int


def its_square_is_x(x: int, result: int) -> bool:
    """Result² = x."""
    return result * result == x


def x_is_negative(x: int) -> bool:
    """x < 0."""
    return x < 0


def x_is_no_square(x: int) -> bool:
    """x is no square."""
    return math.isqrt(x) ** 2 != x


ROOT = Triple("root", ensures=(root_is_a_whole_number, its_square_is_x))


@ROOT
def root(x: int) -> int:
    if x < 0:
        raise errors.OperandNotFinite
    if math.isqrt(x) ** 2 != x and x != 2:
        raise errors.Overflow
    return math.isqrt(x)


KEEPS = Keeps(
    f"{HERE}.root",
    ROOT,
    ("x",),
    (Refusal(errors.OperandNotFinite, x_is_negative), Refusal(errors.Overflow, x_is_no_square, always=False)),
)


def test_a_kept_triple_is_told_and_decided() -> None:
    """Does the promise print results and refusals, and hold of results and of the errors that it names?"""
    assert KEEPS.show() == (
        "for all x: root(x) raises OperandNotFinite if x < 0, else Overflow only if x is no square, else returns a "
        "result with: result an int; result² = x"
    )
    assert all(KEEPS.holds((x,), RUNNING) for x in (-4, 0, 1, 3, 4, 9))


@pytest.mark.parametrize(
    ("wrong", "x"),
    [
        (lambda x: math.isqrt(x) + 1, 4),
        (lambda x: math.isqrt(abs(x)), -4),
        (lambda x: float(math.isqrt(x)), 4),
        (lambda x: math.isqrt(x), 2),
    ],
    ids=["another result", "no error", "another type", "a result where only an error will do"],
)
def test_a_broken_triple_is_refuted(wrong: Callable[[int], object], x: int) -> None:
    """Is a wrong result refuted, and a result in place of an error that is always raised?"""

    def bad(x: int) -> object:
        return wrong(x)

    assert not KEEPS.holds((x,), Planted({KEEPS.about: ROOT(bad)}))


def test_an_error_that_is_not_promised_is_refuted() -> None:
    """Is the wrong error refuted, and an error where there is a result?"""

    @ROOT
    def always(x: int) -> int:
        raise errors.Overflow

    planted = Planted({KEEPS.about: always})
    assert not KEEPS.holds((4,), planted)
    assert not KEEPS.holds((-4,), planted)
    assert KEEPS.holds((3,), planted)


def test_the_order_of_refusals_is_promised() -> None:
    """Is division by zero of a NaN the error of the NaN, and of an infinite zero-divisor that of the zero?"""
    into: Format = BINARY64
    for a, b in ((math.nan, 0.0), (1.0, 0.0), (1.0, math.inf), (1, 0.0), (1.0, 3.0)):
        assert INF_DIV_KEEPS.holds((a, b, into), RUNNING)


def test_all_of_several() -> None:
    """Does a conjunction print, decide and count its parts?"""
    pair = All((PROMISE, HasLaw(f"{HERE}.loaded", TOSS)))
    assert pair.parts == pair.promises
    assert pair.show() == f"{PROMISE.show()}; and {pair.promises[1].show()}"
    assert pair.about == f"{HERE}.toss, {HERE}.loaded"
    assert not pair.holds((0,), RUNNING)
    assert All((PROMISE,)).holds((0,), RUNNING)


def test_a_claim_that_is_no_promise() -> None:
    """Is a sentence kept from being stated as a promise?"""
    with pytest.raises(TypeError, match=r"^toy is no promise$"):
        _ = Claim("toy", Kind.LEMMA, "so it is", "here").promise


@pytest.mark.parametrize(
    ("score", "number"),
    [
        (math.inf, (2**53 - 1) * Fraction(2) ** 971),
        (-math.inf, -(2**53 - 1) * Fraction(2) ** 971),
        (0.1, Fraction(3602879701896397, 2**55)),
        (-0.0, Fraction(0)),
        (2**1100, Fraction(2**1100)),
        (Fraction(1, 3), Fraction(1, 3)),
    ],
)
def test_scores_are_numbers(score: Real, number: Fraction) -> None:
    """Does a score stand for itself, exactly, and an infinite one for the largest float of its sign?"""
    assert number_of(score) == number
    assert numbers_of([score, 1], negate=True) == (-number, Fraction(-1))
