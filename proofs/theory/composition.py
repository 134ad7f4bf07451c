"""What k adaptive rounds cost, measure by measure: zero-concentrated divergence adds up, the range does not.

Max divergence is in `proofs/mechanisms/peeling.py`. Each round runs on what the rounds before have left.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from itertools import product as cases
from typing import NamedTuple

from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma, theorem
from proofs.engine.ledger.model import Proof, Step
from proofs.theory.exponential_mechanism import NORMALISERS
from proofs.theory.metrics import REMOVAL
from spec.logic.formula import Family, Sort, Symbol, Term, both, every, exp, implies, ln, product, term, total
from spec.logic.proposition import Proposition

# Zero-concentrated divergence. For a history h: v_h = Q(h)·(P(h)/Q(h))^α, and m_h is the moment of the next round.
h = Symbol("h")
v, m = Family("v", Sort.NONNEGATIVE), Family("m", Sort.NONNEGATIVE)
c = Symbol("c", Sort.POSITIVE)

MOMENTS = lemma(
    "composition.moments",
    Step(
        total(h, v[h] * m[h]) <= c * total(h, v[h]),
        "each history contributes at most c times what it has so far; any number of histories",
        Induction(least=0),
    ),
    given=(every(h, m[h] <= c),),
)

alpha, rho = Symbol("α", Sort.POSITIVE), Symbol("ρ", Sort.NONNEGATIVE)
k = Symbol("k", Sort.NATURAL)
so_far, longer = Symbol("Σ_h Q(h)·r(h)^α", Sort.POSITIVE), Symbol("Σ_hi Q(h,i)·r(h,i)^α", Sort.POSITIVE)
one_round = (alpha - 1) * alpha * rho

ZERO_CONCENTRATED = theorem(
    "composition.zero_concentrated",
    Proposition(
        ("composition",),
        "for all n, k ≤ n, α > 1 and ρ ≥ 0: if each of k adaptive selections among n candidates, each without those "
        "already taken, has D_α(P(·|h)‖Q(·|h)) ≤ α·ρ at every history h, then the k selections together have D_α ≤ "
        "α·min(k, n - 1)·ρ, and so at most α·k·ρ",
    ),
    Step(
        exp(0 * one_round).eq(term(1)),
        "before the first round there is one history, with moment 1",
        Smt(),
    ),
    Step(
        implies(
            both(so_far <= exp(k * one_round), longer <= exp(one_round) * so_far),
            longer <= exp((k + 1) * one_round),
        ),
        "Q(h,i)·r(h,i)^α = Q(h)·r(h)^α·Q(i|h)·r(i|h)^α: summed over i for each h, one round more multiplies the "
        "moment by e^((α-1)·α·ρ) at most",
        Smt(),
    ),
    Step(
        implies(
            both(alpha > 1, ln(so_far) <= k * one_round),
            ln(so_far) / (alpha - 1) <= alpha * (k * rho),
        ),
        "D_α is the logarithm of the moment over α - 1",
        Smt(),
    ),
    uses=(MOMENTS.id,),
)

# Range divergence. After the first round: what a candidate's weight and the normaliser are multiplied by, on the way to
# an outcome y (a_m, N_m) and to an outcome z (b_m, M_m), in round m; all of them lie in an interval [low, E·low].
m_ = Symbol("m")
low, E = Symbol("low", Sort.POSITIVE), Symbol("E", Sort.POSITIVE)
a, b = Family("a", Sort.POSITIVE), Family("b", Sort.POSITIVE)
N, M = Family("N", Sort.POSITIVE), Family("M", Sort.POSITIVE)


def within(factor: Term) -> Term:
    """low ≤ factor ≤ E·low."""
    return both(low <= factor, factor <= E * low)


TOWARDS_Y, TOWARDS_Z = product(m_, a[m_] / N[m_]), product(m_, b[m_] / M[m_])
LATER = lemma(
    "composition.later_rounds",
    Step(
        every(m_, a[m_] / N[m_] <= E * E * (b[m_] / M[m_])),
        "a_m/N_m ≤ E, and b_m/M_m ≥ 1/E",
        Smt(),
    ),
    Step(
        TOWARDS_Y <= product(m_, E * E) * TOWARDS_Z,
        "multiply over the rounds, however many",
        Induction(invariant=(both(TOWARDS_Y > 0, TOWARDS_Z > 0, product(m_, E * E) > 0),), least=0),
        using=(1,),
    ),
    given=(every(m_, both(within(a[m_]), within(b[m_]), within(N[m_]), within(M[m_]))),),
)

first_y, first_z, normaliser = Symbol("a", Sort.POSITIVE), Symbol("b", Sort.POSITIVE), Symbol("N", Sort.POSITIVE)
later_y, later_z, squares = (
    Symbol("Π a/N", Sort.POSITIVE),
    Symbol("Π b/M", Sort.POSITIVE),
    Symbol("E^(2k-2)", Sort.POSITIVE),
)

RANGE = theorem(
    "composition.range",
    Proposition(
        ("peeled_softmax_range",),
        "k ≥ 1 rounds of the exponential mechanism, each without the candidates already taken, on vectors of n scores "
        "with d_Range/τ ≤ η: the losses of any two outcomes differ by (k - 1 + min(k, n - k))·η at most, and so by "
        "(2k - 1)·η at most, for every n",
    ),
    Step(
        implies(
            both(within(first_y), within(first_z)),
            first_y / normaliser <= E * (first_z / normaliser),
        ),
        "let E = e^η. The weights w_i = e^(x_i/τ) are multiplied by factors in an interval [low, E·low]. In the "
        "first round there is one normaliser for all outcomes, and P(i)/P'(i) differs by a factor E at most",
        Smt(),
    ),
    Step(
        implies(
            both(
                first_y / normaliser <= E * (first_z / normaliser),
                later_y <= squares * later_z,
            ),
            (first_y / normaliser) * later_y <= (E * squares) * ((first_z / normaliser) * later_z),
        ),
        "later normalisers are sums over what the history has left: they are multiplied by factors in the same "
        "interval, but which ones depends on the history, so that each later round costs E². E·E^(2k - 2) = "
        "e^((2k - 1)·η)",
        Smt(),
    ),
    uses=(NORMALISERS.id, LATER.id, REMOVAL.id),
)

# The worst case. Weights M·E and M, and k - 1 times E and 1; the neighbour has E = 1. K = M + k - 1.
K, lights, light = Symbol("K", Sort.POSITIVE), Family("m", Sort.POSITIVE), Symbol("m", Sort.POSITIVE)
j, error = Symbol("j"), Symbol("ε", Sort.POSITIVE)
FACTORS = product(j, (E * K + lights[j]) / (K + E * lights[j]))
APPROACHED = theorem(
    "composition.range_is_approached",
    Step(
        ((E * K + light) / (K + E * light)).eq(E - light * (E * E - 1) / (K + E * light)),
        "take all candidates of weight E on the one way, the heavy one first, and those of weight 1 on the "
        "other. In a later round with m of them left, the normalisers are K + E·m and K + m here, E·K + m and K "
        "+ m there",
        Symbolic(),
    ),
    Step(
        FACTORS >= product(j, E - error),
        "each factor is at least E - ε if the heavy ones are heavy enough; so e^range = E^k·Π_j (E·K + m_j)/(K + "
        "E·m_j), over m_j = k - 1, ..., 1, comes as near to E^(2k - 1) as one likes",
        Induction(invariant=(product(j, E - error) > 0, FACTORS > 0), least=0),
    ),
    given=(E > 1, error < E, every(j, K >= lights[j] * (E * E - 1) / error)),
)


class Race(NamedTuple):
    """Weights of the candidates on either side, all ratios 1 or 2, and the number of rounds."""

    weights: tuple[int, ...]
    nearby: tuple[int, ...]
    k: int


def races() -> Iterator[Race]:
    """Up to four candidates of weights 1 and 8, each doubled or not; e^η = 2."""
    for n in range(1, 5):
        for nearby in combinations_with_replacement((1, 8), n):
            for factors in cases((1, 2), repeat=n):
                weights = tuple(weight * factor for weight, factor in zip(nearby, factors, strict=True))
                yield from (Race(weights, nearby, k) for k in range(1, n + 1))


def probability(weights: tuple[int, ...], order: tuple[int, ...]) -> Fraction:
    """That peeling takes the candidates in this order."""
    left, result = sum(weights), Fraction(1)
    for place in order:
        result *= Fraction(weights[place], left)
        left -= weights[place]
    return result


def spread(race: Race) -> Fraction:
    """e^range: the greatest P(y)/P'(y) over the least."""
    orders = permutations(range(len(race.weights)), race.k)
    ratios = [probability(race.weights, order) / probability(race.nearby, order) for order in orders]
    return max(ratios) / min(ratios)


def is_within_the_bound(race: Race) -> bool:
    """e^range ≤ 2^(k - 1 + min(k, n - k))."""
    return spread(race) <= Fraction(2) ** (race.k - 1 + min(race.k, len(race.weights) - race.k))


SMALL_PROOF = Proof(
    RANGE.id,
    (
        Step(
            "On exact laws e^range ≤ E^(k - 1 + min(k, n - k)), where E = 2: E^(2k - 1) if n ≥ 2k, else E^(n - 1)",
            "all orders of all rounds, in rationals",
            Exhaustive(
                "up to 4 candidates of weights 1 and 8, each doubled or not, every k", races, is_within_the_bound
            ),
        ),
    ),
    title="for small n, order by order",
)

CHAPTER = chapter(MOMENTS, ZERO_CONCENTRATED, LATER, RANGE, APPROACHED, SMALL_PROOF)
