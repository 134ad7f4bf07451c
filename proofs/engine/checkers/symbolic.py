"""sympy as a checker: an equation is proved when the difference of its sides simplifies to zero."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction

import sympy

from proofs.engine.checkers.balls import Balls, Region
from proofs.engine.checkers.smt import Smt, satisfiable
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.domain import conditions
from proofs.engine.translate.scalars import Unsupported, free_indices, well_formed
from proofs.engine.translate.to_sympy import Sympy, number
from spec.logic.claim import Statement
from spec.logic.formula import INFINITY, Apply, Bind, Family, Formula, Member, Sort, Symbol, Term, absolute, walk
from spec.logic.notation import show
from spec.logic.substitution import NotReplaceable, free, membership, rebuild

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
    """Prove an equation between two expressions that are defined under the hypotheses.

    A hypothesis `symbol = term` is a definition and is put in; others only help to show that no divisor is zero and
    the like. An equation for every candidate is proved of any one. What sympy proves, balls must not contradict at
    sample points; what it does not, they may refute.
    """

    checker: str = field(default="sympy", init=False)

    def run(self, statement: Statement) -> Finding:
        """Decide the equation."""
        if not isinstance(statement, Formula):
            return Finding(Status.OPEN, "a sentence gives sympy nothing to compute")
        try:
            return _decide(_with_definitions(_of_any_candidate(well_formed(statement))))
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))


def _decide(formula: Formula) -> Finding:
    left, right = map(number, _sides(formula.conclusion))
    sampled = _sampled(formula)
    if sampled.status is Status.REFUTED:
        return sampled
    for name, simplify in _SIMPLIFICATIONS:
        if simplify(left - right) == 0:
            has_values(formula)
            return Finding(Status.PROVED, f"the difference is 0 ({name}); {_corroboration(sampled)}")
    return Finding(Status.OPEN, "sympy leaves a difference that it cannot simplify to 0")


def has_values(formula: Formula) -> None:
    """Refuse an equation whose sides may be undefined under the hypotheses, or infinite."""
    for side in _sides(formula.conclusion):
        for need in conditions(side):
            asked = Formula(need.conclusion, (*formula.given, *need.given))
            if not _sympy_knows(need.conclusion) and Smt().run(asked).status is not Status.PROVED:
                raise Unsupported(f"not known to have a value: is {show(need.conclusion)}?")
        for part in walk(side):
            if isinstance(part, Bind) and part.operation in ("∫", "lim"):
                value = number(part).doit()
                unevaluated = {left: sympy.Dummy() for left in value.atoms(sympy.Integral, sympy.Limit)}
                if value.xreplace(unevaluated).has(sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
                    raise Unsupported(f"{part.operation} has no finite value")


def _sympy_knows(condition: Term) -> bool:
    match condition:
        case Apply("¬", (Apply("=", (x, _)),)):
            return bool(number(x).is_nonzero)
        case Apply(">", (x, _)):
            return bool(number(x).is_positive)
        case Apply("≥", (x, _)):
            return bool(number(x).is_nonnegative)
        case _:
            return False


def _of_any_candidate(formula: Formula) -> Formula:
    """The formula, with its 'for every candidate' taken off the conclusion and put on the index itself."""
    match formula.conclusion:
        case Bind("∀", index, body, None) if index not in free_indices(formula.hypotheses):
            return _of_any_candidate(replace(formula, conclusion=body))
        case _:
            return formula


def _sides(equation: Term) -> tuple[Term, Term]:
    match equation:
        case Apply("=", (left, right)):
            return left, right
        case _:
            raise Unsupported("sympy proves equations only")


def _with_definitions(formula: Formula) -> Formula:
    """The formula, with the symbols that hypotheses define replaced by what defines them."""
    conclusion, given = formula.conclusion, formula.hypotheses
    definitions: list[Term] = []
    for place in reversed(range(len(given))):
        match given[place]:
            case Apply("=", (Symbol() as symbol, meaning)) if symbol not in free(meaning):
                rest = (*given[:place], *given[place + 1 :])
                with suppress(NotReplaceable):
                    of_its_sort = membership(meaning, symbol.sort)
                    put_in = [rebuild(t, {symbol: meaning}) for t in (conclusion, *rest)]
                    definitions.append(given[place])
                    conclusion, given = put_in[0], (*put_in[1:], *of_its_sort)
    if definitions and not satisfiable(definitions):
        raise Unsupported("vacuous: z3 shows no model of the definitions")
    return Formula(conclusion, given)


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
    symbols = {part for part in parts if isinstance(part, Symbol)} - {INFINITY}
    families = {part.family for part in parts if isinstance(part, Member)}
    named: list[Symbol | Family] = [*sorted(symbols, key=repr), *sorted(families, key=repr)]
    for shift in range(5):
        region: dict[Symbol | Family, Fraction | tuple[Fraction, ...]] = {}
        for place, of in enumerate(named):
            choices = _POINTS[of.sort]
            value = choices[(2 * place + shift) % 5]
            region[of] = value if isinstance(of, Symbol) else (value, choices[(place + 2 * shift + 1) % 5])
        yield region
