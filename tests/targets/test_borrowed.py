"""Is the law of targets found that do not show their coins, but draw from the libraries of Python?"""

import json
import os
import random
import secrets
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy
import pytest

from proofs.targets.worker import diverting_numpy
from proofs.targets.worker.cells import EXTREME_BITS, Cells, Chance
from proofs.targets.worker.certifying import (
    CORNER_WORK,
    EXACT,
    FOLDED,
    NO_COINS,
    NOT_ITS_COINS,
    Plays,
    foresee,
    in_the_corners,
)
from proofs.targets.worker.diverting import DIVERSION
from proofs.targets.worker.forecast import NOTHING, OTHERWISE, Box, Leaf, Open, foretold, is_exact, law
from proofs.targets.worker.loading import mentions_numpy
from proofs.targets.worker.orders import NATURAL
from proofs.targets.worker.seeding import SEEDED
from proofs.targets.worker.serving import Server
from proofs.targets.worker.shapes import Curve, Fibre
from proofs.targets.worker.values import encode, fraction
from tests.support.targets import borrowing
from tests.support.worker_here import TARGETS, server_here

MANY_TIMES = 20
"""What shows by chance in nine runs of ten, at least, shows in one of so many."""
KINDS = (random.Random, random.SystemRandom)
REPLACED: tuple[tuple[object, str], ...] = (
    *(
        (kind, name)
        for kind in (random.Random, random.SystemRandom)
        for name in ("getrandbits", "_randbelow", "random")
    ),
    *((owner, "seed") for owner in (random.Random, random)),
    *((owner, name) for owner in (random.Random, random) for name in ("gauss", "normalvariate")),
    *((random, name) for name in ("getrandbits", "random", "_urandom")),
    (os, "urandom"),
    (secrets, "randbits"),
    *(
        (numpy.random, name)
        for name in ("default_rng", "Generator", "RandomState", "normal", "standard_normal", "randn", "randint")
    ),
)
ALL = Fraction(0)
WORK = 40_000


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """The target's side of the line, without the line."""
    for owner, name in REPLACED:
        monkeypatch.setattr(owner, name, getattr(owner, name))
    monkeypatch.setattr(diverting_numpy, "_MAKERS", [])
    DIVERSION.install()
    return server_here(monkeypatch, "borrowing.py")


class Told:
    """What a forecast of a program tells, by the text of each answer."""

    def __init__(self, server: Server, name: str, x: int = 0, plays: int = 2000, way: str = FOLDED) -> None:
        made: Any = server.answer(["make", 0, {"name": f"s{name}"}])
        assert made[0] is False
        answer: Any = server.answer(["foresee", 0, [encode(x)], WORK, "1/1099511627776", plays, way])
        branches, left, self.whole, self.reason, self.plays, self.otherwise, self.surprises, _, self.steady, _, _ = (
            answer
        )
        self.masses = {json.dumps(outcome): fraction(mass) for outcome, mass in branches}
        self.missing = fraction(left)


def evenly(*outcomes: object) -> dict[str, Fraction]:
    texts = [json.dumps(outcome) for outcome in outcomes]
    return {text: Fraction(texts.count(text), len(texts)) for text in texts}


@pytest.mark.parametrize(
    ("name", "law_of_it"),
    [
        ("randbelow", evenly("i0", "i1", "i2")),
        ("randbits", evenly("i0", "i1", "i2", "i3")),
        ("urandom", evenly(*(f"i{byte % 3}" for byte in range(256)))),
        ("getrandbits", evenly("i0", "i1", "i2", "i3")),
        ("several", evenly(*(list(each) for each in product(("i0", "i1"), ("sa", "sb"), ("i3", "i4"))))),
        ("shuffle", evenly(*([f"i{i}" for i in order] for order in permutations((1, 2, 3))))),
        ("randrange", evenly(True, *[False] * 7)),
    ],
)
def test_integers_are_foretold_exactly(server: Server, name: str, law_of_it: dict[str, Fraction]) -> None:
    """Is the law of every way to a random integer found whole, and exactly?"""
    found = Told(server, name, way=EXACT)
    assert (found.masses, found.missing, found.whole) == (law_of_it, Fraction(0), True)
    assert (found.reason, found.plays, found.otherwise, found.surprises) == ("", 2000, 0, [])


BY_SEED: dict[str, Callable[[int], int]] = {
    "seeded": lambda seed: random.Random(seed).randrange(3),
    "seeded at large": lambda seed: random.Random(seed).randrange(3),
    "numpy seeded": lambda seed: int(numpy.random.default_rng(seed).integers(3)),
    "legacy seeded": lambda seed: int(numpy.random.RandomState(seed).randint(3)),
}


