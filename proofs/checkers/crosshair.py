"""CrossHair as a checker: a function of asserts, confirmed over all of its paths, and not for want of any.

A harness is a function whose leading asserts say what is assumed and whose other asserts say what follows; its last
statement is an assert. CrossHair's exit code is no verdict, and it confirms what nothing reaches. So a harness counts
as confirmed only if CrossHair says so over all paths and finds an input that reaches the end: it refutes the twin, which
is the harness with `assert False` after it. Whatever input CrossHair reports is tried out on the harness in plain Python.
"""

import ast
import inspect
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from proofs.checkers.crosshair_child import Answer
from proofs.ledger.model import Finding
from proofs.ledger.status import Status
from spec.formula import Formula

SOLVER_WORK = 10_000_000
"""What the solver may spend on one query, in its own units, which count the same on any machine."""

MARGIN = 10
"""How much slower a machine may be before a harness is given up."""


@dataclass(frozen=True)
class Confirmed:
    """Whatever meets the leading asserts of `harness` meets all others.

    `seconds` is the CPU time that CrossHair may be expected to take. Paths and solver work are limited by count, so
    that the verdict is the same on a slow machine; the operating system stops what takes MARGIN times as long.
    """

    harness: Callable[..., None]
    seconds: int

    @property
    def checker(self) -> str:
        """The engine that the verdict trusts."""
        return "crosshair"

    @cached_property
    def bound(self) -> str:
        """What the harness assumes: its parameters and its leading asserts."""
        parameters = ", ".join(ast.unparse(parameter) for parameter in self._syntax.args.args)
        return f"all {parameters} with {' and '.join(ast.unparse(a.test) for a in self._assumptions)}"

    def run(self, statement: Formula | str) -> Finding:
        """Ask CrossHair about the harness and its twin."""
        if not self._assumptions or not isinstance(self._syntax.body[-1], ast.Assert):
            return Finding(Status.OPEN, "nothing to confirm: a harness begins with an assumption and ends in an assert")
        try:
            answers = self._ask()
        except _ChildFailed as error:
            return Finding(Status.OPEN, str(error))
        return self._judge(answers["harness"], answers["twin"])

    def _judge(self, harness: Answer, twin: Answer | None) -> Finding:
        if harness["state"] == "cannot_confirm":
            return Finding(Status.OPEN, f"not confirmed: {_obstacle(harness)}")
        if harness["state"] != "confirmed":
            return self._refuted(harness["message"])
        if twin is None or twin["state"] == "confirmed":
            return Finding(Status.OPEN, f"holds for want of an input: nothing reaches the end of {self.bound}")
        if twin["state"] == "cannot_confirm":
            return Finding(Status.OPEN, f"no input was found that reaches the end: {_obstacle(twin)}")
        reaching = _reported_input(twin["message"])
        if reaching is None or self._breaks(reaching) is not None:
            return Finding(Status.OPEN, f"the reported input does not reach the end: {twin['message']}")
        scope = f"confirmed over all {harness['paths']} paths for {self.bound}"
        return Finding(Status.CERTIFIED, f"{scope}; reached by {self._show(reaching)}")

    def _refuted(self, message: str) -> Finding:
        arguments = _reported_input(message)
        broken = None if arguments is None else self._breaks(arguments)
        if arguments is None or broken is None or broken.line < self._first_line_after_assumptions:
            return Finding(Status.OPEN, f"CrossHair reports what plain Python does not show: {message}")
        return Finding(Status.REFUTED, f"{broken.reason} for {self._show(arguments)}")

    def _breaks(self, arguments: Sequence[object]) -> "_Broken | None":
        """Run the harness on copies of the arguments, in plain Python: where in the harness and why it stops."""
        try:
            self.harness(*(ast.literal_eval(repr(argument)) for argument in arguments))
        except Exception as error:
            trace = error.__traceback__
            line = 0
            while trace is not None:
                if trace.tb_frame.f_code is self.harness.__code__:
                    line = trace.tb_lineno
                trace = trace.tb_next
            return _Broken(line, self._reason(line, error))
        return None

    def _reason(self, line: int, error: Exception) -> str:
        first = self.harness.__code__.co_firstlineno
        statement = next(s for s in reversed(self._syntax.body) if first + s.lineno - 1 <= line)
        if isinstance(error, AssertionError) and isinstance(statement, ast.Assert):
            return f"not {ast.unparse(statement.test)}"
        return f"{type(error).__name__} in {ast.unparse(statement).splitlines()[0]}"

    def _show(self, arguments: Sequence[object]) -> str:
        names = [parameter.arg for parameter in self._syntax.args.args]
        return ", ".join(f"{name} = {value!r}" for name, value in zip(names, arguments, strict=True))

    def _ask(self) -> dict[str, Answer]:
        """Analyse in a child process, because CrossHair rebuilds the interpreter that it runs in."""
        command = [sys.executable, "-P", "-m", "proofs.checkers.crosshair_child"]
        request = [self.harness.__module__, self.harness.__qualname__, str(MARGIN * self.seconds)]
        environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONOPTIMIZE"},
            "CROSSHAIR_SMT_RLIMIT": str(SOLVER_WORK),
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
        }
        child = subprocess.run([*command, *request], env=environment, capture_output=True, text=True, check=False)
        if child.returncode:
            raise _ChildFailed(child.returncode, child.stderr)
        answers: dict[str, Answer] = json.loads(child.stdout.splitlines()[-1])
        return answers

    @cached_property
    def _syntax(self) -> ast.FunctionDef:
        (function,) = ast.parse(textwrap.dedent(inspect.getsource(self.harness))).body
        assert isinstance(function, ast.FunctionDef)
        return function

    @cached_property
    def _assumptions(self) -> list[ast.Assert]:
        """As CrossHair takes them: the asserts before any other statement, except the last statement of all."""
        statements = self._syntax.body[ast.get_docstring(self._syntax) is not None : -1]
        leading = takewhile(lambda statement: isinstance(statement, ast.Assert), statements)
        return [statement for statement in leading if isinstance(statement, ast.Assert)]

    @property
    def _first_line_after_assumptions(self) -> int:
        end = self._assumptions[-1].end_lineno
        assert end is not None
        return self.harness.__code__.co_firstlineno + end


@dataclass(frozen=True)
class _Broken:
    """The line of the harness at which it stopped, and why."""

    line: int
    reason: str


class _ChildFailed(Exception):
    """The child process came to no verdict."""

    def __init__(self, code: int, complaint: str) -> None:
        super().__init__(code, complaint)
        self.code = code
        self.complaint = complaint

    def __str__(self) -> str:
        if self.code < 0:
            return f"CrossHair was stopped by signal {-self.code} before it came to a verdict"
        lines = self.complaint.splitlines() or [f"exit code {self.code}"]
        return f"CrossHair failed: {lines[-1]}"


def _obstacle(answer: Answer) -> str:
    if answer["exhausted"]:
        return f"of {answer['paths']} paths, some could not be followed to their end"
    return f"{answer['paths']} paths were not all"


def _reported_input(message: str) -> tuple[object, ...] | None:
    """The arguments in a message that ends `when calling harness(1, [2, 3])`, if they are all literals."""
    try:
        call = ast.parse(message.rpartition(" when calling ")[2], mode="eval").body
        return tuple(ast.literal_eval(argument) for argument in call.args) if isinstance(call, ast.Call) else None
    except (SyntaxError, ValueError):
        return None
