"""Is no test lost unnoticed: by a file that replaces another, a name bound twice, or a file that is not collected?"""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.project import collected as module
from tests.project.collected import (
    COLLECTED,
    CollectionFailed,
    collected,
    collected_here,
    defines_a_test_twice,
    differences,
    is_never_collected,
    listed,
    main,
)
from tests.project.sources import ROOT, Lint, assert_kept, found, in_own_environment, needs_git


@in_own_environment
def test_the_tests_are_those_of_the_list(request: pytest.FixtureRequest) -> None:
    """Does pytest collect every test of the committed list, and no other?"""
    changes = list(differences(listed(), collected_here(request.config) or collected(ROOT)))
    assert not changes, "\n".join(["if this is meant, run `make tests-list`:", *changes])


@needs_git
@pytest.mark.parametrize("lint", [defines_a_test_twice, is_never_collected])
def test_every_test_that_is_written_is_collected(lint: Lint) -> None:
    """Is no test of the project bound twice, or in a file that pytest passes over?"""
    assert_kept(lint)


def test_a_lost_test_is_named() -> None:
    """Is a test that is missing named, with where it went, and a new one?"""
    before = ["tests/a/test_a.py::test_lost", "tests/a/test_a.py::test_moved", "tests/a/test_a.py::test_kept"]
    after = ["tests/a/test_a.py::test_kept", "tests/b/test_b.py::TestC::test_moved", "tests/b/test_b.py::test_new"]
    assert list(differences(before, after)) == [
        "missing: tests/a/test_a.py::test_lost",
        "missing: tests/a/test_a.py::test_moved (moved to tests/b/test_b.py::TestC::test_moved?)",
        "new: tests/b/test_b.py::TestC::test_moved",
        "new: tests/b/test_b.py::test_new",
    ]
    assert list(differences(before, before)) == []


def planted(root: Path, files: dict[str, str]) -> Path:
    """Return a folder with these files of tests, set up as the project is."""
    (root / "pyproject.toml").write_text('[tool.pytest.ini_options]\ntestpaths = ["tests"]\n')
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_what_pytest_collects_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Are functions and methods collected once, with their parameters left out, whatever pytest is told elsewhere?"""
    monkeypatch.setenv("PYTEST_ADDOPTS", "-k nothing")
    text = "import pytest\n@pytest.mark.parametrize('x', ['a::b', '[', 1])\ndef test_x(x): ...\n"
    files = {
        "tests/__init__.py": "",
        "tests/a/__init__.py": "",
        "tests/a/test_same.py": text,
        "tests/b/__init__.py": "",
        "tests/b/test_same.py": "class TestC:\n    def test_m(self): ...\n",
        "tests/b/other.py": "def test_in_no_file_of_tests(): ...\n",
    }
    assert collected(planted(tmp_path, files)) == [
        "tests/a/test_same.py::test_x",
        "tests/b/test_same.py::TestC::test_m",
    ]


@pytest.mark.parametrize(
    ("args", "ignored", "found"),
    [
        (["tests"], None, ["a.py::test_x", "b.py::test_y"]),
        ([str(ROOT / "tests")], None, ["a.py::test_x", "b.py::test_y"]),
        (["tests"], ["tests/a"], None),
        (["tests/a"], None, None),
        (["tests", "tests/a"], None, None),
    ],
)
def test_a_session_of_all_tests_knows_them(args: list[str], ignored: list[str] | None, found: list[str] | None) -> None:
    """Is what a session has collected taken for all tests only if it was told to collect all of them?"""
    config = SimpleNamespace(
        invocation_params=SimpleNamespace(dir=ROOT),
        args=args,
        getoption={"ignore": ignored, "ignore_glob": None}.get,
        stash={COLLECTED: ["b.py::test_y", "a.py::test_x[1]", "a.py::test_x[a::b]"]},
    )
    assert collected_here(cast(pytest.Config, config)) == found


def test_files_of_one_name_in_folders_that_are_no_packages_are_not_collected(tmp_path: Path) -> None:
    """Does pytest refuse two files that it would take for one module, and is its reason passed on?"""
    folder = planted(tmp_path, {f"tests/{name}/test_same.py": "def test_x(): ...\n" for name in "ab"})
    with pytest.raises(CollectionFailed, match=r"tests/b/test_same\.py"):
        collected(folder)


def test_the_list_is_rewritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Is the list written anew and the difference told, and left alone if pytest fails?"""
    folder = planted(tmp_path, {"tests/__init__.py": "", "tests/test_a.py": "def test_new(): ...\n"})
    (folder / "tests.txt").write_text("tests/test_a.py::test_old\n")
    monkeypatch.setattr(module, "ROOT", folder)
    monkeypatch.setattr(module, "LIST", folder / "tests.txt")
    assert main() == 0
    assert (folder / "tests.txt").read_text() == "tests/test_a.py::test_new\n"
    told = "missing: tests/test_a.py::test_old\nnew: tests/test_a.py::test_new\ntests.txt: 1 tests\n"
    assert capsys.readouterr().out == told
    (folder / "tests" / "test_a.py").write_text("import nothing_of_this_name\n")
    assert main() == 2
    assert "nothing_of_this_name" in capsys.readouterr().err
    assert (folder / "tests.txt").read_text() == "tests/test_a.py::test_new\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("def test_a(): ...\ndef test_a(): ...", [1, 2]),
        ("def test_a(): ...\nif True:\n    def test_a(): ...", [1, 3]),
        ("def test_a(): ...\nasync def test_a(): ...", [1, 2]),
        ("def test_a(): ...\ntest_a = None", [1, 2]),
        ("def test_a(): ...\nfrom elsewhere import test_a", [1, 2]),
        ("def test_a(): ...\nimport elsewhere as test_a", [1, 2]),
        ("def test_a(): ...\nfor test_a in (): ...", [1, 2]),
        ("class TestC: ...\nclass TestC: ...", [1, 2]),
        ("class TestC:\n    def test_a(self): ...\n    def test_a(self): ...", [2, 3]),
    ],
)
def test_a_test_that_is_bound_again_is_reported(text: str, lines: list[int]) -> None:
    """Is a name that stands for two tests reported, however it is bound the second time?"""
    errors = found(defines_a_test_twice, "tests/engine/test_a.py", text)
    assert [error.split(":")[1] for error in errors] == [str(line) for line in lines]
    assert all(error.endswith("is bound again") for error in errors)


@pytest.mark.parametrize("path", ["tests/support/laws.py", "tests/engine/law_test.py", "tests/engine/Test_law.py"])
@pytest.mark.parametrize("text", ["def test_a(): ...", "class TestC:\n    pass"])
def test_a_test_in_a_file_that_is_not_collected_is_reported(path: str, text: str) -> None:
    """Is a test reported that pytest would never run, or would run under a name that tests do not have here?"""
    (error,) = found(is_never_collected, path, text)
    assert error.endswith("is in no file of tests")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("tests/a/test_a.py", "def test_a(): ...\nclass TestC:\n    def test_a(self): ..."),
        ("tests/a/test_a.py", "def test_a():\n    test_b = 1\n    test_b = 2"),
        ("tests/support/a.py", "def planted(): ...\nclass Planted:\n    def tested(self): ..."),
        ("proofs/conform/testing.py", "def test_a(): ...\ndef test_a(): ..."),
    ],
)
def test_what_is_no_test_or_bound_once_is_not_reported(path: str, text: str) -> None:
    """Are equal names in different scopes, locals, helpers and other rooms left alone?"""
    assert found(defines_a_test_twice, path, text) == found(is_never_collected, path, text) == []
