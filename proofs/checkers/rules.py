"""The rules of analysis that proofs may use: each is stated once here, and each use is matched part by part.

A rule is no engine's verdict; it belongs to the trusted base, as the axioms of a logic do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from proofs.ledger.model import Finding
from proofs.ledger.status import Status
from proofs.translate.scalars import opaque_name
from spec.formula import Apply, Bind, Formula, Sort, Symbol, Term, exp, rebuild, term

Match = Callable[[tuple[Term, ...], Term], bool]


def integrate_both_sides(given: tuple[Term, ...], conclusion: Term) -> bool:
    """If f(u) ≤ g(u) for every u in [a, b], then ∫ f ≤ ∫ g over [a, b], for 0 ≤ a ≤ b."""
    match conclusion:
        case Apply("≤", (Bind("∫", u, f, _, low, high), Bind("∫", v, g, _, low2, high2))):
            covered = u == v and (low, high) == (low2, high2) and _from_zero(u, low, high)
            return covered and Apply("≤", (f, g)) in given
        case _:
            return False


def stretch(given: tuple[Term, ...], conclusion: Term) -> bool:
    """∫ f(c·u) du over [0, 1] = (1/c)·∫ f(v) dv over [0, c], where c = e^d and 1/c = e^-d."""
    match conclusion:
        case Apply(
            "=",
            (
                Bind("∫", u, f, _, low, high),
                Apply("·", (Apply("exp", (Apply("neg", (d,)),)), Bind("∫", v, g, _, low2, high2))),
            ),
        ):
            stretched = rebuild(g, {v: exp(d) * u})
            limits = (low, high, low2, high2) == (term(0), term(1), term(0), exp(d))
            return limits and opaque_name(stretched) == opaque_name(f)
        case _:
            return False


def widen(given: tuple[Term, ...], conclusion: Term) -> bool:
    """If f(u) ≥ 0 for every u ≥ 0 and b ≤ c, then ∫ f over [0, b] ≤ ∫ f over [0, c]."""
    match conclusion:
        case Apply("≤", (Bind("∫", u, f, _, low, b), Bind("∫", v, g, _, low2, c))) if b and c:
            premises = ((term(0) <= f) in given) and ((b <= c) in given)
            return u == v and f == g and low == low2 and _from_zero(u, low, b) and premises
        case _:
            return False


RULES: Mapping[str, Match] = {rule.__name__: rule for rule in (integrate_both_sides, stretch, widen)}


@dataclass(frozen=True)
class Rule:
    """Accept a step that is an instance of one of the rules, premises included."""

    name: str
    checker: str = field(default="rule", init=False)

    def run(self, statement: Formula | str) -> Finding:
        """Match the step with the rule."""
        if isinstance(statement, str):
            return Finding(Status.OPEN, "a sentence is no instance of a rule")
        if not RULES[self.name](statement.given, statement.conclusion):
            return Finding(Status.OPEN, f"not an instance of the rule '{self.name}'")
        return Finding(Status.PROVED, f"{RULES[self.name].__doc__}")


def _from_zero(variable: Symbol, low: Term | None, high: Term | None) -> bool:
    """The premise is about every nonnegative value, which covers an interval that starts at zero."""
    return variable.sort is Sort.NONNEGATIVE and low == term(0) and high is not None
