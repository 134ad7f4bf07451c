"""`noisymax law`: the exact output law of a mechanism on given scores."""

from argparse import Namespace

from rich.table import Table

from proofs.command.ledger_source import LedgerSource
from proofs.command.mechanisms import add_mechanism, make
from proofs.command.output import stdout
from proofs.command.parser import Parser
from proofs.command.stop import refused
from proofs.engine.enclosure import enclose
from proofs.engine.law import by_contract
from spec.weights import ExpRatio

_EXAMPLES = """  noisymax law permute_and_flip --scores 1,2,3 --scale 1
      every index with its probability, exactly and in decimals
  noisymax law noisy_top_k --scores 1,2,3 --scale 1 -k 2 --measure zero_concentrated_divergence
      every order of two indices, by Gumbel noise"""
_BITS = 128
_DIGITS = 12
_BAR = 24
_MOST_SCORES = 7
_LEAST = 1e-300


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    add_mechanism(parser)


def run(options: Namespace, source: LedgerSource) -> int:
    """Measure the law by contract and print it, likeliest first."""
    mechanism, scores = make(options)
    if len(scores) > _MOST_SCORES:
        raise refused(f"the law of more than {_MOST_SCORES} scores has too many terms to print")
    law = by_contract(mechanism.invoke, scores)
    stdout().print(_table(law.branches))
    return 0


def _table(branches: tuple[tuple[object, ExpRatio], ...]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("output", no_wrap=True)
    table.add_column("probability", no_wrap=True, justify="right")
    table.add_column("", no_wrap=True, style="cyan")
    table.add_column("exactly", style="dim", overflow="fold")
    for outcome, weight in sorted(branches, key=lambda branch: -float(enclose(branch[1], _BITS).mid())):
        share = float(enclose(weight, _BITS).mid())
        decimals = enclose(weight, _BITS).str(_DIGITS, radius=False) if share > _LEAST else f"< {_LEAST}"
        table.add_row(str(outcome), decimals, "█" * round(share * _BAR) or "▏", repr(weight))
    return table
