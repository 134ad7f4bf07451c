"""One change put to the tests, in a copy of the checkout that a process keeps for as long as it lives."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from compileall import compile_dir
from functools import cache
from pathlib import Path
from py_compile import PycInvalidationMode
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.mutation.change import Change
from tests.mutation.changes import changes
from tests.mutation.choice import chosen
from tests.mutation.scope import TESTS
from tests.mutation.thresholds import thresholds
from tests.project.sources import ROOT, sources

SLOWER = 4
"""How many times the CPU time of a test, and of a second, it may take with a change: then the change is noticed."""


class Trial(NamedTuple):
    """A change, by its module and its number among the changes of it."""

    module: str
    number: int


class Server:
    """A copy of the checkout, and the process that tries changes in it."""

    def __init__(self, home: Path) -> None:
        for source in sources(ROOT):
            (home / source.path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / source.path, home / source.path)
        compile_dir(home, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
        command = [sys.executable, "-m", "tests.mutation.server"]
        self.process = subprocess.Popen(command, cwd=home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def asked(self, module: str, text: str, tests: Sequence[str], chosen: Mapping[str, float]) -> Any:
        """What the process answers to a job."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([module, text, tests, chosen]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@cache
def changes_of(module: str) -> list[Change]:
    """Every change of a module, always in the same order."""
    source = _text(module)
    return [*changes(source), *(thresholds(source) if module.startswith("impl/") else ())]


def survives(folder: str | None, trial: Trial) -> bool | None:
    """Whether the tests pass with the change; None if they fail without it.

    The time that a test may take is measured where it is run. The copy is made in this folder, if one is named.
    """
    code, reach = _traced(folder, trial.module)
    if code != 0:
        return None
    change = changes_of(trial.module)[trial.number]
    limits = {test: SLOWER * (reach[test][0] + 1) for test in chosen(_text(trial.module), change.line, reach)}
    return bool(_server(folder).asked(trial.module, change.text, _tests(trial.module), limits) == 0)


def _text(module: str) -> str:
    return (ROOT / module).read_text(encoding="utf-8")


def _tests(module: str) -> list[str]:
    return [f"tests/{name}" if ".py" in name else name for name in TESTS[module]]


@cache
def _server(folder: str | None) -> Server:
    return Server(Path(_home(folder).name))


@cache
def _home(folder: str | None) -> "TemporaryDirectory[str]":
    return TemporaryDirectory(dir=folder)


@cache
def _traced(folder: str | None, module: str) -> tuple[int, dict[str, tuple[float, list[int]]]]:
    code, reach = _server(folder).asked(module, _text(module), _tests(module), {})
    return code, reach
