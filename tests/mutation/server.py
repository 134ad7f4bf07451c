"""The process that tries changes: it has the libraries loaded, and is forked for every change.

It reads one job a line, as JSON: a module, its text, test files, and the CPU seconds they may take. It answers with
the exit code of pytest, or the negated number of the signal that ended it, and the CPU seconds it took.
"""

import json
import os
import resource
import signal
import sys
from pathlib import Path

import flint  # noqa: F401
import hypothesis  # noqa: F401
import icontract  # noqa: F401
import pytest
import rich.console  # noqa: F401
import scipy.stats  # noqa: F401
import sympy  # noqa: F401
import z3  # noqa: F401

OPTIONS = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
MEMORY = 6 << 30
PATIENCE = 3600
"""How long a change may last by the clock, if it waits for something: long enough for any machine, however busy."""


def main() -> None:
    """Try one change after the other."""
    for line in sys.stdin:
        module, text, tests, seconds = json.loads(line)
        print(json.dumps(tried(Path(module), text, tests, seconds)), flush=True)


def tried(module: Path, text: str, tests: list[str], seconds: int) -> tuple[int, float]:
    """Run the tests with another text in the place of the module's own."""
    own = module.read_text(encoding="utf-8")
    module.write_text(text, encoding="utf-8")
    try:
        if (child := os.fork()) == 0:
            _run(tests, seconds, text == own)
        status, used = os.wait4(child, 0)[1:]
    finally:
        module.write_text(own, encoding="utf-8")
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def _run(tests: list[str], seconds: int, is_clean: bool) -> None:
    """Run pytest, within limits, and leave."""
    code: int = pytest.ExitCode.INTERNAL_ERROR
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(PATIENCE)
        sys.dont_write_bytecode = not is_clean
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        code = pytest.main([*OPTIONS, *tests])
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
