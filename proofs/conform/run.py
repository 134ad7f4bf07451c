"""A target held against a triple, from its name to a verdict on every clause."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field

from proofs.conform.ask import Ask
from proofs.conform.clauses import (
    CLAUSES,
    ERRORS_CLOSE,
    LAW_COINS,
    LAW_SAMPLED,
    MAP_SOUND,
    ORDER,
    PRIVACY_COINS,
    PRIVACY_SAMPLED,
    PRIVACY_TAILS,
    SHAPE,
)
from proofs.conform.contract import Contract
from proofs.conform.contract_file import contract_named
from proofs.conform.known_laws import OTHER
from proofs.conform.model import Clause, Failure, Kind, Outcome, Verdict
from proofs.conform.session import DRAWERS, EFFORTS, conform
from proofs.conform.triples import TRIPLES, Selection, Setting
from proofs.targets.names import BadTarget, Name, defined_at, factories, from_here, is_beside, parse
from proofs.targets.process import ProcessTarget
from proofs.targets.reading import About

PROCESSES = 3 + DRAWERS
"""One for each lane of exact checks that run side by side, and those to draw in."""
GUARD = 40
"""A run that takes so many minutes, and so many times the processor time of its draws, is given up: nothing is said."""

ESSENTIAL = (ERRORS_CLOSE, MAP_SOUND, LAW_SAMPLED, PRIVACY_SAMPLED, SHAPE)

BREAKS_PRIVACY = (MAP_SOUND, PRIVACY_COINS, PRIVACY_TAILS, PRIVACY_SAMPLED, ERRORS_CLOSE)
"""Clauses that fail only if parameters and inputs that are allowed lose more than is said."""

ALIASES = {("opendp", "make_report_noisy_max_gumbel"): OTHER}
"""Deprecated functions that a library kept as another name for a mechanism with the same guarantee. When a library is
held against all that it offers, that other mechanism is noted and fails nothing; `--triple` holds it to the letter."""


@dataclass(frozen=True)
class Request:
    """What a run is asked for: `only` is the name of a clause, or of one of its cases, `clause#7`."""

    effort: str = "standard"
    kind: Kind | None = None
    only: str | None = None

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses that are asked for."""
        if self.only is not None:
            clause = _clause(self.only.partition("#")[0])
            if self.kind not in (None, clause.kind):
                raise BadTarget(f"{clause.name} is of the {clause.kind.value}, and the {self.kind.value} is asked for")
            return (clause,)
        return tuple(clause for clause in CLAUSES if self.kind in (None, clause.kind))

    @property
    def number(self) -> int | None:
        """The one case that is asked for."""
        _, sharp, number = (self.only or "").partition("#")
        if sharp and not number.isdecimal():
            raise BadTarget(f"{self.only!r} is not a case: a case is a clause and a number, such as map.sound#7")
        return int(number) if sharp else None


@dataclass(frozen=True)
class Held:
    """What came of holding one target against one triple."""

    name: Name
    triple: str
    contract: Contract
    stated: str
    """What the user calls the triple."""
    python: str
    about: About
    request: Request
    verdicts: tuple[Verdict, ...]
    seconds: float
    places: Mapping[str, str] = field(default_factory=dict)

    def place_of(self, clause: Clause) -> str:
        """`file:line` of what a clause is about: the map, the release or the factory."""
        return place_of(clause, self.place, self.places)

    @property
    def conforms(self) -> bool:
        """No clause failed."""
        return all(found.outcome is not Outcome.FAILED for found in self.verdicts)

    @property
    def unheld(self) -> list[str]:
        """Clauses without which nothing can be said, and of which nothing could be asked."""
        return [f.clause.name for f in self.verdicts if f.outcome is Outcome.SKIPPED and f.clause in ESSENTIAL]

    @property
    def unchecked(self) -> dict[str, str]:
        """The clauses of which nothing was found and not all that was planned could be asked; and why."""
        found_out = (Outcome.FAILED, Outcome.NOTED)
        left = [f for f in self.verdicts if f.outcome not in found_out and (f.outcome is Outcome.SKIPPED or f.unasked)]
        found = {f.clause.name: reason_of(f) for f in left}
        if LAW_COINS.name in found and PRIVACY_COINS.name in found:
            found[PRIVACY_COINS.name] = found[LAW_COINS.name]  # what hides the coins hides them from both
        return found

    @property
    def lacking(self) -> list[str]:
        """The clauses without which nothing can be said, and of which not all that was planned could be asked."""
        return [name for name in self.unchecked if name in {clause.name for clause in ESSENTIAL}]

    @property
    def place(self) -> str:
        """`file:line` of the factory."""
        return place(self.name, self.triple, self.about)


