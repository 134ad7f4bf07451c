"""Vectors of what must be refused: parameters of no mechanism, inputs that are no members, distances that are none."""

from collections.abc import Mapping
from fractions import Fraction

from impl.registry import (
    EXPONENTIAL_CANDIDATES_GUMBEL,
    INVERSE_TRANSFORM,
    NOISY_TOP_K,
    REPORT_NOISY_MAX_GUMBEL,
    Mechanism,
)
from proofs.vectors.maps import mapped
from proofs.vectors.mechanisms import INFINITE, PURE, domain, invoked, space
from proofs.vectors.model import PlannedCall
from spec.space import AtomDomain, LInfDistance, RangeDivergence, VectorDomain

NAN = float("nan")
_MAY_BE_NAN = {"input_domain": VectorDomain(AtomDomain(float, nan=True), 3)}
_TOP_K = {**space(float, 3), "privacy_measure": PURE, "k": 2, "scale": 1.0, "negate": False}
_REPORT = {**space(float, 3), "scale": 1.0, "optimize": "max"}
_CANDIDATES = {**domain(float, 3), "temperature": 1.0}
_NAIVE = {**space(float, 3), "scale": 1.0}
_GOOD = {
    NOISY_TOP_K.name: _TOP_K,
    REPORT_NOISY_MAX_GUMBEL.name: _REPORT,
    EXPONENTIAL_CANDIDATES_GUMBEL.name: _CANDIDATES,
    INVERSE_TRANSFORM.name: _NAIVE,
}
_MADE: tuple[tuple[Mechanism, str, Mapping[str, object], str], ...] = (
    *(
        (mechanism, f"{place}_{what}", {place: scale}, reason)
        for mechanism, place in (
            (NOISY_TOP_K, "scale"),
            (REPORT_NOISY_MAX_GUMBEL, "scale"),
            (EXPONENTIAL_CANDIDATES_GUMBEL, "temperature"),
            (INVERSE_TRANSFORM, "scale"),
        )
        for what, scale, reason in (
            ("negative", -1.0, "noise has no negative scale"),
            ("minus_zero", -0.0, "-0 carries a minus sign, and is likely an underflow of one that is negative"),
            ("infinite", INFINITE, "a division by it would promise perfect privacy"),
            ("nan", NAN, "no comparison with NaN refuses it: it must be asked for"),
            ("huge_integer", 10**400, "no float holds it"),
            ("boolean", True, "a truth value is no number"),
            ("text", "one", "text is no number"),
        )
    ),
    (NOISY_TOP_K, "k_negative", {"k": -1}, "not a number of candidates"),
    (NOISY_TOP_K, "k_float", {"k": 2.0}, "not an integer"),
    (NOISY_TOP_K, "k_boolean", {"k": True}, "a truth value is no number"),
    (NOISY_TOP_K, "k_exceeds_size", {"k": 4}, "more than there are, known in advance"),
    (NOISY_TOP_K, "negate_number", {"negate": 1}, "neither true nor false"),
    (NOISY_TOP_K, "nan_domain", _MAY_BE_NAN, "NaN cannot be ranked"),
    (NOISY_TOP_K, "atoms", {"input_metric": LInfDistance(int)}, "integers and floats"),
    (
        NOISY_TOP_K,
        "measure",
        {"privacy_measure": RangeDivergence()},
        "not one of the two",
    ),
    (REPORT_NOISY_MAX_GUMBEL, "unsized", space(float), "may be empty"),
    (REPORT_NOISY_MAX_GUMBEL, "empty", space(float, 0), "is empty"),
    (
        REPORT_NOISY_MAX_GUMBEL,
        "nan_domain",
        _MAY_BE_NAN,
        "NaN cannot be ranked",
    ),
    (
        REPORT_NOISY_MAX_GUMBEL,
        "optimize",
        {"optimize": "most"},
        "max or min",
    ),
    (
        EXPONENTIAL_CANDIDATES_GUMBEL,
        "unsized",
        domain(float),
        "may be empty",
    ),
    (
        EXPONENTIAL_CANDIDATES_GUMBEL,
        "nan_domain",
        _MAY_BE_NAN,
        "NaN cannot be ranked",
    ),
    (INVERSE_TRANSFORM, "unsized", space(float), "may be empty"),
    (INVERSE_TRANSFORM, "nan_domain", _MAY_BE_NAN, "NaN cannot be ranked"),
)
CONSTRUCTION = [
    PlannedCall(f"{mechanism.triple.name}/{what}", mechanism.factory, {**_GOOD[mechanism.name], **bad}, reason)
    for mechanism, what, bad, reason in _MADE
]
_SCORES: tuple[tuple[str, dict[str, object], object, str], ...] = (
    ("nan_score", {}, [1.0, NAN, 2.0], "NaN is no member, and cannot be ranked"),
    ("too_few", {}, [1.0, 2.0], "not the size that was promised"),
    ("too_many", {}, [1.0, 2.0, 3.0, 4.0], "not the size that was promised"),
    ("integer_among_floats", {}, [1.0, 2, 3.0], "an integer is no member of a float domain"),
    ("rational_among_floats", {}, [1.0, 2.0, Fraction(3)], "a rational is no member of a float domain"),
    ("boolean_among_integers", space(int, 3), [1, True, 3], "a truth value is no integer"),
    (
        "float_among_rationals",
        space(Fraction, 3),
        [Fraction(1), 2.0, Fraction(3)],
        "a float is no member of a rational domain",
    ),
    ("missing", {}, [1.0, None, 3.0], "nothing is no score"),
    ("text", {}, "abc", "text is no vector, although it has three parts"),
)
INVOCATION = [
    PlannedCall(
        f"{mechanism.triple.name}.invoke/{what}",
        invoked(mechanism),
        {**_GOOD[mechanism.name], **bad, "scores": scores},
        reason,
        tape="",
    )
    for mechanism in (NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL)
    for what, bad, scores, reason in _SCORES
]
_DISTANCES: tuple[tuple[str, dict[str, object], object, str], ...] = (
    ("negative", {}, -1.0, "no distance is negative"),
    ("minus_zero", {}, -0.0, "-0 carries a minus sign"),
    ("infinite", {}, INFINITE, "nothing is promised at infinite distance"),
    ("nan", {}, NAN, "not a number"),
    ("rational_among_floats", {}, Fraction(1), "the metric measures floats"),
    ("float_among_integers", space(int, 3), 1.0, "the metric measures integers"),
    ("boolean", space(int, 3), True, "a truth value is no number"),
    ("text", {}, "one", "text is no number"),
)
MAPPING = [
    PlannedCall(f"{NOISY_TOP_K.triple.name}.map/{what}", mapped(NOISY_TOP_K), {**_TOP_K, **bad, "d_in": d_in}, reason)
    for what, bad, d_in, reason in _DISTANCES
]
CASES: tuple[PlannedCall, ...] = (*CONSTRUCTION, *INVOCATION, *MAPPING)
