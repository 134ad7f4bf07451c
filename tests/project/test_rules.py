"""Does the project keep its own rules? Every lint here is also shown violations that it must report."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("spec", "impl", "proofs", "tests")  # a room imports itself and the rooms before it
LIBRARIES = {"spec": {"icontract"}, "impl": {"icontract"}}  # proofs and tests may import any
LIBRARIES_OF_ONE_FILE = {"impl/ball.py": {"flint"}}
LONGEST_MODULE = 300

MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|tmp|root|home|Users)/")
ADDRESS = re.compile(r"\bhttps?:" + "//", re.IGNORECASE)
GENERATED = {"proofs/baseline.py"}
LONGEST = {"tests": 450}
"""Lines a module may have, where not LONGEST_MODULE: a test file is a list of questions, and is not read through."""


@dataclass(frozen=True)
class Source:
    """A file of the project: its path from the root, and its text."""

    path: PurePosixPath
    text: str

    def error(self, line: int, what: str) -> str:
        """Return `what` as a line that editors can jump to."""
        return f"{self.path}:{line}: error: {what}"


Lint = Callable[[Source], Iterator[str]]
Declaration = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def sources(root: Path) -> list[Source]:
    """Return each file of the checkout at `root` that git tracks, or would track if it were added."""
    options = ["-z", "--cached", "--others", "--exclude-standard"]
    command = ["git", "-c", f"safe.directory={root}", "ls-files", *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    listed = subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True, text=True).stdout
    paths = [PurePosixPath(name) for name in sorted(set(listed.split("\0")) - {""})]
    return [Source(path, (root / path).read_text("utf-8", "replace")) for path in paths if (root / path).is_file()]


def is_module(source: Source) -> bool:
    """Say whether `source` is Python code in one of the rooms."""
    return source.path.suffix == ".py" and source.path.parts[0] in ROOMS


def imports_against_the_rule(source: Source) -> Iterator[str]:
    """Imports go one way: tests, proofs, impl, spec; and spec and impl reach few libraries."""
    if not is_module(source):
        return
    room = source.path.parts[0]
    allowed = {*ROOMS[: ROOMS.index(room) + 1], *sys.stdlib_module_names}
    allowed |= LIBRARIES.get(room, set()) | LIBRARIES_OF_ONE_FILE.get(str(source.path), set())
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            names = [node.module]
        else:
            continue
        for top in (name.partition(".")[0] for name in names):
            any_library = room not in LIBRARIES and top not in ROOMS
            if top not in allowed and not any_library:
                yield source.error(node.lineno, f"{room} must not import {top} here")


def lacks_docstring(source: Source) -> Iterator[str]:
    """Every test has a docstring; outside tests, so has every module and all that is public in it."""
    if not is_module(source):
        return
    tree = ast.parse(source.text)
    in_tests = source.path.parts[0] == "tests"
    if not in_tests and ast.get_docstring(tree) is None:
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
    most = LONGEST.get(source.path.parts[0], LONGEST_MODULE)
    if is_module(source) and lines > most and str(source.path) not in GENERATED:
        yield source.error(most + 1, f"the module has {lines} lines, {most} at most are allowed")


def names_a_place(source: Source) -> Iterator[str]:
    """No file says where on some machine it was written, or gives an address to fetch something from."""
    for number, line in enumerate(source.text.splitlines(), start=1):
        if MACHINE_PATH.search(line):
            yield source.error(number, "a path of one machine")
        if ADDRESS.search(line):
            yield source.error(number, "an address on the network")


LINTS: tuple[Lint, ...] = (imports_against_the_rule, lacks_docstring, is_too_long, names_a_place)


def found(lint: Lint, path: str, text: str) -> list[str]:
    """Return what `lint` reports of a file with this path and text."""
    return list(lint(Source(PurePosixPath(path), text)))


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the list of files comes from git, and this is no checkout")
@pytest.mark.parametrize("lint", LINTS)
def test_the_project_keeps_its_rules(lint: Lint) -> None:
    """Does every file, tracked or about to be, pass every lint?"""
    errors = [error for source in sources(ROOT) for error in lint(source)]
    assert not errors, "\n".join(["violations:", *errors])


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("spec/a.py", "import impl.ball"),
        ("spec/a.py", "from proofs import law"),
        ("spec/a.py", "import flint"),
        ("spec/a.py", "import numpy as np"),
        ("spec/deep/a.py", "from tests import conftest"),
        ("impl/a.py", "from proofs.engine.law import law_of"),
        ("impl/a.py", "from flint import arb"),
        ("impl/deep/ball.py", "from flint import arb"),
        ("impl/ball.py", "import sympy"),
        ("impl/a.py", "def f():\n    import z3"),
        ("impl/a.py", "import os, scipy.stats"),
        ("impl/a.py", "import crosshair"),
        ("proofs/a.py", "from tests.conftest import settings"),
    ],
)
def test_a_wrong_import_is_reported(path: str, line: str) -> None:
    """Is an import against the one way, or of a library out of its room, reported at its line?"""
    (error,) = found(imports_against_the_rule, path, f"import sys\n{line}\n")
    assert re.match(rf"{path}:[23]: error: \w+ must not import \w+ here$", error)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("spec/a.py", "import icontract, fractions, spec.space"),
        ("spec/a.py", "from . import space"),
        ("impl/a.py", "from spec.space import AtomDomain"),
        ("impl/ball.py", "from flint import arb"),
        ("proofs/a.py", "import flint, sympy, z3, scipy.stats, numpy, crosshair, impl, spec"),
        ("tests/a.py", "import proofs, impl, spec, flint, pytest"),
        ("elsewhere.py", "import tests"),
    ],
)
def test_a_right_import_is_not_reported(path: str, line: str) -> None:
    """Are the imports that each room is meant to have left alone?"""
    assert found(imports_against_the_rule, path, line) == []


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


def test_a_long_module_is_reported() -> None:
    """Is the first line too many reported, and the last one allowed not?"""
    (error,) = found(is_too_long, "spec/a.py", "x = 1\n" * 301)
    assert error == "spec/a.py:301: error: the module has 301 lines, 300 at most are allowed"
    assert found(is_too_long, "spec/a.py", "x = 1\n" * 300) == []


@pytest.mark.parametrize("folder", ["work", "tmp", "root", "home", "Users"])
def test_a_path_of_one_machine_is_reported(folder: str) -> None:
    """Is an absolute path into somebody's folders reported, wherever it stands in the line?"""
    for text in (f"/{folder}/x", f'open("/{folder}/x")', f"see file:///{folder}/x"):
        assert found(names_a_place, "README.md", f"fine\n{text}") == ["README.md:2: error: a path of one machine"]
    assert found(names_a_place, "README.md", f"./{folder}/x a/{folder}/x /usr/bin/env") == []


