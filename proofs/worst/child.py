"""The inside of the process in which other people's mechanisms live: load, make, measure, answer with plain data."""

import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from proofs.engine.law import Failure, Law, Unfinished, at_the_coins, by_contract
from spec.space import AtomDomain, AtomType, LInfDistance, Measure, RangeDistance, VectorDomain

ANSWERS, COINS = 20_000, 200_000
MISSING = Fraction(1, 1 << 20)
"""How far a law is measured."""


class Broken(Exception):
    """The target cannot be loaded, made or measured."""


@dataclass(frozen=True)
class Setting:
    """What a factory is called with, besides n and k."""

    target: str
    metric: LInfDistance | RangeDistance
    measure: Measure
    scale: float

    def arguments(self, n: int, k: int, atom: AtomType) -> dict[str, object]:
        """The triple's parameters by name, for scores of this type."""
        return {
            "input_domain": VectorDomain(AtomDomain(atom), n),
            "input_metric": replace(self.metric, T=atom),
            "privacy_measure": self.measure,
            "k": k,
            "scale": self.scale,
            "temperature": self.scale,
            "negate": False,
            "optimize": "max",
        }


def serve(setting: Setting, line: Connection) -> None:
    """The life of the child: answer until the line is closed, and say nothing on the terminal."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    bench = Bench(setting)
    with suppress(EOFError, OSError):
        while True:
            line.send(bench.answer(*line.recv()))


class Bench:
    """The target, loaded once and made once for each n and k."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._factory: Callable[..., Any] | None = None
        self._made: dict[tuple[int, int], Any] = {}
        self._contract = True
        self._atom: AtomType = Fraction

    def answer(self, what: str, n: int, k: int, detail: Any = None) -> tuple[bool, object]:
        """Whether there is an answer, and the answer or what is wrong, in one line."""
        try:
            match what:
                case "law":
                    return True, self.law(n, k, detail)
                case "claim":
                    return True, _plain(self.made(n, k).map(self.number(detail)))
                case _:
                    return True, self.place(n, k)
        except Broken as error:
            return False, _one_line(str(error))
        except BaseException as error:
            return False, _one_line(f"{type(error).__name__}: {error}")

    @property
    def factory(self) -> Callable[..., Any]:
        """The target's factory."""
        if self._factory is None:
            self._factory = load(self.setting.target)
        return self._factory

    def made(self, n: int, k: int) -> Any:
        """What the factory makes of those of the parameters that it names."""
        if (n, k) not in self._made:
            named = inspect.signature(self.factory).parameters
            arguments = self.setting.arguments(n, k, self._atom)
            self._made[n, k] = self.factory(**{name: arguments[name] for name in named if name in arguments})
        return self._made[n, k]

    def place(self, n: int, k: int) -> str:
        """`file:line` of the factory; refused if it runs neither on fractions nor on floats."""
        refusal = self._refusal(n, k)
        if refusal is not None:
            self._atom = float
            self._made.clear()
            if self._refusal(n, k) is not None:
                raise Broken(refusal)
        code = inspect.unwrap(self.factory)
        return f"{inspect.getsourcefile(code)}:{inspect.getsourcelines(code)[1]}"

    def _refusal(self, n: int, k: int) -> str | None:
        """Why the target does not run on n equal scores, if it does not."""
        try:
            law = self.law(n, k, (Fraction(0),) * n)
        except Broken:
            raise
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        errors = [f"{o[1]}: {o[2]}" for o in law.outcomes() if isinstance(o, tuple) and o[:1] == (_RAISED,)]
        return f"it does not run: {'; '.join(errors)}" if len(errors) == len(law.branches) else None

    def number(self, exact: Fraction) -> Fraction | float:
        """The number in the type that the target takes."""
        if self._atom is Fraction:
            return exact
        if Fraction(float(exact)) != exact:
            raise Broken(
                "it takes floats alone, and not all scores here are floats: let scale and distance be powers of two"
            )
        return float(exact)

    def law(self, n: int, k: int, x: tuple[Fraction, ...]) -> Law[Any]:
        """The exact law of what `invoke` releases, or its enclosure."""
        invoke, scores = self.made(n, k).invoke, [self.number(score) for score in x]
        if self._contract:
            try:
                return _with_plain_outcomes(by_contract(invoke, scores, most_draws=ANSWERS))
            except Unfinished:
                self._contract = False
        try:
            return _with_plain_outcomes(at_the_coins(invoke, scores, missing=MISSING, most_draws=COINS))
        except Unfinished as error:
            raise Broken(f"its law cannot be measured: {error}") from None


def load(target: str) -> Callable[..., Any]:
    """The factory that `path/to/file.py:factory` or `package.module:factory` names."""
    source, _, name = target.rpartition(":")
    if source.endswith(".py"):
        path = Path(source)
        if not path.is_file():
            raise Broken(f"there is no file {source}")
        sys.path.append(str(path.resolve().parent))
        found = importlib.util.spec_from_file_location("_target", path)
        assert found is not None
        assert found.loader is not None
        module = importlib.util.module_from_spec(found)
        sys.modules["_target"] = module
        found.loader.exec_module(module)
    else:
        sys.path.append(os.getcwd())
        module = importlib.import_module(source)
    factory = getattr(module, name, None)
    if not callable(factory):
        raise Broken(f"{source} has no factory {name}")
    return factory  # type: ignore[no-any-return]


_RAISED = "raised"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _with_plain_outcomes(law: Law[Any]) -> Law[Any]:
    return Law(tuple((_plain(outcome), weight) for outcome, weight in law.branches), law.missing)


def _plain(value: object) -> object:
    """A value that can be understood without the target's own classes."""
    match value:
        case Failure(error):
            return _RAISED, type(error).__name__, str(error)
        case tuple() | list():
            return tuple(_plain(part) for part in value)
        case _ if type(value) in (type(None), bool, int, float, str, Fraction):
            return value
        case _:
            return type(value).__name__, repr(value)
