"""Do imports go one way: from room to room, from floor to floor, and to few libraries?"""

import re
import sys
from collections.abc import Iterator

import pytest

from tests.project.floors import FLOORS, LIBRARIES, LIBRARIES_OF_ONE_FILE, ROOMS, RUNS_NO_CODE
from tests.project.imports import PROMISING, imported
from tests.project.sources import Lint, Source, assert_kept, found, needs_git


def imports_another_room(source: Source) -> Iterator[str]:
    """Imports go one way: tests, proofs, impl, spec; and spec and impl reach few libraries."""
    if not source.is_module:
        return
    allowed = {*ROOMS[: ROOMS.index(source.room) + 1], *sys.stdlib_module_names}
    if source.room == PROMISING:
        allowed -= {"importlib", "pkgutil"}
    allowed |= LIBRARIES.get(source.room, set()) | LIBRARIES_OF_ONE_FILE.get(str(source.path), set())
    for line, name in imported(source):
        top = name.partition(".")[0]
        any_library = source.room not in LIBRARIES and top not in ROOMS
        if top not in allowed and not any_library:
            yield source.error(line, f"{source.room} must not import {top} here")


def imports_a_higher_floor(source: Source) -> Iterator[str]:
    """A floor of proofs imports itself and the floors below it; theory imports no implementation."""
    if not source.is_module or source.room != "proofs" or len(source.path.parts) < 2:
        return
    here = source.path.with_suffix("").parts[1]
    below = FLOORS[: FLOORS.index(here) + 1] if here in FLOORS else ()
    for line, name in imported(source):
        top, _, rest = name.partition(".")
        floor = rest.partition(".")[0]
        if top == "proofs" and (floor in FLOORS or floor == "*") and floor not in below:
            yield source.error(line, f"{here} must not import {floor}, a floor above it")
        if top == "impl" and here in RUNS_NO_CODE:
            yield source.error(line, f"{here} must not import impl: it runs no code of ours")


@needs_git
@pytest.mark.parametrize("lint", [imports_another_room, imports_a_higher_floor])
def test_imports_go_one_way(lint: Lint) -> None:
    """Does every module of the project import only what its room and its floor may import?"""
    assert_kept(lint)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("spec/a.py", "import impl.ball"),
        ("spec/a.py", "from proofs import law"),
        ("spec/a.py", "import flint"),
        ("spec/a.py", "import numpy as np"),
        ("spec/deep/a.py", "from tests import conftest"),
        ("spec/a.py", "from importlib import import_module as m; m('impl.ball')"),
        ("spec/a.py", "import pkgutil; pkgutil.resolve_name('impl.ball')"),
        ("impl/a.py", "place = 'proofs.engine.law'"),
        ("impl/a.py", "from proofs.engine.law import law_of"),
        ("impl/a.py", "from flint import arb"),
        ("impl/deep/ball.py", "from flint import arb"),
        ("impl/ball.py", "import sympy"),
        ("impl/a.py", "def f():\n    import z3"),
        ("impl/a.py", "import os, scipy.stats"),
        ("impl/a.py", "import crosshair"),
        ("proofs/a.py", "from tests.conftest import settings"),
        ("proofs/engine/a.py", "from ...tests import conftest"),
    ],
)
def test_an_import_against_the_rooms_is_reported(path: str, line: str) -> None:
    """Is an import against the one way, or of a library out of its room, reported at its line?"""
    (error,) = found(imports_another_room, path, f"import sys\n{line}\n")
    assert re.match(rf"{path}:[23]: error: \w+ must not import \w+ here$", error)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("spec/a.py", "import icontract, fractions, spec.space"),
        ("spec/a.py", "from . import space"),
        ("spec/a.py", "place = 'proofs/engine/law.py'; tests = []; tests.append('impl. And more.')"),
        ("spec/a.py", "about = 'impl.peeling.peel'"),
        ("impl/a.py", "from spec.space import AtomDomain"),
        ("impl/ball.py", "from flint import arb"),
        ("proofs/a.py", "import flint, sympy, z3, scipy.stats, numpy, crosshair, impl, spec"),
        ("tests/a.py", "import proofs, impl, spec, flint, pytest"),
        ("elsewhere.py", "import tests"),
    ],
)
def test_an_import_within_the_rooms_is_not_reported(path: str, line: str) -> None:
    """Are the imports that each room is meant to have left alone?"""
    assert found(imports_another_room, path, line) == []


