"""What is true of Gumbel and exponential variables, and why the Gumbel-max trick samples from the softmax, for any n.

Notation: w_i = exp(s_i/τ), and p_i = w_i/N for any N > 0; N = Σ w_i makes p the softmax. That one of independent
variables comes first is the integral of its density times the probability that all others are later.
"""

from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Instance, Proof, Step
from proofs.theory.exponential_variables import a, b, joint, u
from spec.documents.shared_formulas import (
    BEATS,
    FIRST,
    OTHER_RATE,
    OTHERS,
    WEIGHTS,
    WINS,
    N,
    gumbel_cdf,
    i,
    iff,
    k,
    rate,
    s,
    share,
    t,
    tau,
    tops,
    weight,
    y,
    z,
)
from spec.logic.claim import Claim, Kind
from spec.logic.formula import (
    INFINITY,
    Formula,
    Sort,
    Symbol,
    Term,
    both,
    derivative,
    every,
    exp,
    integral,
    ln,
    product,
    term,
)

# The Gumbel distribution of location μ and scale β.
mu, beta = Symbol("μ"), Symbol("β", Sort.POSITIVE)
CDF = exp(-exp(-((y - mu) / beta)))
DENSITY = (1 / beta) * (exp(-((y - mu) / beta)) * CDF)
INVERSE = mu - beta * ln(-ln(u))

DENSITIES = lemma(
    "gumbel.density",
    Step(derivative(y, CDF).eq(DENSITY), "differentiate the distribution function", Symbolic()),
)
MASS = lemma(
    "gumbel.normalisation",
    Step(integral(y, DENSITY, -INFINITY, INFINITY).eq(1), "integrate the density", Symbolic()),
)
INVERSES = lemma(
    "gumbel.inverse",
    Step(exp(-exp(-((INVERSE - mu) / beta))).eq(u), "the exponentials undo the logarithms", Symbolic()),
    Step((mu - beta * ln(-ln(CDF))).eq(y), "and the logarithms the exponentials", Symbolic()),
    Step(
        both(exp(-exp(-((INVERSE - mu) / beta))).eq(u), (mu - beta * ln(-ln(CDF))).eq(y)),
        "distribution function and inverse undo each other, in both orders",
        Smt(),
        using=(1, 2),
    ),
)
SAMPLES = lemma(
    "gumbel.inverse_transform",
    Step(-ln(u) > 0, "u < 1", Smt()),
    Step(iff(ln(-ln(u)) >= mu - y, -ln(u) >= exp(mu - y)), "exp is increasing and undoes ln", Smt(), using=(1,)),
    Step(iff(ln(u) <= -exp(mu - y), u <= exp(-exp(mu - y))), "the same once more", Smt()),
    Step(
        iff(mu - ln(-ln(u)) <= y, u <= gumbel_cdf(y, mu)),
        "for uniform U, P(μ - ln(-ln U) ≤ y) = P(U ≤ F(y)) = F(y): the inverse transform has the distribution F",
        Smt(),
        using=(2, 3),
    ),
)


# The document's way to the theorem: the Z_i = N·e^(-G_i) are exponential variables of rates p_i.
def arrives(at: Term) -> Term:
    """The density of the first of the Z_i at this time, if it is Z_k."""
    return share(k) * exp(-(share(k) * at)) * product(i, exp(-(share(i) * at)), without=k)


AGAINST_ONE = lemma(
    "gumbel.race_against_one",
    Step(
        arrives(z).eq(share(k) * exp(-(share(k) * z)) * exp(-(OTHER_RATE * z))),
        "all others are later with the probability that one variable of their joint rate is",
        Induction(),
    ),
    Step(FIRST.eq(BEATS), "the same under the integral", Rule("equal_inside"), using=(1,)),
)
WON = lemma(
    "gumbel.race_won",
    Step(share(k) > 0, "a positive rate", Smt()),
    Step(OTHER_RATE >= 0, "a sum of positive rates, or of none", Induction()),
    Step(
        BEATS.eq(share(k) / (share(k) + OTHER_RATE)),
        "a variable of rate p_k against one of the joint rate",
        Smt(),
        using=(1, 2, Instance("exponential.race_against_any", {rate: share(k), joint: OTHER_RATE})),
    ),
)
BECOMES_A_RACE = lemma(
    "gumbel.becomes_a_race",
    Step(every(i, exp(-(y - s[i] / tau)).eq(share(i) * (N * exp(-y)))), "e^-(y - s_i/τ) = p_i·N·e^-y", Symbolic()),
    Step(
        tops(s, k, i).eq((N * exp(-y)) * arrives(N * exp(-y))),
        "the density of the greatest noisy score in terms of z = N·e^-y",
        Induction(),
        using=(1,),
    ),
    Step(
        WINS.eq(integral(y, (N * exp(-y)) * arrives(N * exp(-y)), -INFINITY, INFINITY)),
        "the same under the integral",
        Rule("equal_inside"),
        using=(2,),
    ),
    Step(term(0) <= arrives(z), "a product of positive numbers", Induction()),
    Step(
        FIRST.eq(share(k) / (share(k) + OTHER_RATE)),
        "the integral over z is finite: its value is known",
        Smt(),
        using=(Instance("gumbel.race_against_one"), Instance("gumbel.race_won")),
    ),
    Step(
        integral(y, (N * exp(-y)) * arrives(N * exp(-y)), -INFINITY, INFINITY).eq(FIRST),
        "put z = N·e^-y, dz = -N·e^-y dy",
        Rule("substitute_exponential"),
        using=(4, 5),
    ),
    Step(WINS.eq(FIRST), "the two together", Smt(), using=(3, 6)),
)
SHARES = lemma(
    "gumbel.shares",
    Step(OTHER_RATE.eq(OTHERS / N), "divide each term by N", Induction()),
)
SPLIT = lemma(
    "gumbel.own_and_others",
    Step((weight(k) + OTHERS).eq(WEIGHTS), "set one term of the sum apart", Induction()),
)
POSITIVE = lemma("gumbel.weights_are_positive", Step(WEIGHTS > 0, "a sum of exponentials", Induction()))

