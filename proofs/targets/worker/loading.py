"""Find a target's factory in its own interpreter."""

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata, util
from importlib.machinery import ModuleSpec, PathFinder
from platform import python_implementation
from traceback import extract_tb
from types import ModuleType
from typing import Any

from .diverting_numpy import lead_numpy

PACKAGES = ("spec", "impl", "proofs")


@dataclass(frozen=True)
class Loaded:
    """A target's module, and the domains, metrics and measures that its factory is to be given."""

    module: ModuleType
    space: ModuleType
    library: str
    version: str
    path: str


class NotLoaded(Exception):
    """The target cannot be loaded: what is wrong and, if known, at which `file:line`."""

    def __init__(self, what: str, place: str = "") -> None:
        super().__init__(what)
        self.place = place


class Ours:
    """Finds noisymax's own packages for a target that has none of the same name; a mere folder is no package.

    Its own folder is not on the target's path: it may be full of libraries that are none of the target's.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self._alone = False

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """As the import system asks for it."""
        if name not in PACKAGES:
            return None
        theirs = None if self._alone else PathFinder.find_spec(name)
        return theirs if theirs and theirs.origin else PathFinder.find_spec(name, [self.root])

    def are_loaded(self) -> bool:
        """Whether the packages of these names, as far as the target has loaded them, are noisymax's own."""
        loaded = [(name, getattr(sys.modules[name], "__file__", None)) for name in PACKAGES if name in sys.modules]
        return all(file and os.path.realpath(file) == os.path.realpath(self._init(name)) for name, file in loaded)

    def wrote(self, function: Callable[..., object]) -> bool:
        """Whether a function comes from a file of noisymax's own packages."""
        code = getattr(function, "__code__", None)
        file = os.path.realpath(code.co_filename) if code else ""
        return any(file.startswith(os.path.join(os.path.realpath(self.root), name, "")) for name in PACKAGES)

    def _init(self, package: str) -> str:
        return os.path.join(self.root, package, "__init__.py")

    def import_module(self, name: str) -> ModuleType:
        """A module of noisymax: the one that the target would import, or one apart if that is not ours."""
        top = name.partition(".")[0]
        found = util.find_spec(top)
        if found and found.origin and os.path.samefile(found.origin, self._init(top)):
            return importlib.import_module(name)
        theirs = _take_out(top)
        self._alone = True
        try:
            return importlib.import_module(name)
        finally:
            self._alone = False
            _take_out(top)
            sys.modules.update(theirs)


class Led:
    """Has numpy's randomness led as soon as it is imported, by the target or by what the target imports."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        """As the import system asks for it."""
        found = PathFinder.find_spec(name, path) if name == "numpy.random" else None
        loader: Any = found and found.loader
        if loader:
            own = loader.exec_module

            def exec_module(module: ModuleType) -> None:
                own(module)
                lead_numpy()

            loader.exec_module = exec_module
        return found


def _take_out(top: str) -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name == top or name.startswith(f"{top}.")]
    return {name: sys.modules.pop(name) for name in names}


def interpreter() -> str:
    """The name and the version of this interpreter."""
    return f"{python_implementation()} {sys.version.split()[0]}"


def load(kind: str, where: str, ours: Ours) -> Loaded:
    """Import the target: a file, a module, or the built-in adapter of a library.

    A file may import what lies beside it, a module what lies where the user is.
    """
    sys.meta_path.insert(0, ours)
    if kind != "builtin":
        sys.meta_path.insert(0, Led())
    try:
        if kind == "file":
            sys.path.insert(0, os.path.dirname(where))
            module = _execute(where)
        elif kind == "module":
            sys.path.insert(0, os.getcwd())
            module = importlib.import_module(where)
        else:
            module = ours.import_module(f"proofs.targets.adapters.{where}")
        version = str(module.version()) if kind == "builtin" else _version(where)
    except BaseException as error:
        raise _reason(error, kind, where) from error
    library = where.partition(".")[0] if kind != "file" else os.path.basename(where)
    return Loaded(module, ours.import_module("spec.space"), library, version, module.__file__ or "")


def offered(module: ModuleType, names: Sequence[str]) -> list[str]:
    """Those of the names that are functions of the module."""
    return [name for name in names if callable(getattr(module, name, None))]


def factory_of(module: ModuleType, name: str) -> Callable[..., object]:
    """The function of this name."""
    factory: object = getattr(module, name, None)
    if not callable(factory):
        raise NotLoaded(f"{module.__file__ or module.__name__} has no function {name}")
    return factory


def parameters_of(factory: Callable[..., object] | None) -> list[str]:
    """The names of the parameters of a factory, as far as its signature tells."""
    try:
        return list(inspect.signature(factory).parameters) if factory else []
    except (TypeError, ValueError):
        return []


def _execute(path: str) -> ModuleType:
    name = "noisymax_target"
    spec = util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _version(module: str) -> str:
    """The version of the distribution that a module seems to belong to."""
    top = module.partition(".")[0]
    try:
        return metadata.version(top)
    except (metadata.PackageNotFoundError, ValueError):
        return str(getattr(sys.modules.get(top), "__version__", ""))


def _reason(error: BaseException, kind: str, where: str) -> NotLoaded:
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        return NotLoaded(f"{type(error).__name__}: {error.msg}", f"{error.filename}:{error.lineno}")
    if kind == "builtin":
        missing = isinstance(error, ModuleNotFoundError) and error.name == where
        why = f"{where} is not installed" if missing else f"the adapter of {where} does not load: {what}"
        return NotLoaded(f"{why} ({sys.executable})")
    if isinstance(error, ModuleNotFoundError) and error.name and f"{where}.".startswith(f"{error.name}."):
        return NotLoaded(f"there is no module {error.name}")
    frames = [frame for frame in extract_tb(error.__traceback__) if os.path.isabs(frame.filename)]
    ours = [frame for frame in frames if frame.filename == where] or frames[-1:]
    return NotLoaded(what, f"{ours[-1].filename}:{ours[-1].lineno}" if ours else "")


def mentions_numpy(path: str) -> bool:
    """Whether numpy must be led before the target imports it."""
    try:
        with open(path, "rb") as file:
            return b"numpy" in file.read()
    except OSError:
        return False


def defined_at(function: Any) -> str:
    """`file:line` of a function, as far as it is known."""
    code = getattr(inspect.unwrap(getattr(function, "__func__", function)), "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else ""


def takes_draw(invoke: Any) -> str:
    """How a function takes coins, as far as its signature tells."""
    try:
        parameter = inspect.signature(invoke).parameters.get("draw")
    except (TypeError, ValueError):
        return ""
    if parameter is None or parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
        return ""
    return "place" if parameter.kind is parameter.POSITIONAL_ONLY else "keyword"
