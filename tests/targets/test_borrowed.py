"""Is the law measured of targets that do not show their coins, but borrow them from the standard library?"""

import json
import os
import random
import secrets
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from proofs.targets.worker.borrowing import Node, plays_that_agree, walk_borrowed

from proofs.targets.worker import borrowing, walking
from proofs.targets.worker.diverting import DIVERSION
from proofs.targets.worker.serving import Server
from proofs.targets.worker.values import encode, fraction
from proofs.targets.worker.walking import NOT_ITS_COINS, OUT_OF_TIME, Run, Stopped, WalkedLaw, walk_choices
from tests.support.worker_here import server_here

REPLACED: tuple[tuple[object, str], ...] = (
    *((kind, name) for kind in (random.Random, random.SystemRandom) for name in ("getrandbits", "_randbelow")),
    *((random, name) for name in ("getrandbits", "_urandom")),
    (os, "urandom"),
    (secrets, "randbits"),
)


LONG, ALL = 60.0, Fraction(0)


FAIR = {"i0": Fraction(1, 2), "i1": Fraction(1, 2)}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """The target's side of the line, without the line."""
    for owner, name in REPLACED:
        monkeypatch.setattr(owner, name, getattr(owner, name))
    DIVERSION.install()
    return server_here(monkeypatch, "borrowing.py")


def walked(
    server: Server, name: str, x: int, missing: str = "0", seconds: float = LONG, doubt: str = "1/2"
) -> WalkedLaw:
    """What a walk of a program finds, by the text of each answer."""
    assert server.answer(["make", 0, {"name": f"s{name}"}]) is True
    answer: Any = server.answer(["walk", 0, [encode(x)], missing, seconds, doubt])
    branches, left, reason, leeway = answer
    masses = {
        outcome if isinstance(outcome, str) else json.dumps(outcome): fraction(mass) for outcome, mass in branches
    }
    return WalkedLaw(masses, fraction(left), reason, fraction(leeway))


def evenly(*outcomes: str | list[str]) -> dict[str, Fraction]:
    texts = [outcome if isinstance(outcome, str) else json.dumps(outcome) for outcome in outcomes]
    return {text: Fraction(texts.count(text), len(texts)) for text in texts}


@pytest.mark.parametrize(
    ("x", "law"),
    [
        (0, evenly("i0", "i1", "i2")),
        (1, evenly("i0", "i1", "i2", "i3")),
        (2, evenly(*(f"i{byte % 3}" for byte in range(256)))),
        (3, evenly("i0", "i1", "i2", "i3")),
        (4, evenly(*(list(each) for each in product(("i0", "i1"), ("sa", "sb"), ("i3", "i4"))))),
        (5, evenly(*([f"i{i}" for i in order] for order in permutations((1, 2, 3))))),
    ],
)
def test_integers_of_the_standard_library_are_choices(server: Server, x: int, law: dict[str, Fraction]) -> None:
    """Is the law of every way to a random integer found whole, and exactly?"""
    assert walked(server, "Library", x) == WalkedLaw(law, Fraction(0), "", Fraction(1, 2))


def test_large_integers_are_put_together_from_bits(server: Server) -> None:
    """Is 1/8 enclosed, as P(an integer below 1000 is below 125), by a walk that leaves out what is rejected often?"""
    found = walked(server, "Library", 6, missing="1/16")
    assert 0 < found.missing <= Fraction(1, 16)
    assert 1 - sum(found.masses.values()) == found.missing
    assert found.masses["true"] <= Fraction(1, 8) <= found.masses["true"] + found.missing


def test_errors_are_outcomes_and_what_is_no_size_is_refused_as_ever(server: Server) -> None:
    """Does a negative number of bits raise what it always raised, and is randomness itself again after a walk?"""
    assert walked(server, "Library", 7).reason == borrowing.NO_COINS
    for function in (secrets.randbits, random.getrandbits):
        with pytest.raises(ValueError, match="bits"):
            function(-1)
    assert len({secrets.randbits(64) for _ in range(4)}) == 4
    assert len({random.randrange(2**64) for _ in range(4)}) == 4


def test_what_cannot_be_walked_is_told(server: Server) -> None:
    """Is it said of floats that they are not integers, or too long, and that a thread or too little time was used?"""
    assert walked(server, "Floats", 0) == WalkedLaw(reason=borrowing.NO_COINS)
    assert walked(server, "Threaded", 1) == WalkedLaw(reason=borrowing.NO_COINS)
    assert walked(server, "SystemFloats", 0) == WalkedLaw(reason=borrowing.TOO_MANY_COINS)
    assert walked(server, "Library", 0, seconds=-1.0) == WalkedLaw(reason=OUT_OF_TIME)


