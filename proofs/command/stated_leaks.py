"""`noisymax leaks --triple FILE.py:NAME`: the coins of a contract of one's own."""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from fractions import Fraction
from math import inf

from rich.table import Table

from proofs.audit.workers import one_line
from proofs.command.output import stdout, tell, write_file
from proofs.command.stop import BAD_INPUT, Stop, refused
from proofs.conform.contract_file import contract_named
from proofs.engine.divergence import Bounds, exactly
from proofs.engine.law import Unfinished
from proofs.leaks import StatedLeak, shown, stated_leaks
from proofs.targets.names import BadTarget
from proofs.worst.stated import measured_by
from spec.errors import NoisymaxError


def columns(most: int, measured: str, bounded: str) -> str:
    """What the columns of a table are, with how losses are measured, and which more are bounds."""
    return (
        "x and x' are neighbours; map is what is promised of them; output, coins and both are what is lost to an "
        f"observer of the output, of the number of coins and of both{measured}. Coins are counted up to {most}, so "
        f"that coins and both are bounds from below{bounded}. certain is the probability, on x and on x', of what is "
        f"impossible on the other; mean is the mean number of coins, more than {most} counted as {most + 1}. The tape "
        "is the shortest that tells the two apart for certain."
    )


def run_stated(options: Namespace, schema: str) -> int:
    """Measure the first pairs that the contract states, and print them."""
    try:
        contract = contract_named(options.triple)
        with measured_by(options.target, options.python or sys.executable, contract) as of:
            leaks = stated_leaks(contract, of, options.coins)
    except BadTarget as error:
        if error.place:
            raise Stop(BAD_INPUT, f"{error.place}: error: {one_line(str(error))}") from error
        raise refused(str(error)) from error
    except (NoisymaxError, Unfinished, ValueError) as error:
        raise refused(str(error)) from error
    if options.json is not None:
        document = {"schema": schema, "contract": contract.name, "leaks": list(map(_as_json, leaks))}
        write_file(options.json, json.dumps(document, indent=2) + "\n")
    tell(columns(options.coins, "", ", as is what has a ≥"))
    tell("")
    tell(contract.name)
    stdout().print(_table(leaks))
    return 0


def _table(leaks: Sequence[StatedLeak]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for left in ("parameters", "x", "x'"):
        table.add_column(left, no_wrap=True)
    for right in ("map", "output", "coins", "both", "certain", "mean"):
        table.add_column(right, no_wrap=True, justify="right")
    table.add_column("tape", no_wrap=True, style="dim")
    for leak in leaks:
        losses = map(_least, (leak.promised, leak.of_output, leak.of_coins, leak.of_both))
        means = (leak.observed.mean_coins, leak.observed_of_neighbour.mean_coins)
        certain, mean = " ".join(map(str, leak.certain)), " ".join(f"{float(coins):.2f}" for coins in means)
        table.add_row(leak.setting.text, repr(leak.x), repr(leak.neighbour), *losses, certain, mean, _replayed(leak))
    return table


def _least(loss: Bounds) -> str:
    """A loss in a few digits; of a law of which a little is not known, what is lost at least."""
    if isinstance(loss.lower, Fraction) and loss.upper == inf:
        return f"≥{shown(exactly(loss.lower))}"
    return shown(loss)


def _replayed(leak: StatedLeak) -> str:
    if leak.witness is None:
        return "none found"
    event, tape, is_x = leak.witness
    done = "goes on" if event.output is None else f"gives {event.output!r}"
    place = "x" if is_x else "x'"
    return f"{''.join(map(str, tape))} on {place} {done}"


def _as_json(leak: StatedLeak) -> dict[str, object]:
    return {
        "parameters": leak.setting.text,
        "d_in": leak.d_in,
        "x": repr(leak.x),
        "neighbour": repr(leak.neighbour),
        "map": _least(leak.promised),
        "loss": {"output": _least(leak.of_output), "coins": _least(leak.of_coins), "both": _least(leak.of_both)},
        "certain": list(map(str, leak.certain)),
        "tape": _replayed(leak),
    }
