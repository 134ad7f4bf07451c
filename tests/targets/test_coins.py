"""Is the law of other people's code over fair coins measured exactly, and are its releases counted exactly?"""

import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from proofs.conform.triples import NOISY_TOP_K, TRIPLES, Setting
from proofs.targets import process
from proofs.targets.child import Limits
from proofs.targets.names import Name, parse
from proofs.targets.process import ProcessMade, ProcessTarget
from proofs.targets.target import Answer, Raised, Walk
from proofs.targets.worker import loading, releasing, serving, walking
from proofs.targets.worker.coins import SubLaw, is_a_function_of_its_coins, walk_coins
from proofs.targets.worker.serving import Server
from proofs.targets.worker.values import plain, tell
from proofs.targets.worker.walking import WalkedLaw
from tests.support.targets import worker_coins
from tests.support.targets.worker_coins import Few
from tests.support.worker_here import TARGETS, ChildHere, server_here

COINS = TARGETS / "worker_coins.py"
PATIENT = Limits(seconds=60.0)
FAILED = ("Exception", "BaseException")
DOUBT = Fraction(1)


def made(target: ProcessTarget, name: str) -> ProcessMade:
    answer = target.make({"name": name})
    assert isinstance(answer, ProcessMade), answer
    return answer


@pytest.fixture(scope="module")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An interpreter that has the standard library and nothing else."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return str(folder / "bin" / "python")


@pytest.fixture(scope="module")
def bare(bare_python: str) -> Iterator[ProcessTarget]:
    with ProcessTarget(Name("coins", "file", str(COINS), "make"), bare_python, PATIENT) as target:
        yield target


@pytest.fixture(params=["here", "in a bare interpreter"])
def coins(request: pytest.FixtureRequest, bare: ProcessTarget, monkeypatch: pytest.MonkeyPatch) -> ProcessTarget:
    """The same programs with the law engine at hand, in this very process, and in an interpreter that lacks it."""
    if request.param != "here":
        return bare
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(process, "Child", ChildHere)
    return ProcessTarget(bare.name, limits=PATIENT)


def test_a_bare_interpreter_is_enough(bare_python: str, tmp_path: Path) -> None:
    """Does the worker run where nothing is installed, and does the target see that interpreter and no other?"""
    look = "import importlib.util as u\nFOUND = [u.find_spec('flint'), u.find_spec('worker')]"
    (tmp_path / "helper.py").write_text(look)
    (tmp_path / "bare.py").write_text(
        "import sys, helper\nfrom spec.space import VectorDomain\n"
        "class M:\n"
        "  def invoke(self, x): return [sys.prefix, helper.FOUND, isinstance(self.domain, VectorDomain), sys.argv]\n"
        "  def map(self, d_in): return sys.version\n"
        "def make_noisy_top_k(**a):\n  m = M(); m.domain = a['input_domain']; return m\n"
    )
    name = parse(f"{tmp_path / 'bare.py'}:make_noisy_top_k")
    with ProcessTarget(name, bare_python, PATIENT, sought=[*TRIPLES]) as target:
        about = target.describe()
        assert about.interpreter.split()[-1] == sys.version.split()[0]
        assert (about.path, about.version, about.offers) == (str(tmp_path / "bare.py"), "", ("make_noisy_top_k",))
        mechanism = target.make(NOISY_TOP_K.arguments(Setting()))
        assert isinstance(mechanism, ProcessMade)
        assert mechanism.invoke([1.0]) == (str(Path(bare_python).parents[1]), (None, None), True, ("-c",))
        assert mechanism.map(1) == sys.version


def on_every_tape(program: Any, x: list[int], coins: int) -> dict[str, Fraction]:
    """The law of a program that takes at most so many coins, by the text of each answer."""
    law: dict[str, Fraction] = {}
    for tape in itertools.product((0, 1), repeat=coins):
        try:
            outcome: Answer = plain(tell(program.invoke(list(x), releasing.Tape(tape))))
        except ValueError as error:
            outcome = Raised("ValueError", str(error), FAILED)
        law[repr(outcome)] = law.get(repr(outcome), Fraction(0)) + Fraction(1, 2**coins)
    return law


