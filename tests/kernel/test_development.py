"""Is a Coq file that would be believed without a proof, or is not in its place, refused with its line?"""

from pathlib import Path

import pytest

from proofs.kernel.development import FORBIDDEN, Development, KernelError, read, without_comments
from proofs.kernel.translator import COQ

HEAD = "From Noisymax Require Import A.\nFrom Noisymax Require B.\n"
GOOD = {
    "A": "Definition a : nat := 0.\n",
    "B": "From Noisymax Require Import A.\n",
    "Statements": f"{HEAD}(* what *)\nDefinition t : Prop := a =\n  0.\nDefinition word (n : nat) : Prop := n = a.\n",
    "Proofs": "From Noisymax Require Statements.\nTheorem t : Statements.t.\nProof. easy. Qed.\n",
}


def folder(where: Path, texts: dict[str, str], order: str | None = None) -> Path:
    for name, text in texts.items():
        (where / f"{name}.v").write_text(text, encoding="utf-8")
    (where / "order").write_text("\n".join(texts) if order is None else order, encoding="utf-8")
    return where


def test_a_sound_development_is_read(tmp_path: Path) -> None:
    """Are order, imports, theorems, statements and dependents of good files found?"""
    found = read(folder(tmp_path, GOOD))
    found.check()
    assert list(found.texts) == ["A", "B", "Statements", "Proofs"]
    assert found.imports["Statements"] == ("A", "B")
    assert (found.theorems, found.statements) == (("t",), {"t": "a = 0"})
    assert found.dependents({"B"}) == ["B", "Statements", "Proofs"]
    assert found.needed({"Statements"}, ["B", "Statements", "Proofs"]) == ["B", "Statements"]
    assert found.replaced({"A": "x"}).texts["A"] == "x"


def test_the_files_of_the_project_are_sound() -> None:
    """Are all Coq files in order, each statement proved, and no forbidden word among them?"""
    read(COQ).check()


@pytest.mark.parametrize("word", FORBIDDEN)
def test_a_forbidden_word_is_refused(word: str) -> None:
    """Is each word by which a file would be believed without a proof refused, with its line and what to do?"""
    bad = Development({**GOOD, "B": f'(* {word} (* {word} *) *) Definition s := "{word}".\n\n{word} x.\n'})
    with pytest.raises(KernelError) as caught:
        bad.check()
    assert str(caught.value) == f"proofs/kernel/coq/B.v:3: error: {word}: {FORBIDDEN[word]}"


@pytest.mark.parametrize("name", ["administer", "admitted'", "Axiomatic", "Parameterised"])
def test_a_longer_word_is_none_of_them(name: str) -> None:
    """Is a name that only begins like a forbidden word left alone?"""
    Development({**GOOD, "B": f"Definition {name} := 0.\n"}).check()


def test_comments_and_strings_are_blanked_line_by_line() -> None:
    """Do nested comments and strings vanish, and lines stay where they are?"""
    assert without_comments('a (* b (* c *)\n *) d "e\n*)" f') == "a             \n    d   \n    f"


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        (
            {"B": "From Noisymax Require Import C.\n"},
            "proofs/kernel/coq/B.v:1: error: C is not before B in the file `order`",
        ),
        ({"Proofs": "Theorem u : a.\n"}, "proofs/kernel/coq/Statements.v:4: error: t is not proved in Proofs.v"),
        ({"Statements": "\n"}, "proofs/kernel/coq/Proofs.v:2: error: t is not stated in Statements.v"),
        ({"Statements": "\n", "Proofs": "\n"}, "proofs/kernel/coq/Proofs.v:1: error: there is no theorem to certify"),
    ],
)
def test_what_is_missing_is_said(texts: dict[str, str], error: str) -> None:
    """Is an import out of order, a statement without a proof, or a proof without a statement, refused?"""
    with pytest.raises(KernelError) as caught:
        Development({**GOOD, **texts}).check()
    assert str(caught.value) == error


@pytest.mark.parametrize(
    ("order", "error"),
    [
        ("A B Statements", "proofs/kernel/coq/Proofs.v:1: error: is not in the file `order`"),
        ("A B C Statements Proofs", "proofs/kernel/coq/C.v:1: error: is in the file `order` and not there"),
    ],
)
def test_the_order_names_every_file(order: str, error: str, tmp_path: Path) -> None:
    """Is a file that the order leaves out, or has too many, refused?"""
    with pytest.raises(KernelError) as caught:
        read(folder(tmp_path, GOOD, order))
    assert str(caught.value) == error


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    """Is there one line where there are no files?"""
    with pytest.raises(KernelError, match=r"^proofs/kernel/coq/order:1: error: No such file or directory$"):
        read(tmp_path)
