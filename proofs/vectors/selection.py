"""Vectors of permute-and-flip, of peeling, of the exponential mechanism and of the exact inverse transform."""

from fractions import Fraction

from impl.exponential_mechanism import attempt_exponential_mechanism, exponential_mechanism
from impl.inverse_transform import compare_share, inverse_transform
from impl.peeling import original_index, peel
from impl.permute_and_flip import permute_and_flip
from proofs.vectors.model import PlannedCall, cases


def given(*scores: Fraction | int | str, scale: Fraction | int | str = 1, **further: object) -> dict[str, object]:
    """Scores and scale as exact rationals."""
    return {"x": tuple(Fraction(score) for score in scores), "scale": Fraction(scale), **further}


def peeled(*scores: int, k: int, scale: int = 1) -> dict[str, object]:
    """Parameters of peeling."""
    return {"select": permute_and_flip, **given(*scores, scale=scale), "k": k}


PERMUTE_AND_FLIP = cases(
    "permute_and_flip",
    permute_and_flip,
    [
        ("single", given(7), "", "one candidate: neither a place nor a coin is to be drawn"),
        ("best_first", given(0, 1, 2), "10", "the best is met first and taken without a coin"),
        ("place_refused", given(0, 1, 2), "1110", "a place is drawn anew after 3"),
        ("worst_taken", given(0, 1, 2), "000101", "the worst is met first and its coin of e^-2 shows True"),
        ("worst_passed_over", given(0, 1, 2), "0011", "its coin shows False, and 2 of the two others is drawn next"),
        ("all_others_passed_over", given(0, 1, 2), "00101", "the last one left takes no coin for its place"),
        (
            "swapped_not_shifted",
            given(0, 1, 2, 3),
            "101000101",
            "after place 2 the order is 2, 1, 0, 3, not 2, 0, 1, 3",
        ),
        ("swapped_back", given(0, 1, 2), "01101", "1 goes to the front and 0 takes its place, to be met second"),
        ("tie_first", given(5, 5), "0", "both are greatest, no coin beyond the place"),
        ("tie_second", given(5, 5), "1", "and the second is as good"),
        (
            "negative",
            given("-7", "-9/2"),
            "001011",
            "only differences count: the coin of e^-(5/2), two units and a half, says yes",
        ),
        (
            "rational_scale",
            given(0, "1/3", scale="2/3"),
            "01",
            "(1/3)/(2/3) = 1/2 exactly: the coin of e^-(1/2) says yes",
        ),
        ("large_scale", given(0, 1, scale=10**40), "0" + "1", "e^(-10^-40) is not 1: a coin is tossed all the same"),
        (
            "large_gap",
            given(0, 10**300, scale="1/1024"),
            "01",
            "one coin decides against a score 10^300 below the best",
        ),
        ("scale_zero", given(1, 3, 3, 2, scale=0), "", "without noise the last of the greatest, and no coin"),
        ("scale_zero_single", given(-1, scale=0), "", "without noise, one candidate"),
        ("rest_of_the_tape", given(0, 1, 2), "1000", "coins that are not needed stay on the tape"),
        ("dry_in_the_place", given(0, 1, 2), "1", "half a place"),
        ("dry_in_the_coin", given(0, 1, 2), "000", "no answer, least of all the candidate that was being asked"),
    ],
)
PEEL = cases(
    "peel",
    peel,
    [
        ("none", peeled(1, 2, k=0), "", "nothing is asked for"),
        ("no_scores", peeled(k=2), "", "nothing is there"),
        ("one", peeled(0, 1, 2, k=1), "10", "one round is permute-and-flip"),
        ("front_first", peeled(1, 1, 1, k=3), "000", "the places 0, 0, 0 are the indices 0, 1, 2"),
        ("back_first", peeled(1, 1, 1, k=3), "101", "the places 2, 1, 0 are the indices 2, 1, 0"),
        ("middle_first", peeled(1, 1, 1, k=3), "011", "the places 1, 1, 0 are the indices 1, 2, 0"),
        (
            "step_over_in_ascending_order",
            peeled(1, 1, 1, 1, k=3),
            "10011",
            "place 1 steps over 1, then over 2; not over 2, then 1",
        ),
        (
            "maximum_anew",
            peeled(0, 5, 1, k=2),
            "011",
            "after 5 the maximum is 1: the second round needs no coin for it",
        ),
        ("more_than_there_are", peeled(3, 3, k=5), "1", "all indices, and no error"),
        ("scale_zero", peeled(100, 0, 150, 50, k=4, scale=0), "", "without noise, in order"),
        ("scale_zero_ties", peeled(1, 3, 3, 1, k=4, scale=0), "", "without noise, of equal scores the last first"),
        (
            "dry",
            peeled(1, 1, 1, k=2),
            "00",
            "the second round has no coins: nothing is released, not even the first index",
        ),
    ],
)
_REMOVED = (
    ("none", 0, (), "nothing removed, nothing to step over"),
    ("before", 0, (0,), "the first is gone"),
    ("behind", 0, (1,), "what is removed behind does not count"),
    ("adjacent", 2, (0, 1), "both are stepped over"),
    ("unsorted", 1, (2, 1), "over 1 to 2, over 2 to 3: ascending order, whatever the order of removal"),
    ("all_but_the_last", 0, (3, 1, 0, 2), "the only one left"),
    ("up_to_it", 2, (1, 4), "4 is behind index 3"),
)
ORIGINAL_INDEX = [
    PlannedCall(f"original_index/{what}", original_index, {"place": place, "removed": removed}, reason)
    for what, place, removed, reason in _REMOVED
]
ATTEMPT = cases(
    "attempt_exponential_mechanism",
    attempt_exponential_mechanism,
    [
        ("single", given(7), "", "one candidate: neither a place nor a coin is to be drawn"),
        ("best", given(0, 1, 2), "10", "the best is taken without a coin"),
        ("worst_taken", given(0, 1, 2), "000101", "the worst is chosen and its coin of e^-2 shows True"),
        ("turned_down", given(0, 1, 2), "001", "its coin shows False: no answer, and nobody in its place"),
        ("place_refused", given(0, 1, 2), "1110", "a place is drawn anew after 3, in the same attempt"),
        ("tie", given(5, 5), "0", "both are greatest, no coin beyond the place"),
        (
            "rational_scale",
            given(0, "1/3", scale="2/3"),
            "01",
            "(1/3)/(2/3) = 1/2 exactly: the coin of e^-(1/2) says yes",
        ),
        (
            "large_gap",
            given(0, 10**300, scale="1/1024"),
            "01",
            "one coin decides against a score 10^300 below the best",
        ),
        ("dry_in_the_coin", given(0, 1, 2), "000", "a coin that is not there is no refusal"),
    ],
)
EXPONENTIAL_MECHANISM = cases(
    "exponential_mechanism",
    exponential_mechanism,
    [
        ("single", given(7), "", "one candidate: neither a place nor a coin is to be drawn"),
        ("best_first", given(0, 1, 2), "10", "the best is chosen first and taken without a coin"),
        ("worst_taken", given(0, 1, 2), "000101", "the worst is chosen first and its coin of e^-2 shows True"),
        ("chosen_anew", given(0, 1, 2), "00110", "0 is turned down, and all three are drawn from again, by two coins"),
        ("turned_down_and_taken", given(0, 1, 2), "001000101", "who was turned down may be chosen again, and taken"),
        ("two_turned_down", given(0, 1, 2), "00101110", "0 and 1 are turned down: the coin of 1 is of e^-1"),
        ("tie_first", given(5, 5), "0", "both are greatest, no coin beyond the place"),
        ("tie_second", given(5, 5), "1", "and the second is as good"),
        (
            "negative",
            given("-7", "-9/2"),
            "001011",
            "only differences count: the coin of e^-(5/2), two units and a half, says yes",
        ),
        ("large_scale", given(0, 1, scale=10**40), "01", "e^(-10^-40) is not 1: a coin is tossed all the same"),
        (
            "large_gap",
            given(0, 10**300, scale="1/1024"),
            "011",
            "a score 10^300 below the best is turned down by one coin, then the best is chosen",
        ),
        ("scale_zero", given(1, 3, 3, 2, scale=0), "", "without noise the last of the greatest, and no coin"),
        ("scale_zero_single", given(-1, scale=0), "", "without noise, one candidate"),
        ("rest_of_the_tape", given(0, 1, 2), "1000", "coins that are not needed stay on the tape"),
        ("dry_in_the_place", given(0, 1, 2), "1", "half a place"),
        ("dry_after_a_refusal", given(0, 1, 2), "001", "no answer, least of all the best for want of coins"),
    ],
)
INVERSE_TRANSFORM = cases(
    "inverse_transform",
    inverse_transform,
    [
        ("single", given(7), "", "one cell, no coin"),
        ("tie_first", given(4, 4), "0", "an edge at exactly 1/2: one coin decides, equality must be decided"),
        ("tie_second", given(4, 4), "1", "the other half"),
        ("hidden_tie", given(0, 1, 0, 1), "01", "(1 + 1/e)/(2 + 2/e) = 1/2 exactly: balls alone never tell"),
        ("thirds", given(2, 2, 2), "0101011", "U follows the edge at 1/3 for five coins and passes it"),
        ("best", given(0, 1, 2), "1", "U >= 1/2 is in the last cell"),
        ("middle", given(0, 1, 2), "001", "in the cell between"),
        ("worst", given(0, 1, 2), "0000", "in the first cell, which is the least"),
        ("across_the_edge", given(0, 1, 2), "00011", "close to the edge between the first two cells"),
        (
            "rational_scale",
            given(0, "1/3", scale="2/3"),
            "010",
            "(1/3)/(2/3) = 1/2 exactly: the first cell ends at 0.377",
        ),
        ("far_apart", given(0, 20), "0" * 29, "the first cell is e^-20 wide, and can be met"),
        ("far_apart_best", given(0, 20), "0" * 27 + "1", "just beyond it"),
        ("underflow", given(0, 10**6), "0000", "e^(-10^6) is no float, and not 0: undecided, dry"),
        ("scale_zero", given(1, 3, 3, 2, scale=0), "", "without noise the last of the greatest, and no coin"),
        ("dry", given(2, 2, 2), "0101", "U may still be on either side of 1/3"),
    ],
    (compare_share,),
)
CASES: tuple[PlannedCall, ...] = (
    *PERMUTE_AND_FLIP,
    *PEEL,
    *ORIGINAL_INDEX,
    *ATTEMPT,
    *EXPONENTIAL_MECHANISM,
    *INVERSE_TRANSFORM,
)
