"""Sentences of the shared sections that are read as formulas: what a mathematician would write for each.

`temperature`: privacy at temperature τ is how far apart the losses of two candidates can be, the range of the losses;
W and W' are the normalisers there. `linf` and `spread` are the distances of two score vectors that move by m_i.
"""

from spec.documents.shared_formulas import (
    PROSE,
    WEIGHTS,
    N,
    epsilon,
    i,
    iff,
    j,
    k,
    moves,
    s,
    sensitivity,
    share,
    size,
    spread,
    tau,
    wins,
)
from spec.logic.formula import (
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
    largest,
    ln,
    smallest,
    term,
    total,
)

x, x_prime = Family("x"), Family("x'")
cold, hot = Symbol("τ_1", Sort.POSITIVE), Symbol("τ_2", Sort.POSITIVE)
weak, strong = Symbol("ε_1", Sort.POSITIVE), Symbol("ε_2", Sort.POSITIVE)
score, least, bound = Symbol("s_k"), Symbol("c"), Symbol("D", Sort.NONNEGATIVE)
MOVED = largest(i, x[i] - x_prime[i]) - smallest(i, x[i] - x_prime[i])


def losses(at: Symbol, name: str) -> Term:
    """How far apart the losses of two candidates can be at a temperature."""
    own, nearby = Symbol(f"W_{name}", Sort.POSITIVE), Symbol(f"W'_{name}", Sort.POSITIVE)
    loss = ln((exp(x[i] / at) / own) / (exp(x_prime[i] / at) / nearby))
    return largest(i, loss) - smallest(i, loss)


def odds(at: Symbol) -> Term:
    """p_i/p_j with τ = Δ/ε."""
    cooled = sensitivity / at
    return (exp(s[i] / cooled) / N) / (exp(s[j] / cooled) / N)


ADDS_UP, IN_ORDER = total(i, share(i)).eq(1), iff(share(i) <= share(j), s[i] <= s[j])
HOTTER = Formula(losses(hot, "2") < losses(cold, "1"), given=(cold < hot, MOVED > 0))
LEAST_BOUND = Formula(both(absolute(moves[k]) <= size, size <= bound), given=(every(i, absolute(moves[i]) <= bound),))
"""No score moves by more than the distance, which no bound on all moves is below."""
ONE_DIRECTION = (
    implies(smallest(i, moves[i]) >= 0, spread <= size),
    implies(largest(i, moves[i]) <= 0, spread <= size),
)
"""If all scores rise, and if all fall."""
MOVES_APART = (largest(i, moves[i] / sensitivity) - smallest(i, moves[i] / sensitivity)).eq(spread / sensitivity)

INTRODUCTION = {
    "prose.naive_law": Formula(both(ADDS_UP, IN_ORDER), given=(N.eq(WEIGHTS),)),
    "prose.normalisation": Formula(both(WEIGHTS > 0, ADDS_UP), given=(N.eq(WEIGHTS),)),
    "prose.hot_private": HOTTER,
    "prose.cold_less_private": HOTTER,
    "prose.epsilon_distinguishes": Formula(odds(weak) < odds(strong), given=(weak < strong, s[j] < s[i])),
    "prose.normalised_sensitivity": Formula(
        both((score / (sensitivity / epsilon)).eq(epsilon * (score / sensitivity)), MOVES_APART)
    ),
    "prose.factor_in_metric": Formula(both(spread <= 2 * size, *ONE_DIRECTION)),
}
"""Of all three documents."""

EVERY_SET = PROSE["prose.postprocessing"]
"""Sets of outcomes: c_i is 1 for those within and 0 for others; what it says is said of every c_i >= 0."""

METRIC = {
    "prose.linf_meaning": LEAST_BOUND,
    "eq5": LEAST_BOUND,
    "eq6": Formula(largest(i, largest(j, absolute(moves[i] - moves[j]))).eq(spread)),
    "prose.opposite_directions": Formula(
        both(exp(term(-1)) < exp(term(0)), exp(term(-1)) + exp(term(1)) > exp(term(0)) + exp(term(0)))
    ),
    "prose.monotonic_no_factor": Formula(
        (exp(x[k] / tau) / total(i, exp(x[i] / tau))) / (exp(x_prime[k] / tau) / total(i, exp(x_prime[i] / tau)))
        <= exp(bound / tau),
        given=(every(i, both(0 <= x[i] - x_prime[i], x[i] - x_prime[i] <= bound)),),
    ),
    "prose.gumbel_private": Formula(
        wins(x, k, i) / wins(x_prime, k, i) <= exp(bound / tau),
        given=(every(i, both(least <= x[i] - x_prime[i], x[i] - x_prime[i] <= least + bound)),),
    ),
}
"""Of the two older documents."""
