"""CrossHair as a checker: a harness, confirmed over all of its paths, and not for want of any.

CrossHair's exit code is no verdict, and it confirms what nothing reaches. So a harness counts as confirmed
only if CrossHair says so over all paths and finds an input that reaches the end: it refutes the twin, the
harness with `assert False` after it. What CrossHair reports is, each time, tried out in plain Python.
"""

import ast
import atexit
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from proofs.engine.checkers.crosshair.child import Answer, Reply
from proofs.engine.checkers.crosshair.harness import Harness
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from spec.logic.claim import Statement

SOLVER_WORK = 10_000_000
"""What the solver may spend on one query, in its own units, which count the same on any machine."""

MARGIN = 10
"""How much slower a machine may be before a harness is given up."""


@dataclass(frozen=True)
class Confirmed:
    """Whatever meets the leading asserts of `function` meets all others: that is the statement, and no other.

    `seconds` is the CPU time that CrossHair is expected to take at most. Paths and solver work are limited by
    count, so that the verdict is the same on a slow machine; what takes MARGIN times as long is stopped.
    """

    function: Callable[..., None]
    seconds: int

    @property
    def checker(self) -> str:
        """The engine that the verdict trusts."""
        return "crosshair"

    @property
    def bound(self) -> str:
        """For which inputs the function speaks."""
        return Harness(self.function).bound

    @property
    def says(self) -> str:
        """The statement that it decides, generated from the clauses of the function."""
        return Harness(self.function).says

    def run(self, statement: Statement) -> Finding:
        """Ask CrossHair about the harness and its twin."""
        harness = Harness(self.function)
        if statement != harness.says:
            return _open(f"a harness confirms what it asserts itself, and that is: {harness.says}")
        if not harness.is_in_three_parts:
            return _open("nothing to confirm: a harness assumes, computes, and ends in an assert")
        try:
            answer, *twin = self._ask()
        except ChildFailed as error:
            return _open(str(error))
        return _reached(harness, answer, *twin) if twin else _not_confirmed(harness, answer)

    def _ask(self) -> list[Answer]:
        reply = _child().ask([MARGIN * self.seconds, self.function.__module__, self.function.__qualname__])
        if reply["code"]:
            raise ChildFailed(reply["code"], reply["error"])
        return reply["answers"]


class Child:
    """The process that analyses, in copies of itself, because CrossHair rebuilds the interpreter that it runs in."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "proofs.engine.checkers.crosshair.child"],
            env={
                **{name: value for name, value in os.environ.items() if name != "PYTHONOPTIMIZE"},
                "CROSSHAIR_SMT_RLIMIT": str(SOLVER_WORK),
                "PYTHONHASHSEED": "0",
                "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        atexit.register(self.end)

    def end(self) -> None:
        """Let it end, as it does where its input does, and wait for that."""
        self._process.communicate()

    @property
    def lives(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def ask(self, request: list[object]) -> Reply:
        """Its reply; if it ends without one, how it ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            print(json.dumps(request), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if line:
            reply: Reply = json.loads(line)
            return reply
        return Reply(answers=[], error="", code=self._process.wait())


_CHILDREN: list[Child] = []
"""The one that lives, if any."""


def _child() -> Child:
    if not (_CHILDREN and _CHILDREN[-1].lives):
        _CHILDREN[:] = [Child()]
    return _CHILDREN[-1]


class ChildFailed(Exception):
    """The child process came to no verdict."""

    def __init__(self, code: int, error: str) -> None:
        super().__init__(code, error)
        self.code = code
        self.error = error

    def __str__(self) -> str:
        if self.code < 0:
            return f"CrossHair was stopped by signal {-self.code} before it came to a verdict"
        return f"CrossHair failed: {self.error or f'exit code {self.code}'}"


def _not_confirmed(harness: Harness, answer: Answer) -> Finding:
    if answer["state"] == "cannot_confirm":
        return _open(f"not confirmed: {_obstacle(answer)}")
    arguments = _reported_input(answer["message"])
    stop = None if arguments is None else harness.run(arguments)
    if arguments is None or stop is None or stop.statement in harness.assumptions:
        return _open(f"CrossHair reports what plain Python does not show: {answer['message']}")
    return Finding(Status.REFUTED, f"{harness.reason(stop)} for {harness.show(arguments)}")


def _reached(harness: Harness, answer: Answer, twin: Answer) -> Finding:
    if twin["state"] == "confirmed":
        return _open(f"confirmed for want of an input: nothing reaches the end, of {harness.bound}")
    if twin["state"] == "cannot_confirm":
        return _open(f"confirmed, but no input was found that reaches the end: {_obstacle(twin)}")
    arguments = _reported_input(twin["message"])
    if arguments is None or harness.run(arguments) is not None:
        return _open(f"confirmed, but the input found does not reach the end: {twin['message']}")
    scope = f"confirmed over all {answer['paths']} paths for {harness.bound}"
    return Finding(Status.CERTIFIED, f"{scope}; reached by {harness.show(arguments)}")


def _open(reason: str) -> Finding:
    return Finding(Status.OPEN, reason)


def _obstacle(answer: Answer) -> str:
    if answer["exhausted"]:
        return f"of {answer['paths']} paths, some could not be followed to their end"
    return f"{answer['paths']} paths are not all"


def _reported_input(message: str) -> tuple[object, ...] | None:
    """The arguments in a message that ends `when calling harness(1, [2, 3])`, if they are all literals."""
    try:
        call = ast.parse(message.rpartition(" when calling ")[2], mode="eval").body
        return tuple(ast.literal_eval(a) for a in call.args) if isinstance(call, ast.Call) else None
    except (SyntaxError, ValueError):
        return None
