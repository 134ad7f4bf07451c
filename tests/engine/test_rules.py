"""Is a rule of analysis applied only where all its premises are shown, for every value and nothing less?"""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from proofs.engine.checkers.rules import RULES, Rule
from proofs.engine.ledger.status import Status
from spec.logic.formula import (
    INFINITY,
    Bind,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    absolute,
    both,
    derivative,
    every,
    exp,
    greater,
    integral,
    largest,
    limit,
    ln,
    product,
    term,
    total,
)

a, b, c, d, x, y, r = map(Symbol, ("a", "b", "c", "d", "x", "y", "r"))
u, t = Symbol("u", Sort.NONNEGATIVE), Symbol("t", Sort.POSITIVE)
p = Symbol("p", Sort.POSITIVE)
s, v = Symbol("s"), Symbol("v")
i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
m, w = Family("m"), Family("w", Sort.POSITIVE)
PRODUCT = product(j, greater(0, 1 - u * w[j]))
BELOW, ABOVE = integral(u, u - 1, 0, 1), integral(u, u, 0, 1)


def formula(conclusion: Term, known: Iterable[Term] = (), given: Iterable[Term] = ()) -> Formula:
    return Formula(conclusion, tuple(given), tuple(known))


HOLDS: dict[str, list[Formula]] = {
    "generalise": [formula(every(j, w[j] > 0), [w[j] > 0])],
    "integrate_both_sides": [
        formula(BELOW <= ABOVE, [u - 1 <= u]),
        formula(integral(u, PRODUCT, 0, exp(a)) <= integral(u, PRODUCT + 1, 0, exp(a)), [PRODUCT <= PRODUCT + 1]),
        formula(integral(u, -u, 0, b) <= integral(u, u**2, 0, b), [-u <= u**2], [term(0) <= b]),
    ],
    "stretch": [
        formula(integral(u, exp(d) * u + a, 0, 1).eq(exp(-d) * integral(s, s + a, 0, exp(d)))),
        formula(integral(u, (exp(d) * u) ** 2, 0, 1).eq(exp(-d) * integral(u, u**2, 0, exp(d)))),
    ],
    "widen": [
        formula(integral(u, u, 0, 1) <= integral(u, u, 0, exp(d)), [term(0) <= u, term(1) <= exp(d)]),
        formula(integral(u, PRODUCT, 0, 0) <= integral(u, PRODUCT, 0, c), [term(0) <= PRODUCT], [term(0) <= c]),
    ],
    "equal_inside": [
        formula(total(i, m[i] + m[i], without=k).eq(total(i, 2 * m[i], without=k)), [(m[i] + m[i]).eq(2 * m[i])]),
        formula(largest(i, absolute(-m[i])).eq(largest(i, absolute(m[i]))), [absolute(-m[i]).eq(absolute(m[i]))]),
        formula(integral(x, x + x, a, b).eq(integral(x, 2 * x, a, b)), [(x + x).eq(2 * x)]),
        formula(integral(t, exp(-t), 0, INFINITY).eq(integral(t, exp(-t) + 0, 0, INFINITY)), [exp(-t).eq(exp(-t) + 0)]),
    ],
    "substitute_exponential": [
        formula(
            integral(x, exp(-x) * exp(-(r * exp(-x))), -INFINITY, INFINITY).eq(integral(t, exp(-(r * t)), 0, INFINITY)),
            [term(0) <= exp(-(r * t)), (1 / r).eq(integral(t, exp(-(r * t)), 0, INFINITY))],
        ),
        formula(
            integral(x, (p * exp(-x)) * exp(-(p * exp(-x))), -INFINITY, INFINITY).eq(integral(t, exp(-t), 0, INFINITY)),
            [term(0) <= exp(-t), integral(t, exp(-t), 0, INFINITY).eq(1)],
        ),
    ],
    "exponential_time": [
        formula(integral(s, exp(-s) * (1 - exp(-s) * p), 0, INFINITY).eq(integral(u, 1 - u * p, 0, 1))),
    ],
    "reflect": [
        formula(integral(s, (1 - s) ** 2 * a, 0, 1).eq(integral(v, v**2 * a, 0, 1))),
        formula(integral(s, 1 - s, 0, 1).eq(integral(s, s, 0, 1))),
        formula(integral(s, (1 - s) ** 0, 0, 1).eq(integral(v, v**0, 0, 1))),
    ],
    "rises": [
        formula(
            term(0) <= exp(t) - 1 - t,
            [
                limit(t, exp(t) - 1 - t).eq(0),
                derivative(t, exp(t) - 1 - t).eq(exp(t) - 1),
                derivative(t, exp(t) - 1 - t).eq(exp(t) - 2 + 1),
                term(0) <= exp(t) - 1,
            ],
            [a > 0],
        ),
    ],
}