@pytest.mark.parametrize("name", BY_SEED)
def test_a_generator_is_as_random_as_its_seed(server: Server, name: str) -> None:
    """Is the law of a generator that a release seeds with one of eight numbers that of the eight, and not uniform?"""
    found = Told(server, name, way=EXACT)
    random.seed()
    assert found.masses == evenly(*(f"i{BY_SEED[name](seed)}" for seed in range(8)))
    assert set(found.masses.values()) != {Fraction(1, 3)}
    assert Told(server, "several", way=EXACT).masses == evenly(
        *(list(each) for each in product(("i0", "i1"), ("sa", "sb"), ("i3", "i4")))
    )


FIVE_EIGHTHS = [*borrowing.RELEASES][[*borrowing.RELEASES].index("float") :]


@pytest.mark.parametrize("name", sorted({*FIVE_EIGHTHS} - {"rejected", "numpy permutation"}))
def test_every_draw_is_foretold(server: Server, name: str) -> None:
    """Is 5/8 found as the probability of an event of each kind of draw, to the cell where one draw decides?"""
    found = Told(server, name)
    near = Fraction(1, 2**16 if name == "two floats" else 2**24 if "standard exponential" in name else 2**30)
    assert abs(found.masses["true"] - Fraction(5, 8)) <= near
    assert found.missing <= Fraction(1, 2**40)
    assert not found.surprises


def test_a_loop_closes_where_states_look_alike(server: Server) -> None:
    """Is 1/5 found for a rejection loop, whole in one state, and all but a little of it where no states are folded?"""
    closed, unfolded = Told(server, "rejected"), Told(server, "rejected", way=EXACT)
    assert closed.missing < Fraction(1, 2**100)
    for found in (closed, unfolded):
        assert found.masses["true"] <= Fraction(1, 5) <= found.masses["true"] + found.missing
    assert unfolded.missing > 0
    permuted = Told(server, "numpy permutation")
    assert permuted.masses["true"] <= Fraction(1, 4) <= permuted.masses["true"] + permuted.missing


def test_errors_are_outcomes_and_what_is_no_size_is_refused_as_ever(server: Server) -> None:
    """Does a negative number of bits raise what it always raised, and is randomness itself again after a walk?"""
    assert Told(server, "negative").reason == SEEDED
    for function in (secrets.randbits, random.getrandbits):
        with pytest.raises(ValueError, match="bits"):
            function(-1)
    assert len({secrets.randbits(64) for _ in range(4)}) == 4
    assert len({random.random() for _ in range(4)}) == 4
    assert len({float(borrowing.generator.exponential()) for _ in range(4)}) == 4
    made = numpy.random.default_rng(3)
    assert made.exponential() != made.standard_exponential()
    normal, older = numpy.random.default_rng(3).normal(1.0, 2.0, 2), numpy.random.RandomState(3)
    plain, legacy = (kind.__bases__[0] for kind in (numpy.random.Generator, numpy.random.RandomState))
    assert [*normal] == [*plain(numpy.random.PCG64(3)).normal(1.0, 2.0, 2)]
    assert [*older.randn(3)] == [*legacy(3).standard_normal(3)]
    same = legacy(3)
    same.standard_normal(3)
    assert (older.tomaxint(), older.bytes(5)) == (same.tomaxint(), same.bytes(5))
    assert len({random.gauss() for _ in range(4)} | {numpy.random.normal() for _ in range(4)}) == 8
    made = numpy.random.default_rng(3)
    assert float(made.random()) == float(numpy.random.default_rng(3).random())
    assert numpy.random.default_rng(made) is made


def test_what_cannot_be_foretold_is_told(server: Server) -> None:
    """Is nothing said of a program whose draws are another thread's, an earlier release's or past all telling?"""
    assert Told(server, "Threaded", 1).reason == NO_COINS
    for name, x in (("Carried", 0), ("Mixed", 20), ("Unpredictable", 0)):
        assert Told(server, name, x).reason == NOT_ITS_COINS
    assert Told(server, "float").steady
    assert not all(Told(server, "Elsewhere").steady for _ in range(MANY_TIMES))
    rarely = Told(server, "Mixed", 200)
    assert (rarely.whole, rarely.reason) == (False, "")
    assert {str(answer): (came, stayed) for answer, came, stayed in rarely.surprises}["i2"] == (10, 0)


def test_a_run_without_end_is_stopped(server: Server) -> None:
    """Does a program that draws for ever leave its mass open, also where numpy's own code swallows the stop?"""
    assert Told(server, "Endless").missing == 1
    assert Told(server, "Stubborn", 0).missing == 1


def test_extreme_draws_show_what_is_rare(server: Server) -> None:
    """Is an outcome of probability 2^-106 found in the corners?"""
    server.answer(["make", 0, {"name": "sVanishing"}])
    assert server.answer(["corners", 0, [encode(0)]]) == ["i0", "i1"]
    assert Told(server, "Vanishing").masses == {'"i0"': 1}


