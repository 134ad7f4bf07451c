"""Builtins whose translation takes more than a look at the kinds of their arguments."""

import ast

from proofs.kernel.translator.containers import Containers
from proofs.kernel.translator.kinds import BOOL, NUM, TYPE, UNKNOWN, Q, Z, iterator, list_of, product
from proofs.kernel.translator.operations import TYPES
from proofs.kernel.translator.program import function_of
from proofs.kernel.translator.scope import Env
from proofs.kernel.translator.values import Value


class BuiltinCalls(Containers):
    """The translation of calls of builtins."""

    def builtin(self, name: str, e: ast.Call, env: Env) -> Value | None:
        """The value of the call, if it is one of these."""
        match name:
            case "builtins.len":
                return self._len(e, env)
            case "builtins.list" | "builtins.tuple":
                return self._listed(e, env)
            case "builtins.map":
                return self._map(e, env)
            case "builtins.enumerate":
                return self._enumerate(e, env)
            case "builtins.all":
                return self._quantified("py_all", e, env)
            case "builtins.any":
                return self._quantified("py_any", e, env)
            case "builtins.isinstance":
                return self._isinstance(e, env)
            case "builtins.max" | "builtins.min" if len(e.args) > 2 and not e.keywords:
                *front, last = e.args
                return self.expr(_call(e, [_call(e, front), last]), env)
            case "builtins.max":
                return self._max(e, env)
            case "builtins.type":
                return self._type(e, env)
            case "functools.reduce":
                return self._reduce(e, env)
        return None

    def _len(self, e: ast.Call, env: Env) -> Value | None:
        value = self.items_of(self._only(e), env)
        return Value(value.effects, f"(py_len {value.term})", Z)

    def _only(self, e: ast.Call) -> ast.expr:
        return e.args[0] if len(e.args) == 1 and not e.keywords else self.refuse(e)

    def _listed(self, e: ast.Call, env: Env) -> Value | None:
        match e:
            case ast.Call(_, [], []):
                return Value((), "[]", list_of(UNKNOWN))
            case ast.Call(_, [ast.GeneratorExp(element, generators)], []):
                return self.comprehension(e, element, generators, env)
            case ast.Call(_, [argument], []):
                return self.items_of(argument, env)
        return None

    def _map(self, e: ast.Call, env: Env) -> Value | None:
        match e:
            case ast.Call(_, [function, items], []):
                what, over = self.expr(function, env), self.items_of(items, env)
                if what.kind.head == "=>" and what.kind.parts[:-1] == (over.kind.item,):
                    return Value(over.effects, f"(py_map {what.term} {over.term})", iterator(what.kind.parts[-1]))
        return None

    def _enumerate(self, e: ast.Call, env: Env) -> Value | None:
        value = self.items_of(self._only(e), env)
        return Value(value.effects, f"(py_enumerate {value.term})", list_of(product(Z, value.kind.item)))

    def _quantified(self, quantifier: str, e: ast.Call, env: Env) -> Value | None:
        match e:
            case ast.Call(_, [ast.GeneratorExp(element, [ast.comprehension(ast.Name(name), items, [], 0)])], []):
                over = self._types_or_items(items, env)
                holds = self.under({name: over.kind.item}, element, env)
                if holds.kind == BOOL and holds.effects:
                    step = function_of([self.coq(name, e)], self.program(holds))
                    return self.effect(over, f"{quantifier} {step} {over.term}", BOOL)
                if holds.kind == BOOL:
                    step = f"(fun {self.coq(name, e)} => {holds.term})"
                    pure = {"py_all": "forallb", "py_any": "existsb"}[quantifier]
                    return Value(over.effects, f"({pure} {step} {over.term})", BOOL)
        return None

    def _types_or_items(self, items: ast.expr, env: Env) -> Value:
        return self.expr(items, env, list_of(UNKNOWN)) if isinstance(items, ast.Tuple) else self.items_of(items, env)

    def _isinstance(self, e: ast.Call, env: Env) -> Value | None:
        match e:
            case ast.Call(_, [argument, kinds], []):
                value = self.expr(argument, env)
                names = [self.meaning(name) or "" for name in _alternatives(kinds)]
                if [self.known.classes.get(name) for name in names] == [value.kind.head]:
                    return Value(value.effects, "true", BOOL)
                if value.kind == NUM and all(name in TYPES for name in names):
                    self.refuse(e, "other objects may be instances too: compare type(...) instead")
        return None

    def told(self, e: ast.stmt, test: ast.expr, env: Env) -> str:
        """The term of an assert, which may tell the type of a number and nothing else: a switch turns asserts off."""
        match test:
            case ast.Call(callee, [ast.Name() as argument, kinds], []) if self.meaning(callee) == "builtins.isinstance":
                value, names = self.expr(argument, env), [self.meaning(name) for name in _alternatives(kinds)]
                if value.kind == NUM and all(name in TYPES for name in names):
                    return f"(type_in (py_type {value.term}) [{'; '.join(TYPES[str(name)] for name in names)}])"
        self.refuse(e, "an assert, which a switch turns off: raise an error instead")

    def _max(self, e: ast.Call, env: Env) -> Value | None:
        match e:
            case ast.Call(_, [items], [ast.keyword("key", ast.Lambda(ast.arguments(args=[ast.arg(name)]), body))]):
                over = self.items_of(items, env)
                key = self.under({name: over.kind.item}, body, env)
                if key.kind == product(Q, Z):
                    step = function_of([self.coq(name, e)], self.program(key))
                    return self.effect(over, f"py_max_key {over.term} {step}", over.kind.item)
        return None

    def _reduce(self, e: ast.Call, env: Env) -> Value | None:
        match e:
            case ast.Call(_, [function, items], []):
                step, over = self.expr(function, env), self.items_of(items, env)
                if step.kind.parts == (over.kind.item,) * 3 and step.kind.head == "=>":
                    return self.effect(over, f"py_reduce {step.term} {over.term}", over.kind.item)
        return None

    def _type(self, e: ast.Call, env: Env) -> Value | None:
        value = self.expr(self._only(e), env)
        return Value(value.effects, "TList", TYPE) if value.kind.is_list else None


def _call(e: ast.Call, arguments: list[ast.expr]) -> ast.Call:
    return ast.copy_location(ast.Call(e.func, arguments, []), e)


def _alternatives(e: ast.expr) -> list[ast.expr]:
    match e:
        case ast.BinOp(left, ast.BitOr(), right):
            return [*_alternatives(left), *_alternatives(right)]
        case ast.Tuple(items):
            return items
        case _:
            return [e]