@pytest.mark.parametrize("scheme", ["http", "https", "HTTPS"])
def test_an_address_is_reported(scheme: str) -> None:
    """Is an address to fetch packages from, or anything else, reported wherever it stands in the line?"""
    address = f"--index-url={scheme}:" + "//packages.example/simple"
    assert found(names_a_place, "constraints.txt", address) == ["constraints.txt:1: error: an address on the network"]


def test_new_files_are_seen_and_ignored_ones_are_not(tmp_path: Path) -> None:
    """Do the lints read a file before its first commit, and pass over what git ignores?"""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("ignored.py\n")
    (tmp_path / "ignored.py").write_text("")
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "new.py").write_text("import impl")
    assert [str(source.path) for source in sources(tmp_path)] == [".gitignore", "spec/new.py"]


def test_the_readme_tells_what_comes_out() -> None:
    """Does every value that the README gives behind an expression begin the value that the expression has?"""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    names: dict[str, object] = {}
    told = []
    for line in "".join(blocks[:2]).splitlines():
        code, _, comment = line.partition("  # ")
        if re.match(r"[\d(]", comment):
            value = comment.partition(":")[0].removesuffix("...")
            told.append((repr(eval(code, names)), value))
        else:
            exec(code, names)
    assert [shown[: len(value)] for shown, value in told] == [value for _, value in told]
    assert len(told) == 3
