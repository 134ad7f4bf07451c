"""Do the twins treat scores at the limits, and arrays of every layout, as the literal functions do the same numbers?"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from impl.fast import field
from impl.fast.arrays import array_of
from impl.fast.coins import Stream, Words
from impl.fast.line import FEW
from impl.fast.rows import Rows
from impl.fast.selection import rounds, select
from impl.noisy_top_k import make_noisy_top_k
from proofs.engine.law import by_contract
from proofs.mechanisms.fast import refused
from proofs.mechanisms.fast.tree import encloses, law_by_words
from spec import errors
from spec.measurement import Measurement
from spec.space import AtomDomain, AtomType, LInfDistance, MaxDivergence, VectorDomain, ZeroConcentratedDivergence

INF, LARGEST, LEAST = float("inf"), 1.7976931348623157e308, 5e-324
MANY = 200
"""More than FEW, so that arrays are used."""


def top_k(
    k: int, scale: float = 1.0, flip: bool = True, atom: AtomType = float, negate: bool = False
) -> Measurement[list[int]]:
    """A mechanism on vectors of any length."""
    measure = MaxDivergence() if flip else ZeroConcentratedDivergence()
    return make_noisy_top_k(VectorDomain(AtomDomain(atom)), LInfDistance(atom), measure, k, scale, negate)


def padded(x: Sequence[Any], low: Any) -> list[Any]:
    """These scores, and so many low ones that arrays are used."""
    return [*x, *([low] * (MANY - len(x)))]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("scale", [LEAST, 1e-300, 1.0, 1e288, 1e290, 1e308, LARGEST])
def test_no_warning_and_no_error_by_scores(scale: float, flip: bool) -> None:
    """Whatever the scores, does every release end with k indices, without a warning, even where NumPy is to raise?"""
    vectors = [
        [LARGEST, -LARGEST, 0.0],
        [INF, -INF, 1.0],
        [-INF, -LARGEST, -INF],
        [LEAST, 0.0, -0.0],
        [1e300, -1e300, 1e-300],
        [2.2e-308, 1.1e-308, LEAST],
    ]
    with np.errstate(all="raise"):
        for few in vectors:
            for x in (few, padded(few, few[1])[:110], padded(few, few[1]), padded(few, -INF), padded(few, few[0])):
                for k in (1, 3, 40):
                    for given in (x, tuple(x), np.array(x)):
                        for negate in (False, True):
                            chosen = top_k(k, scale, flip, negate=negate).invoke(given)
                            assert len(set(chosen)) == len(chosen) == min(k, len(x))


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("n", [2, 110, MANY])
def test_infinite_scores_equal_the_largest(n: int, flip: bool) -> None:
    """Is minus infinity as good as the least float, also once all others are taken, and infinity as the largest?"""
    for x in ([5.0, -INF, -LARGEST], [5.0, -LARGEST, -INF], [-5.0, INF, LARGEST]):
        best = 2 if x[0] < 0 else 3
        given: Any
        for given in (x, np.array(x + [-INF] * (n if n > FEW else 0))):
            for k in {2, best}:
                seen = Counter(tuple(top_k(k, 1.0, flip).invoke(given)) for _ in range(60))
                assert len(seen) > 1


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("n", [2, MANY])
def test_no_score_is_below_the_least_float(n: int, flip: bool) -> None:
    """If no score is above the least float, is each index selected, first and last, of few and many, and in a race?"""
    for least, k in product(([-LARGEST, -INF], [-INF, -LARGEST], [-INF, -INF]), (1, 2, 40)):
        given: Any
        for given in (least * n, np.array(least * n)):
            chosen = [select(given, 1.0, k, False, flip, Stream(Random(seed).randbytes)) for seed in range(20)]
            assert {each[0] % 2 for each in chosen} == {each[-1] % 2 for each in chosen} == {0, 1}


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("n", [41, MANY, 5000])
def test_minus_infinity_comes_last(n: int, flip: bool) -> None:
    """Are scores in order, one by one and in a race, and those of minus infinity last, in any order with the least?"""
    x: Any = np.full(n, -INF)
    x[:40] = [*(-1000.0 * j for j in range(1, 40)), -LARGEST]
    followed = set()
    for seed in range(20):
        for k in (5, 40, 41):
            chosen = select(x, 1.0, k, False, flip, Stream(Random(seed).randbytes))
            assert chosen[:39] == [*range(min(k, 39))]
            assert len({*chosen}) == k
        followed.add(chosen[39])
    assert followed != {39}


def test_a_law_with_infinite_scores() -> None:
    """Is the law of arrays with an infinite score that of the literal function?"""
    x = [-LARGEST, -INF]

    def released(words: Words) -> list[int]:
        return rounds(Rows(np.clip(x, -LARGEST, None), 1.0, -LARGEST), 1, True, words)

    promised = by_contract(top_k(1).literal.invoke, x)
    assert encloses(law_by_words(released, 3, 300), promised, Fraction(1, 100))


LAYOUTS: dict[str, Any] = {
    "read-only": lambda a: np.frombuffer(a.tobytes(), a.dtype),
    "every second": lambda a: np.repeat(a, 2)[::2],
    "reversed": lambda a: a[::-1].copy()[::-1],
    "column": lambda a: np.stack([a, a], 1)[:, 0],
    "other byte order": lambda a: a.astype(a.dtype.newbyteorder()),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"])
def test_arrays_of_every_layout_and_kind(kind: str, layout: str) -> None:
    """Is the best found in arrays of every kind of numbers and layout in memory, and is the array left as it was?"""
    atom = float if kind[0] == "f" else int
    for n in (5, MANY, 3000):
        plain = np.zeros(n, kind)
        plain[[3, 1]] = [100, 50]
        x = LAYOUTS[layout](plain)
        before = x.tolist()
        for k, scale in ((1, 0.25), (2, 0.25), (2, 0.0)):
            assert top_k(k, scale, True, atom).invoke(x) == [3, 1][:k]
        assert x.tolist() == before


@pytest.mark.parametrize("n", [3, MANY])
def test_integers_at_their_limits(n: int) -> None:
    """Are the extremes of 64 bits told apart, which no float tells, and beyond 64 bits in lists?"""
    for kind, low, high in (("i8", -(2**63), 2**63 - 1), ("u8", 0, 2**64 - 1)):
        x = np.full(n, low, kind)
        x[2], x[1] = high, high - 1
        assert top_k(2, 0.01, True, int).invoke(x) == [2, 1]
        assert top_k(1, 0.01, True, int, negate=True).invoke(x) not in ([1], [2])
    for low in (-(2**53) - 1, -(2**60) - 1, 2**53):
        x = np.full(n, low, "i8")
        x[2] += 1
        for k, flip in product((1, 20), (False, True)):
            assert top_k(k, 0.01, flip, int).invoke(x)[0] == 2
    big = [10**400] * n
    big[1] += 1
    assert top_k(1, 1e-3, True, int).invoke(big) == [1]
    huge = [Fraction(1, 3**500)] * n
    huge[2] += Fraction(1, 7**300)
    assert top_k(1, 1e-300, True, Fraction).invoke(huge) == [2]


@pytest.mark.parametrize("place", [0, 100, MANY - 1])
def test_nan_anywhere(place: int) -> None:
    """Is NaN refused wherever it stands, in lists and arrays, by the error of the literal function?"""
    x = [1.0] * MANY
    x[place] = float("nan")
    for given in (x, tuple(x), np.array(x), np.array(x, "f2"), np.array(x, ">f8")):
        for k, scale in ((1, 1.0), (1, 0.0), (50, 1.0), (1, 1e300)):
            with pytest.raises(errors.NanScore):
                top_k(k, scale).invoke(given)
    with pytest.raises(errors.NanScore):
        top_k(1).literal.invoke(x)


class Mine(float):
    """A float of another type."""


@pytest.mark.parametrize(
    "odd",
    [True, 1, Mine(1.0), np.float64(1.0), "1", "1234", "", (), (None,) * 4, None, 1j, Fraction(1), [1.0], float("nan")],
    ids=repr,
)
@pytest.mark.parametrize("place", [0, 77, MANY - 1])
def test_long_lists_are_refused_as_by_the_literal(odd: Any, place: int) -> None:
    """Does one element of another type in a long list cause the error of the literal function?"""
    for atom, plain in ((float, 1.0), (int, 1), (Fraction, Fraction(1))):
        x: list[Any] = [plain] * MANY
        x[place] = odd
        made = top_k(1, 1.0, True, atom)
        due = refused(made.literal.invoke, x)
        assert refused(made.invoke, x) == due
        assert (due is None) == (type(odd) is atom and odd == odd)


def test_lists_are_read_in_one_pass() -> None:
    """Is a list of one type read bit for bit, and no other?"""
    floats = [0.0, -0.0, LEAST, -INF, 1 / 3, LARGEST]
    for kind in (list, tuple):
        read = array_of(kind(floats), float)
        assert read is not None
        assert [float.hex(v) for v in read.tolist()] == [float.hex(v) for v in floats]
        small = array_of(kind([0, -(2**31), 2**31 - 1]), int)
        assert small is not None
        assert small.tolist() == [0, -(2**31), 2**31 - 1]
        assert array_of(kind([1, 2**31]), int) is None
        assert array_of(kind([1.0, 1]), float) is None
        assert array_of(kind([1.0, None]), float) is None
        assert array_of(kind([1.0, "12345678"]), float) is None
        assert array_of(kind([1.0, "1234"]), float) is None  # as long as a float, with a greater tag
        assert array_of(kind([1.0, (None,) * 4]), float) is None  # and with a smaller one
        assert array_of(kind([1, ""]), int) is None
        assert array_of(kind([1, ()]), int) is None
        assert array_of(kind([1, True]), int) is None
        assert array_of(kind([1.0, object()]), float) is None
        assert array_of(kind([Fraction(1)]), Fraction) is None


class Sub(np.ndarray):
    """An array of another type."""


@pytest.mark.parametrize("n", [4, MANY])
def test_arrays_that_are_no_vectors(n: int) -> None:
    """Are other shapes, subclasses and arrays of objects refused, few and many?"""
    for x, error in (
        (np.zeros((n, 1)), errors.NotAVector()),
        (np.zeros((n, n)), errors.NotAVector()),
        (np.array(1.0), errors.NotAVector()),
        (np.zeros(n).view(Sub), errors.NotAVector()),
        (np.ma.masked_array(np.zeros(n)), errors.NotAVector()),
        (np.zeros(n, object), errors.WrongAtomType("float")),
        (np.zeros(n, "m8[s]"), errors.WrongAtomType("float")),
        (np.zeros(n, "c16"), errors.WrongAtomType("float")),
        (np.zeros(n, "?"), errors.WrongAtomType("float")),
        (np.zeros(n, "S8"), errors.WrongAtomType("float")),
    ):
        with pytest.raises(errors.NotInDomain) as caught:
            top_k(1).invoke(x)
        assert caught.value == error


@pytest.mark.parametrize("n", [150, 3000, 20_000])
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("near", [field.NEAR, 200.0, 20.0])
def test_far_steps_are_selected_in_order(n: int, flip: bool, near: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Are many candidates selected in order that are far apart, one by one or in pairs, in one race or in many?"""
    monkeypatch.setattr(field, "NEAR", near)
    k = 60
    for gap in (150.0, 1000.0, 1e300):
        steps: Any = np.arange(n) * -gap if gap < 1e300 else np.linspace(0, -LARGEST, n)
        assert select(steps, 1.0, k, False, flip) == list(range(k))
        assert select([Fraction(v) for v in steps[:150].tolist()], 1.0, k, False, flip) == list(range(k))
    pairs: Any = np.repeat(np.arange(n // 2) * -150.0, 2) + np.tile([0.0, 0.1], n // 2)
    chosen = select(pairs, 1.0, k, False, flip, Stream(Random(n).randbytes))
    assert [place // 2 for place in chosen] == [place // 2 for place in range(k)]
    assert len(set(chosen)) == k
    assert chosen != sorted(chosen)


@pytest.mark.parametrize("kind", ["equal", "uniform", "integers", "steps"])
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("n", [150, 5000, 40_000])
def test_many_indices_of_many(kind: str, flip: bool, n: int) -> None:
    """Are k different indices released, the better ones more often, whatever the shape?"""
    chance = np.random.default_rng(n)
    x: Any = {
        "equal": np.zeros(n),
        "uniform": chance.uniform(0, 10, n),
        "integers": chance.integers(0, 100, n).astype(float),
        "steps": np.arange(float(n)),
    }[kind]
    chosen = select(x, 1.0, 100, False, flip, Stream(Random(n).randbytes))
    assert len(set(chosen)) == 100
    if kind != "equal":
        assert x[chosen[:50]].mean() > x.mean() + x.std() / 2
