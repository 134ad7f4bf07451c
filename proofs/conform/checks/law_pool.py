"""The evidence of all draws of the output law together, for each rival law and each tilt."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from impl.ball import Ball, ball, precision
from proofs.conform.ball_laws import BITS, Probabilities
from proofs.conform.checks.law_cases import LawCase
from proofs.conform.checks.law_evidence import Experiment
from proofs.conform.contract import Contract
from proofs.conform.known_laws import UNIT, law_at_noise, rivals, steps_of_rival, steps_of_tilt, threshold, tilts
from proofs.conform.promised_law import Outcome

SUSPICION = 4.0
"""ln of the evidence of all cases together that makes them suspect."""
VERY_MANY = 200_000
"""Draws from which on a slight rival counts: with fewer, chance alone would tell whether it shows."""
MOST_OUTCOMES = 24
"""Cases of more outcomes take no part in the pooled evidence: they cost more than they tell."""


Rows = Sequence[tuple[int, Probabilities, Sequence[Mapping[Outcome, int]]]]
"""Of every case the draws, the law that they have, and what each outcome adds to the evidence."""


class Pool:
    """The evidence of all draws together, for each rival and each tilt, or of those of the cases that it takes."""

    def __init__(self, triple: Contract, alpha: Fraction, takes: Callable[[LawCase], bool]) -> None:
        self._takes = takes
        self._rivals = tuple(rival for rival in rivals(triple) if rival.near)
        self._tilts = tilts(triple)
        self._threshold = threshold(alpha / max(len(self._rivals) + len(self._tilts), 1))
        self._steps: dict[int, list[dict[Outcome, int]]] = {}
        self.rejects: str | None = None
        self.doubts = False
        """Whether some rival speaks against the law, if not strongly enough."""

    def takes(self, experiment: Experiment) -> bool:
        """Whether the draws of a case are of those that count here."""
        return self._takes(experiment.case)

    def _told(self, experiments: Sequence[Experiment]) -> list[Experiment]:
        return [e for e in experiments if self.takes(e) and len(e.promised) <= MOST_OUTCOMES]

    def weigh(self, experiments: Sequence[Experiment]) -> None:
        """Name the rival that speaks most strongly against the law, if strongly enough."""
        rows = [(self._of(e), e.seen.items()) for e in self._told(experiments)]
        sums = [
            sum(steps[place][order] * count for steps, seen in rows for order, count in seen)
            for place in range(len(self._rivals) + len(self._tilts))
        ]
        place = max(self._places(experiments), key=sums.__getitem__, default=None)
        if place is not None:
            self.doubts = sums[place] >= SUSPICION * UNIT
            self.rejects = self._name(place) if sums[place] >= self._threshold else None

    def shows(self, experiments: Sequence[Experiment], change: Fraction) -> bool:
        """Whether noise that is so much too large, or so much too small, is rejected with probability 0.99 at least."""
        return all(self._is_seen(experiments, factor) for factor in (1 + change, 1 - change))

    def _is_seen(self, experiments: Sequence[Experiment], factor: Fraction) -> bool:
        """Law (Cantelli): what has mean m and variance v is m - t or less with probability v/(v + t^2) at most."""
        rows = []
        for e in self._told(experiments):
            law = law_at_noise(e.triple, e.case, factor)
            if law is None:
                return False
            rows.append((e.draws, law, self._of(e)))
        with precision(BITS):
            return any(_surely(*_moments(rows, place), self._threshold) for place in self._places(experiments))

    def _places(self, experiments: Sequence[Experiment]) -> list[int]:
        """The rivals, and then the tilts, that count after so many draws."""
        are_many = sum(e.draws for e in experiments) >= VERY_MANY
        counting = [place for place, rival in enumerate(self._rivals) if are_many or not rival.slight]
        return [*counting, *range(len(self._rivals), len(self._rivals) + len(self._tilts))]

    def _name(self, place: int) -> str:
        if place < len(self._rivals):
            return self._rivals[place].name
        tilt = self._tilts[place - len(self._rivals)]
        return f"{tilt.name} {'more' if tilt.theta > 0 else 'less'} often"

    def _of(self, experiment: Experiment) -> list[dict[Outcome, int]]:
        if experiment.number not in self._steps:
            self._steps[experiment.number] = [
                *(steps_of_rival(experiment.promised, r.law(experiment.triple, experiment.case)) for r in self._rivals),
                *(steps_of_tilt(experiment.promised, tilt, experiment.case) for tilt in self._tilts),
            ]
        return self._steps[experiment.number]


def _moments(rows: Rows, place: int) -> tuple[Ball, Ball]:
    """Mean and variance of the evidence for one rival or tilt; what the promised law rules out rejects it anyway."""
    mean, variance = ball(0), ball(0)
    for draws, law, steps in rows:
        of = [(p, steps[place][outcome]) for outcome, p in law.items() if outcome in steps[place]]
        first = sum((p * step for p, step in of), start=ball(0))
        mean += draws * first
        variance += draws * (sum((p * step * step for p, step in of), start=ball(0)) - first * first)
    return mean, variance


def _surely(mean: Ball, variance: Ball, threshold: int) -> bool:
    beyond = mean - threshold
    return bool(beyond > 0) and bool(99 * variance <= beyond * beyond)
