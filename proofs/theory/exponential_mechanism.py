"""What one release of the exponential mechanism costs, for any number of candidates.

Notation: w_i = exp(x_i/τ), p_i = w_i/Σ_j w_j, and the same with a prime for the neighbour; L_i = ln(p_i/p'_i).
"""

from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma, result, theorem
from proofs.engine.ledger.model import Instance, Proof, Step
from spec.logic.claim import Kind
from spec.logic.formula import Family, Sort, Symbol, Term, both, every, exp, largest, ln, smallest, total

i, j = Symbol("i"), Symbol("j")
tau = Symbol("τ", Sort.POSITIVE)
x, x_prime = Family("x"), Family("x'")
w, w_prime = Family("w", Sort.POSITIVE), Family("w'", Sort.POSITIVE)
W, W_prime = Symbol("W", Sort.POSITIVE), Symbol("W'", Sort.POSITIVE)
low, high = Symbol("low"), Symbol("high")

SUM, SUM_PRIME = total(i, w[i]), total(i, w_prime[i])
WITHIN = every(i, both(exp(low) * w_prime[i] <= w[i], w[i] <= exp(high) * w_prime[i]))
"""Every score moves, in units of the temperature, by at least `low` and at most `high`."""

NORMALISERS = lemma(
    "exponential_mechanism.normalisers",
    Step(
        both(exp(low) * SUM_PRIME <= SUM, SUM <= exp(high) * SUM_PRIME),
        "add up the bounds on each weight",
        Induction(),
    ),
    given=(WITHIN,),
)

LOSS = lemma(
    "exponential_mechanism.loss",
    Step(
        every(
            i,
            ln((exp(x[i] / tau) / W) / (exp(x_prime[i] / tau) / W_prime)).eq(
                (x[i] - x_prime[i]) / tau + ln(W_prime / W)
            ),
        ),
        "the logarithm of a quotient of exponentials, of which only the first part depends on i",
        Symbolic(),
    ),
)


def spread(body: Term) -> Term:
    """max_i body - min_i body."""
    return largest(i, body) - smallest(i, body)


constant = ln(W_prime / W)
LOSSES = ln((exp(x[i] / tau) / W) / (exp(x_prime[i] / tau) / W_prime))
MOVES = x[i] - x_prime[i]

RANGE = theorem(
    "exponential_mechanism.range",
    Step(
        spread(LOSSES).eq(spread(MOVES) / tau),
        "L_i = (x_i - x'_i)/τ + ln(W'/W), whatever the normalisers W and W': a constant moves the greatest and "
        "the least alike, and τ > 0 divides both",
        Induction(
            invariant=(
                largest(i, LOSSES).eq(largest(i, MOVES) / tau + constant),
                smallest(i, LOSSES).eq(smallest(i, MOVES) / tau + constant),
            )
        ),
        using=(Instance(LOSS.id),),
    ),
)

RATIO = (w[j] / SUM) / (w_prime[j] / SUM_PRIME)
MAX_DIVERGENCE = result(
    "exponential_mechanism.max_divergence",
    Kind.PRIVACY,
    Step(both(SUM > 0, SUM_PRIME > 0), "sums of positive weights", Induction()),
    Step(
        SUM_PRIME <= exp(-low) * SUM,
        "the normaliser falls by no more than the least move",
        Induction(),
    ),
    Step(
        w[j] / w_prime[j] <= exp(high),
        "the weight itself rises by no more than the greatest move",
        Smt(),
    ),
    Step(
        RATIO <= exp(high - low),
        "p_j/p'_j = (w_j/w'_j)·(W'/W), and the greatest move less the least one is d_Range/τ",
        Smt(),
        using=(1, 2, 3),
    ),
    given=(WITHIN,),
)

RATIOS = w[i] / w_prime[i]
GREATEST, LEAST = largest(i, RATIOS), smallest(i, RATIOS)
FROM_THE_RANGE = Proof(
    MAX_DIVERGENCE.id,
    (
        Step(
            both(LEAST * SUM_PRIME <= SUM, SUM <= GREATEST * SUM_PRIME),
            "each w_i lies between the least and the greatest ratio times w'_i; add up: min L ≤ 0 ≤ max L",
            Induction(invariant=(SUM_PRIME > 0,)),
        ),
        Step(both(SUM > 0, SUM_PRIME > 0), "sums of positive weights", Induction()),
        Step(w[j] / w_prime[j] <= GREATEST, "no ratio exceeds the greatest", Induction()),
        Step(both(GREATEST <= exp(high), exp(low) <= LEAST), "the ratios lie within e^low and e^high", Induction()),
        Step((exp(high - low) * exp(low)).eq(exp(high)), "exponents add", Symbolic()),
        Step(GREATEST <= exp(high - low) * LEAST, "the range of the loss", Smt(), using=(4, 5)),
        Step(
            RATIO <= exp(high - low),
            "so the loss is at most max L ≤ max L - min L, its range",
            Smt(),
            using=(1, 2, 3, 4, 6),
        ),
    ),
    title="from the range, which holds 0",
)

E, M, error = Symbol("e^(d/τ)", Sort.POSITIVE), Symbol("M", Sort.POSITIVE), Symbol("ε", Sort.POSITIVE)
REACHED = lemma(
    "exponential_mechanism.max_divergence_is_approached",
    Step(
        ((E / (E + M)) / (1 / (1 + M))).eq(E - E * (E - 1) / (E + M)),
        "two candidates of weights (e^(d/τ), M) and (1, M), whose range distance is d",
        Symbolic(),
    ),
    Step(
        E * (E - 1) / (E + M) <= error,
        "the second weight outgrows the first",
        Smt(),
    ),
    Step(
        (E / (E + M)) / (1 / (1 + M)) >= E - error,
        "the ratio comes as near to e^(d/τ) as one likes",
        Smt(),
        using=(1, 2),
    ),
    given=(E > 1, M >= E * E / error),
)

CHAPTER = chapter(NORMALISERS, LOSS, RANGE, MAX_DIVERGENCE, REACHED, FROM_THE_RANGE)
