"""How the tight bounds grow and compare: ρ of a range, and the range R of permute-and-flip.

Notation: ρ and H'' = ρ' are those of `rho.py`, and R(ε) = 2·ln(2·e^(ε/2) - 1). What is shown of functions
of x > 0 is shown by their slopes.
"""

from fractions import Fraction

from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Instance, Step
from proofs.theory.calculus import rising
from proofs.theory.concentration.rho import H2, denominator, numerator, rho, x, y
from spec.logic.formula import Term, both, exp, ln, term

HALF, EIGHTH = Fraction(1, 2), Fraction(1, 8)


def R(v: Term) -> Term:
    """2·ln(2·e^(v/2) - 1)."""
    return 2 * ln(2 * exp(HALF * v) - 1)


def as_quotient(f: Term, over: Term, under: Term) -> tuple[Step, ...]:
    """0 ≤ f, which is a quotient of a polynomial in x and exponentials by a positive number."""
    return (
        Step(term(0) <= over, "by its derivatives", Differentiation()),
        Step(f.eq(over / under), "over one denominator", Symbolic()),
        Step(both(RISEN > 0, exp(HALF * x) > 0, exp(x) > 0), "x > 0", Smt()),
        Step(under > 0, "a product of positive numbers", Smt(), using=(3,)),
        Step(
            term(0) <= over / under,
            "the signs of a quotient",
            Linear(),
            using=(1, 4, Instance("rho.quotient", {numerator: over, denominator: under})),
        ),
        Step(term(0) <= f, "which it is", Linear(), using=(2, 5)),
    )


RISEN = exp(x) - 1
UNDER = x * RISEN**2
SLOPE = UNDER + 2 * x * RISEN - RISEN**2 - x**2 * exp(x)
"""H'', times x·(e^x - 1)²."""

SLOPES = lemma("tight_bounds.slope", *as_quotient(H2(x), SLOPE, UNDER))
INCREASES = lemma(
    "tight_bounds.increases", *rising(y, rho(x + y) - rho(x), H2(x + y), "H'' ≥ 0", Instance(SLOPES.id, {x: x + y}))
)
BELOW_ETA = lemma(
    "tight_bounds.at_most_the_range",
    Step(term(0) <= x * exp(x) - exp(x) + 1, "e^x - 1 ≤ x·e^x", Differentiation()),
    Step(term(0) <= exp(x) - 1 - x, "x ≤ e^x - 1", Differentiation()),
    Step(both(exp(x) - 1 > 0, (exp(x) - 1) / x <= exp(x)), "divide by x > 0", Smt(), using=(1, 2)),
    Step(ln((exp(x) - 1) / x) <= x, "ln is increasing", Smt(), using=(3,)),
    Step(x / (exp(x) - 1) <= 1, "divide by e^x - 1", Smt(), using=(2, 3)),
    Step(rho(x) <= x, "add up", Linear(), using=(4, 5)),
)
# ρ ≥ x²/8 - x⁴/288: the spec's own evaluation for small x.
SECOND = lemma(
    "tight_bounds.second_derivative_from_below",
    *as_quotient(H2(x) - x / 4 + x**3 / 144, 144 * SLOPE - (36 * x**2 - x**4) * RISEN**2, 144 * UNDER),
)
FROM_BELOW = lemma(
    "tight_bounds.from_below",
    Step(
        x * H2(x) >= 2 * (EIGHTH * x**2) - 2 * (Fraction(1, 288) * x**4),
        "multiply by x > 0",
        Smt(),
        using=(Instance(SECOND.id),),
    ),
    Step(
        rho(x) >= EIGHTH * x**2 - Fraction(1, 288) * x**4,
        "2·ρ ≥ x·H''",
        Linear(),
        using=(1, Instance("rho.chord", {y: x})),
    ),
)

