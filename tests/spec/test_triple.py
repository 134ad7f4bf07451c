"""Is a triple enforced however the function is called, and does a breach say nothing about the values?"""

import functools
import subprocess
import sys
import traceback
from collections.abc import Callable, Sequence
from fractions import Fraction

import icontract
import pytest

from impl.draws import TapeDraw
from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from impl.samplers import sample_bernoulli_exp, sample_bernoulli_rational, sample_uniform_uint_below
from spec.draw import Draw, sampler
from spec.errors import ContractBroken
from spec.permute_and_flip import PERMUTE_AND_FLIP
from spec.triple import Triple, law_of, triple_of
from spec.weights import ONE

SECRET = Fraction(31415926535, 7)
SCORES = (SECRET, SECRET + 1)
NEVER = TapeDraw([])


def is_even(n: int) -> bool:
    return n % 2 == 0


def is_small(n: int) -> bool:
    return n < 10


def answer_is_not_eight(result: int) -> bool:
    return result != 8


def answer_is_below_n_and_five(n: int, result: int) -> bool:
    return result < n + 5


TWICE = Triple(
    "twice",
    requires=(is_even, is_small),
    ensures=(answer_is_below_n_and_five, answer_is_not_eight),
    law=lambda n: [(2 * n, ONE)],
)


@TWICE
@sampler
def twice(n: int, draw: Draw) -> int:
    return 2 * n


@pytest.mark.parametrize(
    ("n", "clause"),
    [(1, "is_even"), (11, "is_even"), (12, "is_small"), (6, "answer_is_below_n_and_five"), (4, "answer_is_not_eight")],
)
def test_each_clause_fires_in_its_turn(n: int, clause: str) -> None:
    """Is the first clause that does not hold named, whether arguments come by place or by name?"""
    calls: tuple[Callable[[], int], ...] = (
        lambda: twice(n, NEVER),
        lambda: twice(n=n, draw=NEVER),
        lambda: twice(n, draw=NEVER),
    )
    for call in calls:
        with pytest.raises(ContractBroken) as caught:
            call()
        assert caught.value == ContractBroken("twice", clause)
        assert str(caught.value) == f"twice: {clause} does not hold"


def test_what_keeps_its_contract_is_let_through() -> None:
    """Is the answer that of the function?"""
    assert twice(2, NEVER) == twice(draw=NEVER, n=2) == 4


@pytest.mark.parametrize(
    "call",
    [
        lambda: permute_and_flip(SCORES, -SECRET, NEVER),
        lambda: permute_and_flip(x=SCORES, scale=-SECRET, draw=NEVER),
        lambda: permute_and_flip((), SECRET, NEVER),
        lambda: peel(permute_and_flip, SCORES, SECRET, -1, NEVER),
        lambda: peel(lambda x, scale, draw: 2, SCORES, SECRET, 1, NEVER),
        lambda: sample_bernoulli_exp(-SECRET, NEVER),
        lambda: sample_bernoulli_rational(SECRET, NEVER),
        lambda: sample_uniform_uint_below(0, NEVER),
    ],
)
def test_a_breach_tells_no_score(call: Callable[[], object]) -> None:
    """Is there no value in the message, in its causes, or in the traceback that a log would print?"""
    with pytest.raises(ContractBroken) as caught:
        call()
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    report = "".join(traceback.format_exception(caught.value))
    assert "31415926535" not in report


def test_a_missing_argument_tells_no_score() -> None:
    """Does the contract library's own complaint, which we do not word, keep the values to itself?"""
    with pytest.raises(TypeError) as caught:
        permute_and_flip(SCORES, draw=NEVER)  # type: ignore[call-arg]
    assert "31415926535" not in "".join(traceback.format_exception(caught.value))


def test_a_function_answers_for_its_triple() -> None:
    """Is the triple found by the decorated function and by its bare body, and by nothing else?"""
    assert triple_of(permute_and_flip) is PERMUTE_AND_FLIP
    assert triple_of(twice) is TWICE
    assert law_of(twice)(5) == [(10, ONE)]
    assert triple_of(is_even) is None


