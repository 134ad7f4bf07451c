"""What a mechanism or a claim rests on, down to assumptions, and what one must believe."""

from argparse import Namespace
from collections.abc import Sequence

from rich.text import Text

from impl.registry import MEASURES, SPELLINGS
from proofs.audit.lookup import Found, NoClaim, is_place, look_up
from proofs.audit.nearest import UnknownName
from proofs.audit.report.table import word
from proofs.audit.run import Audit, AuditedClaim
from proofs.audit.selection import Selection
from proofs.audit.source_index import SourceIndex
from proofs.command.answers import Traced
from proofs.command.ledger_source import LedgerSource
from proofs.command.session import Session
from proofs.command.stop import refused
from proofs.command.where import chosen
from proofs.engine.ledger.ledger import Ledger
from proofs.engine.ledger.status import Status
from proofs.kernel.trust import trusted
from spec.logic.notation import state


def trace(source: LedgerSource, options: Namespace) -> tuple[Traced, list[str]]:
    """Check what is named and all it rests on; with it a line for each thing that is not as accepted."""
    session = Session(source, cached=options.cached)
    ledger = session.ledger
    roots = roots_of(ledger, options.name, options.measure)
    below = ledger.closure(roots)
    selection = Selection(tuple(claim for claim in ledger.claims if claim in below), ())
    with chosen(options) as where:
        done = session.perform(selection, where)
    return traced(done, roots), session.complaints(done)


def traced(done: Audit, roots: Sequence[str]) -> Traced:
    """What the audited claims rest on, and what these roots among them take on trust."""
    ledger = done.ledger
    lines = {line.claim.id: line for line in done.claims}
    trust = {root: [each.whole for each in trusted(ledger, root, lines[root].assumptions or ())] for root in roots}
    return Traced(roots, {claim: _label(line) for claim, line in lines.items()}, ledger.uses, trust)


def roots_of(ledger: Ledger, name: str, measure: str | None = None) -> list[str]:
    """The claim of this id, those at this place, or the privacy claims of the mechanism, in one measure or all."""
    if name in ledger.claims:
        return [name]
    if is_place(name):
        return _at_place(ledger, name)
    if roots := headlines_of(ledger, name, measure):
        return roots
    if name in SPELLINGS and measure is not None:
        raise refused(f"no privacy of {name} in {measure} is claimed")
    raise refused(str(UnknownName(name, (*SPELLINGS, *ledger.headlines, *ledger.claims))))


def headlines_of(ledger: Ledger, name: str, measure: str | None) -> list[str]:
    """The privacy claims of a mechanism."""
    spelled = SPELLINGS[name].triple.name if name in SPELLINGS else name
    found = [
        claim
        for headline, claim in ledger.headlines.items()
        if headline in (name, spelled) or headline.startswith(f"{spelled} (")
        if measure is None or _is_in(headline, measure)
    ]
    return found or ([f"{spelled}.{measure}"] if f"{spelled}.{measure}" in ledger.claims else [])


def _is_in(headline: str, measure: str) -> bool:
    """Whether a headline speaks of the measure; one that names none speaks of the only one of its mechanism."""
    name, _, named = headline.rstrip(")").partition(" (")
    if named:
        return named.replace("-", "_").replace(" ", "_") == measure
    return name in SPELLINGS and SPELLINGS[name].measures == (MEASURES[measure],)


def _at_place(ledger: Ledger, place: str) -> list[str]:
    try:
        return roots_at(ledger, look_up(SourceIndex(ledger), place))
    except NoClaim as error:
        raise refused(str(error)) from error


def roots_at(ledger: Ledger, found: Found) -> list[str]:
    """The claims at a place; of a line of a mechanism, what is promised of it."""
    own = [claim for claim in found.promised if ledger.claims[claim].document is None]
    return headlines_of(ledger, found.function, None) or own or list(found.claims)


def _label(line: AuditedClaim) -> Text:
    status = Text.assemble(word(line.own, ""), f" ({line.scope})" if line.scope else "")
    if line.standing is not line.own and line.own is not Status.TRANSCRIBED:
        status = Text.assemble(status, ", standing ", word(line.standing, ""))
    return Text.assemble((line.claim.id, "bold"), "  ", status, (f"  {state(line.claim.statement)}", "dim"))
