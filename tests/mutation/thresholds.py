"""Changes that are wrong only beyond a threshold: for large numbers, long lists, fine denominators, many coins."""

import ast
from collections.abc import Iterator

from tests.mutation.change import Change, told

THRESHOLDS = (12, 1000, 2**64, 2**200)
SHORT = (7, 100)
"""Thresholds of what a run takes time for: lengths, depths, and counters of either."""

COUNTS = ("refinements", "place")
"""Parameters that count bits or candidates."""

ASPECTS = {
    "int": ("magnitude",),
    "float": ("magnitude", "smallness"),
    "Fraction": ("magnitude", "smallness", "denominator"),
    "Number": ("magnitude", "smallness"),
    "TIA": ("magnitude",),
    "Real": ("magnitude",),
    "Atom": ("magnitude",),
    "Sequence[Fraction]": ("length", "element"),
    "Sequence[Atom]": ("length", "element"),
    "Sequence[GumbelRV]": ("length",),
    "Sequence[GumbelPSRN]": ("length",),
    "Sequence[int]": ("length",),
    "GumbelPSRN": ("depth",),
    "int | None": ("known",),
}
"""In what a parameter can be large, by how it is annotated."""

CONDITIONS = {
    "magnitude": "abs({name}) > {limit}",
    "smallness": "0 < abs({name}) * {limit} < 1",
    "denominator": "{name}.denominator > {limit}",
    "length": "len({name}) > {limit}",
    "element": "any(abs(one) > {limit} for one in {name})",
    "depth": "{name}.refinements > {limit}",
    "known": "({name} or 0) > {limit}",
}
ANSWERS = ("int", "bool", "float", "Fraction", "Number", "int | None", "list[int]", "tuple[int, ...]")
ANSWERED_PAIRS = ("tuple[Edge, Edge]", "tuple[bool, GumbelPSRN, GumbelPSRN]")


def thresholds(source: str) -> Iterator[Change]:
    """Every answer of every function, wrong beyond every threshold of every parameter and every counter."""
    for function in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)):
        if function.returns is None or ast.unparse(function.returns) not in (*ANSWERS, *ANSWERED_PAIRS):
            continue
        for answer, settled in _answers(function):
            for condition in _conditions(function, settled):
                yield _wrong_if(condition, answer, source)


def _answers(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, str]]:
    """What the function returns, each expression of it, and the name that is known to be some number there, if any.

    What functions inside return is theirs.
    """
    ahead: list[tuple[ast.AST, str]] = [(node, "") for node in function.body]
    while ahead:
        node, settled = ahead.pop(0)
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value, settled
        match node:
            case ast.FunctionDef():
                continue
            case ast.If(test=ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant()])):
                ahead.extend((inside, name) for inside in node.body)
                ahead.extend((inside, settled) for inside in node.orelse)
            case _:
                ahead.extend((inside, settled) for inside in ast.iter_child_nodes(node))


def _conditions(function: ast.FunctionDef, settled: str) -> Iterator[str]:
    """When a parameter, or a number that the function counts up, is beyond a threshold."""
    large = [
        (argument.arg, aspect)
        for argument in function.args.args
        if argument.annotation is not None and argument.arg != settled
        for aspect in ASPECTS.get(ast.unparse(argument.annotation), ())
    ]
    counters = list(_counters(function))
    large += [(name, "magnitude") for name in counters]
    for name, aspect in large:
        for limit in SHORT if aspect in ("length", "depth") or name in (*counters, *COUNTS) else THRESHOLDS:
            yield CONDITIONS[aspect].format(name=name, limit=limit)


def _counters(function: ast.FunctionDef) -> Iterator[str]:
    """Names that are set to an integer and changed later in the function."""
    changed = {node.target.id for node in _own(function, ast.AugAssign) if isinstance(node.target, ast.Name)}
    for node in _own(function, ast.Assign):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int())) if name in changed:
                yield name


def _own(function: ast.FunctionDef, kind: type) -> list:  # type: ignore[type-arg]
    return [node for node in ast.walk(function) if isinstance(node, kind)]


def _wrong_if(condition: str, answer: ast.expr, source: str) -> Change:
    lines = source.splitlines(keepends=True)
    assert answer.end_lineno is not None
    before = "".join(lines[: answer.lineno - 1]) + _bytes(lines[answer.lineno - 1], 0, answer.col_offset)
    after = _bytes(lines[answer.end_lineno - 1], answer.end_col_offset or 0, None) + "".join(lines[answer.end_lineno :])
    value = source[len(before) : len(source) - len(after)]
    text = f"{before}(wrong(({value})) if {condition} else ({value})){after}"
    shown = told(source, text)
    return Change(shown.line, shown.before, shown.after, f"{text}\n\nfrom tests.mutation.wrong import wrong\n")


def _bytes(line: str, start: int, end: int | None) -> str:
    """A part of a line, by offsets in bytes, which is how a syntax tree counts."""
    return line.encode()[start:end].decode()
