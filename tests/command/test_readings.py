"""`noisymax readings`: are both sides shown, and is it recorded that they were compared?"""

from dataclasses import replace
from pathlib import Path

import pytest

from proofs.audit.source_index import source
from proofs.command import readings, theorems
from proofs.engine.ledger.ledger import Chapter, Ledger
from proofs.kernel.checker import definitions, verified
from proofs.kernel.definitions import Unit
from proofs.kernel.development import KernelError, read
from proofs.kernel.readings import load, text
from spec.samplers import EXP_CODE, UNIFORM_CODE
from tests.support.command_runner import CommandRunner

NAMES = [EXP_CODE.id, UNIFORM_CODE.id]


def toy() -> Ledger:
    """Two claims by the kernel."""
    claims = tuple(replace(claim, document="toy") for claim in (EXP_CODE, UNIFORM_CODE))
    proofs = (verified(EXP_CODE, "bernoulli_exp_law"), verified(UNIFORM_CODE, "uniform_law"))
    return Ledger([Chapter(claims, proofs)])


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Readings of the toy, of which one is renewed and one is missing."""
    file = tmp_path / "readings.json"
    file.write_text(text({EXP_CODE.id: readings.needed(toy())[EXP_CODE.id]}), encoding="utf-8")
    monkeypatch.setattr(readings, "PLACE", file)
    monkeypatch.setattr(readings, "load", lambda: load(file))
    return file


def test_what_nobody_has_read_is_listed_and_falls_short(runner: CommandRunner, place: Path) -> None:
    """Is every claim listed with its theorems, and is one that was not read an error?"""
    code, out, errors = runner.run(toy, "readings")
    assert code == 1
    assert [line.split() for line in out.splitlines()] == [
        ["claim", "read", "theorems"],
        [EXP_CODE.id, "yes", "bernoulli_exp_law"],
        [UNIFORM_CODE.id, "no", "uniform_law"],
    ]
    assert errors == [
        f"readings.json: error: {UNIFORM_CODE.id}: nobody has read that uniform_law says this, or it has changed "
        "since: compare the two: noisymax readings"
    ]


def test_both_sides_are_shown(runner: CommandRunner, place: Path) -> None:
    """Does a claim come with what the ledger states and what Coq states, definitions included?"""
    code, out, _ = runner.run(toy, "readings", EXP_CODE.id)
    assert code == 1
    assert out.startswith(
        f"{EXP_CODE.id}\nthe ledger states\n  for all rational x with x ≥ 0: on independent fair coins"
    )
    assert "Definition bernoulli_exp_law : Prop := forall x, 0 <= Q2R x ->" in out
    assert "(* Probability.v *)" in out


def test_renewing_records_what_is_named_or_all(runner: CommandRunner, place: Path) -> None:
    """Does --renew record the claims that are named, or all that have changed, and forget those that are gone?"""
    place.write_text(text({**load(place), "gone": load(place)[EXP_CODE.id]}), encoding="utf-8")
    code, out, errors = runner.run(toy, "readings", "--renew")
    assert (code, errors) == (0, [])
    assert UNIFORM_CODE.id in out
    assert EXP_CODE.id not in out
    assert list(load(place)) == NAMES
    place.unlink()
    assert runner.run(toy, "readings", EXP_CODE.id, "--renew")[0] == 1
    assert list(load(place)) == [EXP_CODE.id]
    assert runner.run(toy, "readings")[0] == 1


def test_bad_input_is_refused_in_one_line(runner: CommandRunner, place: Path) -> None:
    """Is an unknown claim refused, and are readings that are none reported?"""
    code, _, errors = runner.run(toy, "readings", "no.such")
    assert (code, len(errors)) == (2, 1)
    place.write_text("{", encoding="utf-8")
    code, _, errors = runner.run(toy, "readings")
    assert (code, errors) == (1, ["readings.json: error: not what noisymax readings --renew writes"])


def test_units_of_the_source_are_found() -> None:
    """Does every translated unit that a statement names have its lines in the Python source?"""
    found = {unit.name: theorems.lines_of(unit) for unit in definitions().units(read().theorems)}
    assert found["sample_bernoulli_exp"].file == "impl/samplers.py"
    assert "@sampler" in source("impl/samplers.py").splitlines()[found["sample_bernoulli_exp"].first]
    assert all(lines.last > lines.first for name, lines in found.items() if "." in name)
    assert theorems.lines_of(Unit("impl/samplers.py", "no_such")).first == 1
    with pytest.raises(KernelError):
        list(theorems.told(("no_such",)))
