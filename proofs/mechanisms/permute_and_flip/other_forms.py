"""Permute-and-flip in two other forms, for any number of candidates: exponential noise, and a uniform choice.

Notation: p_j = exp((x_j - max x)/τ) and, relative to candidate r, q_j = exp((x_j - x_r)/τ).
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product as cases
from typing import NamedTuple

from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.permute_and_flip import OWN_TERMS
from spec.logic.claim import Claim, Kind
from spec.logic.formula import INFINITY, Family, Sort, Symbol, exp, greater, integral, product
from spec.logic.proposition import Proposition
from spec.permute_and_flip import LAW, law_of_permute_and_flip
from spec.weights import ONE, ZERO, ExpRatio, exp_minus, rational

j = Symbol("j")
q = Family("q", Sort.POSITIVE)
s, u = Symbol("s", Sort.NONNEGATIVE), Symbol("u", Sort.NONNEGATIVE)
c, v, tau = Symbol("c", Sort.NONNEGATIVE), Symbol("v"), Symbol("τ", Sort.POSITIVE)
x_j, x_r = Symbol("x_j"), Symbol("x_r")

NOISY_MAX = integral(s, exp(-s) * product(j, greater(0, 1 - exp(-s) * q[j])), 0, INFINITY)
"""P(r is the noisy max): r's own noise is τ·s, and each other noisy score stays below."""
OWN_FORM = integral(u, product(j, greater(0, 1 - u * q[j])), 0, 1)

EXPONENTIAL_NOISE = Claim(
    "noise_forms.exponential_noise",
    Kind.THEOREM,
    Proposition(
        ("permute_and_flip_is_exponential_noise",),
        "the greatest of the scores x_j + τ·E_j, E_j independent and exponential of rate 1, is at r with the "
        "probability with which permute_and_flip, the code that runs, returns r, for every n",
    ),
)
EXPONENTIAL_NOISE_STEPS = (
    Step(
        integral(v, exp(-(v / tau)) / tau, 0, c).eq(1 - exp(-(c / tau))),
        "the noise τ·E_j stays below c ≥ 0 with probability 1 - e^(-c/τ), and below c < 0 never: max(0, 1 - e^(-c/τ))",
        Symbolic(),
    ),
    Step(
        exp(-((tau * s - (x_j - x_r)) / tau)).eq(exp(-s) * exp((x_j - x_r) / tau)),
        "if r has noise τ·s, then j may have up to c = τ·s - (x_j - x_r), and e^(-c/τ) = e^-s·q_j",
        Symbolic(),
    ),
    Step(
        NOISY_MAX.eq(OWN_FORM),
        "the noises of the others are independent: the product over j, integrated against the density e^-s of r's own; "
        "with u = e^-s this is P(r) of permute-and-flip in r's own terms. Ties have probability 0",
        Rule("exponential_time"),
    ),
)
EXPONENTIAL_NOISE_PROOF = Proof(EXPONENTIAL_NOISE.id, EXPONENTIAL_NOISE_STEPS, uses=(OWN_TERMS.id,))

t, z = Symbol("t"), Symbol("z")
p = Family("p", Sort.POSITIVE)
p_j, G, B = Symbol("p_j", Sort.POSITIVE), Symbol("E z^B"), Symbol("B", Sort.NATURAL)

UNIFORM_CHOICE = Claim(
    "noise_forms.uniform_choice",
    Kind.THEOREM,
    "Let each candidate in independently with probability p_j (the best always is) and choose uniformly among those "
    "that are in: the law of permute-and-flip, for every n",
)
UNIFORM_CHOICE_PROOF = Proof(
    UNIFORM_CHOICE.id,
    (
        Step(
            (G * ((1 - p_j) + p_j * z)).eq((1 - p_j) * G + p_j * (z * G)),
            "let B count the candidates besides r that are in. One more candidate, in with probability p_j, turns E "
            "z^B into (1 - p_j)·E z^B + p_j·E z^(B + 1); from E z^0 = 1 on, E z^B = Π_{j≠r} (1 - p_j + p_j·z)",
            Symbolic(),
        ),
        Step(
            integral(z, z**B, 0, 1).eq(1 / (B + 1)),
            "r is in with probability p_r and chosen among B + 1, so that P(r) = p_r·E[1/(B + 1)] = p_r·∫ E z^B dz",
            Symbolic(),
        ),
        Step(
            integral(t, product(j, 1 - p[j] + p[j] * (1 - t)), 0, 1).eq(
                integral(z, product(j, 1 - p[j] + p[j] * z), 0, 1)
            ),
            "put z = 1 - t",
            Rule("reflect"),
        ),
        Step(
            (1 - p_j + p_j * (1 - t)).eq(1 - t * p_j),
            "each factor is that of the law of permute-and-flip",
            Symbolic(),
        ),
    ),
    uses=(LAW.id,),
)


class Scores(NamedTuple):
    """Scores in units of the scale."""

    scores: tuple[Fraction, ...]


def small_scores() -> Iterator[Scores]:
    """Up to four scores from 0, 1/2 and 3, in every order."""
    values = (Fraction(0), Fraction(1, 2), Fraction(3))
    for n in range(1, 5):
        yield from map(Scores, cases(values, repeat=n))


def chosen_uniformly(case: Scores) -> bool:
    """Every set of candidates that may be let in, weighed exactly: the law is that of permute-and-flip."""
    best = max(case.scores)
    p = [exp_minus(best - score) for score in case.scores]
    law = [ZERO] * len(p)
    for admitted in cases((False, True), repeat=len(p)):
        weight: ExpRatio = ONE
        for inside, share in zip(admitted, p, strict=True):
            weight = weight * (share if inside else ONE - share)
        for r, inside in enumerate(admitted):
            if inside:
                law[r] = law[r] + weight * rational(Fraction(1, sum(admitted)))
    promised = dict(law_of_permute_and_flip(case.scores, Fraction(1)))
    return all(law[r] == promised[r] for r in range(len(p)))


SMALL_PROOF = Proof(
    UNIFORM_CHOICE.id,
    (
        Step(
            "For up to four candidates the two laws have the same terms",
            "every set that may be let in is weighed in the ring of exponential sums",
            Exhaustive("up to 4 scores from {0, 1/2, 3}", small_scores, chosen_uniformly),
        ),
    ),
    title="for small n, set by set",
)

CHAPTER = Chapter(
    claims=(EXPONENTIAL_NOISE, UNIFORM_CHOICE),
    proofs=(EXPONENTIAL_NOISE_PROOF, UNIFORM_CHOICE_PROOF, SMALL_PROOF),
)
