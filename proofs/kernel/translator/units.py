"""Units: a function, a method, a class or a constant of the source, each into its place in an emitted file."""

import ast
from pathlib import Path

from proofs.kernel.translator.annotations import Annotations
from proofs.kernel.translator.catalogue import ASSUMED, IMPORTS, LIBRARIES, ROLES, UNIONS, UNITS
from proofs.kernel.translator.classes import Classes
from proofs.kernel.translator.contracts import check_contract
from proofs.kernel.translator.functions import Function
from proofs.kernel.translator.kinds import Z
from proofs.kernel.translator.modules import Module, Sources
from proofs.kernel.translator.refusal import Refused, refuse
from proofs.kernel.translator.values import KEYWORDS, Known, Value, vocabulary_of

COQ = Path(__file__).resolve().parents[1] / "coq"
HEAD = "(* Emitted by proofs.kernel.translator from the Python source. Do not edit. *)\n"


class Translation:
    """The source at `root`, translated unit by unit."""

    def __init__(self, root: Path, prelude: str) -> None:
        self.sources = Sources(root)
        self.known = Known(kinds=dict(ROLES), vocabulary=vocabulary_of(prelude))
        self.annotations = Annotations(self.sources, self.known)
        self.classes = Classes(self.annotations)

    def file(self, name: str) -> str:
        """The text of an emitted file, of which those before it have been asked for."""
        out: list[str] = []
        for path, units in UNITS[name]:
            for unit in units.split():
                self.unit(path, unit, out)
        imports = f"From Coq Require Import {LIBRARIES[name]}.\nFrom Noisymax Require Import {IMPORTS[name]}.\n"
        return f"{HEAD}{imports}Import ListNotations.\nOpen Scope Z_scope.\n\n" + "\n".join(out)

    def unit(self, path: str, name: str, out: list[str]) -> None:
        """One unit, and what it takes."""
        module = self.sources.module(path)
        first, _, method = name.partition(".")
        node = None if first in UNIONS else module.definitions.get(first)
        if node is None and first not in UNIONS:
            raise Refused(f"{path}:1: error: {name} is to be translated and is not there")
        before = len(out)
        match node:
            case ast.FunctionDef():
                self._function(module, node, name, out)
            case ast.ClassDef() if method:
                self._method(module, node, method, out)
            case _:
                out.append(f"(* {path}: {name} *)\n{self._value(module, name, node)}")
        for text in out[before:]:
            made = vocabulary_of(text)
            for taken in sorted(made & (self.known.vocabulary | KEYWORDS)):
                raise Refused(
                    f"{path}:{getattr(node, 'lineno', 1)}: error: {taken} means something else in Coq: {name}"
                )
            self.known.vocabulary |= made

    def _value(self, module: Module, name: str, node: ast.AST | None) -> str:
        match node:
            case None:
                return self.classes.union(name)
            case ast.ClassDef(bases=[above]) if module.meaning(_bare(above)) == "icontract.DBC":
                return self.classes.trait(module, node)
            case ast.ClassDef():
                return self.classes.record(module, node)
            case ast.AnnAssign():
                return self.classes.table(module, name, node)
            case ast.Assign(_, ast.BinOp(op=ast.BitOr()) as value):
                return self.classes.measures(module, name, value)
        assert isinstance(node, ast.Assign)
        return self._constant(module, name, node.value)

    def _constant(self, module: Module, name: str, value: ast.expr) -> str:
        found = self._evaluated(module, name, value)
        self.known.constants[f"{module.dotted}.{name}"] = Value((), name, found.kind)
        return f"Definition {name} : {found.kind} := {found.term}.\n"

    def _evaluated(self, module: Module, name: str, value: ast.expr) -> Value:
        scope = Function(module, self.annotations, name, set(), [], None)
        match value:
            case ast.Constant():
                found = scope.expr(value, {})
                if found.kind == Z:
                    return found
            case ast.Call(maker, [], keywords) if (record := self.known.classes.get(module.meaning(maker))) is not None:
                fields = self.known.records[record].fields
                values = {k.arg: scope.expr(k.value, {}) for k in keywords}
                if list(values) == list(fields) and not any(v.effects for v in values.values()):
                    terms = "; ".join(f"{record}_{f} := {scope.lift(values[f], k, value)}" for f, k in fields.items())
                    return Value((), f"{{| {terms} |}}", self.known.kinds[module.meaning(maker)])
        refuse(module.path, value, "not a constant")

    def _function(self, module: Module, node: ast.FunctionDef, name: str, out: list[str]) -> None:
        words = self._decorators(module, node)
        if words - {"triple", "sampler", "lru_cache"}:
            refuse(module.path, node, "a decorator of methods")
        signature = Function(module, self.annotations, name, set(), out, None).define(node, {})
        self._check_words(module, node, words, signature.coins)
        self.known.signatures[f"{module.dotted}.{name}"] = signature

    def _method(self, module: Module, tree: ast.ClassDef, method: str, out: list[str]) -> None:
        found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == method]
        if len(found) != 1:
            refuse(module.path, tree, f"{method} is not there once")
        (node,), dotted = found, f"{module.dotted}.{tree.name}"
        words = self._decorators(module, node)
        owner = self.known.kinds.get(dotted)
        if owner is None:
            self.classes.check_namespace(module, tree)
        if ("staticmethod" in words) is (owner is not None):
            refuse(module.path, node, "neither a static method nor a method of a dataclass")
        signature = Function(module, self.annotations, f"{tree.name}.{method}", set(), out, owner).define(node, {})
        self._check_words(module, node, words, signature.coins)
        if owner is None:
            self.known.signatures[f"{dotted}.{method}"] = signature
        else:
            cached = "cached_property" in words
            self.known.signatures[f"{tree.name}.{method}"] = signature.as_property() if cached else signature

    def _decorators(self, module: Module, node: ast.FunctionDef) -> set[str]:
        words = set()
        for decorator in node.decorator_list:
            bare = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = module.meaning(_bare(bare))
            known = {
                "spec.draw.sampler": "sampler",
                "builtins.staticmethod": "staticmethod",
                "functools.cached_property": "cached_property",
            }
            if isinstance(decorator, ast.Call):
                known = {"functools.lru_cache": "lru_cache"}
            if name in known:
                words.add(known[name])
            elif not isinstance(decorator, ast.Call) and self._is_triple(name):
                check_contract(self.sources, name)
                words.add("triple")
            else:
                refuse(module.path, decorator, "a decorator that is neither a triple nor a sampler")
        return words

    def _is_triple(self, name: str) -> bool:
        match self.sources.find(name):
            case (home, ast.Assign(_, ast.Call(maker))):
                return home.meaning(maker) == "spec.triple.Triple"
        return False

    def _check_words(self, module: Module, node: ast.FunctionDef, words: set[str], coins: bool) -> None:
        if coins and words & {"lru_cache", "cached_property"}:
            refuse(module.path, node, "coins are tossed once and remembered")
        if "sampler" in words and not coins:
            refuse(module.path, node, "a sampler without coins")


def _bare(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Subscript) else node


def translate(root: Path) -> dict[str, str]:
    """The text of every emitted file, from the Python source at `root`."""
    translation = Translation(root, (COQ / "Python.v").read_text(encoding="utf-8"))
    translation.sources.check_packages()
    translation.sources.check_assumed(ASSUMED)
    return {name: translation.file(name) for name in UNITS}
