"""A mechanism of the registry, made from a command line."""

import sys
from argparse import Namespace
from fractions import Fraction
from pathlib import Path

from impl.registry import MEASURES, MECHANISMS, SPELLINGS, Mechanism, Release, Setting, measure_name
from proofs.audit.nearest import UnknownName
from proofs.command.parser import Parser, read_exactly, read_float, read_number
from proofs.command.stop import refused
from spec.errors import NoisymaxError

NAMES = ", ".join(MECHANISMS)
_MANY = " or ".join(mechanism.name for mechanism in MECHANISMS.values() if mechanism.indices)


def mechanism_named(text: str) -> Mechanism:
    """The mechanism that goes by this name, its own or that of its triple."""
    if text not in SPELLINGS:
        raise refused(str(UnknownName(text, SPELLINGS)))
    return SPELLINGS[text]


def add_mechanism(parser: Parser) -> None:
    """The arguments that name a mechanism, its parameters and its scores."""
    parser.add_argument("mechanism", metavar="NAME", type=mechanism_named, help=f"one of {NAMES}")
    scores = parser.add_mutually_exclusive_group(required=True)
    scores.add_argument("--scores", metavar="X,X,...", help="the scores, such as 1,2.5,-1/3; read exactly")
    scores.add_argument("--file", metavar="FILE", help="the scores, one a line; - is standard input")
    parser.add_argument("--scale", type=read_float, required=True, help="the scale of the noise, a float: 0.5 or 1/2")
    parser.add_argument("-k", type=read_number(int), help=f"how many indices to select, by {_MANY} (default: 1)")
    parser.add_argument("--negate", action="store_true", help="select the least scores instead of the greatest")
    parser.add_argument("--measure", choices=MEASURES, help="of the loss (default: the first that NAME is offered in)")
    parser.add_argument("--monotonic", action="store_true", help="neighbouring scores all move in one direction")
    parser.add_argument(
        "--d-in", type=read_number(read_exactly), default=Fraction(1), help="distance to map (default: 1)"
    )


def make(options: Namespace) -> tuple[Release, list[Fraction]]:
    """The mechanism and the scores that the command line names, or one line on what is wrong with them."""
    scores = _scores(options)
    setting = chosen(options, len(scores))
    try:
        return options.mechanism.make(setting), scores
    except NoisymaxError as error:
        raise refused(str(error)) from error


def chosen(options: Namespace, size: int) -> Setting:
    """The parameters of the mechanism that the command line chooses; refused if it has no such parameter."""
    mechanism: Mechanism = options.mechanism
    if options.negate and "negate" not in mechanism.varies:
        raise refused(f"{mechanism.name} has no --negate: negate the scores")
    if options.monotonic and "monotonic" not in mechanism.varies:
        raise refused(f"{mechanism.name} has no --monotonic: its distance is the range distance")
    if not mechanism.indices and options.k not in (None, 1):
        raise refused(f"{mechanism.name} selects one index: leave out -k")
    measure = mechanism.measures[0] if options.measure is None else MEASURES[options.measure]
    if measure not in mechanism.measures:
        offered = " and ".join(map(measure_name, mechanism.measures))
        raise refused(f"{mechanism.name} is offered in {offered}, not in {options.measure}")
    k = 1 if options.k is None else options.k
    return Setting(options.scale, k, options.negate, measure, options.monotonic, Fraction, size)


def _scores(options: Namespace) -> list[Fraction]:
    texts = options.scores.split(",") if options.scores is not None else _lines(options.file)
    if not any(map(str.strip, texts)):
        raise refused("there is no score: give one or more, such as --scores 1,2.5,-1/3")
    scores = []
    for number, text in enumerate(texts, start=1):
        try:
            scores.append(read_exactly(text.strip()))
        except (ValueError, ZeroDivisionError):
            # The text may be private: only its place is told.
            raise refused(f"score number {number} is not a finite rational number") from None
    return scores


def _lines(file: str) -> list[str]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise refused(f"cannot read {file}: {getattr(error, 'strerror', None) or 'not a text file'}") from error
    return [line for line in text.splitlines() if line.strip()]
