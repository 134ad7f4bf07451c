"""Contracts of translated functions: predicates that run before and after them, and are taken never to say no."""

import ast

from proofs.kernel.translator.catalogue import CONTRACTS, UNITS
from proofs.kernel.translator.modules import Module, Sources, digest_of
from proofs.kernel.translator.refusal import Refused, refuse

ASKED = ("requires", "ensures")
"""What a triple asks at every call; its law is asked nowhere in the running code."""
TRANSLATED = {(path, unit) for units in UNITS.values() for path, names in units for unit in names.split()}


def check_contract(sources: Sources, name: str) -> None:
    """The predicates of a triple, with all of ours that they name, are those that were read."""
    found = sources.find(name)
    if found is None:
        raise Refused(f"{name.replace('.', '/')}.py:1: error: a contract that is not there")
    module, node = found
    if (now := contract_digest(sources, module, node)) != CONTRACTS.get(name):
        refuse(module.path, node, f"a broken contract is an error: read its predicates, then put {now} into CONTRACTS")


def contract_digest(sources: Sources, module: Module, node: ast.AST) -> str:
    """The first digits of a digest of the predicates' code."""
    asked = [k for call in ast.walk(node) if isinstance(call, ast.Call) for k in call.keywords if k.arg in ASKED]
    todo: list[tuple[Module, ast.AST]] = [(module, keyword.value) for keyword in asked]
    seen: dict[str, str] = {}
    for home, part in todo:
        for name in _ours(home, part):
            found = sources.find(name)
            if found is not None and name not in seen and (found[0].path, name.rpartition(".")[2]) not in TRANSLATED:
                seen[name] = digest_of(found[1])
                todo.append(found)
    written = [ast.unparse(keyword) for keyword in asked] + [f"{name} {seen[name]}" for name in sorted(seen)]
    return digest_of(ast.parse(repr(written)))


def _ours(module: Module, node: ast.AST) -> list[str]:
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return sorted(module.meaning(ast.Name(n)) for n in names if n in module.definitions or n in module.imported)
