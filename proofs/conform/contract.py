"""A triple as data: whoever states parameters, inputs, metric, measure, law and map can hold code against them."""

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any

from impl.ball import Ball, ball
from impl.registry import Setting
from proofs.conform.promised_law import (
    REST,
    NotALaw,
    Outcome,
    Promised,
    Weighted,
    listed,
    measured_exactly,
    nearly_measured,
)
from proofs.engine.law.nearly import Known
from proofs.targets.target import Answer
from spec.draw import Draw
from spec.space import Measure

Parameters = Mapping[str, object]
Exact = int | Fraction | float | Ball
"""A number that is exact, or enclosed as tightly as the working precision allows; a float must be infinite."""

MOST_INPUTS = 1024
"""So many inputs may be stated for one choice of parameters: each has a law, and any two of them a distance."""


class BadContract(ValueError):
    """What is stated is no contract."""


@contextmanager
def part(name: str) -> Iterator[None]:
    """Whatever goes wrong here is the fault of a part of a contract."""
    try:
        yield
    except (BadContract, NotALaw) as error:
        raise BadContract(f"{name}: {error}") from error
    except (Exception, SystemExit) as error:
        raise BadContract(f"{name}: {type(error).__name__}: {error}") from error


@dataclass(frozen=True)
class Stated(Setting):
    """One choice of the parameters of a contract, by name; two are the same if they are written alike."""

    values: Mapping[str, object] = field(default_factory=dict, compare=False)
    text: str = ""

    @property
    def place(self) -> str:
        """The parameters, as they are told of what goes wrong with them."""
        return f" at {self.text}" if self.text else ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Contract:
    """What a mechanism promises. Simple things come first in every sequence.

    `valid` are choices of the factory's parameters, by name; `refused`, which may be left out, are changes to the first
    of them that describe no mechanism. `inputs` are members of the domain on which laws are compared. `metric(x, y)` is
    the distance of two of them. `distances` are what the map is asked for. `measure` is what the map bounds. `output`
    is the type of what is released, or tells whether something can be. `law(x)` yields each output with its
    probability, a rational or a weight of `spec.weights`; what never ends is read until nearly all is there. Instead,
    `program(x, draw)` may draw coins and call the samplers of `impl.samplers`. `map(d_in)` is the bound: rational,
    infinite, or a ball.

    Every function but `output` gets those of the parameters, too, that it names. Numbers reach it exact: a float as a
    Fraction.

    `scaled_by` names the parameter that the noise is proportional to, for reports. `rivals` are laws by name that a
    wrong implementation may have instead: what it does is then called by that name.
    """

    name: str = ""
    valid: Sequence[Parameters] = ()
    refused: Sequence[Parameters] = ()
    inputs: Sequence[Any] | Callable[..., Iterable[Any]] = ()
    metric: Any = None
    distances: Sequence[float] = ()
    measure: Measure | Callable[..., Measure] | None = None
    output: type | Callable[[Any], bool] | None = None
    law: Callable[..., Weighted] | None = None
    program: Callable[..., object] | None = None
    map: Callable[..., Exact] | None = None
    scaled_by: str = ""
    rivals: Mapping[str, Callable[..., Weighted]] = field(default_factory=dict)
    _laws: dict[tuple[Setting, str, str], Promised] = field(default_factory=dict, init=False, repr=False)
    _need_not_end: list[bool] = field(default_factory=list, init=False, repr=False)
    _calls: Known = field(default_factory=dict, init=False, repr=False)
    _watching: list[Callable[[str], None]] = field(default_factory=list, init=False, repr=False)
    _events: dict[Setting, frozenset[Outcome]] = field(default_factory=dict, init=False, repr=False)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the factory's parameters."""
        return tuple(self.valid[0])

    @cached_property
    def settings(self) -> tuple[Stated, ...]:
        """The choices of parameters."""
        return tuple(map(self.stated, self.valid))

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that some choice is about."""
        return tuple(dict.fromkeys(setting.measure for setting in self.settings))

    def stated(self, values: Parameters) -> Stated:
        """One choice of parameters."""
        text = ", ".join(f"{name}={value!r}" for name, value in values.items())
        measure = called(self.measure, (), values) if callable(self.measure) else self.measure
        if not isinstance(measure, Measure):
            raise BadContract(f"it is {measure!r}, which is no measure of spec.space")
        return Stated(measure=measure, values=values, text=text)

    def changed(self, change: Parameters) -> Stated:
        """The first choice with something put over it."""
        values = {**self.valid[0], **change}
        text = ", ".join(f"{name}={value!r}" for name, value in change.items())
        return Stated(measure=self.settings[0].measure, values=values, text=text)

    def arguments(self, setting: Setting) -> Mapping[str, object]:
        """The factory's arguments."""
        assert isinstance(setting, Stated)
        return setting.values

    def written(self, setting: Setting) -> dict[str, str]:
        """The parameters, for reports."""
        return {name: repr(value) for name, value in self.arguments(setting).items()}

    def members(self, setting: Setting) -> tuple[Any, ...]:
        """The inputs that are tried with these parameters."""
        given = called(self.inputs, (), self.arguments(setting)) if callable(self.inputs) else self.inputs
        found = tuple(islice(given, MOST_INPUTS + 1))
        if len(found) > MOST_INPUTS:
            raise BadContract(f"there are more than {MOST_INPUTS:,}")
        return found

    def distance(self, setting: Setting, x: Any, y: Any) -> Fraction | float:
        """How far apart two inputs are."""
        measured_by = getattr(self.metric, "distance", self.metric)
        found = called(measured_by, (exactly(x), exactly(y)), self.arguments(setting))
        if wrong := what_is_wrong(found):
            raise BadContract(f"of {x!r} and {y!r} it is {found!r}, which is {wrong}")
        return found if found == math.inf else Fraction(found)

    def combinations(self) -> Iterator[tuple[Stated, Any]]:
        """Every choice of parameters with every input, the simple ones first."""
        yield from _by_turns([(setting, self.members(setting)) for setting in self.settings])

    def pairs(self) -> Iterator[tuple[Stated, float, Any, Any]]:
        """Every choice of parameters with every pair of inputs, and the least distance that is asked for it."""
        yield from (
            (setting, d_in, x, y)
            for setting, (d_in, x, y) in _by_turns([(setting, self._close(setting)) for setting in self.settings])
        )

    def _close(self, setting: Stated) -> Sequence[tuple[float, Any, Any]]:
        members = self.members(setting)
        found = []
        for place, x in enumerate(members):
            for y in members[:place]:
                apart = self.distance(setting, x, y)
                within = [d_in for d_in in sorted(self.distances) if 0 < apart <= Fraction(d_in)]
                found += [(within[0], y, x), (within[0], x, y)] if within else []
        return found

    def bound(self, setting: Setting, d_in: Fraction) -> Exact:
        """What the map promises at a distance."""
        assert self.map is not None
        found: Exact = called(self.map, (d_in,), self.arguments(setting))
        return found

    def enclosed_bound(self, setting: Setting, d_in: Fraction) -> Ball:
        """The same as a ball."""
        found = self.bound(setting, d_in)
        if isinstance(found, Ball):
            return found
        return Ball.pos_inf() if found == math.inf else ball(Fraction(found))

    def read(self, answer: Answer) -> Outcome | None:
        """The answer as an outcome, or None if it is nothing that can be released: what `output` fails on cannot."""
        try:
            return self._fitting(answer)
        except Exception:
            return None

    def _fitting(self, output: Any) -> Outcome | None:
        assert self.output is not None
        fits = type(output) is self.output if isinstance(self.output, type) else bool(self.output(output))
        return (output,) if fits else None

    def _yielded(self, output: Any) -> Outcome | None:
        with part(f"output of {output!r}"):
            return self._fitting(output)

    def shown(self, outcome: Outcome) -> str:
        """An outcome as it is released."""
        return repr(outcome[0])

    def promised(self, setting: Setting, x: Any, rival: str = "") -> Promised:
        """The law of the output on an input, or that of a rival."""
        key = setting, repr(x), rival
        if key not in self._laws:
            self._laws[key] = self._measured(self.arguments(setting), x, self.rivals[rival] if rival else self.law)
        return self._laws[key]

    @contextmanager
    def watched(self, watch: Callable[[str], None]) -> Iterator[None]:
        """Let somebody hear of laws that take long to measure."""
        self._watching.append(watch)
        try:
            yield
        finally:
            self._watching.pop()

    def _told(self, line: str) -> None:
        for watch in self._watching:
            watch(line)

    def events(self, setting: Setting) -> frozenset[Outcome]:
        """The outcomes that are likely enough on some input to be counted one by one."""
        if setting not in self._events:
            laws = (self.promised(setting, x).cells() for x in self.members(setting))
            self._events[setting] = frozenset(outcome for law in laws for outcome in law if outcome != REST)
        return self._events[setting]

    def _measured(self, parameters: Parameters, x: Any, law: Callable[..., Weighted] | None) -> Promised:
        if law is not None:
            return listed(called(law, (exactly(x),), parameters), self._yielded)
        program = self.program
        assert program is not None

        def release(draw: Draw) -> object:
            return called(program, (exactly(x),), parameters, draw=draw)

        found = None if self._need_not_end else measured_exactly(release, self._yielded)
        if found is None:
            self._need_not_end.append(True)
            return nearly_measured(release, self._yielded, self._calls, self._told)
        return found


