"""A target in a process of its own: whatever its code does, every question has an answer."""

import itertools
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Self, TypeVar

from proofs.targets import reading
from proofs.targets.child import BROKE_THE_PROTOCOL, GAVE_NO_ANSWER, Child, Dead, Limits
from proofs.targets.names import BadTarget, Name
from proofs.targets.reading import About
from proofs.targets.target import (
    GIVEN_UP,
    Answer,
    ContractLaw,
    Died,
    Forecast,
    Led,
    Reached,
    Run,
    Trouble,
    Walk,
    one_by_one,
)
from proofs.targets.turns import TURNS
from proofs.targets.worker.values import OUT_OF_MEMORY, Json, encode
from proofs.targets.writing import encoded, input_of

T = TypeVar("T")

SLICE = 1.0
"""Seconds after which a worker answers with what it has: the rest is asked for again."""


class ProcessTarget:
    """Other people's code, loaded when first asked and loaded again after each death; used as a context, it ends."""

    def __init__(
        self,
        name: Name,
        python: str = sys.executable,
        limits: Limits | None = None,
        sought: Sequence[str] = (),
        is_led: bool = True,
    ) -> None:
        """`describe` looks for functions that are `sought`. Unless it `is_led`, nothing is replaced, or walked."""
        self.name = name
        self.python = python
        self.limits = limits or Limits()
        self.sought = tuple(sought)
        self.is_led = is_led
        self.generation = 0
        """How many processes there have been: what was made in an earlier one is gone."""
        self._child: Child | None = None
        self._about: About | None = None
        self._deaths = 0
        self._handles = itertools.count()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def renew(self) -> None:
        """Go on in a new process, if there was one: what was made is made again there."""
        if self._child is not None:
            self.close()
            with suppress(Dead, BadTarget):  # whoever asks next is told
                self.ready()

    def turn_to(self, name: Name) -> None:
        """Ask another factory from now on; a library that has one of ours need not be loaded again."""
        if self._child is not None and name != self.name:
            with suppress(Dead):
                if name.kind != "builtin" or self.ask(["turn", name.factory], self.limits.seconds, bool):
                    self.close()
        self.name, self._deaths = name, 0

    @property
    def spent(self) -> float:
        """The processor time that the process has used, in seconds."""
        return self._child.spent if self._child else 0.0

    @property
    def alive(self) -> bool:
        """Whether there is a process."""
        return self._child is not None

    def describe(self) -> About:
        """What the target is; raises BadTarget if it cannot be loaded."""
        if self._about is None:
            try:
                self._start()
            except Dead as death:
                raise BadTarget(f"{self.name.text}, while it was loaded, {death}") from death
        assert self._about is not None
        return self._about

    def make(self, arguments: Mapping[str, object]) -> "ProcessMade | Trouble":
        """Call the factory; raises BadTarget if the target was never loaded and cannot be."""
        made = ProcessMade(self, next(self._handles), encoded(arguments))
        try:
            return made.remade() or made
        except Dead as death:
            return Died(str(death))

    def mapped(self, cases: Sequence[tuple[Mapping[str, object], object]]) -> Sequence[tuple[bool, Answer]]:
        """Call the factory for each case and ask for the bound: was it made, and what came; few lines do for many."""
        found: list[tuple[bool, Answer]] = []
        while len(found) < len(cases):
            left: list[Json] = [[encoded(arguments), encode(d_in)] for arguments, d_in in cases[len(found) :]]
            try:
                more = self.ask(["maps", left, SLICE], self.limits.seconds, reading.read_maps)
            except Dead:
                more = [*one_by_one(self, cases[len(found) :])]
            assert isinstance(more, list)
            found += more
        return found

    def places(self, arguments: Mapping[str, object]) -> Mapping[str, str]:
        """`file:line` of the `invoke` and the `map` that the factory makes, where they are known."""
        made = self.make(arguments)
        return made.places if isinstance(made, ProcessMade) else {}

    def ask(self, request: list[Json], seconds: float, read: Callable[[Json], T]) -> T | Trouble:
        """Put a request to the process, to a new one if the last has died, and read what it answers.

        After some deaths the target is given up. One that answers what cannot be read is dead, too.
        """
        child = self.ready()
        try:
            with TURNS.passed():
                answer = child.ask(request, seconds)
            if isinstance(answer, dict) and "Died" in answer:
                raise Dead(OUT_OF_MEMORY)
            try:
                return reading.read_trouble(answer) if isinstance(answer, dict) else read(answer)
            except Exception as error:
                raise Dead(BROKE_THE_PROTOCOL) from error
        except BaseException as reason:
            if isinstance(reason, Dead):
                self._deaths += self.limits.slow if str(reason).startswith((OUT_OF_MEMORY, GAVE_NO_ANSWER)) else 1
            self.close()
            raise

    def ready(self) -> Child:
        """A process that has loaded the target."""
        if self._deaths >= self.limits.deaths:
            raise Dead(f"{GIVEN_UP} after too many deaths")
        try:
            return self._child or self._start()
        except BadTarget as error:
            if self._about is None:
                raise
            self._deaths += 1
            raise Dead(f"could not be loaded again: {error}") from error
        except Dead:
            self._deaths += 1
            raise

    def _start(self) -> Child:
        try:
            child = Child(self.python, self.limits.memory, self.is_led)
        except OSError as error:
            raise BadTarget(f"{self.python} cannot be run: {error.strerror}") from error
        try:
            request: list[Json] = ["load", self.name.kind, self.name.where, self.name.factory, [*self.sought]]
            with TURNS.passed():
                answer = child.ask(request, self.limits.loading)
            self._about = reading.read_about(answer)
        except BaseException:
            child.close()
            raise
        self._child = child
        self.generation += 1
        return child


