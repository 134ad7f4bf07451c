"""Permute-and-flip: select one index, better scores more often."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from spec.triple import Triple
from spec.weights import ONE, ExpRatio, ExpSum, Law


def some_score_is_given(x: Sequence[Fraction]) -> bool:
    """There is a candidate to select."""
    return len(x) >= 1


def scale_is_nonnegative(scale: Fraction) -> bool:
    """scale >= 0."""
    return scale >= 0


def index_is_in_range(x: Sequence[Fraction], result: int) -> bool:
    """0 <= result < n."""
    return 0 <= result < len(x)


def law_of_permute_and_flip(x: Sequence[Fraction], scale: Fraction) -> Law:
    """P(r) = p_r * integral_0^1 prod_{j != r} (1 - t p_j) dt, where p_j = exp((x_j - max x) / scale).

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
