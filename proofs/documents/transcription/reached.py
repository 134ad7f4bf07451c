"""Which lines of a module run while it is exercised."""

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple

Exercise = Callable[[ModuleType], None]
"""Calls into a fresh copy of a module."""


class Part(NamedTuple):
    """Lines that run as one: a simple statement, the head of a compound one, or the body of a lambda."""

    first: int
    last: int
    in_lambda: bool


Hit = tuple[int, bool]
"""A line that ran, and whether it did inside a lambda."""


def reached(path: Path, exercise: Exercise) -> frozenset[int]:
    """The lines that are reached while the module is loaded and exercised.

    A line with nothing to run, such as a comment or `else:`, is reached if the statement after it is.
    """
    source = path.read_text("utf-8")
    hits = _hits(path, source, exercise)
    parts = sorted(_parts(ast.parse(source)))
    lines = range(1, source.count("\n") + 1)
    return frozenset(line for line in lines if _is_reached(line, parts, hits))


def _is_reached(line: int, parts: list[Part], hits: set[Hit]) -> bool:
    on_it = [part for part in parts if part.first <= line <= part.last]
    asked = on_it or [part for part in parts if part.first > line][:1]
    return bool(asked) and all(
        any(part.first <= at <= part.last and part.in_lambda is inside for at, inside in hits) for part in asked
    )


def _hits(path: Path, source: str, exercise: Exercise) -> set[Hit]:
    hits: set[Hit] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != str(path):
            return None
        if event == "line":
            hits.add((frame.f_lineno, frame.f_code.co_name == "<lambda>"))
        return trace

    module = ModuleType(path.stem)
    code = compile(source, str(path), "exec")
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        exec(code, module.__dict__)
        exercise(module)
    finally:
        sys.settrace(before)
    return hits


def _parts(tree: ast.AST) -> Iterator[Part]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            yield Part(node.body.lineno, node.body.end_lineno or node.body.lineno, True)
        elif isinstance(node, ast.stmt):
            inside = hasattr(node, "body")
            yield _head(node) if inside else Part(node.lineno, node.end_lineno or node.lineno, False)


def _head(node: ast.stmt) -> Part:
    """The lines of a compound statement before the first one in it."""
    own = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]
    deep = [inner for child in own for inner in ast.walk(child) if isinstance(inner, ast.expr | ast.arg)]
    first = min(node.lineno, *(inner.lineno for inner in deep), node.lineno)
    last = max(node.lineno, *(inner.end_lineno or inner.lineno for inner in deep), node.lineno)
    return Part(first, last, False)