MAX = Claim("gumbel.max", Kind.THEOREM, Formula(WINS.eq(weight(k) / WEIGHTS)))
BY_A_RACE = Proof(
    MAX.id,
    (
        Step(WEIGHTS > 0, "a sum of exponentials", Smt(), using=(Instance("gumbel.weights_are_positive"),)),
        Step(
            WINS.eq((weight(k) / WEIGHTS) / (weight(k) / WEIGHTS + OTHERS / WEIGHTS)),
            "with N = Σ w_i: a race of the Z_i, then of Z_k against one variable, which it wins with its share",
            Smt(),
            using=(
                1,
                Instance("gumbel.becomes_a_race", {N: WEIGHTS}),
                Instance("gumbel.race_against_one", {N: WEIGHTS}),
                Instance("gumbel.race_won", {N: WEIGHTS}),
                Instance("gumbel.shares", {N: WEIGHTS}),
            ),
        ),
        Step(
            WINS.eq(weight(k) / WEIGHTS),
            "the shares p_i add up to 1",
            Smt(),
            using=(1, 2, Instance("gumbel.own_and_others")),
        ),
    ),
    title="by exponential races, as in the documents",
)


def falls(at: Term) -> Term:
    """w_k·e^(-w_k·t)·Π_{i≠k} e^(-w_i·t)."""
    return weight(k) * exp(-(weight(k) * at)) * product(i, exp(-(weight(i) * at)), without=k)


MOVED = integral(y, exp(-y) * falls(exp(-y)), -INFINITY, INFINITY)
COLLECTED = integral(t, weight(k) * exp(-(WEIGHTS * t)), 0, INFINITY)
BY_A_SUBSTITUTION = Proof(
    MAX.id,
    (
        Step(every(i, exp(-(y - s[i] / tau)).eq(weight(i) * exp(-y))), "exponents add", Symbolic()),
        Step(
            tops(s, k, i).eq(exp(-y) * falls(exp(-y))),
            "density and distribution functions in terms of e^-y",
            Induction(),
            using=(1,),
        ),
        Step(WINS.eq(MOVED), "the same under the integral", Rule("equal_inside"), using=(2,)),
        Step(term(0) <= falls(t), "a product of positive numbers", Induction()),
        Step(falls(t).eq(weight(k) * exp(-(WEIGHTS * t))), "exponents add: w_k·e^(-t·W)", Induction()),
        Step(
            integral(t, falls(t), 0, INFINITY).eq(COLLECTED),
            "the same under the integral",
            Rule("equal_inside"),
            using=(5,),
        ),
        Step(WEIGHTS > 0, "a sum of exponentials", Induction()),
        Step(
            integral(t, falls(t), 0, INFINITY).eq(weight(k) / WEIGHTS),
            "∫ w_k·e^(-t·W) dt = w_k/W",
            Smt(),
            using=(6, 7, Instance("exponential.integral", {a: weight(k), b: WEIGHTS})),
        ),
        Step(
            MOVED.eq(integral(t, falls(t), 0, INFINITY)),
            "put t = e^-y, dt = -e^-y dy",
            Rule("substitute_exponential"),
            using=(4, 8),
        ),
        Step(WINS.eq(weight(k) / WEIGHTS), "all together", Smt(), using=(3, 8, 9)),
    ),
    title="by one substitution in the integral",
)

CHAPTER = chapter(
    DENSITIES,
    MASS,
    INVERSES,
    SAMPLES,
    AGAINST_ONE,
    WON,
    BECOMES_A_RACE,
    SHARES,
    SPLIT,
    POSITIVE,
    MAX,
    BY_A_RACE,
    BY_A_SUBSTITUTION,
)
