"""Statements: a block is a program, with what follows its end put in its place."""

import ast
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from proofs.kernel.translator.assignments import Assignments
from proofs.kernel.translator.conditions import Test
from proofs.kernel.translator.kinds import UNIT, Kind
from proofs.kernel.translator.program import (
    Again,
    Done,
    Fail,
    For,
    Loop,
    Program,
    Ret,
    bind,
    bind_all,
    either,
    tuple_of,
)
from proofs.kernel.translator.scope import Env
from proofs.kernel.translator.scopes import assigned, in_order_of_use

Then = Callable[[Env], Program]


@dataclass(frozen=True)
class Answer:
    """How a return answers: as the function's answer, or out of a loop."""

    kind: Kind
    in_loop: bool = False

    def give(self, term: str) -> Program:
        """Answer with a term."""
        return Done(term) if self.in_loop else Ret(term)


class Statements(Assignments):
    """The translation of statements."""

    @abstractmethod
    def local_function(self, tree: ast.FunctionDef, env: Env) -> Env:
        """A function inside the function."""

    @abstractmethod
    def assumed(self, first: ast.With) -> str | None:
        """The term of a block of code that is not translated but assumed."""

    def block(self, body: Sequence[ast.stmt], env: Env, answer: Answer, then: Then) -> Program:
        """The statements, then what follows their end."""
        if not body:
            return then(env)
        first, rest = body[0], body[1:]

        def go(after: Env) -> Program:
            return self.block(rest, after, answer, then)

        match first:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                return go(env)
            case ast.Return(value):
                self._end(rest)
                return self._return(first, value, env, answer)
            case ast.Raise():
                self._end(rest)
                return Fail()
            case ast.Assert(test):
                return either(self.told(first, test, env), go(env), Fail())
            case ast.Try(body=tried, handlers=handlers, orelse=[], finalbody=[]) if all(map(_raises, handlers)):
                return self.block([*tried, *rest], env, answer, then)
            case ast.If():
                return self._if(first, rest, env, answer, then)
            case ast.While(test, inside, []):
                return self._while(first, test, inside, rest, env, answer, then)
            case ast.For(ast.Name(name), items, inside, []):
                return self._for(first, name, items, inside, env, go)
            case ast.FunctionDef():
                return go(self.local_function(first, env))
            case ast.With() if (term := self.assumed(first)) is not None:
                self._end(rest)
                return answer.give(term)
            case ast.Expr(ast.Call() as call):
                return self._call_statement(first, call, env, go)
        return self.assignment(first, env, go)

    def _end(self, rest: Sequence[ast.stmt]) -> None:
        if rest:
            self.refuse(rest[0], "never reached")

    def _return(self, first: ast.Return, value: ast.expr | None, env: Env, answer: Answer) -> Program:
        if value is None:
            return answer.give("tt") if answer.kind == UNIT else self.refuse(first, "no answer")
        if isinstance(value, ast.IfExp):
            branches = [ast.copy_location(ast.Return(branch), value) for branch in (value.body, value.orelse)]
            on = self.test(value.test, env)
            with self.where(on, True):
                yes = self.block([branches[0]], env, answer, self._unreachable)
            with self.where(on, False):
                no = self.block([branches[1]], env, answer, self._unreachable)
            return bind_all(on.effects, self._choice(on, yes, no))
        found = self.expr(value, env, answer.kind)
        return bind_all(found.effects, answer.give(self.lift(found, answer.kind, first)))

    def _choice(self, on: Test, yes: Program, no: Program) -> Program:
        if on.shape and isinstance(yes, Ret) and isinstance(no, Ret):
            return Ret(on.choose(yes.term, no.term))
        return on.decide(yes, no)

    def _unreachable(self, env: Env) -> Program:
        raise AssertionError("a return has no end")

    def _call_statement(self, first: ast.stmt, call: ast.Call, env: Env, go: Then) -> Program:
        match call:
            case ast.Call(ast.Attribute(ast.Name(name), method), [item], []) if name in env and env[name].is_list:
                return self.change(first, name, method, item, env, go)
        value = self.expr(call, env)
        if value.kind != UNIT:
            self.refuse(first, "what it answers is not used")
        return bind_all(value.effects, go(env))

    # ---- choices ----
    def _if(self, first: ast.If, rest: Sequence[ast.stmt], env: Env, answer: Answer, then: Then) -> Program:
        on = self.test(first.test, env)
        branches = first.body, first.orelse
        if not any(_leaves(branch) or _ends(branch) for branch in branches):
            return self._merge(first, on, env, answer, lambda after: self.block(rest, after, answer, then))
        programs = []
        for branch, holds in zip(branches, (True, False), strict=True):
            with self.where(on, holds):
                follow = [] if _ends(branch) else rest
                programs.append(self.block([*branch, *follow], env, answer, then))
        if all(map(_ends, branches)):
            self._end(rest)
        return bind_all(on.effects, self._choice(on, *programs))

    def _merge(self, first: ast.If, on: Test, env: Env, answer: Answer, go: Then) -> Program:
        """Both branches go on to the same statements, with what they have assigned."""
        touched = assigned(first.body) | assigned(first.orelse)
        new = assigned(first.body) & assigned(first.orelse)
        names = [
            n for n in in_order_of_use([first.test, *first.body, *first.orelse]) if n in touched & (set(env) | new)
        ]
        kinds: dict[str, Kind] = {}

        def end(after: Env) -> Program:
            for name in names:
                if kinds.setdefault(name, after[name]) != after[name]:
                    self.refuse(first, f"{name} is {kinds[name]} or {after[name]}")
            return Ret(tuple_of(tuple(self.coq(name, first) for name in names)))

        programs: list[Program] = []
        with self.handing_on({name: env[name] for name in names if name in env}):
            for branch, holds in zip((first.body, first.orelse), (True, False), strict=True):
                with self.where(on, holds):
                    programs.append(self.block(branch, env, answer, end))
        self.forget(names, first)
        after = {**{n: k for n, k in env.items() if n not in touched}, **kinds}
        chosen = self._choice(on, *programs)
        return bind_all(on.effects, bind(tuple(self.coq(name, first) for name in names), chosen, go(after)))

    # ---- loops ----
    def _while(
        self,
        first: ast.While,
        test: ast.expr,
        inside: Sequence[ast.stmt],
        rest: Sequence[ast.stmt],
        env: Env,
        answer: Answer,
        then: Then,
    ) -> Program:
        names = [n for n in in_order_of_use([test, *inside]) if n in assigned(inside) & set(env)]
        written = tuple(self.coq(name, first) for name in names)
        self._refuse_jumps(inside, env)
        forever = isinstance(test, ast.Constant) and test.value is True
        nested = answer.in_loop
        if nested and any(isinstance(n, ast.Return) for part in inside for n in ast.walk(part)):
            self.refuse(first, "a return out of a loop in a loop")
        leave = Answer(answer.kind, in_loop=True)

        def again(_: Env) -> Program:
            return Again(tuple_of(written))

        def past(after: Env) -> Program:
            return self.block(rest, after, leave, then) if not nested else Done(tuple_of(written))

        with self.handing_on({name: env[name] for name in names}):
            if forever:
                self._end(rest)
                body = self.block(inside, env, leave, again)
            else:
                on = self.test(test, env)
                with self.where(on, True):
                    turn = self.block(inside, env, leave, again)
                body = bind_all(on.effects, on.decide(turn, past(env)))
        self.forget(names, first)
        loop = Loop(written, body, tuple_of(written))
        return loop if not nested else bind(written, loop, self.block(rest, env, answer, then))

    def _for(
        self, first: ast.For, name: str, items: ast.expr, inside: Sequence[ast.stmt], env: Env, go: Then
    ) -> Program:
        self._refuse_jumps(inside, env)
        if name in env or any(isinstance(n, ast.Return | ast.While) for part in inside for n in ast.walk(part)):
            self.refuse(first, "a loop that ends early, or whose variable is known before")
        over = self.items_of(items, env)
        names = [n for n in in_order_of_use(inside) if n in assigned(inside) & set(env)]
        written = tuple(self.coq(n, first) for n in names)

        def end(_: Env) -> Program:
            return Ret(tuple_of(written))

        with self.handing_on({n: env[n] for n in names}):
            body = self.block(inside, {**env, name: over.kind.item}, Answer(UNIT), end)
        self.forget(names, first)
        variable = "_" if name == "_" else self.coq(name, first)
        return bind_all(over.effects, bind(written, For(over.term, variable, written, body), go(env)))

    def _refuse_jumps(self, inside: Sequence[ast.stmt], env: Env) -> None:
        for part in inside:
            for node in ast.walk(part):
                if isinstance(node, ast.Break | ast.Continue | ast.FunctionDef | ast.Lambda):
                    self.refuse(node, "not in a loop")
                if isinstance(node, ast.Name) and node.id in env and env[node.id].head == "iterator":
                    self.refuse(node, "a lazy list is consumed in a loop")


def _raises(handler: ast.ExceptHandler) -> bool:
    """Another error is an error."""
    return len(handler.body) == 1 and isinstance(handler.body[0], ast.Raise)


def _leaves(branch: Sequence[ast.stmt]) -> bool:
    """Some way through the branch leaves the function otherwise than by an error, or loops."""
    return any(isinstance(node, ast.Return | ast.While) for part in branch for node in ast.walk(part))


def _ends(branch: Sequence[ast.stmt]) -> bool:
    """No way through the branch comes to its end."""
    match list(branch)[-1:]:
        case [ast.Return() | ast.Raise()]:
            return True
        case [ast.If(_, body, orelse)]:
            return _ends(body) and _ends(orelse)
        case [ast.While(ast.Constant(True))]:
            return True
    return False
