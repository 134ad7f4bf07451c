"""`noisymax report`: an audit as one HTML page that needs nothing else."""

from argparse import Namespace
from pathlib import Path

from proofs.command.ledger_source import LedgerSource
from proofs.command.output import complain, refuse_unwritable, tell, write_file
from proofs.command.parser import Parser, add_cache, add_selection, add_workers
from proofs.command.session import Session
from proofs.command.stop import refused
from proofs.command.where import chosen
from proofs.report.page import render
from proofs.report.texts import printed_in

_EXAMPLES = """  noisymax report
      audit everything and write report.html: verdicts, derivations, errata, laws, maps, the graph of claims
  noisymax report audit.html --documents texts
      the same, with what the documents print beside each verdict; the texts are recognised by their digests"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument(
        "file", metavar="FILE", nargs="?", type=Path, default=Path("report.html"), help="(default: %(default)s)"
    )
    parser.add_argument("--documents", type=Path, metavar="FOLDER", help="where the texts of the documents are")
    add_selection(parser)
    add_workers(parser)
    add_cache(parser)


def run(options: Namespace, source: LedgerSource) -> int:
    """Audit, write the page, and complain of what is not as accepted."""
    refuse_unwritable(options.file)
    if options.documents is not None and not _has_texts(options.documents):
        raise refused(f"there is no text of a document in {options.documents}")
    session = Session(source, cached=options.cached)
    with chosen(options) as where:
        done = session.perform(session.select(options.only, options.quick), where)
    write_file(options.file, render(session.report(done), options.documents))
    tell(f"{options.file}: {len(done.claims)} claims, {len(done.errata)} errata")
    return complain(session.complaints(done))


def _has_texts(folder: Path) -> bool:
    try:
        return bool(printed_in(folder))
    except OSError as error:
        raise refused(f"cannot read {folder}: {error.strerror}") from error
