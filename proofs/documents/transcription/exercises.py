"""Calls that reach every line of every listing."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from types import ModuleType

from impl.draws import TapeDraw
from impl.published.vocabulary import (
    AtomDomain,
    LInfDistance,
    MaxDivergence,
    MethodDomain,
    RangeDistance,
    Refused,
    VectorDomain,
    f64,
)
from proofs.documents.transcription.reached import Exercise
from spec.draw import Draw

TAPE = (0, 1, 1, 0, 1, 0, 0, 1) * 64


def tape() -> Draw:
    """Coins enough for one release."""
    return TapeDraw(TAPE)


def report_noisy_max_gumbel(module: ModuleType) -> None:
    """Build it in both directions, release, ask the map, and run into every refusal."""
    make = module.make_report_noisy_max_gumbel
    domain, metric = VectorDomain(AtomDomain(float)), RangeDistance(float)
    nan_domain = VectorDomain(AtomDomain(float, nan=True))
    measurement = make(domain, metric, f64(1.0), "max")
    measurement.function([0.0, 1.0], tape())
    make(domain, metric, f64(1.0), "min").function([0.0, 1.0], tape())
    for d_in in (0.0, 1.0):
        measurement.privacy_map(d_in)
    with suppress(ValueError):
        measurement.privacy_map(-1.0)
    for refused in ((nan_domain, f64(1.0), "max"), (domain, f64(-1.0), "max"), (domain, f64(1.0), "both")):
        with suppress(ValueError):
            make(refused[0], metric, *refused[1:])


def range_divergence(module: ModuleType) -> None:
    """Ask for noise, and for the map with noise, without it, and of what is no distance."""
    _noise_and_map(module.RangeDivergence.random_variable, module.RangeDivergence.privacy_map)


def zero_concentrated_divergence(module: ModuleType) -> None:
    """Ask for noise, and for the map with noise, without it, and of what is no distance."""
    measure = module.ZeroConcentratedDivergence
    _noise_and_map(measure.random_variable, measure.privacy_map)


def _noise_and_map(random_variable: Callable[..., object], privacy_map: Callable[..., object]) -> None:
    random_variable(Fraction(0), Fraction(1))
    for scale in (1.0, 0.0):
        privacy_map(f64(1.0), f64(scale), 2)
    with suppress(ValueError):
        privacy_map(f64(-1.0), f64(1.0), 2)


def exponential_candidates_gumbel(module: ModuleType) -> None:
    """Release once, and ask the relation once."""
    transformation = module.make_base_exponential_candidates_gumbel(Fraction(1))
    transformation.function([Fraction(0), Fraction(1)], tape())
    transformation.privacy_relation(1, Fraction(1))


def noisy_top_k(module: ModuleType) -> None:
    """Build it, release, ask the map with noise and without, and run into every refusal."""
    make, measure = module.make_noisy_top_k, MaxDivergence()
    domain, metric = VectorDomain(MethodDomain(f64), size=2), LInfDistance(f64)
    nan_domain = VectorDomain(MethodDomain(f64, has_nan=True))
    measurement = make(domain, metric, measure, 1, f64(1.0), False)
    measurement.function([0.0, 1.0], tape())
    for d_in in (0.0, 1.0):
        measurement.privacy_map(f64(d_in))
    make(domain, metric, measure, 1, f64(0.0), True).privacy_map(f64(1.0))
    with suppress(Refused):
        measurement.privacy_map(f64(-1.0))
    for refused in ((nan_domain, 1, 1.0), (domain, 3, 1.0), (domain, 1, -1.0)):
        with suppress(Refused):
            make(refused[0], metric, measure, refused[1], f64(refused[2]), False)


EXERCISES: Mapping[str, Exercise] = {
    "report_noisy_max_gumbel": report_noisy_max_gumbel,
    "range_divergence": range_divergence,
    "zero_concentrated_divergence": zero_concentrated_divergence,
    "exponential_candidates_gumbel": exponential_candidates_gumbel,
    "noisy_top_k": noisy_top_k,
}
