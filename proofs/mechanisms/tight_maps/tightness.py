"""How tight the maps are: pairs of inputs whose loss comes as near to a map as one likes.

Notation: η = d_Range/scale, E = e^η, and ρ is that of `proofs/theory/concentration/rho.py`.
"""

from fractions import Fraction

from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma, theorem
from proofs.engine.ledger.model import Step
from proofs.theory.concentration.from_bounded_range import APPROACHED as TWO_POINTS
from spec.logic.formula import (
    Family,
    Sort,
    Symbol,
    Term,
    both,
    every,
    exp,
    integral,
    limit,
    ln,
    product,
    total,
)
from spec.permute_and_flip import LAW as FLIPPED_LAW

# Max divergence. K is the weight of a candidate far ahead that does not move; the others are multiplied by E.
E, K, m = Symbol("E", Sort.POSITIVE), Symbol("K", Sort.POSITIVE), Symbol("m", Sort.POSITIVE)
short, u, j = Symbol("ε", Sort.UNIT), Symbol("u", Sort.POSITIVE), Symbol("j")
GUMBEL_ROUND = lemma(
    "tightness.gumbel_round",
    Step(
        E * (K + m) / (K + E * m) >= E * (1 - short),
        "one of the others is taken: its weight rises by E, and the normaliser from K + m to K + E·m",
        Smt(),
    ),
    given=(E > 1, K >= m * (E - 1) / short),
)
q, least = Family("q", Sort.UNIT), Symbol("Π_j (1 - q_j)", Sort.NONNEGATIVE)
t = Symbol("t", Sort.UNIT)
STAYS = product(j, 1 - t * q[j])
FLIPPED_STAYS = lemma(
    "tightness.permute_and_flip_stays",
    Step(
        both(product(j, 1 - q[j]) <= STAYS, STAYS <= 1),
        "each factor lies between 1 - q_j and 1",
        Induction(invariant=(product(j, 1 - q[j]) > 0, STAYS > 0), least=0),
    ),
)
mean, mean_prime = Symbol("I", Sort.POSITIVE), Symbol("I'", Sort.POSITIVE)
FLIPPED_ROUND = lemma(
    "tightness.permute_and_flip_round",
    Step(E * (mean / mean_prime) >= E * (1 - short), "P(r) = q_r·I, and q_r rises by E", Smt()),
    given=(mean >= (1 - short) / 2, mean_prime <= Fraction(1, 2)),
)
factors = Family("f", Sort.POSITIVE)
ROUNDS = lemma(
    "tightness.rounds",
    Step(
        product(j, factors[j]) >= product(j, E * (1 - short)),
        "multiply over the rounds, however many",
        Induction(invariant=(product(j, E * (1 - short)) > 0, product(j, factors[j]) > 0), least=0),
    ),
    given=(every(j, factors[j] >= E * (1 - short)),),
)
whole = Symbol("c", Sort.POSITIVE)
PURE = theorem(
    "tightness.max_divergence",
    "For every r and n > r, both mechanisms of selection have pairs of inputs at range distance d whose r rounds lose "
    "as near to r·d/scale as one likes: no smaller multiple bounds the max divergence, not even for monotonic moves",
    Step(
        integral(t, whole * (1 - t), 0, 1).eq(whole / 2),
        "r candidates rise by d beside one far ahead that stays (moves in one direction), and are taken one after the "
        "other. Under permute-and-flip the one ahead has q = 1, so that P(r) = q_r·I with I = ∫ (1 - t)·Π_j (1 - "
        "t·q_j) dt, between Π_j (1 - q_j)/2 and 1/2: near to 1/2 if it is far ahead",
        Symbolic(),
    ),
    Step(
        limit(u, ln(E * exp(-u))).eq(ln(E)),
        "each round multiplies P/P' by E·(1 - ε) at least, where 1 - ε = e^-u; r of them by (E·e^-u)^r, whose "
        "logarithm is as near to r·η as one likes",
        Symbolic(),
    ),
    uses=(GUMBEL_ROUND.id, FLIPPED_STAYS.id, FLIPPED_ROUND.id, ROUNDS.id, FLIPPED_LAW.id),
)
ratio, own = Symbol("w_i/w'_i", Sort.POSITIVE), Symbol("w'_i", Sort.POSITIVE)
rest, rest_prime = Symbol("Σ_j≠i w_j", Sort.NONNEGATIVE), Symbol("Σ_j≠i w'_j", Sort.NONNEGATIVE)
NOT_REACHED = lemma(
    "tightness.gumbel_does_not_reach",
    Step(
        ratio * (own + rest_prime) < E * (ratio * own + rest),
        "let the least ratio w_j/w'_j be 1: then P(i)/P'(i) = (w_i/w'_i)·(W'/W) is less than E, as W = Σ w_j",
        Smt(),
    ),
    given=(E > 1, ratio >= 1, ratio <= E, rest >= rest_prime),
)
D, shift = Symbol("D", Sort.NONNEGATIVE), Symbol("η", Sort.NONNEGATIVE)
REACHED = lemma(
    "tightness.permute_and_flip_reaches",
    Step(
        ((exp(-D) / 2) / (exp(-(D + shift)) / 2)).eq(exp(shift)),
        "of two candidates, that which is behind by D has q = e^-D and I = ∫ (1 - t) dt = 1/2; on the other side it is "
        "behind by D + η",
        Symbolic(),
    ),
)

