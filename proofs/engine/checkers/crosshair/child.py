"""The process in which CrossHair works: it analyses one harness and its twin, and prints what CrossHair says.

CrossHair is imported late: on import it switches icontract off, and others read the types of this module.
"""

import gc
import importlib
import json
import math
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
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


def main(seconds: str, module: str, name: str) -> None:
    """Analyse the harness, and its twin if the harness is confirmed."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    gc.set_threshold(100_000)  # paths leave few cycles behind
    leave_contracts_out()
    function = getattr(importlib.import_module(module), name)
    assert isinstance(function, FunctionType)
    answers = [analyse(function)]
    if answers[0]["state"] == "confirmed":
        with tempfile.TemporaryDirectory() as directory:
            answers.append(analyse(twin_of(function, Path(directory, "twin.py"))))
    print(json.dumps(answers))


def leave_contracts_out() -> None:
    """Let icontract decorate nothing: CrossHair empties its checks, and loses its way in its book-keeping."""
    import icontract

    def bare(*_: object, **__: object) -> Callable[[Decorated], Decorated]:
        return lambda function: function

    for decorator in ("require", "ensure", "snapshot", "invariant"):
        setattr(icontract, decorator, bare)


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
    main(*sys.argv[1:])
