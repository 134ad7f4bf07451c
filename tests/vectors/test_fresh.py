"""Do the committed test vectors say what the code does today, and would a change be noticed?"""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.command import main
from proofs.vectors.digests import DISCRETE, Stream, row
from proofs.vectors.files import DIGESTS, FOLDER, generate, shallow, stale, vectors
from spec.draw import Draw, sampler
from tests.support.committed_vectors import DEEPER, READ

QUICK = 100


@pytest.fixture(scope="module")
def fresh() -> dict[str, str]:
    """All files made anew, as far as is quick."""
    return generate(QUICK)


def test_every_file_is_fresh(fresh: dict[str, str]) -> None:
    """Do the committed vectors, and the digests of 100 tapes, say what the code does today?"""
    found = stale(FOLDER, fresh, QUICK)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("stream", DISCRETE, ids=lambda stream: stream.name)
def test_more_digests_are_fresh(stream: Stream) -> None:
    """Where tapes are cheap, do 1,000 of them come out as committed?"""
    (kept,) = (kept for kept in READ[DIGESTS]["digests"] if kept["name"] == stream.name)
    found = row(stream, DEEPER)["sha256"]
    assert isinstance(found, dict)
    assert found.items() <= kept["sha256"].items(), "stale; if the change is meant: noisymax vectors"
    assert len(found) == 3


@sampler
def always(x: Fraction, draw: Draw) -> bool:
    """A coin of e^-x that always shows True."""
    return True


def to_nearest(a: float, b: float) -> float:
    """Division that rounds to nearest."""
    return a / b


@pytest.mark.parametrize(
    ("place", "wrong", "name"),
    [
        ("impl.permute_and_flip.sample_bernoulli_exp", always, "selection.json"),
        ("impl.maps.inf_div", to_nearest, "maps.json"),
    ],
)
def test_a_change_of_the_code_is_noticed(
    monkeypatch: pytest.MonkeyPatch, place: str, wrong: Callable[..., object], name: str
) -> None:
    """Does a wrong part make a file stale, in a line that names file, line and command?"""
    monkeypatch.setattr(place, wrong)
    (line,) = stale(FOLDER, {name: vectors(name)})
    assert line.startswith(f"{FOLDER / name}:")
    assert line.endswith("error: stale; if the change is meant, write it anew with: noisymax vectors")
    assert int(line.split(":")[1]) > 5


def test_a_change_of_a_digest_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do ten tapes tell a mechanism whose sampler is wrong?"""
    monkeypatch.setattr("impl.permute_and_flip.sample_bernoulli_exp", always)
    (stream,) = (stream for stream in DISCRETE if stream.name == "permute_and_flip")
    (kept,) = (kept for kept in READ[DIGESTS]["digests"] if kept["name"] == stream.name)
    found = row(stream, 10)
    assert found["parameters"] == kept["parameters"]
    assert found["sha256"] != {"10": kept["sha256"]["10"]}


def test_what_is_no_file_of_digests_is_stale() -> None:
    """Does a broken file of digests stay as it is, to be told as stale?"""
    for text in ("{", "[]", '{"digests": [{}]}'):
        assert shallow(text, 10) == text


def test_the_command_writes_and_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, fresh: dict[str, str]
) -> None:
    """Does `noisymax vectors` write what `--check` accepts, and is a file that is missing or changed told?"""
    monkeypatch.setattr("proofs.command.vectors.generate", lambda: fresh)
    assert main(["vectors", "--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(READ)
    assert main(["vectors", "--check", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().err == ""
    (tmp_path / "gumbel.json").unlink()
    (tmp_path / "maps.json").write_text("{}")
    (tmp_path / "directed.json").write_bytes(b"\xff")
    assert main(["vectors", "--check", "--out", str(tmp_path)]) == 1
    missing, changed, unreadable = capsys.readouterr().err.splitlines()
    assert missing == f"{tmp_path / 'gumbel.json'}:1: error: missing or unreadable; write it with: noisymax vectors"
    assert changed.startswith(f"{tmp_path / 'maps.json'}:1: error: stale; ")
    assert unreadable.startswith(f"{tmp_path / 'directed.json'}:1: error: missing or unreadable; ")


def test_the_command_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is a folder that is none, or cannot be written to, refused in one line with exit code 2?"""
    monkeypatch.setattr("proofs.command.vectors.generate", lambda: {"maps.json": "{}"})
    assert main(["vectors", "--out", str(tmp_path / "none")]) == 2
    (tmp_path / "maps.json").mkdir()
    assert main(["vectors", "--out", str(tmp_path)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == f"noisymax: error: {tmp_path / 'none'} is not a directory"
    assert second.startswith(f"noisymax: error: cannot write {tmp_path / 'maps.json'}: ")