# Zero-concentrated divergence. Two groups of N candidates have total weights a and b. With N - k = 1/u, 1/u + i and
# 1/u + l of them are left, whose weights are in the ratio of a·(1 + i·u) to b·(1 + l·u).
a, b = Symbol("a", Sort.POSITIVE), Symbol("b", Sort.POSITIVE)
more_a, more_b = Symbol("i", Sort.NATURAL), Symbol("l", Sort.NATURAL)


def divergence(first: Term, second: Term) -> Term:
    """Σ P·ln(P/P') of a round, if the first group rises by η: P(first)·η - ln(W/W')."""
    return E * first / (E * first + second) * ln(E) - ln((E * first + second) / (first + second))


h, v, c = Symbol("h"), Family("v", Sort.NONNEGATIVE), Symbol("c", Sort.POSITIVE)
each = Family("KL", Sort.NONNEGATIVE)
HISTORIES = lemma(
    "tightness.histories",
    Step(
        total(h, v[h] * each[h]) >= c * total(h, v[h]),
        "each history contributes at least c times its probability",
        Induction(least=0),
    ),
    given=(every(h, each[h] >= c),),
)
p, L = Family("P", Sort.POSITIVE), Family("L")
s, mu = Symbol("s", Sort.POSITIVE), Symbol("Σ P·L")
JENSEN = lemma(
    "tightness.renyi_at_least_kl",
    Step(every(h, exp(s * (L[h] - mu)) >= 1 + s * (L[h] - mu)), "e^z ≥ 1 + z", Smt()),
    Step(
        total(h, p[h] * exp(s * (L[h] - mu))) >= total(h, p[h]) + s * (total(h, p[h] * L[h]) - mu * total(h, p[h])),
        "weigh with P and add up: with Σ P = 1 the right side is 1, so that Σ P·e^(s·L) ≥ e^(s·μ)",
        Induction(least=0),
        using=(1,),
    ),
)
ETA = Symbol("η", Sort.POSITIVE)
M = (1 - exp(-ETA)) / ETA
CONCENTRATED = theorem(
    "tightness.zero_concentrated",
    "For every k, k rounds with Gumbel noise on n candidates have pairs of inputs with d_Range/scale = η whose D_α/α "
    "is as near to k·ρ(η) as one likes, for α near 1 and n large: no smaller multiple of ρ(η) bounds k rounds for "
    "every n",
    Step(
        limit(u, divergence(a * (1 + more_a * u), b * (1 + more_b * u))).eq(divergence(a, b)),
        "what a history of fewer than k rounds has taken is a vanishing part of many candidates: the divergence "
        "Σ P·ln(P/P') of the next round is as near to that of the two whole groups as one likes",
        Symbolic(),
    ),
    Step(
        (1 / (exp(ETA) * ((1 / M - 1) / (exp(ETA) - 1)) + (1 - (1 / M - 1) / (exp(ETA) - 1)))).eq(M),
        "with a = (1/m - 1)/(E - 1) and b = 1 - a, where m = (1 - e^-η)/η, the ratios P/P' of the groups are m·E and "
        "m: these are the two points whose divergence is ρ(η)",
        Symbolic(),
    ),
    Step(
        limit(s, c / (1 + s)).eq(c),
        "the divergence of k rounds is the sum of those of the rounds, each averaged over the histories: as near to "
        "k·ρ(η) as one likes. And D_α/α is at least that over α = 1 + s",
        Symbolic(),
    ),
    uses=(HISTORIES.id, JENSEN.id, TWO_POINTS.id),
)

CHAPTER = chapter(
    GUMBEL_ROUND,
    FLIPPED_STAYS,
    FLIPPED_ROUND,
    ROUNDS,
    PURE,
    NOT_REACHED,
    REACHED,
    HISTORIES,
    JENSEN,
    CONCENTRATED,
)
