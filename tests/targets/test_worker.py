"""Does every question to other people's code have an answer, exact where it is a number, whatever that code does?"""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.targets import child
from proofs.targets.names import parse
from proofs.targets.process import ProcessTarget
from proofs.targets.target import Died, Odd, Raised, Unsupported
from proofs.targets.worker.values import Json
from tests.support.target_processes import PATIENT, made, target


@pytest.fixture(scope="module")
def misbehaving() -> Iterator[ProcessTarget]:
    with target("worker_misbehaving.py", deaths=1000, memory=2**30) as process:
        yield process


@pytest.mark.parametrize(
    ("how", "died"),
    [
        ("exit_at_once", "ended with exit code 3"),
        ("crash", "killed by signal 11"),
        ("fork_and_exit", "ended with exit code 4"),
        ("close_everything", "broke the line protocol"),
        ("answer_in_our_name", "broke the line protocol"),
        ("never_end_a_line", "broke the line protocol"),
        ("last_words", "ended with exit code 5: these are my last words"),
        ("abort_without_memory", "ran out of memory"),
        ("allocate", "ran out of memory"),
    ],
)
def test_a_death_is_an_answer(misbehaving: ProcessTarget, monkeypatch: pytest.MonkeyPatch, how: str, died: str) -> None:
    """Is each way to lose the process told as what it is, and is the object there again for the next question?"""
    monkeypatch.setattr(child, "LONGEST_LINE", 2**22)
    mechanism = made(misbehaving, how=how)
    generation = misbehaving.generation
    assert mechanism.invoke([]) == Died(died)
    assert not misbehaving.alive
    mechanism.forget()
    assert mechanism.map(1) == 1
    assert misbehaving.generation == generation + 1


def test_who_gives_no_answer_is_killed(misbehaving: ProcessTarget) -> None:
    """Is a target that hangs and ignores every signal ended when its time is up?"""
    mechanism = made(misbehaving, how="hang")
    misbehaving.limits = replace(misbehaving.limits, seconds=0.1)
    assert mechanism.invoke([]) == Died("gave no answer within 0.1 s")
    misbehaving.limits = replace(misbehaving.limits, seconds=60.0)
    assert mechanism.map(2.0) == 2.0


def test_what_kills_nobody_is_answered(misbehaving: ProcessTarget) -> None:
    """Do a fork, noise on every stream, lost streams and errors of every kind leave the process as it was?"""

    def answer(how: str) -> object:
        return made(misbehaving, how=how).invoke([])

    assert [answer(how) for how in ("fork_and_return", "write_everywhere", "lose_the_streams")] == [7, 8, 9]
    generation = misbehaving.generation
    base = ("BaseException",)
    assert answer("leave") == Raised("SystemExit", "6", base)
    assert answer("interrupt") == Raised("KeyboardInterrupt", "", base)
    assert answer("panic") == Raised("PanicException", ("index out of bounds" + "!" * 200)[:200], base)
    assert answer("raise_the_unprintable") == Raised("Unprintable", "", ("Exception", *base))
    recursed = answer("recurse")
    assert isinstance(recursed, Raised)
    assert recursed.type == "RecursionError"
    assert misbehaving.generation == generation


def test_a_target_that_dies_again_and_again_is_given_up() -> None:
    """Does a run end soon if the target never lives long, even if only its factory or its loading kills it?"""
    with target("worker_misbehaving.py", deaths=2) as process:
        mechanism = made(process, how="exit_at_once")
        assert [mechanism.invoke([]) for _ in range(2)] == [Died("ended with exit code 3")] * 2
        given_up = Died("given up after too many deaths")
        assert mechanism.map(1) == given_up
        assert mechanism.series([], 3) == [given_up]
        assert mechanism.sample([], 3) == [(given_up, 1)]
        assert mechanism.walk([], Fraction(1, 2), 100) == given_up
        assert mechanism.foresee([], Fraction(1, 2), 100, 0, "folded") == given_up
        assert mechanism.corners([]) == given_up
        assert process.make({"how": "crash"}) == given_up


def test_a_slow_death_counts_as_many() -> None:
    """Is a target that hangs given up sooner than one that crashes?"""
    with target("worker_misbehaving.py", deaths=3, slow=3) as process:
        mechanism = made(process, how="hang")
        process.limits = replace(process.limits, seconds=0.1)
        assert mechanism.invoke([]) == Died("gave no answer within 0.1 s")
        assert mechanism.map(1) == Died("given up after too many deaths")


