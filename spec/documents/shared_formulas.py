"""Formulas that `report_noisy_max_gumbel` and `exponential_candidates_gumbel` both print, under numbers of their own.

How probabilities are read: an event about independent variables is the integral of their densities over it; where two
events are claimed to be equally likely because they are the same event, the formula says that they are the same. Lists
have one length, temperatures and sensitivities are positive.
"""

from spec.logic.formula import (
    INFINITY,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    absolute,
    both,
    every,
    exp,
    implies,
    integral,
    largest,
    lesser,
    ln,
    product,
    smallest,
    term,
    total,
)

i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
tau, epsilon, sensitivity = Symbol("τ", Sort.POSITIVE), Symbol("ε", Sort.POSITIVE), Symbol("Δ", Sort.POSITIVE)
s, moves = Family("s"), Family("m")
"""Scores, and how far each of them moves."""


def iff(left: Term, right: Term) -> Term:
    """Each implies the other."""
    return both(implies(left, right), implies(right, left))


def weight(of: Symbol) -> Term:
    """e^(s_i/τ)."""
    return exp(s[of] / tau)


WEIGHTS = total(i, weight(i))
OTHERS = total(i, weight(i), without=k)

# The Gumbel-max trick: U is uniform, G a noisy score, Z an exponential variable.
U, N = Symbol("U_k", Sort.UNIT), Symbol("N", Sort.POSITIVE)
y, z, t = Symbol("y"), Symbol("z", Sort.POSITIVE), Symbol("t", Sort.POSITIVE)
G, Z, others_least = Family("G"), Family("Z", Sort.POSITIVE), Symbol("min_{i≠k} Z_i")
QUANTILE = s[k] / tau - ln(-ln(U))


def share(of: Symbol) -> Term:
    """p_i = e^(s_i/τ)/N."""
    return weight(of) / N


def gumbel_cdf(at: Term, location: Term) -> Term:
    """exp(-exp(-(y - μ)))."""
    return exp(-exp(-(at - location)))


def gumbel_density(at: Term, location: Term) -> Term:
    """exp(-(y - μ))·exp(-exp(-(y - μ)))."""
    return exp(-(at - location)) * exp(-exp(-(at - location)))


def tops(scores: Family, winner: Symbol, other: Symbol) -> Term:
    """The density of the winner's noisy score at y, times the probability that all others are below."""
    below = product(other, gumbel_cdf(y, scores[other] / tau), without=winner)
    return gumbel_density(y, scores[winner] / tau) * below


def wins(scores: Family, winner: Symbol, other: Symbol) -> Term:
    """P(G_k is the greatest)."""
    return integral(y, tops(scores, winner, other), -INFINITY, INFINITY)


WINS = wins(s, k, i)
FIRST = integral(z, share(k) * exp(-(share(k) * z)) * product(i, exp(-(share(i) * z)), without=k), 0, INFINITY)
"""P(Z_k ≤ min_{i≠k} Z_i): Z_k is at z, and all others are beyond."""
OTHER_RATE = total(i, share(i), without=k)
BEATS = integral(z, share(k) * exp(-(share(k) * z)) * exp(-(OTHER_RATE * z)), 0, INFINITY)
"""P(Z_k ≤ Q): Z_k is at z, and Q beyond."""

# Two exponential variables.
rate, rate_1, rate_2 = Symbol("λ", Sort.POSITIVE), Symbol("λ_1", Sort.POSITIVE), Symbol("λ_2", Sort.POSITIVE)
x_1, x_2 = Symbol("x_1", Sort.POSITIVE), Symbol("x_2", Sort.POSITIVE)


def density(of: Term, at: Term) -> Term:
    """λ·e^(-λ·x)."""
    return of * exp(-(of * at))


def beyond(of: Term, variable: Symbol) -> Term:
    """P(X ≥ t) for X ~ Exp(λ)."""
    return integral(variable, density(of, variable), t, INFINITY)


