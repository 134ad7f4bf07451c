"""The rules of analysis that proofs may use: each is stated once here, and each use is matched part by part.

A rule is no engine's verdict; it belongs to the trusted base, as the axioms of a logic do.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.scalars import FOLDS, Unsupported, canonical
from proofs.engine.translate.shape import well_formed
from spec.logic.claim import Statement
from spec.logic.formula import INFINITY, Apply, Bind, Formula, Number, Sort, Symbol, Term, exp, limit, term, walk
from spec.logic.substitution import free, free_in, rebuild

Match = Callable[[Formula], bool]


def integrate_both_sides(formula: Formula) -> bool:
    """If f(u) ≤ g(u) for every u ≥ 0, then ∫ f ≤ ∫ g over [0, b], for continuous f and g, and b ≥ 0."""
    match formula.conclusion:
        case Apply("≤", (Bind("∫", u, f, _, low, high), Bind("∫", v, g, _, low2, high2))):
            covered = u == v and (low, high) == (low2, high2) and _from_zero(u, low, high, formula)
            return covered and _for_every(u, f <= g, formula) and _continuous(u, f) and _continuous(u, g)
        case _:
            return False


def stretch(formula: Formula) -> bool:
    """∫ f(c·u) du over [0, 1] = (1/c)·∫ f(v) dv over [0, c], for continuous f, where c = e^d and 1/c = e^-d."""
    match formula.conclusion:
        case Apply(
            "=",
            (
                Bind("∫", u, f, _, low, high),
                Apply("·", (Apply("exp", (Apply("neg", (d,)),)), Bind("∫", v, g, _, low2, high2))),
            ),
        ):
            limits = (low, high, low2, high2) == (term(0), term(1), term(0), exp(d))
            captured = u in free(d) | (free(g) - {v})
            stretched = canonical(rebuild(g, {v: exp(d) * u})) == canonical(f)
            return limits and not captured and stretched and _continuous(v, g)
        case _:
            return False


def widen(formula: Formula) -> bool:
    """If f(u) ≥ 0 for every u ≥ 0 and 0 ≤ b ≤ c, then ∫ f over [0, b] ≤ ∫ f over [0, c], for continuous f."""
    match formula.conclusion:
        case Apply("≤", (Bind("∫", u, f, _, low, b), Bind("∫", v, g, _, low2, c))) if b and c:
            same = (u, f, low) == (v, g, low2) and _from_zero(u, low, b, formula)
            premises = _for_every(u, term(0) <= f, formula) and (b <= c) in formula.hypotheses
            return same and premises and _continuous(u, f)
        case _:
            return False


def equal_inside(formula: Formula) -> bool:
    """If f = g for every value of a variable, then Σ f = Σ g over it; so for Π, max, min, and ∫ of continuous f, g."""
    match formula.conclusion:
        case Apply("=", (Bind(operation, v, f) as left, Bind(_, _, g) as right)):
            alike = replace(right, body=f) == left and _for_every(v, f.eq(g), formula)
            integrable = operation == "∫" and _covers(v, left.low, left.high)
            continuous = _continuous(v, f) and _continuous(v, g)
            return alike and (operation in FOLDS or (integrable and continuous))
        case _:
            return False


def substitute_exponential(formula: Formula) -> bool:
    """∫ c·e^-x·h(c·e^-x) dx over all real x = ∫ h(t) dt over t > 0, if that is finite, for continuous h, c > 0 or 1."""
    match formula.conclusion:
        case Apply("=", (Bind("∫", x, Apply("·", (moved, f)), _, low, high), Bind("∫", t, h, _, low2, high2) as right)):
            limits = (low, high, low2, high2) == (-INFINITY, INFINITY, term(0), INFINITY)
            sorts = (x.sort, t.sort) == (Sort.REAL, Sort.POSITIVE)
            captured = x in free(h) - {t} or t in free(moved)
            substituted = _falls_to_zero(x, moved) and canonical(rebuild(h, {t: moved})) == canonical(f)
            allowed = _continuous(t, h) and _for_every(t, term(0) <= h, formula) and _is_finite(right, formula)
            return limits and sorts and not captured and substituted and allowed
        case _:
            return False


def exponential_time(formula: Formula) -> bool:
    """∫ e^-s·f(e^-s) ds over s > 0 = ∫ f(u) du over [0, 1], for continuous f, by u = e^-s."""
    match formula.conclusion:
        case Apply("=", (Bind("∫", s, Apply("·", (weight, g)), _, low, high), Bind("∫", u, f, _, low2, high2))):
            limits = (low, high, low2, high2) == (term(0), INFINITY, term(0), term(1))
            substituted = weight == exp(-s) and canonical(rebuild(f, {u: exp(-s)})) == canonical(g)
            return limits and substituted and s not in free(f) - {u} and _continuous(u, f)
        case _:
            return False


def reflect(formula: Formula) -> bool:
    """∫ f(1 - t) dt over [0, 1] = ∫ f(v) dv over [0, 1], for continuous f."""
    match formula.conclusion:
        case Apply("=", (Bind("∫", t, g, _, low, high), Bind("∫", v, f, _, low2, high2))):
            limits = (low, high, low2, high2) == (term(0), term(1), term(0), term(1))
            substituted = canonical(rebuild(f, {v: 1 - t})) == canonical(g)
            return limits and substituted and t not in free(f) - {v} and _continuous(v, f)
        case _:
            return False


def rises(formula: Formula) -> bool:
    """If f tends to 0 as x falls to 0, and f' = g ≥ 0 for every x > 0, then f ≥ 0 for every x > 0."""
    match formula.conclusion:
        case Apply("≤", (zero, f)) if zero == term(0):
            slopes = [
                (x, g)
                for lemma in formula.known
                for x, body, g in _slopes(lemma)
                if body == f and x.sort is Sort.POSITIVE and x not in free_in(formula.given)
            ]
            return any(limit(x, f).eq(0) in formula.known and (term(0) <= g) in formula.known for x, g in slopes)
        case _:
            return False