# R(ε). e = e^(ε/2) > 1.
e, greater = 2 * exp(HALF * x) - 1, 2 * exp(HALF * y) - 1
RANGE_SLOPE = lemma(
    "tight_bounds.range_slope",
    *as_quotient(2 * exp(HALF * x) / e - 2 + x, 2 * x * exp(HALF * x) - 2 * exp(HALF * x) - x + 2, e),
)
RANGE_FROM_BELOW = lemma(
    "tight_bounds.range_from_below",
    *rising(x, R(x) - 2 * x + x**2 / 2, 2 * exp(HALF * x) / e - 2 + x, "by the lemma before", Instance(RANGE_SLOPE.id)),
)
RANGE_INCREASES = lemma(
    "tight_bounds.range_increases",
    Step(both(e > 0, e <= greater), "exp is increasing", Smt()),
    Step(R(x) <= R(y), "ln is increasing", Smt(), using=(1,)),
    given=(x <= y,),
)
RANGE_AT_MOST_TWICE = lemma(
    "tight_bounds.range_at_most_twice",
    Step(exp(x).eq(exp(HALF * x) * exp(HALF * x)), "exponents add", Symbolic()),
    Step(both(e > 0, e <= exp(x)), "2·e - 1 ≤ e², as (e - 1)² ≥ 0", Smt(), using=(1,)),
    Step(R(x) <= 2 * x, "ln is increasing", Smt(), using=(2,)),
)

# ρ(R(ε)) ≤ ε·tanh(ε/2), in terms of x = R(ε): with Y = e^(x/2), ε = 2·ln((1 + Y)/2), tanh(ε/2) = 1 - 8/(Y² + 2Y + 5).
Y = exp(HALF * x)
SUM = exp(x) + 2 * Y + 5
EPSILON, TANH = 2 * ln((1 + Y) / 2), 1 - 8 / SUM
TANH_SLOPE = 8 * Y * (Y + 1) / SUM**2
LOWER_SLOPE = Y / (1 + Y) * TANH + x / 2 * TANH_SLOPE - H2(x)
FULL_SLOPE = Y / (1 + Y) * TANH + EPSILON * TANH_SLOPE - H2(x)
EPSILON_SLOPE = lemma("tight_bounds.epsilon_slope", *as_quotient(Y / (1 + Y) - HALF, Y - 1, 2 * (1 + Y)))
EPSILON_FROM_BELOW = lemma(
    "tight_bounds.epsilon_at_least_half_the_range",
    *rising(x, EPSILON - x / 2, Y / (1 + Y) - HALF, "by the lemma before", Instance(EPSILON_SLOPE.id)),
)
PURE_LOWER = lemma(
    "tight_bounds.pure_slope_from_below",
    *as_quotient(
        LOWER_SLOPE,
        Y * (SUM - 8) * SUM * UNDER + 4 * x * Y * (Y + 1) * UNDER * (1 + Y) - (1 + Y) * SUM**2 * SLOPE,
        UNDER * (1 + Y) * SUM**2,
    ),
)
PURE_SLOPE = lemma(
    "tight_bounds.pure_slope",
    Step(both(Y > 0, exp(x) > 0), "exponentials", Smt()),
    Step(TANH_SLOPE > 0, "quotients of positive numbers", Smt(), using=(1,)),
    Step(
        x / 2 * TANH_SLOPE <= EPSILON * TANH_SLOPE,
        "ε ≥ x/2",
        Smt(),
        using=(2, Instance(EPSILON_FROM_BELOW.id)),
    ),
    Step(term(0) <= FULL_SLOPE, "and with x/2 for ε it is nonnegative", Linear(), using=(3, Instance(PURE_LOWER.id))),
)
BELOW_PURE = lemma(
    "tight_bounds.at_most_the_pure_bound",
    *rising(x, EPSILON * TANH - rho(x), FULL_SLOPE, "by the lemma before", Instance(PURE_SLOPE.id)),
)

CHAPTER = chapter(
    SLOPES,
    INCREASES,
    BELOW_ETA,
    SECOND,
    FROM_BELOW,
    RANGE_SLOPE,
    RANGE_FROM_BELOW,
    RANGE_INCREASES,
    RANGE_AT_MOST_TWICE,
    EPSILON_SLOPE,
    EPSILON_FROM_BELOW,
    PURE_LOWER,
    PURE_SLOPE,
    BELOW_PURE,
)
