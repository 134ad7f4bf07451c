"""Is every directed result the least float that is not below the exact one?"""

import math
import operator
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from impl.directed import GREATEST_POWER, floor_log2, inf_add, inf_cast, inf_div, inf_mul, inf_powi
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.ledger import Chapter, Ledger
from proofs.engine.ledger.status import Status
from proofs.engine.rounding import (
    SHAPES,
    Operands,
    RoundsUp,
    by_listing,
    by_neighbours,
    corner_gaps,
    corner_pairs,
    numbers,
    shape_gaps,
)
from proofs.mechanisms import directed as chapter
from spec import errors
from spec.directed import BINARY64, INF_ADD, INF_CAST, INF_DIV, INF_MUL, INF_POWI, Format, Real
from spec.logic.promise import Promise
from spec.triple import Triple, triple_of

LARGEST = math.nextafter(math.inf, 0)
LEAST = math.ulp(0.0)
SMALL = SHAPES[:-1]
BINARY: dict[str, tuple[Callable[..., float], Callable[..., Fraction]]] = {
    "add": (inf_add, operator.add),
    "mul": (inf_mul, operator.mul),
    "div": (inf_div, operator.truediv),
}
TRIPLES = {inf_cast: INF_CAST, inf_add: INF_ADD, inf_mul: INF_MUL, inf_div: INF_DIV, inf_powi: INF_POWI}
each_binary = pytest.mark.parametrize("name", BINARY)

significands = st.one_of(
    st.sampled_from([2**52, 2**52 + 1, 2**52 + 2, 2**53 - 2, 2**53 - 1, 3 * 2**51]),
    st.integers(2**52, 2**53 - 1),
)
signs = st.sampled_from([1, -1])
normals = st.builds(lambda sign, m, e: math.ldexp(sign * m, e), signs, significands, st.integers(-1074, 1023 - 52))
subnormals = st.builds(lambda sign, m: math.ldexp(sign * m, -1074), signs, st.integers(1, 2**52 - 1))
near_overflow = st.builds(
    lambda sign, m, e: math.ldexp(sign * m, e), signs, significands, st.sampled_from([970, 971, 459, 458])
)
floats = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    normals,
    subnormals,
    near_overflow,
    st.just(0.0),
    st.just(-0.0),
)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[float, float]:
    """Two floats, often so far apart that their sum is exact, halfway between floats, or absorbed."""
    a = draw(floats)
    if a == 0 or draw(st.booleans()):
        return a, draw(floats)
    _, exponent = math.frexp(a)
    shift = exponent + draw(st.sampled_from([-1, 0, 1, 51, 52, 53, 54, 55])) * draw(signs)
    return a, draw(signs) * math.ldexp(draw(significands), max(-1126, min(shift - 53, 971)))


def is_least(result: float, exact: Fraction) -> bool:
    """The definition, by the lower neighbour in binary64."""
    below = math.nextafter(result, -math.inf)
    return math.isfinite(result) and below < exact <= result and (result != 0 or math.copysign(1, result) == 1)


def answers_rightly(operation: Callable[[], float], exact: Fraction) -> bool:
    """The least float not below, or the error exactly if no float is not below."""
    try:
        return is_least(operation(), exact)
    except errors.Overflow:
        return exact > LARGEST


@pytest.mark.untraced
@each_binary
@settings(max_examples=500)
@given(pair=pairs())
@example(pair=(1.0, 2.0**-53))
@example(pair=(1.0, -(2.0**-54)))
@example(pair=(LARGEST, LEAST))
@example(pair=(-LARGEST, -LARGEST))
@example(pair=(LEAST, 2.0))
@example(pair=(LEAST, -LARGEST))
@example(pair=(2.0**-1022, math.nextafter(1.0, 0)))
def test_binary_operations(name: str, pair: tuple[float, float]) -> None:
    """Do +, * and / on adversarial binary64 operands return the least float not below?"""
    operation, exact = BINARY[name]
    a, b = pair
    assume(name != "div" or b != 0)
    assert answers_rightly(lambda: operation(a, b), exact(Fraction(a), Fraction(b)))


@given(a=floats, b=st.integers(-9, 9))
@example(a=LARGEST, b=2)
@example(a=LEAST, b=2)
@example(a=math.nextafter(2.0**512, 0), b=2)
@example(a=0.0, b=0)
def test_powers(a: float, b: int) -> None:
    """Do small integer powers return the least float not below?"""
    assume(a != 0 or b >= 0)
    assert answers_rightly(lambda: inf_powi(a, b), Fraction(a) ** b)


