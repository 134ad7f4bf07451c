"""Is a rule of analysis applied only where all its premises are shown, for every value and nothing less?"""

import pytest

from proofs.engine.checkers.rules import RULES, Rule
from proofs.engine.ledger.status import Status
from spec.logic.formula import (
    INFINITY,
    Formula,
    absolute,
    both,
    derivative,
    every,
    exp,
    greater,
    integral,
    largest,
    limit,
    product,
    term,
    total,
)
from tests.support.rule_formulas import a, b, c, d, formula, i, j, k, m, p, r, s, t, u, v, w, x

PRODUCT = product(j, greater(0, 1 - u * w[j]))
BELOW, ABOVE = integral(u, u - 1, 0, 1), integral(u, u, 0, 1)


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
