"""Expressions: effects in the order in which Python has them, a term, and its kind."""

import ast
from abc import abstractmethod

from proofs.kernel.translator.conditions import Conditions
from proofs.kernel.translator.kinds import BOOL, FL, NONE, NUM, TEXT, TYPE, UNKNOWN, Kind, Q, Z, function, list_of
from proofs.kernel.translator.operations import (
    ARITHMETIC,
    ATTRIBUTES,
    COMPARISONS,
    CONSTANTS,
    CONTRARY,
    FALLIBLE,
    NUM_COMPARISONS,
    OPPOSITE,
    TYPES,
    UNTOLD,
)
from proofs.kernel.translator.program import negb, tokens
from proofs.kernel.translator.scope import Env
from proofs.kernel.translator.values import Value

POWER = 10_000
"""A literal to a greater power is not written out."""


class Expressions(Conditions):
    """The translation of expressions."""

    @abstractmethod
    def compound(self, e: ast.expr, env: Env, expected: Kind | None) -> Value:
        """The value of a call, or of what holds several values."""

    def expr(self, e: ast.expr, env: Env, expected: Kind | None = None) -> Value:
        """The value of an expression."""
        if ast.unparse(e) in self.narrowed:
            return self.narrowed[ast.unparse(e)]
        match e:
            case ast.Constant(value):
                return self._constant(e, value)
            case ast.Name(name) if name in self.local:
                if name not in env:
                    self.refuse(e, f"{name} may have no value here")
                if env[name].head == "iterator":
                    if name not in self.once:
                        self.refuse(e, f"{name} is consumed twice")
                    self.once.discard(name)
                return Value((), self.terms.get(name) or self.coq(name, e), env[name])
            case ast.Name() | ast.Attribute():
                return self._name(e, env)
            case ast.BoolOp(op, values):
                return self.boolean(e, isinstance(op, ast.And), values, env)
            case ast.UnaryOp(op, operand):
                return self._unary(e, op, operand, env)
            case ast.BinOp(left, op, right):
                return self._binary(e, self.expr(left, env), op, self.expr(right, env))
            case ast.Compare(left, ops, others):
                within = [list_of(UNKNOWN) if isinstance(op, ast.In | ast.NotIn) else None for op in ops]
                rest = [self.expr(other, env, kind) for other, kind in zip(others, within, strict=True)]
                return self._compare(e, [self.expr(left, env), *rest], ops)
            case ast.IfExp(test, body, orelse):
                return self.conditional(e, test, body, orelse, env, expected)
        return self.compound(e, env, expected)

    def _constant(self, e: ast.expr, value: object) -> Value:
        if value is None:
            return Value((), "None", NONE)
        if isinstance(value, bool):
            return Value((), str(value).lower(), BOOL)
        if isinstance(value, int):
            return Value((), str(value), Z)
        if isinstance(value, float) and value - value == 0:
            over, under = value.as_integer_ratio()
            return Value((), f"(Fin ({over} # {under}))", FL)
        if isinstance(value, str):
            return Value((), f"[{'; '.join(str(ord(c)) for c in value)}]", TEXT)
        self.refuse(e)

    def _name(self, e: ast.Name | ast.Attribute, env: Env) -> Value:
        name = self.meaning(e)
        if name in TYPES:
            return Value((), TYPES[name], TYPE)
        if name in CONSTANTS:
            return Value((), CONSTANTS[name], FL)
        if name in self.known.constants:
            return self.known.constants[name]
        if name in self.known.signatures:
            made = self.known.signatures[name]
            kinds = [parameter.kind for parameter in made.parameters]
            return Value((), self.refer(made), function(made.coins, *kinds, made.result))
        if name is not None or isinstance(e, ast.Name):
            self.refuse(e, f"{name} is not translated")
        return self.attribute(e, self.expr(e.value, env), e.attr)

    def attribute(self, e: ast.AST, value: Value, attribute: str) -> Value:
        """A field, a property, or a field that all members of a union have."""
        kind, record = value.kind, self.known.records.get(value.kind.head)
        if (kind, attribute) in ATTRIBUTES:
            return Value(value.effects, ATTRIBUTES[kind, attribute].format(value.term), Z)
        if record is not None and attribute in record.fields:
            found = record.fields[attribute]
            if record.parameter is not None and found.parts[-1:] == (Kind(record.parameter),):
                found = Kind(found.head, (*found.parts[:-1], kind.parts[0]))
            return Value(value.effects, f"({kind.head}_{attribute} {value.term})", found)
        if (kind.head, attribute) in self.known.projections:
            term, found = self.known.projections[kind.head, attribute]
            return Value(value.effects, f"({term} {value.term})", found)
        signature = self.known.signatures.get(f"{kind.head}.{attribute}")
        if signature is None or not signature.cached:
            self.refuse(e, f"{kind} has no field {attribute} that is translated")
        return self.effect(value, f"{self.refer(signature)} {value.term}", signature.result)

    def _unary(self, e: ast.expr, op: ast.unaryop, operand: ast.expr, env: Env) -> Value:
        if isinstance(op, ast.Not):
            test = self.test(operand, env)
            return Value(test.effects, negb(test.choose("true", "false")) if test.shape else negb(test.term), BOOL)
        value = self.expr(operand, env)
        if isinstance(op, ast.UAdd) and value.kind in OPPOSITE:
            return value
        if isinstance(op, ast.USub) and value.kind == NUM:
            return self.effect(value, f"num_opp {value.term}", NUM)
        if isinstance(op, ast.USub) and value.kind in OPPOSITE:
            return Value(value.effects, OPPOSITE[value.kind].format(value.term), value.kind)
        self.refuse(e)

    def _binary(self, e: ast.expr, left: Value, op: ast.operator, right: Value) -> Value:
        effects = left.effects + right.effects
        both = Value(effects, "", left.kind)
        if isinstance(op, ast.Div) and Q in (left.kind, right.kind):
            return self.effect(both, f"qdiv {self.rational(left, e)} {self.rational(right, e)}", Q)
        if (left.kind, right.kind, type(op)) in FALLIBLE:
            shape, kind = FALLIBLE[left.kind, right.kind, type(op)]
            return self.effect(both, shape.format(left.term, right.term), kind)
        if isinstance(op, ast.Pow) and left.term.isdigit() and right.term.isdigit() and int(right.term) <= POWER:
            return Value(effects, str(int(left.term) ** int(right.term)), Z)
        if isinstance(op, ast.Mod) and left.kind == right.kind == Z and right.term.isdigit() and int(right.term):
            return Value(effects, f"({left.term} mod {right.term})", Z)
        if isinstance(op, ast.Add) and left.kind.is_list and left.kind == right.kind:
            return Value(effects, f"({left.term} ++ {right.term})", left.kind)
        kind = Q if Q in (left.kind, right.kind) else Z
        if {left.kind, right.kind} <= {Z, Q} and (kind, type(op)) in ARITHMETIC:
            terms = [v.term if kind == Z else self.rational(v, e) for v in (left, right)]
            return Value(effects, ARITHMETIC[kind, type(op)].format(*terms), kind)
        self.refuse(e, f"{left.kind} and {right.kind} have no exact result")

    def _compare(self, e: ast.expr, operands: list[Value], ops: list[ast.cmpop]) -> Value:
        if any(value.effects for value in operands[2:]):
            self.refuse(e, "a chained comparison that does something on its way")
        effects, terms = operands[0].effects + operands[1].effects, []
        for op, left, right in zip(ops, operands, operands[1:], strict=False):
            asked = CONTRARY.get(type(op), type(op))
            if NUM in (left.kind, right.kind) and asked in NUM_COMPARISONS and len(ops) == 1:
                shape = NUM_COMPARISONS[asked].format(self.lift(left, NUM, e), self.lift(right, NUM, e))
                found = self.effect(Value(effects, "", BOOL), shape, BOOL)
                return found if asked is type(op) else Value(found.effects, negb(found.term), BOOL)
            term = self._comparison(e, asked, op, left, right)
            terms.append(term if asked is type(op) else negb(term))
        return Value(effects, terms[0] if len(terms) == 1 else f"({' && '.join(terms)})", BOOL)

    def _comparison(self, e: ast.expr, asked: type[ast.cmpop], op: ast.cmpop, left: Value, right: Value) -> str:
        if left.term.startswith("(py_type") and tokens(right.term) & UNTOLD:
            self.refuse(e, "of what is no int, float or Fraction the type is not known")
        if isinstance(op, ast.In | ast.NotIn) and (left.kind, right.kind) == (TYPE, list_of(TYPE)):
            term = f"(type_in {left.term} {right.term})"
            return term if isinstance(op, ast.In) else negb(term)
        kinds = {left.kind, right.kind}
        if FL in kinds and kinds <= {FL, Z, Q}:
            kind, terms = FL, [self.floating(value, e) for value in (left, right)]
        elif Q in kinds and kinds <= {Q, Z}:
            kind, terms = Q, [self.rational(value, e) for value in (left, right)]
        else:
            kind, terms = left.kind, [left.term, self.lift(right, left.kind, e)]
        if (kind, asked) not in COMPARISONS:
            self.refuse(e, f"{left.kind} and {right.kind} are not compared so")
        return COMPARISONS[kind, asked].format(*terms)