def test_a_target_may_change_while_it_is_examined(tmp_path: Path) -> None:
    """Is a target that cannot be loaded or made again told as trouble of the question that met it?"""
    file = tmp_path / "changing.py"
    fine = "import os\nclass M:\n  def invoke(self, x): os._exit(1)\n  map = invoke\ndef make(): return M()\n"
    file.write_text(fine)
    with ProcessTarget(parse(f"{file}:make"), limits=replace(PATIENT, deaths=5)) as process:
        mechanism = made(process)
        assert mechanism.invoke([]) == Died("ended with exit code 1")
        file.write_text("1 +")
        assert mechanism.invoke([]) == Died("could not be loaded again: SyntaxError: invalid syntax")
        file.write_text("import os; os._exit(2)")
        assert mechanism.invoke([]) == Died("ended with exit code 2")
        file.write_text(fine + "def make(): raise ValueError('no more')")
        assert mechanism.invoke([]) == Raised("ValueError", "no more", ("Exception", "BaseException"))
        assert process.describe().library == "changing.py"


def test_no_process_outlives_its_owner(tmp_path: Path) -> None:
    """Does a hanging target end when the command that asked it is killed at once?"""
    (tmp_path / "hanging.py").write_text(
        "import fcntl, signal, time\n"
        "def make(lock):\n"
        "    for number in (signal.SIGTERM, signal.SIGIO, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)\n"
        "    file = open(lock)\n"
        "    fcntl.flock(file, fcntl.LOCK_EX)\n"
        "    time.sleep(1e6)\n"
    )
    lock = tmp_path / "lock"
    lock.touch()
    ask = (
        "import sys; from proofs.targets.names import parse; from proofs.targets.process import ProcessTarget\n"
        "ProcessTarget(parse(sys.argv[1])).make({'lock': sys.argv[2]})"
    )
    command = [sys.executable, "-c", ask, f"{tmp_path / 'hanging.py'}:make", str(lock)]
    owner = subprocess.Popen(command, cwd=child.ROOT)

    def held() -> bool:
        with lock.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    try:
        assert _eventually(held)
    finally:
        owner.kill()
        owner.wait()
    assert _eventually(lambda: not held())


def _eventually(condition: Callable[[], bool]) -> bool:
    for _ in range(3000):
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_an_interrupt_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does Ctrl-C, while a target is loaded or asked, leave no process behind?"""
    with target("worker_values.py") as process:
        mechanism = made(process)

        def interrupted(*_: object) -> bytes:
            raise KeyboardInterrupt

        monkeypatch.setattr(child.Child, "_exchange", interrupted)
        with pytest.raises(KeyboardInterrupt):
            mechanism.invoke([])
        assert not process.alive
        with pytest.raises(KeyboardInterrupt):
            mechanism.invoke([])
        assert not process.alive


def test_two_processes_of_one_target_do_not_meet() -> None:
    """Can one target run twice at a time?"""
    with target("worker_coins.py") as one, target("worker_coins.py") as other:
        first, second = made(one, name="Several"), made(other, name="Several")
        assert [first.invoke([]), second.invoke([]), first.invoke([]), second.invoke([])] == [1, 1, True, True]


def test_each_trouble_is_read_as_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is each answer that is no value understood, alone and among others, and one that makes no sense refused?"""
    answers: list[Json] = [
        ["CPython 3", "opendp", "1", "a.py", [], []],
        {"Unsupported": "no k"},
        [True, "a.py:2", "a.py:3"],
        [{"Died": "ran out of memory"}, "i1", {"Odd": "set"}],
        {"Died": "ran out of memory"},
        {"Raised": ["MemoryError", "", []]},
    ]

    class Scripted:
        def __init__(self, python: str, memory: int, is_led: bool) -> None: ...

        def ask(self, request: list[Json], seconds: float) -> Json:
            return answers.pop(0)

        def close(self) -> None: ...

    monkeypatch.setattr("proofs.targets.process.Child", Scripted)
    with target("worker_values.py") as process:
        assert process.make({}) == Unsupported("no k")
        mechanism = made(process)
        assert mechanism.takes_draw
        assert mechanism.series([], 3) == [Died("ran out of memory"), 1, Odd("set")]
        assert mechanism.map(1) == Died("ran out of memory")
        assert mechanism.map(1) == Died(
            "could not be loaded again: it cannot be loaded: {'Raised': ['MemoryError', '', []]}"
        )


def test_a_large_question_arrives(misbehaving: ProcessTarget) -> None:
    """Is a question sent whole that does not fit into the line at once, also to who does not listen?"""
    with target("worker_values.py") as process:
        mechanism = made(process)
        assert mechanism.invoke([0.1] * 100_000) == (0.1,) * 100_000
    deaf = made(misbehaving, how="close_everything")
    os.kill(misbehaving.ready().pid, signal.SIGKILL)
    assert deaf.invoke([0.1] * 100_000) == Died("killed by signal 9")