@given(x=st.one_of(floats, st.integers(), st.fractions(), st.integers(-(2**1100), 2**1100)))
@example(x=2**53 + 1)
@example(x=-(2**53) - 1)
@example(x=2**64 - 1)
@example(x=2**1024 - 2**970 - 1)
@example(x=2**1024 - 2**970)
@example(x=Fraction(1, 2**1076))
@example(x=Fraction(-1, 2**1076))
def test_casts(x: Real) -> None:
    """Do casts return the least float not below?"""
    assert answers_rightly(lambda: inf_cast(x), Fraction(x))


@given(x=floats)
def test_a_float_is_its_own_cast(x: float) -> None:
    """Does a cast leave floats alone, except for the sign of zero?"""
    assert inf_cast(x).hex() == (x + 0.0).hex()


def small_pairs() -> Iterator[Operands]:
    return (Operands(into, pair) for into in SMALL for pair in product(map(float, numbers(into)), repeat=2))


@pytest.mark.untraced
@each_binary
def test_every_pair_of_small_formats(name: str) -> None:
    """Do +, * and / agree with the list of all numbers, on every pair of several whole formats?"""
    found = (
        Exhaustive("small formats", small_pairs, RoundsUp(*BINARY[name], by_listing)).of("rounds up").run("rounds up")
    )
    assert found.status is Status.CERTIFIED, found.detail
    assert found.detail == f"{sum(len(numbers(into)) ** 2 for into in SMALL)} cases: small formats"


def test_exact_sums() -> None:
    """Are sums of ints and of Fractions exact, and of their own type?"""
    assert inf_add(2**2000, 1) == 2**2000 + 1
    assert inf_add(Fraction(1, 3), Fraction(1, 3)) == Fraction(2, 3)
    assert type(inf_add(1, 1)) is int
    assert type(inf_add(Fraction(1), Fraction(1))) is Fraction
    assert type(inf_add(1.0, 1.0)) is float


@pytest.mark.parametrize(
    ("operation", "operands", "error"),
    [
        (inf_add, (1, 1.0), errors.WrongOperandType("int")),
        (inf_add, (True, True), errors.WrongOperandType("int or float or Fraction")),
        (inf_cast, (True,), errors.WrongOperandType("int or float or Fraction")),
        (inf_cast, ("1",), errors.WrongOperandType("int or float or Fraction")),
        (inf_cast, (None,), errors.WrongOperandType("int or float or Fraction")),
        (inf_mul, (1, 1.0), errors.WrongOperandType("float")),
        (inf_div, (1.0, Fraction(2)), errors.WrongOperandType("float")),
        (inf_powi, (2.0, 2.0), errors.WrongOperandType("int")),
        (inf_powi, (2.0, True), errors.WrongOperandType("int")),
        (inf_cast, (math.nan,), errors.OperandNotFinite()),
        (inf_add, (1.0, math.inf), errors.OperandNotFinite()),
        (inf_mul, (-math.inf, 0.0), errors.OperandNotFinite()),
        (inf_div, (math.nan, 1.0), errors.OperandNotFinite()),
        (inf_powi, (math.inf, 0), errors.OperandNotFinite()),
        (inf_div, (1.0, 0.0), errors.DivisionByZero()),
        (inf_div, (0.0, -0.0), errors.DivisionByZero()),
        (inf_powi, (-0.0, -1), errors.DivisionByZero()),
        (inf_powi, (1.0, GREATEST_POWER + 1), errors.ExponentTooLarge()),
        (inf_powi, (1.0, -GREATEST_POWER - 1), errors.ExponentTooLarge()),
        (inf_powi, (1.0, 10**400), errors.ExponentTooLarge()),
        (inf_cast, (10**400,), errors.Overflow()),
        (inf_add, (LARGEST, LEAST), errors.Overflow()),
        (inf_mul, (LARGEST, math.nextafter(1.0, 2.0)), errors.Overflow()),
        (inf_div, (1.0, LEAST), errors.Overflow()),
        (inf_powi, (LEAST, -GREATEST_POWER), errors.Overflow()),
    ],
)
def test_refusals(operation: Callable[..., object], operands: tuple[object, ...], error: errors.NoisymaxError) -> None:
    """Is what has no answer refused with the designed error?"""
    with pytest.raises(errors.NoisymaxError) as refused:
        operation(*operands)
    assert refused.value == error


