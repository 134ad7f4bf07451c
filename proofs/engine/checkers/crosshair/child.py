"""The process in which CrossHair works: for each line that it reads, a copy of it analyses a harness and its twin.

CrossHair rebuilds the interpreter that it runs in, so that no copy works twice. It is imported late: on import it
switches icontract off, and others read the types of this module.
"""

import gc
import importlib
import json
import math
import os
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from types import FunctionType
from typing import TypedDict, TypeVar

from proofs.engine.checkers.crosshair.harness import Harness

Decorated = TypeVar("Decorated")

PATHS = 200
"""How many paths CrossHair may try."""


class Answer(TypedDict):
    """CrossHair's word on one function: `state` is the value of its MessageType."""

    state: str
    message: str
    paths: int
    exhausted: bool


class Reply(TypedDict):
    """What came of a request: the answers, or else an error, or the exit code of a copy that told neither."""

    answers: list[Answer]
    error: str
    code: int


def main() -> None:
    """Reply to every request."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.set_threshold(100_000)  # paths leave few cycles behind
    leave_contracts_out()
    importlib.import_module("crosshair.core_and_libs")
    run_callees_as_they_are()
    for request in sys.stdin:
        seconds, module, name = json.loads(request)
        with suppress(Exception, SystemExit):  # every copy finds it imported; if it cannot be, the copy says why
            importlib.import_module(module)
        print(json.dumps(in_a_copy(seconds, module, name)), flush=True)


def in_a_copy(seconds: int, module: str, name: str) -> Reply:
    """What a copy of this process replies, within so many seconds of CPU time; what else it prints is no reply."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        copy = os.fork()
        if copy == 0:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
            json.dump(reply(module, name), file)
            file.flush()
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
        file.seek(0)
        told: Reply = json.load(file) if code == 0 else Reply(answers=[], error="", code=code)
        return told


def reply(module: str, name: str) -> Reply:
    """The answers, or the error that kept them from being found."""
    try:
        return Reply(answers=answers(module, name), error="", code=0)
    except (Exception, SystemExit) as error:
        return Reply(answers=[], error=f"{type(error).__name__}: {error}", code=1)


def answers(module: str, name: str) -> list[Answer]:
    """Analyse the harness, and its twin if the harness is confirmed."""
    function = getattr(importlib.import_module(module), name)
    assert isinstance(function, FunctionType)
    found = [analyse(function)]
    if found[0]["state"] == "confirmed":
        with tempfile.TemporaryDirectory() as directory:
            found.append(analyse(twin_of(function, Path(directory, "twin.py"))))
    return found


def leave_contracts_out() -> None:
    """Let no contract be enforced: CrossHair empties icontract's checks, and loses its way in the book-keeping."""
    import icontract

    from spec.triple import Triple

    def bare(*_: object, **__: object) -> Callable[[Decorated], Decorated]:
        return lambda function: function

    for decorator in ("require", "ensure", "snapshot", "invariant"):
        setattr(icontract, decorator, bare)
    Triple.enforced = False


def run_callees_as_they_are() -> None:
    """Let CrossHair look for no contracts of what is called, at half of its time: asserts hold in a callee anyway."""
    from crosshair.enforce import EnforcedConditions

    EnforcedConditions.enabled_enforcement = nullcontext  # type: ignore[assignment, method-assign]


def analyse(function: FunctionType) -> Answer:
    """Try all paths of a function whose leading asserts are assumptions, within limits that no clock sets."""
    from crosshair.core_and_libs import analyze_function, run_checkables
    from crosshair.options import AnalysisKind, AnalysisOptionSet

    counts: Counter[str] = Counter()
    options = AnalysisOptionSet(
        analysis_kind=[AnalysisKind.asserts],
        report_all=True,
        max_iterations=PATHS,
        max_uninteresting_iterations=0,  # no limit
        per_condition_timeout=math.inf,
        per_path_timeout=math.inf,
        stats=counts,
    )
    messages = run_checkables(analyze_function(function, options))
    if not messages:
        raise SystemExit(f"{function.__name__} has nothing that CrossHair could check")
    return Answer(
        state=messages[0].state.value,
        message=messages[0].message,
        paths=counts["num_paths"],
        exhausted=counts["exhaustion"] > 0,
    )


def twin_of(function: FunctionType, file: Path) -> FunctionType:
    """The twin, which knows the same names; in a file, because CrossHair looks for its source."""
    file.write_text(Harness(function).twin(), encoding="utf-8")
    names = dict(function.__globals__)
    exec(compile(file.read_text(encoding="utf-8"), file, "exec"), names)
    twin = names[function.__name__]
    assert isinstance(twin, FunctionType)
    return twin


if __name__ == "__main__":
    main()
