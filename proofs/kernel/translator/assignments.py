"""Assignments: to names, to items of a list that has one name, to several at once."""

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from proofs.kernel.translator.calls import Calls
from proofs.kernel.translator.kinds import Kind, Z, list_of
from proofs.kernel.translator.program import Program, Ret, Run, bind, bind_all, let, tokens
from proofs.kernel.translator.scope import Env
from proofs.kernel.translator.values import Value

Then = Callable[[Env], Program]


class Assignments(Calls):
    """The translation of assignments."""

    def assignment(self, first: ast.stmt, env: Env, go: Then) -> Program:
        """An assignment, then what follows."""
        match first:
            case ast.AnnAssign(ast.Name(name), annotation, ast.expr() as value):
                kind = self.annotations.kind(self.module, annotation)
                found = self.expr(value, env, kind)
                return self._to_name(first, name, Value(found.effects, self.lift(found, kind, first), kind), env, go)
            case ast.Assign([ast.Name(name)], value):
                return self._to_name(first, name, self.expr(value, env, self.fixed.get(name)), env, go)
            case ast.Assign([ast.Subscript() as target], value):
                return self._to_several(first, [target], [self.expr(value, env)], env, go)
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                return self._to_several(first, targets, [self.expr(value, env) for value in values], env, go)
            case ast.Assign([ast.Tuple(targets)], value):
                return self._unpacked(first, targets, self.expr(value, env), env, go)
            case ast.AugAssign(ast.Name(name) as target, op, value):
                if name not in env or env[name].is_list:
                    self.refuse(first, "a list may be changed in place")
                source = ast.copy_location(ast.Name(name, ast.Load()), target)
                both = ast.copy_location(ast.BinOp(source, op, value), first)
                return self._to_name(first, name, self.expr(both, env), env, go)
        self.refuse(first)

    def _to_name(self, first: ast.stmt, name: str, value: Value, env: Env, go: Then) -> Program:
        self.forget([name], first)
        if name in self.fixed and value.kind != self.fixed[name]:
            value = Value(value.effects, self.lift(value, self.fixed[name], first), self.fixed[name])
        record = self.known.records.get(value.kind.head)
        if value.kind.head == "iterator" or value.kind.is_function or (record is not None and record.holds_programs):
            return self._to_alias(first, name, value, env, go)
        written = self.coq(name, first)
        if value.effects and value.effects[-1][0] == value.term:
            *before, (_, last) = value.effects
            return bind_all(tuple(before), bind((written,), last, go({**env, name: value.kind})))
        return bind_all(value.effects, let(written, value.term, go({**env, name: value.kind})))

    def _to_alias(self, first: ast.stmt, name: str, value: Value, env: Env, go: Then) -> Program:
        """A name for something that no program can answer; it stands for the term itself."""
        if name in self.fixed or name in env:
            self.refuse(first, f"{name} is assigned twice")
        self.terms[name] = value.term
        self.frozen |= {n for n in env if self.coq(n, first) in tokens(value.term)}
        if value.kind.head == "iterator":
            self.once.add(name)
        return bind_all(value.effects, go({**env, name: value.kind}))

    def _to_several(
        self, first: ast.stmt, targets: Sequence[ast.expr], values: Sequence[Value], env: Env, go: Then
    ) -> Program:
        """All values are there before the first target is assigned."""
        names = {_name_of(target) for target in targets}
        written = {self.coq(name, first) for name in names if name}
        effects = tuple(effect for value in values for effect in value.effects)
        early: list[tuple[str, str]] = []
        terms = []
        for value in values:
            if len(values) > 1 and tokens(value.term) & written:
                early.append((self.fresh(), value.term))
                terms.append(early[-1][0])
            else:
                terms.append(value.term)
        given = [Value((), term, value.kind, value.parts) for term, value in zip(terms, values, strict=True)]
        program = self._each(first, list(zip(targets, given, strict=True)), env, go)
        for name, term in reversed(early):
            program = let(name, term, program)
        return bind_all(effects, program)

    def _each(self, first: ast.stmt, pairs: Sequence[tuple[ast.expr, Value]], env: Env, go: Then) -> Program:
        if not pairs:
            return go(env)
        (target, value), rest = pairs[0], pairs[1:]

        def on(after: Env) -> Program:
            return self._each(first, rest, after, go)

        match target:
            case ast.Name(name):
                return self._to_name(first, name, value, env, on)
            case ast.Subscript(ast.Name(name), index) if env.get(name) == list_of(value.kind):
                place = self.expr(index, env)
                if place.kind == Z:
                    self.forget([name], first)
                    written = self.coq(name, first)
                    change = Run(f"set {written} {place.term} {value.term}")
                    return bind_all(place.effects, bind((written,), change, on(env)))
        self.refuse(target, "not a name, nor an item of a list of such values")

    def _unpacked(self, first: ast.stmt, targets: Sequence[ast.expr], value: Value, env: Env, go: Then) -> Program:
        if value.kind.head != "*" or len(value.kind.parts) != len(targets):
            self.refuse(first, f"{value.kind} for {len(targets)} targets")
        names, later, after = [], [], dict(env)
        for place, (target, kind) in enumerate(zip(targets, value.kind.parts, strict=True)):
            used = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
            for other in targets[place + 1 :]:
                if isinstance(other, ast.Name) and other.id in used:
                    self.refuse(first, f"{other.id} is assigned after it is used on the same side")
            if isinstance(target, ast.Name):
                self.forget([target.id], first)
                names.append(self.coq(target.id, first))
                after[target.id] = kind if target.id not in self.fixed else self._kept(first, target.id, kind)
            else:
                names.append(self.fresh())
                later.append((target, Value((), names[-1], kind)))
        last: Program = Ret(value.term)
        effects = value.effects
        if effects and effects[-1][0] == value.term:
            effects, last = effects[:-1], effects[-1][1]
        return bind_all(effects, bind(tuple(names), last, self._each(first, later, after, go)))

    def _kept(self, first: ast.stmt, name: str, kind: Kind) -> Kind:
        if kind != self.fixed[name]:
            self.refuse(first, f"{name} changes its kind from {self.fixed[name]} to {kind}")
        return kind

    def change(self, first: ast.stmt, name: str, method: str, item: ast.expr, env: Env, go: Then) -> Program:
        """A list gets or loses an item."""
        value, written = self.expr(item, env), self.coq(name, first)
        self.forget([name], first)
        if method == "append" and env[name] == list_of(value.kind):
            return bind_all(value.effects, let(written, f"({written} ++ [{value.term}])", go(env)))
        if method == "remove" and env[name] == list_of(value.kind) == list_of(Z):
            change = Run(f"py_remove {written} {value.term}")
            return bind_all(value.effects, bind((written,), change, go(env)))
        self.refuse(first)

    # ---- what changes when a name does ----
    def forget(self, names: Sequence[str], node: ast.AST) -> None:
        """The names get other values: what was known of them is not known any more."""
        for name in names:
            if name in self.frozen:
                self.refuse(node, f"{name} is captured before and assigned after")
        texts = [text for text in self.narrowed if tokens(text) & set(names)]
        self.narrowed = {text: value for text, value in self.narrowed.items() if text not in texts}

    @contextmanager
    def handing_on(self, kinds: dict[str, Kind]) -> Iterator[None]:
        """A branch or a loop, which hands these names on with the kinds that they have."""
        before = self.fixed, self.narrowed
        self.fixed = {**self.fixed, **kinds}
        self.narrowed = {t: v for t, v in self.narrowed.items() if not tokens(t) & set(kinds)}
        yield
        self.fixed, self.narrowed = before


def _name_of(target: ast.expr) -> str | None:
    match target:
        case ast.Name(name) | ast.Subscript(ast.Name(name)):
            return name
        case _:
            return None
