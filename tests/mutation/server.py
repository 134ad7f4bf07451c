"""The process that tries changes: it has the libraries loaded, and is forked for every change.

It reads one job a line, as JSON: a module, its text, test files, and the tests among them that are to be run, in order,
with the CPU seconds that each may take. It answers with the exit code of pytest, or the negated number of the signal
that ended it. A job without tests to run is the tracing of all of them: of each, how long it takes and the lines that
it reaches.
"""

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Generator
from pathlib import Path

import flint  # noqa: F401
import hypothesis  # noqa: F401
import icontract  # noqa: F401
import pytest
import rich.console  # noqa: F401
import scipy.stats  # noqa: F401
import sympy  # noqa: F401
import z3  # noqa: F401
from coverage import Coverage

OPTIONS = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
MEMORY = 6 << 30
LOADING, LONGEST = 60, 600
"""CPU seconds that loading the tests may take, and all of them together while they are traced."""
PATIENCE = 3600
"""How long a change may last by the clock, if it waits for something: long enough for any machine, however busy."""


class Chosen:
    """Runs the chosen tests alone, in their order, each within its CPU seconds."""

    def __init__(self, chosen: dict[str, float]) -> None:
        self._seconds = chosen
        self._order = list(chosen)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the others out."""
        items[:] = [item for item in items if item.nodeid in self._seconds]
        items.sort(key=lambda item: self._order.index(item.nodeid))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """End the process, by a signal that nobody handles, once this test has taken too long."""
        signal.setitimer(signal.ITIMER_PROF, self._seconds[item.nodeid])


class Traced:
    """Notes of each test how long it takes and which lines of the module it reaches."""

    def __init__(self, module: Path) -> None:
        self._module = str(module.resolve())
        self._coverage = Coverage(data_file=None, config_file=False, include=[self._module])
        self._seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Count what happens for this test."""
        self._coverage.start()
        self._coverage.switch_context(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = time.process_time() - began
            self._coverage.stop()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        """Keep the tracer on in tests that are not traced when coverage is measured."""
        tracer, settrace = sys.gettrace(), sys.settrace
        sys.settrace = lambda function: None
        try:
            return (yield)
        finally:
            sys.settrace = settrace
            sys.settrace(tracer)

    def found(self) -> dict[str, tuple[float, list[int]]]:
        """The tests, with their CPU seconds and lines."""
        reached: dict[str, list[int]] = {test: [] for test in self._seconds}
        for line, tests in self._coverage.get_data().contexts_by_lineno(self._module).items():
            for test in tests:
                reached[test].append(line)
        return {test: (self._seconds[test], lines) for test, lines in reached.items()}


def main() -> None:
    """Try one change after the other."""
    for line in sys.stdin:
        module, text, tests, chosen = json.loads(line)
        answer = tried(Path(module), text, tests, chosen) if chosen else traced(Path(module), tests)
        print(json.dumps(answer), flush=True)


def tried(module: Path, text: str, tests: list[str], chosen: dict[str, float]) -> int:
    """Run the tests with another text in the place of the module's own."""
    own = module.read_text(encoding="utf-8")
    module.write_text(text, encoding="utf-8")
    try:
        if (child := os.fork()) == 0:
            sys.dont_write_bytecode = True
            _run(tests, Chosen(chosen), LOADING + int(sum(chosen.values())))
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        module.write_text(own, encoding="utf-8")


def traced(module: Path, tests: list[str]) -> tuple[int, dict[str, tuple[float, list[int]]]]:
    """Run the tests as they are: the exit code, and what each of them takes and reaches."""
    there, here = os.pipe()
    if (child := os.fork()) == 0:
        os.close(there)
        _run(tests, Traced(module), LONGEST, here)
    os.close(here)
    with os.fdopen(there, encoding="utf-8") as answer:
        found = answer.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), json.loads(found or "{}")


def _run(tests: list[str], plugin: Chosen | Traced, seconds: int, answer: int | None = None) -> None:
    """Run pytest, within limits, and leave."""
    code: int = pytest.ExitCode.INTERNAL_ERROR
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(PATIENCE)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        code = pytest.main([*OPTIONS, *tests], [plugin])
        if isinstance(plugin, Traced) and answer is not None:
            with os.fdopen(answer, "w", encoding="utf-8") as line:
                json.dump(plugin.found(), line)
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
