"""The triples that a factory can be held against: parameters, exact laws and exact bounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from impl.gumbel import GumbelRV
from impl.permute_and_flip import permute_and_flip
from impl.scores import exact
from spec.gumbel import law_of_gumbel_top_k
from spec.maps import exact_max_divergence, exact_range_distance, exact_range_divergence, exact_zero_concentrated
from spec.peeling import law_of_peel
from spec.space import (
    Atom,
    AtomDomain,
    AtomType,
    LInfDistance,
    MaxDivergence,
    Measure,
    RangeDistance,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)
from spec.weights import ExpRatio

Noise = Literal["gumbel", "permute-and-flip"]
Indices = tuple[int, ...]
ExactLaw = Sequence[tuple[Indices, ExpRatio]]


@dataclass(frozen=True)
class Setting:
    """One way to call a factory, whatever the triple; a triple reads the fields that it has parameters for."""

    scale: float = 1.0
    k: int = 1
    negate: bool = False
    measure: Measure = MaxDivergence()  # noqa: RUF009
    monotonic: bool = False
    T: AtomType = float
    size: int | None = None
    nan: bool = False

    @property
    def domain(self) -> VectorDomain:
        """The vectors of scores."""
        return VectorDomain(AtomDomain(self.T, self.nan), self.size)

    @property
    def metric(self) -> LInfDistance:
        """The distance between them."""
        return LInfDistance(self.T, self.monotonic)


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
                return exact_range_divergence(d_range, scale, setting.k)


def law(noise: Noise, y: Sequence[Fraction], scale: float | Fraction, k: int) -> ExactLaw:
    """The law of the k best of y, best first."""
    if noise == "gumbel":
        found = law_of_gumbel_top_k([GumbelRV(score, Fraction(scale)) for score in y], k)
    else:
        found = law_of_peel(permute_and_flip, y, Fraction(scale), k)
    return [(order, weight) for order, weight in found if isinstance(order, tuple)]


NOISY_TOP_K = Selection(
    name="make_noisy_top_k",
    arguments=lambda s: {
        "input_domain": s.domain,
        "input_metric": s.metric,
        "privacy_measure": s.measure,
        "k": s.k,
        "scale": s.scale,
        "negate": s.negate,
    },
    measures=(MaxDivergence(), ZeroConcentratedDivergence()),
    indices=True,
    varies=frozenset({"scale", "k", "negate", "measure", "monotonic", "T", "size", "nan"}),
)
REPORT_NOISY_MAX_GUMBEL = Selection(
    name="make_report_noisy_max_gumbel",
    arguments=lambda s: {
        "input_domain": s.domain,
        "input_metric": s.metric,
        "scale": s.scale,
        "optimize": "min" if s.negate else "max",
    },
    measures=(MaxDivergence(),),
    indices=False,
    varies=frozenset({"scale", "negate", "monotonic", "T", "size", "nan"}),
)
EXPONENTIAL_CANDIDATES_GUMBEL = Selection(
    name="make_base_exponential_candidates_gumbel",
    arguments=lambda s: {"input_domain": s.domain, "temperature": s.scale},
    measures=(MaxDivergence(),),
    indices=False,
    varies=frozenset({"scale", "T", "size", "nan"}),
)

TRIPLES: Mapping[str, Selection] = {
    triple.name: triple for triple in (NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL, EXPONENTIAL_CANDIDATES_GUMBEL)
}
