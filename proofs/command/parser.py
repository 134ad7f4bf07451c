"""Command lines, refused in one line; a subcommand is imported when it is used."""

import argparse
import os
import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any, NoReturn, TypeVar

from proofs.command.stop import refused

T = TypeVar("T")
_MOST_DIGITS = 4096


class Parser(argparse.ArgumentParser):
    """A parser whose help keeps its line breaks and whose errors are one line each."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options)
        # What begins with a minus and a digit is a number, or a list of numbers, and no option.
        self._negative_number_matcher = re.compile(r"-\.?\d")

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise refused(f"{message} (see {self.prog} --help)")

    def teach(self, examples: str) -> None:
        """End the help with examples."""
        self.epilog = f"example:\n{examples}"


class Subcommand(Parser):
    """The parser of a subcommand, whose module adds the arguments as soon as there are some to parse."""

    def __init__(self, module: str, **options: Any) -> None:
        super().__init__(**options)
        self._module = module

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Let the module configure this parser, and parse; `given` is what is not as it is if nothing is given."""
        module = import_module(self._module)
        module.configure(self)
        self.set_defaults(run=module.run)
        options, left = super().parse_known_args(args, namespace)
        options.given = {name for name, value in vars(options).items() if value != self.get_default(name)}
        return options, left


def add_selection(parser: Parser) -> None:
    """The options that choose a part of the ledger."""
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="ID",
        help="only this claim or erratum; also the beginning of ids up to a dot, or a glob; repeatable",
    )
    parser.add_argument("--quick", action="store_true", help="skip the claims that take long to check")


def add_workers(parser: Parser) -> None:
    """The options that say where checks run, and how many at the same time."""
    parser.add_argument(
        "--workers",
        type=_positive,
        default=_cores(),
        metavar="N",
        help="processes to check with (default: %(default)s, all cores)",
    )
    add_dask(parser)


def add_dask(parser: Parser) -> None:
    """The option that names a cluster."""
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="use the Dask cluster whose scheduler is there, say scheduler:8786"
    )


def add_cache(parser: Parser) -> None:
    """The option by which every check is run anew."""
    parser.add_argument(
        "--no-cache",
        dest="cached",
        action="store_false",
        help="check anew what was checked before; NOISYMAX_CACHE names the folder in which evidence is kept",
    )


def read_number(kind: Callable[[str], T]) -> Callable[[str], T]:
    """A reader of one kind of number, for the `type` of an option."""

    def read(text: str) -> T:
        try:
            return kind(text)
        except (ValueError, ZeroDivisionError):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None

    return read


def read_exactly(text: str) -> Fraction:
    """A rational number, exactly; one that would fill the memory is none."""
    exponent = re.search(r"[eE][+-]?(\d+)\s*$", text)
    if exponent is not None and int(exponent[1]) > _MOST_DIGITS:
        raise ValueError("too many digits")
    return Fraction(text)


def read_float(text: str) -> float:
    """A float; a quotient must be one exactly, and what is not 0 must not become 0."""
    try:
        number = float(text) if "/" not in text else float(Fraction(text))
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    except OverflowError:
        raise argparse.ArgumentTypeError(f"{text} is larger than the largest float") from None
    if "/" in text and Fraction(text) != Fraction(number):
        raise argparse.ArgumentTypeError(f"{text} is between two floats: {number!r} is the nearest")
    if number == 0 and re.search("[1-9]", re.split("[eE]", text)[0]):
        raise argparse.ArgumentTypeError(f"{text} is not 0, but no float is as small")
    return number


def refuse_given(options: argparse.Namespace, unused: Iterable[str], why: str) -> None:
    """Refuse options that were given though nothing would look at them."""
    for name in unused:
        if name in options.given:
            flag = "NAME" if name == "mechanism" else f"-{name}" if len(name) == 1 else f"--{name.replace('_', '-')}"
            raise refused(f"{flag} {why}")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive whole number")
    return int(text)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
