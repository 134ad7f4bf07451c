"""The sound mechanisms on small neighbouring inputs that make a leak plain."""

from dataclasses import dataclass
from fractions import Fraction

from impl.registry import MECHANISMS, Mechanism, Setting, measure_name
from proofs.leaks.leak import Pair, Scores
from spec import space
from spec.space import Measure


@dataclass(frozen=True)
class _Inputs:
    scores: Scores
    neighbour: Scores
    scale: float = 1.0
    k: int = 1

    def setting(self, measure: Measure) -> Setting:
        """The parameters; all scores move in one direction if they do so here."""
        moves = space.differences(self.scores, self.neighbour)
        monotonic = space.of_one_sign(moves)
        return Setting(self.scale, self.k, False, measure, monotonic, Fraction, len(self.scores))


def _scores(*scores: Fraction | int) -> Scores:
    return tuple(map(Fraction, scores))


_INPUTS = (
    _Inputs(_scores(0, 0), _scores(1, 0)),
    _Inputs(_scores(0, 0), _scores(1, 0), scale=2.0),
    _Inputs(_scores(0, 0), _scores(Fraction(1, 1000), 0)),
    _Inputs(_scores(2, 0), _scores(Fraction(9, 4), 0)),
    _Inputs(_scores(0, 0, 0), _scores(1, 0, 0)),
    _Inputs(_scores(0, 0, 0), _scores(1, 0, 0), k=2),
    _Inputs(_scores(0, 1, 2), _scores(1, 1, 1), k=2),
)
"""Equal scores and one that moves, far or hardly; none equal; three of them; and a move in both directions."""


def title(mechanism: Mechanism, measure: Measure) -> str:
    """A mechanism by name, and by measure if it is offered in several."""
    return mechanism.name if len(mechanism.measures) == 1 else f"{mechanism.name}, {measure_name(measure)}"


def pairs(mechanism: str | None = None) -> list[Pair]:
    """The pairs of one mechanism, or of all."""
    return [
        Pair(
            title(each, measure),
            inputs.k,
            inputs.scale,
            each.make(inputs.setting(measure)),
            inputs.scores,
            inputs.neighbour,
        )
        for each in MECHANISMS.values()
        for measure in each.measures
        for inputs in _INPUTS
        if mechanism in (None, each.name) and (each.indices or inputs.k == 1)
    ]
