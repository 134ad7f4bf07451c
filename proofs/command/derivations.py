"""A claim, its derivations step by step, the evidence for each step, and where all that stands."""

from argparse import Namespace
from collections.abc import Iterator

from rich.text import Text

from impl.registry import SPELLINGS
from proofs.audit.functions import claims_on
from proofs.audit.lookup import Found, NoClaim, is_place, look_up
from proofs.audit.nearest import UnknownName
from proofs.audit.report.table import word
from proofs.audit.run import Audit, AuditedClaim, Evidence
from proofs.audit.selection import Selection
from proofs.audit.source_index import SourceIndex
from proofs.command import theorems
from proofs.command.answers import Told
from proofs.command.ledger_source import LedgerSource
from proofs.command.session import Session
from proofs.command.stop import refused
from proofs.command.surroundings import Surroundings
from proofs.command.where import chosen
from proofs.engine.ledger.ledger import REFUTING
from proofs.engine.ledger.model import Instance
from proofs.kernel.checker import Kernel
from spec.logic.notation import show, state


def explain(source: LedgerSource, options: Namespace) -> tuple[list[Told], list[str]]:
    """Check the claims that are named and tell each step; with it a line for each thing that is not as accepted."""
    session = Session(source, cached=options.cached)
    index = SourceIndex(session.ledger)
    found = named(index, options.name)
    with chosen(options) as where:
        done = session.perform(Selection(found.claims, ()), where)
    around = Surroundings(index, session.baseline)
    parts: list[Told] = [told(done, line, around) for line in done.claims]
    return [*parts, list(around.of_functions(found))], session.complaints(done)


def named(index: SourceIndex, name: str) -> Found:
    """The claim of this id, what is promised of this mechanism, or what stands at this place."""
    ledger = index.ledger
    if name in ledger.claims:
        return Found(name, (name,))
    if name in ledger.errata:
        raise refused(f"{name} is an erratum: noisymax errata {name}")
    try:
        if is_place(name):
            return look_up(index, name)
    except NoClaim as error:
        raise refused(str(error)) from error
    if name in SPELLINGS:
        triple = SPELLINGS[name].triple
        return Found(name, (), triple.name, claims_on(ledger, triple, SPELLINGS[name].name))
    raise refused(str(UnknownName(name, (*ledger.claims, *SPELLINGS))))


def told(done: Audit, line: AuditedClaim, around: Surroundings) -> list[tuple[Text, int]]:
    """A claim, its derivations with the evidence for each step, and what is around it."""
    return list(_told(done, line, around))


def _told(done: Audit, line: AuditedClaim, around: Surroundings) -> Iterator[tuple[Text, int]]:
    claim = line.claim
    yield Text.assemble((claim.id, "bold"), "  ", word(line.own, ""), f"  {line.scope}"), 0
    if (words := around.in_words(claim)) is not None:
        yield Text(words), 2
    yield Text(state(claim.statement)), 2
    yield from around.in_source(claim)
    previous: int | None = None
    for evidence in line.evidence:
        if evidence.place.proof != previous:
            previous = evidence.place.proof
            yield Text(""), 0
            yield Text(_heading(done, evidence), "bold"), 0
        yield from _step(done, evidence)
    if not line.evidence:
        yield Text("no evidence yet"), 2
    yield Text(""), 0
    if uses := done.ledger.uses[claim.id]:
        yield Text(f"rests on: {', '.join(uses)}"), 0
    yield from around.of_claim(claim)
    yield Text(f"again: noisymax audit --only {claim.id}", "dim"), 0


def _heading(done: Audit, evidence: Evidence) -> str:
    claim, proof, _ = evidence.place
    if proof == REFUTING:
        return "refutation"
    proofs = done.ledger.proofs[claim]
    title = proofs[proof].title
    return ("proof" if len(proofs) == 1 else f"proof {proof + 1} of {len(proofs)}") + (f": {title}" if title else "")


def _step(done: Audit, evidence: Evidence) -> Iterator[tuple[Text, int]]:
    claim, proof, step = evidence.place
    if proof == REFUTING:
        yield Text(evidence.because), 2
    else:
        asked = done.ledger.proofs[claim][proof].steps[step]
        yield Text(f"{step + 1}. {evidence.statement}"), 2
        yield Text(", ".join([evidence.because, *map(_support, asked.using)]), "italic"), 5
        if isinstance(asked.check, Kernel):
            yield from theorems.told(asked.check.theorems)
    finding = evidence.finding
    cost = (f"  {evidence.seconds:.2f} s", "dim")
    yield Text.assemble(word(finding.status, ""), f"  {evidence.checker}: {finding.detail}", cost), 5


def _support(support: int | Instance) -> str:
    if isinstance(support, int):
        return f"using step {support}"
    terms = ", ".join(f"{show(symbol)} := {show(value)}" for symbol, value in support.terms.items())
    return f"using {support.claim}" + (f" with {terms}" if terms else "")
