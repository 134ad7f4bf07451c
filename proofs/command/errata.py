"""`noisymax errata`: what is wrong in the documents, each with a witness that runs."""

from argparse import Namespace

from rich.table import Table
from rich.text import Text

from proofs.command import answers
from proofs.command.answers import ToldErratum
from proofs.command.ledger_source import LedgerSource
from proofs.command.output import complain, tell, tell_lines
from proofs.command.parser import Parser, add_cache

_EXAMPLES = """  noisymax errata
      list them; name one of them to see it whole, with its witness run"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument("id", metavar="ID", nargs="?", help="show this erratum whole and run its witness")
    add_cache(parser)


def run(options: Namespace, source: LedgerSource) -> int:
    """List the errata, or show one of them whole."""
    errata = answers.errata(answers.load(source, options.cached))
    complaints: list[str] = []
    if errata is None or options.id not in (None, *errata):
        from proofs.command.witnesses import show

        errata, complaints = show(source, options)
    if options.id is not None:
        _show(errata[options.id])
    else:
        tell_lines(_list([*errata.values()]) if errata else "no errata")
    return complain(complaints)


def _list(errata: list[ToldErratum]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    # Names are to be copied, so they are never cut.
    for heading, widest in (
        ("erratum", max(len(erratum.id) for erratum in errata)),
        ("severity", max(len(erratum.severity) for erratum in errata)),
    ):
        table.add_column(heading, no_wrap=True, overflow="ignore", min_width=widest)
    table.add_column("what the document says", style="dim")
    for erratum in errata:
        table.add_row(erratum.id, erratum.severity, Text(erratum.says))
    return table


def _show(erratum: ToldErratum) -> None:
    tell(Text.assemble((erratum.id, "bold"), f"  {erratum.severity}"))
    parts = {
        "where": f"{erratum.document}: {', '.join(erratum.where)}",
        "the document says": erratum.says,
        "true is": erratum.truth,
        "the repair": erratum.repair,
        "the witness": erratum.witness or "is gone",
    }
    for heading, text in parts.items():
        tell(Text(heading, "dim"))
        tell(text, indent=2)
