"""`noisymax errata`: what is wrong in the documents, each with a witness that runs."""

from argparse import Namespace

from rich.table import Table
from rich.text import Text

from proofs.audit.nearest import UnknownName
from proofs.audit.run import AuditedErratum
from proofs.audit.selection import Selection
from proofs.command.ledger_source import LedgerSource
from proofs.command.output import complain, tell, tell_lines
from proofs.command.parser import Parser, add_cache
from proofs.command.session import Session
from proofs.command.stop import refused
from proofs.engine.ledger.ledger import Ledger

_EXAMPLES = """  noisymax errata
      list them; name one of them to see it whole, with its witness run"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument("id", metavar="ID", nargs="?", help="show this erratum whole and run its witness")
    add_cache(parser)


def run(options: Namespace, source: LedgerSource) -> int:
    """List the errata, or show one of them whole."""
    session = Session(source, cached=options.cached)
    ledger = session.ledger
    if options.id is None:
        tell_lines(_list(ledger) if ledger.errata else "no errata")
        return 0
    if options.id not in ledger.errata:
        raise refused(str(UnknownName(options.id, ledger.errata)))
    done = session.perform(Selection((), (options.id,)), 1)
    _show(done.errata[0])
    return complain(session.complaints(done))


def _list(ledger: Ledger) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for heading in ("erratum", "severity"):
        table.add_column(heading, no_wrap=True, overflow="ignore", min_width=_widest(ledger, heading))
    table.add_column("what the document says", style="dim")
    for erratum in ledger.errata.values():
        table.add_row(erratum.id, erratum.severity.value, Text(erratum.says))
    return table


def _widest(ledger: Ledger, heading: str) -> int:
    """The width of the longest entry: names are to be copied, so they are never cut."""
    entries = (e.id if heading == "erratum" else e.severity.value for e in ledger.errata.values())
    return max(map(len, entries))


def _show(shown: AuditedErratum) -> None:
    erratum = shown.erratum
    tell(Text.assemble((erratum.id, "bold"), f"  {erratum.severity.value}"))
    parts = {
        "where": f"{erratum.document}: {', '.join(erratum.where)}",
        "the document says": erratum.says,
        "true is": erratum.truth,
        "the repair": erratum.repair,
        "the witness": shown.text or "is gone",
    }
    for heading, text in parts.items():
        tell(Text(heading, "dim"))
        tell(text, indent=2)
