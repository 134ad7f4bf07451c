"""`noisymax trace`: what a mechanism or a claim rests on, down to assumptions, and what one must believe."""

from argparse import Namespace

from rich.text import Text
from rich.tree import Tree

from impl.registry import MEASURES, SPELLINGS
from proofs.audit.lookup import NoClaim, is_place, look_up
from proofs.audit.nearest import UnknownName
from proofs.audit.report.table import word
from proofs.audit.run import Audit, AuditedClaim
from proofs.audit.selection import Selection
from proofs.audit.source_index import SourceIndex
from proofs.command.ledger_source import LedgerSource
from proofs.command.output import complain, tell, tell_lines
from proofs.command.parser import Parser, add_cache, add_workers
from proofs.command.session import Session
from proofs.command.stop import refused
from proofs.engine.ledger.ledger import Ledger
from proofs.engine.ledger.status import Status
from proofs.kernel.trust import trusted
from spec.logic.notation import state

_EXAMPLES = """  noisymax trace noisy_top_k --measure max_divergence
      check the privacy claim of the mechanism and all that it rests on, and show that as a tree
  noisymax trace report_noisy_max_gumbel.lemma_3_2
  noisymax trace 000:183
      the same of a lemma, by its id and by the line of the document that states it
  noisymax trace impl/permute_and_flip.py:25
      what is promised of the function around a line of the source"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument(
        "name", metavar="NAME", help="a mechanism, the id of a claim, or a place: DOCUMENT:LINE or FILE:LINE"
    )
    parser.add_argument("--measure", choices=MEASURES, help="of a mechanism, only the privacy in this measure")
    add_workers(parser)
    add_cache(parser)


def run(options: Namespace, source: LedgerSource) -> int:
    """Check what is named and all it rests on, and show each from the top."""
    session = Session(source, cached=options.cached)
    ledger = session.ledger
    roots = roots_of(ledger, options.name, options.measure)
    below = ledger.closure(roots)
    selection = Selection(tuple(claim for claim in ledger.claims if claim in below), ())
    done = session.perform(selection, options.workers)
    lines = {line.claim.id: line for line in done.claims}
    seen: set[str] = set()
    for root in roots:
        tell_lines(_tree(done, lines, root, seen))
        tell("\ntaken on trust:")
        for each in trusted(ledger, root, lines[root].assumptions or ()):
            tell(each.whole, indent=2)
    return complain(session.complaints(done))


def roots_of(ledger: Ledger, name: str, measure: str | None = None) -> list[str]:
    """The claim of this id, those at this place, or the privacy claims of the mechanism, in one measure or all."""
    if name in ledger.claims:
        return [name]
    if is_place(name):
        return _at_place(ledger, name)
    if roots := _headlines(ledger, name, measure):
        return roots
    if name in SPELLINGS and measure is not None:
        raise refused(f"no privacy of {name} in {measure} is claimed")
    raise refused(str(UnknownName(name, (*SPELLINGS, *ledger.headlines, *ledger.claims))))


def _headlines(ledger: Ledger, name: str, measure: str | None) -> list[str]:
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
    """The claims there; of a line of a mechanism, what is promised of it."""
    try:
        found = look_up(SourceIndex(ledger), place)
    except NoClaim as error:
        raise refused(str(error)) from error
    own = [claim for claim in found.promised if ledger.claims[claim].document is None]
    return _headlines(ledger, found.function, None) or own or list(found.claims)


def _tree(done: Audit, lines: dict[str, AuditedClaim], claim: str, seen: set[str]) -> Tree:
    """A claim that was shown before is not unfolded again."""
    uses = done.ledger.uses[claim]
    if claim in seen and uses:
        return Tree(Text.assemble(_label(lines[claim]), ("  (see above)", "dim")), guide_style="dim")
    seen.add(claim)
    tree = Tree(_label(lines[claim]), guide_style="dim")
    tree.children.extend(_tree(done, lines, used, seen) for used in uses)
    return tree


def _label(line: AuditedClaim) -> Text:
    status = Text.assemble(word(line.own, ""), f" ({line.scope})" if line.scope else "")
    if line.standing is not line.own and line.own is not Status.TRANSCRIBED:
        status = Text.assemble(status, ", standing ", word(line.standing, ""))
    return Text.assemble((line.claim.id, "bold"), "  ", status, (f"  {state(line.claim.statement)}", "dim"))
