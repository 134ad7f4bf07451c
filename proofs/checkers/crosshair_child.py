"""The process in which CrossHair works: it analyses one harness and its twin, and prints what CrossHair says of them."""

import ast
import importlib
import inspect
import json
import math
import resource
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict, TypeVar

Decorated = TypeVar("Decorated")

PATHS = 1000
"""How many paths CrossHair may try."""


class Answer(TypedDict):
    """CrossHair's word on one function: `state` is the value of a MessageType."""

    state: str
    message: str
    paths: int
    exhausted: bool


def main(module: str, function: str, seconds: str) -> None:
    """Analyse the harness, and its twin if the harness is confirmed."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    leave_contracts_out()
    harness = getattr(importlib.import_module(module), function)
    answer = analyse(harness)
    with tempfile.TemporaryDirectory() as directory:
        twin = analyse(twin_of(harness, Path(directory))) if answer["state"] == "confirmed" else None
    print(json.dumps({"harness": answer, "twin": twin}))


def leave_contracts_out() -> None:
    """Let icontract decorate nothing: CrossHair makes its checks empty, and loses its way in its book-keeping."""
    import icontract

    def bare(*_: object, **__: object) -> Callable[[Decorated], Decorated]:
        return lambda function: function

    for decorator in ("require", "ensure", "snapshot", "invariant"):
        setattr(icontract, decorator, bare)


def analyse(function: Callable[..., None]) -> Answer:
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
        raise SystemExit(f"{function.__name__}: CrossHair sees nothing to check")
    return Answer(
        state=messages[0].state.value,
        message=messages[0].message,
        paths=counts["num_paths"],
        exhausted=counts["exhaustion"] > 0,
    )


def twin_of(harness: Callable[..., None], directory: Path) -> Callable[..., None]:
    """The harness with one more assert, which nothing meets; in a file, because CrossHair looks for its source."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(harness)))
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    function.body.append(ast.Assert(ast.Constant(False)))
    source = directory / "twin.py"
    source.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
    names = dict(harness.__globals__)
    exec(compile(source.read_text(encoding="utf-8"), source, "exec"), names)
    twin = names[harness.__name__]
    assert inspect.isfunction(twin)
    return twin


if __name__ == "__main__":
    main(*sys.argv[1:])
