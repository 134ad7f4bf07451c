"""The parameters of a mechanism, checked by plain code that no switch turns off.

The listings leave most of this to a compiler: that a domain is a domain, a scale a float, k a natural number.
"""

import math

from spec import errors
from spec.space import AtomDomain, LInfDistance, VectorDomain


def check_domain(input_domain: VectorDomain) -> None:
    """Refuse what is not a domain of vectors of numbers."""
    if not isinstance(input_domain, VectorDomain) or not isinstance(input_domain.element_domain, AtomDomain):
        raise errors.NotASpace("input_domain")


def check_space(input_domain: VectorDomain, input_metric: LInfDistance) -> None:
    """Refuse what is not a domain of vectors of numbers and an L-infinity distance between them."""
    check_domain(input_domain)
    if not isinstance(input_metric, LInfDistance):
        raise errors.NotASpace("input_metric")
    if input_metric.T is not input_domain.element_domain.T:
        raise errors.AtomTypesDiffer
    check_switch("monotonic", input_metric.monotonic)


def check_some_candidate(input_domain: VectorDomain) -> None:
    """Refuse a domain that holds the empty vector, of which no index can be returned."""
    if not input_domain.size:
        raise errors.DomainMayBeEmpty


def check_natural(k: int) -> None:
    """Refuse a number of candidates that is none."""
    if type(k) is not int or k < 0:
        raise errors.KNotNatural


def check_switch(parameter: str, value: bool) -> None:
    """Refuse what is neither True nor False."""
    if type(value) is not bool:
        raise errors.NotABoolean(parameter)


def checked_scale(scale: float) -> float:
    """The scale as a float; refuse what is not a finite number or carries a minus sign."""
    if type(scale) is not float and type(scale) is not int:
        raise errors.ScaleNotNumber
    try:
        number = float(scale)
    except OverflowError:
        raise errors.ScaleNotFinite from None
    if not math.isfinite(number):
        raise errors.ScaleNotFinite
    if math.copysign(1.0, number) < 0:
        raise errors.ScaleNegative
    return number
