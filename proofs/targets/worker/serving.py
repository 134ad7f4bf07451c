"""What a worker does: the operations that it is asked for, each with its answer."""

import importlib
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .cells import Cells, Stopped
from .certifying import CORNERS, FIRST_CORNERS, FOLDED, Foreseen, foresee, in_the_corners
from .coins import walk_coins
from .diverting import DIVERSION
from .diverting_numpy import lead_numpy
from .engine import at_the_coins, by_contract
from .leading import Lead
from .loading import (
    Loaded,
    NotLoaded,
    Ours,
    defined_at,
    factory_of,
    interpreter,
    load,
    mentions_numpy,
    offered,
    parameters_of,
    takes_draw,
)
from .mentioning import mentioned
from .pools import OneByOne, Pools, are_read
from .reaching import reach
from .releasing import LARGEST_BATCH, Mechanism, Tape, fresh, released, tallied, told
from .remembering import Play
from .seeding import Seeds
from .values import Json, decode, encode, tell, tell_error, told_quickly
from .walking import Release

STOPPED = json.dumps(tell_error(Stopped()))
"""What a run leads to that is too long to be followed."""
SCRATCH = -1
"""The number of what is asked once and dropped."""
WATCHING, WATCHING_IN_VAIN = 200_000, 500_000
"""Work that watches the states of a program while it is learnt; and in all of those that it does not help to learn."""
NO_DRAW = "`invoke` takes no `draw`"


