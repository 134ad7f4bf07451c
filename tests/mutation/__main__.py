"""Try every change of every module in scope, and compare those that no test notices with the list."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue
from typing import Any

from rich.console import Console
from rich.progress import Progress

from tests.mutation.change import Change
from tests.mutation.changes import changes
from tests.mutation.choice import chosen
from tests.mutation.scope import TESTS
from tests.mutation.survivors import ANY, SURVIVORS
from tests.mutation.thresholds import thresholds
from tests.project.sources import ROOT, sources

WORKERS = len(os.sched_getaffinity(0))
SLOWER = 4
"""How many times the CPU time of a test, and of a second, it may take with a change: then the change is noticed."""


class Server:
    """A copy of the checkout, and the process that tries changes in it."""

    def __init__(self, home: Path) -> None:
        self.home = home
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


def survivals(
    module: str, source: str, tried: Sequence[Change], servers: "SimpleQueue[Server]", pool: ThreadPoolExecutor
) -> Iterable[bool]:
    """Of each change of a module, whether the tests pass with it."""
    tests = [f"tests/{name}" if ".py" in name else name for name in TESTS[module]]

    def asked(text: str, chosen: Mapping[str, float]) -> Any:
        server = servers.get()
        try:
            return server.asked(module, text, tests, chosen)
        finally:
            servers.put(server)

    def passes(change: Change) -> bool:
        put_to = chosen(source, change.line, reach)
        return bool(asked(change.text, {test: SLOWER * (reach[test][0] + 1) for test in put_to}) == 0)

    code, reach = asked(source, {})
    if code != 0:
        raise SystemExit(f"{module}:1: error: its tests fail without a change")
    return pool.map(passes, tried)


def main(modules: Sequence[str]) -> int:
    """Report for each module what survived; fail if something did that is not listed, or is listed and did not."""
    unlisted = 0
    print(f"{'module':44} {'changes':>8} {'noticed':>8} {'listed':>8} {'unlisted':>8}", flush=True)
    with (
        tempfile.TemporaryDirectory() as directory,
        ThreadPoolExecutor(WORKERS) as pool,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        servers: SimpleQueue[Server] = SimpleQueue()
        for number in range(WORKERS):
            servers.put(Server(Path(directory, str(number))))
        for module in modules:
            source = (ROOT / module).read_text(encoding="utf-8")
            tried = [*changes(source), *(thresholds(source) if module.startswith("impl/") else ())]
            survive = progress.track(survivals(module, source, tried, servers, pool), len(tried), description=module)
            listed = SURVIVORS.get(module, {})
            passed = [change for change, survives in zip(tried, survive, strict=True) if survives]
            of = {change: key for change in passed for key in (change.shown, (change.before, ANY)) if key in listed}
            new = [change for change in passed if change not in of]
            counts = (len(tried), len(tried) - len(passed), len(passed) - len(new), len(new))
            print(f"{module:44}", *(f"{count:8}" for count in counts), flush=True)
            for change in new:
                print(f"{module}:{change.line}: error: no test notices `{change.before}` -> `{change.after}`")
            for gone in listed.keys() - of.values():
                print(f"{module}:1: error: listed as surviving, but noticed or gone: `{gone[0]}` -> `{gone[1]}`")
                unlisted += 1
            unlisted += len(new)
    return 1 if unlisted else 0


if __name__ == "__main__":
    if unknown := [name for name in sys.argv[1:] if name not in TESTS]:
        print(f"tests/mutation: error: {unknown[0]} is not in scope: see tests/mutation/scope.py", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1:] or list(TESTS)))
