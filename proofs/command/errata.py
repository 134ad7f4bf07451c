"""`noisymax errata`: what is wrong in the documents, each with a witness that runs."""

from argparse import Namespace

from rich.table import Table
from rich.text import Text

from proofs.audit.run import Shown
from proofs.audit.selection import Selection, UnknownName
from proofs.command.parser import Commands, add_command
from proofs.command.session import Book, Session, complain, refused, stdout, tell
from proofs.engine.ledger.ledger import Ledger

_EXAMPLE = """  noisymax errata
      list them; name one of them to see it whole, with its witness run"""


def configure(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(commands, "errata", "show what is wrong in the documents, with witnesses", _EXAMPLE)
    parser.add_argument("id", metavar="ID", nargs="?", help="show this erratum whole and run its witness")
    parser.set_defaults(run=run)


def run(options: Namespace, book: Book) -> int:
    """List the errata, or show one of them whole."""
    session = Session(book)
    ledger = session.ledger
    if options.id is None:
        stdout().print(_list(ledger) if ledger.errata else "no errata")
        return 0
    if options.id not in ledger.errata:
        raise refused(str(UnknownName(options.id, ledger.errata)))
    done = session.perform(Selection((), (options.id,)), 1)
    _show(done.shown[0])
    return complain(session.complaints(done))


def _list(ledger: Ledger) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for heading in ("erratum", "severity"):
        table.add_column(heading, no_wrap=True, overflow="ignore", min_width=_widest(ledger, heading))
    table.add_column("what the document says", no_wrap=True, overflow="ellipsis", style="dim")
    for erratum in ledger.errata.values():
        table.add_row(erratum.id, erratum.severity.value, Text(erratum.says))
    return table


def _widest(ledger: Ledger, heading: str) -> int:
    """The width of the longest entry: names are to be copied, so they are never cut."""
    entries = (e.id if heading == "erratum" else e.severity.value for e in ledger.errata.values())
    return max(map(len, entries))


def _show(shown: Shown) -> None:
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
