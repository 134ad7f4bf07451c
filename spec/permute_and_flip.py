"""Permute-and-flip: select one index, better scores more often.

Promised, to whoever calls it: on independent fair coins the index has exactly the law that is written here, for every
list of rational scores that is not empty and every scale that is not negative. And of that law: if two lists of scores
are within range distance d of each other, no set of indices is likelier on the one than e^(d/scale) times what it is
on the other; and their Rényi divergences are at most what permute-and-flip costs under zero-concentrated divergence.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from spec.logic.claim import Claim, Kind
from spec.logic.closeness import EPSILON, Abbreviated, CodeIsPrivate, LawIsPrivate
from spec.logic.formula import Symbol, function, lesser
from spec.logic.promise import HasLaw
from spec.losses import permute_and_flip_range, rho
from spec.samplers import EXP_HAS_LAW, UNIFORM_HAS_LAW
from spec.space import MaxDivergence, RangeDivergence, ZeroConcentratedDivergence
from spec.triple import Triple
from spec.weights import ONE, ExpRatio, ExpSum, Law


def some_score_is_given(x: Sequence[Fraction]) -> bool:
    """n >= 1."""
    return len(x) >= 1


def scale_is_nonnegative(scale: Fraction) -> bool:
    """scale >= 0."""
    return scale >= 0


def index_is_in_range(x: Sequence[Fraction], result: int) -> bool:
    """0 <= result < n."""
    return 0 <= result < len(x)


def law_of_permute_and_flip(x: Sequence[Fraction], scale: Fraction) -> Law:
    """P(r) = p_r·∫[0..1] Π_{j≠r} (1 - t·p_j) dt, where p_j = e^((x_j - max x)/scale).

    At scale 0, the last of the greatest.

    The product is multiplied out over the sets S of other candidates, and t^|S| integrates to 1/(|S| + 1).
    """
    best = max(x)
    if scale == 0:
        return [(max(i for i, score in enumerate(x) if score == best), ONE)]
    gaps = [(best - score) / scale for score in x]
    return [(r, _integral(gaps[r], [gap for j, gap in enumerate(gaps) if j != r])) for r in range(len(x))]


def _integral(own: Fraction, others: Sequence[Fraction]) -> ExpRatio:
    return ExpRatio(
        ExpSum(
            (own + sum(chosen), Fraction((-1) ** size, size + 1))
            for size in range(len(others) + 1)
            for chosen in combinations(others, size)
        )
    )


PERMUTE_AND_FLIP = Triple(
    name="permute_and_flip",
    cite=("noisy_top_k.prose.permute_and_flip_law", "noisy_top_k.prose.permute_and_flip_used"),
    requires=(some_score_is_given, scale_is_nonnegative),
    ensures=(index_is_in_range,),
    law=law_of_permute_and_flip,
)

HAS_LAW = HasLaw("impl.permute_and_flip.permute_and_flip", PERMUTE_AND_FLIP)
RHO, R = Symbol("ρ"), Symbol("R")

LAW = Claim("permute_and_flip.law", Kind.LAW, HAS_LAW.provided(UNIFORM_HAS_LAW, EXP_HAS_LAW))
CODE = Claim("permute_and_flip.code", Kind.CONTRACT, HAS_LAW)
MAX_DIVERGENCE = Claim(
    "permute_and_flip.max_divergence",
    Kind.PRIVACY,
    LawIsPrivate(law_of_permute_and_flip, MaxDivergence(), Abbreviated(EPSILON)),
)
ZERO_CONCENTRATED = Claim(
    "permute_and_flip.zero_concentrated",
    Kind.PRIVACY,
    LawIsPrivate(
        law_of_permute_and_flip,
        ZeroConcentratedDivergence(),
        Abbreviated(
            lesser(EPSILON * function("tanh", EPSILON / 2), RHO),
            where=((RHO, rho(R)), (R, permute_and_flip_range(EPSILON))),
        ),
    ),
)

MAX_DIVERGENCE_PRIVACY = Claim(
    "permute_and_flip.max_divergence.privacy",
    Kind.PRIVACY,
    CodeIsPrivate(HAS_LAW, MaxDivergence(), Abbreviated(EPSILON)),
)
ZERO_CONCENTRATED_PRIVACY = Claim(
    "permute_and_flip.zero_concentrated.privacy",
    Kind.PRIVACY,
    CodeIsPrivate(
        HAS_LAW,
        ZeroConcentratedDivergence(),
        Abbreviated(RHO, where=((RHO, rho(R)), (R, permute_and_flip_range(EPSILON)))),
    ),
)
RANGE_PRIVACY = Claim(
    "permute_and_flip.range.privacy",
    Kind.PRIVACY,
    CodeIsPrivate(HAS_LAW, RangeDivergence(), Abbreviated(permute_and_flip_range(EPSILON))),
)
