"""The mechanisms and the measures by name: how each mechanism is made, from what, and what it releases."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from impl import range_divergence
from impl.directed import inf_cast
from impl.draws import SystemDraw
from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.exponential_mechanism import exponential_mechanism
from impl.inverse_transform import make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.parameters import check_domain, check_natural, check_some_candidate, check_switch, checked_scale
from impl.permute_and_flip import permute_and_flip
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.scores import exact
from spec import errors
from spec.exponential_candidates_gumbel import MAKE_BASE_EXPONENTIAL_CANDIDATES_GUMBEL
from spec.exponential_mechanism import EXPONENTIAL_MECHANISM as EXPONENTIAL_MECHANISM_TRIPLE
from spec.inverse_transform import MAKE_INVERSE_TRANSFORM
from spec.measurement import Measurement
from spec.noisy_top_k import MAKE_NOISY_TOP_K
from spec.permute_and_flip import PERMUTE_AND_FLIP as PERMUTE_AND_FLIP_TRIPLE
from spec.range_divergence import RANGE_TOP_K
from spec.report_noisy_max_gumbel import MAKE_REPORT_NOISY_MAX_GUMBEL
from spec.space import (
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
from spec.triple import Triple

Release = Measurement[int] | Measurement[list[int]]

MAX, CONCENTRATED, RANGE = MaxDivergence(), ZeroConcentratedDivergence(), RangeDivergence()
MEASURES: Mapping[str, Measure] = {
    "max_divergence": MAX,
    "zero_concentrated_divergence": CONCENTRATED,
    "range_divergence": RANGE,
}


@dataclass(frozen=True)
class Setting:
    """One choice of parameters, whatever the mechanism; a mechanism reads the fields that it has parameters for."""

    scale: float = 1.0
    k: int = 1
    negate: bool = False
    measure: Measure = MAX
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
class Mechanism:
    """A private selection: its triple, and how it is made from a setting.

    `arguments` are those of `factory`, by name; `varies` names the fields of a setting that they depend on.
    `measures` are those that it promises a loss in; `indices` tells whether it releases k indices or one.
    """

    name: str
    triple: Triple
    factory: Callable[..., Release]
    arguments: Callable[[Setting], Mapping[str, object]]
    measures: tuple[Measure, ...]
    indices: bool
    varies: frozenset[str]

    @property
    def is_constructor(self) -> bool:
        """Whether the triple is that of the factory, and not of a plain function that selects."""
        return self.triple.name.startswith("make_")

    def make(self, setting: Setting) -> Release:
        """The mechanism with these parameters."""
        return self.factory(**self.arguments(setting))


def measure_name(measure: Measure) -> str:
    """The name of a measure."""
    return next(name for name, known in MEASURES.items() if known == measure)


def release_permute_and_flip(
    input_domain: VectorDomain, input_metric: LInfDistance, privacy_measure: Measure, scale: float
) -> Measurement[int]:
    """Release one index by permute-and-flip, which is one round of `make_noisy_top_k` under max divergence.

    Bound: that of the one round; under zero-concentrated divergence the tight one.
    """
    check_domain(input_domain)
    check_some_candidate(input_domain)
    if privacy_measure not in (MAX, CONCENTRATED):
        raise errors.NotASpace("privacy_measure")
    one_round = make_noisy_top_k(input_domain, input_metric, MAX, 1, scale, False)
    return Measurement(
        input_domain,
        input_metric,
        privacy_measure,
        lambda x, draw: permute_and_flip(exact(x), Fraction(scale), draw),
        one_round.map if privacy_measure == MAX else lambda d_in: one_round.tight_map(d_in, privacy_measure),
        SystemDraw,
        one_round.tight_privacy_map,
    )


def release_exponential_mechanism(
    input_domain: VectorDomain, input_metric: LInfDistance, privacy_measure: Measure, scale: float
) -> Measurement[int]:
    """Release one index by the exponential mechanism, from coins alone: no number is rounded and no noise enclosed.

    Bound: that of one round of `make_noisy_top_k` with Gumbel noise, which has the same law.
    """
    check_domain(input_domain)
    check_some_candidate(input_domain)
    if privacy_measure not in (MAX, CONCENTRATED):
        raise errors.NotASpace("privacy_measure")
    by_measure = make_noisy_top_k(input_domain, input_metric, privacy_measure, 1, scale, False)
    by_noise = make_noisy_top_k(input_domain, input_metric, CONCENTRATED, 1, scale, False)
    return Measurement(
        input_domain,
        input_metric,
        privacy_measure,
        lambda x, draw: exponential_mechanism(exact(x), Fraction(scale), draw),
        by_measure.map,
        SystemDraw,
        by_noise.tight_privacy_map,
    )


def release_range_divergence(input_domain: VectorDomain, k: int, scale: float, negate: bool) -> Measurement[list[int]]:
    """Release k indices by Gumbel noise in one shot, under range divergence, at a range distance.

    Bound: (2k - 1) d_in / scale for k >= 1, and 0 for k = 0.
    """
    check_domain(input_domain)
    if input_domain.element_domain.nan:
        raise errors.DomainMayHaveNan
    check_natural(k)
    check_switch("negate", negate)
    if input_domain.size is not None and k > input_domain.size:
        raise errors.KExceedsSize(k, input_domain.size)
    scale = checked_scale(scale)
    return Measurement(
        input_domain,
        RangeDistance(input_domain.element_domain.T),
        RANGE,
        lambda x, draw: range_divergence.RangeDivergence.noisy_top_k(x, scale, k, negate, draw),
        lambda d_in: range_divergence.RangeDivergence.privacy_map(inf_cast(d_in), scale, k),
        SystemDraw,
    )


_SPACE = frozenset({"scale", "T", "size", "nan"})

NOISY_TOP_K = Mechanism(
    "noisy_top_k",
    MAKE_NOISY_TOP_K,
    make_noisy_top_k,
    lambda s: {
        "input_domain": s.domain,
        "input_metric": s.metric,
        "privacy_measure": s.measure,
        "k": s.k,
        "scale": s.scale,
        "negate": s.negate,
    },
    measures=(MAX, CONCENTRATED),
    indices=True,
    varies=_SPACE | {"k", "negate", "measure", "monotonic"},
)
PERMUTE_AND_FLIP = Mechanism(
    "permute_and_flip",
    PERMUTE_AND_FLIP_TRIPLE,
    release_permute_and_flip,
    lambda s: {
        "input_domain": s.domain,
        "input_metric": s.metric,
        "privacy_measure": s.measure,
        "scale": s.scale,
    },
    measures=(MAX, CONCENTRATED),
    indices=False,
    varies=_SPACE | {"measure", "monotonic"},
)
EXPONENTIAL_MECHANISM = Mechanism(
    "exponential_mechanism",
    EXPONENTIAL_MECHANISM_TRIPLE,
    release_exponential_mechanism,
    lambda s: {
        "input_domain": s.domain,
        "input_metric": s.metric,
        "privacy_measure": s.measure,
        "scale": s.scale,
    },
    measures=(MAX, CONCENTRATED),
    indices=False,
    varies=_SPACE | {"measure", "monotonic"},
)
RANGE_DIVERGENCE = Mechanism(
    "range_divergence",
    RANGE_TOP_K,
    release_range_divergence,
    lambda s: {"input_domain": s.domain, "k": s.k, "scale": s.scale, "negate": s.negate},
    measures=(RANGE,),
    indices=True,
    varies=_SPACE | {"k", "negate"},
)
REPORT_NOISY_MAX_GUMBEL = Mechanism(
    "report_noisy_max_gumbel",
    MAKE_REPORT_NOISY_MAX_GUMBEL,
    make_report_noisy_max_gumbel,
    lambda s: {
        "input_domain": s.domain,
        "input_metric": s.metric,
        "scale": s.scale,
        "optimize": "min" if s.negate else "max",
    },
    measures=(MAX,),
    indices=False,
    varies=_SPACE | {"negate", "monotonic"},
)
EXPONENTIAL_CANDIDATES_GUMBEL = Mechanism(
    "exponential_candidates_gumbel",
    MAKE_BASE_EXPONENTIAL_CANDIDATES_GUMBEL,
    make_base_exponential_candidates_gumbel,
    lambda s: {"input_domain": s.domain, "temperature": s.scale},
    measures=(MAX,),
    indices=False,
    varies=_SPACE,
)
INVERSE_TRANSFORM = Mechanism(
    "inverse_transform",
    MAKE_INVERSE_TRANSFORM,
    make_inverse_transform,
    lambda s: {"input_domain": s.domain, "input_metric": s.metric, "scale": s.scale},
    measures=(MAX,),
    indices=False,
    varies=_SPACE | {"monotonic"},
)

MECHANISMS: Mapping[str, Mechanism] = {
    mechanism.name: mechanism
    for mechanism in (
        NOISY_TOP_K,
        PERMUTE_AND_FLIP,
        EXPONENTIAL_MECHANISM,
        RANGE_DIVERGENCE,
        REPORT_NOISY_MAX_GUMBEL,
        EXPONENTIAL_CANDIDATES_GUMBEL,
        INVERSE_TRANSFORM,
    )
}
SPELLINGS: Mapping[str, Mechanism] = {
    spelled: mechanism for mechanism in MECHANISMS.values() for spelled in (mechanism.name, mechanism.triple.name)
}
"""Every name that a mechanism goes by: its own, and that of its triple."""
