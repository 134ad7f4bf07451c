"""`noisymax conform`: hold any implementation against the triples."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

from impl.registry import SPELLINGS
from proofs.audit.workers import one_line
from proofs.command.ledger_source import LedgerSource
from proofs.command.many_targets import held_at, summary, target_jobs
from proofs.command.output import complain, refuse_unwritable, stdout, write_file
from proofs.command.parser import Parser, add_dask
from proofs.command.stop import BAD_INPUT, FELL_SHORT, Stop, refused
from proofs.command.where import cluster_at, counted
from proofs.conform.clauses import CLAUSES
from proofs.conform.contract_file import contract_named
from proofs.conform.model import Kind, Outcome, Verdict
from proofs.conform.report import FORMATS, table
from proofs.conform.run import Held, Request, held
from proofs.conform.session import EFFORTS
from proofs.conform.template import template
from proofs.conform.triples import TRIPLES
from proofs.targets.names import BadTarget

_EXAMPLES = """  noisymax conform opendp
      the installed release of a library, against every triple that it has a function for
  noisymax conform solution.py:make_noisy_top_k --effort quick
      a factory in a file; where its `invoke` takes `draw=`, its exact law over fair coins is measured too
  noisymax conform opendp --python old/bin/python --python new/bin/python
      the releases that two other environments hold, side by side

exit codes: 0 conforms, 1 does not, or not in full if --strict, 2 could not be run"""


SCOPE = (
    "In scope: private selection, and any mechanism whose contract you state (--triple FILE.py:NAME); "
    "not in scope: approximate differential privacy, continuous outputs, time and other side channels."
)
"""What can be held against what, and what cannot."""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument(
        "targets",
        nargs="*",
        metavar="TARGET",
        help="opendp, diffprivlib, FILE.py:FACTORY or PACKAGE.MODULE:FACTORY; several have one table at the end",
    )
    parser.add_argument(
        "--template", action="store_true", help="print a factory to fill in, for --triple or the first of ours"
    )
    parser.add_argument("--list", action="store_true", help="name the triples, their parameters and the clauses")
    parser.add_argument(
        "--triple",
        metavar="NAME",
        help="the triple, the mechanism that it is of, or FILE.py:NAME of a contract (default: the factory's name)",
    )
    parser.add_argument(
        "--clauses", choices=[kind.value for kind in Kind], help="only the guarantee, or only the law (default: both)"
    )
    parser.add_argument("--only", metavar="CLAUSE", help="only this clause, or only one case of it: map.sound#7")
    parser.add_argument(
        "--effort", choices=EFFORTS, default="standard", help="about 20 s, 2 min or 20 min (default: %(default)s)"
    )
    parser.add_argument(
        "--python", action="append", metavar="PATH", help="the interpreter to run the target with; repeatable"
    )
    parser.add_argument("--strict", action="store_true", help="fail, too, if an essential clause was not asked in full")
    add_dask(parser)
    for name in FORMATS:
        parser.add_argument(f"--{name}", type=Path, metavar="FILE", help=f"write what was found to FILE as {name}")


def run(options: Namespace, source: LedgerSource) -> int:
    """Hold, report, and say with the exit code whether the target conforms."""
    if options.list:
        return _list()
    if options.template:
        return _template(options.triple)
    if not options.targets:
        raise refused("the following arguments are required: TARGET (see noisymax conform --help)")
    files = {name: getattr(options, name) for name in FORMATS if getattr(options, name) is not None}
    for path in files.values():
        refuse_unwritable(path)
    kind = Kind(options.clauses) if options.clauses else None
    console, runs = stdout(), []
    for done in _held(options, Request(options.effort, kind, options.only)):
        runs.append(done)
        console.print(table.told(done))
        console.print()
    for name, path in files.items():
        write_file(path, FORMATS[name](runs))
    if len(options.targets) > 1:
        console.print(summary(runs))
    elif len(runs) > 1:
        console.print(table.compared(runs))
    if not all(done.conforms for done in runs):
        return FELL_SHORT
    lacking = [
        f"{done.place}: error: {done.triple}: {name} was not checked: {done.unchecked[name]}"
        for done in runs
        for name in done.lacking
        if options.strict
    ]
    if lacking:
        return complain(lacking)
    unheld = [f"{done.triple}: {', '.join(done.unheld)}" for done in runs if done.unheld]
    if unheld:
        raise refused(f"nothing could be asked of {'; '.join(unheld)}")
    return 0


def _held(options: Namespace, request: Request) -> Iterator[Held]:
    triple = SPELLINGS[options.triple].triple.name if options.triple in SPELLINGS else options.triple
    with _told_in_one_line():
        jobs = target_jobs(options.targets, options.python or [None], triple)
        if options.dask is not None:
            with cluster_at(options.dask) as where, counted("holding targets", len(jobs)) as counter:
                for run in held_at(where, jobs, triple, request, counter):
                    for found in run.verdicts:
                        _told_at_once(run.place_of(found.clause), run.triple, found)
                    yield run
            return
        with _watched() as watch:
            for job in jobs:
                yield from held(job.target, triple, job.python, request, watch, _told_at_once)


def _template(triple: str | None) -> int:
    with _told_in_one_line():
        contract = contract_named(triple or next(iter(TRIPLES)))
    print(template(contract, triple), end="")
    return 0


@contextmanager
def _told_in_one_line() -> Iterator[None]:
    """What the user named and cannot be run ends in one line."""
    try:
        yield
    except BadTarget as error:
        if error.place:
            raise Stop(BAD_INPUT, f"{error.place}: error: {one_line(str(error))}") from error
        raise refused(str(error)) from error


@contextmanager
def _watched() -> Iterator[Callable[[str], None]]:
    """What is under way, on one line that vanishes at the end; nothing at all where nobody looks on."""
    console = Console(stderr=True)
    if not sys.stderr.isatty() or console.is_dumb_terminal:
        yield lambda line: None
        return
    with console.status("loading the target") as status:
        yield status.update


def _told_at_once(place: str, triple: str, found: Verdict) -> None:
    """A failure where errors go, as soon as it is known."""
    if found.outcome is Outcome.FAILED:
        print(f"{place}: error: {triple}: {found.clause.name}: {one_line(found.failures[0].witness)}", file=sys.stderr)
        sys.stderr.flush()


def _list() -> int:
    triples = Table("triple", "parameters", box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for triple in TRIPLES.values():
        triples.add_row(triple.name, ", ".join(triple.parameters))
    clauses = Table("clause", "kind", "says", box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for clause in CLAUSES:
        says = clause.says if clause.gates else f"{clause.says} (reported, fails nothing)"
        clauses.add_row(clause.name, clause.kind.value, says)
    console = stdout()
    console.print(SCOPE, soft_wrap=True)
    console.print()
    console.print(triples)
    console.print()
    console.print(clauses)
    return 0
