"""The search for the worst pair: does it find what is known, flag what is wrong, and never what is right?"""

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np
import pytest

from impl.permute_and_flip import permute_and_flip
from impl.registry import CONCENTRATED, MAX, RANGE
from proofs.engine.divergence import AnyLaw, Verdict, divergence, exactly, judge, pair
from proofs.engine.enclosure import enclose
from proofs.engine.law import at_the_coins
from proofs.worst.float_laws import gumbel_round, peeled, permute_and_flip_round
from proofs.worst.float_losses import Laboratory
from proofs.worst.maps import ANY, BY_RANGE, MAPS, ONE_WAY, Question, questions
from proofs.worst.search import Effort, search, violation
from proofs.worst.shrink import shrunk, size
from proofs.worst.starting_pairs import corners, first_places
from proofs.worst.subject import Metric, Neighbours, Scores, Subject
from proofs.worst.targeted import look
from spec.draw import Draw
from spec.gumbel import law_of_gumbel_top_k
from spec.peeling import law_of_peel
from spec.space import Measure
from tests.support.noise import Shifted

F = Fraction
ONE = F(1)
SMALL = Effort(laws=120, confirmed=1, shrinking=300)


def flips(x: Scores, k: int, scale: Fraction = ONE) -> AnyLaw:
    """Permute-and-flip, round by round."""
    return law_of_peel(permute_and_flip, x, scale, k)


def gumbel(x: Scores, k: int, scale: Fraction = ONE) -> AnyLaw:
    """The k greatest scores with Gumbel noise."""
    return law_of_gumbel_top_k([Shifted(score, scale) for score in x], k)


@pytest.mark.parametrize(("law", "one_round"), [(flips, permute_and_flip_round), (gumbel, gumbel_round)])
@pytest.mark.parametrize("x", [(0, 0, 0, 0), (3, -1, 0, 2), (0, 30, 60, 61), (5,)])
def test_guesses_are_about_right(
    law: Callable[..., list[tuple[tuple[int, ...], object]]], one_round: Callable[..., np.ndarray], x: tuple[int, ...]
) -> None:
    """Do the floats that steer agree with the exact laws, outcome by outcome?"""
    scores, k = tuple(map(F, x)), min(2, len(x))
    exact = dict(law(scores, k, F(2)))
    logs = peeled(one_round, F(2))(scores, k)
    expected = [float(enclose(exact[order], 256).log()) for order in sorted(exact)]  # type: ignore[arg-type]
    assert logs == pytest.approx(expected, rel=1e-9, abs=1e-12)


BUGS: Mapping[str, tuple[Callable[..., AnyLaw], Measure, Metric, Callable[[Fraction, int], Fraction], int, int]] = {
    "the factor 2 is missing": (flips, MAX, ANY, lambda d, k: k * d, 2, 1),
    "the factor 2 is missing, zCDP": (gumbel, CONCENTRATED, ANY, lambda d, k: k * d**2 / 8, 2, 1),
    "k is forgotten": (flips, MAX, ONE_WAY, lambda d, k: d, 3, 2),
    "k is forgotten, zCDP": (gumbel, CONCENTRATED, ONE_WAY, lambda d, k: d**2 / 8, 3, 2),
    "eta^2/16": (gumbel, CONCENTRATED, ONE_WAY, lambda d, k: k * d**2 / 16, 2, 1),
    "range adds up, as published": (gumbel, RANGE, BY_RANGE, lambda d, k: k * d, 4, 2),
    "permute-and-flip has the range of the exponential": (flips, RANGE, ONE_WAY, lambda d, k: k * d, 2, 1),
    "permute-and-flip has the zCDP of the exponential": (flips, CONCENTRATED, ONE_WAY, lambda d, k: d**2 / 8, 2, 1),
}
GUESS = {flips: peeled(permute_and_flip_round, ONE), gumbel: peeled(gumbel_round, ONE)}


@pytest.mark.parametrize("bug", BUGS)
def test_wrong_maps_are_caught(bug: str) -> None:
    """Is each wrong map exceeded, by a pair of small whole numbers that is close, and that fails anew?"""
    law, measure, metric, claim, n, k = BUGS[bug]
    subject = Subject(law, lambda d, n, k: exactly(claim(d, k)), measure, metric, guess=GUESS[law])
    found = search(subject, F(1), n, k, SMALL)
    assert found.verdict is Verdict.EXCEEDED
    assert found.smallest is not None
    at = found.smallest.at
    assert metric.close(at.x, at.y, 1)
    assert all(score.denominator == 1 and abs(score) <= 1 for score in (*at.x, *at.y))
    of = pair(law(at.x, at.k), law(at.y, at.k))
    assert judge(measure, of, exactly(claim(F(1), at.k))) is Verdict.EXCEEDED
    assert found.smallest.ratio.lower > 1
    assert divergence(measure, of).bounds.lower > claim(F(1), at.k)
    if "as published" in bug:
        assert sorted([sorted(at.x), sorted(at.y)]) == [[0, 0, 0, 0], [0, 0, 1, 1]]
        assert F(231055, 100000) < found.smallest.achieved.bounds.lower < F(231056, 100000)
        assert found.worst.achieved.bounds.lower > F(29999, 10000)


