"""Promises about numbers that are sampled bit by bit: what is known of them, and what follows for comparisons.

A sample is Q(U), U uniform and Q the inverse of the distribution function F of the Gumbel distribution. Its cell is
the interval [R/2^r, (R + 1)/2^r) of U that the r coins drawn so far leave, R being these coins as a number.
"""

import inspect
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from spec.errors import EntropyExhausted
from spec.logic.formula import Sort, Symbol, Term, exp, ln
from spec.logic.promise import Judge, NotAbout, Promise, applied, carrying, name_of
from spec.logic.release import Tape
from spec.triple import Triple

X, U, MU, BETA = Symbol("x"), Symbol("u", Sort.UNIT), Symbol("μ"), Symbol("β", Sort.POSITIVE)
CDF = exp(-exp(-((X - MU) / BETA)))
"""F(x) = P(sample <= x), for a sample around μ of scale β."""


def quantile(mu: Term, u: Term) -> Term:
    """Q(u), the inverse of F."""
    return mu - BETA * ln(-ln(u))


class Point(NamedTuple):
    """A case: a Gumbel variable, and a point R/2^r at which its inverse distribution function is asked for."""

    shift: Fraction
    scale: Fraction
    numerator: int
    refinements: int


@dataclass(frozen=True)
class EnclosesInverse(Promise):
    """The edges of the random variable enclose its inverse distribution function.

    For all rational μ, β > 0 and 0 <= R <= 2^r: `inverse_cdf(R, r)` of the variable around μ of scale β is a pair of
    rationals (lower, upper) with F(lower) <= R/2^r <= F(upper); at R = 0 both are -inf, and at R = 2^r both are +inf.

    A case is a `Point`.
    """

    variable: str

    @property
    def about(self) -> str:
        """The random variable."""
        return self.variable

    def show(self) -> str:
        """For all variables and points: where the edges lie."""
        return (
            "for all rational μ, β > 0 and 0 < R < 2^r: GumbelRV(μ, β).inverse_cdf(R, r) is a pair of rationals lower, "
            "upper with F(lower) ≤ R/2^r ≤ F(upper), where F(x) = e^(-e^(-(x - μ)/β)); at R = 0 both are -inf, and at "
            "R = 2^r +inf"
        )

    def holds(self, case: Point, judge: Judge) -> bool:
        """Compare the distribution function at the edges with the point."""
        if case.scale <= 0 or not 0 <= case.numerator <= 2**case.refinements:
            raise NotAbout("there is no such point")
        edges = judge.find(self.variable)(case.shift, case.scale).inverse_cdf(case.numerator, case.refinements)
        u = Fraction(case.numerator, 2**case.refinements)
        if u in (0, 1):
            return bool(edges == ((-math.inf, -math.inf), (math.inf, math.inf))[int(u)])
        if not all(isinstance(edge, Fraction) for edge in edges):
            return False
        at = {MU: case.shift, BETA: case.scale, U: u}
        return judge.certain(CDF <= U, {**at, X: edges[0]}) and judge.certain(U <= CDF, {**at, X: edges[1]})


class Dyadic(NamedTuple):
    """A case: the point R/2^r."""

    numerator: int
    refinements: int


@dataclass(frozen=True)
class EnclosesQuantile(Promise):
    """Two rationals enclose the standard Gumbel quantile, the more closely the more bits its point has.

    For all r >= 1 and 0 < R < 2^r: the function's answer (a, b) at (R, r) has a <= -ln(-ln(R/2^r)) <= b, and
    b - a <= 2^-(r + margin). This is what is asked of ball arithmetic, and all that is.

    A case is a `Dyadic`.
    """

    function: str
    margin: int

    @property
    def about(self) -> str:
        """The function."""
        return self.function

    def show(self) -> str:
        """For all points: how closely the quantile is enclosed."""
        return (
            f"for all integers r ≥ 1 and 0 < R < 2^r: {name_of(self.function)}(R, r) is a pair of rationals a, b with "
            f"a ≤ -ln(-ln(R/2^r)) ≤ b and b - a ≤ 2^-(r + {self.margin})"
        )

    def holds(self, case: Dyadic, judge: Judge) -> bool:
        """Compare the quantile with the edges, at a precision that is raised until it is told from them."""
        numerator, refinements = case
        if not 0 < numerator < 1 << refinements:
            raise NotAbout("there is no such point")
        low, high = judge.find(self.function)(numerator, refinements)
        if high - low > Fraction(1, 1 << refinements + self.margin):
            return False
        at = {U: Fraction(numerator, 1 << refinements)}
        value = -ln(-ln(U))
        return judge.certain(X <= value, {**at, X: low}) and judge.certain(value <= X, {**at, X: high})


