"""`noisymax law`: the exact output law of a mechanism on given scores."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from proofs.command.coins import show_coins
from proofs.command.ledger_source import LedgerSource
from proofs.command.mechanisms import add_mechanism, make
from proofs.command.output import stdout, tell, tell_lines
from proofs.command.parser import Parser
from proofs.command.stop import refused
from proofs.engine.enclosure import enclose
from proofs.engine.law import by_contract
from spec.weights import ExpRatio

_EXAMPLES = """  noisymax law permute_and_flip --scores 1,2,3 --scale 1
      every index with its probability, exactly and in decimals
  noisymax law noisy_top_k --scores 1,2,3 --scale 1 -k 2 --measure zero_concentrated_divergence
      every order of two indices, by Gumbel noise
  noisymax law exponential_mechanism --scores 1,2,3 --scale 1 --coins
      besides, the coins of a release on average, against the entropy of the output"""
_BITS = 128
_DIGITS = 12
_BAR = 24
_WIDE = 72
"""Columns that the table needs; where there are fewer, each probability gets lines of its own."""
_MOST_SCORES = 7
_LEAST = 1e-300


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    add_mechanism(parser)
    parser.add_argument(
        "--coins", action="store_true", help="show besides how many coins a release takes, and the entropy that it has"
    )


def run(options: Namespace, source: LedgerSource) -> int:
    """Measure the law by contract and print it, likeliest first."""
    mechanism, scores = make(options)
    if len(scores) > _MOST_SCORES:
        raise refused(f"the law of more than {_MOST_SCORES} scores has too many terms to print")
    law = by_contract(mechanism.invoke, scores)
    _show(list(_rows(law.branches)))
    if options.coins:
        show_coins(mechanism, scores, law)
    return 0


def _show(rows: Sequence[tuple[str, str, str, str]]) -> None:
    if stdout().width >= _WIDE:
        tell_lines(_table(rows))
        return
    for output, decimals, _, exactly in rows:
        tell(f"{output}  {decimals}")
        tell(Text(exactly, "dim"), indent=2)


def _rows(branches: tuple[tuple[object, ExpRatio], ...]) -> Iterator[tuple[str, str, str, str]]:
    """Each output with its probability in decimals, as a bar and exactly; the likeliest first."""
    for outcome, weight in sorted(branches, key=lambda branch: -float(enclose(branch[1], _BITS).mid())):
        share = float(enclose(weight, _BITS).mid())
        decimals = enclose(weight, _BITS).str(_DIGITS, radius=False) if share > _LEAST else f"< {_LEAST}"
        yield str(outcome), decimals, "█" * round(share * _BAR) or "▏", repr(weight)


def _table(rows: Sequence[tuple[str, str, str, str]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("output", no_wrap=True)
    table.add_column("probability", no_wrap=True, justify="right")
    table.add_column("", no_wrap=True, style="cyan")
    table.add_column("exactly", style="dim", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table