def test_a_forecast_is_learnt_once_and_played_on(server: Server) -> None:
    """Are plays added to a forecast up to those that are asked for, and is it learnt anew of a new object?"""
    Told(server, "float", plays=0)
    request = ["foresee", 0, [encode(0)], WORK, "0"]
    told: list[Any] = [server.answer([*request, plays, True]) for plays in (500, 300)]
    assert [answer[4] for answer in told] == [500, 500]
    assert Told(server, "float", plays=300).plays == 300


def test_a_forecast_reads_its_cells() -> None:
    """Is what is foretold found by the cells, and nothing where the draws are others or nothing is known?"""
    curve = Curve(9, 100, [0, 4, 8], [Fibre([0, 20], ["a", "b"]), Fibre([0, 60], ["a", "b"]), Fibre([0], ["c"])])
    root = Box(4, NATURAL, [0, 1, 3], [Leaf("x"), curve, Open((3,), Fraction(1, 4))])
    assert [foretold(root, [4], [0]), foretold(root, [4, 2], [0, 0]), foretold(root, [4], [3])] == [
        "x",
        OTHERWISE,
        NOTHING,
    ]
    assert [foretold(root, [4, 9, 100], [1, 2, then]) for then in (39, 40)] == ["a", "b"]
    assert [foretold(root, [4, 9, 100], [1, cell, 0]) for cell in (5, 7)] == ["a", "c"]
    assert {foretold(root, among, [1] * len(among)) for among in ([], [5], [4, 9], [4, 8, 100], [4, 9, 99])} == {
        OTHERWISE
    }
    masses, left = law(root)
    assert (masses["x"], left) == (Fraction(1, 4), Fraction(1, 4))
    assert (is_exact(root), is_exact(root.after[0]), is_exact(curve)) == (False, True, False)


def test_plays_count_what_deviates() -> None:
    """Is it counted what came unforetold, what was foretold and stayed away, and draws that are others?"""
    root = Box(2, NATURAL, [0, 1], [Leaf("a"), Leaf("b")])

    def play(cells: Cells) -> str:
        return "a" if cells.below(2) or cells.below(4) else "c"

    found = Plays().add(play, root, 4000, Chance(9))
    assert found.plays == 4000
    assert found.stayed_away.keys() == {"b"}
    assert set(found.came) == {"a", "c"}
    assert found.otherwise + found.stayed_away["b"] == found.deviations == sum(found.came.values())


def test_states_that_look_alike_and_are_not_are_told_apart() -> None:
    """Is a forecast that folds what differs once in 400 runs learnt again without folding, and is that one exact?"""

    def play(cells: Cells) -> str:
        first = cells.below(8)
        return "rare" if cells.below(400) == 0 and first == 7 else "often"

    for way in (FOLDED, EXACT):
        found = foresee(play, WORK, ALL, way)
        assert found.masses.get("rare", 0) in (0, Fraction(1, 3200))
    assert found.masses["rare"] == Fraction(1, 3200)
    assert in_the_corners(play) == {"rare", "often"}


def test_corners_are_looked_at_by_count() -> None:
    """Are there no corners where nothing is drawn, and fewer runs where each takes many cells?"""
    assert in_the_corners(lambda cells: "always") == set()
    runs: dict[int, int] = {}

    def play(cells: Cells) -> str:
        runs[draws] = runs.get(draws, 0) + 1
        return str(sum(cells.below(2) for _ in range(draws)))

    for draws in (10, 300):
        assert {"0", str(draws)} <= in_the_corners(play)
    assert runs[300] == 3 + 3 * (CORNER_WORK // 903 + 1) < runs[10]


def test_what_is_refined_until_it_differs_ends_in_the_corners() -> None:
    """Do two numbers of which ever more digits are drawn differ soon, where all draws are extreme?"""
    drawn: list[int] = []

    def race(cells: Cells) -> str:
        first = second = 0
        while first == second:
            first, second = cells.below(2**32), cells.below(2**32)
        drawn.append(cells.bits)
        return str(first > second)

    assert in_the_corners(race) == {"False", "True"}
    assert EXTREME_BITS < max(drawn) < 2 * EXTREME_BITS


def test_numpy_is_led_only_where_it_is() -> None:
    """Is it seen in the text of a target that it has numpy, and is an interpreter without numpy left alone?"""
    assert mentions_numpy(str(TARGETS / "borrowing.py"))
    assert not mentions_numpy(str(TARGETS / "conform_cut.py"))
    assert not mentions_numpy("nowhere.py")


def test_an_interpreter_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is nothing done where there is no numpy?"""
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setattr(diverting_numpy, "_lead", None)
    diverting_numpy.lead_numpy()
