"""Why the k greatest of once-noised scores have the law of k rounds of peeling, for any number of candidates.

Notation: w_i = exp(x_i/τ), W = Σ w_i over the candidates still in the race. Z_i = e^(-G_i/τ) for the noisy score
G_i ~ Gumbel(x_i, τ): the greatest score has the least Z.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma, theorem
from proofs.engine.ledger.model import Proof, Step
from spec.logic.formula import INFINITY, Family, Sort, Symbol, exp, integral, ln, product, total
from spec.logic.proposition import Proposition

j = Symbol("j")
x, tau = Symbol("x"), Symbol("τ", Sort.POSITIVE)
t, s, z = Symbol("t"), Symbol("s"), Symbol("z", Sort.POSITIVE)
weights = Family("w", Sort.POSITIVE)
w, W, Q = Symbol("w", Sort.POSITIVE), Symbol("W", Sort.POSITIVE), Symbol("Q", Sort.POSITIVE)

EXPONENTIAL = lemma(
    "one_shot.exponential",
    Step(
        exp(-exp(-((-(tau * ln(z)) - x) / tau))).eq(exp(-(z * exp(x / tau)))),
        "Z > z exactly if G < -τ·ln z; the Gumbel CDF there is e^(-z·w), as for an exponential variable of rate w",
        Symbolic(),
    ),
)

PEELING_STEPS = (
    Step(
        product(j, exp(-(t * weights[j]))).eq(exp(-(t * total(j, weights[j])))),
        "let F(t) be the probability that Z_(i_1) < ... < Z_(i_k) < all others and that all exceed t. For k = 0 it is "
        "e^(-t·W): all exceed t",
        Induction(least=0),
    ),
    Step(
        ((w * exp(-(w * s))) * (Q * exp(-(s * (W - w))))).eq(w * Q * exp(-(s * W))),
        "for k > 0: the winner i_1 is at s > t with density w·e^(-w·s), and the others, independent of it and of total "
        "rate W - w, come later in the wanted order: by induction with probability Q·e^(-s·(W - w)), Q being the "
        "product of the claim for k - 1. Exponents add",
        Symbolic(),
    ),
    Step(
        integral(s, w * Q * exp(-(s * W)), t, INFINITY).eq((w / W) * Q * exp(-(t * W))),
        "summed over s > t: how late the race is has no say in its order",
        Symbolic(),
    ),
    Step(
        ((w / W) * Q * exp(-(0 * W))).eq((w / W) * Q),
        "at t = 0 this is the probability of i_1 in one round, times that of the rest in the rounds after it; ties "
        "have probability 0",
        Smt(),
    ),
)
PEELING = theorem(
    "one_shot.peeling",
    Proposition(
        ("one_shot_is_peeling",),
        "with independent Gumbel noise the k greatest noisy scores are i_1, ..., i_k, in this order, with probability "
        "Π_m w_{i_m}/(W - w_{i_1} - ... - w_{i_(m-1)}): the law of k rounds of the exponential mechanism, each without "
        "the candidates already taken, for every n and every k ≤ n",
    ),
    *PEELING_STEPS,
    uses=(EXPONENTIAL.id,),
)

v, left = Symbol("v", Sort.POSITIVE), Symbol("W_left", Sort.POSITIVE)
ROUND_BY_ROUND = (
    Step(
        ((Q * (v / left)) / Q).eq(v / left),
        "Q being the probability of the rounds so far and Q·v/W_left that of one round more, the next index has "
        "probability v/W_left given them",
        Symbolic(),
    ),
    Step(
        total(j, weights[j] / left).eq(total(j, weights[j]) / left),
        "over all that is left these add up to 1: each round is the exponential mechanism on what the rounds before "
        "have left. What that is depends on them: the composition is adaptive",
        Induction(least=0),
    ),
)


class Race(NamedTuple):
    """Rates of exponential variables and an order in which the first of them may come."""

    rates: tuple[Fraction, ...]
    order: tuple[int, ...]


RATES = tuple(
    tuple(map(Fraction, rates)) for rates in ((3,), (1, 1), (2, 5), (1, 1, 1), (1, 2, 7), (1, 1, 5, 5), (2, 3, 5, 7))
)


def races() -> Iterator[Race]:
    """Every order of the first k of up to four variables, with and without equal rates."""
    for rates in RATES:
        for k in range(len(rates) + 1):
            yield from (Race(rates, order) for order in permutations(range(len(rates)), k))


def comes_as_peeled(race: Race) -> bool:
    """The iterated integral over s_1 < ... < s_k, innermost first, is the product that peeling gives."""
    later = sum((rate for place, rate in enumerate(race.rates) if place not in race.order), Fraction(0))
    integrated, decay = Fraction(1), later
    for place in reversed(race.order):
        decay += race.rates[place]
        integrated = integrated * race.rates[place] / decay
    peeled, left = Fraction(1), sum(race.rates, Fraction(0))
    for place in race.order:
        peeled *= race.rates[place] / left
        left -= race.rates[place]
    return integrated == peeled


SMALL_PROOF = Proof(
    PEELING.id,
    (
        Step(
            "For up to four candidates the iterated integral of every order is the product of peeling",
            "∫ over s > t of r·e^(-a·s) is (r/a)·e^(-a·t), again and again, in rationals",
            Exhaustive(
                "every order of the first k of up to 4 candidates, equal weights among them", races, comes_as_peeled
            ),
        ),
    ),
    title="for small n, integral by integral",
)


CHAPTER = chapter(EXPONENTIAL, PEELING, SMALL_PROOF)
