"""A cluster of processes: is nothing lost or counted twice when some of them are killed?"""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

from proofs.campaign.model import ClusterError, Death, Unseen
from proofs.command import main
from tests.support.campaign_jobs import kills_its_worker, noted, squared

distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")

from proofs.campaign import cluster as cluster_module  # noqa: E402
from proofs.campaign.cluster import Cluster  # noqa: E402

pytestmark = pytest.mark.deep
ROOT = Path(__file__).parents[2]


@contextmanager
def started(*arguments: str, **surroundings: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the cluster, as its own command line starts it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **surroundings},
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Processes:
    """A scheduler and its workers."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack = stack
        note = folder / "scheduler.json"
        self.scheduler = stack.enter_context(
            started("scheduler", "--scheduler-file", str(note), "--port", "0", "--dashboard-address", ":0")
        )
        while not note.exists() or not note.read_text():
            time.sleep(0.05)
        self.address = str(json.loads(note.read_text())["address"])

    def add(self, *arguments: str, **surroundings: str) -> subprocess.Popen[bytes]:
        """Start a worker with one thread."""
        options = ("--nthreads", "1", "--dashboard-address", ":0", *arguments)
        return self._stack.enter_context(started("worker", self.address, *options, **surroundings))


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    """A cluster that is still without workers."""
    with ExitStack() as stack:
        yield Processes(stack, tmp_path)


@contextmanager
def client_of_two(processes: Processes) -> Iterator[Cluster]:
    with Cluster(processes.address) as cluster:
        while cluster.workers < 2:
            time.sleep(0.05)
        yield cluster


@pytest.mark.parametrize("nanny", ["--nanny", "--no-nanny"])
def test_a_killed_worker_loses_nothing(processes: Processes, nanny: str, tmp_path: Path) -> None:
    """Has each job one result though one of two workers is killed in the middle, whether or not it comes back?"""
    for _ in range(2):
        processes.add(nanny)
    folder = tmp_path / "notes"
    folder.mkdir()
    with client_of_two(processes) as cluster:
        found = []
        for answer in cluster.run(partial(noted, str(folder)), range(30), Unseen()):
            found.append(answer)
            if len(found) == 5:
                os.kill(next(iter(cluster._client.run(os.getpid).values())), signal.SIGKILL)
    assert sorted(found) == [(number, number) for number in range(30)]
    done = {int(note.name): note.read_text().count("done") for note in folder.iterdir()}
    assert done.keys() == set(range(30))
    assert sum(done.values()) <= 30 + 4


def test_a_job_that_kills_its_workers(processes: Processes) -> None:
    """Is a job that kills whoever does it given up after a fixed number of deaths, and are all others done?"""
    for _ in range(2):
        processes.add()
    with client_of_two(processes) as cluster:
        found = dict(cluster.run(kills_its_worker, range(6), Unseen()))
    assert found.keys() == set(range(6))
    dead = found.pop(3)
    assert isinstance(dead, Death)
    assert dead.how == "4 workers of the cluster died of it"
    assert all(job == answer for job, answer in found.items())


def run_and(act: Callable[[], None], cluster: Cluster, folder: Path) -> None:
    """Run many jobs, and act as soon as the first is done."""
    for _ in cluster.run(partial(noted, str(folder)), range(100), Unseen()):
        act()


def test_a_cluster_that_goes_away(processes: Processes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Is a cluster whose scheduler is killed in the middle one line?"""
    processes.add()
    with Cluster(processes.address) as cluster:
        monkeypatch.setattr(cluster_module, "_GLANCE", 0.5)
        with pytest.raises(ClusterError) as refusal:
            run_and(processes.scheduler.kill, cluster, tmp_path)
    assert str(refusal.value) == f"the Dask cluster at {processes.address} is gone: what it had found so far is kept"


