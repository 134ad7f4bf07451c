"""Items of `report_noisy_max_gumbel` that are formulas.

What the derivation of privacy says of the greatest value over all neighbours is said here of each pair of them, which
is more. Its brackets are those that the derivation needs: a maximum ranges over the whole sum that follows it.
"""

from spec.documents.shared_formulas import (
    U,
    epsilon,
    gumbel_cdf,
    i,
    j,
    k,
    moves,
    sections,
    sensitivity,
    spread,
    tau,
    wins,
)
from spec.documents.shared_formulas import y as at
from spec.documents.shared_readings import EVERY_SET, INTRODUCTION, METRIC
from spec.logic.formula import Family, Formula, Symbol, Term, absolute, exp, largest, ln, smallest, total

x, x_prime = Family("x"), Family("x'")
centre, score = Symbol("μ"), Symbol("s_k")


def scaled(term: Term) -> Term:
    """exp(ε·term/Δ)."""
    return exp(epsilon * term / sensitivity)


SCALED, SCALED_PRIME = total(i, scaled(x[i])), total(i, scaled(x_prime[i]))
REWRITTEN = total(i, scaled(x_prime[i] - x[i] + x[i]))
FACTORED = total(i, scaled(x_prime[i] - x[i]) * scaled(x[i]))
GREATEST_RISE = largest(j, x_prime[j] - x[j])
PULLED_OUT = scaled(GREATEST_RISE) * SCALED


def weight(of: Family, candidate: Symbol) -> Term:
    """exp(x_i/τ)."""
    return exp(of[candidate] / tau)


SUM, SUM_PRIME = total(k, weight(x, k)), total(k, weight(x_prime, k))
BY_THE_TRICK = largest(i, ln(wins(x, i, k) / wins(x_prime, i, k)))
BY_THE_SOFTMAX = largest(i, ln((weight(x, i) / SUM) / (weight(x_prime, i) / SUM_PRIME)))
CLEARED = largest(i, ln(weight(x, i) * SUM_PRIME / (weight(x_prime, i) * SUM)))
SPLIT = largest(i, ln(weight(x, i) / weight(x_prime, i)) + ln(SUM_PRIME / SUM))
MOVED = largest(i, x[i] - x_prime[i]) / tau + ln(SUM_PRIME / SUM)
BOTH_MOVED = largest(i, x[i] - x_prime[i]) / tau + largest(j, x_prime[j] - x[j]) / tau
RANGE = largest(i, largest(j, absolute((x[i] - x_prime[i]) - (x[j] - x_prime[j]))))

FORMULAS: dict[str, Formula] = {
    **sections(1),
    **INTRODUCTION,
    **METRIC,
    "privacy.step_1": EVERY_SET,
    "prose.range_meaning": Formula(RANGE.eq(largest(i, largest(j, absolute(x[i] - x[j]))))),
    "proof.gumbel_centre": Formula(exp(-exp(-((at - score) / tau))).eq(gumbel_cdf(at, score / tau))),
    "proof.sign_irrelevant": Formula((largest(i, -moves[i]) - smallest(i, -moves[i])).eq(spread)),
    "proof.gumbel_additive": Formula(gumbel_cdf(centre - ln(-ln(U)), centre).eq(U)),
    "lemma_3_2": Formula(ln(SCALED_PRIME / SCALED) <= epsilon * GREATEST_RISE / sensitivity),
    "lemma_3_2.step_1": Formula(ln(SCALED_PRIME / SCALED).eq(ln(REWRITTEN / SCALED))),
    "lemma_3_2.step_2": Formula(ln(REWRITTEN / SCALED).eq(ln(FACTORED / SCALED))),
    "lemma_3_2.step_3": Formula(ln(FACTORED / SCALED) <= ln(PULLED_OUT / SCALED)),
    "lemma_3_2.step_4": Formula(ln(PULLED_OUT / SCALED).eq(epsilon * GREATEST_RISE / sensitivity)),
    "privacy.step_3": Formula(BY_THE_TRICK.eq(BY_THE_SOFTMAX)),
    "privacy.step_4": Formula(BY_THE_SOFTMAX.eq(CLEARED)),
    "privacy.step_5": Formula(CLEARED.eq(SPLIT)),
    "privacy.step_6": Formula(SPLIT.eq(MOVED)),
    "privacy.step_7": Formula(MOVED <= BOTH_MOVED),
    "privacy.step_8": Formula(BOTH_MOVED <= RANGE / tau),
}