BOTH_BEYOND = integral(x_1, integral(x_2, density(rate_1, x_1) * density(rate_2, x_2), t, INFINITY), t, INFINITY)
"""P(min(X_1, X_2) ≥ t) for independent X_1, X_2."""
JOINT = rate_1 * rate_2 * exp(-(rate_1 * x_1)) * exp(-(rate_2 * x_2))
SOONER = integral(x_1, density(rate_1, x_1) * exp(-(rate_2 * x_1)), 0, INFINITY)
"""P(X_1 ≤ X_2) for independent X_1, X_2: X_1 is at x_1, and X_2 beyond."""
AS_PRINTED = integral(x_2, integral(x_1, JOINT, x_1, INFINITY), 0, INFINITY)
"""The inner integral is over x_1, as its differential stands first, from x_1; that x_1 is bound by nothing."""
NEGATED = integral(x_1, -rate * exp(-((rate_1 + rate_2) * x_1)), 0, INFINITY)

SHIFTED = exp((s[k] - largest(j, s[j])) / tau)
rise = Symbol("δ")
RAISED = exp((s[k] + rise) / tau)
c, p_k, increase, direction = Symbol("c"), Symbol("p_k"), Symbol("δ", Sort.POSITIVE), Symbol("σ")
ONE_DIRECTION = (direction**2).eq(1), every(k, direction * moves[k] >= 0)
"""All scores rise, or all fall."""
size = largest(i, absolute(moves[i]))
spread = largest(i, moves[i]) - smallest(i, moves[i])
before, after = Family("s"), Family("s'")

released, nearby, chance = (Family(name, Sort.NONNEGATIVE) for name in ("P", "P'", "c"))
"""P(M(s) = i), P(M(s') = i), and the chance that a lookup turns index i into a given answer."""

PROSE = {
    "prose.postprocessing": Formula(
        total(i, chance[i] * released[i]) <= exp(epsilon) * total(i, chance[i] * nearby[i]),
        given=(every(i, released[i] <= exp(epsilon) * nearby[i]),),
    ),
    "prose.exponentially_more_likely": Formula(
        (RAISED / (RAISED + OTHERS)).eq(exp(rise / tau) * (weight(k) / (weight(k) + OTHERS)))
    ),
    "prose.temperature_calibrates": Formula(
        ((weight(i) / N) / (weight(j) / N)).eq(exp((s[i] - s[j]) / tau)),
    ),
    "prose.epsilon_cools": Formula(sensitivity / (epsilon + increase) < sensitivity / epsilon),
    "prose.underflow": Formula(exp(term(-709)) <= term(2) ** -1075),
    "prose.overflow": Formula(exp(term(710)) >= term(2) ** 1024),
    "prose.shift_invariance": Formula(
        (exp((s[k] + c) / tau) / total(i, exp((s[i] + c) / tau))).eq(weight(k) / WEIGHTS)
    ),
    "prose.shift_prevents_overflow": Formula(SHIFTED <= 1),
    "prose.shift_underflows": Formula(SHIFTED <= weight(k)),
    "prose.linf_factor_two": Formula(spread.eq(2 * size)),
    "prose.monotonic_same_direction": Formula(
        both(
            exp(before[k] / tau) <= exp(after[k] / tau),
            total(i, exp(before[i] / tau)) <= total(i, exp(after[i] / tau)),
        ),
        given=(every(i, before[i] <= after[i]),),
    ),
    "prose.monotonic_signs_match": Formula(moves[i] * moves[j] >= 0, given=ONE_DIRECTION),
    "prose.monotonic_magnitudes_cancel": Formula(
        absolute(moves[i] - moves[j]).eq(absolute(absolute(moves[i]) - absolute(moves[j]))),
        given=ONE_DIRECTION,
    ),
}


