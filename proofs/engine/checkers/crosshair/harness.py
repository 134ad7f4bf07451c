"""Harnesses: functions of asserts, read as assumptions, a computation, and what follows from both.

The computation must not be missing: CrossHair takes all asserts before any other statement for assumptions.
"""

import ast
import copy
import inspect
import textwrap
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile


@dataclass(frozen=True)
class Stop:
    """Where and by what a run of a harness was stopped before its end."""

    statement: ast.stmt
    error: Exception


@dataclass(frozen=True)
class Harness:
    """A function, its parts, and how it runs in plain Python."""

    function: Callable[..., None]

    @property
    def is_in_three_parts(self) -> bool:
        """Tell whether it assumes, then computes, then ends in an assert."""
        rest = self._statements[len(self.assumptions) :]
        return bool(self.assumptions and rest) and isinstance(rest[-1], ast.Assert)

    @cached_property
    def assumptions(self) -> list[ast.Assert]:
        """The leading asserts."""
        leading = takewhile(lambda statement: isinstance(statement, ast.Assert), self._statements)
        return [statement for statement in leading if isinstance(statement, ast.Assert)]

    @property
    def bound(self) -> str:
        """For which inputs it speaks: its parameters and its assumptions, as they are written."""
        parameters = [ast.unparse(parameter) for parameter in self._syntax.args.args]
        return f"all {', '.join(parameters)} with {', '.join(self._text(a.test) for a in self.assumptions)}"

    @property
    def says(self) -> str:
        """What it confirms, in its own clauses: for which inputs, what is computed, and what then holds."""
        rest = self._statements[len(self.assumptions) :]
        told = [self._text(s.test) if isinstance(s, ast.Assert) else f"with {self._text(s)}" for s in rest]
        return f"for {self.bound}: {'; '.join(told)}"

    def run(self, arguments: Sequence[object]) -> Stop | None:
        """Call the function with copies of the arguments; None if it reaches its end."""
        try:
            self.function(*copy.deepcopy(arguments))
        except Exception as error:
            frames = traceback.walk_tb(error.__traceback__)
            lines = [line for frame, line in frames if frame.f_code is self.function.__code__]
            first = self.function.__code__.co_firstlineno
            begun = [s for s in self._statements if lines and first + s.lineno - 1 <= lines[-1]]
            return Stop(begun[-1] if begun else self._statements[0], error)
        return None

    def reason(self, stop: Stop) -> str:
        """What is wrong, in one line: the assert that does not hold, or the error and where it came from."""
        if isinstance(stop.error, AssertionError) and isinstance(stop.statement, ast.Assert):
            return f"`{self._text(stop.statement.test)}` is false"
        return f"{type(stop.error).__name__} in `{self._text(stop.statement)}`"

    def show(self, arguments: Sequence[object]) -> str:
        """Name each argument."""
        names = [parameter.arg for parameter in self._syntax.args.args]
        return ", ".join(f"{name} = {value!r}" for name, value in zip(names, arguments, strict=True))

    @cached_property
    def _source(self) -> str:
        return textwrap.dedent(inspect.getsource(self.function))

    @cached_property
    def _syntax(self) -> ast.FunctionDef:
        (function,) = ast.parse(self._source).body
        assert isinstance(function, ast.FunctionDef)
        return function

    @property
    def _statements(self) -> list[ast.stmt]:
        return self._syntax.body[ast.get_docstring(self._syntax) is not None :]

    def _text(self, node: ast.AST) -> str:
        return " ".join((ast.get_source_segment(self._source, node) or "").split())

    def twin(self) -> str:
        """The source of the harness with `assert False` after its end."""
        (function,) = ast.parse(self._source).body
        assert isinstance(function, ast.FunctionDef)
        function.body.append(ast.Assert(ast.Constant(False)))
        return ast.unparse(ast.fix_missing_locations(function))
