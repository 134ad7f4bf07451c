"""What a theorem of the kernel says, for `noisymax explain`: its statement in Coq, and the Python that it speaks of."""

import ast
from collections.abc import Iterator

from rich.text import Text

from proofs.audit.source_index import Lines, source
from proofs.kernel.checker import definitions
from proofs.kernel.definitions import Unit
from proofs.kernel.development import STATEMENTS


def told(theorems: tuple[str, ...]) -> Iterator[tuple[Text, int]]:
    """Lines of text, each with how far it is indented."""
    unfolded = definitions().unfolded(theorems)
    yield Text(f"in Coq, proofs/kernel/coq/{STATEMENTS}.v:", "dim"), 5
    for each in (each for each in unfolded if each.file == STATEMENTS):
        yield Text(each.text, "" if each.name in theorems else "dim"), 7
    if others := [f"{each.name} ({each.file}.v)" for each in unfolded if each.file != STATEMENTS]:
        yield Text(f"on: {', '.join(others)}", "dim"), 7
    if units := definitions().units(theorems):
        yield Text("about this Python, translated:", "dim"), 5
    for unit in units:
        lines = lines_of(unit)
        yield Text(f"{lines.file}:{lines.first}-{lines.last} {unit.name}", "dim"), 7
        if unit.path.startswith("impl/"):
            yield from ((Text(line), 9) for line in source(unit.path).splitlines()[lines.first - 1 : lines.last])


def lines_of(unit: Unit) -> Lines:
    """Where a unit stands; a union of classes that has no place of its own stands where its file begins."""
    body: list[ast.stmt] = ast.parse(source(unit.path)).body
    found: ast.stmt | None = None
    for name in unit.name.split("."):
        found = next((node for node in body if name in _names(node)), None)
        body = found.body if isinstance(found, ast.ClassDef) else []
    if found is None:
        return Lines(unit.path, 1, 1)
    first = min([found.lineno, *(d.lineno for d in getattr(found, "decorator_list", []))])
    return Lines(unit.path, first, found.end_lineno or found.lineno)


def _names(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case _:
            return set()
