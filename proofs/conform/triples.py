"""The triples that a factory can be held against: parameters, exact laws and exact bounds."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Literal

from impl import registry
from impl.gumbel import GumbelRV
from impl.permute_and_flip import permute_and_flip
from impl.registry import Mechanism, Setting
from impl.scores import exact
from proofs.conform.contract import Contract, Stated
from proofs.conform.promised_law import Outcome, Promised
from proofs.targets.target import Answer
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
    VectorDomain,
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


@dataclass(frozen=True, kw_only=True, eq=False)
class Selection(Contract):
    """A triple of private selection, of which more is known than any contract states.

    `mechanism` is ours. `indices` tells whether the output is a list of k indices or one index. `varies` names the
    fields of a setting that the triple has parameters for.
    """

    mechanism: Mechanism

    @property
    def indices(self) -> bool:
        """Whether the output is a list of k indices or one index."""
        return self.mechanism.indices

    @property
    def varies(self) -> frozenset[str]:
        """The fields of a setting that the triple has parameters for."""
        return self.mechanism.varies

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that the map may be about."""
        return self.mechanism.measures

    def shown(self, outcome: Outcome) -> str:
        """The indices."""
        return str(list(outcome))

    def arguments(self, setting: Setting) -> Mapping[str, object]:
        """The factory's arguments."""
        return setting.values if isinstance(setting, Stated) else self.mechanism.arguments(setting)

    def written(self, setting: Setting) -> dict[str, str]:
        """The settings that the triple has parameters for, under the names that its factory has for them."""
        told = {}
        for name in (field.name for field in fields(Setting) if field.name in self.varies):
            value = getattr(setting, name)
            match name:
                case "scale" if "temperature" in self.parameters:
                    told["temperature"] = repr(value)
                case "negate" if "optimize" in self.parameters:
                    told["optimize"] = repr("min" if value else "max")
                case _:
                    told[name] = _short(value)
        return told

    def read(self, answer: Answer) -> Outcome | None:
        """The answer as indices, or None if it is not of the shape that the triple promises."""
        if not self.indices:
            answer = (answer,) if type(answer) is int else None
        if not isinstance(answer, tuple):
            return None
        found = tuple(index for index in answer if type(index) is int)
        return found if len(found) == len(answer) else None

    def space(self, setting: Setting) -> LInfDistance | RangeDistance:
        """The distance that the map is about."""
        return setting.metric if "monotonic" in self.varies else RangeDistance(setting.T)

    def noise(self, setting: Setting) -> Noise:
        """What the pseudocode selects with."""
        return "permute-and-flip" if self.indices and setting.measure == MaxDivergence() else "gumbel"

    def promised(self, setting: Setting, x: Sequence[Atom], rival: str = "") -> Promised:
        """The law of the output that the pseudocode defines; a single index is a tuple of one."""
        y = [-s if setting.negate else s for s in exact(x)]
        return Promised(tuple(law(self.noise(setting), y, setting.scale, setting.k)))

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
    """The triple of a mechanism of ours, stated like any other contract: on three scores, at a few settings."""
    settings = [
        Setting(scale, k, negate, measure, monotonic, size=3)
        for measure in mechanism.measures
        for scale, k, negate, monotonic in ((1.0, 1, False, False), (2.0, 2, True, True), (0.5, 1, False, True))
    ]
    arguments = (mechanism.arguments(replace(s, k=s.k if "k" in mechanism.varies else 1)) for s in settings)
    valid = list({repr(chosen): chosen for chosen in arguments}.values())
    scale = "temperature" if "temperature" in valid[0] else "scale"

    def of(arguments: Mapping[str, object]) -> Setting:
        return setting_of(mechanism, arguments)

    return Selection(
        name=mechanism.triple.name,
        mechanism=mechanism,
        valid=valid,
        refused=[{scale: value} for value in (-1.0, math.nan, -math.inf)],
        inputs=((0.0, 1.0, 2.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 2.0)),
        metric=lambda x, y, **arguments: TRIPLES[mechanism.triple.name].space(of(arguments)).distance(x, y),
        distances=(1.0, 2.0),
        measure=lambda **arguments: of(arguments).measure,
        output=_is_order if mechanism.indices else int,
        law=lambda x, **arguments: _released(TRIPLES[mechanism.triple.name], of(arguments), x),
        map=lambda d_in, **arguments: TRIPLES[mechanism.triple.name].bound(of(arguments), d_in),
        scaled_by=scale,
    )


def _released(triple: Selection, setting: Setting, x: Sequence[Atom]) -> Iterator[tuple[object, ExpRatio]]:
    """Each output, as it is released, with its probability."""
    for order, weight in triple.promised(setting, x).branches:
        yield order if triple.indices else order[0], weight


def _is_order(answer: object) -> bool:
    return isinstance(answer, tuple) and all(type(index) is int for index in answer)


def setting_of(mechanism: Mechanism, arguments: Mapping[str, Any]) -> Setting:
    """The setting that a factory's arguments were made from."""
    domain: VectorDomain = arguments["input_domain"]
    return Setting(
        arguments["temperature"] if "temperature" in arguments else arguments["scale"],
        arguments.get("k", 1),
        arguments.get("negate", arguments.get("optimize") == "min"),
        arguments.get("privacy_measure", mechanism.measures[0]),
        getattr(arguments.get("input_metric"), "monotonic", False),
        domain.element_domain.T,
        domain.size,
    )


def _short(value: object) -> str:
    return value.__name__ if isinstance(value, type) else repr(value).removesuffix("()")


TRIPLES: Mapping[str, Selection] = {
    mechanism.triple.name: _triple(mechanism) for mechanism in registry.MECHANISMS.values() if mechanism.is_constructor
}
NOISY_TOP_K = TRIPLES[registry.NOISY_TOP_K.triple.name]
REPORT_NOISY_MAX_GUMBEL = TRIPLES[registry.REPORT_NOISY_MAX_GUMBEL.triple.name]
