"""The function ρ that prices bounded range under zero-concentrated divergence, and its concavity.

Notation: H(x) = x·ln((e^x - 1)/x) - x²/2 for x > 0, and ρ = H' = ln((e^x - 1)/x) + x/(e^x - 1) - 1. As x falls to 0,
H, H' and H'' fall to 0, and H''' to 1/4; H'''' is nowhere positive, so that H'' is concave.
"""

from fractions import Fraction

from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Instance, Step
from proofs.theory.calculus import rising
from spec.logic.formula import Sort, Symbol, Term, exp, ln, term

x, y = Symbol("x", Sort.POSITIVE), Symbol("y", Sort.POSITIVE)


def rho(v: Term) -> Term:
    """H' = ln((e^v - 1)/v) + v/(e^v - 1) - 1."""
    return ln((exp(v) - 1) / v) + v / (exp(v) - 1) - 1


def H2(v: Term) -> Term:
    """H''."""
    return 1 + 2 / (exp(v) - 1) - 1 / v - v * exp(v) / (exp(v) - 1) ** 2


def H3(v: Term) -> Term:
    """H'''."""
    return 1 / v**2 - (3 + v) * exp(v) / (exp(v) - 1) ** 2 + 2 * v * exp(2 * v) / (exp(v) - 1) ** 3


def N(v: Term) -> Term:
    """What -H'''' is, times v³·(e^v - 1)⁴."""
    return (
        2 * exp(4 * v)
        + (v**4 - 4 * v**3 - 8) * exp(3 * v)
        + (4 * v**4 + 12) * exp(2 * v)
        + (v**4 + 4 * v**3 - 8) * exp(v)
        + 2
    )


def bend(v: Term) -> Term:
    """-H''''."""
    return N(v) / (v**3 * (exp(v) - 1) ** 4)


numerator, denominator = Symbol("n", Sort.NONNEGATIVE), Symbol("d", Sort.POSITIVE)
QUOTIENT = lemma("rho.quotient", Step(term(0) <= numerator / denominator, "the signs of a quotient", Smt()))
BENDS = lemma(
    "rho.bends_down",
    Step(term(0) <= N(x), "by its derivatives", Differentiation()),
    Step(exp(x) - 1 > 0, "x > 0", Smt()),
    Step(x**3 * (exp(x) - 1) ** 4 > 0, "a product of positive numbers", Smt(), using=(2,)),
    Step(
        term(0) <= bend(x),
        "so is the quotient: -H'''' ≥ 0",
        Smt(),
        using=(1, 3, Instance("rho.quotient", {numerator: N(x), denominator: x**3 * (exp(x) - 1) ** 4})),
    ),
)
# 2·H' ≥ y·H'': the difference starts at 0 with slope H'' - y·H''', which starts at 0 with slope -y·H''''.
TANGENT = lemma(
    "rho.tangent",
    *rising(y, H2(y) - y * H3(y), y * bend(y), "-H'''' ≥ 0 and y > 0", Instance("rho.bends_down", {x: y}), check=Smt()),
)
CHORD = lemma(
    "rho.chord",
    *rising(y, 2 * rho(y) - y * H2(y), H2(y) - y * H3(y), "by the lemma before", Instance("rho.tangent")),
)
# ρ(x) ≤ x²/8: three times down to -H'''' ≥ 0.
THIRD = lemma(
    "rho.third_derivative_at_most_a_quarter",
    *rising(x, Fraction(1, 4) - H3(x), bend(x), "-H'''' ≥ 0", Instance("rho.bends_down")),
)
SECOND = lemma(
    "rho.second_derivative_at_most_a_quarter_of_x",
    *rising(x, x / 4 - H2(x), Fraction(1, 4) - H3(x), "by the lemma before", Instance(THIRD.id)),
)
EIGHTH = lemma(
    "rho.at_most_an_eighth_of_the_square",
    *rising(x, x**2 / 8 - rho(x), x / 4 - H2(x), "by the lemma before", Instance(SECOND.id)),
)

CHAPTER = chapter(
    QUOTIENT,
    BENDS,
    TANGENT,
    CHORD,
    THIRD,
    SECOND,
    EIGHTH,
)
