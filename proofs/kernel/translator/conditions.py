"""Conditions: what Python takes for true, what a condition tells about kinds, and choices between values."""

import ast
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from proofs.kernel.translator.kinds import BOOL, EDGE, Kind, Q, Z
from proofs.kernel.translator.program import Effects, Match, Program, choice, either, negb
from proofs.kernel.translator.scope import Env, Scope, joined
from proofs.kernel.translator.values import Value


@dataclass(frozen=True)
class Test:
    """A condition: true or false, or the shape of a term that makes another kind of an expression where it holds."""

    effects: Effects
    term: str
    shape: str = ""
    narrowed: tuple[tuple[str, Value], ...] = ()
    positive: bool = True

    def decide(self, yes: Program, no: Program) -> Program:
        """The choice between two programs."""
        if not self.shape:
            return either(self.term, yes, no)
        if not self.positive:
            yes, no = no, yes
        return Match(self.term, ((self.shape, yes), ("None" if self.shape.startswith("Some") else "_", no)))

    def choose(self, yes: str, no: str) -> str:
        """The choice between two terms."""
        if not self.shape:
            return choice(self.term, yes, no)
        if not self.positive:
            yes, no = no, yes
        other = "None" if self.shape.startswith("Some") else "_"
        return f"match {self.term} with {self.shape} => {yes} | {other} => {no} end"


class Narrowing:
    """A stretch of code in which some expressions are of another kind."""

    def __init__(self, scope: Scope, narrowed: tuple[tuple[str, Value], ...]) -> None:
        self._scope = scope
        self._narrowed = dict(narrowed)

    def __enter__(self) -> None:
        self._before = self._scope.narrowed
        self._scope.narrowed = {**self._before, **self._narrowed}

    def __exit__(self, *_: object) -> None:
        self._scope.narrowed = self._before


class Conditions(Scope):
    """The translation of conditions."""

    @abstractmethod
    def expr(self, e: ast.expr, env: Env, expected: Kind | None = None) -> Value:
        """The value of an expression."""

    def truth(self, value: Value, node: ast.AST) -> str:
        """What Python takes the value for in a condition."""
        if value.kind == BOOL:
            return value.term
        if value.kind == Z:
            return f"(negb ({value.term} =? 0))"
        if value.kind.is_list:
            return f"(negb (py_len {value.term} =? 0))"
        if value.kind == Kind("option", (Z,)):
            inner = self.fresh()
            return f"(negb match {value.term} with Some {inner} => ({inner} =? 0) | None => true end)"
        self.refuse(node, f"{value.kind} as a condition")

    def test(self, e: ast.expr, env: Env) -> Test:
        """A condition, and what it tells about kinds."""
        match e:
            case ast.UnaryOp(ast.Not(), operand):
                inner = self.test(operand, env)
                if inner.shape:
                    return Test(inner.effects, inner.term, inner.shape, inner.narrowed, not inner.positive)
                return Test(inner.effects, negb(inner.term))
            case ast.Compare(left, [ast.Is() | ast.IsNot() as op], [ast.Constant(None)]):
                value = self.expr(left, env)
                if value.kind.head != "option":
                    self.refuse(e, f"{value.kind} is never None")
                name = self.fresh()
                narrowed = self._known(left, Value((), name, value.kind.item))
                return Test(value.effects, value.term, f"Some {name}", narrowed, isinstance(op, ast.IsNot))
            case ast.Compare(ast.Call(callee, [of], []), [ast.In() | ast.NotIn() as op], [table]) if (
                self.meaning(callee) == "builtins.type" and (looked := self._table(table, env)) is not None
            ):
                name, value, (term, key, answer) = self.fresh(), self.expr(of, env), looked
                found = self._known(of, Value((), name, answer))
                found = tuple((f"{ast.unparse(table)}[{ast.unparse(e.left)}]", value) for _, value in found)
                term = f"{term} {self.lift(value, key, e)}"
                return Test(value.effects, term, f"Some {name}", found, isinstance(op, ast.In))
            case ast.Call(callee, [of, kind_of], []) if self.meaning(callee) == "builtins.isinstance":
                value = self.expr(of, env)
                if value.kind == EDGE and self.meaning(kind_of) == "fractions.Fraction":
                    name = self.fresh()
                    narrowed = self._known(of, Value((), name, Q))
                    return Test(value.effects, value.term, f"Rational {name}", narrowed)
        value = self.expr(e, env)
        return Test(value.effects, self.truth(value, e))

    def _known(self, e: ast.expr, value: Value) -> tuple[tuple[str, Value], ...]:
        """What a test tells of a name or a field; anything else may have another value when it is asked again."""
        base = e
        while isinstance(base, ast.Attribute):
            base = base.value
        return ((ast.unparse(e), value),) if isinstance(base, ast.Name) else ()

    def _table(self, e: ast.expr, env: Env) -> tuple[str, Kind, Kind] | None:
        """The term of a table, the kind of its keys, and what it has for them."""
        name = self.meaning(e)
        if name in self.known.tables:
            table = self.known.tables[name]
            return self.refer(table), table.parameters[0].kind, table.result
        if isinstance(e, ast.Name) and e.id in env and env[e.id].head == "table":
            key, answer = env[e.id].parts
            return self.coq(e.id, e), key, answer
        return None

    def where(self, test: Test, holds: bool) -> Narrowing:
        """The stretch of code in which the test holds, or does not."""
        return Narrowing(self, test.narrowed if holds == test.positive else ())

    def boolean(self, e: ast.expr, conjunction: bool, values: Sequence[ast.expr], env: Env) -> Value:
        """`and` or `or`, which ask no further than they need."""
        test = self.test(values[0], env)
        if len(values) == 1 and not test.shape:
            return Value(test.effects, test.term, BOOL)
        stop = "false" if conjunction else "true"
        if len(values) == 1:
            return Value(test.effects, test.choose("true", "false"), BOOL)
        with self.where(test, conjunction):
            rest = self.boolean(e, conjunction, values[1:], env)
        first = Value(test.effects, "", BOOL)
        if rest.effects:
            stopped = self.program(Value((), stop, BOOL))
            pair = (self.program(rest), stopped) if conjunction else (stopped, self.program(rest))
            return self.effect(first, test.decide(*pair), BOOL)
        if test.shape:
            pair_of_terms = (rest.term, stop) if conjunction else (stop, rest.term)
            return Value(test.effects, test.choose(*pair_of_terms), BOOL)
        return Value(test.effects, f"({test.term} {'&&' if conjunction else '||'} {rest.term})", BOOL)

    def conditional(
        self, e: ast.expr, test: ast.expr, body: ast.expr, orelse: ast.expr, env: Env, expected: Kind | None
    ) -> Value:
        """A conditional expression."""
        on = self.test(test, env)
        with self.where(on, True):
            yes = self.expr(body, env, expected)
        with self.where(on, False):
            no = self.expr(orelse, env, expected)
        kind = joined(yes.kind, no.kind)
        terms = [self.lift(value, kind, e) for value in (yes, no)]
        if yes.effects or no.effects:
            branches = [self.program(Value(v.effects, t, kind)) for v, t in zip((yes, no), terms, strict=True)]
            return self.effect(Value(on.effects, "", BOOL), on.decide(*branches), kind)
        return Value(on.effects, on.choose(*terms), kind)
