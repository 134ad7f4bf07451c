"""Do this machine and a cluster keep the same contract?"""

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread

import pytest

from proofs.campaign import child
from proofs.campaign.child import Child, serve
from proofs.campaign.identity import difference, identity
from proofs.campaign.local import Local
from proofs.campaign.model import Death, Unseen, Where
from tests.support.campaign_jobs import endless, odd_ones_fail, squared, surroundings


class Diary(Unseen):
    """Notes what it is told."""

    def __init__(self) -> None:
        self.begun: list[object] = []
        self.over: list[object] = []

    def started(self, job: object, /) -> None:
        self.begun.append(job)

    def finished(self, job: object, /) -> None:
        self.over.append(job)


@pytest.fixture(params=["local", "dask"])
def where(request: pytest.FixtureRequest) -> Iterator[Where]:
    """Two processes of this machine, and a cluster."""
    if request.param == "local":
        yield Local(2)
        return
    address = request.getfixturevalue("in_threads")
    from proofs.campaign.cluster import Cluster

    with Cluster(address) as cluster:
        yield cluster


def test_each_job_is_done_once(where: Where, capfd: pytest.CaptureFixture[str]) -> None:
    """Has each job its result, once, does whoever looks on hear of each, and is nothing printed?"""
    diary = Diary()
    found = list(where.run(squared, range(20), diary))
    assert sorted(found) == [(number, number**2) for number in range(20)]
    assert diary.begun == list(range(20))
    assert diary.over == [job for job, _ in found]
    assert where.workers == 2
    assert capfd.readouterr() == ("", "")


def test_no_jobs_at_all(where: Where) -> None:
    """Does a campaign of nothing end?"""
    assert list(where.run(squared, [], Unseen())) == []


def test_what_dies_is_told(where: Where) -> None:
    """Is a job that raises, or kills its process, a death in one line, while all others have their results?"""
    found = dict(where.run(odd_ones_fail, range(9), Unseen()))
    told = {job: answer.how if isinstance(answer, Death) else answer for job, answer in found.items()}
    for number in range(0, 9, 3):
        assert told[number] == number
        assert told[number + 1] == "killed by SIGSEGV"
        assert told[number + 2] == "ArithmeticError: two lines"


class Unloadable:
    """Something that can be pickled, and not be unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return __import__, ("a_module_that_nobody_has",)

    def __call__(self, job: int) -> int:
        return job


def test_what_cannot_be_loaded_is_told(where: Where) -> None:
    """Is a job that its process cannot load a death, with what is missing?"""
    ((_, found),) = where.run(Unloadable(), [1], Unseen())
    assert isinstance(found, Death)
    assert found.how == "ModuleNotFoundError: No module named 'a_module_that_nobody_has'"


def test_a_job_has_a_process_of_its_own(where: Where) -> None:
    """Is it outside this process and its group, with a fixed order of sets, and does it leave its children's paths?"""
    found = dict(where.run(surroundings, range(4), Unseen()))
    for answer in found.values():
        assert not isinstance(answer, Death)
        seed, process, group, paths = answer
        assert seed == "0"
        assert process == group != os.getpid()
        assert paths == os.environ.get("PYTHONPATH")


def test_jobs_are_taken_as_there_is_room(where: Where) -> None:
    """May the jobs have no end, and is no more of them taken than a few for each worker?"""
    diary = Diary()
    with closing(where.run(squared, count(), diary)) as answers:
        seen = [next(answers) for _ in range(5)]
    assert all(answer == job * job for job, answer in seen)
    assert len(diary.begun) <= 5 + 2 * where.workers


def test_whoever_stops_asking_stops_what_runs(where: Where, tmp_path: Path) -> None:
    """Is every process of a campaign gone that was left in the middle?

    Jobs may be done in any order, so that only one of those given so far may go on.
    """
    first, diary = 8, Diary()
    with closing(where.run(partial(endless, str(tmp_path), first=first), count(), diary)) as answers:
        while first not in diary.begun:
            job, answer = next(answers)
            assert job == answer
        while not (tmp_path / str(first)).exists() or not (tmp_path / str(first)).read_text():
            time.sleep(0.05)
    for note in tmp_path.iterdir():
        process = int(note.read_text())
        while _lives(process):
            time.sleep(0.05)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


_ORPHANING = """
import os, sys, time
from functools import partial
from proofs.campaign.child import Child
from tests.support.campaign_jobs import endless
one = Child()
one.ask(partial(endless, sys.argv[1]), 1)
note = os.path.join(sys.argv[1], "1")
while not os.path.exists(note) or not os.path.getsize(note):
    time.sleep(0.05)
os.kill(os.getpid(), 9)
"""


def test_a_process_ends_with_its_parent(tmp_path: Path) -> None:
    """Is a process gone, in the middle of its job, once the one that started it was killed?"""
    run = [sys.executable, "-c", _ORPHANING, str(tmp_path)]
    assert subprocess.run(run, cwd=Path(__file__).parents[2], check=False).returncode == -signal.SIGKILL
    process = int((tmp_path / "1").read_text())
    while _lives(process):
        time.sleep(0.05)


def test_an_idle_process_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Is a process killed that goes on after its connection was closed?"""
    monkeypatch.setattr(child, "_PATIENCE", 0.1)
    stubborn: Child[int, int] = Child()
    stubborn.ask(partial(endless, str(tmp_path)), 1)
    while not (tmp_path / "1").exists() or not (tmp_path / "1").read_text():
        time.sleep(0.05)
    stubborn.end()
    assert not stubborn.alive


def test_jobs_are_served_until_the_connection_closes() -> None:
    """Does the process answer each job, and end by itself?"""
    here, there = Pipe()
    server = Thread(target=serve, args=[there])
    server.start()
    here.send_bytes(pickle.dumps((squared, 7)))
    assert here.recv() == 49
    here.close()
    server.join()


def test_what_differs_is_named() -> None:
    """Is the first thing named in which two processes differ, also if one of them lacks it?"""
    ours = identity(("spec",))
    assert difference(ours, dict(ours)) is None
    assert "the source of spec" in ours
    assert {"python", "numpy", "sympy", "z3-solver", "mpmath", "noisymax"} <= ours.keys()
    assert difference(ours, {**ours, "sympy": "0.1"}) == f"sympy is 0.1 there, and {ours['sympy']} here"
    assert difference(ours, {**ours, "added": "2"}) == "added is 2 there, and none here"
    assert "is none there" in str(difference(ours, {k: v for k, v in ours.items() if k != "numpy"}))
