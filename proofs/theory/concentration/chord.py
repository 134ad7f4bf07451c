"""Why, for a bounded range of the loss, laws on two points are worst: Bernoulli's inequality, the chord, and a sum.

Notation: L = ln(P/Q) lies in [l, l + y], m = e^l and M = e^(l + y) are the least and the greatest ratio t = P/Q, α ≥ 1.
"""

from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Instance, Step
from proofs.theory.calculus import rising
from spec.logic.formula import (
    Family,
    Sort,
    Symbol,
    Term,
    both,
    every,
    exp,
    implies,
    term,
    total,
)

y = Symbol("y", Sort.POSITIVE)


# Bernoulli's inequality e^(αz) ≥ 1 + α·(e^z - 1), for α ≥ 1: above 0 and below 0 separately, then for every real z.
s, z, r = Symbol("s", Sort.POSITIVE), Symbol("z"), Symbol("r", Sort.NONNEGATIVE)
a = 1 + r


def bernoulli(at: Term, power: Term) -> Term:
    """e^(αz) - 1 - α·(e^z - 1)."""
    return exp(power * at) - 1 - power * (exp(at) - 1)


ABOVE = lemma(
    "chord.bernoulli_above",
    *rising(s, bernoulli(s, a), a * (exp(a * s) - exp(s)), "exp is increasing, and α·s ≥ s", check=Smt()),
)
BELOW = lemma(
    "chord.bernoulli_below",
    *rising(s, bernoulli(-s, a), a * (exp(-s) - exp(-(a * s))), "exp is increasing, and -α·s ≤ -s", check=Smt()),
)
BERNOULLI = lemma(
    "chord.bernoulli",
    Step(implies(z > 0, term(0) <= bernoulli(z, a)), "the case above", Smt(), using=(Instance(ABOVE.id, {s: z}),)),
    Step(
        implies(z < 0, term(0) <= bernoulli(z, a)),
        "the case below",
        Smt(),
        using=(Instance(BELOW.id, {s: -z}),),
    ),
    Step(implies(z.eq(0), term(0) <= bernoulli(z, a)), "e^0 = 1", Smt()),
    Step(term(0) <= bernoulli(z, a), "one of the three is the case", Linear(), using=(1, 2, 3)),
)

# The chord: for m ≤ t ≤ M, t^α lies below the line from (m, m^α) to (M, M^α).
t, m, M = Symbol("t", Sort.POSITIVE), Symbol("m", Sort.POSITIVE), Symbol("M", Sort.POSITIVE)
t_a, m_a, M_a = Symbol("t^α", Sort.POSITIVE), Symbol("m^α", Sort.POSITIVE), Symbol("M^α", Sort.POSITIVE)
to_m, to_M = Symbol("m/t", Sort.POSITIVE), Symbol("M/t", Sort.POSITIVE)
pow_m, pow_M = Symbol("(m/t)^α", Sort.POSITIVE), Symbol("(M/t)^α", Sort.POSITIVE)
CHORD = lemma(
    "chord.line",
    Step(
        to_M - to_m <= (to_M - 1) * pow_m + (1 - to_m) * pow_M,
        "(m/t)^α and (M/t)^α lie above the tangents at 1; weighed with the distances to the ends, all but a constant "
        "cancels",
        Smt(),
    ),
    Step(
        (to_M * t - to_m * t) * t_a <= (to_M * t - t) * (pow_m * t_a) + (t - to_m * t) * (pow_M * t_a),
        "multiply by t·t^α",
        Smt(),
        using=(1,),
    ),
    Step(
        (M - m) * t_a <= (M - t) * m_a + (t - m) * M_a, "write m, M, m^α and M^α for what they are", Smt(), using=(2,)
    ),
    given=(
        to_m <= 1,
        to_M >= 1,
        term(0) <= pow_m - 1 - a * (to_m - 1),
        term(0) <= pow_M - 1 - a * (to_M - 1),
        m.eq(to_m * t),
        M.eq(to_M * t),
        m_a.eq(pow_m * t_a),
        M_a.eq(pow_M * t_a),
    ),
)

