"""OpenDP, whatever release from 0.14.0 on is installed.

Its `f64` are our floats and its `i64` our integers, as far as they go; rational scores it has none.
"""

import importlib
import os
import warnings
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from typing import Any

from proofs.targets.adapters import Unsupported
from proofs.targets.adapters.composed import released_at_once
from spec.space import AtomType, LInfDistance, MaxDivergence, Measure, VectorDomain, ZeroConcentratedDivergence

TRIPLES = ("make_noisy_top_k", "make_report_noisy_max_gumbel")
TOGETHER = (256, 32, 8)
"""How many releases are composed into one, which costs a fraction of so many calls."""

# Where the user wants backtraces, the library spends a tenth of a second on that of every error, and more on a panic's.
os.environ |= {"RUST_BACKTRACE": "0", "RUST_LIB_BACKTRACE": "0"}
_dp: Any = importlib.import_module("opendp.prelude")
_dp.enable_features("contrib")

_ATOMS: Mapping[AtomType, str] = {int: "i64", float: "f64"}
_MEASURES: Mapping[type[Measure], str] = {
    MaxDivergence: "max_divergence",
    ZeroConcentratedDivergence: "zero_concentrated_divergence",
}


def version() -> str:
    """The release that is installed."""
    return metadata.version("opendp")


def make_noisy_top_k(
    input_domain: VectorDomain,
    input_metric: LInfDistance,
    privacy_measure: Measure,
    k: int,
    scale: float,
    negate: bool,
) -> "Mechanism":
    """Have the library make its own."""
    if type(privacy_measure) not in _MEASURES:
        raise Unsupported(f"opendp selects under no {type(privacy_measure).__name__}")
    measure = getattr(_dp, _MEASURES[type(privacy_measure)])()
    made = _dp.m.make_noisy_top_k(*_space(input_domain, input_metric), measure, k=k, scale=scale, negate=negate)
    return Mechanism(made)


def make_report_noisy_max_gumbel(
    input_domain: VectorDomain, input_metric: LInfDistance, scale: float, optimize: str
) -> "Mechanism":
    """Have the library make its own, which it calls deprecated."""
    space = _space(input_domain, input_metric)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return Mechanism(_dp.m.make_report_noisy_max_gumbel(*space, scale=scale, optimize=optimize))


class Mechanism:
    """A measurement of the library."""

    def __init__(self, measurement: Any) -> None:
        self._measurement = measurement
        self._many: dict[int, Any] = {}

    def invoke(self, x: object) -> object:
        """Release once."""
        released: object = self._measurement(_vector(x))
        return released

    def sample(self, x: object, count: int) -> list[object]:
        """Release many times: by composition as far as that goes, then one by one."""
        vector = _vector(x)
        released: list[object] = []
        for size in TOGETHER:
            while count - len(released) >= size:
                released += released_at_once(self._together(size), vector)
        return released + [self._measurement(vector) for _ in range(count - len(released))]

    def _together(self, size: int) -> Any:
        if size not in self._many:
            self._many[size] = _dp.c.make_composition([self._measurement] * size)
        return self._many[size]

    def map(self, d_in: object) -> object:
        """Ask for the bound at a distance."""
        d_out: object = self._measurement.map(_held(d_in))
        return d_out


@cache
def _space(domain: VectorDomain, metric: LInfDistance) -> tuple[Any, Any]:
    elements = domain.element_domain
    if elements.T not in _ATOMS or metric.T not in _ATOMS:
        raise Unsupported("opendp has no rational scores")
    nan = {"nan": elements.nan} if elements.T is float else {}
    atoms = _dp.atom_domain(T=_ATOMS[elements.T], **nan)
    return (
        _dp.vector_domain(atoms, size=domain.size),
        _dp.linf_distance(T=_ATOMS[metric.T], monotonic=metric.monotonic),
    )


def _vector(x: object) -> object:
    """The library takes a list for a vector, and a tuple for something else."""
    return [_held(score) for score in x] if isinstance(x, list | tuple) else x


def _held(number: object) -> object:
    """The number, if 64 bits hold it."""
    if isinstance(number, int) and not -(2**63) <= number < 2**63:
        raise Unsupported("opendp has no integers beyond 64 bits")
    return number
