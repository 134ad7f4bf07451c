"""The metric: how sensitivity is measured, and what monotonicity changes."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from proofs.documents.printed import Printed
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.model import Instance, Proof, Refutation, Step
from spec.documents.shared_formulas import after, before, i, k, moves, size, tau
from spec.documents.shared_readings import bound, x, x_prime
from spec.logic.formula import Term, both, every, exp, term, total
from spec.space import LInfDistance, RangeDistance


class Scorer(NamedTuple):
    """A scorer of two candidates on one pair of neighbouring datasets, by how far its scores move between them."""

    moves: tuple[int, int]

    @property
    def is_monotonic(self) -> bool:
        """Its scores do not move in both directions."""
        return not min(self.moves) < 0 < max(self.moves)

    @property
    def sensitivity(self) -> Fraction:
        """Δ_∞."""
        return Fraction(LInfDistance(int).distance(self.moves, (0, 0)))

    @property
    def range_sensitivity(self) -> Fraction:
        """Δ_Range."""
        return Fraction(RangeDistance(int).distance(self.moves, (0, 0)))

    def __str__(self) -> str:
        return f"moves {self.moves}"


def scorers() -> Iterator[Scorer]:
    """All such scorers whose scores move by up to 2, the small moves first."""
    steps = (2, 1, 0, -1, -2)
    return map(Scorer, sorted(product(steps, steps), key=lambda pair: max(map(abs, pair))))


def is_opposite(scorer: Scorer) -> bool:
    """Unless monotonic, its moves are Δ_∞ and -Δ_∞."""
    return scorer.is_monotonic or set(scorer.moves) == {scorer.sensitivity, -scorer.sensitivity}


def has_factor_two(scorer: Scorer) -> bool:
    """Unless monotonic, Δ_Range = 2·Δ_∞."""
    return scorer.is_monotonic or scorer.range_sensitivity == 2 * scorer.sensitivity


def has_a_zero(scorer: Scorer) -> bool:
    """If monotonic, one of its moves is 0."""
    return not scorer.is_monotonic or 0 in scorer.moves


def refuting(holds: Callable[[Scorer], bool]) -> Exhaustive[Scorer]:
    """Look for a scorer of which the statement is false."""
    return Exhaustive("2 candidates, 1 pair of neighbours, moves up to 2", scorers, holds)


def private(least: Term) -> tuple[Step, ...]:
    """Every score moves by c at least and c + D at most: so far apart are weights, and sums of weights."""
    low, high = exp(least / tau), exp((least + bound) / tau)
    here, there = exp(x[i] / tau), exp(x_prime[i] / tau)
    own, nearby = exp(x[k] / tau), exp(x_prime[k] / tau)
    return (
        Step(every(i, here.eq(exp((x[i] - x_prime[i]) / tau) * there)), "exponents add", Symbolic()),
        Step(every(i, both(low * there <= here, here <= high * there)), "exp is increasing", Smt(), using=(1,)),
        Step(low * total(i, there) <= total(i, here), "in the sum, too", Induction(), using=(2,)),
        Step(both(total(i, here) > 0, total(i, there) > 0), "sums of exponentials", Induction()),
        Step(own <= high * nearby, "candidate k is one of them", Smt(), using=(2,)),
        Step(high.eq(exp(bound / tau) * low), "exponents add", Symbolic()),
        Step(
            (own / total(i, here)) / (nearby / total(i, there)) <= exp(bound / tau),
            "p_k/p'_k = (w_k/w'_k)·(W'/W)",
            Smt(),
            using=(3, 4, 5, 6),
        ),
    )


def sensitivity(document: Printed) -> Iterator[Proof | Refutation]:
    """The infinity distance, and what it costs."""
    yield document.proof(
        "prose.linf_meaning",
        Step(size <= bound, "it is no larger than any bound on all moves", Induction()),
        document.step(
            "prose.linf_meaning",
            "and no score moves by more",
            Smt(),
            1,
            Instance("metrics.no_move_exceeds_linf"),
        ),
        uses=("metrics.linf_is_the_least_bound", "metrics.linf_triangle"),
    )
    yield document.proof(
        "eq5",
        Step(size <= bound, "it is no larger than any bound on all moves", Induction()),
        document.step(
            "eq5",
            "and no score moves by more",
            Smt(),
            1,
            Instance("metrics.no_move_exceeds_linf"),
        ),
        uses=("metrics.linf_is_the_least_bound", "metrics.linf_triangle"),
    )
    yield document.refuted(
        "prose.linf_factor_two", "not_always_two", Balls(({moves: (0, 1)},)), "metrics.range_at_most_twice_linf"
    )
    yield document.proof(
        "prose.opposite_directions",
        document.step(
            "prose.opposite_directions",
            "τ = 1, s = (0, 0), s' = (-1, 1): the first likelihood falls from 1 to e^-1, while the sum rises from 2 to "
            "e^-1 + e",
            Smt(),
        ),
    )
    yield document.proof(
        "prose.monotonic_no_factor",
        *private(term(0)),
        uses=("metrics.range_at_most_linf_if_all_rise", "metrics.range_at_most_linf_if_all_fall"),
    )
    yield document.proof(
        "prose.monotonic_same_direction",
        Step(
            every(i, exp(before[i] / tau) <= exp(after[i] / tau)),
            "each likelihood rises with its score, or stays",
            Smt(),
        ),
        Step(
            total(i, exp(before[i] / tau)) <= total(i, exp(after[i] / tau)),
            "so does their sum; if all scores fall, exchange s and s'",
            Induction(),
            using=(1,),
        ),
        document.step("prose.monotonic_same_direction", "both together", Smt(), 1, 2),
    )


def ranges(document: Printed) -> Iterator[Proof | Refutation]:
    """The range distance, with and without monotonicity."""
    yield document.proof(
        "eq6",
        document.step(
            "eq6",
            "max_ij |m_i - m_j| is the greatest move less the least; the sensitivity is the greatest value of both "
            "sides alike, over all neighbours",
            Smt(),
            Instance("metrics.range_is_spread"),
        ),
        uses=("metrics.spread_triangle", "metrics.spread_is_nonnegative"),
    )
    yield document.refuted("prose.range_opposite_maximises", "one_scorer", refuting(is_opposite), "metrics.two_moves")
    yield document.refuted(
        "prose.range_factor_two", "one_scorer", refuting(has_factor_two), "metrics.range_at_most_twice_linf"
    )
    yield document.proof(
        "prose.monotonic_signs_match",
        document.step("prose.monotonic_signs_match", "the product of two moves in one direction", Smt()),
    )
    yield document.proof(
        "prose.monotonic_magnitudes_cancel",
        document.step(
            "prose.monotonic_magnitudes_cancel",
            "the lesser of two moves in one direction is taken off the larger",
            Smt(),
        ),
    )
    yield document.refuted(
        "prose.monotonic_maximum", "one_monotonic_scorer", refuting(has_a_zero), "metrics.two_moves_in_one_direction"
    )
