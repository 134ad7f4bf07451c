"""A target held against a triple, from its name to a verdict on every clause."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from proofs.conform.ask import Ask
from proofs.conform.clauses import (
    CLAUSES,
    ERRORS_CLOSE,
    LAW_COINS,
    LAW_SAMPLED,
    MAP_SOUND,
    PRIVACY_COINS,
    PRIVACY_SAMPLED,
    SHAPE,
)
from proofs.conform.contract import Contract
from proofs.conform.contract_file import contract_named
from proofs.conform.known_laws import OTHER
from proofs.conform.model import Clause, Kind, Outcome, Verdict
from proofs.conform.session import EFFORTS, conform
from proofs.conform.triples import TRIPLES
from proofs.targets.names import BadTarget, Name, defined_at, factories, parse
from proofs.targets.process import About, ProcessTarget

PROCESSES = 2

ESSENTIAL = (ERRORS_CLOSE, MAP_SOUND, LAW_SAMPLED, PRIVACY_SAMPLED, SHAPE)

ALIASES = {("opendp", "make_report_noisy_max_gumbel"): OTHER}
"""Deprecated functions that a library kept as another name for a mechanism with the same guarantee. When a library is
held against all that it offers, that other mechanism is noted and fails nothing; `--triple` holds it to the letter."""


@dataclass(frozen=True)
class Request:
    """What a run is asked for: `only` is the name of a clause, or of one of its cases, `clause#7`."""

    effort: str = "standard"
    kind: Kind | None = None
    only: str | None = None
    keep_going: bool = False

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses that are asked for."""
        if self.only is not None:
            return (_clause(self.only.partition("#")[0]),)
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
        """The clauses of which not all that was planned could be asked, and why: one reason each."""
        found = {f.clause.name: reason_of(f) for f in self.verdicts if f.outcome is Outcome.SKIPPED or f.unasked}
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
    contract = contract_named(triple) if triple else None
    triples: Mapping[str, Contract] = {contract.name: contract} if contract else TRIPLES
    with ProcessTarget(name, interpreter, sought=[*triples]) as probe:
        about = probe.describe()
    named = factories(name, contract.name if contract else None, about.offers, [*triples])
    spending = EFFORTS[request.effort].among(len(named))
    for wanted, factory in named.items():
        began = time.monotonic()
        ask = Ask(clauses, number, spending.asked, watch)
        verdicts = []
        with ExitStack() as stack:
            targets = [stack.enter_context(ProcessTarget(factory, interpreter)) for _ in range(PROCESSES)]
            tolerated = ALIASES.get((target, wanted)) if triple is None else None
            seconds, going = spending.seconds, request.keep_going
            for found in conform(targets, triples[wanted], ask, seconds, going, len(named), tolerated):
                seen(place(factory, wanted, about), wanted, found)
                verdicts.append(found)
        order = {clause.name: position for position, clause in enumerate(CLAUSES)}
        verdicts.sort(key=lambda found: order[found.clause.name])
        spent = time.monotonic() - began
        yield Held(
            factory, wanted, triples[wanted], triple or wanted, interpreter, about, request, tuple(verdicts), spent
        )


def reason_of(found: Verdict) -> str:
    """Why a clause was not checked, or not wholly."""
    if found.outcome is not Outcome.SKIPPED:
        return f"{found.unasked} of its cases {'was' if found.unasked == 1 else 'were'} not asked"
    why = found.detail.removesuffix(f"not asked: {found.unasked}").removesuffix("; ")
    return why or ("the run ended before" if found.unasked else "the target refuses whatever it asks about")


def place(name: Name, triple: str, about: About) -> str:
    """`file:line` of the factory, as far as its text tells."""
    path = Path(about.path)
    shown = os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
    return f"{shown}:{defined_at(about.path, name.factory or triple)}"


def _clause(name: str) -> Clause:
    for clause in CLAUSES:
        if clause.name == name:
            return clause
    raise BadTarget(f"there is no clause {name!r}: noisymax conform --list names them")
