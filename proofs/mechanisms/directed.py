"""Why directed arithmetic is right: the argument, for every format, and the running code on small formats.

The argument: let 2^e <= |x| < 2^(e+1) and B = 2^precision. Numbers of the format whose spacing is finer than
u = max(2^(e+1)/B, quantum) lie below 2^e in magnitude; all others, and -2^e and 2^e, are multiples of u. The
least multiple not below x is c u with c = ceil(x/u), and |c| <= B, which makes it a number of the format,
unless it exceeds the largest one. In the formulas, "w <= c - 1 or c <= w" says that w and c are integers.
"""

import operator
from collections.abc import Callable, Iterable
from fractions import Fraction

from impl.directed import inf_add, inf_cast, inf_div, inf_mul, inf_powi
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.engine.rounding import (
    CORNERS_SCOPE,
    SHAPES_SCOPE,
    Operands,
    RoundsUp,
    by_listing,
    by_neighbours,
    corner_gaps,
    corner_pairs,
    corner_powers,
    shape_gaps,
    shape_pairs,
    shape_powers,
)
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula, Sort, Symbol, absolute, both, either

x, c, w, m = Symbol("x"), Symbol("c"), Symbol("w"), Symbol("m")
u, v = Symbol("u", Sort.POSITIVE), Symbol("v", Sort.POSITIVE)
base, binade = Symbol("B", Sort.POSITIVE), Symbol("E", Sort.POSITIVE)
n, d = Symbol("n", Sort.POSITIVE), Symbol("d", Sort.POSITIVE)
n_bit, d_bit = Symbol("N", Sort.POSITIVE), Symbol("D", Sort.POSITIVE)

EXPONENT = Formula(
    both(n_bit / (2 * d_bit) < n / d, n / d < (2 * n_bit) / d_bit),
    given=(n_bit <= n, n < 2 * n_bit, d_bit <= d, d < 2 * d_bit),
)
SPACING = Formula(
    absolute(m * v) < binade,
    given=(absolute(m) < base, 2 * v <= u, (u * base).eq(2 * binade)),
)
LEAST = Formula(
    c * u <= w * u,
    given=((c - 1) * u < x, x <= w * u, either(w <= c - 1, c <= w)),
)
FITS = Formula(
    absolute(c) <= base,
    given=(
        absolute(x) < 2 * binade,
        2 * binade <= base * u,
        (c - 1) * u < x,
        x <= c * u,
        either(c <= base, base + 1 <= c),
    ),
)


def _runs(
    call: str,
    operation: Callable[..., float],
    exact: Callable[..., Fraction],
    of_shapes: Callable[[], Iterable[Operands]],
    of_corners: Callable[[], Iterable[Operands]],
) -> tuple[Step, Step]:
    """The running operation, held against two other definitions of its result."""
    return (
        Step(
            f"{call} is the first in the list of its format's numbers that is not below the exact value",
            because="the running code is put through every operand there is",
            check=Exhaustive(SHAPES_SCOPE, of_shapes, RoundsUp(operation, exact, by_listing)),
        ),
        Step(
            f"{call} is the float nearest to the exact value or, if that is too small, its upper neighbour",
            because="the running code is put through operands where rounding goes wrong first",
            check=Exhaustive(CORNERS_SCOPE, of_corners, RoundsUp(operation, exact, by_neighbours)),
        ),
    )


def _contract(call: str, exact: str) -> str:
    return f"{call} is the least float not below {exact}, and an error if there is none"


CHAPTER = Chapter(
    claims=(
        Claim("directed.exponent", Kind.LEMMA, EXPONENT),
        Claim("directed.spacing", Kind.LEMMA, SPACING),
        Claim("directed.least", Kind.LEMMA, LEAST),
        Claim("directed.fits", Kind.LEMMA, FITS),
        Claim("directed.inf_cast", Kind.CONTRACT, _contract("inf_cast(x)", "x")),
        Claim("directed.inf_add", Kind.CONTRACT, _contract("inf_add(a, b)", "a + b")),
        Claim("directed.inf_mul", Kind.CONTRACT, _contract("inf_mul(a, b)", "a b")),
        Claim("directed.inf_div", Kind.CONTRACT, _contract("inf_div(a, b)", "a / b")),
        Claim("directed.inf_powi", Kind.CONTRACT, _contract("inf_powi(a, b)", "a^b")),
    ),
    proofs=(
        Proof(
            "directed.exponent",
            (Step(EXPONENT.conclusion, "N and D are the leading bits of n and d", Smt()),),
        ),
        Proof(
            "directed.spacing",
            (Step(SPACING.conclusion, "v is a power of two below u, so at most u/2", Smt()),),
        ),
        Proof("directed.least", (Step(LEAST.conclusion, "an integer above c - 1 is at least c", Smt()),)),
        Proof("directed.fits", (Step(FITS.conclusion, "|x|/u < B, and B is an integer", Smt()),)),
        Proof(
            "directed.inf_cast",
            _runs("inf_cast(x)", inf_cast, Fraction, shape_gaps, corner_gaps),
            uses=("directed.exponent", "directed.spacing", "directed.least", "directed.fits"),
        ),
        Proof(
            "directed.inf_add",
            _runs("inf_add(a, b)", inf_add, operator.add, shape_pairs, corner_pairs),
            uses=("directed.inf_cast",),
        ),
        Proof(
            "directed.inf_mul",
            _runs("inf_mul(a, b)", inf_mul, operator.mul, shape_pairs, corner_pairs),
            uses=("directed.inf_cast",),
        ),
        Proof(
            "directed.inf_div",
            _runs("inf_div(a, b)", inf_div, operator.truediv, shape_pairs, corner_pairs),
            uses=("directed.inf_cast",),
        ),
        Proof(
            "directed.inf_powi",
            _runs("inf_powi(a, b)", inf_powi, operator.pow, shape_powers, corner_powers),
            uses=("directed.inf_cast",),
        ),
    ),
)
