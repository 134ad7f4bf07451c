"""Items of `exponential_candidates_gumbel` that are formulas."""

from spec.documents.shared_formulas import (
    N,
    Z,
    chance,
    epsilon,
    i,
    iff,
    j,
    k,
    nearby,
    released,
    sections,
    sensitivity,
    tau,
)
from spec.documents.shared_readings import EVERY_SET, INTRODUCTION, METRIC
from spec.logic.formula import Family, Formula, Symbol, Term, absolute, both, exp, implies, largest, ln, smallest, total

s, s_prime = Family("s"), Family("s'")


def scaled(term: Term) -> Term:
    """exp(ε·term/Δ)."""
    return exp(epsilon * term / sensitivity)


def weight(of: Family, candidate: Symbol) -> Term:
    """exp(s_i/τ)."""
    return exp(of[candidate] / tau)


SUM, SUM_PRIME = total(i, scaled(s[i])), total(i, scaled(s_prime[i]))
LOSS = ln((weight(s, k) / total(i, weight(s, i))) / (weight(s_prime, k) / total(i, weight(s_prime, i))))
SCALED_LOSS = ln((scaled(s[k]) / SUM) / (scaled(s_prime[k]) / SUM_PRIME))
REGROUPED = ln((scaled(s[k]) / scaled(s_prime[k])) * (SUM_PRIME / SUM))
SPLIT = ln(scaled(s[k]) / scaled(s_prime[k])) + ln(SUM_PRIME / SUM)
OWN = epsilon * (s[k] - s_prime[k]) / sensitivity
MOVED = OWN + ln(SUM_PRIME / SUM)
GREATEST_FALL = largest(j, s[j] - s_prime[j])
LEAST_RISE = smallest(j, s_prime[j] - s[j])
BOUNDED = OWN + -(epsilon * GREATEST_FALL) / sensitivity
RANGE = largest(i, largest(j, absolute((s[i] - s_prime[i]) - (s[j] - s_prime[j]))))
REWRITTEN = total(i, scaled(s_prime[i] - s[i] + s[i]))
FACTORED = total(i, scaled(s_prime[i] - s[i]) * scaled(s[i]))
PULLED_OUT = scaled(LEAST_RISE) * SUM

MASS, MASS_NEARBY = total(i, chance[i] * released[i]), total(i, chance[i] * nearby[i])
"""P(M(s) ∈ K) and P(M(s') ∈ K)."""

OTHERWISE = {"theorem_2_1.step_2", "theorem_2_1.step_4"}
"""Steps that stand in the other document without the misprint that makes them false here."""

FORMULAS: dict[str, Formula] = {
    **{item: formula for item, formula in sections(2).items() if item not in OTHERWISE},
    **INTRODUCTION,
    **METRIC,
    "prose.dp_definition": EVERY_SET,
    "eq8": Formula(implies(both(MASS > 0, MASS_NEARBY > 0), ln(MASS / MASS_NEARBY) <= epsilon), given=EVERY_SET.given),
    "prose.selects_greatest": Formula(weight(s, k) / total(i, weight(s, i)) <= exp((s[k] - largest(j, s[j])) / tau)),
    "theorem_2_1.step_3": Formula(
        iff((-ln(Z[k] / N)).eq(largest(i, -ln(Z[k] / N))), ln(Z[k] / N).eq(smallest(i, ln(Z[k] / N))))
    ),
    "privacy.step_1": Formula(LOSS.eq(SCALED_LOSS), given=(tau >= sensitivity / epsilon,)),
    "privacy.step_2": Formula(SCALED_LOSS.eq(REGROUPED)),
    "privacy.step_3": Formula(REGROUPED.eq(SPLIT)),
    "privacy.step_4": Formula(SPLIT.eq(MOVED)),
    "privacy.step_5": Formula(MOVED <= BOUNDED),
    "privacy.step_6": Formula(BOUNDED <= epsilon * RANGE / sensitivity),
    "privacy.step_7": Formula(epsilon * RANGE / sensitivity <= epsilon, given=(RANGE <= sensitivity,)),
    "lemma_4_1": Formula(ln(SUM_PRIME / SUM) >= epsilon * GREATEST_FALL / sensitivity),
    "lemma_4_1.step_1": Formula(ln(SUM_PRIME / SUM).eq(ln(REWRITTEN / SUM))),
    "lemma_4_1.step_2": Formula(ln(REWRITTEN / SUM).eq(ln(FACTORED / SUM))),
    "lemma_4_1.step_3": Formula(ln(FACTORED / SUM) >= ln(PULLED_OUT / SUM)),
    "lemma_4_1.step_4": Formula(ln(PULLED_OUT / SUM).eq(epsilon * LEAST_RISE / sensitivity)),
    "lemma_4_1.step_5": Formula((epsilon * LEAST_RISE / sensitivity).eq(-(epsilon * GREATEST_FALL / sensitivity))),
}
