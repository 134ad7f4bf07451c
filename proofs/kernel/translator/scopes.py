"""Names inside a function: its own, those it assigns, their order of use, and the lists that it changes."""

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache

from proofs.kernel.translator.refusal import refuse

INNER = ast.FunctionDef | ast.Lambda
COMPREHENSIONS = ast.ListComp | ast.GeneratorExp
CHANGES = {"append", "remove"}
READS = {"len", "max", "min", "sorted"}
KEPT = 1 << 16
"""So many nodes are kept with what is below them: nobody changes a tree, and parts of it are asked about often."""


def outside_inner(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The nodes and all below them, but not what is inside inner functions and comprehensions."""
    for node in nodes:
        yield from _outside_inner(node)


@lru_cache(KEPT)
def _outside_inner(node: ast.AST) -> tuple[ast.AST, ...]:
    if isinstance(node, INNER | COMPREHENSIONS):
        return (node,)
    return (node, *outside_inner(list(ast.iter_child_nodes(node))))


def assigned(nodes: Sequence[ast.AST]) -> set[str]:
    """The names that the statements assign, or whose lists they change in place."""
    found = {n.id for n in outside_inner(nodes) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return found | set(changed(nodes)) | {n.name for n in outside_inner(nodes) if isinstance(n, ast.FunctionDef)}


def changed(nodes: Sequence[ast.AST]) -> dict[str, ast.AST]:
    """The lists that the statements change in place, and where."""
    found: dict[str, ast.AST] = {}
    for node in outside_inner(nodes):
        match node:
            case ast.Subscript(ast.Name(name), _, ast.Store() | ast.Del()):
                found.setdefault(name, node)
            case ast.Call(ast.Attribute(ast.Name(name), method)) if method in CHANGES:
                found.setdefault(name, node)
    return found


def in_order_of_use(nodes: Sequence[ast.AST]) -> list[str]:
    """The names in the order in which running the statements first comes across them."""
    return list(dict.fromkeys(name for node in nodes for name in _used(node)))


def _used(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(name):
            yield name
        case ast.Assign(targets, value):
            yield from in_order_of_use([value, *targets])
        case ast.AnnAssign(target, _, value):
            yield from in_order_of_use([*([value] if value else []), target])
        case ast.For(target, items, body):
            yield from in_order_of_use([items, target, *body])
        case ast.ListComp(element, generators) | ast.GeneratorExp(element, generators):
            yield from in_order_of_use([*(g.iter for g in generators), element])
        case ast.IfExp(test, body, orelse):
            yield from in_order_of_use([test, body, orelse])
        case _:
            yield from in_order_of_use(list(ast.iter_child_nodes(node)))


def parameters_of(tree: ast.FunctionDef | ast.Lambda) -> list[str]:
    """The names of the parameters."""
    given = [argument.arg for argument in tree.args.args]
    return given + ([tree.args.vararg.arg] if tree.args.vararg else [])


def free_names(tree: ast.FunctionDef | ast.Lambda) -> set[str]:
    """The names that a function uses and does not make."""
    body: list[ast.AST] = [*tree.body] if isinstance(tree, ast.FunctionDef) else [tree.body]
    own = assigned(body) | set(parameters_of(tree))
    used = {n.id for part in body for n in ast.walk(part) if isinstance(n, ast.Name)}
    return used - own


def check_lists(path: str, tree: ast.FunctionDef) -> None:
    """A list that is changed in place has one name: made here once, afresh, then only indexed, measured and scanned."""
    for name, where in changed(tree.body).items():
        makers = [n for n in ast.walk(tree) if isinstance(n, ast.Assign) and _is_name(n.targets[0], name)]
        if name in parameters_of(tree) or len(makers) != 1 or not _is_fresh(makers[0]):
            refuse(path, where, f"{name} is changed in place, but is not one fresh list of this function")
        fine = {id(makers[0].targets[0])}
        for node in outside_inner(tree.body):
            match node:
                case ast.Subscript(ast.Name() as base):
                    fine.add(id(base))
                case ast.Call(ast.Attribute(ast.Name() as base, method)) if method in CHANGES:
                    fine.add(id(base))
                case ast.Call(ast.Name(function), arguments) if function in READS:
                    fine |= {id(argument) for argument in arguments}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id == name and id(node) not in fine:
                refuse(path, node, f"{name} is changed in place, and here gets a second name")


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_fresh(node: ast.Assign) -> bool:
    match node:
        case ast.Assign([_], ast.Call(ast.Name("list"), [_], [])) | ast.Assign([_], ast.ListComp()):
            return True
        case _:
            return False