def called(function: Callable[..., Any], places: Sequence[object], parameters: Parameters, **more: object) -> Any:
    """Call a function with those of the parameters that it names, as exact numbers."""
    taken = inspect.signature(function).parameters
    every = any(parameter.kind is parameter.VAR_KEYWORD for parameter in taken.values())
    by_name = {name: exactly(value) for name, value in parameters.items() if every or name in taken}
    return function(*places, **by_name, **more)


def exactly(value: Any) -> Any:
    """A finite float as a Fraction, also inside of tuples and lists; anything else as it is."""
    if type(value) is float and math.isfinite(value):
        return Fraction(value)
    return tuple(map(exactly, value)) if type(value) in (tuple, list) else value


def what_is_wrong(number: object) -> str:
    """Why a number is no distance and no bound; nothing if it may be one."""
    if not isinstance(number, int | float | Fraction) or number != number:
        return "no number"
    return "negative" if number < 0 else ""


def _by_turns(rows: Sequence[tuple[Stated, Sequence[Any]]]) -> Iterator[tuple[Stated, Any]]:
    """Every row's setting with each of its members, in the order of the places' sum."""
    places = [(i, j) for i, (_, members) in enumerate(rows) for j in range(len(members))]
    return ((rows[i][0], rows[i][1][j]) for i, j in sorted(places, key=sum))
