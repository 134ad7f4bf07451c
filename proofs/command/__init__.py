"""The command `noisymax`: one module a subcommand; 0 is as expected, 1 fell short, 2 bad usage."""

import os
import signal
import sys
import threading
from argparse import Action, ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from types import FrameType

from proofs.command.ledger_source import LedgerSource
from proofs.command.parser import Parser, Subcommand
from proofs.command.stop import BAD_INPUT, Stop, engine_missing

SUBCOMMANDS: Mapping[str, str] = {
    "audit": "check every claim and compare the verdicts with the baseline",
    "report": "write an audit as one HTML page: verdicts, derivations, errata, the graph of claims",
    "trace": "show what a mechanism or a claim rests on, as a tree",
    "explain": "walk through a derivation, with the evidence for each step",
    "readings": "show what Coq is read as saying, and record that it was read",
    "errata": "show what is wrong in the documents, with witnesses",
    "law": "show the exact output law of a mechanism on given scores",
    "select": "run a sound mechanism on scores",
    "conform": "hold an implementation against the triples",
    "worst": "search for the inputs that come closest to a privacy map",
    "leaks": "measure what the number of coins tells that a release uses",
    "learn": "write a page to learn private selection with, and grade exercises",
    "vectors": "write the test vectors for implementations in any language",
    "bench": "time the mechanisms, side by side with other libraries",
}
"""What each does; the module of the same name does it."""

_INTERRUPTED = 130
_EXAMPLES = """  noisymax audit                         check everything and compare with what was accepted
  noisymax explain permute_and_flip.law  walk through one derivation
  noisymax explain 004:104               what document 004 states on line 104, and what became of it
  noisymax law permute_and_flip --scores 1,2,3 --scale 1
                                         the exact probabilities of one selection

exit codes: 0 as expected, 1 a check fell short, 2 bad usage or bad input, 130 interrupted"""


def main(argv: Sequence[str] | None = None, source: LedgerSource | None = None) -> int:
    """Run the command and return its exit code; `source` is what is audited."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        with _terminated_like_interrupted():
            options = _parser().parse_args(argv)
            code: int = options.run(options, source or LedgerSource())
            sys.stdout.flush()
            return code
    except Stop as stop:
        print(stop, file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        print("noisymax: interrupted", file=sys.stderr)
        return _INTERRUPTED
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"noisymax: error: cannot write the report: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    except Exception as error:  # what it says may hold a score
        if isinstance(error, ModuleNotFoundError) and (missing := engine_missing(error)) is not None:
            print(missing, file=sys.stderr)
            return missing.code
        from proofs.audit.places import origin

        print(f"{origin(error)}: error: internal: {type(error).__name__}", file=sys.stderr)
        return BAD_INPUT
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0


def _parser() -> Parser:
    parser = Parser(
        prog="noisymax", description="Check, statement by statement, what published proofs on private selection claim."
    )
    parser.teach(_EXAMPLES)
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Subcommand)
    for name, summary in SUBCOMMANDS.items():
        commands.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.", module=f"{__name__}.{name}"
        )
    return parser


class _Version(Action):
    """Print the version; to look it up takes a while, so it is done only then."""

    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"noisymax {version('noisymax')}")
        except PackageNotFoundError:
            print("noisymax not installed")
        parser.exit()


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """SIGTERM ends the command as Ctrl-C does: workers are stopped, no file is left half written."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