def test_other_randomness_is_noticed_if_there_is_little_doubt(server: Server) -> None:
    """Is a float that decides one release in 50 noticed once the doubt must be below 1/100, and one in 2 at once?"""
    assert walked(server, "Mixed", 2) == WalkedLaw(reason=NOT_ITS_COINS)
    assert walked(server, "Mixed", 50, doubt="1/1000") == WalkedLaw(reason=NOT_ITS_COINS)


def test_the_doubt_is_what_the_plays_leave() -> None:
    """Do n plays that agree leave a doubt of 32/n, however much was asked for?"""

    def fair(run: Run) -> str:
        return f"i{run.below(2)}"

    assert walk_borrowed(fair, ALL, LONG, Fraction(1, 100)) == WalkedLaw(FAIR, Fraction(0), "", Fraction(32, 3200))
    assert walk_borrowed(fair, ALL, LONG, Fraction(1)).doubt == Fraction(32, 64)


def test_a_slow_target_is_not_kept_waiting_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a target given up that cannot play often enough in the time?"""
    monkeypatch.setattr(borrowing, "LEAST_PLAYS", 10**9)
    assert walk_borrowed(lambda run: f"i{run.below(2)}", ALL, 0.2, Fraction(1)) == WalkedLaw(reason=OUT_OF_TIME)


def test_a_target_that_changes_is_not_walked(server: Server) -> None:
    """Is a target withdrawn whose choices grow, whether in the walk or in the plays?"""
    assert walked(server, "Deeper", 18) == WalkedLaw(reason=NOT_ITS_COINS)
    assert walked(server, "Deeper", 40) == WalkedLaw(reason=NOT_ITS_COINS)


def test_a_run_without_end_is_stopped(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a run that swallows its stop left out, so that its share is missing, and does it not count as another law?"""
    monkeypatch.setattr(walking, "MOST_CHOICES", 8)
    found = walked(server, "Endless", 12)
    assert found == WalkedLaw(
        {"i1": 1 - Fraction(1, 2**8)}, Fraction(1, 2**8), "some runs take more than 8 coins", Fraction(1, 2)
    )
    monkeypatch.setattr(walking, "MOST_WAITING", 1)
    wide = walk_choices(lambda run: f"i{run.below(4)}", ALL, float("inf"))
    assert (wide.missing, wide.reason) == (Fraction(3, 4), walking.TOO_WIDE)


def outcomes_of(*answers: str) -> Callable[[Run], str]:
    """A program that takes one choice of two, and then answers in turn."""
    turn = iter(answers)

    def release(run: Run) -> str:
        run.below(2)
        return next(turn)

    return release


def test_runs_are_held_against_the_tree() -> None:
    """Is a run that ends early, goes on, chooses among others or answers otherwise not like the walk?"""
    root = Node()

    def run(*choices: tuple[int, int]) -> Run:
        made = Run(bytes(choice for _, choice in choices), bytes(n for n, _ in choices), random.Random(0))
        assert [made.below(n) for n, _ in choices] == [choice for _, choice in choices]
        return made

    root.grow(run((2, 0), (3, 1)), "a")
    root.grow(run((2, 1)), "b")
    assert root.agrees(run((2, 0), (3, 1)), "a")
    assert root.agrees(run((2, 0), (3, 2)), "unknown")
    assert root.agrees(run((2, 1)), "b")
    for other in (run((2, 1)), run((2, 0)), run((2, 1), (2, 0)), run((3, 1)), run((2, 0), (2, 1)), run()):
        assert not root.agrees(other, "a")
    assert Run(b"", b"", random.Random(0)).below(1) == 0
    deviating = Run(b"\1", b"\3", random.Random(0))
    with pytest.raises(Stopped):
        deviating.below(2)
    assert deviating.deviates
    assert run((2, 0), (3, 1)).rarity == 6


def test_a_play_that_deviates_is_the_end() -> None:
    """Are plays counted as long as they agree, and not at all once one does not?"""
    root = Node(2, after={0: Node(outcome="a"), 1: Node(outcome="a")})

    def plays(*answers: str) -> int | None:
        return plays_that_agree(outcomes_of(*answers), root, Fraction(70), float("inf"), random.Random(0))

    assert plays(*"a" * 70) == 70
    assert plays(*"a" * 50, "b") is None