def test_a_walk_is_what_all_tapes_say(coins: ProcessTarget) -> None:
    """Is the law found at the coins that of all runs on all tapes, errors and equal-looking outcomes apart?"""
    found = made(coins, "Few").walk([2, 1], Fraction(0), 10**6)
    assert isinstance(found, Walk)
    assert (found.missing, found.reason) == (Fraction(0), "")
    assert {repr(outcome): mass for outcome, mass in found.branches} == on_every_tape(Few(), [2, 1], 5)


def test_a_walk_without_end_goes_as_far_as_asked(coins: ProcessTarget) -> None:
    """Is the law of a rejection loop found up to the mass that may be missing?"""
    found = made(coins, "Rejecting").walk([3], Fraction(1, 2**20), 10**6)
    assert isinstance(found, Walk)
    assert (found.reason, {outcome for outcome, _ in found.branches}) == ("", {0, 1, 2})
    assert 0 < found.missing <= Fraction(1, 2**20)
    assert 1 - sum(mass for _, mass in found.branches) == found.missing
    assert all(mass <= Fraction(1, 3) <= mass + found.missing for _, mass in found.branches)


def test_a_walk_that_cannot_end_says_why(coins: ProcessTarget) -> None:
    """Is what was found on the coins handed over, and is a target that is no function of its coins told?"""
    found = made(coins, "Long").walk([150], Fraction(1, 2**40), 20_000)
    assert isinstance(found, Walk)
    assert found.reason == walking.TOO_MANY_CHOICES
    assert 1 - sum(mass for _, mass in found.branches) == found.missing > Fraction(1, 2)
    for name in ("Ignoring", "Mixing", "Counting"):
        assert made(coins, name).walk([1], Fraction(1, 2), 10**6) == Walk((), Fraction(1), walking.NOT_ITS_COINS)
    assert made(coins, "Constant").walk([5], Fraction(1, 2), 10**6) == Walk(((5, Fraction(1)),), Fraction(0))
    assert made(coins, "Several").walk([], Fraction(1, 2), 10**6) == Walk((), Fraction(1), serving.NO_DRAW)


def test_a_target_is_asked_for_coins_only_if_it_takes_them(coins: ProcessTarget) -> None:
    """Is it known which `invoke` takes coins, and does a replay hand it exactly those of the tape?"""
    names = ("Few", "Rejecting", "Ignoring", "Several", "AnyCoins")
    assert [made(coins, name).takes_draw for name in names] == [True, True, True, False, False]
    takes = [loading.takes_draw(getattr(worker_coins, name)().invoke) for name in names]
    assert takes == ["keyword", "place", "keyword", "", ""]
    few = made(coins, "Few")
    assert few.replay([2, 1], (1, 0)) == (1, True)
    assert made(coins, "Rejecting").replay([3], (1, 1, 1, 0)) == 2
    ended = few.replay([2, 1], (1,))
    assert isinstance(ended, Raised)
    assert ended.type == "TapeEnded"
    assert loading.takes_draw(3) == loading.takes_draw(dict.fromkeys) == ""


def test_samples_are_counted_by_type_and_value(coins: ProcessTarget) -> None:
    """Are answers that Python calls equal counted apart, each release on an input that no other has touched?"""
    error = Raised("ValueError", "1", FAILED)
    rounds = [1, True, 1.0, (1,), (1, 1), error]
    several = made(coins, "Several")
    assert [*map(repr, several.series([], 6))] == [*map(repr, rounds)]
    counted = several.sample([], 6000)
    assert {repr(answer): often for answer, often in counted} == {repr(answer): 1000 for answer in rounds}
    assert sum(often for _, often in several.sample([], 10**5)) == 10**5


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """The target's side of the line, without the line."""
    return server_here(monkeypatch, "worker_coins.py")


def test_batches_are_counted_as_they_are(server: Server) -> None:
    """Do the short cuts for ints and for lists of ints count what the long way counts?"""
    batches: list[list[object]] = [[1, 2, 1], [[1], [2, 1], [1]], [[1], [True], [1.0]], [True, 1], [[]]]
    batches += [(1,), (1,)], [[[1]]]
    for answers in batches:
        slow: dict[str, int] = {}
        for answer in answers:
            slow[json.dumps(tell(answer))] = slow.get(json.dumps(tell(answer)), 0) + 1
        assert dict(releasing.tallied(answers)) == slow


