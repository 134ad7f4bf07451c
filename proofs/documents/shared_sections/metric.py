"""The metric: how sensitivity is measured, and what monotonicity changes."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from proofs.documents.printed import Printed
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.ledger.model import Instance, Proof, Refutation, Step
from proofs.theory.metrics import RANGE
from spec.documents.shared_formulas import after, before, i, k, moves, size, spread, tau
from spec.logic.formula import Symbol, absolute, both, every, exp, implies, term, total
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


loss, d_range, d_inf = Symbol("loss"), Symbol("d_Range"), Symbol("d_∞")
ALWAYS_MEASURED = (
    "metrics.no_move_exceeds_linf",
    "metrics.linf_is_the_least_bound",
    "metrics.linf_triangle",
)


def sensitivity(document: Printed) -> Iterator[Proof | Refutation]:
    """The infinity distance, and what it costs."""
    yield document.proof(
        "prose.linf_meaning",
        Step(
            absolute(moves[k]) <= size,
            "no score moves by more, and no smaller number bounds all moves",
            Smt(),
            using=(Instance("metrics.no_move_exceeds_linf"),),
        ),
        uses=("metrics.linf_is_the_least_bound",),
    )
    yield document.proof(
        "eq5",
        Step(
            absolute(moves[k]) <= size,
            "d_∞ is max_i |m_i|, the largest move of a single score, and obeys the triangle inequality; Δ_∞ is the "
            "greatest value of both sides alike, over all neighbours",
            Smt(),
            using=(Instance("metrics.no_move_exceeds_linf"),),
        ),
        uses=ALWAYS_MEASURED,
    )
    yield document.refuted(
        "prose.linf_factor_two", "not_always_two", Balls(({moves: (0, 1)},)), "metrics.range_at_most_twice_linf"
    )
    yield document.proof(
        "prose.opposite_directions",
        Step(
            both(
                exp(term(-1)) < exp(term(0)),
                exp(term(-1)) + exp(term(1)) > exp(term(0)) + exp(term(0)),
            ),
            "τ = 1, s = (0, 0), s' = (-1, 1): the first likelihood falls from 1 to e^-1, while the sum rises from 2 to "
            "e^-1 + e",
            Smt(),
        ),
    )
    yield document.proof(
        "prose.monotonic_no_factor",
        Step(
            implies(both(loss <= d_range / tau, d_range <= d_inf), loss <= d_inf / tau),
            "the loss is at most d_Range/τ; if all scores move in one direction, d_Range ≤ d_∞",
            Smt(),
        ),
        uses=(
            "exponential_mechanism.max_divergence",
            "metrics.range_is_spread",
            "metrics.range_at_most_linf_if_all_rise",
            "metrics.range_at_most_linf_if_all_fall",
        ),
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
        Step(
            RANGE.eq(spread),
            "max_ij |m_i - m_j| is the greatest move less the least, not negative, and obeys the triangle inequality; "
            "the sensitivity is the greatest value of both sides alike, over all neighbours",
            Smt(),
            using=(Instance("metrics.range_is_spread"),),
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
