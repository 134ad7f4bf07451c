"""Rare outputs of exact samplers, which draw coins or small integers: can what comes rarely come at all?

No chance would show it. A run that releases an output is taken as a beginning where the output is a little rarer, and
so on, farther and farther out: a run that is found is a proof that the output can come. Where none is found, the law
is learnt with the program's states watched, and all of it but a small part of what is promised to the output must be
known, and none of it release it. The same must show the output on the close input, about as likely as it should be,
unless all runs are known one by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from impl.ball import Ball, ball, lower, precision
from proofs.conform.ask import Ask, Skip
from proofs.conform.ball_laws import BITS
from proofs.conform.checks.law_cases import PairCase
from proofs.conform.checks.privacy import claimed_by_the_map
from proofs.conform.checks.tail_cases import FAR, Tail
from proofs.conform.checks.walked import merged, promised_events
from proofs.conform.checks.walked_law import Event
from proofs.conform.clauses import PRIVACY_TAILS
from proofs.conform.pool import Bench, indices
from proofs.conform.promised_law import Outcome
from proofs.conform.triples import Selection, Setting
from proofs.engine.statistics.loss import least_loss
from proofs.targets.target import Answer, Forecast, Made, Run, Trouble
from proofs.targets.worker.certifying import EXACT, WATCHED

SMALL, LARGER = 256, 2**16
"""Draws among no more have no cells to hide in; so many may yet be cut."""
WORK, ALL_WORK = 40_000, 400_000
"""Work that looks for one output on one input, and for all of a clause."""
WATCHING, UNFOLDED, WATCHED_LAWS = 800_000, 60_000, 4
"""Work that learns a law with its states watched, and without them; and how many are learnt."""
PART, CLOSE = 64, 8
"""This part of what is promised to an output may be missing where it is not found, and where it is."""
IMPOSSIBLE = Fraction(1, 2**100)
"""If no more is missing of a law all of whose runs are known, what was not found cannot come."""
SHOWN = Fraction(1, 2)
"""So much of what is promised must be found of an output where it comes."""
FAINTEST = Fraction(1, 2**34)
"""The rarest outputs of a contract that are looked for."""
LEVELS, SIDES = 2, 2
"""Outputs are looked for that are about so many times rarer than the last ones, and so many of them."""
INFINITE = "infinity"
UNDECIDED = "a rare output was looked for and not found, and it cannot be told whether it can come"


class Undecided(Skip):
    """A rare output was not found where it may yet come."""


@dataclass
class Rare:
    """Looks for rare outputs of a target, until the work is done."""

    bench: Bench
    ask: Ask
    left: int = ALL_WORK
    laws: int = WATCHED_LAWS
    _sought: dict[tuple[Setting, Any], list[Outcome]] = field(default_factory=dict)
    _runs: dict[tuple[Setting, Any], dict[Outcome, tuple[Run, ...]]] = field(default_factory=dict)

    def is_for(self, setting: Setting, x: Any, largest: int = SMALL) -> bool:
        """Whether all draws of some releases are among few, so that nothing hides in them."""
        found = self._made(setting).reach(x, [], [], 0)
        return not isinstance(found, Trouble) and 1 < found.finest <= largest

    def _reached(self, setting: Setting, x: Any, event: Outcome, runs: Sequence[Run]) -> tuple[Run, ...]:
        """Runs that release an output, looked for from others that nearly do; skip where no work is left."""
        if self.left <= 0:
            raise Skip
        self.ask.go_on(f"{PRIVACY_TAILS.name}: looking for rare outputs")
        found = self._made(setting).reach(x, [self._answer(event)], runs, WORK)
        if isinstance(found, Trouble):
            raise Skip
        self.left -= found.work
        for answer, run in found.ends:
            seen = indices(self.bench.triple, answer)
            if seen is not None:
                self._runs.setdefault((setting, x), {}).setdefault(seen, (run,))
        return found.runs

    def lost(self, case: Tail | PairCase) -> tuple[str, dict[str, str]]:
        """What a pair says if an output is lost between its inputs, as runs tell that are led to it."""
        try:
            return self._trailing(case) if isinstance(case, Tail) else self._stated(case)
        except Skip as why:
            raise Undecided from why

    def _trailing(self, tail: Tail) -> tuple[str, dict[str, str]]:
        """The output falls behind, by a scale at a time, and where it is lost by half of one."""
        lead, step = 0, 2
        runs: Sequence[Run] = ()
        while lead < FAR:
            found = self._reached(tail.setting, tail.x(lead + step), tail.event, runs)
            if found:
                runs, lead = found, lead + step
            elif step > 1:
                step = 1
            else:
                return self._between(PairCase(tail.setting, 1.0, tail.x(lead), tail.x(lead + 1), ""), tail.event)
        return "", {}

    def _between(self, case: PairCase, event: Outcome) -> tuple[str, dict[str, str]]:
        """What a pair says, between whose inputs an output is lost; skip where that cannot be told."""
        most, claimed = self._promised(case.setting, case.neighbour, event), claimed_by_the_map(self.bench, case)
        if claimed is None:
            raise Skip
        masses, missing = self._law(case.setting, case.neighbour, most / PART)
        if masses.get(event) or missing > most * SHOWN:
            raise Skip
        shown = f"{case.shown}: output {self.bench.triple.shown(event)}"
        if missing <= IMPOSSIBLE and self._never_comes(case.setting, case.neighbour, event):
            words = f"{shown} can come on the first and not on the second: an infinite loss"
            return words, {"loss": INFINITE, "d_in": repr(case.d_in), "claimed": repr(float(claimed))}
        promised = self._promised(case.setting, case.x, event)
        before, _ = self._law(case.setting, case.x, promised / CLOSE)
        p = before.get(event, Fraction(0))
        if p < promised * SHOWN:
            raise Skip
        on = f"{float(p):.8g}"
        words = f"{shown} has probability {on} on the first"
        numbers = {"d_in": repr(case.d_in), "claimed": repr(float(claimed)), "probability": on}
        missing = max(missing, IMPOSSIBLE)
        loss = least_loss(case.setting.measure, p, missing)
        if not loss > ball(claimed):
            raise Skip
        told, at_most = loss.str(8, radius=False), f"{float(missing):.4g}"
        words += f", and on the second no run releases it, of all but {at_most} of the law"
        return (
            f"{words}: a loss of at least {told}, above the claimed {float(claimed)!r}",
            {"loss at least": told, **numbers, "neighbour's at most": at_most},
        )

    def _stated(self, case: PairCase) -> tuple[str, dict[str, str]]:
        """An output that is lost between the inputs of a contract, if there is any."""
        here, there = (self._climbed(case.setting, x) for x in case.both)
        sizes = self._sizes(case.setting, case.x)
        for event in sorted(here, key=lambda event: -sizes.get(event, Fraction(0))):
            if event in there or event not in sizes:
                continue
            if not self._comes(case.setting, case.neighbour, event, here[event]):
                return self._between(case, event)
        return "", {}

    def _climbed(self, setting: Setting, x: Any) -> dict[Outcome, tuple[Run, ...]]:
        """Outputs that can come, ever rarer ones, and all where the first was not found."""
        key = setting, x
        found = self._runs.setdefault(key, {})
        rows = [] if key in self._sought else _by_rarity(self._sizes(setting, x))
        for place, row in enumerate(rows):
            if not all(self._comes(setting, x, event) for event in row[:SIDES]):
                for event in [event for near in rows[max(place - 1, 0) : place + 1] for event in near]:
                    self._comes(setting, x, event)
                break
        return found

    def _comes(self, setting: Setting, x: Any, event: Outcome, runs: Sequence[Run] = ()) -> bool:
        """Whether an output was found, or is now, from some runs and from those to the last that were sought."""
        found = self._runs.setdefault((setting, x), {})
        sought = self._sought.setdefault((setting, x), [])
        if event not in found:
            near = [found[other][0] for other in sought[: -2 * SIDES - 1 : -1]]
            self._reached(setting, x, event, [*runs, *near])
        if event in found:
            sought.append(event)
        return event in found

    def _sizes(self, setting: Setting, x: Any) -> dict[Outcome, Fraction]:
        """How likely outputs are at least that are not too rare."""
        promised, _ = promised_events(self.bench.triple, setting, x)
        with precision(BITS):
            sizes = {event: lower(p) for event, p in promised.items() if event is not None}
        return {event: size for event, size in sizes.items() if size >= FAINTEST}

    def _promised(self, setting: Setting, x: Any, event: Outcome) -> Fraction:
        promised: Ball = promised_events(self.bench.triple, setting, x)[0].get(event, ball(0))
        with precision(BITS):
            least = lower(promised)
        if least <= 0:
            raise Skip
        return least

    def _law(self, setting: Setting, x: Any, missing: Fraction) -> tuple[dict[Event, Fraction], Fraction]:
        """The law as it is watched, and what is missing of it; skip where draws hide something."""
        if not self.laws:
            raise Skip
        self.laws -= 1
        self.ask.go_on(f"{PRIVACY_TAILS.name}: a law is watched")
        found = self._made(setting).foresee(x, missing, WATCHING, 0, WATCHED)
        if not isinstance(found, Forecast) or found.reason or not found.whole or not found.steady:
            raise Skip
        return merged(self.bench.triple, found.branches), found.missing

    def _never_comes(self, setting: Setting, x: Any, event: Outcome) -> bool:
        """Whether all runs are known, without any states that are taken to be one, and none releases an output."""
        found = self._made(setting).foresee(x, IMPOSSIBLE, UNFOLDED, 0, EXACT)
        if not isinstance(found, Forecast) or not found.whole or not found.steady or found.missing > IMPOSSIBLE:
            return False
        return not merged(self.bench.triple, found.branches).get(event)

    def _made(self, setting: Setting) -> Made:
        made = self.bench.made(self.bench.first, setting)
        if isinstance(made, Trouble):
            raise Skip
        return made

    def _answer(self, event: Outcome) -> Answer:
        triple = self.bench.triple
        return event if isinstance(triple, Selection) and triple.indices else event[0]


def _by_rarity(sizes: Mapping[Outcome, Fraction]) -> list[list[Outcome]]:
    """Outputs that are about as likely, the rarest of them first, likely ones before rare ones."""
    rows: list[list[Outcome]] = []
    highest = Fraction(0)
    for event in sorted(sizes, key=lambda event: (-sizes[event], str(event))):
        if not rows or sizes[event] * LEVELS < highest:
            rows.append([])
            highest = sizes[event]
        rows[-1].insert(0, event)
    return rows
