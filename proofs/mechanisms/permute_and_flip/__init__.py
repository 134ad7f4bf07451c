"""Why permute-and-flip has its law and its privacy bound, for any number of candidates.

Notation: p_j = exp((x_j - max x)/scale); I = ∫ over t in [0, 1] of the product over j ≠ r of (1 - t p_j).
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product as cases

from impl.permute_and_flip import permute_and_flip
from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.laws import AtTheCoins, ByContract
from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from spec.logic.claim import Claim, Kind
from spec.logic.closeness import Scores
from spec.logic.formula import (
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    both,
    every,
    exp,
    greater,
    implies,
    integral,
    product,
    term,
)
from spec.permute_and_flip import CODE, LAW, MAX_DIVERGENCE
from spec.samplers import EXP_CODE, EXP_HAS_LAW, EXP_LAW, UNIFORM_CODE, UNIFORM_HAS_LAW, UNIFORM_LAW

# Law

# The product P, its derivative D, and the two sums that leave one factor out, before and after one more candidate a.
t, a, c = Symbol("t"), Symbol("a"), Symbol("c")
P, D, S, T = Symbol("P"), Symbol("D"), Symbol("S"), Symbol("T")
P_next, D_next = P * (1 - t * a), D * (1 - t * a) - P * a
S_next, T_next = S * (1 - t * a) + a * P, T * (1 - t * a) + P

m, p_r, at_one = Symbol("m", Sort.POSITIVE), Symbol("p_r", Sort.POSITIVE), Symbol("P(1)")
int_P, int_S, int_T = Symbol("∫P"), Symbol("∫S"), Symbol("∫T")

LAW_PROOF = Proof(
    LAW.id,
    (
        Step(
            implies(D.eq(-S), D_next.eq(-S_next)),
            "P = Π_j (1 - t·p_j) has dP/dt = -S, S = Σ_j p_j·Π_{l≠j} (1 - t·p_l): true without candidates (0 = 0), "
            "and kept by one more, by the product rule",
            Smt(),
        ),
        Step(
            implies((t * S).eq(T - c * P), (t * S_next).eq(T_next - (c + 1) * P_next)),
            "t·S = T - c·P, where T = Σ_j Π_{l≠j} (1 - t·p_l) and c counts the candidates: "
            "true without candidates (0 = 0), and kept by one more",
            Smt(),
        ),
        Step(
            implies(both(D.eq(-S), (t * S).eq(T - (m - 1) * P)), (P + t * D).eq(m * P - T)),
            "d/dt [t·P] = P + t·dP/dt, with m - 1 candidates besides r",
            Smt(),
        ),
        Step(
            implies(
                both((at_one - 1).eq(-int_S), at_one.eq(m * int_P - int_T)),
                (m * int_P).eq(1 + int_T - int_S),
            ),
            "integrated from 0 to 1: ∫ dP/dt = P(1) - 1 and ∫ d/dt [t·P] = P(1)",
            Smt(),
        ),
        Step(
            implies(
                (m * int_P).eq(1 + int_T - int_S),
                (p_r * int_P).eq((1 / m) * (p_r + p_r * (int_T - int_S))),
            ),
            "with m candidates left, the loop takes each with probability 1/m; r is accepted with p_r, and after a "
            "rejected j (1 - p_j) the same is true of the m - 1 left: Σ_j (1 - p_j)·p_r·I_j = p_r·(∫T - ∫S). So "
            "p_r·I solves the recursion of the loop; with r alone left, both are p_r",
            Smt(),
        ),
    ),
    uses=(UNIFORM_LAW.id, EXP_LAW.id),
)

# Errors

# None of its own: an error would have a probability, and the law gives it none.

# Privacy. The range of losses is in `odds` and `range`, zero-concentrated divergence in `zcdp`.

# Relative to candidate r: q_j = exp((x_j - x_r)/scale), for the others j.
j = Symbol("j")
u, delta = Symbol("u", Sort.NONNEGATIVE), Symbol("δ", Sort.NONNEGATIVE)
q, q_prime = Family("q", Sort.POSITIVE), Family("q'", Sort.POSITIVE)


def survivors(factor: Term) -> Term:
    """Π_j max(0, 1 - factor·q_j)."""
    return product(j, greater(0, 1 - factor * q[j]))


NEIGHBOUR = product(j, greater(0, 1 - u * q_prime[j]))
SELECTED = integral(u, survivors(u), 0, 1)
SELECTED_NEARBY = integral(u, NEIGHBOUR, 0, 1)

OWN_TERMS = Claim(
    "permute_and_flip.law_in_own_terms",
    Kind.LEMMA,
    "P(r) = ∫[0..1] Π_{j≠r} max(0, 1 - u·q_j) du, for every n, where q_j = exp((x_j - x_r)/scale)",
)
p, w = Symbol("p_j", Sort.POSITIVE), Symbol("w", Sort.POSITIVE)
OWN_TERMS_PROOF = Proof(
    OWN_TERMS.id,
    (
        Step(
            (1 - t * p).eq(1 - (t * w) * (p / w)),
            "put u = t·p_r, du = p_r·dt: each factor 1 - t·p_j becomes 1 - u·q_j with q_j = p_j/p_r",
            Symbolic(),
        ),
        Step(
            implies(both(p <= 1, u <= w), term(0) <= 1 - u * (p / w)),
            "for u up to p_r every factor is nonnegative, so cutting it off at 0 changes nothing",
            Smt(),
        ),
        Step(
            implies(w < u, greater(0, 1 - u * (1 / w)).eq(0)),
            "for u above p_r the factor of the greatest score, whose q is 1/p_r, is cut off to 0",
            Smt(),
        ),
    ),
    uses=(LAW.id,),
)

PRIVACY = Claim(
    "permute_and_flip.privacy",
    Kind.PRIVACY,
    Formula(SELECTED <= exp(delta) * SELECTED_NEARBY, given=(every(j, q_prime[j] <= exp(delta) * q[j]),)),
)
PRIVACY_PROOF = Proof(
    PRIVACY.id,
    (
        Step(
            survivors(exp(delta) * u) <= NEIGHBOUR,
            "each factor 1 - u·q'_j is at least 1 - u·e^δ·q_j; products of nonnegative factors keep the order",
            Induction(invariant=(term(0) <= survivors(exp(delta) * u),), least=0),
        ),
        Step(
            integral(u, survivors(exp(delta) * u), 0, 1) <= SELECTED_NEARBY,
            "integrate both sides",
            Rule("integrate_both_sides"),
            using=(1,),
        ),
        Step(
            integral(u, survivors(exp(delta) * u), 0, 1).eq(exp(-delta) * integral(u, survivors(u), 0, exp(delta))),
            "stretch the variable by e^δ",
            Rule("stretch"),
        ),
        Step(term(0) <= survivors(u), "a product of nonnegative factors", Induction(least=0)),
        Step(term(1) <= exp(delta), "δ ≥ 0", Smt()),
        Step(
            SELECTED <= integral(u, survivors(u), 0, exp(delta)),
            "the interval only grows",
            Rule("widen"),
            using=(4, 5),
        ),
        Step(
            SELECTED <= exp(delta) * SELECTED_NEARBY,
            "chain the three, multiplied by e^δ",
            Smt(),
            using=(2, 3, 6),
        ),
    ),
)

x, x_prime = Family("x"), Family("x'")
distance, scale = Symbol("d", Sort.NONNEGATIVE), Symbol("scale", Sort.POSITIVE)
r = Symbol("r")
GAP, GAP_PRIME = (x[j] - x[r]) / scale, (x_prime[j] - x_prime[r]) / scale
NEIGHBOURS = Claim(
    "permute_and_flip.neighbours",
    Kind.LEMMA,
    Formula(
        exp(GAP_PRIME) <= exp(distance / scale) * exp(GAP),
        given=((x_prime[j] - x[j]) - (x_prime[r] - x[r]) <= distance,),
    ),
)
NEIGHBOURS_PROOF = Proof(
    NEIGHBOURS.id,
    (
        Step(GAP_PRIME - GAP <= distance / scale, "divide by the scale", Smt()),
        Step(exp(GAP_PRIME) <= exp(distance / scale) * exp(GAP), "and take exponentials", Smt(), using=(1,)),
    ),
    uses=("metrics.range_bounds_every_pair",),
)

P_r, P_r_prime = Symbol("P(r)", Sort.POSITIVE), Symbol("P'(r)", Sort.POSITIVE)
MAX_DIVERGENCE_PROOF = Proof(
    MAX_DIVERGENCE.id,
    (
        Step(
            implies(P_r <= exp(delta) * P_r_prime, P_r / P_r_prime <= exp(delta)),
            "divide by P'(r) > 0; both orders of the pair, since the range distance is symmetric",
            Smt(),
        ),
    ),
    uses=(OWN_TERMS.id, PRIVACY.id, NEIGHBOURS.id),
)


# Instances


def _scores(*numbers: int | Fraction | float) -> tuple[Fraction, ...]:
    return tuple(Fraction(number) for number in numbers)


CASES = (
    (_scores(7), Fraction(1)),
    (_scores(0, 0), Fraction(1)),
    (_scores(0, 1), Fraction(0)),
    (_scores(3, 3, 1), Fraction(0)),
    (_scores(1, 2, 3), Fraction(1)),
    (_scores(0, 0, 5), Fraction(2, 3)),
    (_scores(-1, -1, -1), Fraction(1, 7)),
    (_scores(1e300, -1e300), Fraction(1)),
    (_scores(0, 1, 1), Fraction(5e-324)),
    (_scores(2**53, 2**53 + 1), Fraction(3)),
)
LONGER = ((_scores(0, 1, 4, 9), Fraction(3)), (_scores(0, 1, 1, 2, 3, 5), Fraction(2)))

CODE_PROOF = Proof(
    CODE.id,
    (
        Step(
            CODE.promise.provided(UNIFORM_HAS_LAW, EXP_HAS_LAW),
            "by contract: the samplers are answered from their triples",
            ByContract(permute_and_flip, (*CASES, *LONGER), "up to 6 scores: ties, scale 0, 1e300 apart, subnormal"),
        ),
        Step(
            CODE.promise,
            "coin by coin: every execution is walked",
            AtTheCoins(
                permute_and_flip,
                CASES,
                "up to 3 scores: ties, scale 0, 1e300 apart, subnormal",
                Fraction(1, 2**41),
            ),
        ),
    ),
    uses=(LAW.id, UNIFORM_CODE.id, EXP_CODE.id),
)
NEARBY_SCOPE = "up to 3 scores from {0, 1/2, 3}, all but one moved by -1/2, 0 or 1/2"


def nearby() -> Iterator[Scores]:
    """Up to three scores from 0, 1 and 6, at scale 2, and every way to move each but the first by -1, 0 or 1."""
    for n in (2, 3):
        for scores, moves in cases(cases((0, 1, 6), repeat=n), cases((-1, 0, 1), repeat=n - 1)):
            moved = (score + move for score, move in zip(scores, (0, *moves), strict=True))
            yield Scores(_scores(*scores), _scores(*moved), Fraction(2))


MAX_DIVERGENCE_INSTANCES = Proof(
    MAX_DIVERGENCE.id,
    (
        Step(
            MAX_DIVERGENCE.promise,
            "exact laws, decided as signs of exponential sums",
            Instances(NEARBY_SCOPE, nearby),
        ),
    ),
    title="instances",
)

CHAPTER = Chapter(
    claims=(LAW, OWN_TERMS, PRIVACY, NEIGHBOURS, MAX_DIVERGENCE, CODE),
    proofs=(
        LAW_PROOF,
        OWN_TERMS_PROOF,
        PRIVACY_PROOF,
        NEIGHBOURS_PROOF,
        MAX_DIVERGENCE_PROOF,
        MAX_DIVERGENCE_INSTANCES,
        CODE_PROOF,
    ),
)
