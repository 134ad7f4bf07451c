"""sympy as a checker: an equation is proved when the difference of its sides simplifies to zero."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import sympy

from proofs.engine.calculus.closing import Closing
from proofs.engine.calculus.needs import demand
from proofs.engine.calculus.sampling import agreement
from proofs.engine.checkers.smt import satisfiable
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.domain import conditions
from proofs.engine.translate.scalars import Unsupported, free_indices
from proofs.engine.translate.shape import well_formed
from proofs.engine.translate.to_sympy import Sympy, number
from spec.logic.claim import Statement
from spec.logic.formula import Apply, Bind, Formula, Symbol, Term
from spec.logic.substitution import NotReplaceable, free, membership, rebuild

_SIMPLIFICATIONS: tuple[tuple[str, Callable[[Sympy], Sympy]], ...] = (
    ("as it stands", lambda e: e),
    ("expand", sympy.expand),
    ("rewrite in exp, over one denominator", lambda e: sympy.expand(sympy.numer(sympy.together(e.rewrite(sympy.exp))))),
    ("simplify", sympy.simplify),
    ("rewrite in exp, simplify", lambda e: sympy.simplify(e.rewrite(sympy.exp))),
    ("combine factorials", lambda e: sympy.simplify(sympy.gammasimp(e.rewrite(sympy.gamma)))),
    ("expand logarithms", lambda e: sympy.simplify(sympy.expand_log(e))),
)
"""In order of cost; each result is exactly zero or no proof."""


@dataclass(frozen=True)
class Symbolic:
    """Prove an equation between two expressions that are defined under the hypotheses.

    A hypothesis `symbol = term` is a definition and is put in; others only help to show that no divisor is zero and
    the like. An equation for every candidate is proved of any one. Derivatives, limits and integrals count only in
    closed form, on conditions that are shown. What sympy proves, balls must have seen at the edges of the sorts and at
    random points; what it does not, they may refute.
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
    closing = Closing(formula.hypotheses)
    sides = [closing.of(side) for side in _sides(formula.conclusion)]
    left, right = map(number, sides)
    seen = agreement(sides[0], sides[1], formula.given)
    if seen.status is Status.REFUTED:
        return seen
    for name, simplify in _SIMPLIFICATIONS:
        if simplify(left - right) == 0:
            demand((need for side in sides for need in conditions(side)), formula.hypotheses)
            for each in (seen, *(agreement(near.seen, near.value, near.given) for near in closing.nearby)):
                if each.status is not Status.CERTIFIED:
                    return Finding(Status.OPEN, f"sympy finds no difference, but balls do not agree: {each.detail}")
            return Finding(Status.PROVED, f"the difference is 0 ({name}); balls agree at {seen.detail}")
    return Finding(Status.OPEN, "sympy leaves a difference that it cannot simplify to 0")


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
    is_known = [False] * len(formula.given) + [True] * len(formula.known)
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
                    is_known = [*is_known[:place], *is_known[place + 1 :], *[False] * len(of_its_sort)]
    if definitions and not satisfiable(definitions):
        raise Unsupported("vacuous: z3 shows no model of the definitions")
    sure = tuple(t for t, known in zip(given, is_known, strict=True) if known)
    return Formula(conclusion, tuple(t for t, known in zip(given, is_known, strict=True) if not known), sure)
