"""What goes wrong in binary64: under- and overflow, the shift by the greatest score, rounding.

A number rounds to 0 if it is at most 2^-1075, half the least positive number, and to infinity if it is at least
2^1024 - 2^970, half a step beyond the greatest finite one. Sums and quotients here are rounded to the nearest, ties
to even, as the standard has it.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate

from proofs.documents.printed import Printed
from proofs.engine.checkers.balls import Balls, Region
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Instance, Proof, Refutation, Step
from spec.documents.shared_formulas import SHIFTED, WEIGHTS, c, i, j, k, s, tau, weight
from spec.logic.formula import Symbol, both, every, exp, implies, largest, term, total

HERE: tuple[Region, ...] = ({},)
"""The one point of a statement without symbols."""

ZERO, INFINITE = term(2) ** -1075, term(2) ** 1024
NORMAL = term(2) ** -1022
EDGES = both(
    exp(term(-746)) <= ZERO,
    exp(term(-745)) > ZERO,
    exp(term(-709)) > ZERO,
    exp(term(-709)) < NORMAL,
    exp(term(-708)) >= NORMAL,
)
UNDERFLOW = lemma(
    "binary64.underflow",
    Step(
        EDGES,
        "e^-746 is the first integral power that rounds to 0, e^-709 the first that is subnormal",
        Balls(HERE),
    ),
)
GREATEST = largest(j, s[j])
LOWERS = lemma(
    "binary64.shift_lowers",
    Step(
        (s[k] - GREATEST) / tau <= s[k] / tau,
        "to subtract what is not negative does not raise a score",
        Smt(),
    ),
    Step(SHIFTED <= weight(k), "so what underflows without the shift does so with it", Smt(), using=(1,)),
    given=(GREATEST >= 0,),
)
CHAPTER = chapter(UNDERFLOW, LOWERS)


def nearest(exact: Fraction) -> Fraction:
    """The binary64 number nearest to a number of ordinary size, ties to even."""
    return Fraction(float(exact))


def naive_cumulative(n: int) -> list[Fraction]:
    """What inverse transform sampling adds up for n equal scores: each likelihood is 1 and their sum n, exactly."""
    share = nearest(Fraction(1, n))
    return list(accumulate([share] * n, lambda so_far, p: nearest(so_far + p)))


def sum_misses_one(n: int) -> bool:
    """The last cumulative probability is 1 - 2^-53: where U is above it, no index is selected."""
    return naive_cumulative(n)[-1] == 1 - Fraction(1, 2**53)


def errors_grow(n: int) -> bool:
    """The last cumulative probability is further from the exact one than the first."""
    errors = [abs(mass - Fraction(k, n)) for k, mass in enumerate(naive_cumulative(n), 1)]
    return errors[-1] == max(errors) == 12 * errors[0] > 0


def law_is_another(n: int) -> bool:
    """The first index is selected with the rounded probability, which is not 1/n."""
    return naive_cumulative(n)[0] == Fraction(1, n) - Fraction(1, 3 * 2**54)


gap = Symbol("(max s - s_i)/τ")


def floats(document: Printed) -> Iterator[Proof | Refutation]:
    """What the documents say of computing e^(s_i/τ)."""
    yield document.proof(
        "prose.exp_can_underflow",
        Step(exp(term(-746)) <= ZERO, "s_i/τ = -746: the nearest number of the format is 0", Balls(HERE)),
    )
    yield document.proof(
        "prose.exp_can_overflow",
        Step(exp(term(710)) >= INFINITE, "s_i/τ = 710: beyond all numbers of the format", Balls(HERE)),
    )
    yield document.refuted("prose.underflow", "underflow", Balls(HERE), UNDERFLOW.id)
    yield document.proof(
        "prose.overflow",
        Step(
            exp(term(709)) < INFINITE - term(2) ** 970,
            "e^709 does not overflow, so that 710 is the first integer",
            Balls(HERE),
        ),
        document.step("prose.overflow", "e^710 is beyond all numbers of the format", Balls(HERE)),
    )
    yield document.proof(
        "prose.shift_invariance",
        Step(every(i, exp((s[i] + c) / tau).eq(exp(c / tau) * weight(i))), "exponents add", Symbolic()),
        Step(
            total(i, exp((s[i] + c) / tau)).eq(exp(c / tau) * WEIGHTS),
            "the factor e^(c/τ) leaves the sum",
            Induction(),
            using=(1,),
        ),
        Step(WEIGHTS > 0, "a sum of exponentials", Smt(), using=(Instance("gumbel.weights_are_positive"),)),
        document.step("prose.shift_invariance", "and cancels", Smt(), 1, 2, 3),
    )
    yield document.proof(
        "prose.shift_prevents_overflow",
        Step(s[k] <= GREATEST, "no score exceeds the greatest", Induction()),
        Step(
            (s[k] - GREATEST) / tau <= 0,
            "so finite scores, shifted, are not above 0; rounding keeps that, to minus infinity at worst",
            Smt(),
            using=(1,),
        ),
        document.step(
            "prose.shift_prevents_overflow", "and their exponentials, rounded or not, are at most 1", Smt(), 2
        ),
    )
    yield document.refuted("prose.shift_underflows", "shift_rescues", Balls(({s: (-746,), tau: 1},)), LOWERS.id)
    yield document.proof(
        "prose.tails_vanish",
        Step(implies(gap >= 746, exp(-gap) <= exp(term(-746))), "a score that is 746·τ or more below the top", Smt()),
        Step(exp(term(-746)) <= ZERO, "has a weight that rounds to 0", Balls(HERE)),
    )
    yield document.proof(
        "prose.rounding_accumulates",
        Step(
            "Six equal scores: the cumulative probabilities end at 1 - 2^-53, with 12 times the error they begin with",
            "1/6 is rounded once, and each of five sums again",
            Exhaustive("6 equal scores", lambda: (6,), lambda n: sum_misses_one(n) and errors_grow(n)),
        ),
    )
    yield document.proof(
        "prose.rounding_changes_law",
        Step(
            "Three equal scores: the first is selected with probability 1/3 - 2^-54/3",
            "1/3 has no finite binary expansion",
            Exhaustive("3 equal scores", lambda: (3,), law_is_another),
        ),
        Step(
            "Six equal scores: with probability 2^-53 no index is selected",
            "the cumulative probabilities end below 1",
            Exhaustive("6 equal scores", lambda: (6,), sum_misses_one),
        ),
    )
