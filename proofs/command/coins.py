"""What `noisymax law --coins` shows: the coins of a release against the entropy of its output."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from rich.table import Table

from impl.ball import Ball, interval, precision
from impl.fast.coins import WORD
from impl.fast.twin import top_of, with_coins
from proofs.command.output import stdout, tell
from proofs.engine.law import Law
from proofs.engine.law.cost import BITS, entropy, is_enough, mean_coins
from spec.measurement import Measurement
from spec.weights import ExpRatio

_DEEPEST = 40
_DECIMALS = 4
_SECOND_WORD = Fraction(1, 2**36)
"""For each candidate, the probability that a second word is drawn is at most this: claim fast.thrift."""


class _Mean(NamedTuple):
    """The mean number of coins of a release, or what it is at least."""

    coins: str
    least: Fraction
    most: Fraction | None
    bound: str


def show_coins(mechanism: Measurement[Any], scores: list[Fraction], law: Law[ExpRatio]) -> None:
    """Print the entropy of the output and the mean number of coins: as few as can be, by words, and fixed."""
    given = entropy(law)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("coins", no_wrap=True)
    for right in ("on average", "beyond H"):
        table.add_column(right, no_wrap=True, justify="right")
    table.add_column("", no_wrap=True, style="dim")
    for mean in _means(mechanism, scores):
        at_least = "at least " if mean.most is None else ""
        with precision(BITS):
            coins = interval(mean.least, mean.least if mean.most is None else mean.most)
            table.add_row(mean.coins, at_least + _shown(coins), at_least + _shown(coins - given), mean.bound)
    tell("")
    tell(f"entropy H of the output: {_shown(given)} bits")
    stdout().print(table)


def _means(mechanism: Measurement[Any], scores: list[Fraction]) -> Iterator[_Mean]:
    top, n = top_of(mechanism), len(scores)
    release = partial(top.release_on, scores)
    mean, goes_on = mean_coins(release, _DEEPEST)
    if top.flip or top.k > 1:
        yield _Mean("thrifty", mean, None if goes_on else mean, "")
    else:
        yield _Mean("thrifty", mean, mean + 4 * n * goes_on, "H + 3 at most")
        words = 0 if is_enough(release, WORD, ()) else WORD
        yield _Mean("words", Fraction(words), words * (1 + n * _SECOND_WORD), "H + 66 at most")
    fixed = top_of(with_coins(mechanism, "fixed")).words(scores)
    assert fixed is not None
    yield _Mean("fixed", Fraction(fixed.coins), Fraction(fixed.coins), "the same for all scores")


def _shown(x: Ball) -> str:
    return f"{float(x.mid()):.{_DECIMALS}f}"
