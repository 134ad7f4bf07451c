"""`noisymax explain`: one claim, its derivations step by step, and the evidence for each step."""

from argparse import Namespace
from collections.abc import Iterator

from rich.text import Text

from proofs.audit.places import stated_at
from proofs.audit.report.table import word
from proofs.audit.run import Audit, Evidence, Line
from proofs.audit.selection import Selection, UnknownName
from proofs.command.parser import Commands, add_command, add_workers
from proofs.command.session import Book, Session, complain, refused, tell
from proofs.engine.ledger.ledger import REFUTING
from proofs.engine.ledger.model import Instance
from spec.logic.notation import show, state

_EXAMPLE = """  noisymax explain permute_and_flip.law
      walk through the derivation of the law of permute-and-flip"""


def configure(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(commands, "explain", "walk through a derivation, with the evidence for each step", _EXAMPLE)
    parser.add_argument("id", metavar="ID", help="the id of a claim")
    add_workers(parser)
    parser.set_defaults(run=run)


def run(options: Namespace, book: Book) -> int:
    """Check the claim and tell each step."""
    session = Session(book)
    ledger = session.ledger
    if options.id not in ledger.claims:
        raise refused(str(UnknownName(options.id, ledger.claims)))
    done = session.perform(Selection((options.id,), ()), options.workers)
    for text, indent in _told(done, done.lines[0]):
        tell(text, indent)
    return complain(session.complaints(done))


def _told(done: Audit, line: Line) -> Iterator[tuple[Text, int]]:
    """Lines of text, each with how far it is indented."""
    claim = line.claim
    yield Text.assemble((claim.id, "bold"), "  ", word(line.own, ""), f"  {line.scope}"), 0
    yield Text(state(claim.statement)), 2
    yield Text(f"{claim.kind.value}, {stated_at(claim)}", "dim"), 2
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
    if line.erratum is not None:
        yield Text(f"erratum: noisymax errata {line.erratum}"), 0
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
        using = done.ledger.proofs[claim][proof].steps[step].using
        yield Text(f"{step + 1}. {evidence.statement}"), 2
        yield Text(", ".join([evidence.because, *map(_support, using)]), "italic"), 5
    finding = evidence.finding
    cost = (f"  {evidence.seconds:.2f} s", "dim")
    yield Text.assemble(word(finding.status, ""), f"  {evidence.checker}: {finding.detail}", cost), 5


def _support(support: int | Instance) -> str:
    if isinstance(support, int):
        return f"using step {support}"
    terms = ", ".join(f"{show(symbol)} := {show(value)}" for symbol, value in support.terms.items())
    return f"using {support.claim}" + (f" with {terms}" if terms else "")
