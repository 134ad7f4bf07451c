"""Vectors of tight privacy maps: exact up to the last step, which rounds up."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from impl import registry
from impl.registry import Mechanism
from proofs.vectors.encoding import encode
from proofs.vectors.maps import LARGEST, LEAST
from proofs.vectors.mechanisms import CONCENTRATED, PURE, domain, space
from proofs.vectors.model import PlannedCall
from spec.space import Atom, RangeDivergence


def tight_mapping(mechanism: Mechanism, what: str, given: Mapping[str, object], reason: str) -> PlannedCall:
    """A case of the tight map of a mechanism, made from all parameters but `d_in` and `measure`."""

    def tight_map(d_in: object, measure: Any, **parameters: object) -> object:
        return mechanism.factory(**parameters).tight_map(d_in, measure)

    return PlannedCall(f"{mechanism.triple.name}.tight_map/{what}", tight_map, given, reason)


RANGE = RangeDivergence()
_BOTH: tuple[tuple[str, Atom, float, int, int | None, bool, str], ...] = (
    ("one", 1.0, 1.0, 1, None, False, "eta = 2"),
    ("monotonic", 1.0, 1.0, 1, None, True, "eta = 1"),
    ("scale_three_top_three", 1.0, 3.0, 3, None, False, "rounded once: under max divergence 3 * 2/3 is 2"),
    ("tenths", 0.1, 0.3, 1, None, True, "eta is the exact quotient of the floats next to 1/10 and 3/10"),
    ("rational", Fraction(1, 3), 1.0, 1, None, False, "eta = 2/3 exactly, with no cast before"),
    ("all_but_one", 1.0, 1.0, 2, 3, True, "two rounds have a choice"),
    ("all", 1.0, 1.0, 3, 3, True, "so have two of these three: the last candidate is taken for free"),
    ("single", 1.0, 1.0, 1, 1, True, "no choice, no loss"),
    ("no_rounds", 1.0, 0.0, 0, None, True, "k = 0 costs nothing, even without noise"),
    ("distance_zero", 0.0, 0.0, 1, None, True, "nothing changed, nothing lost"),
    ("scale_zero", 1.0, 0.0, 1, None, True, "no noise, no promise: infinite"),
    ("large", 1000.0, 1.0, 1, None, True, "e^1000 is no float"),
    ("small", float.fromhex("0x1p-40"), 1.0, 1, None, True, "the difference of nearly equal numbers: digits cancel"),
    ("least", LEAST, 1.0, 1, None, True, "never 0 for a distance that is not 0"),
    ("largest", LARGEST, 1.0, 1, None, True, "the largest float"),
    ("overflow", LARGEST, 0.5, 1, None, True, "beyond the largest float: an error, never infinite"),
)
CASES: tuple[PlannedCall, ...] = (
    *(
        tight_mapping(
            registry.NOISY_TOP_K,
            f"{what}.{encode(of)}.by.{encode(by)}",
            {
                **space(type(d_in), size, monotonic),
                **{"privacy_measure": of, "k": k, "scale": scale, "negate": False},
                **{"d_in": d_in, "measure": by},
            },
            reason,
        )
        for of, by in ((PURE, PURE), (PURE, CONCENTRATED), (CONCENTRATED, CONCENTRATED), (CONCENTRATED, RANGE))
        for what, d_in, scale, k, size, monotonic, reason in _BOTH
    ),
    tight_mapping(
        registry.NOISY_TOP_K,
        "no_such_bound",
        {
            **space(float),
            **{"privacy_measure": PURE, "k": 1, "scale": 1.0, "negate": False, "d_in": 1.0, "measure": RANGE},
        },
        "no range is promised of permute-and-flip",
    ),
    *(
        tight_mapping(
            registry.REPORT_NOISY_MAX_GUMBEL,
            f"{encode(by)}",
            {**space(float, 3), "scale": 3.0, "optimize": "max", "d_in": 1.0, "measure": by},
            "one round, eta = 2/3",
        )
        for by in (PURE, CONCENTRATED, RANGE)
    ),
    *(
        tight_mapping(
            registry.EXPONENTIAL_CANDIDATES_GUMBEL,
            f"{encode(by)}",
            {**domain(float, 3), "temperature": 3.0, "d_in": 1.0, "measure": by},
            "one round, eta = 1/3: d_in is a range distance already",
        )
        for by in (PURE, CONCENTRATED, RANGE)
    ),
)
