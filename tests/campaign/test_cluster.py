"""Is trouble with a cluster one clear line, and no verdict one of other code?"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from proofs.campaign.identity import identity
from proofs.campaign.model import ClusterError, Death, Unseen
from proofs.command import main
from proofs.command.many_targets import Refusal, held_at, hold, target_jobs
from proofs.command.stop import Stop
from proofs.conform.run import Request
from proofs.targets.names import BadTarget
from tests.support.campaign_jobs import squared

distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")

from proofs.campaign import cluster as cluster_module  # noqa: E402
from proofs.campaign.cluster import Cluster  # noqa: E402


def at(place: str, scheme: str = "tcp") -> str:
    """Return an address that this file does not itself contain."""
    return f"{scheme}:" + f"//{place}"


NOWHERE = at("127.0.0.1:1")
COMMANDS: Mapping[str, Sequence[str]] = {
    "audit": ("audit", "--only", "permute_and_flip.law"),
    "worst": ("worst", "permute_and_flip", "-n", "2"),
    "conform": ("conform", "tests/support/targets/conform_halved.py:make_noisy_top_k"),
}


def test_other_code_is_not_run(in_threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a campaign refused, with what differs, if a worker's source is not ours?"""

    def changed(rooms: Sequence[str]) -> Mapping[str, str]:
        return {**identity(rooms), "the source of impl": "0123456789ab"}

    monkeypatch.setattr("proofs.campaign.cluster.identity", changed)
    with Cluster(in_threads) as cluster, pytest.raises(ClusterError) as refusal:
        list(cluster.run(squared, range(3), Unseen()))
    theirs = identity(("impl",))["the source of impl"]
    told = f"would run other code: the source of impl is {theirs} there, and 0123456789ab here"
    assert str(refusal.value).endswith(told)


@pytest.mark.parametrize("address", [NOWHERE, "127.0.0.1:99999", at("x", "nonsense"), at(""), at("127.0.0.1:1", "tls")])
def test_a_cluster_that_does_not_answer(
    address: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Is an address at which no cluster is refused in one line, by the command, with exit code 2?"""
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    assert main(["worst", "permute_and_flip", "-n", "2", "--dask", address]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith(f"noisymax: error: no Dask cluster answers at {address}: ")


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a cluster that has no worker refused, after a while?"""
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0", silence_logs=60) as empty,
        pytest.raises(ClusterError, match="has no worker"),
    ):
        Cluster(empty.scheduler_address)


@pytest.mark.parametrize("command", COMMANDS)
def test_without_dask(command: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Does one line say what to install?"""
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "proofs.campaign.cluster")
    monkeypatch.delitem(sys.modules, "proofs.campaign.on_worker")
    assert main([*COMMANDS[command], "--dask", NOWHERE]) == 2
    expected = "noisymax: error: this needs distributed, which is not installed: pip install 'noisymax[dask]'\n"
    assert capfd.readouterr() == ("", expected)


def test_a_search_on_a_cluster(in_threads: str, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Does a cluster search every map that is searched here, in the same order, with the same verdict?"""
    files = [tmp_path / "here.json", tmp_path / "there.json"]
    for file, options in zip(files, ([], ["--dask", in_threads]), strict=True):
        assert main(["worst", "permute_and_flip", "-n", "2", "--json", str(file), *options]) == 0
    here, there = ([_told(line) for line in json.loads(file.read_text())["worst"]] for file in files)
    assert here == there
    assert len(here) == 4
    assert capfd.readouterr().err == ""


def _told(line: dict[str, str]) -> list[str]:
    return [line[name] for name in ("mechanism", "map", "measure", "moves", "verdict")]


def test_many_targets(in_threads: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Is each of several targets held, here and on a cluster, with one line each at the end?"""
    monkeypatch.setenv("COLUMNS", "200")
    targets = [f"tests/support/targets/conform_halved.py{factory}" for factory in ("", ":make_noisy_top_k")]
    told = []
    for options in ([], ["--dask", in_threads]):
        assert main(["conform", *targets, "--triple", "make_noisy_top_k", "--only", "map.sound#0", *options]) == 1
        out, err = capfd.readouterr()
        assert err.count(": error: make_noisy_top_k: map.sound: map(1.0) = ") == 2
        told.append([line.partition("  (")[0].split() for line in out.splitlines()[-3:]])
    assert told[0] == told[1]
    assert told[0][0] == ["target", "triple", "interpreter"]
    assert [line[0] for line in told[0][1:]] == targets
    assert all(line[-4:] == ["does", "not", "conform:", "map.sound"] for line in told[0][1:])


@pytest.mark.parametrize("change", ["text", "folder"])
def test_a_target_that_is_another_there(change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a target refused whose file is not the client's, or is not there?"""
    file = tmp_path / "target.py"
    file.write_text("first", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (job,) = target_jobs(["target.py:make"], [None], None)
    if change == "text":
        file.write_text("second", encoding="utf-8")
        told = f"{file} is another file on the worker"
    else:
        job = job._replace(folder=str(tmp_path / "nowhere"))
        told = f"{tmp_path / 'nowhere'}: No such file or directory on the worker"
    assert hold(None, Request(), job) == Refusal(told, "")


def test_targets_that_come_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Are a target that is refused on a worker, and one that kills it, told as what they are?"""
    (job,) = target_jobs(["opendp"], [None], None)

    class Answers:
        workers = 1

        def __init__(self, answer: object) -> None:
            self._answer = answer

        def run(self, *_: object) -> Iterator[tuple[object, object]]:
            yield job, self._answer

    for answer, error, told in (
        (Refusal("it is gone", "a.py:1"), BadTarget, "opendp: it is gone"),
        (Death("killed by SIGKILL", 0.0), Stop, "noisymax: error: opendp: its worker died: killed by SIGKILL"),
    ):
        with pytest.raises(error) as refusal:
            held_at(Answers(answer), [job], None, Request(), Unseen())  # type: ignore[arg-type]
        assert str(refusal.value) == told
    (module,) = target_jobs(["some.module:make"], [None], None)
    with pytest.raises(BadTarget, match=r"some\.module:make: nobody can tell"):
        held_at(Answers(None), [module], None, Request(), Unseen())  # type: ignore[arg-type]
    with pytest.raises(BadTarget, match=r"nosuch\.py: No such file"):
        target_jobs(["opendp"], [None], "nosuch.py:CONTRACT")


def test_only_our_own_maps_are_searched_on_a_cluster(capfd: pytest.CaptureFixture[str]) -> None:
    """Is a target of somebody else's refused in one line, before a cluster is asked?"""
    assert main(["worst", "some.py:make", "--dask", NOWHERE]) == 2
    assert capfd.readouterr().err.startswith("noisymax: error: --dask is for the maps of mechanisms that are ours")


def test_a_search_that_dies(
    in_threads: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Is a search whose process dies one line?"""
    monkeypatch.setattr(Cluster, "run", lambda *_: iter([(0, Death("killed by SIGKILL", 1.0))]))
    assert main(["worst", "permute_and_flip", "-n", "2", "--dask", in_threads]) == 2
    assert capfd.readouterr() == (
        "",
        "noisymax: error: a search ended without a result, its worker died: killed by SIGKILL\n",
    )
