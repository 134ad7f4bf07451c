"""Does the child process ask CrossHair for what counts, and report what it heard?"""

import math
import sys
from collections import Counter
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import icontract
import pytest

from proofs.engine.checkers.crosshair import child

DECORATORS = ("require", "ensure", "snapshot", "invariant")


def harness(n: int) -> None:
    assert n > 0


@pytest.mark.parametrize(("exhaustions", "exhausted"), [(0, False), (1, True)])
def test_the_first_message_counts(monkeypatch: pytest.MonkeyPatch, exhaustions: int, exhausted: bool) -> None:
    """Is CrossHair asked about asserts, without a clock, and reported with its paths and whether some had no end?"""
    asked: dict[str, Any] = {}

    def analyze_function(function: FunctionType, options: dict[str, Any]) -> FunctionType:
        asked.update(options)
        options["stats"].update(Counter(num_paths=3, exhaustion=exhaustions))
        return function

    def run_checkables(function: FunctionType) -> list[SimpleNamespace]:
        names = (function.__name__, "later")
        return [SimpleNamespace(state=SimpleNamespace(value=f"state of {name}"), message=name) for name in names]

    libraries, options = ModuleType("crosshair.core_and_libs"), ModuleType("crosshair.options")
    vars(libraries).update(analyze_function=analyze_function, run_checkables=run_checkables)
    vars(options).update(AnalysisKind=SimpleNamespace(asserts="asserts"), AnalysisOptionSet=dict)
    for module in (libraries, options):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    assert isinstance(harness, FunctionType)
    assert child.analyse(harness) == child.Answer(
        state="state of harness", message="harness", paths=3, exhausted=exhausted
    )
    assert (asked["analysis_kind"], asked["report_all"], asked["max_iterations"]) == (["asserts"], True, 200)
    assert asked["max_uninteresting_iterations"] == 0
    assert asked["per_condition_timeout"] == asked["per_path_timeout"] == math.inf


def test_contracts_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does no decorator of icontract do anything where CrossHair works?"""
    for name in DECORATORS:
        monkeypatch.setattr(icontract, name, getattr(icontract, name))
    child.leave_contracts_out()
    assert all(getattr(icontract, name)(lambda n: n > 0)(harness) is harness for name in DECORATORS)