def test_an_adapter_may_sample_by_itself(server: Server) -> None:
    """Is the sampling of an adapter used, its errors counted, and that of other people's objects left alone?"""
    server.answer(["make", 0, {"name": "sOwn"}])
    assert server.answer(["sample", 0, ["i1"], 5000, 60.0]) == [["i0", 5000]]
    server.builtin = True
    assert server.answer(["make", 1, {"name": "sOwn"}]) == [False, ANY, ANY]
    assert server.answer(["sample", 0, ["i1"], 5000, 60.0]) == [["i1", 5000]]
    assert server.answer(["sample", 0, [], 2, 60.0]) == [[{"Raised": ["IndexError", ANY, ANY]}, 2]]
    assert (
        server.answer(["series", 0, ["sarray"], ["sarray"], 2, 60.0])
        == [{"Raised": ["ValueError", "unreadable", [*FAILED]]}] * 2
    )


def test_each_limit_of_a_walk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a walk that meets a limit of its own, or a program that changes, ended with the reason?"""

    def long(draw: Any) -> str:
        try:
            return str(sum(draw.bit() for _ in range(8)))
        except BaseException as stopped:
            return type(stopped).__name__

    def walked(release: walking.Release = long, most: float = float("inf")) -> WalkedLaw:
        return walking.walk_choices(release, Fraction(0), most)

    few = walked(most=20)
    assert (few.reason, few.missing) == (walking.TOO_MANY_CHOICES, 1 - Fraction(3, 2**8))
    monkeypatch.setattr(walking, "DEEPEST_WAITING", 4)
    assert walked().reason == "some runs take more than 4 coins"
    monkeypatch.setattr(walking, "MOST_CHOICES", 5)
    assert walked() == WalkedLaw(reason="some runs take more than 4 coins")
    monkeypatch.setattr(walking, "MOST_WAITING", 3)
    assert walked().reason == "the coin tree is too wide"
    late = iter(["a"] * 40 + ["b"] * 40)
    assert not is_a_function_of_its_coins(lambda draw: next(late))
    lengths = iter([3, 0])
    changing = walked(lambda draw: str([draw.bit() for _ in range(next(lengths))]))
    assert changing == WalkedLaw(reason=walking.NOT_ITS_COINS)


def test_a_walk_does_without_an_engine_that_does_not_load(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is the law measured coin by coin where the law engine lacks a library?"""
    monkeypatch.setitem(sys.modules, "proofs.engine.law", None)
    server.answer(["make", 0, {"name": "sConstant"}])
    assert server.answer(["walk", 0, ["i7"], "1/2"]) == [[["i7", "q1/1"]], "q0/1", ""]
    assert server.answer(["map", 0, "i3"]) == "i3"
    assert server.answer(["invoke", 0, ["i7"]]) == {"Raised": ["TypeError", ANY, [*FAILED]]}
    assert server.answer(["make", 1, {"name": "sint"}]) == {"Odd": "int without invoke and map"}
    assert server.answer(["forget", 0]) is None


@pytest.mark.parametrize(
    ("can", "asked"),
    [(40, (8, 20)), (17, (8, 20, 16)), (9, (8, 20, 16)), (3, (8,))],
    ids=["all", "less", "little", "nothing"],
)
def test_the_engine_is_asked_for_a_little_for_all_and_for_less(can: int, asked: tuple[int, ...]) -> None:
    """Is the best of what the law engine finds kept, and the reason if that is not all?"""
    heard: list[Fraction] = []

    def engine(release: walking.Release, missing: Fraction) -> SubLaw:
        heard.append(missing)
        if missing < Fraction(1, 2**can):
            raise ValueError("too hard")
        return {release(None): 1 - missing}, missing

    found = walk_coins(lambda draw: "x", Fraction(1, 2**20), engine)
    assert heard == [Fraction(1, 2**step) for step in asked]
    best = [step for step in asked if step <= can]
    if best:
        assert found == WalkedLaw({"x": 1 - found.missing}, Fraction(1, 2 ** max(best)), "" if can > 20 else "too hard")
    else:
        assert found == WalkedLaw({"x": Fraction(1)}, Fraction(0))
