"""What a module imports, by statement or by name, and which libraries it reaches in the end."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import PurePosixPath

from tests.project.floors import ROOMS
from tests.project.sources import ROOT, Source

MODULE_BY_NAME = re.compile(rf"(?:{'|'.join(ROOMS)})(?:\.\w+)+[.:]?\w*")
"""A string that names a module of ours, or a function in it, as for `import_module` or `python -m`."""


PROMISING = "spec"
"""The room whose promises name the code that they are about; it imports nothing by name."""


@cache
def imported(source: Source) -> tuple[tuple[int, str], ...]:
    """Return the line and the dotted name of everything that a module imports, by statement or by name."""
    return tuple(_imported(source))


def _imported(source: Source) -> Iterator[tuple[int, str]]:
    nodes = list(ast.walk(ast.parse(source.text)))
    bound = {name: room for node in nodes if isinstance(node, ast.Import) for name, room in rooms_bound_by(node)}
    for node in nodes:
        match node:
            case ast.Import(names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module, names, level):
                package = source.path.parts[: len(source.path.parts) - level] if level else ()
                base = ".".join([*package, *([module] if module else [])])
                yield from ((node.lineno, f"{base}.{alias.name}") for alias in names)
            case ast.Attribute(ast.Name(name), attribute) if name in bound:
                yield node.lineno, f"{bound[name]}.{attribute}"
            case ast.Constant(str() as text) if MODULE_BY_NAME.fullmatch(text) and source.room != PROMISING:
                yield node.lineno, text.partition(":")[0]
            case _:
                pass


def rooms_bound_by(node: ast.Import) -> Iterator[tuple[str, str]]:
    """Yield each name that the statement binds to a room, and the room."""
    for alias in node.names:
        top = alias.name.partition(".")[0]
        if top in ROOMS and (alias.asname is None or alias.name == top):
            yield alias.asname or top, top


@cache
def libraries(module: str) -> tuple[str, ...]:
    """Return the distributions outside the standard library that a module of ours reaches, itself or by others.

    The language of statements is left out: it names triples, and a statement decides nothing.
    """
    reached: set[str] = set()
    distributions = _distributions()
    files = {file_of(module)}
    ahead = list(files)
    while ahead:
        file = ahead.pop()
        for _, name in imported(Source(file, (ROOT / file).read_text(encoding="utf-8"))):
            top = name.partition(".")[0]
            if top not in ROOMS:
                reached.update(distributions.get(top, ()))
            elif (other := file_of(name)) not in files and not other.is_relative_to("spec/logic"):
                files.add(other)
                ahead.append(other)
    return tuple(sorted(reached))


@cache
def _distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


def file_of(name: str) -> PurePosixPath:
    """Return the file of a module of ours, or of the module in which a name is."""
    path = PurePosixPath(*name.split("."))
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if (ROOT / file).is_file():
            return file
    return file_of(name.rpartition(".")[0])
