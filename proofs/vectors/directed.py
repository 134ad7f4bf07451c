"""Vectors of directed arithmetic: the least float that is not below the exact result, or an error."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from impl.directed import inf_add, inf_cast, inf_div, inf_mul, inf_powi
from proofs.vectors.maps import LARGEST, LEAST
from proofs.vectors.model import PlannedCall
from spec.directed import Real

INFINITE, NAN = float("inf"), float("nan")
_ULP = float.fromhex("0x1p-52")
_ABOVE_ONE = 1 + _ULP
_BELOW_ONE = 1 - _ULP / 2
_NORMAL = float.fromhex("0x1p-1022")

_CAST: tuple[tuple[str, Real, str], ...] = (
    ("exact", 2**53, "an integer that is a float stays"),
    ("one_above", 2**53 + 1, "halfway between two floats: up, where to even would go down"),
    ("two_above", 2**53 + 3, "halfway again, where to even would go up as well"),
    ("negative", -(2**53) - 1, "up is towards zero"),
    ("third", Fraction(1, 3), "up"),
    ("minus_third", Fraction(-1, 3), "up is towards zero"),
    ("just_above", 1 + Fraction(1, 10**40), "the slightest excess over a float counts"),
    ("below_the_least", Fraction(1, 10**400), "up to the least float, not down to 0"),
    ("below_zero", Fraction(-1, 10**400), "up to 0, and not to -0"),
    ("minus_zero", -0.0, "the result is 0 without a minus sign"),
    ("subnormal", Fraction(3, 2**1075), "1.5 times the least float: up to twice"),
    ("largest", 2**1024 - 2**971, "the largest float"),
    ("above_the_largest", 2**1024 - 2**971 + 1, "overflow, even by the slightest excess"),
    ("huge_negative", -(10**400), "up to the negative of the largest float: no error"),
    ("infinite", INFINITE, "an infinite operand is an error"),
    ("nan", NAN, "so is NaN"),
)
_PAIRS: tuple[tuple[str, str, Real, Real, str], ...] = (
    ("inf_add", "exact", 1.5, 2.25, "no rounding"),
    ("inf_add", "inexact", 1.0, LEAST, "the slightest term moves the sum to the next float"),
    ("inf_add", "absorbed_from_below", 1.0, -LEAST, "1 - 2^-1074 rounds up to 1"),
    ("inf_add", "halfway", 1.0, _ULP / 2, "halfway: up, where to even would stay at 1"),
    ("inf_add", "negative_halfway", -1.0, -_ULP / 2, "halfway: up is towards zero"),
    ("inf_add", "cancels", 1.5, -1.5, "0, not -0"),
    ("inf_add", "minus_zeros", -0.0, -0.0, "0, not -0"),
    ("inf_add", "subnormal", LEAST, LEAST, "exact among the subnormal numbers"),
    ("inf_add", "largest", LARGEST, float.fromhex("-0x1p+0"), "the largest float less one rounds up to itself"),
    ("inf_add", "overflow", LARGEST, LEAST, "overflow by the slightest excess, where to nearest would stay"),
    ("inf_add", "negative_overflow", -LARGEST, -LARGEST, "up to the negative of the largest float: no error"),
    ("inf_add", "integers", 2**53, 1, "a sum of integers is an integer, and exact"),
    ("inf_add", "rationals", Fraction(1, 3), Fraction(1, 6), "a sum of rationals is a rational, and exact"),
    ("inf_add", "mixed", 1, 1.0, "terms of two types are refused"),
    ("inf_add", "infinite", INFINITE, 1.0, "an infinite operand is an error"),
    ("inf_mul", "exact", 1.5, 2.0, "no rounding"),
    ("inf_mul", "inexact", _ABOVE_ONE, _ABOVE_ONE, "1 + 2^-51 + 2^-104: the last bit of 105 counts"),
    ("inf_mul", "from_below", _BELOW_ONE, _BELOW_ONE, "1 - 2^-52 + 2^-106: just above a float"),
    ("inf_mul", "negative", -_ABOVE_ONE, _ABOVE_ONE, "up is towards zero"),
    ("inf_mul", "underflow", LEAST, 0.5, "half the least float: up to it"),
    ("inf_mul", "negative_underflow", -LEAST, 0.5, "up to 0, and not to -0"),
    ("inf_mul", "into_the_subnormal", _NORMAL, _BELOW_ONE, "just below the least normal number"),
    ("inf_mul", "subnormal_tie", 3 * LEAST, 0.5, "1.5 times the least float: up to twice"),
    ("inf_mul", "zero", 0.0, -5.0, "0, not -0"),
    ("inf_mul", "overflow", LARGEST, _ABOVE_ONE, "overflow"),
    ("inf_mul", "negative_overflow", -LARGEST, 2.0, "up to the negative of the largest float: no error"),
    ("inf_mul", "integer", 2, 2.0, "only floats are multiplied"),
    ("inf_div", "exact", 3.0, 4.0, "no rounding"),
    ("inf_div", "third", 1.0, 3.0, "up: to nearest goes down here"),
    ("inf_div", "two_thirds", 2.0, 3.0, "up, as to nearest"),
    ("inf_div", "negative", -1.0, 3.0, "up is towards zero"),
    ("inf_div", "tenth", 1.0, 10.0, "up, as to nearest"),
    ("inf_div", "underflow", LEAST, LARGEST, "far below the least float: up to it"),
    ("inf_div", "negative_underflow", -LEAST, LARGEST, "up to 0, and not to -0"),
    ("inf_div", "subnormal_exact", 3 * LEAST, 3.0, "subnormal and exact: the least float itself"),
    ("inf_div", "subnormal_over_subnormal", LEAST, 3 * LEAST, "operands of few bits, a quotient of many"),
    ("inf_div", "overflow", 1.0, LEAST, "overflow"),
    ("inf_div", "by_zero", 1.0, 0.0, "an error, never infinite"),
    ("inf_div", "zero_by_zero", 0.0, 0.0, "an error, never NaN"),
    ("inf_div", "by_minus_zero", 1.0, -0.0, "an error, never infinite"),
    ("inf_powi", "square", 3.0, 2, "exact"),
    ("inf_powi", "rounded_once", _ABOVE_ONE, 3, "rounded once, not after each product"),
    ("inf_powi", "power_zero", 0.0, 0, "0^0 = 1"),
    ("inf_powi", "inverse", 3.0, -1, "1/3, up"),
    ("inf_powi", "negative_base", -3.0, -3, "-1/27: up is towards zero"),
    ("inf_powi", "underflow", float.fromhex("0x1p-538"), 2, "2^-1076: up to the least float"),
    ("inf_powi", "overflow", float.fromhex("0x1p+512"), 2, "2^1024 is beyond the largest float"),
    ("inf_powi", "largest_square", float.fromhex("0x1.fffffffffffffp+511"), 2, "the greatest square that fits"),
    ("inf_powi", "inverse_of_zero", 0.0, -1, "an error, never infinite"),
    ("inf_powi", "exponent_too_large", 1.0, 1025, "refused before it fills the memory"),
)
_OPERATIONS: Mapping[str, Callable[..., object]] = {
    "inf_add": inf_add,
    "inf_mul": inf_mul,
    "inf_div": inf_div,
    "inf_powi": inf_powi,
}
CASES: tuple[PlannedCall, ...] = (
    *(PlannedCall(f"inf_cast/{what}", inf_cast, {"x": x}, reason) for what, x, reason in _CAST),
    *(
        PlannedCall(f"{name}/{what}", _OPERATIONS[name], {"a": a, "b": b}, reason)
        for name, what, a, b, reason in _PAIRS
    ),
)