@pytest.mark.parametrize(
    ("path", "line", "floor"),
    [
        ("proofs/engine/law/tree.py", "from proofs.mechanisms import maps", "mechanisms"),
        ("proofs/engine/rounding.py", "import proofs.theory.softmax as softmax", "theory"),
        ("proofs/engine/rounding.py", "from proofs import theory", "theory"),
        ("proofs/engine/law/tree.py", "from ...theory import softmax", "theory"),
        ("proofs/engine/law/__init__.py", "from ... import theory", "theory"),
        ("proofs/engine/rounding.py", "import proofs\nproofs.command.main()", "command"),
        ("proofs/engine/rounding.py", "import proofs as p\np.command.main()", "command"),
        ("proofs/engine/rounding.py", "import proofs.engine.law\nproofs.worst", "worst"),
        ("proofs/engine/rounding.py", "def f():\n    from proofs.leaks import leak", "leaks"),
        ("proofs/engine/rounding.py", "if TYPE_CHECKING:\n    from proofs.documents import errata", "documents"),
        ("proofs/engine/rounding.py", "__import__('proofs.vectors.files')", "vectors"),
        ("proofs/audit/run.py", "LEDGER = 'proofs.contents:ledger'", "contents"),
        ("proofs/targets/names.py", "import_module(f'proofs.conform.{name}')", "conform"),
        ("proofs/theory/softmax.py", "from proofs.mechanisms import maps", "mechanisms"),
        ("proofs/mechanisms/maps.py", "from proofs.documents import errata", "documents"),
        ("proofs/documents/skeleton/blocks.py", "from proofs.audit import run", "audit"),
        ("proofs/targets/process.py", "from proofs.conform.triples import TRIPLES", "conform"),
        ("proofs/worst/report.py", "from proofs.command.session import tell", "command"),
        ("proofs/vectors/files.py", "from proofs.contents import ledger", "contents"),
        ("proofs/baseline.py", "from proofs.command import main", "command"),
        ("proofs/__init__.py", "from proofs.engine import law", "engine"),
        ("proofs/engine/rounding.py", "from proofs import *", r"\*"),
    ],
)
def test_an_import_of_a_higher_floor_is_reported(path: str, line: str, floor: str) -> None:
    """Is an import up the floors reported, however it is written?"""
    (error,) = found(imports_a_higher_floor, path, line)
    assert re.fullmatch(rf"{path}:[12]: error: \w+ must not import {floor}, a floor above it", error)


@pytest.mark.parametrize("line", ["import impl", "from impl.maps import f", "from impl import maps", "f('impl.maps')"])
def test_an_implementation_in_theory_is_reported(line: str) -> None:
    """Is it reported if a proof about mathematics reaches for running code?"""
    (error,) = found(imports_a_higher_floor, "proofs/theory/softmax.py", line)
    assert error == "proofs/theory/softmax.py:1: error: theory must not import impl: it runs no code of ours"


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("proofs/engine/law/tree.py", "from proofs.engine.law.outcome import Law"),
        ("proofs/engine/law/tree.py", "from . import outcome"),
        ("proofs/mechanisms/maps.py", "from proofs.theory import softmax; import impl"),
        ("proofs/conform/run.py", "from proofs.targets import names"),
        ("proofs/contents.py", "from proofs import documents"),
        ("proofs/command/session.py", "LEDGER = 'proofs.contents:ledger'"),
        ("proofs/targets/child.py", "import proofs\nproofs.__file__"),
        ("tests/engine/test_law.py", "from proofs.command import main"),
    ],
)
def test_an_import_down_the_floors_is_not_reported(path: str, line: str) -> None:
    """Are imports of the same floor, of lower ones and of tests left alone?"""
    assert found(imports_a_higher_floor, path, line) == []