def generalise(formula: Formula) -> bool:
    """What is shown of a candidate of which nothing is given holds for every candidate."""
    match formula.conclusion:
        case Bind("∀", index, body, None):
            return _for_every(index, body, formula)
        case _:
            return False


def _slopes(lemma: Term) -> Iterator[tuple[Symbol, Term, Term]]:
    """The variable, the function and its derivative, if the lemma gives one."""
    match lemma:
        case Apply("=", (Bind("d", x, f), g)):
            yield x, f, g
        case _:
            pass


RULES: Mapping[str, Match] = {
    rule.__name__: rule
    for rule in (
        integrate_both_sides,
        stretch,
        widen,
        equal_inside,
        substitute_exponential,
        exponential_time,
        reflect,
        rises,
        generalise,
    )
}


@dataclass(frozen=True)
class Rule:
    """Accept a step that is an instance of one of the rules, premises included."""

    name: str
    checker: str = field(default="rule", init=False)

    def run(self, statement: Statement) -> Finding:
        """Match the step with the rule."""
        if not isinstance(statement, Formula):
            return Finding(Status.OPEN, "a sentence is no instance of a rule")
        try:
            matches = RULES[self.name](well_formed(statement))
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))
        if not matches:
            return Finding(Status.OPEN, f"not an instance of the rule '{self.name}'")
        return Finding(Status.PROVED, f"{RULES[self.name].__doc__}")


def _for_every(variable: Symbol, premise: Term, formula: Formula) -> bool:
    """The premise is a lemma, and nothing is given of the variable: so it holds for every value of the variable."""
    return premise in formula.known and variable not in free_in(formula.given)


def _is_finite(t: Term, formula: Formula) -> bool:
    """A lemma says that the term is equal to one without improper integrals."""
    values = (
        other
        for lemma in formula.known
        if isinstance(lemma, Apply) and lemma.operation == "="
        for one, other in (lemma.arguments, lemma.arguments[::-1])
        if one == t
    )
    return any(INFINITY not in walk(value) for value in values)


def _from_zero(variable: Symbol, low: Term | None, high: Term | None, formula: Formula) -> bool:
    """What holds for every nonnegative value of the variable holds on an interval from zero upwards."""
    from_zero = variable.sort is Sort.NONNEGATIVE and low == term(0)
    match high:
        case None:
            return False
        case Number(value):
            return from_zero and value >= 0
        case Apply("exp"):
            return from_zero
        case _:
            return from_zero and (term(0) <= high) in formula.hypotheses


def _covers(variable: Symbol, low: Term | None, high: Term | None) -> bool:
    """What holds for every value of the variable holds within these limits, save at an end."""
    return variable.sort is Sort.REAL or (variable.sort is Sort.POSITIVE and (low, high) == (term(0), INFINITY))


def _falls_to_zero(x: Symbol, t: Term) -> bool:
    """The term is e^-x, or c·e^-x for a positive constant c."""
    match t:
        case Apply("·", (Symbol(_, Sort.POSITIVE) as c, part)):
            return c != x and part == exp(-x)
        case _:
            return t == exp(-x)


def _continuous(variable: Symbol, body: Term) -> bool:
    """Only continuous operations, defined on all real numbers, are applied to the variable."""
    return all(variable not in free(part) or _is_total(part) for part in walk(body))


def _is_total(t: Term) -> bool:
    match t:
        case Apply("^", (_, Number(power))):
            return power >= 0 and power.denominator == 1
        case Apply(operation) | Bind(operation):
            return operation in ("+", "-", "·", "neg", "exp", "abs", "max", "min", "Σ", "Π")
        case _:
            return True