class Cell(NamedTuple):
    """What is known of a sample: where its noise is centred, and the coins drawn so far."""

    shift: Fraction
    numerator: int
    refinements: int

    @property
    def least(self) -> Fraction:
        """The least U in the cell."""
        return Fraction(self.numerator, 2**self.refinements)

    @property
    def supremum(self) -> Fraction:
        """What every U in the cell is below."""
        return Fraction(self.numerator + 1, 2**self.refinements)


class Comparison(NamedTuple):
    """A case: the cells of two samples of one scale, and the coins that are drawn from there."""

    a: Cell
    b: Cell
    scale: Fraction
    coins: tuple[int, ...] = ()


@dataclass(frozen=True)
class AnswersForGood(Promise):
    """A comparison answers what no further coin can change.

    For all partially sampled a, b of one scale, and all coins: if the comparison answers (greater, a', b'), then a' and
    b' are a and b with further coins drawn, and Q(u) around a's shift exceeds Q(v) around b's if `greater`, and is
    exceeded by it if not, for all u in the cell of a' and v in the cell of b'. At scale 0, `greater` tells whether a's
    shift exceeds b's.

    A case is a `Comparison`; coins on which there is no answer yet say nothing against the promise.
    """

    comparison: str
    triple: Triple
    sample: str

    @property
    def about(self) -> str:
        """The comparison."""
        return self.comparison

    def show(self) -> str:
        """For all samples and coins: what an answer means."""
        return (
            "for all partially sampled a, b of one scale and all coins: if greater_than(a, b) answers (greater, a', "
            "b'), then a', b' are a, b with further coins drawn, and for all u, v in their cells Q_a(u) > Q_b(v) if "
            "greater, else Q_a(u) < Q_b(v), where Q(u) = μ - β·ln(-ln(u)); at scale 0, greater = (a > b)"
        )

    def holds(self, case: Comparison, judge: Judge) -> bool:
        """Run the comparison without the contracts that are enforced on it, and compare the worst ends of the cells."""
        compare = inspect.unwrap(carrying(self.triple, self.comparison, ("a", "b", "draw"), judge))
        sample = judge.find(self.sample)
        a, b = (sample(cell.shift, case.scale, cell.numerator, cell.refinements) for cell in (case.a, case.b))
        try:
            result = compare(a, b, Tape(case.coins))
        except EntropyExhausted:
            return True
        if not all(applied(clause, {"a": a, "b": b, "result": result}) for clause in self.triple.ensures):
            return False
        assert isinstance(result, tuple)
        greater, *after = result
        above, below = (Cell(s.shift, s.numerator, s.refinements) for s in (after if greater else reversed(after)))
        return case.scale == 0 or _exceeds(above, below, case.scale, judge)


def _exceeds(a: Cell, b: Cell, scale: Fraction, judge: Judge) -> bool:
    """Q_a at the least point of a's cell is not below Q_b at the supremum of b's, which b does not reach."""
    if a.least == 0 or b.supremum == 1:
        return False
    if a.shift == b.shift:
        return a.least >= b.supremum
    mu, v = Symbol("μ'"), Symbol("v", Sort.UNIT)
    at = {MU: a.shift, U: a.least, mu: b.shift, v: b.supremum, BETA: scale}
    return judge.certain(quantile(mu, v) <= quantile(MU, U), at)
