"""How far the floats of a twin can be off, and why that stays below the margins of its decisions.

Assumed of floats: sums, differences, products and quotients are those of binary64, rounded to nearest, and `exp` and
`log` (of the mathematical library and of NumPy) are off by a factor of at most 1 + 2^-47, 32 units in the last place;
good libraries are off by one.

Notation: u = 2^-53; q the gap of a candidate over the scale, w = e^-q its weight, S the sum of all weights on a line,
n <= 2^26 candidates, of which the best has a gap of at most 200 below the base that the weights are taken from.
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from impl.ball import ball, precision
from impl.fast.line import DEEPEST, FEW, LEAST_MASS, MOST_SCORES, WEIGHT_ERROR
from proofs.engine.checkers.assumed import Assumed
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Proof, Step
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Sort, Symbol, absolute, both, exp, implies, ln, term

UNIT = Fraction(1, 2**53)
LIBRARY = Fraction(1, 2**47)

FLOATS = Claim(
    "fast.floats",
    Kind.PRECONDITION,
    "Float +, -, * and / are those of binary64, rounded to nearest; exp, expm1, log and log1p, also NumPy's, are off "
    "by a factor of at most 1 + 2^-47; a sum of m terms by NumPy is a sum in some order",
)
FLOATS_PROOF = Proof(
    FLOATS.id,
    (
        Step(
            "The floats of the processor and of the mathematical libraries are as accurate as they are documented",
            "the margin for exp and log is 32 units in the last place, five bits beyond what they document",
            Assumed("IEEE 754 and the libraries' documented error of about one unit in the last place"),
        ),
    ),
)


def power(exponent: int) -> Fraction:
    """2^-exponent."""
    return Fraction(1, 2**exponent)


class Function(NamedTuple):
    """A function of a library, and an argument."""

    name: str
    argument: float


def arguments() -> Iterator[Function]:
    """Arguments of exp and log over all that twins use: a grid, and what a generator with a fixed seed adds."""
    chance = random.Random(53)
    for name in ("math.exp", "numpy.exp"):
        yield from (Function(name, -place / 8) for place in range(8 * 700))
        yield from (Function(name, -(2.0 ** chance.uniform(-60, 9.4))) for _ in range(2000))
    for name in ("math.log", "numpy.log"):
        yield from (Function(name, chance.uniform(2.0**-20, 1.0)) for _ in range(4000))
        yield from (Function(name, 2.0 ** chance.uniform(-64, 0)) for _ in range(2000))
    for name in ("math.expm1", "numpy.expm1"):
        yield from (Function(name, -(2.0 ** chance.uniform(-70, 9.4))) for _ in range(2000))
    yield from (Function("numpy.log1p", -(2.0 ** chance.uniform(-70, -1))) for _ in range(2000))
    for name in ("math.log1p", "numpy.log1p"):
        yield from (Function(name, 2.0 ** -chance.uniform(1, 43) - 1) for _ in range(2000))
    for name in ("math.log", "numpy.log"):
        yield from (Function(name, 1 + chance.uniform(0.0, 45.0)) for _ in range(1000))


def on_arrays(function: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> Callable[[float], float]:
    """A function of NumPy, as it runs on arrays."""
    return lambda x: float(function(np.full(8, x)).max())


LIBRARIES: Mapping[str, Callable[[float], float]] = {
    "math.exp": math.exp,
    "math.expm1": math.expm1,
    "math.log": math.log,
    "math.log1p": math.log1p,
    "numpy.exp": on_arrays(np.exp),
    "numpy.expm1": on_arrays(np.expm1),
    "numpy.log": on_arrays(np.log),
    "numpy.log1p": on_arrays(np.log1p),
}


def is_accurate(case: Function) -> bool:
    """The library is off by a factor of at most 1 + 2^-50: eight times better than is assumed."""
    value = LIBRARIES[case.name](case.argument)
    with precision(256):
        x = ball(Fraction(case.argument))
        exact = getattr(x, case.name.rpartition(".")[2])()
        return bool((ball(Fraction(value)) / exact - 1).abs_upper() <= ball(LIBRARY / 8))


ACCURATE = lemma(
    "fast.libraries",
    "exp, expm1, log and log1p, as they run here, are off by a factor of at most 1 + 2^-50 wherever they were tried",
    Step(
        "exp, expm1, log and log1p are off by a factor of at most 1 + 2^-50",
        "compared with balls of 256 bits",
        Exhaustive("39,200 arguments of the four", arguments, is_accurate),
    ),
)

q, d, e = Symbol("q", Sort.NONNEGATIVE), Symbol("δ"), Symbol("ε")
y, w, S = Symbol("y", Sort.NONNEGATIVE), Symbol("w", Sort.POSITIVE), Symbol("S", Sort.POSITIVE)
a, b, N = Symbol("a"), Symbol("b"), Symbol("ln n", Sort.NONNEGATIVE)
TINY = Fraction(1, 2**40)
GAP = Fraction(1, 2**51)
MARGIN = Fraction(WEIGHT_ERROR)

WEIGHTS = lemma(
    "fast.weights",
    "The float weights of a list, and all their partial sums before rounding, are within 2^-42 S of the exact ones: "
    "for every n up to 2^26, every scale, and all scores",
    Step(
        implies(
            both(absolute(a) <= term(UNIT), absolute(b) <= term(UNIT)),
            absolute((1 + a) * (1 + b) - 1) <= term(GAP * 7 / 8),
        ),
        "a gap is one rounded difference over the scale, rounded: its float is q·(1 + δ), |δ| ≤ 2^-51·7/8. Beyond the "
        "largest float, and there the scale is below 2^960, q is above 2^63 and the weight 0 as far as floats go; "
        "below the least, a gap is off by 2^-1074, and its weight by nothing that shows",
        Smt(),
    ),
    Step(
        exp(y) - 1 <= y * (1 + term(TINY)),
        "for y = q·2^-51·7/8 up to 2^-41, that is for gaps up to 800: at the far end, and (e^y - 1)/y grows with y. So "
        "e^(q·δ) - 1 is below 2^-51·q. Weights of larger gaps are below 2^-1022, beside a best one above 2^-289",
        Balls(({y: Fraction(1, 2**41)}, {y: Fraction(1, 2**45)}, {y: Fraction(1, 2**51)})),
    ),
    Step(
        implies(
            both(absolute(d) <= term(GAP) * q * w, absolute(e) <= term(LIBRARY) * (w + absolute(d)), q <= 800),
            absolute(d + e) <= (term(GAP) * q + term(2 * LIBRARY)) * w,
        ),
        "so a weight is off by d = (2^-51 q) w at most, and exp itself adds e",
        Smt(),
    ),
    Step(
        implies(
            both(S * N >= y, d <= term(GAP) * y + (term(GAP) * term(int(DEEPEST)) + term(2 * LIBRARY)) * S),
            d <= (term(GAP) * (N + int(DEEPEST)) + term(2 * LIBRARY)) * S,
        ),
        "added up, with y the sum of all w·(q - q_best): y is at most S·ln n, because the entropy of w/S is at most "
        "ln n and its best term has w = e^-q_best",
        Smt(),
    ),
    Step(
        term(GAP) * (ln(term(MOST_SCORES)) + int(DEEPEST)) + term(2 * LIBRARY) <= term(MARGIN) * Fraction(3, 4),
        "2^-51·(ln 2^26 + 200) + 2^-46 leaves a quarter of the margin 2^-42 to spare",
        Balls(({y: 0},)),
    ),
    Step(
        term(MOST_SCORES) * exp(term(-int(DEEPEST))) <= term(Fraction(LEAST_MASS)) * Fraction(5, 8),
        "those left are weighed anew if together they weigh less than LEAST_MASS: else the best of at most 2^26 weighs "
        "more than e^-200, whatever floats add to the sum",
        Balls(({y: 0},)),
    ),
    uses=(FLOATS.id, ACCURATE.id, "entropy.gibbs"),
)

m, exact_sum = Symbol("m", Sort.NATURAL), Symbol("C", Sort.NONNEGATIVE)
SUMS = lemma(
    "fast.sums",
    "A float sum of m nonnegative terms, in any order, is within m u C of their sum C, m u < 2^-26; of sums of r rows "
    "and c columns, r + c are added up",
    Step(
        implies(
            both(
                absolute(a - exact_sum) <= m * term(UNIT) * exact_sum,
                w >= 0,
                absolute(b - (a + w)) <= term(UNIT) / 2 * absolute(a + w),
                (m + 1) * term(UNIT) <= 1,
            ),
            absolute(b - (exact_sum + w)) <= (m + 1) * term(UNIT) * (exact_sum + w),
        ),
        "one more term, rounded: true of the first term (m = 1), and kept. A sum of sums of m and l terms has the "
        "error of the longer one and one rounding more, so that no order is worse",
        Smt(),
    ),
    Step(
        implies(
            both(absolute(a) <= m * term(UNIT) * S, absolute(b) <= q * term(UNIT) * S),
            absolute(a + b) <= (m + q) * term(UNIT) * S,
        ),
        "the sum of m = r rows, plus that of q = c terms in a row; row sums themselves, of c terms each, are part of "
        "the same sum of r + c additions",
        Smt(),
    ),
    Step(
        term(FEW) * term(UNIT) + term(MARGIN) <= term(Fraction(1, 2**38)) * Fraction(3, 4),
        "a list on which floats decide an acceptance has 100 candidates at most: longer ones are for sparing words",
        Smt(),
    ),
    uses=(FLOATS.id,),
)
