"""What observers of a release on fixed coins learn: the number of coins is the same whatever the scores."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from impl.fast.twin import LOST, top_of, with_coins
from proofs.engine.divergence import Bounds
from proofs.engine.law import by_contract
from proofs.leaks.leak import Pair, Scores, loss
from proofs.leaks.observation import Event
from spec.measurement import Measurement

RELEASES = 3
"""So many releases are made on each input, to count their coins."""


@dataclass(frozen=True)
class FixedLeak:
    """What is promised of a pair, and what three observers of releases on fixed coins lose, up to a total variation.

    `coins` are the numbers of coins that were drawn on the scores and on the neighbour, each of them in every release.
    """

    pair: Pair
    promised: float
    coins: tuple[int, int]
    of_output: Bounds
    of_coins: Bounds
    of_both: Bounds
    up_to: Fraction = LOST


def measure_fixed(pair: Pair) -> FixedLeak:
    """Measure the pair: coins are counted as they are drawn, losses are those of the exact law of the output."""
    by, release = pair.mechanism.output_measure, pair.mechanism.invoke
    inputs = (pair.scores, pair.neighbour)
    here, there = (coins_drawn(pair.mechanism, scores) for scores in inputs)
    p, q = (by_contract(release, scores) for scores in inputs)
    return FixedLeak(
        pair,
        pair.mechanism.map(pair.distance),
        (here, there),
        of_output=loss(by, p, q),
        of_coins=loss(by, [(here, Fraction(1))], [(there, Fraction(1))]),
        of_both=loss(
            by,
            [(Event(outcome, here), weight) for outcome, weight in p.branches],
            [(Event(outcome, there), weight) for outcome, weight in q.branches],
        ),
    )


def coins_drawn(mechanism: Measurement[Any], scores: Scores) -> int:
    """The number of coins that every release on fixed coins draws."""
    top = top_of(with_coins(mechanism, "fixed"))
    drawn = set()
    for _ in range(RELEASES):
        words = top.words(scores)
        assert words is not None
        top.release_on(scores, words)
        drawn.add(words.coins)
    (coins,) = drawn
    return coins
