"""Is what only looks like an instance of a rule refused?"""

from fractions import Fraction

import pytest

from proofs.engine.checkers.rules import Rule
from proofs.engine.ledger.status import Status
from spec.logic.formula import (
    INFINITY,
    Bind,
    Formula,
    absolute,
    derivative,
    every,
    exp,
    integral,
    limit,
    ln,
    term,
    total,
)
from tests.support.rule_formulas import a, c, d, formula, i, j, k, m, p, s, t, u, v, x, y

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
