"""diffprivlib: `Exponential` and `PermuteAndFlip`.

The library weighs i by exp(epsilon u_i / (2 sensitivity)), without the 2 if the utility u is monotonic, and promises a
loss of epsilon at most where no utility moves by more than the sensitivity. The scale of a triple is thus
2 sensitivity / epsilon, or sensitivity / epsilon if monotonic. We set the sensitivity to the scale and epsilon to 2, or
1 if monotonic. The utility is the score, or its negative where the least is wanted.

Its promise for a distance d_in is read off as the epsilon that gives the same law at sensitivity d_in, which is
epsilon d_in / scale, rounded up.

The library has neither domains nor a mechanism apart from its utilities: construction tries the parameters
on a single candidate, and the size of a domain is passed over.
"""

import importlib
import math
import sys
from dataclasses import dataclass
from fractions import Fraction
from importlib import metadata
from typing import Any

from proofs.targets.adapters import Unsupported
from spec.space import Atom, LInfDistance, MaxDivergence, Measure, VectorDomain

TRIPLES = ("make_noisy_top_k", "make_report_noisy_max_gumbel", "make_base_exponential_candidates_gumbel")


def loaded() -> Any:
    """The library's mechanisms; they load first, and stay where its models fail on another scikit-learn than theirs."""
    name = "diffprivlib.mechanisms"
    try:
        return importlib.import_module(name)
    except ImportError:
        if name not in sys.modules:
            raise
        return sys.modules[name]


_mechanisms: Any = loaded()


def version() -> str:
    """The release that is installed."""
    return metadata.version("diffprivlib")


def make_noisy_top_k(
    input_domain: VectorDomain,
    input_metric: LInfDistance,
    privacy_measure: Measure,
    k: int,
    scale: float,
    negate: bool,
) -> "Mechanism":
    """Select one by `PermuteAndFlip`; of more than one, and of other measures, the library knows nothing."""
    if privacy_measure != MaxDivergence() or k != 1:
        raise Unsupported("diffprivlib permutes and flips under max divergence only, and only for k = 1")
    return _tried(_mechanisms.PermuteAndFlip, input_domain, scale, input_metric.monotonic, negate, listed=True)


def make_report_noisy_max_gumbel(
    input_domain: VectorDomain, input_metric: LInfDistance, scale: float, optimize: str
) -> "Mechanism":
    """Select one by `Exponential`, which has the law of Gumbel noise."""
    if optimize not in ("max", "min"):
        raise Unsupported("diffprivlib has nothing but the greatest utility")
    return _tried(_mechanisms.Exponential, input_domain, scale, input_metric.monotonic, optimize == "min")


def make_base_exponential_candidates_gumbel(input_domain: VectorDomain, temperature: float) -> "Mechanism":
    """Select one by `Exponential`.

    What all utilities share changes no probability, so vectors at a range distance d_in are as good as moved by d_in
    at most, all one way: a monotonic utility.
    """
    return _tried(_mechanisms.Exponential, input_domain, temperature, monotonic=True, negate=False)


@dataclass(frozen=True)
class Mechanism:
    """A class of the library, to be made anew for every vector of scores; `listed` tells what form an index takes."""

    kind: Any
    scale: float
    monotonic: bool
    negate: bool
    listed: bool

    def invoke(self, x: list[Atom]) -> object:
        """Release once."""
        return self.sample(x, 1)[0]

    def sample(self, x: list[Atom], count: int) -> list[object]:
        """Release many times from one object of the library."""
        chooser = self.of([-score if self.negate else score for score in x], self.scale)
        indices: list[object] = [chooser.randomise() for _ in range(count)]
        return [[index] for index in indices] if self.listed else indices

    def map(self, d_in: Atom) -> float:
        """The epsilon of the same law at sensitivity d_in, if the library accepts that as one."""
        self.of([0.0], d_in)
        if d_in == 0:
            return 0.0
        if self.scale == 0:
            return math.inf
        if not math.isfinite(d_in) or not math.isfinite(self.scale):
            return float(d_in / self.scale)
        return _rounded_up(Fraction(self.epsilon) * Fraction(d_in) / Fraction(self.scale))

    def of(self, utility: list[Atom], sensitivity: Atom) -> Any:
        """The library's object."""
        return self.kind(epsilon=self.epsilon, sensitivity=sensitivity, utility=utility, monotonic=self.monotonic)

    @property
    def epsilon(self) -> float:
        """The promised loss where the scores move by the scale."""
        return 1.0 if self.monotonic else 2.0


def _tried(
    kind: Any, domain: VectorDomain, scale: float, monotonic: bool, negate: bool, listed: bool = False
) -> Mechanism:
    if domain.element_domain.T is Fraction:
        raise Unsupported("diffprivlib has no rational scores")
    if domain.element_domain.nan:
        raise Unsupported("diffprivlib has no domains that could be said to hold NaN")
    made = Mechanism(kind, scale, monotonic, negate, listed)
    made.of([0.0], scale)
    return made


def _rounded_up(value: Fraction) -> float:
    """The least float that is not below."""
    try:
        nearest = float(value)
    except OverflowError:
        return math.inf
    return nearest if nearest >= value else math.nextafter(nearest, math.inf)