@dataclass
class Server:
    """The target's side of the line: every method but `answer` is an operation of the protocol."""

    ours: Ours
    loaded: Loaded | None = None
    builtin: bool = False
    factory: Callable[..., object] | None = None
    made: dict[int, Mechanism] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)
    """How many releases of each can be made between two looks at the clock."""
    foreseen: dict[tuple[int, str], Foreseen] = field(default_factory=dict, repr=False)
    watching: int = WATCHING_IN_VAIN

    def answer(self, request: list[Any]) -> Json:
        """Perform one operation."""
        operation, *arguments = request
        perform: Callable[..., Json] = getattr(self, f"do_{operation}")
        try:
            return perform(*arguments)
        except BaseException as error:
            return tell_error(error)

    def do_load(self, kind: str, where: str, factory: str | None, names: list[str]) -> Json:
        """Import the target, find its factory, and tell what it is and which of the names it has."""
        try:
            if kind == "file" and mentions_numpy(where):
                with suppress(BaseException):  # the target will say why
                    importlib.import_module("numpy")
            lead_numpy()
            self.loaded = load(kind, where, self.ours)
            self.builtin = kind == "builtin"
            self.factory = factory_of(self.loaded.module, factory) if factory else None
        except NotLoaded as error:
            return {"NotLoaded": [str(error), error.place]}
        about = [interpreter(), self.loaded.library, self.loaded.version, self.loaded.path]
        offers: list[Json] = [*offered(self.loaded.module, names)]
        parameters: list[Json] = [*parameters_of(self.factory)]
        return [*about, offers, parameters]

    def do_turn(self, factory: str) -> Json:
        """Find another factory of what is loaded."""
        assert self.loaded is not None
        self.factory, self.made = factory_of(self.loaded.module, factory), {}
        return None

    def do_make(self, handle: int, arguments: dict[str, Json]) -> Json:
        """Call the factory, and keep what it returns."""
        assert self.loaded is not None
        assert self.factory is not None
        values = {name: decode(value, self.loaded.space) for name, value in arguments.items()}
        made: Any = self.factory(**values)
        missing = [name for name in ("invoke", "map") if not callable(getattr(made, name, None))]
        if missing:
            return {"Odd": f"{type(made).__name__} without {' and '.join(missing)}"}
        self.made[handle] = Mechanism(made, takes_draw(made.invoke))
        self.foreseen = {key: found for key, found in self.foreseen.items() if key[0] != handle}
        return [bool(self.made[handle].takes_draw), defined_at(made.invoke), defined_at(made.map)]

    def do_maps(self, cases: list[tuple[dict[str, Json], Json]], seconds: float) -> Json:
        """Make each case, ask for the bound and keep nothing, until the seconds are over: was it made, what came."""
        deadline = time.monotonic() + seconds
        told: list[Json] = []
        for arguments, d_in in cases:
            made: Json = self.answer(["make", SCRATCH, arguments])
            is_made = isinstance(made, list)
            told.append([is_made, self.answer(["map", SCRATCH, d_in]) if is_made else made])
            if time.monotonic() > deadline:
                break
        self.made.pop(SCRATCH, None)
        return told

    def do_forget(self, handle: int) -> Json:
        """Drop what was made."""
        self.made.pop(handle, None)
        return None

    def do_invoke(self, handle: int, x: Json) -> Json:
        """Release once."""
        return tell(self.made[handle].made.invoke(self._value(x)))

    def do_map(self, handle: int, d_in: Json) -> Json:
        """Ask for the bound at a distance."""
        return tell(self.made[handle].made.map(self._value(d_in)))

    def do_series(self, handle: int, x: Json, other: Json, count: int, seconds: float) -> Json:
        """Release two inputs by turns, until the seconds are over, and tell the answers in order."""
        made, values = self.made[handle].made, [self._value(x), self._value(other)]
        deadline = time.monotonic() + seconds
        answers: list[Json] = []
        while len(answers) < count and time.monotonic() <= deadline:
            answers += map(told, released(made.invoke, values[len(answers) % 2], 1))
        return answers

    def do_sample(self, handle: int, x: Json, count: int, seconds: float) -> Json:
        """Release some times, at least once, until the seconds are over, and tell how often each answer came."""
        value = self._value(x)
        deadline = time.monotonic() + seconds
        tally: Counter[str] = Counter()
        size = self.sizes.get(handle, 1)
        while count:
            began = time.monotonic()
            size = min(size, count)
            for answer, often in tallied(self._batch(handle, value, size)):
                tally[answer] += often
            count -= size
            ended = time.monotonic()
            if ended > deadline:
                break
            pace = (ended - began) / size
            size = max(1, min(2 * size, LARGEST_BATCH, int((deadline - ended) / 4 / (pace + 1e-9))))
            self.sizes[handle] = size
        return [[json.loads(answer), often] for answer, often in tally.items()]

    def do_walk(self, handle: int, x: Json, missing: str, most: int | None = None) -> Json:
        """Measure the law of the output at the coins that it takes, on `most` of them."""
        if not self.made[handle].takes_draw:
            return [[], encode(Fraction(1)), NO_DRAW]
        found = walk_coins(self._release(handle, x), Fraction(missing), at_the_coins(self.ours, most), most)
        return [_branches(found.masses), encode(found.missing), found.reason]

    def do_foresee(self, handle: int, x: Json, work: int, missing: str, plays: int, way: str) -> Json:
        """Learn to foretell the output from its coins or borrowed draws, unless learnt, and play up to `plays`."""
        key, play = (handle, json.dumps([x, way, work])), self._play(handle, x)
        lead_numpy()
        if key not in self.foreseen:
            numbers = mentioned(self.made[handle].made)
            seeds = Seeds(lambda: DIVERSION.small_seeds)
            watching = 0 if self.made[handle].pooled[json.dumps(x)] else min(WATCHING, self.watching)
            found = foresee(play, work, Fraction(missing), way, numbers, watching)
            self.foreseen[key], self.watching = found, self.watching - found.in_vain
            found.reason = found.reason and seeds.reason(found.reason, play)
        found = self.foreseen[key]
        since = found.since
        if found.root is not None and plays > since.plays:
            since.add(play, found.root, plays - since.plays, found.chance)
        outcomes = {**since.came, **since.stayed_away}
        surprises: list[Json] = [
            [json.loads(outcome), since.came.get(outcome, 0), since.stayed_away.get(outcome, 0)] for outcome in outcomes
        ]
        told: list[Json] = [_branches(found.masses), encode(found.missing), found.whole, found.reason]
        known: list[Json] = [since.plays, since.otherwise, surprises, encode(found.rough), found.steady, found.work]
        return [*told, *known, found.folded]

    def do_lead(self, handle: int, x: Json, work: int, missing: str, places: list[int], plays: int) -> Json:
        """Tell how likely the outcomes at these places of the law are foretold to be, and how often led plays agree."""
        self.do_foresee(handle, x, work, missing, 0, FOLDED)
        found = self.foreseen[handle, json.dumps([x, FOLDED, work])]
        if found.root is None:
            return [encode(Fraction(0)), 0]
        outcomes = [*found.masses]
        lead = Lead(found.root, {outcomes[place] for place in places})
        return [encode(lead.mass), lead.plays(self._play(handle, x), plays, found.chance)]

    def do_corners(self, handle: int, x: Json, first: bool = False) -> Json:
        """Tell which outputs come where every draw is extreme, or some of them at a `first` look."""
        outcomes = in_the_corners(self._play(handle, x), FIRST_CORNERS if first else CORNERS)
        return [json.loads(outcome) for outcome in sorted(outcomes)]

    def do_reach(self, handle: int, x: Json, wanted: list[Json], runs: list[list[int]], work: int) -> Json:
        """Look for runs that end as is wanted, from such as did so on a like input."""
        found = reach(self._play(handle, x), {json.dumps(outcome) for outcome in wanted}, runs, work)
        ends: list[Json] = [[json.loads(outcome), [*run]] for outcome, run in found.ends.items()]
        return [[[*run] for run in found.runs], ends, found.finest, found.work]

    def do_contract(self, handle: int, x: Json, most: int) -> Json:
        """Measure the law of the output by the contracts of the samplers that it calls, with `most` answers of them."""
        if not self.made[handle].takes_draw:
            return [[], NO_DRAW]
        branches, reason = by_contract(self.ours, self._release(handle, x), most)
        return [[[json.loads(outcome), *weight] for outcome, weight in branches], reason]

    def do_replay(self, handle: int, x: Json, tape: list[int]) -> Json:
        """Release once on these coins."""
        return tell(self.made[handle].release(self._value(x), Tape(tape)))

    def _release(self, handle: int, x: Json) -> Release:
        mechanism, value = self.made[handle], self._value(x)

        def release(draw: object) -> str:
            try:
                return told_quickly(mechanism.release(fresh(value), draw))
            except BaseException as error:
                return json.dumps(tell_error(error))

        return release

    def _play(self, handle: int, x: Json) -> Play:
        mechanism, value, key = self.made[handle], self._value(x), json.dumps(x)
        release = mechanism.release if mechanism.takes_draw else mechanism.borrow

        def play(cells: Cells, pools: Pools | None) -> str:
            DIVERSION.pools = pools
            try:
                outcome = told_quickly(release(fresh(value), cells))
            except BaseException as error:
                outcome = json.dumps(tell_error(error))
            return STOPPED if cells.stopped else outcome

        if key not in mechanism.pooled:
            mechanism.pooled[key] = are_read(play)
        return (lambda cells: play(cells, OneByOne())) if mechanism.pooled[key] else lambda cells: play(cells, None)

    def _value(self, data: Json) -> object:
        assert self.loaded is not None
        return decode(data, self.loaded.space)

    def _batch(self, handle: int, x: object, count: int) -> Sequence[object]:
        made = self.made[handle].made
        if self.builtin and hasattr(made, "sample"):
            with suppress(BaseException):  # one by one, the errors show
                return list(made.sample(fresh(x), count))
        return released(made.invoke, x, count)


def _branches(masses: dict[str, Fraction]) -> list[Json]:
    return [[json.loads(outcome), encode(mass)] for outcome, mass in masses.items()]
