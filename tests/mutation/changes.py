"""The changes that are tried: one operator, number, condition, handler, decorator or loop at a time."""

import ast
from collections.abc import Iterator

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tests.mutation.change import Change, told

NEIGHBOURS = {
    "Add": ("Sub", "Mul"), "Sub": ("Add",), "Mul": ("Div", "Add"), "Div": ("Mul", "FloorDiv"), "FloorDiv": ("Div",),
    "Mod": ("FloorDiv",), "Pow": ("Mul",), "LShift": ("RShift",), "RShift": ("LShift",), "BitAnd": ("BitOr",),
    "BitOr": ("BitAnd",), "BitXor": ("BitOr",),
    "Eq": ("NotEq", "LtE", "GtE"), "NotEq": ("Eq", "Lt", "Gt"), "Lt": ("LtE", "GtE"), "LtE": ("Lt", "Gt"),
    "Gt": ("GtE", "LtE"), "GtE": ("Gt", "Lt"), "Is": ("IsNot",), "IsNot": ("Is",),
}  # fmt: skip
"""What takes the place of an operator of two operands. Others of Cosmic Ray's are noticed wherever these are."""


def changes(source: str) -> Iterator[Change]:
    """Every change of a module, in the order of Cosmic Ray's operators."""
    meant = _meaning(source)
    for name in filter(_is_tried, operator_names()):
        operator = get_operator(name)()
        positions = sum(len(list(operator.mutation_positions(node))) for node in ast_nodes(get_ast(source)))
        for occurrence in range(positions):
            text = mutate_code(source, operator, occurrence)
            if text is not None and _meaning(text) not in (None, meant):
                yield told(source, text)


def _is_tried(name: str) -> bool:
    kind, *operators = name.partition("/")[2].split("_")
    if kind in ("ReplaceBinaryOperator", "ReplaceComparisonOperator"):
        return operators[1] in NEIGHBOURS[operators[0]]
    return not get_operator(name).arguments()


def _meaning(source: str) -> str | None:
    """The module without its annotations and layout, or None if it is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)