def test_greatest_powers() -> None:
    """Are powers up to the stated limit computed, however extreme the base?"""
    assert inf_powi(LEAST, GREATEST_POWER) == LEAST
    assert inf_powi(-LARGEST, GREATEST_POWER - 1) == -LARGEST
    assert inf_powi(LARGEST, -GREATEST_POWER) == LEAST
    assert is_least(inf_powi(1.1, GREATEST_POWER), Fraction(1.1) ** GREATEST_POWER)


def test_exponents_of_powers_of_two() -> None:
    """Is the exponent of a power of two its own, and that of what is just below it one less, whatever the sign?"""
    for e, sign in product((-1074, -1, 0, 1, 1023), (1, -1)):
        power = sign * Fraction(2) ** e
        assert floor_log2(power) == e
        assert floor_log2(power * Fraction(2**60 - 1, 2**60)) == e - 1


def test_below_all_floats() -> None:
    """Is what lies below every float rounded up to the least of them, as the definition has it?"""
    assert inf_add(-LARGEST, -LARGEST) == -LARGEST
    assert inf_cast(-(10**400)) == -LARGEST


@pytest.mark.parametrize("into", SHAPES)
def test_formats(into: Format) -> None:
    """Do membership, predecessor, quantum and largest number agree with the list of all numbers?"""
    listed = numbers(into)
    assert list(listed) == [listed[0], *(number for number in listed[1:] if into.holds(number))]
    assert into.holds(listed[0])
    assert [into.before(number) for number in listed] == [None, *listed[:-1]]
    assert min(number for number in listed if number > 0) == into.quantum
    assert listed[-1] == into.largest
    assert not any(into.holds((low + high) / 2) for low, high in pairwise(listed))
    assert not into.holds(2 * into.largest)


@given(number=floats)
def test_binary64_is_the_format_of_floats(number: float) -> None:
    """Does BINARY64 hold every finite float, with the predecessor that the machine knows?"""
    below = math.nextafter(number, -math.inf)
    assert BINARY64.holds(number)
    assert BINARY64.before(number) == (Fraction(below) if math.isfinite(below) else None)
    assert not BINARY64.holds(math.inf)
    assert not BINARY64.holds(math.nan)
    assert not BINARY64.holds(Fraction(1, 3))


@pytest.mark.parametrize("fields", [(0, -1, 1), (54, -1, 1), (3, 2, 1), (3, 0, 1024), (53, -1023, 0), (1, -1075, 0)])
def test_formats_that_floats_cannot_hold(fields: tuple[int, int, int]) -> None:
    """Is a format refused that is empty or exceeds binary64?"""
    with pytest.raises(errors.FormatNotSupported):
        Format(*fields)


def test_the_definition_rejects() -> None:
    """Does the oracle of these tests reject the neighbours of the right answer, an infinity and -0.0?"""
    third = Fraction(1, 3)
    least = inf_cast(third)
    assert is_least(least, third)
    assert not is_least(math.nextafter(least, 0), third)
    assert not is_least(math.nextafter(least, 1), third)
    assert not is_least(math.inf, Fraction(2) ** 1024)
    assert not is_least(-0.0, Fraction(0))


@pytest.mark.parametrize(("function", "triple"), TRIPLES.items())
def test_triples_are_enforced(function: Callable[..., object], triple: Triple) -> None:
    """Does each operation answer to its triple?"""
    assert triple_of(function) is triple
    assert triple.name == function.__name__


def test_corner_cases_are_plenty() -> None:
    """Do the scopes of the proofs hold subnormal numbers, both zeros, and what lies above all numbers?"""
    operands = {value for case in corner_pairs() for value in case.values}
    assert {LEAST, LARGEST, -LARGEST, math.nextafter(2.0**-1022, 0)} <= operands
    assert {str(v) for case in corner_pairs() for v in case.values} >= {"0.0", "-0.0"}
    assert any(by_neighbours(Fraction(x), BINARY64) is None for _, (x,) in corner_gaps())
    assert any(by_listing(Fraction(x), into) is None for into, (x,) in shape_gaps())


@pytest.mark.deep
def test_chapter() -> None:
    """Do the cheap checks of the chapter close?"""
    contracts = {claim.id: claim.id for claim in chapter.CHAPTER.claims if isinstance(claim.statement, Promise)}
    assert len(contracts) == len(TRIPLES)
    ledger = Ledger([chapter.CHAPTER, Chapter(headlines=contracts)])
    for task in ledger.tasks():
        if task.place.step == 1 or task.place.claim not in {f"directed.inf_{name}" for name in BINARY}:
            assert task.check.run(task.query).status in (Status.PROVED, Status.CERTIFIED), task.place