@pytest.mark.parametrize(("name", "formula_"), [(name, f) for name, known in HOLDS.items() for f in known])
def test_instances_are_accepted(name: str, formula_: Formula) -> None:
    """Is an instance of the rule, premises included, proved, and the rule told?"""
    finding = Rule(name).run(formula_)
    assert (finding.status, finding.detail) == (Status.PROVED, RULES[name].__doc__)


@pytest.mark.parametrize(("name", "formula_"), [(name, f) for name, known in HOLDS.items() for f in known if f.known])
def test_every_premise_is_needed(name: str, formula_: Formula) -> None:
    """Is the rule refused without its lemmas, or when they are but hypotheses about one value of the variable?"""
    assert Rule(name).run(Formula(formula_.conclusion, formula_.given)).status is Status.OPEN
    assert Rule(name).run(Formula(formula_.conclusion, formula_.hypotheses)).status is Status.OPEN


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_tried(name: str) -> None:
    """Has each rule an instance here, and does it refuse a sentence, and what has not its shape?"""
    assert name in HOLDS
    assert Rule(name).run("a sentence").status is Status.OPEN
    assert Rule(name).run(formula(both(a < b, b < c))).detail == f"not an instance of the rule '{name}'"
    assert Rule(name).run(formula(m[i].eq(i))).detail == "i is both a number and the name of a candidate"


