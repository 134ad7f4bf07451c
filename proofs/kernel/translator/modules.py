"""The Python modules as they stand, and what every name in them means."""

import ast
import builtins
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from proofs.kernel.translator.refusal import Refused, refuse

ROOMS = ("spec", "impl")
KEPT = 1_000
"""So many files and definitions are kept as they were read: a changed source is the same but for one file."""
REFLECTIVE = {"globals", "locals", "vars", "setattr", "delattr", "exec", "eval", "compile", "__import__"}
"""Builtins by which a program can change what names mean."""
HIDDEN = {"__dict__", "__globals__", "__code__", "__defaults__", "__setattr__", "__delattr__", "modules"}
"""Attributes by which it can do so."""

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Module:
    """One file: its path from the root, and its tree."""

    path: str
    tree: ast.Module

    @property
    def dotted(self) -> str:
        """The name under which Python imports it."""
        return dotted(self.path)

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        """What the module itself defines, each name once."""
        found: dict[str, Definition] = {}
        for node in self.tree.body:
            for name in _defined(self.path, node):
                if name in found or name in self.imported:
                    refuse(self.path, node, f"{name} is defined twice")
                assert isinstance(node, Definition)
                found[name] = node
        return found

    @cached_property
    def imported(self) -> dict[str, str]:
        """The dotted name of each thing that the module imports."""
        found: dict[str, str] = {}
        for node in self.tree.body:
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                if isinstance(node, ast.Import):
                    found[name] = alias.name if alias.asname else name
                elif node.level or node.module is None or alias.name == "*":
                    refuse(self.path, node, "not an import of names from a module")
                else:
                    found[name] = f"{node.module}.{alias.name}"
        return found

    @cached_property
    def foreign_stores(self) -> list[ast.Attribute]:
        """Where it changes an attribute of something that it imports."""
        return list(_foreign_stores(self))

    @cached_property
    def reflection(self) -> list[ast.expr]:
        """By what it may change the meaning of names."""
        return list(_reflection(self))

    @cached_property
    def stores(self) -> list[tuple[ast.AST, str]]:
        """What else may change a name or an attribute of something else, each with what is wrong about it."""
        return list(_stores(self))

    def meaning(self, node: ast.expr) -> str:
        """The dotted name of what a name, or an attribute of a module, stands for at the top of the module."""
        match node:
            case ast.Name(name):
                if name in self.definitions:
                    return f"{self.dotted}.{name}"
                if name in self.imported:
                    return self.imported[name]
                if hasattr(builtins, name):
                    return f"builtins.{name}"
                refuse(self.path, node, f"{name} is not known")
            case ast.Attribute(value, attribute):
                return f"{self.meaning(value)}.{attribute}"
            case _:
                refuse(self.path, node, "not a name")


class Sources:
    """The files of the project, read once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._modules: dict[str, Module] = {}

    def module(self, path: str) -> Module:
        """The module, after a look at all that could change what its names mean."""
        if path not in self._modules:
            module = self._read(path)
            for name in module.reflection:
                refuse(path, name, "a name may change its meaning")
            for node, what in module.stores:
                refuse(path, node, what)
            assert module.definitions is not None
            self._modules[path] = module
        return self._modules[path]

    def find(self, name: str) -> tuple[Module, Definition] | None:
        """The definition behind a dotted name, through imports from module to module; None if it is not ours."""
        where, _, last = name.rpartition(".")
        if where.partition(".")[0] not in ROOMS:
            return None
        path = where.replace(".", "/") + ".py"
        if not (self.root / path).is_file():
            return None
        module = self.module(path)
        if last in module.definitions:
            node = module.definitions[last]
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                refuse(path, node, f"{last} is defined together with other names")
            return module, node
        return self.find(module.imported[last]) if last in module.imported else None

    def check_packages(self) -> None:
        """Packages only group modules, and no module changes an attribute of another."""
        for room in ROOMS:
            for file in sorted((self.root / room).rglob("*.py")):
                module = self._read(file.relative_to(self.root).as_posix())
                if file.name == "__init__.py" and file.parent == self.root / room and _beyond_docstring(module.tree):
                    refuse(module.path, module.tree.body[-1], "a package that does more than group modules")
                for node in module.foreign_stores:
                    refuse(module.path, node, "an attribute of something else is changed")
                for name in module.reflection:
                    refuse(module.path, name, "a name may change its meaning")

    def check_assumed(self, assumed: dict[tuple[str, str], str]) -> None:
        """What is not translated but taken for granted is what it was when it was read."""
        for (path, name), digest in assumed.items():
            node = self.module(path).definitions.get(name)
            if node is None:
                raise Refused(f"{path}:1: error: {name} is assumed, not translated, and is not there")
            if (now := digest_of(node)) != digest:
                refuse(
                    path, node, f"{name} is assumed, not translated: read it again, then put {now} into the catalogue"
                )

    def _read(self, path: str) -> Module:
        try:
            return _parsed(path, (self.root / path).read_text(encoding="utf-8"))
        except OSError as error:
            raise Refused(f"{path}:1: error: {error.strerror}") from None
        except SyntaxError as error:
            raise Refused(f"{path}:{error.lineno}: error: {error.msg}") from None


@lru_cache(KEPT)
def _parsed(path: str, text: str) -> Module:
    """The module; nobody changes its tree."""
    return Module(path, ast.parse(text))


def dotted(path: str) -> str:
    """The name under which Python imports a file."""
    return path.removesuffix(".py").replace("/", ".")


@lru_cache(KEPT)
def digest_of(node: ast.AST) -> str:
    """The first digits of a digest of the code, without its comments, docstrings and layout."""
    bare = ast.parse(ast.unparse(node))
    for part in ast.walk(bare):
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(part, clean=False) is not None:
            part.body = part.body[1:] or [ast.Pass()]
    return hashlib.sha256(ast.unparse(bare).encode()).hexdigest()[:16]


def _defined(path: str, node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            return [name]
        case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
            return [name]
        case ast.Assign([ast.Tuple(targets)]) if all(isinstance(target, ast.Name) for target in targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant(str())):
            return []
    refuse(path, node, "a statement that may change what names mean")


def _beyond_docstring(tree: ast.Module) -> bool:
    return any(not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant) for node in tree.body)


def _is_harmless(node: ast.Attribute) -> bool:
    return node.attr == "__doc__" or _is_self(node.value)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _foreign_stores(module: Module) -> Iterator[ast.Attribute]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            base = node.value
            while isinstance(base, ast.Attribute):
                base = base.value
            if isinstance(base, ast.Name) and base.id in module.imported:
                yield node


def _stores(module: Module) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield node, "a name may change its meaning"
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and not _is_harmless(node):
            yield node, "an attribute of something else is changed"


def _reflection(module: Module) -> Iterator[ast.expr]:
    nodes = list(ast.walk(module.tree))
    own = {id(call.func) for call in nodes if isinstance(call, ast.Call) and call.args and _is_self(call.args[0])}
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in REFLECTIVE and node.id not in module.imported:
            yield node
        if isinstance(node, ast.Attribute) and node.attr in HIDDEN and id(node) not in own:
            yield node