def test_the_scale_for_its_inverse() -> None:
    """Is a map that multiplies by the scale caught by the exact law alone, and by its published cousin?"""
    subject = Subject(lambda x, k: gumbel(x, k, F(1, 2)), lambda d, n, k: exactly(d / 2), MAX, ONE_WAY, scale=F(1, 2))
    assert search(subject, F(1), 2, 1, Effort(laws=60)).verdict is Verdict.EXCEEDED
    (published,) = [known for known in MAPS if known.inverse]
    found = Question(published, BY_RANGE, 2.0, F(1), 2, 1).ask(SMALL)
    assert found.verdict is Verdict.EXCEEDED
    assert Question(published, BY_RANGE, 1.0, F(1), 2, 1).ask(SMALL).verdict is Verdict.HELD


@pytest.mark.parametrize("group", list(questions(tuple(m for m in MAPS if not m.published), 1.0, F(1), 3, 2)))
def test_sound_maps_are_never_flagged(group: tuple[Question, ...]) -> None:
    """Is no sound map exceeded; and is what max divergence and a single tight map claim nearly reached?"""
    for question in group:
        found = question.ask(Effort(laws=90, confirmed=1))
        assert found.verdict is Verdict.HELD
        assert found.smallest is None
        tight = question.of.measure != CONCENTRATED or (question.of.kind, question.k) == ("tight_map", 1)
        if tight and question.n == 3 and question.of.mechanism != "permute_and_flip" and question.of.measure != RANGE:
            assert found.worst.ratio.lower > F(9, 10)


def test_a_published_map_that_is_loose() -> None:
    """Is it told how much too large a sound claim is?"""
    (loose,) = [m for m in MAPS if m.published and m.measure == CONCENTRATED]
    found = Question(loose, ANY, 1.0, F(1), 2, 1).ask(SMALL)
    assert found.verdict is Verdict.HELD
    assert F(23, 100) < found.worst.ratio.lower < found.worst.ratio.upper < F(24, 100)
    (report,) = [m for m in MAPS if m.published and m.mechanism == "report_noisy_max_gumbel"]
    assert Question(report, BY_RANGE, 1.0, F(1), 2, 1).ask(SMALL).worst.ratio.upper <= F(1, 2)


def lopsided(x: Scores, k: int) -> AnyLaw:
    """Right, but for the last candidate where it ties with the first: then it always wins."""
    if len(x) > 2 and x[0] == x[-1]:
        return [((len(x) - 1,), F(1))]
    return gumbel(x, 1)


def every_input_is_told(x: Scores, k: int) -> AnyLaw:
    """No privacy at all."""
    return [(tuple(map(str, x)), F(1))]


def sees_the_sign(x: Scores, k: int) -> AnyLaw:
    """The range distance does not see a common shift; this law does."""
    return [(min(x) < 0, F(1))]


@pytest.mark.parametrize(
    ("law", "metric", "n"), [(lopsided, ANY, 3), (sees_the_sign, BY_RANGE, 2), (every_input_is_told, ONE_WAY, 2)]
)
def test_any_mechanism_can_be_searched(law: Callable[[Scores, int], AnyLaw], metric: Metric, n: int) -> None:
    """Without a guess, is a flaw found that shows only on ties, or only by a common shift?"""
    subject = Subject(law, lambda d, n, k: exactly(4 * d), MAX, metric)
    found = search(subject, F(1), n, 1, Effort(laws=120))
    assert found.verdict is Verdict.EXCEEDED
    assert found.smallest is not None
    assert all(abs(score) <= 1 for score in (*found.smallest.at.x, *found.smallest.at.y))


def first_coin(x: Scores, draw: Draw) -> int:
    """Toss until heads; the greater the first score, the sooner."""
    while draw.bit():
        if x[0] > 0:
            return 1
    return 0


def test_laws_known_in_part_can_be_searched() -> None:
    """Does the search take laws measured at the coins, and flag what they show?"""
    subject = Subject(
        lambda x, k: at_the_coins(first_coin, x, missing=F(1, 2**12)), lambda d, n, k: exactly(d / 4), MAX, ONE_WAY
    )
    found = search(subject, F(1), 1, 1, Effort(laws=40))
    assert found.verdict is Verdict.EXCEEDED
    assert found.worst.seen[0].on_x.upper >= found.worst.seen[0].on_x.lower


