"""The triples that a factory can be held against: parameters, exact laws and exact bounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from impl import registry
from impl.gumbel import GumbelRV
from impl.permute_and_flip import permute_and_flip
from impl.registry import Mechanism, Setting
from impl.scores import exact
from spec.gumbel import law_of_gumbel_top_k
from spec.maps import exact_max_divergence, exact_range_distance, exact_range_divergence, exact_zero_concentrated
from spec.peeling import law_of_peel
from spec.space import (
    Atom,
    LInfDistance,
    MaxDivergence,
    Measure,
    RangeDistance,
    RangeDivergence,
    ZeroConcentratedDivergence,
)
from spec.weights import ExpRatio

__all__ = [
    "NOISY_TOP_K",
    "REPORT_NOISY_MAX_GUMBEL",
    "TRIPLES",
    "ExactLaw",
    "Indices",
    "Noise",
    "Selection",
    "Setting",
    "law",
]

Noise = Literal["gumbel", "permute-and-flip"]
Indices = tuple[int, ...]
ExactLaw = Sequence[tuple[Indices, ExpRatio]]


@dataclass(frozen=True)
class Selection:
    """A triple of private selection.

    `arguments` are the factory's, by name. `indices` tells whether the output is a list of k indices or one index.
    `varies` names the fields of a setting that the triple has parameters for.
    """

    name: str
    arguments: Callable[[Setting], Mapping[str, object]]
    measures: tuple[Measure, ...]
    indices: bool
    varies: frozenset[str]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the factory's parameters."""
        return tuple(self.arguments(Setting()))

    def metric(self, setting: Setting) -> LInfDistance | RangeDistance:
        """The distance that the map is about."""
        return setting.metric if "monotonic" in self.varies else RangeDistance(setting.T)

    def noise(self, setting: Setting) -> Noise:
        """What the pseudocode selects with."""
        return "permute-and-flip" if self.indices and setting.measure == MaxDivergence() else "gumbel"

    def law(self, setting: Setting, x: Sequence[Atom]) -> ExactLaw:
        """The law of the output that the pseudocode defines; a single index is a tuple of one."""
        return law(self.noise(setting), [-s if setting.negate else s for s in exact(x)], setting.scale, setting.k)

    def range_distance(self, setting: Setting, d_in: Fraction) -> Fraction:
        """The greatest range distance between d_in-close vectors."""
        return exact_range_distance(d_in, setting.monotonic) if "monotonic" in self.varies else d_in

    def bound(self, setting: Setting, d_in: Fraction) -> Fraction:
        """The bound that the printed map rounds up, repaired where it is unsound; the scale is positive."""
        d_range, scale = self.range_distance(setting, d_in), Fraction(setting.scale)
        match setting.measure:
            case MaxDivergence():
                return setting.k * exact_max_divergence(d_range, scale)
            case ZeroConcentratedDivergence():
                return setting.k * exact_zero_concentrated(d_range, scale)
            case RangeDivergence():
                return exact_range_divergence(d_range, scale, setting.k, setting.size)


def law(noise: Noise, y: Sequence[Fraction], scale: float | Fraction, k: int) -> ExactLaw:
    """The law of the k best of y, best first."""
    if noise == "gumbel":
        found = law_of_gumbel_top_k([GumbelRV(score, Fraction(scale)) for score in y], k)
    else:
        found = law_of_peel(permute_and_flip, y, Fraction(scale), k)
    return [(order, weight) for order, weight in found if isinstance(order, tuple)]


def _triple(mechanism: Mechanism) -> Selection:
    return Selection(
        mechanism.triple.name, mechanism.arguments, mechanism.measures, mechanism.indices, mechanism.varies
    )


NOISY_TOP_K = _triple(registry.NOISY_TOP_K)
REPORT_NOISY_MAX_GUMBEL = _triple(registry.REPORT_NOISY_MAX_GUMBEL)
TRIPLES: Mapping[str, Selection] = {
    mechanism.triple.name: _triple(mechanism) for mechanism in registry.MECHANISMS.values() if mechanism.is_constructor
}
