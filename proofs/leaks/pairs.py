"""The sound mechanisms on small neighbouring inputs that make a leak plain."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from impl.directed import inf_cast
from impl.draws import SystemDraw
from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.inverse_transform import make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.range_divergence import RangeDivergence
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from proofs.leaks.leak import Pair, Scores
from spec import space
from spec.measurement import Measurement
from spec.space import AtomDomain, LInfDistance, RangeDistance, VectorDomain


@dataclass(frozen=True)
class _Inputs:
    scores: Scores
    neighbour: Scores
    scale: float = 1.0
    k: int = 1

    @property
    def space(self) -> tuple[VectorDomain, LInfDistance]:
        moves = space.differences(self.scores, self.neighbour)
        return self.domain, LInfDistance(Fraction, monotonic=space.of_one_sign(moves))

    @property
    def domain(self) -> VectorDomain:
        return VectorDomain(AtomDomain(Fraction), len(self.scores))


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


def _range_divergence(inputs: _Inputs) -> Measurement[list[int]]:
    return Measurement(
        inputs.domain,
        RangeDistance(Fraction),
        space.RangeDivergence(),
        lambda x, draw: RangeDivergence.noisy_top_k(x, inputs.scale, inputs.k, False, draw),
        lambda d_in: RangeDivergence.privacy_map(inf_cast(d_in), inputs.scale, inputs.k),
        SystemDraw,
    )


_Maker = Callable[[_Inputs], Measurement[int] | Measurement[list[int]]]

_OF_MANY: dict[str, _Maker] = {
    "noisy_top_k, max_divergence": lambda inputs: make_noisy_top_k(
        *inputs.space, space.MaxDivergence(), inputs.k, inputs.scale, negate=False
    ),
    "noisy_top_k, zero_concentrated_divergence": lambda inputs: make_noisy_top_k(
        *inputs.space, space.ZeroConcentratedDivergence(), inputs.k, inputs.scale, negate=False
    ),
    "range_divergence": _range_divergence,
}
_OF_ONE: dict[str, _Maker] = {
    "report_noisy_max_gumbel": lambda inputs: make_report_noisy_max_gumbel(*inputs.space, inputs.scale, "max"),
    "exponential_candidates_gumbel": lambda inputs: make_base_exponential_candidates_gumbel(
        inputs.domain, inputs.scale
    ),
    "inverse_transform": lambda inputs: make_inverse_transform(*inputs.space, inputs.scale),
}

MECHANISMS = tuple(dict.fromkeys(name.partition(",")[0] for name in (*_OF_MANY, *_OF_ONE)))
"""The names of the sound mechanisms."""


def pairs(mechanism: str | None = None) -> list[Pair]:
    """The pairs of one mechanism, or of all."""
    return [
        Pair(name, inputs.k, inputs.scale, make(inputs), inputs.scores, inputs.neighbour)
        for name, make in (_OF_MANY | _OF_ONE).items()
        for inputs in _INPUTS
        if mechanism in (None, name.partition(",")[0]) and (name in _OF_MANY or inputs.k == 1)
    ]
