"""Do the fast twins run by default, on every kind of scores, and leave to exact arithmetic what floats cannot tell?"""

import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from impl.draws import SystemDraw, TapeDraw
from impl.fast import exactly, line, selection, table
from impl.fast.coins import Bits, TapeWords, Uniform, Words
from impl.fast.line import Few
from impl.fast.rows import Rows
from impl.fast.selection import select
from impl.fast.twin import TopK
from impl.noisy_top_k import make_noisy_top_k
from impl.registry import MECHANISMS, Setting
from spec import errors
from spec.measurement import Measurement
from spec.space import AtomDomain, AtomType, LInfDistance, MaxDivergence, VectorDomain, ZeroConcentratedDivergence

BOTH = (MaxDivergence(), ZeroConcentratedDivergence())


def top_k(k: int, scale: float = 1.0, negate: bool = False, atom: AtomType = float) -> Measurement[list[int]]:
    """A mechanism on vectors of any length."""
    return make_noisy_top_k(VectorDomain(AtomDomain(atom)), LInfDistance(atom), MaxDivergence(), k, scale, negate)


def test_fresh_entropy_runs_the_twin() -> None:
    """Does a release without coins run the twin, and one with coins, or of the literal mechanism, the function?"""
    mechanism = top_k(1)
    assert isinstance(mechanism.twin, TopK)
    assert mechanism.invoke(np.array([0.0, 1e6])) == [1]
    assert mechanism.literal.twin is None
    for literal in (mechanism.literal.invoke, lambda x: mechanism.invoke(x, SystemDraw())):
        assert literal([0.0, 1e6]) == [1]
        with pytest.raises(errors.NotAVector):
            literal(np.array([0.0, 1e6]))
    assert mechanism.invoke([0.0, 0.0], TapeDraw([1])) == mechanism.literal.invoke([0.0, 0.0], TapeDraw([1])) == [1]


@pytest.mark.parametrize("name", MECHANISMS)
def test_every_mechanism_has_a_twin(name: str) -> None:
    """Is the best of two far apart released by every mechanism, and the other by none?"""
    mechanism = MECHANISMS[name]
    for measure in mechanism.measures:
        made = mechanism.make(Setting(size=2, measure=measure))
        assert made.twin is not None
        assert made.invoke([1e6, 0.0]) == ([0] if mechanism.indices else 0)
        assert made.invoke((0.0, 1e6)) == made.literal.invoke((0.0, 1e6))


def test_many_releases() -> None:
    """Are so many releases made as asked for, and is a number refused that is none?"""
    released = top_k(1).release_many([0.0, 0.0], 200)
    assert len(released) == 200
    assert {index for (index,) in released} == {0, 1}
    assert top_k(1).release_many([0.0], 0) == []
    for times in (-1, 1.0, True):
        with pytest.raises(errors.TimesNotNatural, match="times must be a non-negative int"):
            top_k(1).release_many([0.0], times)  # type: ignore[arg-type]


def scores(kind: str, n: int) -> Any:
    """n scores, a thousand scales apart, so that only one order can be released."""
    order = random.Random(n).sample(range(n), n)
    far = [1000 * place for place in order]
    return {
        "floats": list(map(float, far)),
        "integers": far,
        "huge": [10**400 + each for each in far],
        "fractions": [Fraction(each) + Fraction(1, 3) for each in far],
        "float array": np.array(far, float),
        "float32 array": np.array(far, np.float32),
        "integer array": np.array(far, np.int32),
        "wide array": np.array([2**62 + each for each in far], np.int64),
        "unsigned array": np.array([2**63 + each for each in far], np.uint64),
    }[kind]


ATOMS: dict[str, AtomType] = {
    "floats": float,
    "integers": int,
    "huge": int,
    "fractions": Fraction,
    "float array": float,
    "float32 array": float,
    "integer array": int,
    "wide array": int,
    "unsigned array": int,
}


