"""Is the example of CONTRIBUTING.md, a function that is translated, stated and proved, complete and right?"""

import re
import shutil
from pathlib import Path

import pytest

from proofs.kernel.building import ALLOWED, Stopped, build, compile_file
from proofs.kernel.development import read
from tests.kernel.toys import ROOT, emitted

HEADS = {
    "Emitted": "From Coq Require Import ZArith QArith List Bool.\nFrom Noisymax Require Import CoinPrograms Python.\n"
    "Open Scope Z_scope.\n",
    "Example": "From Coq Require Import ZArith Reals Bool Lra.\n"
    "From Noisymax Require Import CoinPrograms Python Probability Emitted.\nOpen Scope R_scope.\n",
}
BELOW = ["CoinPrograms", "Python", "Probability"]
with_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")


def blocks() -> tuple[str, str, str, str]:
    """The function, its translation, the statement and the proof, as the guide shows them."""
    section = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Add a theorem")[2]
    python, translated, statement, proof = re.findall(r"```(?:python|coq)\n(.*?)```", section, re.DOTALL)
    return python, translated, statement, proof


def test_the_example_is_what_the_translator_makes_of_it() -> None:
    """Does the translator emit what the guide says, of the function that it shows?"""
    python, translated, _, _ = blocks()
    assert emitted(f"\n\n{python}", "both_heads") == f"(* impl/toy.py: both_heads *)\n{translated}"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the example imports."""
    folder = tmp_path_factory.mktemp("coq")
    build(read(), folder, lambda name: None, only=BELOW)
    return folder


def compile_example(folder: Path, statement: str, translated: str) -> str:
    (folder / "Emitted.v").write_text(f"{HEADS['Emitted']}{translated}", encoding="utf-8")
    asked = "Print Assumptions both_heads_has_its_law.\n"
    (folder / "Example.v").write_text(f"{HEADS['Example']}{statement}{blocks()[3]}{asked}", encoding="utf-8")
    compile_file(folder, "Emitted")
    return compile_file(folder, "Example")


@with_coq
@pytest.mark.untraced
def test_coq_accepts_the_example(compiled: Path) -> None:
    """Does Coq accept statement and proof, on allowed axioms, and neither another statement nor another function?"""
    _, translated, statement, _ = blocks()
    said = compile_example(compiled, statement, translated).partition("Axioms:\n")[2]
    axioms = set(re.findall(r"(?m)^([\w.']+)", said))
    assert axioms
    assert axioms <= ALLOWED
    with pytest.raises(Stopped):
        compile_example(compiled, statement.replace("1 / 4", "1 / 2"), translated)
    with pytest.raises(Stopped):
        compile_example(compiled, statement, translated.replace("&&", "||"))
