"""The one error of the translator."""

import ast
from typing import NoReturn


class Refused(Exception):
    """What the translator does not know, as `file:line: error: what`."""


def refuse(path: str, node: ast.AST, why: str) -> NoReturn:
    """Stop: the node is not in the subset, or does not mean what it seems to."""
    text = ast.unparse(node).partition("\n")[0]
    raise Refused(f"{path}:{getattr(node, 'lineno', 1)}: error: {why}: {text}")
