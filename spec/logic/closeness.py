"""What it means for two laws to be close, and the promise that close scores have close laws."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from spec.logic.formula import Sort, Symbol, Term
from spec.logic.notation import show
from spec.logic.promise import HasLaw, Judge, Promise, name_of
from spec.logic.substitution import rebuild
from spec.space import MaxDivergence, Measure, RangeDistance, RangeDivergence, ZeroConcentratedDivergence
from spec.weights import Law


@dataclass(frozen=True)
class Abbreviated:
    """A term, with what some of its symbols stand for: in each, those that come later may occur."""

    term: Term
    where: tuple[tuple[Symbol, Term], ...] = ()

    def written_out(self) -> Term:
        """The term without the abbreviations."""
        term = self.term
        for symbol, meaning in self.where:
            term = rebuild(term, {symbol: meaning})
        return term

    def explained(self) -> str:
        """What the abbreviations mean."""
        return ", ".join(f"{symbol.name} = {show(meaning)}" for symbol, meaning in self.where)


EPSILON = Symbol("ε", Sort.NONNEGATIVE)
"""Range distance over scale."""


class Scores(NamedTuple):
    """A case: two lists of scores, and the scale."""

    x: Sequence[Fraction]
    x_prime: Sequence[Fraction]
    scale: Fraction


@dataclass(frozen=True)
class LawIsPrivate(Promise):
    """Close scores have close laws.

    For every n, all x, x' of n rationals and every scale > 0: let d be the range distance of x, x', and ε = d/scale. If
    d > 0, the laws P = law(x, scale) and P' = law(x', scale) are m-close under the measure, m being what `bound` is at
    ε; if d = 0, they are equal.

    This speaks of a law of `spec`, and of no running code. A case is a `Scores`.
    """

    law: Callable[[Sequence[Fraction], Fraction], Law]
    measure: Measure
    bound: Abbreviated

    @property
    def about(self) -> str:
        """The law."""
        return f"{self.law.__module__}.{self.law.__qualname__}"

    def show(self) -> str:
        """For all scores: how close their laws are."""
        laws = f"the laws P, P' of {self.law.__name__.removeprefix('law_of_')} on x, x'"
        return _for_all_scores(laws, self.measure, self.bound)

    def holds(self, case: Scores, judge: Judge) -> bool:
        """The divergence of the two laws is at most the bound."""
        p, q = self.law(case.x, case.scale), self.law(case.x_prime, case.scale)
        return _are_close(p, q, case, self.measure, self.bound, judge)


@dataclass(frozen=True)
class CodeIsPrivate(Promise):
    """Close scores are selected from with close laws, by the code that runs.

    For every n >= 1, all x, x' of n rationals and every scale > 0: let d be the range distance of x, x', and
    ε = d/scale. On independent fair coins let P be the law of `function(x, scale, draw)` and P' that of
    `function(x', scale, draw)`. If d > 0, they are m-close under the measure, m being what `bound` is at ε; if d = 0,
    they are equal.

    A case is a `Scores`.
    """

    code: HasLaw
    measure: Measure
    bound: Abbreviated

    @property
    def about(self) -> str:
        """The function."""
        return self.code.function

    def show(self) -> str:
        """For all scores: how close the laws of the code on them are."""
        name = name_of(self.code.function)
        laws = f"{self._condition}on independent fair coins the laws P, P' of {name}(x, scale), {name}(x', scale)"
        return _for_all_scores(laws, self.measure, self.bound)

    def holds(self, case: Scores, judge: Judge) -> bool:
        """The divergence of the laws of the code is at most the bound."""
        arguments = [(scores, case.scale) for scores in (case.x, case.x_prime)]
        p, q = (judge.law(self.code.code(each, judge), each, self.given) for each in arguments)
        return _are_close(p, q, case, self.measure, self.bound, judge)


def _for_all_scores(laws: str, measure: Measure, bound: Abbreviated) -> str:
    where = bound.explained()
    return (
        f"for all x, x' of n rationals at range distance d > 0 and all scale > 0, with ε = d/scale: {laws} have "
        f"{conclusion(measure, show(bound.term))}{', where ' if where else ''}{where}"
    )


def _are_close(p: Law, q: Law, case: Scores, measure: Measure, bound: Abbreviated, judge: Judge) -> bool:
    epsilon = Fraction(RangeDistance(Fraction).distance(case.x, case.x_prime)) / case.scale
    if epsilon == 0:
        return judge.same(p, q)
    return judge.within(measure, p, q, bound.written_out(), {EPSILON: epsilon})


def conclusion(measure: Measure, m: str) -> str:
    """What it means for laws P, P' to be m-close under the measure; either order of the two is meant."""
    match measure:
        case MaxDivergence():
            return f"P(S) ≤ e^{m if m.isalnum() else f'({m})'}·P'(S) for every set S of outputs"
        case ZeroConcentratedDivergence():
            return f"D_α(P‖P') ≤ α·{m} for every α > 1"
        case RangeDivergence():
            return f"|ln(P(y)/P'(y)) - ln(P(z)/P'(z))| ≤ {m} for all outputs y, z"


def name_of_measure(measure: Measure) -> str:
    """The measure as it is written in code."""
    return f"{type(measure).__name__}()"
