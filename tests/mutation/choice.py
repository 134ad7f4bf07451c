"""Which tests a change is put to: those that reach the changed statement, the quickest first."""

import ast
from collections.abc import Mapping, Sequence

Reach = Mapping[str, tuple[float, Sequence[int]]]
"""Of each test, the CPU seconds that it takes and the lines of the module that it reaches."""


def chosen(source: str, line: int, reach: Reach) -> list[str]:
    """The tests that reach the statement at a line; all if none does, as with what is done on import."""
    wanted = set(span(source, line))
    reaching = [test for test, (_, lines) in reach.items() if not wanted.isdisjoint(lines)]
    return sorted(reaching or reach, key=lambda test: reach[test][0])


def span(source: str, line: int) -> range:
    """The lines of the smallest statement at a line; of one with a body, those before its body."""
    spans = [_head(node) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    return min((lines for lines in spans if line in lines), key=len, default=range(line, line + 1))


def _head(node: ast.stmt) -> range:
    body = getattr(node, "body", None)
    return range(node.lineno, body[0].lineno if body else (node.end_lineno or node.lineno) + 1)
