"""Why directed arithmetic is right: the argument, for every format, and the running code on small formats.

The argument: let 2^e <= |x| < 2^(e+1) and B = 2^precision. Numbers of the format whose spacing is finer than
u = max(2^(e+1)/B, quantum) lie below 2^e in magnitude; all others, and -2^e and 2^e, are multiples of u. The
least multiple not below x is c u with c = ceil(x/u), and |c| <= B, which makes it a number of the format,
unless it exceeds the largest one. In the formulas, "w <= c - 1 or c <= w" says that w and c are integers.
"""

import inspect
import math
import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product

from impl.directed import inf_add, inf_cast, inf_div, inf_mul, inf_powi
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.smt import Smt
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.engine.rounding import (
    CORNERS_SCOPE,
    EIGHT_BITS,
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
from spec.directed import ADD, BINARY64, CAST, DIV, MUL, POWI
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula, Sort, Symbol, absolute, both, either

# Law

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


LEMMAS = (
    Claim("directed.exponent", Kind.LEMMA, EXPONENT),
    Claim("directed.spacing", Kind.LEMMA, SPACING),
    Claim("directed.least", Kind.LEMMA, LEAST),
    Claim("directed.fits", Kind.LEMMA, FITS),
)
LEMMA_PROOFS = (
    Proof("directed.exponent", (Step(EXPONENT.conclusion, "N and D are the leading bits of n and d", Smt()),)),
    Proof("directed.spacing", (Step(SPACING.conclusion, "v is a power of two below u, so at most u/2", Smt()),)),
    Proof("directed.least", (Step(LEAST.conclusion, "an integer above c - 1 is at least c", Smt()),)),
    Proof("directed.fits", (Step(FITS.conclusion, "|x|/u < B, and B is an integer", Smt()),)),
)

# Errors

# Part of what each operation promises: an error where there is no such number, and nowhere else.

# Privacy

# None of its own: that maps are rounded up is used by every mechanism.

# Instances


STRANGE = (math.nan, math.inf, -math.inf, True, "1", None, 1, Fraction(1, 2), 0.0, 2.0)
"""What is no operand, or not of every operation."""


@dataclass(frozen=True)
class Calls:
    """Operands of small formats and corners of binary64 as arguments of calls, and so many strange ones."""

    of_shapes: Callable[[], Iterable[Operands]]
    of_corners: Callable[[], Iterable[Operands]]
    operands: int

    def __call__(self) -> Iterator[tuple[object, ...]]:
        """One call after the other."""
        small = (operands for operands in self.of_shapes() if operands.into != EIGHT_BITS)
        for operands in chain(small, self.of_corners()):
            yield (*operands.values, operands.into)
        for strange in product(STRANGE, repeat=self.operands):
            yield (*strange, BINARY64)


def _proof(
    claim: Claim,
    operation: Callable[..., float],
    exact: Callable[..., Fraction],
    of_shapes: Callable[[], Iterable[Operands]],
    of_corners: Callable[[], Iterable[Operands]],
    uses: tuple[str, ...],
) -> Proof:
    """The running operation, held against two other definitions of its result and against its promise.

    It runs without the contracts that are enforced on it: it must be right by itself.
    """
    call, body = operation.__name__, inspect.unwrap(operation)
    return Proof(
        claim.id,
        (
            Step(
                f"{call} answers with the first in the list of its format's numbers that is not below the exact value",
                because="the running code is put through operands of small formats, all of their numbers among them",
                check=Exhaustive(SHAPES_SCOPE, OneIn(3, of_shapes), RoundsUp(body, exact, by_listing)),
            ),
            Step(
                f"{call} answers with the float nearest to the exact value or, if that is below, its upper neighbour",
                because="the running code is put through operands where rounding goes wrong first",
                check=Exhaustive(CORNERS_SCOPE, of_corners, RoundsUp(body, exact, by_neighbours)),
            ),
            Step(
                claim.promise,
                because="the running code is put through small formats, corners of binary64, and what is no operand",
                check=Instances(
                    f"operands in 4 small formats; {CORNERS_SCOPE}; NaN, infinities and other types",
                    OneIn(3, Calls(of_shapes, of_corners, 1 if claim is CAST else 2)),
                ),
            ),
        ),
        uses=uses,
    )


ROUNDS_ONCE = tuple(lemma.id for lemma in LEMMAS)
CHAPTER = Chapter(
    claims=(*LEMMAS, CAST, ADD, MUL, DIV, POWI),
    proofs=(
        *LEMMA_PROOFS,
        _proof(CAST, inf_cast, Fraction, shape_gaps, corner_gaps, uses=ROUNDS_ONCE),
        _proof(ADD, inf_add, operator.add, shape_pairs, corner_pairs, uses=(CAST.id,)),
        _proof(MUL, inf_mul, operator.mul, shape_pairs, corner_pairs, uses=(CAST.id,)),
        _proof(DIV, inf_div, operator.truediv, shape_pairs, corner_pairs, uses=(CAST.id,)),
        _proof(POWI, inf_powi, operator.pow, shape_powers, corner_powers, uses=(CAST.id,)),
    ),
)
