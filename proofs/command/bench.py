"""`noisymax bench`: how fast the mechanisms are, side by side with others."""

import json
import platform
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from impl.registry import measure_name
from proofs.bench.bars import bars
from proofs.bench.contestants import NAIVE, NAMES
from proofs.bench.measure import KS, SHAPES, SIZES, Row, measure, settings
from proofs.bench.plot import svg
from proofs.command.ledger_source import LedgerSource
from proofs.command.output import refuse_unwritable, tell, tell_lines, write_file
from proofs.command.parser import Parser
from proofs.command.stop import refused
from spec.space import MaxDivergence, ZeroConcentratedDivergence

SCHEMA = "noisymax.bench/1"
MOST_SCORES = 10_000_000
_EXAMPLES = """  noisymax bench --n 1000,10000 -k 1 --seconds 0.2
      twins, literal functions, other libraries and float noise, in turn, on all shapes of scores
  noisymax bench --svg time.svg --json time.json
      all sizes, with a plot; takes some minutes"""
_COLUMNS = """x opendp and x naive: how many times as long as the twin others take, each on the input kind that it \
likes best; then medians in microseconds, with half the distance of the quartiles. All were run in turn, \
in short bursts, in one process; who has used up an equal share of the time rests. Naive float noise is \
neither exact nor private to the last bit. Who took over 0.1 s is not asked about more scores. Below the \
tables: which bounds on the ratios hold here."""
_OFFERED = {measure_name(measure): measure for measure in (MaxDivergence(), ZeroConcentratedDivergence())}


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    numbers = "%s, separated by commas (default: %s)"
    parser.add_argument("--n", type=_numbers(1, MOST_SCORES), default=SIZES, help=numbers % ("sizes", "10 to 10^6"))
    parser.add_argument("-k", type=_numbers(1, MOST_SCORES), default=KS, help=numbers % ("indices", "1,5,100"))
    parser.add_argument("--shape", action="append", choices=SHAPES, help="a shape of scores (default: all)")
    parser.add_argument("--measure", choices=_OFFERED, help="of the loss (default: both)")
    parser.add_argument("--only", action="append", choices=NAMES, help="a contestant (default: all)")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each setting (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all times to FILE as JSON")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw time against the number of scores")


def run(options: Namespace, source: LedgerSource) -> int:
    """Time all settings, and print a table, ratios first."""
    if not 0 <= options.seconds <= 3600:
        raise refused("--seconds must be from 0 to 3600")
    for path in filter(None, (options.json, options.svg)):
        refuse_unwritable(path)
    measures = [_OFFERED[options.measure]] if options.measure else list(_OFFERED.values())
    chosen = list(settings(options.n, options.k, options.shape or SHAPES, measures))
    if not chosen:
        raise refused("k must be at most n")
    with Progress(console=Console(stderr=True), transient=True) as progress:
        timed = measure(iter(chosen), options.only or NAMES, options.seconds)
        rows = list(progress.track(timed, len(chosen), description="timing"))
    tell(_COLUMNS)
    for each in measures:
        tell("")
        tell(measure_name(each))
        tell_lines(_table([row for row in rows if row.setting.measure == each]))
    tell("")
    for bar in bars(rows):
        tell(str(bar))
    if options.json is not None:
        write_file(options.json, json.dumps(_as_json(rows), indent=2) + "\n")
    if options.svg is not None:
        write_file(options.svg, svg(rows))
    return 0


def _numbers(least: int, most: int) -> Callable[[str], tuple[int, ...]]:
    def numbers(text: str) -> tuple[int, ...]:
        try:
            found = tuple(int(part) for part in text.split(","))
        except ValueError:
            found = ()
        if not found or not all(least <= number <= most for number in found):
            raise ArgumentTypeError(f"whole numbers from {least} to {most}, separated by commas")
        return found

    return numbers


def _table(rows: list[Row]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    present = [name for name in NAMES if any(name in row.times for row in rows)]
    for left in ("n", "k", "scores"):
        table.add_column(left, no_wrap=True)
    for right in ("x opendp", "x naive", *present):
        table.add_column(right, overflow="fold", justify="right")
    for row in rows:
        ratios = (row.against_opendp, row.ratio(NAIVE))
        table.add_row(
            str(row.setting.n),
            str(row.setting.k),
            row.setting.shape,
            *("" if ratio is None else f"{ratio:.1f}" for ratio in ratios),
            *(_shown(row, name) for name in present),
        )
    return table


def _shown(row: Row, name: str) -> str:
    timing = row.times.get(name)
    if timing is None:
        return ""
    return f"{timing.median * 1e6:.0f} ±{(timing.high - timing.low) * 5e5:.0f}"


def _as_json(rows: list[Row]) -> dict[str, object]:
    installed = {d.name: d.version for d in metadata.distributions() if d.name in ("numpy", "opendp", "diffprivlib")}
    return {
        "schema": SCHEMA,
        "python": platform.python_version(),
        "libraries": installed,
        "bars": [{"says": b.says, "bound": b.bound, "worst": b.worst, "holds": b.holds} for b in bars(rows)],
        "rows": [
            {
                "measure": measure_name(row.setting.measure),
                "shape": row.setting.shape,
                "k": row.setting.k,
                "n": row.setting.n,
                "times_opendp": row.against_opendp,
                "times_naive": row.ratio(NAIVE),
                "seconds": {name: asdict(timing) for name, timing in row.times.items()},
            }
            for row in rows
        ],
    }
