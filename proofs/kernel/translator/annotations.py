"""Annotations of Python as kinds of Coq, through aliases and type variables to what they are made of."""

import ast

from proofs.kernel.translator.kinds import (
    BOOL,
    DRAW,
    FL,
    NUM,
    TEXT,
    TYPE,
    UNIT,
    Kind,
    Q,
    Z,
    function,
    list_of,
    option,
    product,
    program,
    table,
)
from proofs.kernel.translator.modules import Module, Sources
from proofs.kernel.translator.refusal import refuse
from proofs.kernel.translator.values import Known

SIMPLE = {
    "builtins.int": Z,
    "builtins.float": FL,
    "builtins.bool": BOOL,
    "builtins.str": TEXT,
    "fractions.Fraction": Q,
    "builtins.object": NUM,
    "spec.draw.Draw": DRAW,
}
"""An `object` is a number of whichever type, or something else: `num` has a case for that."""

LISTS = {"builtins.list", "collections.abc.Sequence"}


class Annotations:
    """The kinds that annotations stand for."""

    def __init__(self, sources: Sources, known: Known) -> None:
        self.sources = sources
        self.known = known

    def kind(self, module: Module, node: ast.expr) -> Kind:
        """What an annotation, found in a module, stands for."""
        match node:
            case ast.Constant(None):
                return UNIT
            case ast.Constant(str(text)):
                quoted = ast.parse(text, mode="eval").body
                return self.kind(module, ast.fix_missing_locations(ast.copy_location(quoted, node)))
            case ast.BinOp(_, ast.BitOr(), _):
                return self._union(module, node, _alternatives(node))
            case ast.Name() | ast.Attribute():
                return self._named(module, node)
            case ast.Subscript(generic, argument):
                arguments = argument.elts if isinstance(argument, ast.Tuple) else [argument]
                return self._generic(module, node, module.meaning(generic), arguments)
        refuse(module.path, node, "an unknown type")

    def _named(self, module: Module, node: ast.expr) -> Kind:
        name = module.meaning(node)
        if name in SIMPLE:
            return SIMPLE[name]
        if name in self.known.kinds:
            return self.known.kinds[name]
        found = self.sources.find(name)
        match found:
            case (home, ast.Assign(_, ast.Call(maker, [_, *bounds], []))) if home.meaning(maker) == "typing.TypeVar":
                return self._union(home, node, bounds) if bounds else Kind(name.rpartition(".")[2])
            case (home, ast.Assign(_, value)):
                return self.kind(home, value)
        refuse(module.path, node, "an unknown type")

    def _generic(self, module: Module, node: ast.expr, name: str, arguments: list[ast.expr]) -> Kind:
        match name, arguments:
            case ("builtins.tuple", [item, ast.Constant(value)]) if value is ...:
                return list_of(self.kind(module, item))
            case ("builtins.tuple", _):
                return product(*(self.kind(module, part) for part in arguments))
            case ("collections.abc.Mapping", [ast.Subscript(of, key), value]) if module.meaning(of) == "builtins.type":
                return table(self.kind(module, key), self.kind(module, value))
            case ("builtins.type", [_]):
                return TYPE
            case ("typing.Literal", _) if all(isinstance(a, ast.Constant) and type(a.value) is str for a in arguments):
                return TEXT
            case ("collections.abc.Callable", [ast.Constant(value), given]) if value is ...:
                return program(self.kind(module, given))
            case ("collections.abc.Callable", [ast.List(taken), given]):
                kinds = [self.kind(module, part) for part in taken]
                coins = DRAW in kinds
                return function(coins, *(k for k in kinds if k != DRAW), self.kind(module, given))
        if name in LISTS and len(arguments) == 1:
            return list_of(self.kind(module, arguments[0]))
        if name in self.known.kinds:
            return Kind(self.known.kinds[name].head, tuple(self.kind(module, part) for part in arguments))
        refuse(module.path, node, "an unknown type")

    def _union(self, module: Module, node: ast.expr, alternatives: list[ast.expr]) -> Kind:
        kinds = [UNIT if _is_none(part) else self.kind(module, part) for part in alternatives]
        if UNIT in kinds:
            (rest,) = {kind for kind in kinds if kind != UNIT} or {UNIT}
            return DRAW if rest == DRAW else option(rest)
        if all(kind in (Z, FL, Q, NUM) for kind in kinds):
            return NUM
        if all(kind == TYPE for kind in kinds):
            return TYPE
        for name, members in self.known.unions.items():
            if list(members) == [kind.head for kind in kinds]:
                return Kind(name)
        refuse(module.path, node, "an unknown union")


def _alternatives(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BinOp(left, ast.BitOr(), right):
            return [*_alternatives(left), *_alternatives(right)]
        case _:
            return [node]


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
