"""What checks read: is it declared, and does a change elsewhere ask none of them again?"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from proofs.audit import kept
from proofs.audit.fingerprint import Fingerprints
from proofs.audit.reach import READ_BY, Reach, imports
from proofs.contents import ledger

WATCHED = """
import sys
from proofs.audit.kept import ROOT
from proofs.audit.reach import READ_BY
from proofs.contents import ledger

def reader(frame):
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name in READ_BY or name.startswith(("importlib", "inspect", "linecache", "tokenize")):
            return name
        frame = frame.f_back
    return ""

def watch(event, arguments):
    if event == "open" and str(arguments[0]).startswith(f"{ROOT}/") and "/.venv/" not in str(arguments[0]):
        name, path = reader(sys._getframe(1)), str(arguments[0])[len(f"{ROOT}/"):]
        if name in READ_BY or not name:
            print(name or "somebody", "reads", path)

sys.addaudithook(watch)
built = ledger()
for task in built.tasks():
    if task.check.checker in {"markers", "coq"}:
        task.check.run(task.query)
for erratum in built.errata.values():
    erratum.witness()
print(*(name for name in READ_BY if name in sys.modules))
"""


@pytest.fixture(scope="module")
def watched() -> tuple[list[str], str]:
    """What listings, Coq and witnesses read, by whom, and who was watched."""
    run = subprocess.run([sys.executable, "-c", WATCHED], capture_output=True, text=True, check=True, cwd=kept.ROOT)
    *reads, seen = run.stdout.splitlines()
    return reads, seen


def undeclared(reads: list[str], *forgotten: str) -> list[str]:
    """What is read beside what is declared, if some of it were not."""
    declared = [(name, folder) for name, folders in READ_BY.items() if name not in forgotten for folder in folders]
    return [
        line for line in reads if not line.startswith(tuple(f"{name} reads {folder}/" for name, folder in declared))
    ]


def test_what_is_read_is_declared(watched: tuple[list[str], str]) -> None:
    """Do listings, Coq and witnesses read from the folders that are declared, and from no other?"""
    reads, seen = watched
    assert undeclared(reads) == []
    assert {*READ_BY} - {*seen.split()} <= {"proofs.engine.checkers.crosshair.child"}


def test_what_is_read_and_not_declared_is_noticed(watched: tuple[list[str], str]) -> None:
    """Is it noticed if a folder is read that is not declared?"""
    left = undeclared(watched[0], "proofs.kernel.readings", "proofs.documents.transcription")
    assert "proofs.kernel.readings reads proofs/kernel/readings.json" in left
    assert "proofs.documents.transcription reads impl/published/noisy_top_k.py" in left


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source."""
    copied = tmp_path_factory.mktemp("source")
    for room in ("proofs", "spec", "impl"):
        shutil.copytree(kept.ROOT / room, copied / room, ignore=shutil.ignore_patterns("__pycache__"))
    return copied


@pytest.fixture(scope="module")
def spoken_of() -> dict[tuple[str, object], frozenset[str]]:
    """The code that each check and witness speaks of, by its engine and place."""
    prints, built = Fingerprints(), ledger()
    found: dict[tuple[str, object], frozenset[str]] = {}
    for task in built.tasks():
        found[task.check.checker, task.place] = prints.of((task.query, task.check)).names
    for erratum in built.errata.values():
        found["erratum", erratum.id] = prints.of(erratum).names
    return found


@pytest.fixture(scope="module")
def before(root: Path, spoken_of: dict[tuple[str, object], frozenset[str]]) -> dict[tuple[str, object], bytes]:
    """The digest of what each of them can reach."""
    reach = Reach(root)
    return {place: reach.digest(names) for place, names in spoken_of.items()}


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        ("proofs/worst/search.py", set()),
        ("proofs/audit/costs.py", set()),
        ("proofs/command/law.py", set()),
        ("proofs/kernel/certificate.json", {"coq"}),
        ("proofs/kernel/coq/Statements.v", {"coq"}),
        ("impl/registry.py", {"coq"}),
        ("impl/published/noisy_top_k.py", {"coq", "markers", "witness", "erratum", "exhaustion"}),
    ],
)
def test_a_change_asks_only_what_it_touches(
    root: Path,
    spoken_of: dict[tuple[str, object], frozenset[str]],
    before: dict[tuple[str, object], bytes],
    changed: str,
    again: set[str],
) -> None:
    """Is a check asked again if, and only if, it can read or import the file that changed?"""
    text = (root / changed).read_text()
    (root / changed).write_text(f"{text}# changed\n")
    after = Reach(root)
    touched = {place[0] for place, names in spoken_of.items() if after.digest(names) != before[place]}
    (root / changed).write_text(text)
    assert touched == again


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("from spec.draw import Draw, sampler\n", ["spec.draw", "spec.draw.Draw", "spec.draw.sampler"]),
        ("from impl import (\n    ball,\n)\n", ["impl", "impl.ball"]),
        (
            "    from proofs.worst \\\n        import maps, \\\n        search\n",
            ["proofs.worst.maps", "proofs.worst.search"],
        ),
        ("if late: from tests.support import laws\n", ["tests.support.laws"]),
        ("import proofs.contents\n", ["proofs.contents"]),
        ("import spec\n", ["spec"]),
        ("from fractions import Fraction\nimport impls\n", []),
    ],
)
def test_every_kind_of_import_is_read(text: str, names: list[str]) -> None:
    """Does a text tell the modules of ours that it imports, however it is laid out, and no other?"""
    found = set(imports(text))
    assert found >= {*names}
    assert bool(found) == bool(names)
