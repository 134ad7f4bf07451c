"""Is a source tree refused in which something around the translated code is not what it was?"""

import shutil
from pathlib import Path

import pytest

from proofs.kernel.changes import Change
from proofs.kernel.planting import planted
from proofs.kernel.translator import Refused, translate
from proofs.kernel.translator import __main__ as command
from tests.kernel.toys import COIN, ROOT, body, emitted


def test_a_file_that_is_not_there_or_not_python_is_refused(tmp_path: Path) -> None:
    """Is there a line for a missing room, a missing unit and a syntax error?"""
    with pytest.raises(Refused, match=r"^spec/draw\.py:1: error: No such file or directory$|^spec/triple"):
        translate(tmp_path)
    for room in ("spec", "impl"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "impl" / "peeling.py").write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(
        Refused, match=r"^impl/peeling\.py:1: error: original_index is to be translated and is not there$"
    ):
        translate(tmp_path)
    (tmp_path / "impl" / "peeling.py").write_text("def f(:\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"^impl/peeling\.py:1: error: invalid syntax$"):
        translate(tmp_path)


@pytest.mark.parametrize(
    ("path", "old", "new", "why"),
    [
        ("spec/draw.py", "draw.call(body, *arguments)", "body(*arguments, draw)", "sampler is assumed, not translated"),
        ("impl/draws.py", "self._buffer & 1", "self._buffer & 0", "SystemDraw is assumed, not translated"),
        ("impl/ball.py", "x.lower()", "x.upper()", "lower is assumed, not translated"),
        ("impl/gumbel.py", "GUARD_BITS = 64", "GUARD_BITS = 6", "GUARD_BITS is assumed, not translated"),
        ("spec/triple.py", "class Triple:", "class Triples:", "Triple is assumed, not translated, and is not there"),
        ("impl/__init__.py", '."""\n', '."""\nimport impl.peeling\n', "a package that does more than group modules"),
        ("spec/space.py", "import math\n", "import math\nmath.inf = 1\n", "an attribute of something else is changed"),
        ("impl/registry.py", "_SPACE = ", 'X = setattr(int, "x", 1)\n_SPACE = ', "a name may change its meaning"),
        ("impl/registry.py", "_SPACE = ", "X = int.__dict__\n_SPACE = ", "a name may change its meaning"),
        ("spec/permute_and_flip.py", "len(x) >= 1", "1 <= len(x) < 300", "a broken contract is an error"),
        ("spec/top_k_measure.py", "score == score", "score == score and score < 9", "a broken contract is an error"),
        ("spec/measurement.py", "LInfDistance | RangeDistance", "LInfDistance | VectorDomain", "an unknown union"),
        (
            "impl/inverse_transform.py",
            "import math\n",
            "import math\nimport spec.space\n\n\ndef g() -> None:\n    spec.space.differences = max\n\n\n",
            "an attribute of something else is changed",
        ),
        (
            "spec/top_k_measure.py",
            "    def privacy_map(d_in: float, scale: float) -> float:",
            "    def other(d_in: float, scale: float) -> float:",
            "MaxDivergence.other is not translated",
        ),
        ("impl/noisy_top_k.py", "space.MaxDivergence: Max", "MaxDivergence: Max", "not a table of Measure"),
        ("impl/noisy_top_k.py", "space.MaxDivergence: MaxDivergence", "space.MaxDivergence: int", "not a class"),
        (
            ("impl/max_divergence.py"),
            "negate: bool, draw",
            "negate: int, draw",
            "MaxDivergence.noisy_top_k is not of the kind",
        ),
        (
            "spec/space.py",
            'sup over alpha > 1 of D_alpha(P || Q)/alpha, in both directions, D_alpha the Renyi divergence."""\n',
            '."""\n\n    alpha: int\n',
            "a class with fields or methods",
        ),
    ],
)
def test_what_surrounds_the_translated_code_is_held_fixed(
    path: str, old: str, new: str, why: str, tmp_path: Path
) -> None:
    """Is a change of code that is assumed, of a package or of a table, noticed?"""
    planted([Change(path, ((old, new),))], ROOT, tmp_path)
    with pytest.raises(Refused) as caught:
        translate(tmp_path)
    assert why in str(caught.value)


def test_what_hands_arguments_on_needs_an_attempt() -> None:
    """Is `retry` refused with a function that always answers, or without coins?"""
    before = [("spec/draw.py", "retry")]
    for call in ("retry(g, draw)", "retry()"):
        with pytest.raises(Refused, match="error: "):
            emitted(f"{COIN}@sampler\ndef f(draw: Draw) -> int:\n    return {call}\n", "g f", before)


def test_the_command_writes_the_emitted_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Does the command write what the translator makes, and say in one line why it cannot?"""
    monkeypatch.setattr(command, "COQ", tmp_path)
    assert command.main() == 0
    assert {file.stem: file.read_text(encoding="utf-8") for file in tmp_path.glob("*.v")} == translate(ROOT)

    def refuse(root: Path) -> dict[str, str]:
        raise Refused("impl/maps.py:1: error: no")

    monkeypatch.setattr(command, "translate", refuse)
    assert command.main() == 2
    assert capsys.readouterr().err == "impl/maps.py:1: error: no\n"


def test_no_comment_and_no_docstring_changes_what_is_emitted(tmp_path: Path) -> None:
    """Does a comment, a docstring or an empty line leave the emitted text as it is, in assumed code too?"""
    changes = (("import", "# a comment\n\nimport"),)
    texts = (('"""Discrete', '"""Some discrete'), ("from fractions", "\n# note\nfrom fractions"))
    planted([Change("impl/samplers.py", texts)], ROOT, tmp_path)
    source = (tmp_path / "spec" / "draw.py").read_text(encoding="utf-8")
    (tmp_path / "spec" / "draw.py").write_text(source.replace(changes[0][0], changes[0][1], 1), encoding="utf-8")
    assert translate(tmp_path) == translate(ROOT)


def test_what_runs_without_coins_is_left_out() -> None:
    """Is a way out that is taken only if no coins are given left out, and one that may be taken with coins not?"""
    text = "def f(x: int, draw: Draw | None = None) -> int:\n    if {test}:\n        return 7\n    return x\n"
    for test in ("draw is None", "draw is None and x == 3"):
        assert body(text.format(test=test)) == "Ret x"
    assert "7" in body(text.format(test="x == 3"))
    for test in ("x == 3 and draw is None", "draw is not None"):
        with pytest.raises(Refused):
            body(text.format(test=test))
