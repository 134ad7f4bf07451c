"""Command lines, refused in one line."""

import argparse
import os
from collections.abc import Callable
from typing import NoReturn, TypeAlias, TypeVar

from proofs.command.session import refused

T = TypeVar("T")


class Parser(argparse.ArgumentParser):
    """A parser whose help keeps its line breaks and whose errors are one line each."""

    def __init__(self, **options: str) -> None:
        super().__init__(
            prog=options.get("prog"),
            description=options.get("description"),
            epilog=options.get("epilog"),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise refused(f"{message} (see {self.prog} --help)")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def add_command(commands: Commands, name: str, summary: str, example: str) -> Parser:
    """A subcommand, with one example at the end of its help."""
    return commands.add_parser(
        name, help=summary, description=f"{summary.capitalize()}.", epilog=f"example:\n{example}"
    )


def add_workers(parser: Parser) -> None:
    """The option that says how many processes check at the same time."""
    parser.add_argument(
        "--workers",
        type=_positive,
        default=_cores(),
        metavar="N",
        help="processes to check with (default: %(default)s, all cores)",
    )


def read_number(kind: Callable[[str], T]) -> Callable[[str], T]:
    """A reader of one kind of number, for the `type` of an option."""

    def read(text: str) -> T:
        try:
            return kind(text)
        except (ValueError, ZeroDivisionError):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None

    return read


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive whole number")
    return int(text)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
