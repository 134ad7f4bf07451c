"""Is each wrong way to round caught, by every check that is meant to catch it?"""

import inspect
import math
import operator
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from impl import directed
from impl.directed import inf_add, inf_cast, inf_div, inf_mul
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.status import Status
from proofs.engine.rounding import SHAPES, Operands, RoundsUp, by_listing, by_neighbours, numbers, shape_pairs
from spec import errors
from spec.directed import BINARY64, INF_ADD, INF_DIV, INF_MUL, Format, Real
from spec.triple import Triple

BINARY: dict[str, tuple[Callable[..., float], Callable[..., Fraction], Triple]] = {
    "add": (inf_add, operator.add, INF_ADD),
    "mul": (inf_mul, operator.mul, INF_MUL),
    "div": (inf_div, operator.truediv, INF_DIV),
}
each_binary = pytest.mark.parametrize("name", BINARY)

Rounding = Callable[[Fraction, Format], Fraction | float]


def to_nearest(x: Fraction, into: Format) -> Fraction:
    return min(numbers(into), key=lambda number: (abs(number - x), number))


def toward_zero(x: Fraction, into: Format) -> Fraction:
    return max((number for number in numbers(into) if abs(number) <= abs(x) and number * x >= 0), key=abs)


def one_too_large(x: Fraction, into: Format) -> Fraction:
    above = [number for number in numbers(into) if number > x]
    if not above:
        raise errors.Overflow
    return above[0]


def inf_on_overflow(x: Fraction, into: Format) -> Fraction | float:
    least = by_listing(x, into)
    return math.inf if least is None else least


def minus_zero(x: Fraction, into: Format) -> Fraction | float:
    least = by_listing(x, into)
    if least is None:
        raise errors.Overflow
    return least or -0.0


PLANTED: dict[Rounding, str] = {
    to_nearest: "result_is_not_below_",
    toward_zero: "result_is_not_below_",
    one_too_large: "no_smaller_number_is_not_below_",
    inf_on_overflow: "result_is_a_number_of_the_format",
    minus_zero: "zero_is_positive",
}
each_planted = pytest.mark.parametrize("rounding", PLANTED)


def smallest_pairs() -> Iterator[Operands]:
    return (pair for pair in shape_pairs() if pair.into == SHAPES[1])


@each_planted
@each_binary
def test_exhaustion_rejects(monkeypatch: pytest.MonkeyPatch, rounding: Rounding, name: str) -> None:
    """Does comparison with the list of all numbers reject each wrong rounding, with contracts off?"""
    monkeypatch.setattr(directed, "round_up", rounding)
    operation, exact, _ = BINARY[name]
    bare = inspect.unwrap(operation)
    found = Exhaustive("small", smallest_pairs, RoundsUp(bare, exact, by_listing)).run("rounds up")
    assert found.status is Status.REFUTED
    assert found.detail.startswith("false at case")


@each_planted
@each_binary
def test_contracts_reject(monkeypatch: pytest.MonkeyPatch, rounding: Rounding, name: str) -> None:
    """Does the contract break on each wrong rounding, in the clause that is meant for it?"""
    monkeypatch.setattr(directed, "round_up", rounding)
    operation, _, triple = BINARY[name]
    caught = 0
    for into, (a, b) in smallest_pairs():
        try:
            result = inspect.unwrap(operation)(a, b, into)
        except (errors.DivisionByZero, errors.Overflow):
            continue
        clauses = broken(triple, a, b, into, result)
        if any(clause.startswith(PLANTED[rounding]) for clause in clauses):
            caught += 1
            with pytest.raises(errors.ContractBroken):
                operation(a, b, into)
    assert caught


def broken(triple: Triple, a: Real, b: Real, into: Format, result: Real) -> list[str]:
    """The clauses that do not hold."""
    values = {"a": a, "b": b, "into": into, "result": result}
    return [
        clause.__name__
        for clause in triple.ensures
        if not clause(**{name: values[name] for name in inspect.signature(clause).parameters})
    ]


@pytest.mark.parametrize("wrong", [float, lambda exact: math.nextafter(inf_cast(exact), math.inf)])
def test_neighbours_reject(wrong: Callable[[Fraction], float]) -> None:
    """Does comparison by neighbours in binary64 reject rounding to nearest, and one unit too much?"""
    third = Fraction(1, 3)
    check = RoundsUp(lambda x, into: wrong(x), Fraction, by_neighbours)
    found = Exhaustive("one third", lambda: [Operands(BINARY64, (third,))], check).run("rounds up")
    assert found.status is Status.REFUTED


def test_type_of_a_sum() -> None:
    """Does a sum of another type than its terms break the contract?"""
    assert broken(INF_ADD, 1, 1, BINARY64, 2) == []
    assert broken(INF_ADD, 1, 1, BINARY64, Fraction(2)) == ["sum_is_of_the_type_of_both_terms"]
    assert broken(INF_ADD, 1, 1, BINARY64, 2.0) == ["sum_is_of_the_type_of_both_terms"]
