"""The functions that keep a triple, the triples themselves, and the claims on them."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from proofs.audit.source_index import Lines, source
from proofs.engine.ledger.ledger import Ledger
from spec.triple import Triple, triple_of


class Function(NamedTuple):
    """Lines that belong to a triple: a function that keeps it, one of its clauses, or the triple itself."""

    name: str
    lines: Lines
    claims: tuple[str, ...]


@cache
def functions_in(ledger: Ledger, file: str) -> list[Function]:
    """The lines of a file that belong to triples."""
    module = import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    stem = module.__name__.rpartition(".")[2]
    found = []
    for node, owner in _definitions(ast.parse(source(file))):
        if triples := list(_triples(module, node, owner)):
            claims = dict.fromkeys(claim for triple in triples for claim in claims_on(ledger, triple, stem))
            lines = Lines(file, _first_line(node), node.end_lineno or node.lineno)
            found.append(Function(", ".join(triple.name for triple in triples), lines, tuple(claims)))
    return found


def claims_on(ledger: Ledger, triple: Triple, module: str) -> tuple[str, ...]:
    """What is cited of the documents, and the claims that are named after the function, its class or its module."""
    cited = [item for item in triple.cite if item in ledger.claims]
    own = [claim.id for claim in ledger.claims.values() if claim.document is None]
    for name in (triple.name, triple.name.partition(".")[0], module):
        first = [claim for claim in own if claim.startswith(f"{name}.")]
        if named := first or [claim for claim in own if name in claim.split(".")]:
            return (*cited, *named)
    return tuple(cited)


def _definitions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef | ast.Assign, str | None]]:
    """Functions, methods with the name of their class, and assignments."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.Assign):
            yield node, None
        elif isinstance(node, ast.ClassDef):
            yield from ((method, node.name) for method in node.body if isinstance(method, ast.FunctionDef))


def _triples(module: ModuleType, node: ast.FunctionDef | ast.Assign, owner: str | None) -> Iterator[Triple]:
    here = vars(module)
    if isinstance(node, ast.Assign):
        assigned = (here.get(target.id) for target in node.targets if isinstance(target, ast.Name))
        yield from (value for value in assigned if isinstance(value, Triple))
        return
    for holder in here[owner].__mro__ if owner else (module,):
        function = vars(holder).get(node.name)
        kept = triple_of(getattr(function, "__func__", function)) if function is not None else None
        if kept is not None:
            yield kept
            return
    for triple in (value for value in here.values() if isinstance(value, Triple)):
        if any(clause is here.get(node.name) for clause in (*triple.requires, *triple.ensures, triple.law)):
            yield triple


def _first_line(node: ast.FunctionDef | ast.Assign) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
