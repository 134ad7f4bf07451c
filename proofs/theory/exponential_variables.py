"""What is true of exponential variables: survival, minimum and race, for any number of them.

That one of independent variables comes first is the integral of its density times the probability that all others are
later.
"""

from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Instance, Step
from spec.documents.shared_formulas import (
    BOTH_BEYOND,
    JOINT,
    SOONER,
    beyond,
    i,
    iff,
    rate,
    rate_1,
    rate_2,
    t,
    x_1,
    x_2,
    z,
)
from spec.logic.formula import (
    INFINITY,
    Family,
    Sort,
    Symbol,
    both,
    exp,
    integral,
    lesser,
    ln,
    product,
    total,
)

u = Symbol("u", Sort.UNIT)
rates, joint = Family("λ", Sort.POSITIVE), Symbol("ρ", Sort.NONNEGATIVE)
a, b = Symbol("a", Sort.POSITIVE), Symbol("b", Sort.POSITIVE)
SURVIVAL = lemma(
    "exponential.survival",
    Step(beyond(rate, x_1).eq(exp(-(rate * t))), "integrate the density from t on", Symbolic()),
)
FROM_UNIFORM = lemma(
    "exponential.from_uniform",
    Step(iff(-ln(u) / rate >= z, ln(u) <= -(rate * z)), "multiply by -λ", Smt()),
    Step(iff(ln(u) <= -(rate * z), u <= exp(-(rate * z))), "exp is increasing and undoes ln", Smt()),
    Step(
        iff(-ln(u) / rate >= z, u <= exp(-(rate * z))),
        "for uniform U, P(-ln(U)/λ ≥ z) = P(U ≤ e^(-λz)) = e^(-λz): it is exponential of rate λ",
        Smt(),
        using=(1, 2),
    ),
)
QUADRANT = Step(
    iff(lesser(a, b) >= t, both(a >= t, b >= t)),
    "the lesser of two numbers is at least t exactly if both are: a quadrant, on which independent variables have the "
    "product of their densities",
    Smt(),
)
MINIMUM_OF_TWO = lemma(
    "exponential.minimum_of_two",
    QUADRANT,
    Step(BOTH_BEYOND.eq(exp(-(rate_1 * t)) * exp(-(rate_2 * t))), "integrate over it", Symbolic()),
    Step((exp(-(rate_1 * t)) * exp(-(rate_2 * t))).eq(exp(-((rate_1 + rate_2) * t))), "exponents add", Symbolic()),
    Step(
        BOTH_BEYOND.eq(beyond(rate_1 + rate_2, x_1)),
        "the survival function of an exponential variable of rate λ_1 + λ_2",
        Smt(),
        using=(2, 3, Instance("exponential.survival", {rate: rate_1 + rate_2})),
    ),
)
MINIMUM = lemma(
    "exponential.minimum",
    Step(
        product(i, exp(-(rates[i] * t))).eq(exp(-(total(i, rates[i]) * t))),
        "the least of n independent variables is at least t if all are: probabilities multiply, rates add",
        Induction(),
    ),
)
ITERATED = integral(x_1, integral(x_2, JOINT, x_1, INFINITY), 0, INFINITY)
INTEGRATED = integral(x_1, rate_1 * exp(-((rate_1 + rate_2) * x_1)), 0, INFINITY)
RACE_ITERATED = lemma(
    "exponential.race.iterated",
    Step(
        SOONER.eq(ITERATED),
        "X_2 ≥ x_1 has as probability the integral of its density from x_1 on: dx_2 is the inner differential",
        Symbolic(),
    ),
)
RACE_INNER = lemma(
    "exponential.race.inner",
    Step(ITERATED.eq(INTEGRATED), "the inner integral is λ_1·e^(-λ_1·x_1)·e^(-λ_2·x_1)", Symbolic()),
)
RACE_OUTER = lemma(
    "exponential.race.outer",
    Step(INTEGRATED.eq(rate_1 / (rate_1 + rate_2)), "evaluate the outer integral", Symbolic()),
)
RACE = lemma(
    "exponential.race",
    Step(
        SOONER.eq(rate_1 / (rate_1 + rate_2)),
        "of two independent exponential variables the first comes sooner with its share of the rates",
        Smt(),
        using=tuple(Instance(f"exponential.race.{part}") for part in ("iterated", "inner", "outer")),
    ),
)
AGAINST_ANY = lemma(
    "exponential.race_against_any",
    Step(
        integral(z, rate * exp(-(rate * z)) * exp(-(joint * z)), 0, INFINITY).eq(rate / (rate + joint)),
        "the same integral, where the other rate may be 0: alone, a variable comes first",
        Symbolic(),
    ),
)
DECAY = lemma(
    "exponential.integral",
    Step(integral(t, a * exp(-(b * t)), 0, INFINITY).eq(a / b), "an exponential integral", Symbolic()),
)
CHAPTER = chapter(
    SURVIVAL, FROM_UNIFORM, MINIMUM_OF_TWO, MINIMUM, RACE_ITERATED, RACE_INNER, RACE_OUTER, RACE, AGAINST_ANY, DECAY
)