# Any number of outcomes, of probabilities Q_i and losses L_i from l to l + y.
i, j, low = Symbol("i"), Symbol("j"), Symbol("l")
Q, L = Family("Q", Sort.POSITIVE), Family("L")
BETWEEN = every(i, both(low <= L[i], L[i] <= low + y))


def below_the_chord(of: Symbol) -> Term:
    """(M - m)·t^α ≤ (M - t)·m^α + (t - m)·M^α for t = e^L, m = e^l, M = e^(l + y)."""
    return (exp(low + y) - exp(low)) * exp(a * L[of]) <= (exp(low + y) - exp(L[of])) * exp(a * low) + (
        exp(L[of]) - exp(low)
    ) * exp(a * (low + y))


AT_J = {
    t: exp(L[j]),
    m: exp(low),
    M: exp(low + y),
    t_a: exp(a * L[j]),
    m_a: exp(a * low),
    M_a: exp(a * (low + y)),
    to_m: exp(low - L[j]),
    to_M: exp(low + y - L[j]),
    pow_m: exp(a * (low - L[j])),
    pow_M: exp(a * (low + y - L[j])),
}
CHORDS = lemma(
    "chord.below_the_chord",
    Step(
        term(0) <= bernoulli(low - L[j], a),
        "at the lower end",
        Linear(),
        (Instance("chord.bernoulli", {z: low - L[j]}),),
    ),
    Step(
        term(0) <= bernoulli(low + y - L[j], a),
        "at the upper end",
        Linear(),
        (Instance("chord.bernoulli", {z: low + y - L[j]}),),
    ),
    Step(both(exp(low - L[j]) <= 1, exp(low + y - L[j]) >= 1), "L_j lies between them", Smt()),
    Step(
        both(exp(L[j]) > 0, exp(low) > 0, exp(low + y) > 0, exp(low - L[j]) > 0, exp(low + y - L[j]) > 0),
        "signs",
        Smt(),
    ),
    Step(
        both(
            exp(a * L[j]) > 0,
            exp(a * low) > 0,
            exp(a * (low + y)) > 0,
            exp(a * (low - L[j])) > 0,
            exp(a * (low + y - L[j])) > 0,
        ),
        "signs",
        Smt(),
    ),
    Step(exp(low).eq(exp(low - L[j]) * exp(L[j])), "exponents add", Symbolic()),
    Step(exp(low + y).eq(exp(low + y - L[j]) * exp(L[j])), "exponents add", Symbolic()),
    Step(exp(a * low).eq(exp(a * (low - L[j])) * exp(a * L[j])), "exponents add", Symbolic()),
    Step(exp(a * (low + y)).eq(exp(a * (low + y - L[j])) * exp(a * L[j])), "exponents add", Symbolic()),
    Step(
        below_the_chord(j),
        "the chord, at t = e^(L_j)",
        Linear(),
        using=(1, 2, 3, 4, 5, 6, 7, 8, 9, Instance(CHORD.id, AT_J)),
    ),
    Step(every(j, below_the_chord(j)), "for every outcome", Rule("generalise"), using=(10,)),
    given=(BETWEEN,),
)

ratios, powers = Family("t", Sort.POSITIVE), Family("T", Sort.POSITIVE)
MOMENT, MASS, MEAN = total(i, Q[i] * powers[i]), total(i, Q[i]), total(i, Q[i] * ratios[i])
SUMMED = lemma(
    "chord.two_points_are_worst",
    Step(
        (M - m) * MOMENT <= (M * MASS - MEAN) * m_a + (MEAN - m * MASS) * M_a,
        "weigh with Q and add up; as Σ Q = Σ P = 1, (M - m)·Σ Q·(P/Q)^α ≤ (M - 1)·m^α + (1 - m)·M^α: a law on two "
        "points",
        Induction(least=0),
    ),
    given=(every(i, (M - m) * powers[i] <= (M - ratios[i]) * m_a + (ratios[i] - m) * M_a),),
)

CHAPTER = chapter(ABOVE, BELOW, BERNOULLI, CHORD, CHORDS, SUMMED)
