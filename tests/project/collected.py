"""The tests that pytest collects, and the committed list of them, so that no test is lost unnoticed.

`python -m tests.project.collected`, which is `make tests-list`, writes the list anew.
"""

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.project.sources import ROOT, Source

LIST = Path(__file__).with_name("tests.txt")
COLLECTED = pytest.StashKey[list[str]]()
"""All tests that a session of pytest has collected, those among them that it leaves out."""


class CollectionFailed(Exception):
    """pytest could not collect the tests, and why."""


def collected(root: Path) -> list[str]:
    """Return `file::function`, without parameters, of every test that pytest collects in a checkout."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "-p", "no:cacheprovider", "-m", ""]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    run = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    if run.returncode:
        raise CollectionFailed("\n".join(line for line in run.stdout.splitlines() if line.startswith(("E ", "ERROR "))))
    return functions(line for line in run.stdout.splitlines() if "::" in line)


def collected_here(config: pytest.Config) -> list[str] | None:
    """Return the same of the session that runs, or None if it was not told to collect all tests of this checkout."""
    asked = [config.invocation_params.dir / place for place in config.args]
    whole = asked == [ROOT / "tests"] and not (config.getoption("ignore") or config.getoption("ignore_glob"))
    tests = config.stash[COLLECTED]
    return functions(tests) if whole else None


def functions(tests: Iterable[str]) -> list[str]:
    """Return the names of tests without parameters, each once."""
    return sorted({test.partition("[")[0] for test in tests})


def listed() -> list[str]:
    """Return the committed list."""
    return LIST.read_text(encoding="utf-8").split()


def differences(before: Iterable[str], after: Iterable[str]) -> Iterator[str]:
    """Say which tests are missing, with where one of the same name is new, and which tests are new."""
    new = sorted(set(after) - set(before))
    for test in sorted(set(before) - set(after)):
        moved = [other for other in new if name_of(other) == name_of(test)]
        yield f"missing: {test}" + (f" (moved to {', '.join(moved)}?)" if moved else "")
    yield from (f"new: {test}" for test in new)


def name_of(test: str) -> str:
    """Return the function's own name."""
    return test.rpartition("::")[2]


def defines_a_test_twice(source: Source) -> Iterator[str]:
    """A test whose name is bound again is lost without a word."""
    if source.is_module and source.room == "tests":
        for scope in scopes(source):
            names = Counter(name for name, _ in scope)
            yield from (source.error(line, f"{name} is bound again") for name, line in scope if names[name] > 1)


def is_never_collected(source: Source) -> Iterator[str]:
    """A test in a file that is not called `test_*.py` never runs."""
    if source.is_module and source.room == "tests" and not source.path.name.startswith("test_"):
        for scope in scopes(source):
            yield from (source.error(line, f"{name} is in no file of tests") for name, line in scope)


def scopes(source: Source) -> Iterator[list[tuple[str, int]]]:
    """Yield of the module and of each class in it the names of tests that are bound there, and the lines."""
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.Module | ast.ClassDef):
            yield [(name, line) for name, line in bound(node) if name.startswith(("test_", "Test"))]


def bound(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield each name that the statements below a node bind, but not those inside functions and classes."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name, child.lineno
            case ast.Name(name, ast.Store()):
                yield name, child.lineno
            case ast.alias(name, asname):
                yield asname or name, child.lineno
            case _:
                yield from bound(child)


def main() -> int:
    """Write the list and say what has changed."""
    try:
        now = collected(ROOT)
    except CollectionFailed as failure:
        print(f"tests: error: pytest cannot collect them\n{failure}", file=sys.stderr)
        return 2
    changes = list(differences(listed(), now))
    LIST.write_text("".join(f"{test}\n" for test in now), encoding="utf-8")
    print(*changes, f"{LIST.relative_to(ROOT)}: {len(now)} tests", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