ROOT = u ** Fraction(1, 2)
EXPONENTIAL = integral(t, exp(-t), 0, INFINITY)
FINITE = [term(0) <= exp(-t), EXPONENTIAL.eq(1)]
NEVER: dict[str, tuple[str, Formula]] = {
    "both sides: a hypothesis about one u": (
        "integrate_both_sides",
        formula(integral(u, u, 0, 1) <= integral(u, term(1) / 4, 0, 1), given=[u <= term(1) / 4]),
    ),
    "both sides: what is given restricts u": (
        "integrate_both_sides",
        formula(integral(u, u, 0, 1) <= integral(u, 0, 0, 1), [u <= 0], [u <= 0]),
    ),
    "both sides: the limits may be reversed": (
        "integrate_both_sides",
        formula(integral(u, 0, 0, c) <= integral(u, 1, 0, c), [term(0) <= 1]),
    ),
    "both sides: a negative limit": (
        "integrate_both_sides",
        formula(integral(u, 0, 0, -1) <= integral(u, 1, 0, -1), [term(0) <= 1]),
    ),
    "both sides: values below zero are not covered": (
        "integrate_both_sides",
        formula(integral(u, 0, -1, 0) <= integral(u, u, -1, 0), [term(0) <= u]),
    ),
    "both sides: positive values only": (
        "integrate_both_sides",
        formula(integral(t, 0, -1, 1) <= integral(t, t, -1, 1), [term(0) <= t]),
    ),
    "both sides: limits that differ": (
        "integrate_both_sides",
        formula(integral(u, 0, 0, 2) <= integral(u, u - 2, 0, 1), [term(0) <= u - 2]),
    ),
    "both sides: about another variable": (
        "integrate_both_sides",
        formula(integral(u, u, 0, 1) <= integral(t, t - 1, 0, 1), [u <= t - 1]),
    ),
    "both sides: without integrals": (
        "integrate_both_sides",
        formula(integral(u, 1 / u, 0, 1) <= integral(u, 2 / u, 0, 1), [1 / u <= 2 / u]),
    ),
    "both sides: to infinity": (
        "integrate_both_sides",
        formula(integral(u, 1, 0, INFINITY) <= integral(u, 2, 0, INFINITY), [term(1) <= 2]),
    ),
    "both sides: to no end": (
        "integrate_both_sides",
        formula(Bind("∫", u, u, None, term(0)) <= Bind("∫", u, u + 1, None, term(0)), [u <= u + 1]),
    ),
    "stretch: a free variable is captured": (
        "stretch",
        formula(integral(x, exp(d) * x + x, 0, 1).eq(exp(-d) * integral(v, v + x, 0, exp(d)))),
    ),
    "stretch: the factor is captured": (
        "stretch",
        formula(integral(x, exp(x) * x, 0, 1).eq(exp(-x) * integral(v, v, 0, exp(x)))),
    ),
    "stretch: by another factor": (
        "stretch",
        formula(integral(x, exp(a) * x, 0, 1).eq(exp(-d) * integral(v, v, 0, exp(d)))),
    ),
    "stretch: other limits": (
        "stretch",
        formula(integral(x, exp(d) * x, 0, 2).eq(exp(-d) * integral(v, v, 0, exp(d)))),
    ),
    "stretch: without an integral": (
        "stretch",
        formula(integral(x, 1 / (exp(d) * x), 0, 1).eq(exp(-d) * integral(v, 1 / v, 0, exp(d)))),
    ),
    "widen: from below zero": (
        "widen",
        formula(integral(u, u, 0, -1) <= integral(u, u, 0, 0), [term(0) <= u, term(-1) <= 0]),
    ),
    "widen: it narrows": (
        "widen",
        formula(integral(u, u, 0, 2) <= integral(u, u, 0, 1), [term(0) <= u, term(1) <= 2]),
    ),
    "widen: negative somewhere": (
        "widen",
        formula(integral(u, u - 1, 0, 0) <= integral(u, u - 1, 0, 1), [term(0) <= u, term(0) <= 1]),
    ),
    "widen: a pole": (
        "widen",
        formula(integral(u, u**-2, 0, 1) <= integral(u, u**-2, 0, 2), [term(0) <= u**-2, term(1) <= 2]),
    ),
    "inside: at one candidate": ("equal_inside", formula(total(i, m[i]).eq(total(i, 0)), given=[m[i].eq(0)])),
    "inside: others are left out": ("equal_inside", formula(total(i, a).eq(total(i, a, without=k)), [a.eq(a)])),
    "inside: the premise names another": ("equal_inside", formula(total(i, m[i]).eq(total(i, m[k])), [m[k].eq(m[i])])),
    "inside: of nonnegative values only": (
        "equal_inside",
        formula(integral(u, absolute(u), -1, 0).eq(integral(u, u, -1, 0)), [absolute(u).eq(u)]),
    ),
    "inside: not of what has no integral": (
        "equal_inside",
        formula(integral(x, 1 / x, -1, 1).eq(integral(x, 1 / x + 0, -1, 1)), [(1 / x).eq(1 / x + 0)]),
    ),
    "inside: of derivatives": ("equal_inside", formula(derivative(x, a).eq(derivative(x, x)), [a.eq(x)], [a.eq(x)])),
    "exponential: of what is not known to be finite": (
        "substitute_exponential",
        formula(
            integral(x, exp(-x) * exp(-(a * exp(-x))), -INFINITY, INFINITY).eq(integral(t, exp(-(a * t)), 0, INFINITY)),
            [term(0) <= exp(-(a * t)), integral(t, exp(-(a * t)), 0, INFINITY).eq(EXPONENTIAL)],
        ),
    ),
    "exponential: another factor outside": (
        "substitute_exponential",
        formula(
            integral(x, (p * exp(-x)) * exp(-exp(-x)), -INFINITY, INFINITY).eq(EXPONENTIAL), FINITE
        ),
    ),
    "exponential: a negative factor": (
        "substitute_exponential",
        formula(
            integral(x, (a * exp(-x)) * exp(-(a * exp(-x))), -INFINITY, INFINITY).eq(EXPONENTIAL), FINITE
        ),
    ),
    "exponential: captured": (
        "substitute_exponential",
        formula(
            integral(x, exp(-x) * exp(-(x * exp(-x))), -INFINITY, INFINITY).eq(integral(t, exp(-(x * t)), 0, INFINITY)),
            [term(0) <= exp(-(x * t)), integral(t, exp(-(x * t)), 0, INFINITY).eq(1 / x)],
        ),
    ),
    "exponential: half a line": (
        "substitute_exponential",
        formula(integral(x, exp(-x) * exp(-exp(-x)), 0, INFINITY).eq(EXPONENTIAL), FINITE),
    ),
    "time: the weight is missing": (
        "exponential_time",
        formula(integral(s, p * exp(-s), 0, INFINITY).eq(integral(u, u, 0, 1))),
    ),
    "time: captured": (
        "exponential_time",
        formula(integral(s, exp(-s) * s, 0, INFINITY).eq(integral(u, s, 0, 1))),
    ),
    "time: a logarithm": (
        "exponential_time",
        formula(integral(s, exp(-s) * ln(exp(-s)), 0, INFINITY).eq(integral(u, ln(u), 0, 1))),
    ),
    "reflect: not the middle": ("reflect", formula(integral(s, 2 - s, 0, 1).eq(integral(v, v, 0, 1)))),
    "reflect: captured": ("reflect", formula(integral(s, s, 0, 1).eq(integral(v, s, 0, 1)))),
    "reflect: another interval": ("reflect", formula(integral(s, 1 - s, 0, 2).eq(integral(v, v, 0, 2)))),
    "generalise: what is given of one": (
        "generalise",
        formula(every(j, m[j] > 0), [m[j] > 0], [m[j] > 1]),
    ),
    "generalise: all but one": ("generalise", formula(every(j, m[j] > 0, without=k), [m[j] > 1])),
    "rises: from below zero": (
        "rises",
        formula(term(0) <= t - 1, [limit(t, t - 1).eq(-1), derivative(t, t - 1).eq(1), term(0) <= 1]),
    ),
    "rises: it falls": (
        "rises",
        formula(term(0) <= -t, [limit(t, -t).eq(0), derivative(t, -t).eq(-1), term(0) <= 1]),
    ),
    "rises: for all real x": (
        "rises",
        formula(term(0) <= x, [limit(x, x).eq(0), derivative(x, x).eq(1), term(0) <= 1]),
    ),
    "widen: another integrand": (
        "widen",
        formula(integral(u, u, 0, 1) <= integral(u, -u, 0, 2), [term(0) <= u, term(1) <= 2]),
    ),
    "widen: a pole of first order": (
        "widen",
        formula(integral(u, u**-1, 0, 1) <= integral(u, u**-1, 0, 2), [term(0) <= u**-1, term(1) <= 2]),
    ),
    "widen: a root": (
        "widen",
        formula(integral(u, ROOT, 0, 1) <= integral(u, ROOT, 0, 2), [term(0) <= ROOT, term(1) <= 2]),
    ),
    "widen: to no end": (
        "widen",
        formula(integral(u, u, 0, 1) <= Bind("∫", u, u, None, term(0)), [term(0) <= u]),
    ),
    "inside: derivatives are not what the rule is about": (
        "equal_inside",
        formula(derivative(x, x + x).eq(derivative(x, 2 * x)), [(x + x).eq(2 * x)]),
    ),
    "inside: of positive values only": (
        "equal_inside",
        formula(integral(t, absolute(t), -1, 0).eq(integral(t, t, -1, 0)), [absolute(t).eq(t)]),
    ),
    "inside: one of them has no integral": (
        "equal_inside",
        formula(integral(x, 1, -1, 1).eq(integral(x, x / x, -1, 1)), [term(1).eq(x / x)]),
    ),
    "exponential: of all real t": (
        "substitute_exponential",
        formula(
            integral(x, exp(-x) * exp(-exp(-x)), -INFINITY, INFINITY).eq(integral(y, exp(-y), 0, INFINITY)),
            [term(0) <= exp(-y), integral(y, exp(-y), 0, INFINITY).eq(1)],
        ),
    ),
    "exponential: of positive x": (
        "substitute_exponential",
        formula(integral(p, exp(-p) * exp(-exp(-p)), -INFINITY, INFINITY).eq(EXPONENTIAL), FINITE),
    ),
    "exponential: it falls twice as fast": (
        "substitute_exponential",
        formula(
            integral(x, (p * exp(-2 * x)) * exp(-(p * exp(-2 * x))), -INFINITY, INFINITY).eq(EXPONENTIAL),
            FINITE,
        ),
    ),
    "time: beyond one": (
        "exponential_time",
        formula(integral(s, exp(-s) * exp(-s), 0, INFINITY).eq(integral(u, u, 0, 2))),
    ),
    "time: another integrand": (
        "exponential_time",
        formula(integral(s, exp(-s) * (2 * exp(-s)), 0, INFINITY).eq(integral(u, u, 0, 1))),
    ),
    "rises: above one": (
        "rises",
        formula(term(1) <= t, [limit(t, t).eq(0), derivative(t, t).eq(1), term(0) <= 1]),
    ),
    "rises: the slope of another": (
        "rises",
        formula(term(0) <= -t, [limit(t, -t).eq(0), derivative(t, t).eq(1), term(0) <= 1]),
    ),
    "rises: in another variable": (
        "rises",
        formula(term(0) <= t - a, [limit(t, t).eq(0), derivative(t, t).eq(1), term(0) <= 1]),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("name", "formula_"), NEVER.values(), ids=NEVER)
def test_what_only_looks_like_an_instance(name: str, formula_: Formula) -> None:
    """Is a step refused that is false, or whose premises do not say enough?"""
    assert Rule(name).run(formula_).status is Status.OPEN
