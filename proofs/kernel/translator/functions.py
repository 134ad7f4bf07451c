"""Functions: a definition for each, and for each function inside it, with what it captures as its first parameters."""

import ast
import re
from collections.abc import Mapping, Sequence

from proofs.kernel.translator.annotations import Annotations
from proofs.kernel.translator.catalogue import BALLS, CHOSEN, ENCLOSED
from proofs.kernel.translator.kinds import DRAW, FORWARDED, UNIT, Kind, function
from proofs.kernel.translator.modules import Module
from proofs.kernel.translator.program import Program, Ret, bind_all, laid_out, outcome
from proofs.kernel.translator.scope import Env
from proofs.kernel.translator.scopes import assigned, check_lists, free_names, parameters_of
from proofs.kernel.translator.statements import Answer, Statements
from proofs.kernel.translator.values import Parameter, Signature, Value

WIDTH = 118
GENERIC = ("T", "TO")


class Function(Statements):
    """The translation of one function; `out` collects the definitions that it takes."""

    def __init__(
        self,
        module: Module,
        annotations: Annotations,
        qualified: str,
        around: set[str],
        out: list[str],
        owner: Kind | None,
    ) -> None:
        super().__init__(module, annotations, qualified.replace(".", "_"), around)
        self.qualified = qualified
        self.out = out
        self.owner = owner
        self.parameters: tuple[str, ...] = ()

    def define(
        self, tree: ast.FunctionDef | ast.Lambda, captured: Mapping[str, Kind], expected: Kind | None = None
    ) -> Signature:
        """Write the definition, and say how it is called."""
        self.local = self.local | set(parameters_of(tree))
        if isinstance(tree, ast.FunctionDef):
            check_lists(self.module.path, tree)
            self.local |= assigned(tree.body)
        taken, coins, forwards = self._parameters(tree, expected)
        self.parameters = (*captured, *taken)
        env = {**captured, **taken}
        vararg = tree.args.vararg
        if vararg is not None:
            env[vararg.arg] = FORWARDED if forwards else Kind("list", (self._annotated(vararg),))
        program, result = self._body(tree, env, expected)
        held = self.known.records.get(result.head)
        as_outcome = held is not None and held.holds_programs
        written = {name: kind for name, kind in env.items() if kind not in (DRAW, FORWARDED)}
        self._write(tree, written, program, result, as_outcome)
        defaults = self._defaults(tree, taken)
        return Signature(
            " ".join([self.name, *(["enclosed"] if self.balls else [])]),
            tuple(Parameter(name, kind, defaults.get(name)) for name, kind in taken.items() if kind != DRAW),
            result,
            coins=coins,
            balls=self.balls,
            vararg=env[vararg.arg].item if vararg is not None and not forwards else None,
            outcome=as_outcome or result.is_function,
            forwards=forwards,
        )

    def _annotated(self, argument: ast.arg) -> Kind:
        chosen = CHOSEN.get(f"{self.module.dotted}.{self.qualified}", {}).get(argument.arg)
        if chosen is not None:
            return chosen
        if argument.arg == "self" and self.owner is not None:
            return self.owner
        if argument.annotation is None:
            self.refuse(argument, "a parameter without a type")
        return self.annotations.kind(self.module, argument.annotation)

    def _parameters(
        self, tree: ast.FunctionDef | ast.Lambda, expected: Kind | None
    ) -> tuple[dict[str, Kind], bool, bool]:
        arguments = tree.args
        if arguments.posonlyargs or arguments.kwonlyargs or arguments.kwarg:
            self.refuse(tree, "parameters that are not plain")
        if isinstance(tree, ast.Lambda):
            if expected is None or not expected.is_function or arguments.vararg or arguments.defaults:
                self.refuse(tree, "a lambda whose parameters have no kinds")
            kinds = [*expected.parts[:-1], *([DRAW] if expected.head == "->" else [])]
            if len(kinds) != len(arguments.args):
                self.refuse(tree, f"not of the kind {expected}")
            taken = {a.arg: kind for a, kind in zip(arguments.args, kinds, strict=True)}
        else:
            taken = {argument.arg: self._annotated(argument) for argument in arguments.args}
        places = [place for place, kind in enumerate(taken.values()) if kind == DRAW]
        if places not in ([], [len(taken) - 1]):
            self.refuse(tree, "coins that are not the last parameter")
        forwards = arguments.vararg is not None and any(kind.head == "prog" for kind in taken.values())
        return taken, bool(places) or forwards, forwards

    def _defaults(self, tree: ast.FunctionDef | ast.Lambda, taken: Mapping[str, Kind]) -> dict[str, str]:
        found = {}
        defaults = tree.args.defaults
        for argument, default in zip(tree.args.args[len(tree.args.args) - len(defaults) :], defaults, strict=True):
            plain = isinstance(default, ast.Constant) or self.meaning(default) in self.known.constants
            if not plain:
                self.refuse(default, "a default that is not a constant")
            if taken[argument.arg] != DRAW:
                found[argument.arg] = self.lift(self.expr(default, {}), taken[argument.arg], default)
        return found

    def _body(self, tree: ast.FunctionDef | ast.Lambda, env: Env, expected: Kind | None) -> tuple[Program, Kind]:
        if isinstance(tree, ast.Lambda):
            value = self.expr(tree.body, env)
            if expected is not None and expected.parts[-1].head not in GENERIC:
                value = Value(value.effects, self.lift(value, expected.parts[-1], tree), expected.parts[-1])
            return bind_all(value.effects, Ret(value.term)), value.kind
        if tree.returns is None:
            self.refuse(tree, "a function without the type of its answer")
        result = self.annotations.kind(self.module, tree.returns)

        def end(_: Env) -> Program:
            return Ret("tt") if result == UNIT else self.refuse(tree, "the end is reached without an answer")

        return self.block(tree.body, env, Answer(result), end), result

    def _write(
        self, tree: ast.AST, parameters: Mapping[str, Kind], program: Program, result: Kind, as_outcome: bool
    ) -> None:
        generic = [f"{{{name}}}" for name in GENERIC if any(_mentions(k, name) for k in (*parameters.values(), result))]
        written = [f"({self.coq(name, tree)} : {kind})" for name, kind in parameters.items()]
        words = ["Definition", self.name, *generic, *([ENCLOSED] if self.balls else []), *written]
        if result.is_function:
            if not isinstance(program, Ret):
                self.refuse(tree, "a function is answered, but not at once")
            head, body = f"{' '.join(words)} : {result} :=", program.term
        elif as_outcome:
            try:
                head, body = f"{' '.join(words)} : outcome {result.atom} :=", outcome(program, "  ")
            except ValueError as error:
                self.refuse(tree, str(error))
        else:
            head, body = f"{' '.join(words)} : prog {result.atom} :=", laid_out(program, "  ")
        self.out.append(
            f"(* {self.module.path}: {self.qualified} *)\n{_renumbered(_wrapped(head) + chr(10) + '  ' + body)}.\n"
        )

    # ---- functions inside ----
    def local_function(self, tree: ast.FunctionDef, env: Env) -> Env:
        """Lift a function out; what it captures must not change any more."""
        if tree.decorator_list or tree.name in env:
            self.refuse(tree, "a local function with decorators, or of a name that is taken")
        signature = self._lift(tree, f"{self.qualified}.{tree.name}", env)
        self.functions[tree.name] = signature
        self.terms[tree.name] = f"({signature.term})" if " " in signature.term else signature.term
        kinds = [parameter.kind for parameter in signature.parameters]
        return {**env, tree.name: function(signature.coins, *kinds, signature.result)}

    def argument(self, e: ast.expr, kind: Kind, name: str, env: Env) -> Value:
        """The value of an argument; a lambda becomes a definition named after the parameter."""
        if not isinstance(e, ast.Lambda):
            return super().argument(e, kind, name, env)
        signature = self._lift(e, f"{self.qualified}.{name}", env, kind)
        term = f"({signature.term})" if " " in signature.term else signature.term
        return Value((), term, Kind(kind.head, (*kind.parts[:-1], signature.result)))

    def _lift(
        self, tree: ast.FunctionDef | ast.Lambda, qualified: str, env: Env, expected: Kind | None = None
    ) -> Signature:
        names = self._captured(free_names(tree), env)
        captured = {name: env[name] for name in names}
        inner = Function(self.module, self.annotations, qualified, set(self.local), self.out, None)
        signature = inner.define(tree, captured, expected)
        self.frozen |= set(names)
        given = [
            self.expr(ast.copy_location(ast.Name(name, ast.Load()), tree), env) for name in names if env[name] != DRAW
        ]
        self.balls = self.balls or inner.balls
        return Signature(
            " ".join([signature.term, *(value.term for value in given)]),
            signature.parameters,
            signature.result,
            coins=signature.coins,
            balls=signature.balls,
        )

    def _captured(self, used: set[str], env: Env) -> Sequence[str]:
        """Records of programs first, then parameters in their order, then other names by their kinds."""
        names = [name for name in env if name in used]
        programs = [n for n in names if (r := self.known.records.get(env[n].head)) is not None and r.holds_programs]
        parameters = [name for name in names if name in self.parameters and name not in programs]
        rest = [name for name in names if name not in programs and name not in parameters]
        return [*programs, *parameters, *sorted(rest, key=lambda name: str(env[name]))]

    def assumed(self, first: ast.With) -> str | None:
        """The term of the one block of code that reaches ball arithmetic."""
        if self.name != "standard_gumbel" or ast.unparse(first) != ast.unparse(ast.parse(BALLS)):
            return None
        self.balls = True
        return "(let '(low, high) := enclosed numerator refinements in (Rational low, Rational high))"


def _mentions(kind: Kind, name: str) -> bool:
    return kind.head == name or any(_mentions(part, name) for part in kind.parts)


def _renumbered(text: str) -> str:
    """The fresh names, numbered in the order in which they are read."""
    order = {name: f"v{place}" for place, name in enumerate(dict.fromkeys(re.findall(r"\bv\d+\b", text)), 1)}
    return re.sub(r"\bv\d+\b", lambda found: order[found.group()], text)


def _wrapped(head: str) -> str:
    """A long head on two lines."""
    if len(head) <= WIDTH:
        return head
    cut = head.rindex(") (", 0, WIDTH) + 1
    return f"{head[:cut]}\n    {head[cut + 1 :]}"
