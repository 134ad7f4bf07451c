"""What the kernel asks together: is nothing overlooked that it would find one by one?"""

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from proofs.kernel import __main__ as command
from proofs.kernel.building import Stopped, Theorem, build, confirm
from proofs.kernel.changes import REWRITES, Change
from proofs.kernel.development import Development, KernelError, read
from proofs.kernel.planting import Fate, fate, planted, together
from proofs.kernel.translator import translate
from tests.kernel.toys import ROOT

with_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
MIXED = Development(
    {
        "A": "Axiom classic : forall P : Prop, P \\/ ~ P.\nAxiom cheat : 0 = 1.\n",
        "Statements": "Definition bare : Prop := 0 = 0.\nDefinition plain : Prop := 1 = 1.\n"
        "Definition used : Prop := 0 = 0 \\/ ~ 0 = 0.\nDefinition wrong : Prop := 0 = 1.\n",
        "Proofs": "From Noisymax Require Import A.\nFrom Noisymax Require Statements.\n"
        "Theorem bare : Statements.bare.\nProof. reflexivity. Qed.\n"
        "Theorem plain : Statements.plain.\nProof. reflexivity. Qed.\n"
        "Theorem used : Statements.used.\nProof. apply classic. Qed.\n"
        "Theorem wrong : Statements.wrong.\nProof. exact cheat. Qed.\n",
    }
)
SAID = {"bare": (), "plain": (), "used": ("A.classic",), "wrong": ("A.cheat",)}


def known(**otherwise: tuple[str, ...]) -> dict[str, Theorem]:
    said = {**SAID, **otherwise}
    return {name: Theorem(MIXED.statements[name], axioms) for name, axioms in said.items()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build(MIXED, folder, lambda name: None)
    return folder


@with_coq
@pytest.mark.parametrize("axioms", [(), ("A.classic",)])
def test_a_theorem_that_rests_on_more_than_is_said_is_found_among_others(axioms: tuple[str, ...], built: Path) -> None:
    """Does one theorem with one axiom more show, whether it is asked beside others or alone?"""
    assert confirm(MIXED, built, known()) == known()
    assert confirm(MIXED, built, known(wrong=axioms)) == known()


@with_coq
def test_a_theorem_of_which_nothing_is_said_is_asked(built: Path) -> None:
    """Is a theorem that no certificate has asked by itself, and one that is gone not?"""
    said = known()
    del said["wrong"]
    gone = {**said, "gone": Theorem("x", ())}
    assert confirm(MIXED, built, gone) == known()


@with_coq
def test_a_theorem_about_something_else_is_noticed_among_others(built: Path, tmp_path: Path) -> None:
    """Must each of the theorems that are asked together prove the statement of its name?"""
    other = MIXED.replaced({"Proofs": MIXED.texts["Proofs"].replace("Statements.plain", "2 = 2")})
    build(other, tmp_path, lambda name: None)
    with pytest.raises(Stopped):
        confirm(other, tmp_path, known())


def test_rewrites_are_made_together(tmp_path: Path) -> None:
    """Are all rewrites in some group, once, and can each group be made and translated?"""
    groups = together(REWRITES, ROOT)
    assert sorted(map(str, REWRITES)) == sorted(str(change) for group in groups for change in group)
    assert len(groups) < len(REWRITES) / 4
    for number, group in enumerate(groups):
        planted(group, ROOT, tmp_path / str(number))
        assert translate(tmp_path / str(number))


def test_changes_of_the_same_text_are_made_apart() -> None:
    """Are two changes of one text in two groups, and is one that has no text an error?"""
    first, second = (Change("impl/maps.py", (("import math\n", f"import{gap}math\n"),)) for gap in ("  ", "   "))
    assert together([first, second], ROOT) == [(first,), (second,)]
    with pytest.raises(KernelError, match="nothing to replace"):
        together([Change("impl/maps.py", (("no such text", ""),))], ROOT)


def test_proofs_are_checked_where_a_changed_definition_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is every file that names what differs proved again, after what it needs, and nothing twice?"""
    development = read().replaced(translate(ROOT))
    for name in development.texts:
        (tmp_path / f"{name}.vo").touch()
    asked: list[tuple[str, str]] = []

    def compiled(folder: Path, name: str, *options: str) -> str:
        asked.append((name, options[0]))
        return ""

    monkeypatch.setattr("proofs.kernel.planting.compile_file", compiled)
    rename = next(change for change in REWRITES if change.path == "impl/directed.py")
    (found,) = fate((rename,), ROOT, development, tmp_path)
    assert str(found) == "impl/directed.py: rename a local: all proofs hold"
    assert len(asked) == len({*asked})
    dirty = development.dependents({"EmittedDirected"})
    proved = {name for name, option in asked if option == "-vok"}
    assert proved == {name for name in dirty if re.search(r"\bround_up\b", development.texts[name])}
    for place, (name, option) in enumerate(asked):
        before = {other for other, made in asked[:place] if made == "-vos"}
        assert {*development.imports[name]} & {*dirty} <= before, (name, option)


def test_a_group_that_is_stopped_is_followed_one_by_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Is the one rewrite told that breaks a proof, and are those cleared that were made beside it?"""
    bad = REWRITES[3]

    def followed(groups: list[tuple[Change, ...]], *_: object) -> list[Fate]:
        stopped = [None if group[0].what and bad not in group else "Coq" for group in groups]
        return [Fate(c, s, beside=len(g) - 1) for g, s in zip(groups, stopped, strict=True) for c in g]

    monkeypatch.setattr(command, "fates", followed)
    development = read()
    assert command._plant(development, Path(), Random(1), False, command.Progress()) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"{bad.path}:1: error: a harmless rewrite is stopped: {bad}: stopped by Coq"
    monkeypatch.setattr(command, "REWRITES", (*REWRITES[:3], *REWRITES[4:]))
    assert command._plant(development, Path(), Random(1), False, command.Progress()) == 0