def test_the_search_is_the_same_every_time_and_keeps_its_budget() -> None:
    """Are two runs alike, and is no more steered by than is allowed?"""
    seen: list[Scores] = []

    def law(x: Scores, k: int) -> AnyLaw:
        seen.append(x)
        return gumbel(x, k)

    subject = Subject(law, lambda d, n, k: exactly(d), MAX, ONE_WAY)
    first, second = (search(subject, F(1), 3, 1, Effort(laws=60)) for _ in range(2))
    assert first == second
    assert first.laws <= 61
    assert len(seen) == 2 * len(set(seen)) <= 2 * 61


@pytest.mark.parametrize("metric", [ANY, ONE_WAY, BY_RANGE])
def test_only_neighbours_are_looked_at(metric: Metric) -> None:
    """Is every first place within the distance, and no two the same; are few spread over all?"""
    every = list(first_places(metric, F(1), F(2), 3, 1, 10**6))
    assert len(set(every)) == len(every)
    assert all(metric.close(at.x, at.y, 1) for at in every)
    assert all(metric.distance((F(0),) * 3, move) == 1 or metric == BY_RANGE for move in corners(metric, F(1), 3))
    few = list(first_places(metric, F(1), F(2), 3, 1, 10))
    assert len(few) == 10
    assert set(few) < set(every)


def test_hypothesis_is_led() -> None:
    """Does `target()` lead towards what is far apart, the same way every time?"""

    def shown() -> list[Neighbours]:
        seen: list[Neighbours] = []

        def apart(at: Neighbours) -> float:
            seen.append(at)
            return float(at.x[0] - at.x[1])

        look(apart, ONE_WAY, F(1), F(1), 2, 1, 150)
        return seen

    seen = shown()
    assert max(at.x[0] - at.x[1] for at in seen) == 60
    assert len(seen) <= 150
    assert seen == shown()


def test_shrinking() -> None:
    """Does shrinking end at the smallest there is, at what still violates, and when its work is used up?"""
    at = Neighbours((F(7, 3), F(40), F(-9), F(2)), (F(10, 3), F(41), F(-9), F(1)), 3)

    def violates(other: Neighbours) -> bool:
        return other.n >= 2 and other.k >= 2 and max(other.x) - min(other.x) >= 3

    best = shrunk(at, violates, 10_000)
    assert best == Neighbours((F(0), F(3)), (F(0), F(3)), 2) or best == Neighbours((F(3), F(0)), (F(3), F(0)), 2)
    assert shrunk(at, lambda _: False, 10_000) == at
    some = shrunk(at, violates, 5)
    assert size(best) < size(some) <= size(at)


def test_what_counts_as_a_violation() -> None:
    """Are neighbours that are not close, or whose laws are not apart, no violation; and are others one?"""
    violates = violation(Laboratory(Subject(gumbel, lambda d, n, k: exactly(d / 2), MAX, ONE_WAY), 100), F(1))
    assert violates(Neighbours((F(0), F(0)), (F(1), F(0)), 1))
    assert not violates(Neighbours((F(0), F(0)), (F(1, 4), F(0)), 1))
    assert not violates(Neighbours((F(0), F(0)), (F(1), F(-1)), 1))
    assert not violates(Neighbours((F(0), F(0)), (F(2), F(0)), 1))


def test_the_laboratory_counts() -> None:
    """Is a law that was asked for before free?"""
    lab = Laboratory(Subject(gumbel, lambda d, n, k: exactly(d), MAX, ANY), 2)
    at = Neighbours((F(0), F(0)), (F(1), F(0)), 1)
    assert lab.apart(at) == lab.apart(at)
    assert lab.exhausted
    assert lab.spent == 2


@pytest.mark.parametrize("metric", [ANY, ONE_WAY, BY_RANGE])
def test_more_scores_find_no_less(metric: Metric, monkeypatch: pytest.MonkeyPatch) -> None:
    """Does a search among many scores begin with the best pairs of fewer, and so reach as much, about?"""
    subject = Subject(flips, lambda d_in, n, k: exactly(9), MAX, metric, guess=peeled(permute_and_flip_round, ONE))
    few = search(subject, ONE, 2, 1, SMALL)
    monkeypatch.setattr("proofs.worst.search.FEW", 2)
    many = search(subject, ONE, 4, 1, SMALL)
    assert many.worst.at.n == 4
    assert float(many.worst.ratio.lower) > float(few.worst.ratio.lower) * (1 - 1e-9)
