"""Does every module say what it is, in few lines? And do the lints read every file of the project?"""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.sources import Lint, Source, assert_kept, found, needs_git, sources

LONGEST = 300
"""The lines that a module may have, tests included: it is read in one sitting."""

GENERATED = ("proofs/baseline.py",)

Declaration = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def lacks_docstring(source: Source) -> Iterator[str]:
    """Every test has a docstring; outside tests, so has every module and all that is public in it."""
    if not source.is_module:
        return
    tree = ast.parse(source.text)
    in_tests = source.room == "tests"
    is_package = source.path.name == "__init__.py"
    if (not in_tests or is_package) and ast.get_docstring(tree) is None:
        yield source.error(1, "the module lacks a docstring")
    for node in public_declarations(tree):
        asked = not in_tests or node.name.startswith("test_")
        if asked and ast.get_docstring(node) is None:
            yield source.error(node.lineno, f"{node.name} lacks a docstring")


def public_declarations(node: ast.AST) -> Iterator[Declaration]:
    """Yield what can be reached by public names alone: nothing below a function or a private class."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Declaration):
            yield from public_declarations(child)
        elif not child.name.startswith("_"):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public_declarations(child)


def is_too_long(source: Source) -> Iterator[str]:
    """A module is short enough to be read in one sitting."""
    lines = len(source.text.splitlines())
    if source.path.suffix == ".py" and lines > LONGEST and str(source.path) not in GENERATED:
        yield source.error(LONGEST + 1, f"the module has {lines} lines, {LONGEST} at most are allowed")


@needs_git
@pytest.mark.parametrize("lint", [lacks_docstring, is_too_long])
def test_modules_are_short_and_say_what_they_are(lint: Lint) -> None:
    """Does every module have its docstrings, and no line too many?"""
    assert_kept(lint)


@pytest.mark.parametrize(
    ("path", "text", "what"),
    [
        ("spec/a.py", "x = 1", "1: error: the module lacks a docstring"),
        ("impl/a.py", '"""A."""\ndef f(): ...', "2: error: f lacks a docstring"),
        ("impl/a.py", '"""A."""\nif True:\n    async def f(): ...', "3: error: f lacks a docstring"),
        ("proofs/a.py", '"""A."""\nclass C: ...', "2: error: C lacks a docstring"),
        (
            "proofs/a.py",
            '"""A."""\nclass C:\n    """C."""\n    def m(self): ...',
            "4: error: m lacks a docstring",
        ),
        ("tests/test_a.py", "def test_f(): ...", "1: error: test_f lacks a docstring"),
        ("tests/test_a.py", "class TestC:\n    def test_m(self): ...", "2: error: test_m lacks a docstring"),
        ("tests/engine/__init__.py", "", "1: error: the module lacks a docstring"),
    ],
)
def test_a_missing_docstring_is_reported(path: str, text: str, what: str) -> None:
    """Is each kind of thing that must say what it is reported when it does not?"""
    assert found(lacks_docstring, path, text) == [f"{path}:{what}"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("spec/a.py", '"""A."""\ndef _f(): ...\nclass _C:\n    def m(self): ...'),
        ("spec/a.py", '"""A."""\ndef f():\n    """F."""\n    def inner(): ...'),
        ("tests/a.py", "def planted(): ..."),
    ],
)
def test_what_is_private_needs_no_docstring(path: str, text: str) -> None:
    """Are private names, inner functions, and the parts of tests that are no tests left alone?"""
    assert found(lacks_docstring, path, text) == []


@pytest.mark.parametrize("path", ["spec/a.py", "tests/engine/test_a.py", "tests/support/a.py", "elsewhere.py"])
def test_a_long_module_is_reported(path: str) -> None:
    """Is the first line too many reported, and the last one allowed not, in every folder?"""
    what = f"{path}:301: error: the module has 301 lines, 300 at most are allowed"
    assert found(is_too_long, path, "x = 1\n" * 301) == found(is_too_long, path, "\n" * 300 + "x = 1") == [what]
    assert found(is_too_long, path, "x = 1\n" * 300) == []


def test_only_what_is_generated_may_be_longer() -> None:
    """Is the baseline allowed its length, and text that is no code, and a file that is only called the same not?"""
    text = "x = 1\n" * 301
    assert found(is_too_long, "proofs/baseline.py", text) == found(is_too_long, "CHANGELOG.md", text) == []
    assert len(found(is_too_long, "proofs/audit/baseline.py", text)) == 1


def test_new_files_are_seen_and_ignored_ones_are_not(tmp_path: Path) -> None:
    """Do the lints read a file before its first commit, and pass over what git ignores?"""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("ignored.py\n")
    (tmp_path / "ignored.py").write_text("")
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "new.py").write_text("import impl")
    assert [str(source.path) for source in sources(tmp_path)] == [".gitignore", "spec/new.py"]
