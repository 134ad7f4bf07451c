"""sympy as a checker: an equation is proved when the difference of its sides simplifies to zero."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import sympy

from proofs.checkers.balls import Balls, Region
from proofs.checkers.smt import satisfiable
from proofs.ledger.model import Finding
from proofs.ledger.status import Status
from proofs.translate.to_sympy import Sympy, Unsupported, number
from spec.formula import (
    INFINITY,
    Apply,
    Bind,
    Family,
    Formula,
    Member,
    Sort,
    Symbol,
    Term,
    absolute,
    rebuild,
    walk,
)

_SIMPLIFICATIONS: tuple[tuple[str, Callable[[Sympy], Sympy]], ...] = (
    ("as it stands", lambda e: e),
    ("expand", sympy.expand),
    ("evaluate, expand", lambda e: sympy.expand(e.doit())),
    ("evaluate, simplify", lambda e: sympy.simplify(e.doit())),
    ("evaluate, rewrite in exp, simplify", lambda e: sympy.simplify(e.doit().rewrite(sympy.exp))),
    ("evaluate, combine factorials", lambda e: sympy.simplify(sympy.gammasimp(e.doit().rewrite(sympy.gamma)))),
    ("evaluate, expand logarithms", lambda e: sympy.simplify(sympy.expand_log(e.doit()))),
)
"""In order of cost; each result is exactly zero or no proof."""


@dataclass(frozen=True)
class Symbolic:
    """Prove an equation between two expressions, wherever both are defined.

    A hypothesis `symbol = term` is a definition and is put in; other hypotheses are not used. What sympy proves, balls
    must not contradict at sample points; what it does not, they may refute.
    """

    checker: str = field(default="sympy", init=False)

    def run(self, statement: Formula | str) -> Finding:
        """Decide the equation."""
        if isinstance(statement, str):
            return Finding(Status.OPEN, "a sentence gives sympy nothing to compute")
        try:
            formula = _with_definitions(statement)
            left, right = map(number, _sides(formula.conclusion))
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))
        sampled = _sampled(formula)
        if sampled.status is Status.REFUTED:
            return sampled
        for name, simplify in _SIMPLIFICATIONS:
            if simplify(left - right) == 0:
                return Finding(Status.PROVED, f"the difference is 0 ({name}); {_corroboration(sampled)}")
        return Finding(Status.OPEN, "sympy leaves a difference that it cannot simplify to 0")


def _sides(equation: Term) -> tuple[Term, Term]:
    match equation:
        case Apply("=", (left, right)):
            return left, right
        case _:
            raise Unsupported("sympy proves equations only")


def _with_definitions(formula: Formula) -> Formula:
    """The formula, with the symbols that hypotheses define replaced by what defines them."""
    conclusion = formula.conclusion
    others: list[Term] = []
    definitions: list[Term] = []
    for hypothesis in reversed(formula.given):
        match hypothesis:
            case Apply("=", (Symbol() as symbol, meaning)) if symbol not in walk(meaning):
                conclusion = rebuild(conclusion, {symbol: meaning})
                others = [rebuild(other, {symbol: meaning}) for other in others]
                definitions.append(hypothesis)
            case _:
                others.append(hypothesis)
    if definitions and not satisfiable(definitions):
        raise Unsupported("vacuous: z3 shows no model of the definitions")
    return Formula(conclusion, tuple(others))


def _corroboration(sampled: Finding) -> str:
    if sampled.status is Status.CERTIFIED:
        return f"arb agrees at {sampled.detail}"
    return f"arb has no say ({sampled.detail})"


def _sampled(formula: Formula) -> Finding:
    """Ask balls for a contradiction at a few exact points: |left - right| < 2^-20 must not fail at any of them."""
    left, right = _sides(formula.conclusion)
    nearly_equal = absolute(left - right) < Fraction(1, 2**20)
    return Balls(scope=tuple(_points(formula)), limit=128).run(Formula(nearly_equal, formula.given))


_POINTS: dict[Sort, tuple[Fraction, ...]] = {
    Sort.REAL: (Fraction(1, 3), Fraction(-7, 5), Fraction(2), Fraction(5, 7), Fraction(-3, 4)),
    Sort.POSITIVE: (Fraction(1, 3), Fraction(7, 5), Fraction(2), Fraction(5, 7), Fraction(3, 4)),
    Sort.NONNEGATIVE: (Fraction(0), Fraction(7, 5), Fraction(2), Fraction(5, 7), Fraction(3, 4)),
    Sort.UNIT: (Fraction(1, 3), Fraction(2, 5), Fraction(6, 7), Fraction(1, 7), Fraction(3, 4)),
    Sort.NATURAL: (Fraction(0), Fraction(1), Fraction(2), Fraction(5), Fraction(3)),
}


def _points(formula: Formula) -> Iterator[Region]:
    """Five settings of the symbols and families, each of its own sort."""
    parts = [part for t in (formula.conclusion, *formula.given) for part in walk(t)]
    not_numbers = {part.variable for part in parts if isinstance(part, Bind)} | {INFINITY}
    symbols = {part for part in parts if isinstance(part, Symbol)} - not_numbers
    families = {part.family for part in parts if isinstance(part, Member)}
    named: list[Symbol | Family] = [*sorted(symbols, key=lambda s: s.name), *sorted(families, key=lambda f: f.name)]
    for shift in range(5):
        region: dict[Symbol | Family, Fraction | tuple[Fraction, ...]] = {}
        for place, of in enumerate(named):
            choices = _POINTS[of.sort]
            value = choices[(2 * place + shift) % 5]
            region[of] = value if isinstance(of, Symbol) else (value, choices[(place + 2 * shift + 1) % 5])
        yield region
