"""One function at a time: its names, their kinds, and how a value of one kind is taken for another."""

import ast
from collections.abc import Mapping
from typing import NoReturn

from proofs.kernel.translator.annotations import Annotations
from proofs.kernel.translator.kinds import EDGE, FL, NONE, NUM, UNKNOWN, Kind, Q, Z, list_of
from proofs.kernel.translator.modules import Module
from proofs.kernel.translator.operations import EDGES, NUMBERS
from proofs.kernel.translator.program import Program, Ret, Run, bind_all
from proofs.kernel.translator.refusal import refuse
from proofs.kernel.translator.values import Known, Signature, Value

Env = Mapping[str, Kind]
"""The local names that have a value by now, each with its kind."""


class Scope:
    """What is known while one function is translated."""

    def __init__(self, module: Module, annotations: Annotations, name: str, local: set[str]) -> None:
        self.module = module
        self.annotations = annotations
        self.known: Known = annotations.known
        self.name = name
        self.local = local
        """All names that belong to the function, or to the functions around it."""
        self.terms: dict[str, str] = {}
        """What stands for a local function or a lazy list."""
        self.functions: dict[str, Signature] = {}
        self.frozen: set[str] = set()
        """Names that a local function or a lazy list has captured: they must not change any more."""
        self.fixed: dict[str, Kind] = {}
        """Names that a branch or a loop hands on: they keep their kind."""
        self.narrowed: dict[str, Value] = {}
        """Expressions that are known to be of another kind here."""
        self.once: set[str] = set()
        """Lazy lists that are not consumed yet."""
        self.balls = False
        """Whether the function rests on ball arithmetic."""
        self._fresh = 0

    def refuse(self, node: ast.AST, why: str = "not in the subset") -> NoReturn:
        """Stop at this node."""
        refuse(self.module.path, node, why)

    def meaning(self, node: ast.expr) -> str | None:
        """The dotted name of what is not local; None if it is local, or no name at all."""
        base = node
        while isinstance(base, ast.Attribute):
            base = base.value
        if not isinstance(base, ast.Name) or base.id in self.local:
            return None
        return self.module.meaning(node)

    def fresh(self) -> str:
        """A name that no other value has."""
        self._fresh += 1
        return f"v{self._fresh}"

    def coq(self, name: str, node: ast.AST) -> str:
        """The name in Coq of a local name."""
        if not name.isascii():
            self.refuse(node, f"{name} is not a name in Coq")
        written = self.known.coq_name(name)
        if written != name and written in self.local:
            self.refuse(node, f"{name} and {written} are one name in Coq")
        return written

    def effect(self, value: Value, program: Program | str, kind: Kind) -> Value:
        """What the program answers, after the effects of the value."""
        name = self.fresh()
        run = Run(program) if isinstance(program, str) else program
        return Value((*value.effects, (name, run)), name, kind)

    def refer(self, signature: Signature) -> str:
        """The term of something defined before."""
        self.balls = self.balls or signature.balls
        return signature.term

    def lift(self, value: Value, target: Kind, node: ast.AST) -> str:
        """The term of a value where another kind is asked for."""
        kind, term = value.kind, value.term
        if kind == target:
            return term
        if kind == NONE and target.head == "option":
            return "None"
        if target.head == "option":
            return f"(Some {self.lift(value, target.item, node)})"
        if target == NUM and kind in NUMBERS:
            return f"({NUMBERS[kind]} {term})"
        if (kind, target) == (Q, EDGE):
            return f"(Rational {term})"
        if (kind, target) == (FL, EDGE) and term in EDGES:
            return EDGES[term]
        if kind == list_of(UNKNOWN) and target.is_list:
            return term
        if value.parts and target.head == "*" and len(target.parts) == len(value.parts):
            return f"({', '.join(self.lift(v, k, node) for v, k in zip(value.parts, target.parts, strict=True))})"
        if kind.head in self.known.unions.get(target.head, {}):
            return f"({self.known.unions[target.head][kind.head]} {term})"
        if kind.is_function and _fits(kind, target):
            return term
        self.refuse(node, f"{kind} where {target} is expected")

    def rational(self, value: Value, node: ast.AST) -> str:
        """The term of an operand of exact arithmetic: an int beside a Fraction is taken for one."""
        return f"(inject_Z {value.term})" if value.kind == Z else self.lift(value, Q, node)

    def floating(self, value: Value, node: ast.AST) -> str:
        """The term of an operand of a comparison with a float, which is exact in Python."""
        if value.kind in (Z, Q):
            return f"(Fin {self.rational(value, node)})"
        return self.lift(value, FL, node)

    def program(self, value: Value) -> Program:
        """The program that answers the value."""
        return bind_all(value.effects, Ret(value.term))


def _fits(kind: Kind, target: Kind) -> bool:
    """A function may answer anything where a type variable, which is in capitals, is asked for."""
    same = kind.head == target.head and kind.parts[:-1] == target.parts[:-1]
    return same and (target.parts[-1].head.isupper() and target.parts[-1] not in (Z, Q))


def joined(a: Kind, b: Kind) -> Kind:
    """The kind of a value that is one or the other: of two kinds the one that the other is lifted to."""
    if b == NONE and a.head != "option":
        return Kind("option", (a,))
    if a == NONE:
        return joined(b, a)
    if b.head == "option" or a == list_of(UNKNOWN):
        return b
    if NUM in (a, b):
        return NUM
    if a.head == "*" == b.head and len(a.parts) == len(b.parts):
        return Kind("*", tuple(joined(x, y) for x, y in zip(a.parts, b.parts, strict=True)))
    return EDGE if EDGE in (a, b) else a
