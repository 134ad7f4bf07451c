"""Calls: of what is translated, of builtins, and of what makes lists."""

import ast
from collections.abc import Sequence

from proofs.kernel.translator.builtin_calls import BuiltinCalls
from proofs.kernel.translator.kinds import (
    DRAW,
    FORWARDED,
    NUM,
    UNKNOWN,
    Kind,
    Q,
    Z,
)
from proofs.kernel.translator.operations import PURE, RAISING
from proofs.kernel.translator.program import Effects, Run
from proofs.kernel.translator.scope import Env
from proofs.kernel.translator.values import Parameter, Record, Signature, Value

LONG = 5
"""A record of so many fields is written on as many lines."""


class Calls(BuiltinCalls):
    """The translation of calls."""

    def compound(self, e: ast.expr, env: Env, expected: Kind | None) -> Value:
        """The value of a call, or of what holds several values."""
        match e:
            case ast.Subscript():
                return self._subscript(e, env)
            case ast.Tuple() | ast.List():
                return self._tuple(e, env, expected)
            case ast.ListComp(element, generators):
                return self.comprehension(e, element, generators, env)
            case ast.Call():
                return self.call(e, env)
        self.refuse(e)

    def call(self, e: ast.Call, env: Env) -> Value:
        """The value of a call."""
        name = self.meaning(e.func)
        if name is None:
            return self._local_call(e, env)
        if name in self.known.members and not e.args and not e.keywords:
            return self.known.members[name]
        if name in self.known.classes:
            return self._construct(e, self.known.records[self.known.classes[name]], env)
        if name in self.known.signatures:
            return self.apply(self.known.signatures[name], e, env)
        if (found := self.builtin(name, e, env)) is not None:
            return found
        if not e.keywords:
            values = [self.expr(argument, env) for argument in e.args]
            before = Value(tuple(effect for value in values for effect in value.effects), "", UNKNOWN)
            terms = [value.term for value in values]
            key: tuple[str | Kind, ...] = (name, *(value.kind for value in values))
            if key in PURE:
                return Value(before.effects, PURE[key][0].format(*terms), PURE[key][1])
            if key in RAISING:
                return self.effect(before, RAISING[key][0].format(*terms), RAISING[key][1])
        self.refuse(e, f"{name} is not translated, or not for such arguments")

    def _local_call(self, e: ast.Call, env: Env) -> Value:
        match e.func:
            case ast.Name(name) if name in self.functions:
                return self.apply(self.functions[name], e, env)
            case ast.Name(name) if name in env and env[name].head == "prog":
                match e:
                    case ast.Call(_, [ast.Starred(ast.Name(rest))], []) if env.get(rest) == FORWARDED:
                        return self.effect(Value((), "", UNKNOWN), self.coq(name, e), env[name].item)
            case ast.Name(name) if name in env and env[name].is_function:
                return self.apply(_of_kind(self.coq(name, e), env[name]), e, env)
            case ast.Call(callee, [of], []) if self.meaning(callee) == "builtins.type":
                return self._construct_number(e, self.expr(of, env), env)
            case ast.Subscript():
                value = self.expr(e.func, env)
                if value.kind.is_function:
                    return self.apply(_of_kind(value.term, value.kind), e, env)
            case ast.Attribute(ast.Name(name), "bit") if env.get(name) == DRAW and not e.args and not e.keywords:
                return self.effect(Value((), "", DRAW), "bit", Z)
            case ast.Attribute(value, method):
                return self._method(e, self.expr(value, env), method, env)
        self.refuse(e)

    def _construct_number(self, e: ast.Call, of: Value, env: Env) -> Value:
        argument = self.expr(e.args[0], env) if len(e.args) == 1 and not e.keywords else of
        if (of.kind, argument.kind) != (NUM, Q):
            self.refuse(e)
        both = Value(of.effects + argument.effects, "", NUM)
        return self.effect(both, f"construct (py_type {of.term}) {argument.term}", NUM)

    def _method(self, e: ast.Call, value: Value, method: str, env: Env) -> Value:
        if (value.kind, method) == (Z, "bit_length") and not e.args and not e.keywords:
            return Value(value.effects, f"(bit_length {value.term})", Z)
        record, owner = self.known.records.get(value.kind.head), value.kind.head
        if record is not None and method in record.fields:
            field = self.attribute(e, value, method)
            if not field.kind.is_function:
                self.refuse(e)
            signature = _of_kind(field.term[1:-1], field.kind)
        elif f"{owner}.{method}" in self.known.signatures and not self.known.signatures[f"{owner}.{method}"].cached:
            signature = self.known.signatures[f"{owner}.{method}"].applied(value.term)
        else:
            self.refuse(e, f"{value.kind} has no method {method} that is translated")
        found = self.apply(signature, e, env)
        return Value(value.effects + found.effects, found.term, found.kind)

    def _construct(self, e: ast.Call, record: Record, env: Env) -> Value:
        parameters = [Parameter(name, kind, record.defaults.get(name)) for name, kind in record.fields.items()]
        order = [*record.fields] if not record.unseen else record.order
        if len(e.args) > len(order):
            self.refuse(e, "arguments that do not fit")
        given = [ast.keyword(name, value) for name, value in zip(order, e.args, strict=False)] + e.keywords
        seen = [keyword for keyword in given if keyword.arg not in record.unseen]
        effects, terms, kinds = self._arguments(ast.copy_location(ast.Call(e.func, [], seen), e), parameters, env)
        kind = Kind(record.name)
        if record.parameter is not None:
            (output,) = {
                kinds[n].parts[-1] for n, k in record.fields.items() if k.parts[-1:] == (Kind(record.parameter),)
            }
            kind = Kind(record.name, (output,))
        term = f"(mk_{record.name} {' '.join(terms)})"
        if e.keywords or record.unseen:
            fields = [f"{record.name}_{f} := {t}" for f, t in zip(record.fields, terms, strict=True)]
            term = (
                f"{{| {'; '.join(fields)} |}}"
                if len(fields) < LONG
                else "{|\n      " + ";\n      ".join(fields) + " |}"
            )
        if record.checked:
            check = self.known.signatures.get(f"{record.name}.__post_init__")
            if check is None:
                self.refuse(e, f"{record.name}.__post_init__ is not translated")
            effects = self.effect(Value(effects, "", kind), f"{self.refer(check)} {term}", kind).effects
        return Value(effects, term, kind)

    # ---- arguments ----
    def apply(self, signature: Signature, e: ast.Call, env: Env) -> Value:
        """What the definition answers to these arguments."""
        if signature.forwards:
            return self._forward(signature, e, env)
        arguments = list(e.args)
        if signature.coins:
            coins = arguments.pop() if arguments and not isinstance(arguments[-1], ast.Starred) else None
            if coins is None or not self._is_draw(coins, env):
                self.refuse(e, "a sampler is called without its coins")
        fixed = arguments[: len(signature.parameters)]
        extra = arguments[len(signature.parameters) :]
        if extra and (signature.vararg is None or e.keywords):
            self.refuse(e, "too many arguments")
        call = ast.copy_location(ast.Call(e.func, fixed, e.keywords), e)
        effects, terms, _ = self._arguments(call, signature.parameters, env)
        if signature.vararg is not None:
            rest = [self.expr(argument, env) for argument in extra]
            effects += tuple(effect for value in rest for effect in value.effects)
            terms.append(f"[{'; '.join(self.lift(value, signature.vararg, e) for value in rest)}]")
        if signature.outcome:
            self.refuse(e, "a record of programs is made inside a program")
        return self.effect(
            Value(effects, "", signature.result), " ".join([self.refer(signature), *terms]), signature.result
        )

    def _arguments(
        self, e: ast.Call, parameters: Sequence[Parameter], env: Env
    ) -> tuple[Effects, list[str], dict[str, Kind]]:
        if len(e.args) > len(parameters) or any(isinstance(argument, ast.Starred) for argument in e.args):
            self.refuse(e, "arguments that do not fit")
        given: dict[str, ast.expr] = {p.name: a for p, a in zip(parameters, e.args, strict=False)}
        for keyword in e.keywords:
            if keyword.arg is None or keyword.arg in given or keyword.arg not in {p.name for p in parameters}:
                self.refuse(e, "arguments that do not fit")
            given[keyword.arg] = keyword.value
        kinds = {p.name: p.kind for p in parameters}
        effects: Effects = ()
        terms, found = {}, {}
        for name, argument in given.items():
            value = self.argument(argument, kinds[name], name, env)
            effects, found[name] = effects + value.effects, value.kind
            terms[name] = self.lift(value, kinds[name], argument)
        for parameter in parameters:
            if parameter.name not in terms and parameter.default is None:
                self.refuse(e, f"no argument for {parameter.name}")
        return effects, [terms.get(p.name) or p.default or "" for p in parameters], found

    def _forward(self, signature: Signature, e: ast.Call, env: Env) -> Value:
        """A call that hands its arguments, coins included, on to the function that is its first."""
        match e:
            case ast.Call(_, [function, *rest], []):
                inner = self.call(ast.copy_location(ast.Call(function, rest, []), e), env)
                *before, (_, last) = inner.effects
                if inner.kind.head == "option" and isinstance(last, Run):
                    return self.effect(
                        Value(tuple(before), "", UNKNOWN), f"{signature.term} ({last.term})", inner.kind.item
                    )
        self.refuse(e)

    def argument(self, e: ast.expr, kind: Kind, name: str, env: Env) -> Value:
        """The value of an argument of which the kind is known."""
        return self.expr(e, env, kind)

    def _is_draw(self, e: ast.expr, env: Env) -> bool:
        match e:
            case ast.Name(name):
                return env.get(name) == DRAW
            case ast.IfExp(
                ast.Compare(ast.Name(name), [ast.Is()], [ast.Constant(None)]), ast.Call(entropy, [], []), given
            ):
                fresh = isinstance(entropy, ast.Attribute) and entropy.attr == "entropy"
                return fresh and env.get(name) == DRAW and self._is_draw(given, env)
        return False


def _of_kind(term: str, kind: Kind) -> Signature:
    taken = tuple(Parameter(f"_{place}", part) for place, part in enumerate(kind.parts[:-1]))
    return Signature(term, taken, kind.parts[-1], coins=kind.head == "->")