def test_a_cluster_that_hangs(processes: Processes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Is a cluster whose scheduler is there, and answers nothing, one line?"""
    processes.add()
    with Cluster(processes.address) as cluster:
        monkeypatch.setattr(cluster_module, "PATIENCE", 3.0)
        monkeypatch.setattr(cluster_module, "_GLANCE", 0.5)
        with pytest.raises(ClusterError, match="is gone"):
            run_and(partial(processes.scheduler.send_signal, signal.SIGSTOP), cluster, tmp_path)
        processes.scheduler.send_signal(signal.SIGCONT)


def test_a_cluster_that_loses_its_workers(
    processes: Processes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Is a cluster that has no worker left one line?"""
    only = processes.add("--no-nanny")
    with Cluster(processes.address) as cluster:
        monkeypatch.setattr(cluster_module, "PATIENCE", 2.0)
        monkeypatch.setattr(cluster_module, "_GLANCE", 0.5)
        with pytest.raises(ClusterError, match="has lost its workers"):
            run_and(only.kill, cluster, tmp_path)


def changed_source(folder: Path) -> dict[str, str]:
    """A checkout in which one line is not ours."""
    for room in ("spec", "impl", "proofs", "tests"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "impl" / "peeling.py").open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    return {"PYTHONPATH": str(folder)}


def nothing_to_load(folder: Path) -> dict[str, str]:
    """A module `proofs` that is somebody else's."""
    folder.mkdir()
    (folder / "proofs.py").write_text("", encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize(
    ("elsewhere", "told"),
    [
        (changed_source, "would run other code: the source of impl is "),
        (nothing_to_load, "or none of them can load noisymax"),
    ],
)
def test_a_worker_with_other_code(
    processes: Processes, elsewhere: Callable[[Path], dict[str, str]], told: str, tmp_path: Path
) -> None:
    """Is a worker refused whose source is not the client's, or that has none?"""
    processes.add(**elsewhere(tmp_path / "elsewhere"))
    with Cluster(processes.address) as cluster, pytest.raises(ClusterError) as refusal:
        list(cluster.run(squared, range(3), Unseen()))
    assert told in str(refusal.value)
    assert "\n" not in str(refusal.value)


def verdicts(file: Path) -> dict[str, object]:
    """What an audit says, without how long it took."""
    told = json.loads(file.read_text())
    return {claim["id"]: (claim["status"], claim["standing"]) for claim in told["claims"]}


def after_some_evidence(folder: Path, act: Callable[[], None]) -> threading.Thread:
    """Act as soon as a few findings are kept."""

    def wait_and_act() -> None:
        while len(list(folder.rglob("*.json"))) < 3:
            time.sleep(0.02)
        act()

    waiting = threading.Thread(target=wait_and_act)
    waiting.start()
    return waiting


AUDIT = ("audit", "--only", "exponential_mechanism.")


def test_an_audit_whose_worker_is_killed(
    processes: Processes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Does an audit on a cluster say what it says here, though one of two workers is killed meanwhile?"""
    monkeypatch.setenv("NOISYMAX_CACHE", str(tmp_path / "kept"))
    workers = [processes.add("--no-nanny") for _ in range(2)]
    killer = after_some_evidence(tmp_path / "kept", workers[0].kill)
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    assert main([*AUDIT, "--json", str(there), "--dask", processes.address]) == 0
    killer.join()
    assert main([*AUDIT, "--no-cache", "--json", str(here)]) == 0
    assert verdicts(here) == verdicts(there)
    assert len(verdicts(here)) > 5
    assert capfd.readouterr().err == ""


def test_evidence_of_a_cluster_that_went_away_is_kept(
    processes: Processes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Does an audit that lost its cluster write no report, and is what it had found by then used by the next one?"""
    monkeypatch.setenv("NOISYMAX_CACHE", str(tmp_path / "kept"))
    processes.add()
    killer = after_some_evidence(tmp_path / "kept", processes.scheduler.kill)
    arguments = [*AUDIT, "--json", str(tmp_path / "report.json")]
    assert main([*arguments, "--dask", processes.address]) == 2
    killer.join()
    gone = f"noisymax: error: the Dask cluster at {processes.address} is gone: what it had found so far is kept\n"
    assert capfd.readouterr() == ("", gone)
    assert not (tmp_path / "report.json").exists()
    assert main(arguments) == 0
    assert "of them made before" in capfd.readouterr().out