def test_a_triple_is_put_once_and_hides_nothing() -> None:
    """Is a second triple refused, and one above a decorator, which the contract library would silently drop?"""

    @functools.wraps(permute_and_flip)
    def negated(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
        return permute_and_flip([-score for score in x], scale, draw)

    def plain(n: int, draw: Draw) -> int:
        return n

    for function in (permute_and_flip, negated, sampler(negated), sampler(sampler(plain))):
        with pytest.raises(TypeError, match="put once, right on top"):
            PERMUTE_AND_FLIP(function)


def test_a_default_is_asked_about_like_any_argument() -> None:
    """Does a clause see the default of what a call leaves out?"""

    def is_least(n: int, least: int) -> bool:
        return n >= least

    @Triple("least", requires=(is_least,), ensures=(answer_is_not_eight,))
    def least(n: int, least: int = 5) -> int:
        return n

    assert (least(5), least(4, 3), least(least=0, n=1)) == (5, 4, 1)
    calls: tuple[Callable[[], int], ...] = (
        lambda: least(4),
        lambda: least(n=4),
        lambda: least(5, 6),
        lambda: least(n=5, least=6),
    )
    for call in calls:
        with pytest.raises(ContractBroken, match="is_least does not hold"):
            call()
    with pytest.raises(ContractBroken, match="answer_is_not_eight"):
        least(8)


def test_what_is_called_otherwise_is_checked_too() -> None:
    """Is a function checked whose parameters cannot be given by their places, and a clause that takes none?"""

    def never() -> bool:
        return False

    @Triple("by name", requires=(is_even,), ensures=(answer_is_not_eight,))
    def by_name(*, n: int) -> int:
        return 2 * n

    @Triple("any number", requires=(is_even,))
    def any_number(n: int, *more: int) -> int:
        return n + sum(more)

    @Triple("none", requires=(never,))
    def none(n: int) -> int:
        return n

    assert (by_name(n=2), any_number(2, 3, 4)) == (4, 9)
    calls: tuple[Callable[[], int], ...] = (
        lambda: by_name(n=1),
        lambda: by_name(n=4),
        lambda: any_number(1, 2),
        lambda: none(1),
        lambda: none(n=1),
    )
    for call in calls:
        with pytest.raises(ContractBroken):
            call()


def test_a_clause_about_what_is_not_there_is_an_error() -> None:
    """Is a call an error if a clause asks about a parameter that the function lacks, or about the result too soon?"""

    def is_not_eight_before(result: int) -> bool:
        return result != 8

    for clause in (is_even, is_not_eight_before):
        with pytest.raises(TypeError, match="have not been set"):
            Triple("misfit", requires=(clause,))(lambda m: m)(2)


def test_a_method_hands_its_contract_down() -> None:
    """Is a method checked, and also what overrides it in a class below?"""

    class Above(icontract.DBC):
        @Triple("above", requires=(is_even,), ensures=(answer_is_not_eight,))
        def twice(self, n: int) -> int:
            return 2 * n

    class Below(Above):
        def twice(self, n: int) -> int:
            return n + n

    for made in (Above(), Below()):
        assert made.twice(2) == 4
        with pytest.raises(ContractBroken, match="is_even"):
            made.twice(3)
        with pytest.raises(ContractBroken, match="answer_is_not_eight"):
            made.twice(4)


def test_python_without_asserts_checks_no_contract() -> None:
    """Is a function left as it is where Python is told to optimise, as it always was?"""
    bare = "from spec.triple import Triple; f = lambda n: n; print(Triple('t', requires=(lambda n: n > 0,))(f) is f)"
    told = [
        subprocess.run([sys.executable, *option, "-c", bare], capture_output=True, text=True, check=True).stdout
        for option in ((), ("-O",))
    ]
    assert told == ["False\n", "True\n"]


def test_no_promise_no_law() -> None:
    """Is it an error to ask for the law of a function that promises none?"""
    lawless = Triple("lawless")(lambda draw: 0)
    for function in (is_even, lawless):
        with pytest.raises(LookupError, match="no triple promises a law"):
            law_of(function)
