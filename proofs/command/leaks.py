"""`noisymax leaks`: what the mechanisms do not protect, measured."""

import json
from argparse import Namespace
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from rich.table import Table

from impl.registry import MEASURES
from proofs.command.fixed_leaks import as_json, show
from proofs.command.ledger_source import LedgerSource
from proofs.command.mechanisms import NAMES, make, mechanism_named
from proofs.command.output import refuse_unwritable, stdout, tell, write_file
from proofs.command.parser import Parser, read_float, refuse_given
from proofs.command.stated_leaks import columns, run_stated
from proofs.command.stop import refused
from proofs.engine.divergence import exactly
from proofs.engine.law import Unfinished
from proofs.leaks import Leak, Pair, measure, measure_fixed, pairs, shown, title
from spec.errors import NoisymaxError

T = TypeVar("T")

SCHEMA = "noisymax.leaks/1"
_EXAMPLES = """  noisymax leaks noisy_top_k --scores 0,0 --neighbour 1,0 --scale 1
      what an observer of the output, of the number of coins and of both learns about these two inputs
  noisymax leaks inverse_transform
      the same of small inputs that make it plain
  noisymax leaks noisy_top_k --coins fixed
      the same of releases on a number of coins that no score has a say in"""
_PROSE = """A privacy map bounds what the output tells, and nothing else. The number of coins that a release uses, \
and so the time that it takes, depends on the scores, and none of these mechanisms protects it; fixed coins keep the \
number from telling (--coins fixed). No map binds an observer who counts coins, or who measures time well enough to: \
"inf" says that something happens on one input that cannot happen on the other, whatever the coins. Nobody from whom \
the scores are to be kept may see how long a release takes."""
_NOT_STATED = "mechanism", "scores", "neighbour", "scale", "k", "measure", "monotonic"
_STATED = "target", "python"
"""What is looked at without a contract alone, and with one alone."""
_MOST_SCORES = 4
_COINS = 8
_MOST_COINS = 16


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument(
        "mechanism", metavar="NAME", nargs="?", type=mechanism_named, help=f"one of {NAMES} (default: all)"
    )
    own = parser.add_argument_group("two inputs of your own")
    own.add_argument("--scores", metavar="X,X,...", help="the scores, such as 1,2.5,-1/3; read exactly")
    own.add_argument("--neighbour", metavar="X,X,...", help="the scores that they are to be told from")
    own.add_argument("--scale", type=read_float, help="the scale of the noise")
    own.add_argument("-k", type=int, help="how many indices to select (default: 1)")
    own.add_argument("--measure", choices=MEASURES, help="of the loss (default: the first that NAME is offered in)")
    own.add_argument("--monotonic", action="store_true", help="neighbouring scores all move in one direction")
    stated = parser.add_argument_group("a contract of your own")
    stated.add_argument(
        "--triple", metavar="FILE.py:NAME", help="the contract: the pairs that it states, of its program"
    )
    stated.add_argument(
        "--target", metavar="FILE.py:FACTORY", help="an implementation to measure in place of the program"
    )
    stated.add_argument("--python", metavar="PATH", help="the interpreter to run it with (default: this one)")
    parser.add_argument(
        "--coins",
        metavar="N|fixed",
        type=_coins,
        default=_COINS,
        help=f"how many coins to count, from 1 to {_MOST_COINS} (default: %(default)s), or releases on a number that "
        "no score has a say in",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the exact laws and losses to FILE as JSON")


def run(options: Namespace, source: LedgerSource) -> int:
    """Measure, and print a table for each mechanism."""
    if options.json is not None:
        refuse_unwritable(options.json)
    if options.triple is not None:
        if options.coins == "fixed":
            raise refused("a contract of your own has no --coins fixed: only mechanisms by NAME release on fixed coins")
        refuse_given(options, _NOT_STATED, "is not for --triple: a contract states its own parameters and inputs")
        return run_stated(options, SCHEMA)
    refuse_given(options, _STATED, "is for a contract of your own: --triple names it")
    if options.coins == "fixed":
        fixed = [_measured(measure_fixed, pair) for pair in _pairs(options)]
        _write(options, map(as_json, fixed))
        show(fixed)
        return 0
    leaks = [_measured(measure, pair, options.coins) for pair in _pairs(options)]
    _write(options, map(_as_json, leaks))
    tell(_PROSE)
    tell("")
    measured = ", in the mechanism's own measure; times is both over map"
    tell(columns(options.coins, measured, "; under zero-concentrated divergence all three are"))
    for name, group in groupby(leaks, key=lambda leak: leak.pair.name):
        tell("")
        tell(name)
        stdout().print(_table(group))
    return 0


def _coins(text: str) -> int | str:
    if text == "fixed":
        return text
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_COINS:
        raise refused(f"--coins must be from 1 to {_MOST_COINS}, every tape of that many coins is tried, or fixed")
    return int(text)


def _write(options: Namespace, leaks: Iterable[dict[str, object]]) -> None:
    if options.json is not None:
        write_file(options.json, json.dumps({"schema": SCHEMA, "leaks": list(leaks)}, indent=2) + "\n")


def _pairs(options: Namespace) -> list[Pair]:
    given = (options.scores, options.neighbour, options.scale)
    if all(value is None for value in (*given, options.k, options.measure)) and not options.monotonic:
        return pairs(options.mechanism and options.mechanism.name)
    if any(value is None for value in (*given, options.mechanism)):
        raise refused(f"inputs of your own take --scores, --neighbour, --scale and a NAME that is one of {NAMES}")
    if options.scale == 0:
        raise refused("at scale 0 nothing is promised, and nothing is kept")
    full = {**vars(options), "file": None, "negate": False}
    mechanism, scores = make(Namespace(**full))
    _, neighbour = make(Namespace(**full | {"scores": options.neighbour}))
    if len(scores) > _MOST_SCORES:
        raise refused(f"more than {_MOST_SCORES} scores take too long to measure")
    name = title(options.mechanism, mechanism.output_measure)
    pair = Pair(name, options.k or 1, options.scale, mechanism, tuple(scores), tuple(neighbour))
    if not isinstance(pair.distance, Fraction):
        raise refused("the two inputs are infinitely far apart, and nothing is promised of them")
    return [pair]


def _measured(measured: Callable[..., T], *arguments: object) -> T:
    try:
        return measured(*arguments)
    except (NoisymaxError, Unfinished) as error:
        raise refused(str(error)) from error


def _table(leaks: Iterable[Leak]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for left in ("x", "x'"):
        table.add_column(left, no_wrap=True)
    for right in ("k", "scale", "map", "output", "coins", "both", "times", "certain", "mean"):
        table.add_column(right, no_wrap=True, justify="right")
    table.add_column("tape", no_wrap=True, style="dim")
    for leak in leaks:
        pair = leak.pair
        table.add_row(
            _listed(pair.scores),
            _listed(pair.neighbour),
            str(pair.k),
            f"{pair.scale:g}",
            f"{leak.promised:.4g}",
            *map(shown, (leak.of_output, leak.of_coins, leak.of_both)),
            shown(leak.of_both.over(exactly(leak.promised))) if leak.promised else "-",
            " ".join(f"{mass}" for mass in leak.certain),
            " ".join(f"{float(mean):.2f}" for mean in leak.mean_coins),
            _replayed(leak),
        )
    return table


def _listed(numbers: Iterable[Fraction | int]) -> str:
    return ",".join(map(str, numbers))


def _digits(tape: Iterable[int]) -> str:
    return "".join(map(str, tape))


def _replayed(leak: Leak) -> str:
    """What the witness does, and on which of the two inputs."""
    if leak.witness is None:
        return "none found"
    output = leak.witness.event.output
    done = "goes on" if output is None else f"gives {_listed(output if isinstance(output, tuple) else (output,))}"
    place = "x" if leak.witness.scores == leak.pair.scores else "x'"
    return f"{_digits(leak.witness.tape)} on {place} {done}"


def _as_json(leak: Leak) -> dict[str, object]:
    pair, witness = leak.pair, leak.witness
    here, there = leak.observed.probabilities, leak.observed_of_neighbour.probabilities
    return {
        "mechanism": pair.name,
        "k": pair.k,
        "scale": pair.scale,
        "scores": list(map(str, pair.scores)),
        "neighbour": list(map(str, pair.neighbour)),
        "distance": str(pair.distance),
        "measure": type(pair.mechanism.output_measure).__name__,
        "map": leak.promised,
        "coins_counted": leak.observed.most,
        "loss": {"output": shown(leak.of_output), "coins": shown(leak.of_coins), "both": shown(leak.of_both)},
        "certain": list(map(str, leak.certain)),
        "mean_coins_at_least": list(map(str, leak.mean_coins)),
        "witness": None
        if witness is None
        else {
            "tape": _digits(witness.tape),
            "on": list(map(str, witness.scores)),
            "impossible_on": list(map(str, witness.impossible_on)),
            "output": witness.event.output,
            "coins": witness.event.coins,
            "probability": str(witness.probability),
        },
        "law": [
            {
                "output": event.output,
                "coins": event.coins,
                "scores": str(here.get(event, 0)),
                "neighbour": str(there.get(event, 0)),
            }
            for event in sorted(here.keys() | there.keys(), key=lambda event: (event.coins, str(event.output)))
        ],
    }