def held(
    target: str,
    triple: str | None,
    python: str | None,
    request: Request,
    watch: Callable[[str], None] = lambda line: None,
    seen: Callable[[str, str, Verdict], None] = lambda place, triple, found: None,
) -> Iterator[Held]:
    """Hold a target against a triple, or against every one that a library offers; `seen` hears each verdict at once."""
    interpreter, name = python or sys.executable, parse(target)
    clauses, number = frozenset(clause.name for clause in request.clauses), request.number
    contract = contract_named(triple, watch) if triple else None
    triples: Mapping[str, Contract] = {contract.name: contract} if contract else TRIPLES
    spending = EFFORTS[request.effort]
    with ExitStack() as stack:
        probe = stack.enter_context(ProcessTarget(name, interpreter, sought=[*triples]))
        about = probe.describe()
        named = factories(name, contract.name if contract else None, about.offers, [*triples])
        targets = [probe]
        for is_led in (*[True] * (PROCESSES - 1 - DRAWERS), *[False] * DRAWERS):
            targets.append(stack.enter_context(ProcessTarget(name, interpreter, is_led=is_led)))
        for wanted, factory in named.items():
            began = time.monotonic()
            teller = _Teller(place(factory, wanted, about), wanted, seen)
            latest = began + GUARD * max(spending.seconds, 60.0)
            ask = Ask(clauses, number, spending.asked, watch, found=teller.hear, latest=latest)
            verdicts = []
            for process in targets:
                process.turn_to(factory)
            tolerated = ALIASES.get((target, wanted)) if triple is None else None
            seconds = spending.seconds / len(named)
            places = probe.places(usual_arguments(triples[wanted]))
            teller.places.update({part: at for part, at in places.items() if is_beside(at, about.path)})
            for found in conform(targets, triples[wanted], ask, seconds, len(named), tolerated):
                teller.tell(found)
                verdicts.append(found)
            if not verdicts:
                raise BadTarget(f"{request.only} is not asked of {wanted}")
            verdicts.sort(key=lambda found: (_gravity(found), ORDER[found.clause.name]))
            seconds = time.monotonic() - began
            stated, found_all = triple or wanted, tuple(verdicts)
            yield Held(
                factory, wanted, triples[wanted], stated, interpreter, about, request, found_all, seconds, teller.places
            )


def reason_of(found: Verdict) -> str:
    """Why a clause was not checked, or not wholly."""
    if found.outcome is not Outcome.SKIPPED:
        return f"{found.unasked} of its cases {'was' if found.unasked == 1 else 'were'} not asked"
    why = found.detail.removesuffix(f"not asked: {found.unasked}").removesuffix("; ")
    return why or ("the run ended before" if found.unasked else "the target refuses whatever it asks about")


def usual_arguments(triple: Contract) -> Mapping[str, object]:
    """Arguments of the factory that are good for a first look."""
    return triple.arguments(Setting(size=3) if isinstance(triple, Selection) else triple.settings[0])


@dataclass
class _Teller:
    """Tells each verdict, or the first failure that will make it, once and at once."""

    factory: str
    triple: str
    seen: Callable[[str, str, Verdict], None]
    places: dict[str, str] = field(default_factory=dict)
    _told: set[str] = field(default_factory=set)

    def hear(self, failure: Failure) -> None:
        """A clause will fail."""
        self.tell(Verdict(failure.case.clause, Outcome.FAILED, 1, (failure,)))

    def tell(self, found: Verdict) -> None:
        """What became of a clause."""
        if found.clause.name not in self._told:
            self._told.add(found.clause.name)
            self.seen(place_of(found.clause, self.factory, self.places), self.triple, found)


def place(name: Name, triple: str, about: About) -> str:
    """`file:line` of the factory, as far as its text tells."""
    return from_here(f"{about.path}:{defined_at(about.path, name.factory or triple)}")


def place_of(clause: Clause, factory: str, places: Mapping[str, str]) -> str:
    """`file:line` of what a clause is about, as far as it is known."""
    part = {"map": "map", "construction": "factory", "target": "factory"}.get(clause.name.partition(".")[0], "invoke")
    return from_here(places[part]) if places.get(part) else factory


def _gravity(found: Verdict) -> int:
    """What broke comes first, and what broke privacy before all else; then the rest of the guarantee, then the law."""
    if found.outcome is not Outcome.FAILED:
        return 3
    if found.clause.kind is not Kind.GUARANTEE:
        return 2
    return 0 if found.clause in BREAKS_PRIVACY else 1


def _clause(name: str) -> Clause:
    for clause in CLAUSES:
        if clause.name == name:
            return clause
    raise BadTarget(f"there is no clause {name!r}: noisymax conform --list names them")
