"""Tuples, lists, items and slices, comprehensions."""

import ast
from collections.abc import Sequence

from proofs.kernel.translator.expressions import Expressions
from proofs.kernel.translator.kinds import UNKNOWN, Kind, Z, list_of, product
from proofs.kernel.translator.program import function_of
from proofs.kernel.translator.scope import Env
from proofs.kernel.translator.values import Value


class Containers(Expressions):
    """The translation of what holds several values."""

    def _tuple(self, e: ast.Tuple | ast.List, env: Env, expected: Kind | None) -> Value:
        items = e.elts
        if not items:
            return Value((), "[]", list_of(UNKNOWN))
        if any(isinstance(item, ast.Starred) for item in items):
            return self._spliced(e, items, env)
        values = [self.expr(item, env) for item in items]
        effects = tuple(effect for value in values for effect in value.effects)
        kinds = {value.kind for value in values}
        listed = isinstance(e, ast.List) or (expected is not None and expected.is_list)
        if listed and len(kinds) == 1:
            return Value(effects, f"[{'; '.join(value.term for value in values)}]", list_of(values[0].kind))
        if isinstance(e, ast.List):
            self.refuse(e, "a list of values of several kinds")
        term = f"({', '.join(value.term for value in values)})"
        return Value(effects, term, product(*(value.kind for value in values)), tuple(values))

    def _spliced(self, e: ast.expr, items: Sequence[ast.expr], env: Env) -> Value:
        parts: list[Value] = []
        for item in items:
            if isinstance(item, ast.Starred):
                parts.append(self.expr(item.value, env))
            else:
                value = self.expr(item, env)
                parts.append(Value(value.effects, f"[{value.term}]", list_of(value.kind)))
        kinds = {part.kind for part in parts}
        if len(kinds) != 1 or not parts[0].kind.is_list:
            self.refuse(e, "items of several kinds")
        effects = tuple(effect for part in parts for effect in part.effects)
        return Value(effects, f"({' ++ '.join(part.term for part in parts)})", parts[0].kind)

    def _subscript(self, e: ast.Subscript, env: Env) -> Value:
        value = self.expr(e.value, env)
        kind = value.kind
        match e.slice:
            case ast.Slice(lower=None, upper=ast.expr() as bound, step=None) if kind.is_list:
                return self._slice(e, "slice_to", value, self.expr(bound, env))
            case ast.Slice(lower=ast.expr() as bound, upper=None, step=None) if kind.is_list:
                return self._slice(e, "slice_from", value, self.expr(bound, env))
            case ast.Constant(int(place)) if kind.head == "*" and 0 <= place < len(kind.parts):
                return Value(value.effects, _projection(value.term, place, len(kind.parts)), kind.parts[place])
            case ast.Slice():
                self.refuse(e, "not a slice from the start or to the end")
        index = self.expr(e.slice, env)
        both = Value(value.effects + index.effects, "", kind)
        if index.kind == Z and kind.is_list:
            return self.effect(both, f"get {value.term} {index.term}", kind.item)
        if index.kind == Z and kind.head == "*" and len(kind.parts) == 2 and len(set(kind.parts)) == 1:
            return self.effect(both, f"pair_get {value.term} {index.term}", kind.parts[0])
        self.refuse(e, f"an item of {kind}")

    def _slice(self, e: ast.expr, function: str, value: Value, bound: Value) -> Value:
        if bound.kind != Z:
            self.refuse(e, f"a slice at {bound.kind}")
        return Value(value.effects + bound.effects, f"({function} {value.term} {bound.term})", value.kind)

    def items_of(self, e: ast.expr, env: Env) -> Value:
        """What a loop goes through."""
        value = self.expr(e, env)
        if value.kind.head == "iterator":
            value = self.effect(Value(value.effects, "", value.kind), value.term[1:-1], list_of(value.kind.item))
        if not value.kind.is_list:
            self.refuse(e, f"{value.kind} has no items")
        return value

    def comprehension(self, e: ast.expr, element: ast.expr, generators: Sequence[ast.comprehension], env: Env) -> Value:
        """A list made item by item from one list, or from two in step."""
        match generators:
            case [ast.comprehension(ast.Name(name), items, [], 0)]:
                value = self.items_of(items, env)
                made = self.under({name: value.kind.item}, element, env)
                result, variable = list_of(made.kind), self.coq(name, e)
                if made.effects:
                    step = function_of([variable], self.program(made))
                    return self.effect(value, f"py_map {step} {value.term}", result)
                return Value(value.effects, f"(map (fun {variable} => {made.term}) {value.term})", result)
            case [ast.comprehension(ast.Tuple([ast.Name(one), ast.Name(other)]), ast.Call() as items, [], 0)]:
                left, right = self._in_step(items, env)
                made = self.under({one: left.kind.item, other: right.kind.item}, element, env)
                step = function_of([self.coq(one, e), self.coq(other, e)], self.program(made))
                both = Value(left.effects + right.effects, "", left.kind)
                return self.effect(both, f"py_zip {step} {left.term} {right.term}", list_of(made.kind))
        self.refuse(e)

    def _in_step(self, e: ast.Call, env: Env) -> tuple[Value, Value]:
        match e:
            case ast.Call(callee, [left, right], [ast.keyword("strict", ast.Constant(True))]):
                if self.meaning(callee) == "builtins.zip":
                    return self.items_of(left, env), self.items_of(right, env)
        self.refuse(e, "not a strict zip of two lists")

    def under(self, names: dict[str, Kind], e: ast.expr, env: Env) -> Value:
        """The value of an expression that has names of its own."""
        hidden = self.local, self.narrowed, self.terms, self.functions
        self.local, self.narrowed = self.local | set(names), {}
        self.terms = {name: term for name, term in self.terms.items() if name not in names}
        self.functions = {name: found for name, found in self.functions.items() if name not in names}
        value = self.expr(e, {**env, **names})
        self.local, self.narrowed, self.terms, self.functions = hidden
        return value


def _projection(term: str, place: int, size: int) -> str:
    for _ in range(size - 1 - max(place, 1)):
        term = f"(fst {term})"
    return term if size == 1 else f"({'snd' if place else 'fst'} {term})"