@dataclass
class ProcessMade:
    """What the factory returned, by its number; it is made again in every new process."""

    target: ProcessTarget
    handle: int
    arguments: dict[str, Json]
    takes_draw: bool = False
    places: Mapping[str, str] = field(default_factory=dict)
    _generation: int = 0

    def invoke(self, x: object) -> Answer:
        """Release once."""
        return self._asked(reading.read_answer, ["invoke", self.handle, input_of(x)])

    def map(self, d_in: object) -> Answer:
        """Ask for the bound at a distance."""
        return self._asked(reading.read_answer, ["map", self.handle, encode(d_in)])

    def replay(self, x: object, tape: Sequence[int]) -> Answer:
        """Release once on these coins."""
        return self._asked(reading.read_answer, ["replay", self.handle, input_of(x), [*tape]])

    def series(self, x: object, count: int, other: object = None) -> Sequence[Answer]:
        """Release `count` times, of two inputs by turns; the answers end with the trouble if there is any."""
        answers: list[Answer] = []
        inputs = [input_of(x), input_of(x if other is None else other)]
        while len(answers) < count:
            by_turns = inputs[:: -1 if len(answers) % 2 else 1]
            request: list[Json] = ["series", self.handle, *by_turns, count - len(answers), SLICE]
            more = self._asked(reading.read_answers, request)
            if not isinstance(more, list):
                return [*answers, more]
            answers += more
        return answers

    def sample(self, x: object, count: int) -> Sequence[tuple[Answer, int]]:
        """Release `count` times: each distinct answer and how often it came."""
        counts: Counter[str] = Counter()
        answers: dict[str, Answer] = {}
        while counts.total() < count:
            request: list[Json] = ["sample", self.handle, input_of(x), count - counts.total(), SLICE]
            more = self._asked(reading.read_tally, request)
            for answer, often in more if isinstance(more, list) else [(more, 1)]:
                answers[repr(answer)] = answer  # 1 and True are equal, and not the same answer
                counts[repr(answer)] += often
            if not isinstance(more, list):
                break
        return [(answers[text], often) for text, often in counts.items()]

    def walk(self, x: object, missing: Fraction, most: int) -> Walk | Trouble:
        """Measure the law of the output at the coins, all but `missing` of it, or as much as `most` coins allow."""
        request: list[Json] = ["walk", self.handle, input_of(x), str(missing), most]
        return self._asked(reading.read_walk, request, self.target.limits.walking)

    def foresee(self, x: object, missing: Fraction, work: int, plays: int, way: str) -> Forecast | Trouble:
        """Learn with so much work, in a way of `certifying`, to foretell the output from borrowed draws, and try it."""
        request: list[Json] = ["foresee", self.handle, input_of(x), work, str(missing), plays, way]
        return self._asked(reading.read_forecast, request, self.target.limits.walking)

    def lead(self, x: object, missing: Fraction, work: int, places: Sequence[int], plays: int) -> Led | Trouble:
        """Play what is foretold to end as some places of the foretold law do, so many times."""
        request: list[Json] = ["lead", self.handle, input_of(x), work, str(missing), [*places], plays]
        return self._asked(reading.read_led, request, self.target.limits.walking)

    def corners(self, x: object, first: bool = False) -> Sequence[Answer] | Trouble:
        """The outputs that come where every borrowed draw is extreme, or some of them at a `first` look."""
        return self._asked(
            reading.read_answers, ["corners", self.handle, input_of(x), first], self.target.limits.walking
        )

    def reach(self, x: object, wanted: Sequence[Answer], runs: Sequence[Run], work: int) -> Reached | Trouble:
        """Look with so much work for runs that end as is wanted, from some that did so on a like input."""
        told: list[Json] = [encode(answer) for answer in wanted]
        request: list[Json] = ["reach", self.handle, input_of(x), told, [[*run] for run in runs], work]
        return self._asked(reading.read_reached, request, self.target.limits.walking)

    def contract(self, x: object, most: int) -> ContractLaw | Trouble:
        """Measure the law of the output by contract, with `most` answers of samplers."""
        return self._asked(reading.read_contract, ["contract", self.handle, input_of(x), most])

    def forget(self) -> None:
        """Let the process drop the object."""
        if self.target.alive and self._generation == self.target.generation:
            self._asked(reading.read_answer, ["forget", self.handle])

    def remade(self) -> Trouble | None:
        """Call the factory in the present process, unless it was called there; trouble if it fails."""
        self.target.ready()
        if self._generation == self.target.generation:
            return None
        made = self.target.ask(["make", self.handle, {**self.arguments}], self.target.limits.seconds, reading.items_of)
        if not isinstance(made, list):
            return made
        self.takes_draw, (invoke, release_map) = bool(made[0]), map(str, made[1:])
        self.places = {"invoke": invoke, "map": release_map}
        self._generation = self.target.generation
        return None

    def _asked(self, read: Callable[[Json], T], request: list[Json], seconds: float | None = None) -> T | Trouble:
        try:
            trouble = self.remade()
            if trouble is not None:
                return trouble
            return self.target.ask(request, self.target.limits.seconds if seconds is None else seconds, read)
        except Dead as death:
            return Died(str(death))
