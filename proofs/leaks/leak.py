"""A pair of neighbours, and what each observer can tell of them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from impl.ball import interval, precision
from proofs.engine.divergence import AnyLaw, Bounds, divergence, pair, renyi_divergence
from proofs.engine.law import by_contract
from proofs.leaks.observation import Event, Observation, Tape, observe
from spec.measurement import Measurement
from spec.space import Measure, ZeroConcentratedDivergence

BITS = 128
DIGITS = 4

Scores = tuple[Fraction, ...]


@dataclass(frozen=True)
class Pair:
    """A mechanism, by name and parameters, and two score vectors."""

    name: str
    k: int
    scale: float
    mechanism: Measurement[int] | Measurement[list[int]]
    scores: Scores
    neighbour: Scores

    @property
    def distance(self) -> Fraction | float:
        """How far apart the two are in the mechanism's own metric."""
        return self.mechanism.input_metric.distance(self.scores, self.neighbour)


@dataclass(frozen=True)
class Witness:
    """A tape on which one input does what the other never does, on any tape: anybody can replay it."""

    tape: Tape
    scores: Scores
    impossible_on: Scores
    event: Event
    probability: Fraction


@dataclass(frozen=True)
class Leak:
    """What is promised of a pair, and what three observers of it lose, in the mechanism's own measure.

    Who sees only the output: as the map promises. Who sees only the number of coins, or both: no map says anything.
    `certain` is the probability, on the scores and on the neighbour, of what is impossible on the other of the two:
    no loss, however large, excuses it.
    """

    pair: Pair
    promised: float
    observed: Observation
    observed_of_neighbour: Observation
    of_output: Bounds
    of_coins: Bounds
    of_both: Bounds
    certain: tuple[Fraction, Fraction]
    witness: Witness | None

    @property
    def mean_coins(self) -> tuple[Fraction, Fraction]:
        """The mean of min(coins, most + 1) on the scores and on the neighbour."""
        return self.observed.mean_coins, self.observed_of_neighbour.mean_coins


def measure(neighbours: Pair, most: int) -> Leak:
    """Measure the pair, counting `most` coins: the losses of who counts coins are bounds from below."""
    here, there = (
        observe(partial(neighbours.mechanism.invoke, scores), most)
        for scores in (neighbours.scores, neighbours.neighbour)
    )
    by, release = neighbours.mechanism.output_measure, neighbours.mechanism.invoke
    return Leak(
        neighbours,
        neighbours.mechanism.map(neighbours.distance),
        here,
        there,
        of_output=loss(by, by_contract(release, neighbours.scores), by_contract(release, neighbours.neighbour)),
        of_coins=loss(by, [*here.of_coins.items()], [*there.of_coins.items()]),
        of_both=loss(by, [*here.probabilities.items()], [*there.probabilities.items()]),
        certain=(certain(here, there), certain(there, here)),
        witness=_witness(neighbours, here, there),
    )


def loss(measure: Measure, p: AnyLaw, q: AnyLaw) -> Bounds:
    """The divergence of two laws.

    Bound under zero-concentrated divergence: the relative entropy, which D_alpha/alpha tends to as alpha falls to 1 and
    which is at most the divergence; the greater of both directions.
    """
    of = pair(p, q)
    if measure == ZeroConcentratedDivergence():
        ways = [renyi_divergence(way, Fraction(1), BITS) for way in (of, of.swapped())]
        return Bounds(max(way.lower for way in ways), max(way.upper for way in ways))
    return divergence(measure, of).bounds


def shown(loss: Bounds) -> str:
    """A loss in a few digits."""
    if not isinstance(loss.lower, Fraction) or not isinstance(loss.upper, Fraction):
        return "inf"
    with precision(BITS):
        return interval(loss.lower, loss.upper).str(DIGITS, radius=False) if loss.lower else "0"


def certain(here: Observation, there: Observation) -> Fraction:
    """The probability of what happens here and cannot there."""
    impossible = here.probabilities.keys() - there.probabilities.keys()
    return sum((here.probabilities[event] for event in impossible), Fraction(0))


def _witness(pair: Pair, here: Observation, there: Observation) -> Witness | None:
    """That of the fewest coins, a run that ends before one that goes on; of these the first in the dictionary."""
    found = [
        Witness(one.tapes[event], scores, other_scores, event, one.probabilities[event])
        for one, other, scores, other_scores in (
            (here, there, pair.scores, pair.neighbour),
            (there, here, pair.neighbour, pair.scores),
        )
        for event in one.probabilities.keys() - other.probabilities.keys()
    ]
    return min(found, key=lambda witness: (witness.event.coins, witness.tape), default=None)
