"""Vectors of the mechanisms as they are used: made from parameters, and invoked on scores."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from impl import registry
from impl.gumbel import greater_than
from impl.range_divergence import RangeDivergence
from impl.registry import Mechanism
from proofs.vectors.encoding import encode
from proofs.vectors.model import PlannedCall, cases
from spec.draw import Draw
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, MaxDivergence, VectorDomain, ZeroConcentratedDivergence

Parameters = Mapping[str, object]
PURE, CONCENTRATED = MaxDivergence(), ZeroConcentratedDivergence()
INFINITE = float("inf")


def invoked(mechanism: Mechanism) -> Callable[..., object]:
    """The function that makes the mechanism from all parameters but `scores`, and invokes it on those."""

    def invoke(scores: object, draw: Draw, **parameters: object) -> object:
        return mechanism.factory(**parameters).invoke(scores, draw)

    return invoke


def invocations(
    mechanism: Mechanism,
    rows: Iterable[tuple[str, Mapping[str, object], str, str]],
    watched: tuple[Callable[..., Any], ...] = (greater_than,),
) -> list[PlannedCall]:
    """Cases of a mechanism, invoked."""
    return cases(f"{mechanism.triple.name}.invoke", invoked(mechanism), rows, watched)


def domain(atom: AtomType, size: int | None = None) -> dict[str, object]:
    """A domain of vectors."""
    return {"input_domain": VectorDomain(AtomDomain(atom), size)}


def space(atom: AtomType, size: int | None = None, monotonic: bool = False) -> dict[str, object]:
    """A domain of vectors and the distance on it."""
    return {**domain(atom, size), "input_metric": LInfDistance(atom, monotonic)}


def top_k(scores: Sequence[Atom], k: int, scale: float = 1.0, negate: bool = False, sized: bool = False) -> Parameters:
    """What both measures of `make_noisy_top_k` are given, but for the measure."""
    atom = type(scores[0]) if scores else float
    chosen = {"k": k, "scale": scale, "negate": negate}
    return {**space(atom, len(scores) if sized else None), **chosen, "scores": scores}


def of_size(scores: Sequence[Atom], **chosen: object) -> Parameters:
    """What a mechanism is given that returns one index, and so knows how many there are."""
    return {**space(type(scores[0]), len(scores)), **chosen, "scores": scores}


def candidates(scores: Sequence[Atom], temperature: float) -> Parameters:
    """What `make_base_exponential_candidates_gumbel` is given."""
    return {**domain(type(scores[0]), len(scores)), "temperature": temperature, "scores": scores}


def ranged(x: Sequence[Atom], k: int, scale: float = 1.0, negate: bool = False) -> Parameters:
    """What `RangeDivergence.noisy_top_k` is given."""
    return {"x": x, "scale": scale, "k": k, "negate": negate}


_FOUR = [1.0, 2.0, 30.0, 2.0]
_TOP_K = (
    ("sharp", top_k(_FOUR, 2), "the best by far, then one of two equals"),
    ("negated", top_k([1, 2, 30, 2], 2, negate=True), "the least are best; scores are integers"),
    ("rational", top_k([Fraction(1, 3), Fraction(1, 2), Fraction(-1, 7)], 3, 0.5), "no score is rounded to a float"),
    ("blunt", top_k([0.0, 1.0, 2.0], 3, 4.0), "noise that overturns the order of the scores"),
    ("tenth", top_k([0.1, 0.2, 0.3], 2, 0.1), "the scale is the float next to 1/10, and 0.3 - 0.1 is taken exactly"),
    ("infinite", top_k([INFINITE, -INFINITE, 1.0], 2), "an infinite score counts as the largest finite float"),
    ("infinite_tie", top_k([INFINITE, float.fromhex("0x1.fffffffffffffp+1023")], 1), "and so ties with that float"),
    ("beyond_floats", top_k([10**400, 10**400 + 1], 1), "an integer that no float holds; a difference of 1 counts"),
    ("none", top_k(_FOUR, 0), "k = 0: no index, no coin"),
    ("fewer_scores", top_k([5.0, 5.0], 7), "an unsized domain may hold fewer than k scores: all, in noisy order"),
    ("no_scores", top_k([], 3), "the empty vector is a member of an unsized domain"),
    ("scale_zero", top_k([100.0, 0.0, 150.0, 50.0], 4, 0.0, sized=True), "a value that must come out: [2, 0, 3, 1]"),
    ("scale_zero_negated", top_k([7, 3, 3], 2, 0.0, negate=True), "without noise, the last of the least first"),
    ("minus_zero", top_k([-0.0, 0.0], 1, 0.0), "-0 and 0 are equal scores: the last one"),
    ("dry", top_k([5.0, 5.0, 5.0], 3), "too few coins: an error, and no index"),
    ("subnormal_scale", top_k([0.0, 5e-324], 1, 5e-324), "the gap is exactly one scale"),
)
_COINS = {PURE: "01010010111001001110101", CONCENTRATED: "1001011000111010010111001001011011010010"}
NOISY_TOP_K = [
    case
    for measure, coins in _COINS.items()
    for case in invocations(
        registry.NOISY_TOP_K,
        [
            (
                f"{what}.{encode(measure)}",
                {**given, "privacy_measure": measure},
                "10" if what == "dry" else coins,
                reason,
            )
            for what, given, reason in _TOP_K
        ],
    )
]
_TAPE = _COINS[CONCENTRATED]
_DRY = "00"
_ONE_INDEX = (
    ("largest", [1.0, 2.0, 4.0], 1.0, "three floats"),
    ("blunt", [4.0, 2.0, 1.0], 4.0, "noise that may overturn the order of the scores"),
    ("tie", [3, 3], 2.0, "equal integers"),
    ("rational", [Fraction(1, 3), Fraction(1, 2)], 0.25, "no score is rounded to a float"),
    ("infinite", [-INFINITE, INFINITE], 1.0, "infinite scores count as the largest finite floats"),
    ("single", [-INFINITE], 1.0, "one candidate, no coin"),
    ("scale_zero", [1, 3, 3, 2], 0.0, "without noise the last of the best"),
    ("dry", [2.0, 2.0, 2.0], 1.0, "too few coins: an error, and no index"),
)
REPORT_NOISY_MAX = invocations(
    registry.REPORT_NOISY_MAX_GUMBEL,
    [
        (
            f"{what}.{optimize}",
            of_size(scores, scale=scale, optimize=optimize),
            _DRY if what == "dry" else _TAPE,
            reason,
        )
        for optimize in ("max", "min")
        for what, scores, scale, reason in _ONE_INDEX
    ],
)
EXPONENTIAL_CANDIDATES = invocations(
    registry.EXPONENTIAL_CANDIDATES_GUMBEL,
    [
        (what, candidates(scores, scale), _DRY if what == "dry" else _TAPE, reason)
        for what, scores, scale, reason in _ONE_INDEX
    ],
)
INVERSE_TRANSFORM = invocations(
    registry.INVERSE_TRANSFORM,
    [
        (what, of_size(scores, scale=scale), "0101" if what == "dry" else _TAPE, reason)
        for what, scores, scale, reason in _ONE_INDEX
    ],
    watched=(),
)
RANGE_TOP_K = cases(
    registry.RANGE_DIVERGENCE.triple.name,
    RangeDivergence.noisy_top_k,
    [
        ("sharp", ranged(_FOUR, 2), _TAPE, "the best by far, then one of two equals"),
        ("negated", ranged([1, 2, 30, 2], 4, negate=True), _TAPE, "the least are best"),
        ("none", ranged(_FOUR, 0), "", "k = 0: no index, no coin"),
        ("fewer_scores", ranged([5.0, 5.0], 7), "1110", "all there are"),
        ("scale_one_tenth", ranged([0.1, 0.2, 0.3], 2, 0.1), _TAPE, "the scale is the float next to 1/10"),
        ("dry", ranged([5.0, 5.0], 1), "00", "too few coins: an error, and no index"),
    ],
    (greater_than,),
)
CASES: tuple[PlannedCall, ...] = (
    *NOISY_TOP_K,
    *REPORT_NOISY_MAX,
    *EXPONENTIAL_CANDIDATES,
    *RANGE_TOP_K,
    *INVERSE_TRANSFORM,
)