def sections(number: int) -> dict[str, Formula]:
    """The formulas of the introduction and of the reparameterization, which is the section of this number."""
    theorem, transform, minimum, race = (
        f"theorem_{number}_1",
        f"lemma_{number}_2",
        f"lemma_{number}_3",
        f"lemma_{number}_4",
    )
    return {
        **PROSE,
        "eq2": Formula(
            p_k.eq(weight(k) / WEIGHTS),
            given=(p_k.eq(c * weight(k)), (c * WEIGHTS).eq(1)),
        ),
        "eq3": Formula(tau.eq(sensitivity / epsilon), given=(epsilon.eq(sensitivity / tau),)),
        theorem: Formula(WINS.eq(weight(k) / WEIGHTS)),
        f"{theorem}.step_2": Formula(
            iff(G[k].eq(largest(i, G[i])), (-ln(Z[k] / N)).eq(largest(i, -ln(Z[i] / N)))),
            given=(every(i, G[i].eq(-ln(Z[i] / N))),),
        ),
        f"{theorem}.step_3": Formula(
            iff((-ln(Z[k] / N)).eq(largest(i, -ln(Z[i] / N))), ln(Z[k] / N).eq(smallest(i, ln(Z[i] / N))))
        ),
        f"{theorem}.step_4": Formula(iff(ln(Z[k] / N).eq(smallest(i, ln(Z[i] / N))), Z[k].eq(smallest(i, Z[i])))),
        f"{theorem}.step_5": Formula(
            iff(Z[k].eq(smallest(i, Z[i])), Z[k] <= others_least),
            given=(smallest(i, Z[i]).eq(lesser(Z[k], others_least)),),
        ),
        f"{theorem}.step_6": Formula(FIRST.eq(BEATS)),
        f"{theorem}.step_7": Formula(BEATS.eq(share(k) / (share(k) + OTHER_RATE))),
        f"{theorem}.step_8": Formula((share(k) / (share(k) + OTHER_RATE)).eq(share(k)), given=(N.eq(WEIGHTS),)),
        transform: Formula(
            both(
                QUANTILE.eq(-ln((-ln(U) / share(k)) / N)),
                iff(-ln(U) / share(k) >= z, U <= exp(-(share(k) * z))),
            )
        ),
        f"{transform}.step_1": Formula(gumbel_cdf(QUANTILE, s[k] / tau).eq(U)),
        f"{transform}.step_2": Formula(QUANTILE.eq(ln(weight(k)) - ln(-ln(U)))),
        f"{transform}.step_3": Formula((ln(weight(k)) - ln(-ln(U))).eq(ln(share(k) * N) - ln(-ln(U)))),
        f"{transform}.step_4": Formula((ln(share(k) * N) - ln(-ln(U))).eq(ln(share(k) * N / -ln(U)))),
        f"{transform}.step_5": Formula(ln(share(k) * N / -ln(U)).eq(-ln(-ln(U) / (share(k) * N)))),
        f"{transform}.step_6": Formula((-ln(-ln(U) / (share(k) * N))).eq(-ln((-ln(U) / share(k)) / N))),
        f"{minimum}.step_1": Formula(BOTH_BEYOND.eq(beyond(rate_1, x_1) * beyond(rate_2, x_2))),
        f"{minimum}.step_2": Formula(
            (beyond(rate_1, x_1) * beyond(rate_2, x_2)).eq(exp(-(rate_1 * t)) * exp(-(rate_2 * t)))
        ),
        f"{minimum}.step_3": Formula((exp(-(rate_1 * t)) * exp(-(rate_2 * t))).eq(exp(-((rate_1 + rate_2) * t)))),
        f"{minimum}.step_4": Formula(exp(-((rate_1 + rate_2) * t)).eq(beyond(rate_1 + rate_2, x_1))),
        f"{race}.step_1": Formula(SOONER.eq(AS_PRINTED)),
        f"{race}.step_2": Formula(AS_PRINTED.eq(NEGATED)),
        f"{race}.step_3": Formula(NEGATED.eq(rate_1 / (rate_1 + rate_2))),
    }