@pytest.mark.parametrize("kind", ATOMS)
@pytest.mark.parametrize("n", [1, 2, 7, 100, 128, 129, 600])
@pytest.mark.parametrize("negate", [False, True])
def test_every_kind_of_scores(kind: str, n: int, negate: bool) -> None:
    """Are scores of every kind, few and many, put in order where noise cannot change it, also with k > n?"""
    x = scores(kind, n)
    values = (
        [Fraction(float(v)) if isinstance(v, np.floating) else Fraction(int(v)) for v in x] if "array" in kind else x
    )
    expected = sorted(range(n), key=values.__getitem__, reverse=not negate)
    for k in {1, min(3, n), *((n, n + 5) if n < 200 else ())}:
        for scale in (1.0, 0.0, 5e-324):
            assert top_k(k, scale, negate, ATOMS[kind]).invoke(x) == expected[:k]


@pytest.mark.parametrize("n", [1, 5, 15, 16, 40])
def test_few_scores_and_many_indices(n: int) -> None:
    """Are few scores ordered where many indices are wanted, as lists and arrays, and is NaN refused in either?"""
    order = random.Random(n).sample(range(n), n)
    x = [1000.0 * place for place in order]
    expected = sorted(range(n), key=x.__getitem__, reverse=True)
    for k in (15, 16, 50):
        for given in (x, tuple(x), np.array(x), np.array(x, np.float32)):
            assert top_k(k).invoke(given) == expected[:k]
        for wrong in ([*x, math.nan], np.array([math.nan, *x])):
            with pytest.raises(errors.NanScore):
                top_k(k).invoke(wrong)


@pytest.mark.parametrize("n", [3, 200])
def test_ties_at_scale_0(n: int) -> None:
    """Of equal scores, is the last first at scale 0, infinities counting as the largest float?"""
    largest, inf = 1.7976931348623157e308, float("inf")
    x = [largest, inf, -inf, *([-largest] * (n - 3))]
    expected = [1, 0, *range(n - 1, 1, -1)]
    for given in (x, np.array(x)):
        assert top_k(n, 0.0).invoke(given) == expected
    assert top_k(n, 0.0).literal.invoke(x) == expected


def test_huge_scales_and_infinities() -> None:
    """Do gaps beyond the largest float count at a scale of their size, and infinities as the largest float?"""
    inf, n = float("inf"), 150
    for x in ([inf, -inf], [1.7e308, -1.7e308], np.array([inf] + [-inf] * n), [-inf] * 3):
        released = [tuple(top_k(1, 1.7e308).invoke(x)) for _ in range(600)]
        assert len(set(released)) > 1
        assert sorted(top_k(len(x), 1.0).invoke(x)) == list(range(len(x)))


def test_bad_input() -> None:
    """Is bad input refused with the designed errors: too many scores, NaN, an array of another kind or shape?"""
    twin = TopK(VectorDomain(AtomDomain(float), 2), 1.0, 1, False, False)
    for x, error in (
        (np.zeros(3), errors.WrongSize(2)),
        (np.zeros((1, 2)), errors.NotAVector()),
        (np.zeros(2, int), errors.WrongAtomType("float")),
        (np.array([1.0, float("nan")]), errors.NanScore()),
        ([1.0, float("nan")], errors.NanScore()),
        (None, errors.NotAVector()),
    ):
        with pytest.raises(errors.NotInDomain) as caught:
            twin.release(x)
        assert caught.value == error
    with pytest.raises(errors.NanScore):
        top_k(1).invoke(np.full(200, float("nan")))
    assert top_k(1).invoke(np.array([])) == top_k(1).invoke([]) == top_k(0).invoke([1.0]) == []


