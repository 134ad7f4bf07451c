"""`noisymax leaks --coins fixed`: what a release on fixed coins tells, and to whom."""

from collections.abc import Iterable
from itertools import groupby

from rich.table import Table

from proofs.command.output import stdout, tell
from proofs.engine.divergence import exactly
from proofs.leaks import FixedLeak, shown

_PROSE = """On fixed coins a release draws a number of coins that depends on n and k alone: `noisymax select --coins \
fixed`, or with_coins(mechanism, "fixed") of impl.fast.twin. Who counts them learns nothing, and who sees the output, \
too, learns what the output tells: the map binds all three observers, up to delta. Only the number of coins is fixed: \
how long a release takes may depend on the scores."""
_COLUMNS = """x and x' are neighbours; map is what is promised of them; output, coins and both are what is lost to an \
observer of the output, of the number of coins and of both, in the mechanism's own measure (under zero-concentrated \
divergence, at least); times is both over map. drawn is the number of coins on x and on x'. The law on fixed coins is \
the mechanism's but for a total variation of at most delta (claim fast.fixed): what is at most e^map times likelier on \
one input stays so up to (1 + e^map) delta."""


def show(leaks: Iterable[FixedLeak]) -> None:
    """Print a table for each mechanism."""
    tell(_PROSE)
    tell("")
    tell(_COLUMNS)
    for name, group in groupby(leaks, key=lambda leak: leak.pair.name):
        tell("")
        tell(name)
        stdout().print(_table(group))


def _table(leaks: Iterable[FixedLeak]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for left in ("x", "x'"):
        table.add_column(left, no_wrap=True)
    for right in ("k", "scale", "map", "output", "coins", "both", "times", "drawn", "delta"):
        table.add_column(right, no_wrap=True, justify="right")
    for leak in leaks:
        pair = leak.pair
        table.add_row(
            ",".join(map(str, pair.scores)),
            ",".join(map(str, pair.neighbour)),
            str(pair.k),
            f"{pair.scale:g}",
            f"{leak.promised:.4g}",
            *map(shown, (leak.of_output, leak.of_coins, leak.of_both)),
            shown(leak.of_both.over(exactly(leak.promised))) if leak.promised else "-",
            " ".join(map(str, leak.coins)),
            _delta(leak),
        )
    return table


def _delta(leak: FixedLeak) -> str:
    return f"2^-{leak.up_to.denominator.bit_length() - 1}"


def as_json(leak: FixedLeak) -> dict[str, object]:
    """The leak as it is written to a file."""
    pair = leak.pair
    return {
        "mechanism": pair.name,
        "k": pair.k,
        "scale": pair.scale,
        "scores": list(map(str, pair.scores)),
        "neighbour": list(map(str, pair.neighbour)),
        "distance": str(pair.distance),
        "measure": type(pair.mechanism.output_measure).__name__,
        "map": leak.promised,
        "coins": "fixed",
        "coins_drawn": list(leak.coins),
        "delta": _delta(leak),
        "loss": {"output": shown(leak.of_output), "coins": shown(leak.of_coins), "both": shown(leak.of_both)},
    }
