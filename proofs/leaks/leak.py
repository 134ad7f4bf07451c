"""A pair of neighbours, and what each observer can tell of them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from proofs.engine.law import by_contract
from proofs.leaks.loss import Loss, loss
from proofs.leaks.observation import Event, Observation, Output, Tape, observe
from spec.measurement import Measurement
from spec.weights import ExpRatio

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
    of_output: Loss
    of_coins: Loss
    of_both: Loss
    certain: tuple[Fraction, Fraction]
    witness: Witness | None

    @property
    def mean_coins(self) -> tuple[Fraction, Fraction]:
        """The mean of min(coins, most + 1) on the scores and on the neighbour."""
        return self.observed.mean_coins, self.observed_of_neighbour.mean_coins


def measure(pair: Pair, most: int) -> Leak:
    """Measure the pair, counting `most` coins: the losses of who counts coins are bounds from below."""
    here, there = (observe(partial(pair.mechanism.invoke, scores), most) for scores in (pair.scores, pair.neighbour))
    divergence = pair.mechanism.output_measure
    return Leak(
        pair,
        pair.mechanism.map(pair.distance),
        here,
        there,
        of_output=loss(divergence, _of_output(pair, pair.scores), _of_output(pair, pair.neighbour)),
        of_coins=loss(divergence, here.of_coins, there.of_coins),
        of_both=loss(divergence, here.probabilities, there.probabilities),
        certain=(_certain(here, there), _certain(there, here)),
        witness=_witness(pair, here, there),
    )


def _of_output(pair: Pair, scores: Scores) -> dict[Output, ExpRatio]:
    """The law of the output, by contract."""
    return {_as_output(outcome): weight for outcome, weight in by_contract(pair.mechanism.invoke, scores).branches}


def _as_output(outcome: object) -> Output:
    if isinstance(outcome, list):
        return tuple(outcome)
    assert isinstance(outcome, int)
    return outcome


def _certain(here: Observation, there: Observation) -> Fraction:
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