def test_too_many_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Are more scores refused than the bounds are proved for?"""
    monkeypatch.setattr(selection, "MOST_SCORES", 3)
    with pytest.raises(errors.TooManyScores, match="at most 3 scores"):
        top_k(1).invoke([0.0] * 4)


class Long(list[float]):
    """Scores of which there are more than are held."""

    def __init__(self, size: int) -> None:
        super().__init__([0.0])
        self._size = size

    def __len__(self) -> int:
        return self._size


def test_as_many_scores_as_promised() -> None:
    """Are 2^26 scores not refused, and one more?"""
    assert select(Long(2**26), 1.0, 0, False, True) == []
    with pytest.raises(errors.TooManyScores, match="at most 67108864 scores"):
        select(Long(2**26 + 1), 1.0, 0, False, True)


def test_no_entropy_no_release() -> None:
    """Is nothing released if the operating system hands out no entropy, or too little?"""

    def missing(size: int) -> bytes:
        raise OSError

    for source in (missing, lambda size: b"0"):
        with pytest.raises(errors.EntropyExhausted):
            select([0.0, 0.0], 1.0, 1, False, True, Words(source))


@pytest.mark.parametrize("kind", ["few", "rows"])
@pytest.mark.parametrize("flip", [False, True])
def test_everything_can_be_left_to_balls(monkeypatch: pytest.MonkeyPatch, kind: str, flip: bool) -> None:
    """On the same words, is the same selected if floats decide nothing?"""
    x = [0.0, -0.5, -0.5, -3.0, -250.0, -251.0]

    def released(words: Words) -> list[int]:
        made = Few(x, 1.0, 0.0) if kind == "few" else Rows(np.array(x), 1.0, 0.0)
        return selection.rounds(made, 4, flip, words)

    tapes = [tuple(random.Random(seed).getrandbits(64) for _ in range(60)) for seed in range(40)]
    by_floats = [released(TapeWords(64, tape)) for tape in tapes]
    assert len({tuple(each) for each in by_floats}) > 3
    monkeypatch.setattr(Words, "slack", 0.4)
    monkeypatch.setattr(selection, "FLIP_ERROR", 2.0)
    monkeypatch.setattr(table, "DEPTH_ERROR", 4.0)
    asked = Counter[str]()
    for where, name in ((exactly, "cell"), (exactly, "accepts"), (table.Table, "find_exactly")):
        original = getattr(where, name)
        monkeypatch.setattr(where, name, lambda *args, n=name, f=original: asked.update([n]) or f(*args))
    untouched = [released(TapeWords(64, tape)) for tape in tapes]
    assert asked["cell" if kind == "few" else "find_exactly"] > 100
    assert (asked["accepts"] > 10) == flip
    same = [a == b for a, b in zip(by_floats, untouched, strict=True)]
    assert sum(same) >= 30  # a ball asks for words that floats leave to what comes next


def test_weights_are_taken_anew() -> None:
    """Are gaps of hundreds of scales, of which no float holds the weights, selected in order?"""
    x = [-300.0 * j for j in range(300)]
    given: Any
    for given in (x, np.array(x), [Fraction(v) for v in x]):
        chosen = select(given, 1.0, 40, False, True)
        assert chosen == list(range(40))


@pytest.mark.parametrize("flip", [False, True])
def test_a_score_of_minus_infinity_below_finite_ones(flip: bool) -> None:
    """Is it no error, wherever balls decide, and never selected before the others?"""
    x = [0.0, -float("inf"), -0.5]
    for _ in range(50):
        assert select(x, 1.0, 2, False, flip, Bits())[-1] != 1
    assert select(x, 1.0, 3, False, flip, Bits())[2] == 1


def test_uniform_number_below_a_count() -> None:
    """Does a uniform number draw more bits exactly if it must, and then tell the part that it is in?"""
    words = TapeWords(2, [3, 0])
    assert Uniform(1, words).times(4) == 1
    assert words.used == 0
    assert Uniform(1, words).times(3) == 1
    assert words.used == 1


def test_errors_cover_what_they_must() -> None:
    """Is what a word leaves open a rounding of floats, and are whole blocks of candidates whole rows?"""
    assert Words.slack == line.ROUNDING == 2.0**-53
    assert table.BLOCK % table.COLUMNS == 0
    assert Words().coins == 0
