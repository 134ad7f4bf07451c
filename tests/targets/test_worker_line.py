"""Does a worker serve its line until it is closed, with nothing replaced or inherited but what it needs?"""

import fcntl
import io
import json
import os
import resource
import sys
from pathlib import Path

import pytest

from proofs.targets import child
from proofs.targets.names import parse
from proofs.targets.process import ProcessMade, ProcessTarget
from proofs.targets.worker import line
from proofs.targets.worker.diverting import DIVERSION
from proofs.targets.worker.loading import Ours
from proofs.targets.worker.serving import Server
from tests.support.target_processes import PATIENT

UNTOUCHED = """
import os
import random
import types

import numpy


class Made:
    def invoke(self, x):
        own = numpy.random.default_rng, random.Random.random, os.urandom
        return [isinstance(function, types.FunctionType) for function in own]

    def map(self, d_in):
        return d_in


def make():
    return Made()
"""


@pytest.mark.parametrize("is_led", [True, False])
def test_nothing_is_replaced_where_nothing_is_led(tmp_path: Path, is_led: bool) -> None:
    """Does a process that only draws have the random sources that it would have anywhere else?"""
    file = tmp_path / "untouched.py"
    file.write_text(UNTOUCHED, encoding="utf-8")
    with ProcessTarget(parse(f"{file}:make"), limits=PATIENT, is_led=is_led) as process:
        one = process.make({})
        assert isinstance(one, ProcessMade)
        assert one.invoke(0) == (is_led,) * 3


def test_the_line_is_served_until_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does a worker limit itself, answer each line with its number, and leave when it cannot or must not answer?"""
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda what, most: limits.append((what, most[1])))
    asked: list[int] = []
    monkeypatch.setattr(fcntl, "fcntl", lambda _end, what, _value: asked.append(what))
    diverted: list[bool] = []
    monkeypatch.setattr(DIVERSION, "install", lambda: diverted.append(True))

    def leave(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(os, "_exit", leave)
    requests, ours = os.pipe()
    answers, theirs = os.pipe()
    os.write(ours, b'[5, "forget", 0]\n[6, "invoke", 0, null]\n')
    os.close(ours)
    line.main(str(child.ROOT), requests, theirs, 99, 2**30, led=1)
    assert asked == [fcntl.F_SETOWN, fcntl.F_SETSIG, fcntl.F_SETFL]
    assert diverted
    monkeypatch.setattr(sys, "platform", "elsewhere")
    line.die_with(99)
    assert len(asked) == 3
    assert limits == [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, 2**30)]
    raised = ["KeyError", "0", ["LookupError", "Exception", "BaseException"]]
    told = [json.loads(answer) for answer in os.read(answers, 1000).decode().splitlines()]
    assert [answer[:2] for answer in told] == [[5, None], [6, {"Raised": raised}]]
    assert 0 < told[0][2] <= told[1][2]
    server, request = Server(Ours("")), b'[7, "forget", 0]\n'
    os.close(answers)
    with pytest.raises(SystemExit, match=str(line.LOST_THE_LINE)):
        line.serve(server, io.BytesIO(request), theirs)
    os.close(theirs)
    pids = iter([1, 2])
    monkeypatch.setattr(os, "getpid", lambda: next(pids))
    with pytest.raises(SystemExit, match=r"^0$"):
        line.serve(server, io.BytesIO(request), -1)


def test_an_interpreter_sees_no_setting_of_ours() -> None:
    """Are Python's own settings kept from another interpreter, and the user's path from all but ours?"""
    ours = {"PYTHONPATH": "a", "PYTHONHOME": "b", "PYTHONSAFEPATH": "1", "HOME": "c", "OMP_NUM_THREADS": "4"}
    foreign = child.environment("elsewhere", ours)
    assert (foreign["HOME"], foreign["OMP_NUM_THREADS"], foreign["OPENBLAS_NUM_THREADS"]) == ("c", "4", "1")
    assert {name for name in foreign if name.startswith("PYTHON")} == {"PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE"}
    assert child.environment(sys.executable, ours) == {**foreign, "PYTHONPATH": "a"}
