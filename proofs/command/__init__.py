"""The command `noisymax`: one module a subcommand; 0 is as expected, 1 fell short, 2 bad usage."""

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from types import FrameType

from proofs.audit.places import origin
from proofs.audit.report.environment import installed
from proofs.command import audit, conform, errata, explain, law, leaks, select, trace, vectors, worst
from proofs.command.parser import Parser
from proofs.command.session import BAD_INPUT, Book, Stop

_INTERRUPTED = 130
_EPILOG = """example:
  noisymax audit                         check everything and compare with what was accepted
  noisymax explain permute_and_flip.law  walk through one derivation

exit codes: 0 as expected, 1 a check fell short, 2 bad usage or bad input, 130 interrupted"""


def main(argv: Sequence[str] | None = None, book: Book | None = None) -> int:
    """Run the command and return its exit code; `book` is what is audited."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        with _terminated_like_interrupted():
            options = _parser().parse_args(argv)
            code: int = options.run(options, book or Book())
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
        print(f"{origin(error)}: error: internal: {type(error).__name__}", file=sys.stderr)
        return BAD_INPUT
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0


def _parser() -> Parser:
    parser = Parser(
        prog="noisymax",
        description="Check, statement by statement, what published proofs on private selection claim.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"noisymax {installed('noisymax') or 'not installed'}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for module in (audit, trace, explain, errata, law, select, conform, worst, leaks, vectors):
        module.configure(commands)
    return parser


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
