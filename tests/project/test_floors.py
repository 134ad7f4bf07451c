"""Does a listing of proofs and of tests show the floors, and nothing loose?"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath

import pytest

from tests.project.floors import FILES_OF_PROOFS, FILES_OF_TESTS, FOLDERS, FOLDERS_OF_TESTS
from tests.project.sources import ROOT, Source, assert_kept, found, needs_git, sources

ListingLint = Callable[[Sequence[PurePosixPath]], Iterator[str]]

LISTINGS = {"proofs": (FOLDERS, FILES_OF_PROOFS), "tests": (FOLDERS_OF_TESTS, FILES_OF_TESTS)}


def stands_on_no_floor(source: Source) -> Iterator[str]:
    """Proofs and tests hold the folders and files of the floor plan and nothing else."""
    if source.room not in LISTINGS or len(source.path.parts) == 1:
        return
    folders, files = LISTINGS[source.room]
    name = source.path.parts[1]
    if name not in (folders if len(source.path.parts) > 2 else files):
        yield source.error(1, f"{name} is not in the floor plan, tests/project/floors.py")


def lacks_a_package(paths: Sequence[PurePosixPath]) -> Iterator[str]:
    """Every folder with tests is a package, or pytest would take two files of one name for one module."""
    for path in paths:
        if path.parts[0] == "tests" and path.suffix == ".py" and path.with_name("__init__.py") not in paths:
            yield f"{path}:1: error: {path.parent} has no __init__.py"


def lacks_tests(paths: Sequence[PurePosixPath]) -> Iterator[str]:
    """Every floor of proofs has its tests in the folder of the same name."""
    tested = {path.parts[1] for path in paths if path.parts[0] == "tests" and path.name.startswith("test_")}
    floors = {path.parts[1]: path for path in paths if path.parts[0] == "proofs" and len(path.parts) > 2}
    for floor in sorted(floors.keys() - tested):
        yield f"{floors[floor]}:1: error: there are no tests in tests/{floor}"


@needs_git
def test_nothing_is_loose() -> None:
    """Is every file of proofs and of tests on one of the floors?"""
    assert_kept(stands_on_no_floor)


@needs_git
@pytest.mark.parametrize("lint", [lacks_a_package, lacks_tests])
def test_every_floor_has_its_tests(lint: ListingLint) -> None:
    """Does every floor of proofs have a folder of tests, which is a package?"""
    assert "\n".join(lint([source.path for source in sources(ROOT)])) == ""


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("proofs/loose.py", "loose.py"),
        ("proofs/notes.md", "notes.md"),
        ("proofs/engine.py", "engine.py"),
        ("proofs/contents/__init__.py", "contents"),
        ("proofs/helpers/deep/a.py", "helpers"),
        ("proofs/.hidden", ".hidden"),
        ("proofs/Engine/a.py", "Engine"),
        ("tests/test_loose.py", "test_loose.py"),
        ("tests/helpers/a.py", "helpers"),
        ("tests/proofs/engine/test_law.py", "proofs"),
        ("tests/contents/test_contents.py", "contents"),
        ("tests/engine", "engine"),
    ],
)
def test_what_is_loose_is_reported(path: str, name: str) -> None:
    """Is a file, or a folder, reported that the floor plan does not have?"""
    assert found(stands_on_no_floor, path, "") == [
        f"{path}:1: error: {name} is not in the floor plan, tests/project/floors.py"
    ]


@pytest.mark.parametrize(
    "path",
    [
        "proofs/contents.py",
        "proofs/py.typed",
        "proofs/engine/law/tree.py",
        "proofs/kernel/coq/order",
        "tests/conftest.py",
        "tests/support/laws.py",
        "tests/vectors/maps.json",
        "README.md",
        "impl/anything.py",
    ],
)
def test_what_is_on_a_floor_is_not_reported(path: str) -> None:
    """Are the files of the floor plan, and what is in no room with floors, left alone?"""
    assert found(stands_on_no_floor, path, "") == []


def test_a_floor_without_tests_is_reported() -> None:
    """Is a floor reported that has no folder of tests, or one without a test in it?"""
    paths = [PurePosixPath(path) for path in ("proofs/contents.py", "proofs/engine/a.py", "tests/spec/test_a.py")]
    for helpers in ([], [PurePosixPath("tests/engine/helper.py")]):
        assert list(lacks_tests([*paths, *helpers])) == [
            "proofs/engine/a.py:1: error: there are no tests in tests/engine"
        ]
    assert list(lacks_tests([*paths, PurePosixPath("tests/engine/deep/test_a.py")])) == []


def test_a_folder_that_is_no_package_is_reported() -> None:
    """Is a folder of tests reported in which a file could stand for another of the same name?"""
    package, test, deep = map(PurePosixPath, ("tests/a/__init__.py", "tests/a/test_a.py", "tests/a/b/test_a.py"))
    assert list(lacks_a_package([package, test, deep])) == [f"{deep}:1: error: tests/a/b has no __init__.py"]
    assert list(lacks_a_package([test, PurePosixPath("spec/a.py")])) == [f"{test}:1: error: tests/a has no __init__.py"]
