"""Vectors of privacy maps, with the directed operations that each takes."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from impl import registry
from impl.directed import inf_add, inf_cast, inf_div, inf_mul, inf_powi
from impl.range_divergence import RangeDivergence
from impl.registry import Mechanism
from proofs.vectors.encoding import encode
from proofs.vectors.mechanisms import CONCENTRATED, PURE, domain, space
from proofs.vectors.model import PlannedCall
from spec.space import Atom, MaxDivergence, ZeroConcentratedDivergence

WATCHED = (inf_add, inf_cast, inf_div, inf_mul, inf_powi)
LEAST = float.fromhex("0x1p-1074")
LARGEST = float.fromhex("0x1.fffffffffffffp+1023")


def mapped(mechanism: Mechanism) -> Callable[..., object]:
    """The function that makes the mechanism from all parameters but `d_in`, and maps that."""

    def map_(d_in: object, **parameters: object) -> object:
        return mechanism.factory(**parameters).map(d_in)

    return map_


def mapping(mechanism: Mechanism, what: str, given: Mapping[str, object], reason: str) -> PlannedCall:
    """A case of the map of a mechanism."""
    return PlannedCall(f"{mechanism.triple.name}.map/{what}", mapped(mechanism), given, reason, watched=WATCHED)


def of_top_k(
    measure: MaxDivergence | ZeroConcentratedDivergence, d_in: Atom, scale: float, k: int = 1, monotonic: bool = False
) -> Mapping[str, object]:
    """What the map of `make_noisy_top_k` is given; the atoms are of the type of d_in."""
    chosen = {"privacy_measure": measure, "k": k, "scale": scale, "negate": False}
    return {**space(type(d_in), monotonic=monotonic), **chosen, "d_in": d_in}


_BOTH: tuple[tuple[str, Atom, float, int, bool, str], ...] = (
    ("one", 1.0, 1.0, 1, False, "scores may move in both directions: the distance is doubled"),
    ("two_rounds", 1.0, 1.0, 2, False, "the loss of one round, twice"),
    ("monotonic", 1.0, 1.0, 1, True, "scores move in one direction: nothing is doubled"),
    ("scale_two", 1.0, 2.0, 1, False, "exact"),
    ("scale_two_monotonic", 1.0, 2.0, 1, True, "exact"),
    ("scale_two_top_two", 1.0, 2.0, 2, False, "exact"),
    ("scale_three", 1.0, 3.0, 1, False, "2/3 is no float: up, not to the nearest"),
    (
        "scale_three_top_three",
        1.0,
        3.0,
        3,
        False,
        "every step is rounded up, not the whole once: under max divergence above 3 * 2/3",
    ),
    ("scale_7_3", 1.0, 7.3, 1, False, "a scale that is no short fraction"),
    ("tenths", 0.1, 0.3, 1, True, "the floats next to 1/10 and 3/10, whose quotient is not 1/3"),
    ("no_rounds", 1.0, 1.0, 0, False, "k = 0 costs nothing"),
    ("scale_zero", 1.0, 0.0, 1, False, "no noise, no promise: infinite"),
    ("scale_zero_no_rounds", 1.0, 0.0, 0, False, "infinite even for k = 0: scale 0 is asked about before k"),
    ("distance_zero", 0.0, 1.0, 1, False, "nothing changed, nothing lost"),
    ("distance_zero_scale_zero", 0.0, 0.0, 1, False, "0 comes before infinite"),
    ("integer", 3, 4.0, 1, False, "an integer distance is doubled exactly, then divided"),
    ("integer_beyond_floats", 2**53 + 1, 1.0, 1, True, "2^53 + 1 is no float: cast upward"),
    ("rational", Fraction(1, 3), 1.0, 1, False, "2/3 exactly, then cast upward"),
    ("huge_k", 1.0, 1.0, 2**53 + 1, True, "k is cast upward to a float before the product"),
    (
        "least_distance",
        LEAST,
        1.0,
        1,
        False,
        "a subnormal distance; its square is rounded up from below the least float",
    ),
    ("least_distance_large_scale", LEAST, LARGEST, 1, True, "never 0 for a distance that is not 0"),
    (
        "subnormal_quotient",
        float.fromhex("0x1.8p-1022"),
        3.0,
        1,
        True,
        "0x0.8p-1022 exactly: rounding must not exceed it",
    ),
    (
        "subnormal_odd",
        float.fromhex("0x0.0000000000003p-1022"),
        2.0,
        1,
        True,
        "1.5 times the least float: up to 2, a tie",
    ),
    ("least_scale", 1.0, LEAST, 1, True, "1/2^-1074 is beyond the largest float: an error, never infinite"),
    ("just_fits", LARGEST, 1.0, 1, True, "the largest float itself; its square is an error"),
    ("doubling_overflows", LARGEST, 1.0, 1, False, "an error in the first step"),
    ("doubling_in_integers", 2**1023, 2.0, 1, False, "an integer is doubled exactly, and 2^1024 is no float: an error"),
    ("product_overflows", float.fromhex("0x1p+1023"), 1.0, 2, True, "an error in the last step"),
    ("square_overflows", float.fromhex("0x1p+512"), 1.0, 1, True, "2^512 fits, its square does not"),
    ("square_fits", float.fromhex("0x1.fffffffffffffp+511"), 1.0, 1, True, "the greatest float whose square fits"),
    ("just_above_one", float.fromhex("0x1.0000000000001p+0"), 1.0, 1, True, "the square needs 105 bits"),
    (
        "halfway",
        float.fromhex("0x1.0000000000001p+0"),
        float.fromhex("0x1.8p+0"),
        3,
        True,
        "three steps, each rounded up",
    ),
)
TOP_K = [
    mapping(registry.NOISY_TOP_K, f"{what}.{encode(measure)}", of_top_k(measure, d_in, scale, k, monotonic), reason)
    for measure in (PURE, CONCENTRATED)
    for what, d_in, scale, k, monotonic, reason in _BOTH
]
_ROUND = (
    ("one", 1.0, 1.0, "one round"),
    ("three", 1.0, 3.0, "rounded up"),
    ("zero", 0.0, 0.0, "nothing changed, nothing lost, even without noise"),
    ("scale_zero", 1.0, 0.0, "no noise, no promise: infinite"),
    ("overflow", LARGEST, 0.5, "an error, never infinite"),
    ("least", LEAST, 3.0, "a third of the least float, rounded up to it"),
)
SINGLE = [
    *(
        mapping(mechanism, what, {**given, "d_in": d_in}, reason)
        for mechanism, further in (
            (registry.REPORT_NOISY_MAX_GUMBEL, {"optimize": "max"}),
            (registry.INVERSE_TRANSFORM, {}),
        )
        for what, d_in, scale, reason in _ROUND
        for given in [{**space(float, 3), "scale": scale, **further}]
    ),
    *(
        mapping(
            registry.EXPONENTIAL_CANDIDATES_GUMBEL,
            what,
            {**domain(float, 3), "temperature": temperature, "d_in": d_in},
            reason,
        )
        for what, d_in, temperature, reason in (
            *_ROUND,
            ("range_distance", 2.0, 1.0, "d_in is a range distance already: nothing is doubled"),
        )
    ),
]
RANGE = [
    PlannedCall(
        f"RangeDivergence.privacy_map/{what}",
        RangeDivergence.privacy_map,
        {"d_in": d_in, "scale": scale, "k": k, **({} if size is None else {"size": size})},
        reason,
        watched=WATCHED,
    )
    for what, d_in, scale, k, size, reason in (
        ("one", 1.0, 1.0, 1, None, "one round costs one range"),
        ("two", 1.0, 1.0, 2, None, "2k - 1, not k"),
        ("none", 1.0, 1.0, 0, None, "k = 0 costs nothing, not -1"),
        ("thirds", 1.0, 3.0, 3, None, "rounded up"),
        ("scale_zero", 1.0, 0.0, 1, None, "no noise, no promise: infinite"),
        ("two_of_four", 1.0, 1.0, 2, 4, "2k - 1 again: n = 2k candidates are enough for two ways with none in common"),
        ("two_of_three", 1.0, 1.0, 2, 3, "k - 1 + min(k, n - k) = n - 1: two selections share a candidate"),
        ("all_of_three", 1.0, 1.0, 3, 3, "n - 1: the last round has no choice, and all selections agree on who is in"),
    )
]
CASES: tuple[PlannedCall, ...] = (*TOP_K, *SINGLE, *RANGE)
