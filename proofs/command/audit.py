"""`noisymax audit`: every claim checked, and the verdicts compared with those that were accepted."""

from argparse import Namespace
from pathlib import Path

from proofs.audit import baseline_file
from proofs.audit.compare import Difference, differences, fallen_short
from proofs.audit.report import FORMATS as PLAIN_FORMATS
from proofs.audit.report import table
from proofs.audit.report.model import Report
from proofs.audit.run import Audit
from proofs.command.answers import Answers
from proofs.command.gathered import gathered
from proofs.command.ledger_source import LedgerSource
from proofs.command.output import complain, refuse_unwritable, stdout, write_file
from proofs.command.parser import Parser, add_cache, add_selection, add_workers
from proofs.command.session import Session
from proofs.command.stop import refused
from proofs.command.where import chosen


def _page(report: Report) -> str:
    """The page; what it is made with takes a while to import, so that is done only then."""
    from proofs.report.page import render

    return render(report)


FORMATS = {**PLAIN_FORMATS, "html": _page}
_KINDS = {"sarif": "SARIF", "junit": "JUnit XML", "markdown": "Markdown", "badge": "an SVG badge"}
_EXAMPLES = """  noisymax audit --only permute_and_flip. --json audit.json
      check the claims on permute-and-flip alone and write what was found to a file"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    add_selection(parser)
    parser.add_argument("--accept", action="store_true", help="make what is found the new baseline")
    for name in FORMATS:
        parser.add_argument(
            f"--{name}", type=Path, metavar="FILE", help=f"write the audit to FILE as {_KINDS.get(name, name.upper())}"
        )
    add_workers(parser)
    add_cache(parser)


def run(options: Namespace, source: LedgerSource) -> int:
    """Audit, report, and accept or complain."""
    files = {name: getattr(options, name) for name in FORMATS if getattr(options, name) is not None}
    if options.accept and (options.only or options.quick):
        raise refused("--accept takes a whole audit: leave out --only and --quick")
    if options.accept and not (source.baseline.parents[1] / "pyproject.toml").exists():
        raise refused("--accept changes the source: run it in a checkout, not in an installed copy")
    for path in (*files.values(), *([source.baseline] if options.accept else [])):
        refuse_unwritable(path)
    kept = Answers(source) if options.cached else None
    session = Session(source, baseline_needed=not options.accept, cached=options.cached)
    with chosen(options) as where:
        done = session.perform(session.select(options.only, options.quick), where)
    report = session.report(done)
    for name, path in files.items():
        write_file(path, FORMATS[name](report))
    if options.accept and not (any(shown.gone for shown in done.errata) or fallen_short(done)):
        return _accept(session, done)
    if kept is not None and done.complete and not report.complaints and kept.data is None:
        session.keep(lambda: kept.keep(gathered(session, done)))
    return _report(session, done)


def _report(session: Session, done: Audit) -> int:
    errors = session.complaints(done)
    scope = "" if done.complete else " of what was checked"
    verdict = f"as expected: every verdict{scope} is in the baseline"
    if errors:
        verdict = f"not as expected: {len(errors)} error{'s' if len(errors) > 1 else ''}"
    _show(done, [*fallen_short(done), *differences(done, session.baseline)], not errors, verdict)
    return complain(errors)


def _accept(session: Session, done: Audit) -> int:
    changes = differences(done, session.baseline)
    write_file(session.source.baseline, baseline_file.render(done))
    _show(done, changes, True, "accepted" if changes else "accepted, and nothing changed")
    for name, what in changes:
        stdout().print(f"{name}: {what}", soft_wrap=True)
    return 0


def _show(done: Audit, found: list[Difference], expected: bool, verdict: str) -> None:
    console = stdout()
    if done.claims:
        differing = {difference.name for difference in found}
        console.print(table.table(done, differing, console.width), no_wrap=True, overflow="ellipsis")
        console.print()
    console.print(table.summary(done, expected, verdict))
