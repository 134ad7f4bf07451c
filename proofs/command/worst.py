"""`noisymax worst`: the neighbouring inputs that come closest to what a privacy map claims, or exceed it."""

import inspect
import json
import math
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path

from rich.console import Console

from impl.registry import MEASURES
from proofs.audit.places import at
from proofs.audit.workers import one_line
from proofs.campaign.model import Death
from proofs.command.ledger_source import LedgerSource
from proofs.command.mechanisms import NAMES, mechanism_named
from proofs.command.output import complain, refuse_unwritable, stdout, tell, write_file
from proofs.command.parser import Parser, add_dask, read_exactly, read_float, read_number, refuse_given
from proofs.command.stop import BAD_INPUT, Stop, refused
from proofs.command.where import cluster_at, counted
from proofs.conform.contract_file import contract_named, stated_at
from proofs.targets.names import BadTarget
from proofs.worst import report, stated_report
from proofs.worst.stated import measured_by
from proofs.worst.stated_pairs import worst_pairs
from spec.errors import NoisymaxError

_EXAMPLES = """  noisymax worst noisy_top_k --measure zero_concentrated_divergence --monotonic -n 4 -k 2
      how close two neighbours come to each of its maps, and which
  noisymax worst my_mechanism.py:make_noisy_top_k
      whether a map of your own is exceeded; the factory takes the triple's parameters by name
  noisymax worst my_mechanism.py:make_it --triple contract.py:MY_TRIPLE
      the same for a contract of your own, on the inputs that it states; without the factory, of its own law

  noisymax worst my_mechanism.py:make_it --triple contract.py:MY_TRIPLE --depth 4
      the same, with laws that are walked four times as deep, where it was undecided

exit code 1 if a map is exceeded; the documents' own maps are shown, and what is wrong with them is no surprise"""
_MOST_SCORES, _MOST_SCORES_OF_OTHERS, _MOST_ROUNDS = 8, 6, 4
_MOST_DEPTH = 1000
_LEAST, _MOST = Fraction(1, 1000), Fraction(100)
_NOT_STATED = "measure", "monotonic", "n", "k", "scale", "d_in", "claim"
"""What a contract states itself."""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument(
        "target", metavar="NAME", nargs="?", help=f"one of {NAMES}; or file.py:factory, or package.module:factory"
    )
    parser.add_argument("--measure", choices=MEASURES, help="only the maps under this measure")
    parser.add_argument("--monotonic", action="store_true", help="neighbouring scores all move in one direction")
    parser.add_argument("-n", type=int, default=4, help="how many scores (default: %(default)s)")
    parser.add_argument("-k", type=int, help="how many indices (default: 1; without NAME, up to 2)")
    parser.add_argument("--scale", type=read_float, default=1.0, help="the scale of the noise (default: 1)")
    parser.add_argument("--d-in", type=read_number(read_exactly), default=Fraction(1), help="the distance (default: 1)")
    parser.add_argument(
        "--claim", type=read_number(read_exactly), metavar="VALUE", help="a bound to test instead of the map's"
    )
    parser.add_argument(
        "--triple", metavar="FILE.py:NAME", help="a contract of your own: every pair that it states, of it or of NAME"
    )
    parser.add_argument("--python", metavar="PATH", help="the interpreter to run a factory with (default: this one)")
    parser.add_argument(
        "--depth",
        type=int,
        default=1,
        metavar="N",
        help="walk the laws of a factory that takes `draw=` N times as deep, in about N times the time (default: 1)",
    )
    add_dask(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what is found to FILE as JSON")


def run(options: Namespace, source: LedgerSource) -> int:
    """Search, show what was found, and complain of what is exceeded."""
    if options.json is not None:
        refuse_unwritable(options.json)
    if options.dask is not None and (options.triple is not None or ":" in (options.target or "")):
        raise refused("--dask is for the maps of mechanisms that are ours, each of which is a job")
    if not 1 <= options.depth <= _MOST_DEPTH:
        raise refused(f"--depth must be from 1 to {_MOST_DEPTH}")
    if options.depth != 1 and ":" not in (options.target or ""):
        raise refused("--depth needs a factory (file.py:factory) whose laws are walked")
    if options.triple is not None:
        refuse_given(options, _NOT_STATED, "is not for --triple: a contract states its own parameters, inputs and map")
        if options.target is not None and ":" not in options.target:
            raise refused(f"--triple is held against a factory (file.py:factory), and {options.target} is none")
        return _stated(options)
    _check(options)
    request = report.SearchRequest(
        options.target,
        options.python,
        options.measure,
        options.monotonic,
        options.n,
        options.k,
        options.scale,
        options.d_in,
        options.claim,
        options.depth,
    )
    try:
        with _told_in_one_line(options.target):
            lines = _on_cluster(options.dask, request) if options.dask else list(report.search_all(request, _watched))
    except (NoisymaxError, report.NoSuchMap) as error:
        raise refused(str(error)) from error
    if options.json is not None:
        write_file(options.json, json.dumps(report.document(lines, request), indent=2) + "\n")
    if options.target is None:
        stdout().print(report.table(lines))
    else:
        for indent, text in chain.from_iterable(report.told(line, request) for line in lines):
            tell(text, indent)
    return complain([f"{_place(line)}: error: {report.complaint(line)}" for line in lines if line.fails])


def _on_cluster(address: str, request: report.SearchRequest) -> list[report.Line]:
    """Every map that is asked for is a job."""
    found: dict[int, report.Line] = {}
    numbers = range(len(report.asked(request)))
    with cluster_at(address) as where, counted("searching", len(numbers)) as watch:
        for number, worst in where.run(partial(report.search_one, request), numbers, watch):
            if isinstance(worst, Death):
                raise refused(f"a search ended without a result, its worker died: {worst.how}")
            found[number] = report.line(request, number, worst)
    return [found[number] for number in numbers]


def _stated(options: Namespace) -> int:
    """Measure every pair that a contract states, of its own law or of a target's."""
    with _told_in_one_line(options.target):
        with _watched(options.triple):
            contract = contract_named(options.triple)
        python = options.python or sys.executable
        with measured_by(options.target, python, contract, options.depth) as of, _watched(contract.name):
            found = worst_pairs(contract, of)
    name = options.target or options.triple
    if options.json is not None:
        write_file(options.json, json.dumps(stated_report.document(name, found), indent=2) + "\n")
    for indent, text in stated_report.told(name, found):
        tell(text, indent)
    wrong = stated_report.exceeded(found)
    where = _contract_place(options.triple)
    return complain([f"{one.place or where}: error: {stated_report.complaint(name, one)}" for one in wrong])


def _contract_place(triple: str) -> str:
    """Where a contract is stated, unless it is one of ours."""
    path, _, name = triple.rpartition(":")
    return f"{path}:{stated_at(path, name)}" if path else "noisymax"


@contextmanager
def _told_in_one_line(target: str | None) -> Iterator[None]:
    """What the user named and cannot be run ends in one line."""
    try:
        yield
    except BadTarget as error:
        if error.place:
            raise Stop(BAD_INPUT, f"{error.place}: error: {one_line(str(error))}") from error
        raise refused(f"{target}: {error}" if target else str(error)) from error


def _place(line: report.Line) -> str:
    """Where the claim is made: in somebody's source or ours, or on the command line."""
    if line.place or line.of.kind == "claim":
        return line.place or "noisymax"
    code = inspect.unwrap(line.of.claim).__code__
    return at(code.co_filename, code.co_firstlineno)


def _watched(text: str) -> AbstractContextManager[object]:
    """A line for whoever is at the terminal, which vanishes; and nothing elsewhere."""
    console = Console(stderr=True)
    looked_at = sys.stderr.isatty() and not console.is_dumb_terminal
    return console.status(f"searching {text}") if looked_at else nullcontext()


def _check(options: Namespace) -> None:
    if options.k is None:
        options.k = 1 if options.target else 2
    if not (math.isfinite(options.scale) and options.scale > 0):
        raise refused("--scale must be positive and finite")
    if options.d_in <= 0 or (options.claim is not None and options.claim < 0):
        raise refused("--d-in must be positive, and --claim not negative")
    if not _LEAST <= options.d_in / Fraction(options.scale) <= _MOST:
        raise refused(f"--d-in over --scale must be from {_LEAST} to {_MOST}")
    most = _MOST_SCORES_OF_OTHERS if ":" in (options.target or "") else _MOST_SCORES
    if not (1 <= options.n <= most and 1 <= options.k <= min(options.n, _MOST_ROUNDS)):
        raise refused(f"n must be from 1 to {most}, and k from 1 to {_MOST_ROUNDS} and not above n")
    if options.claim is not None and options.target is None:
        raise refused("--claim needs the NAME of a mechanism")
    if options.python is not None and ":" not in (options.target or ""):
        raise refused("--python needs a factory (file.py:factory)")
    if options.target is not None and ":" not in options.target:
        options.target = mechanism_named(options.target).name
