"""What a release costs in coins, and the entropy that it gives for them."""

from collections.abc import Callable
from fractions import Fraction

from impl.ball import Ball, ball, precision
from impl.fast.coins import TapeWords, Words
from proofs.engine.enclosure import enclose_positive
from proofs.engine.law.tree import Law
from spec.errors import EntropyExhausted
from spec.weights import ExpRatio

BITS = 128
MOST_TAPES = 1 << 10


def entropy(law: Law[ExpRatio]) -> Ball:
    """H = -Σ p log2 p, in bits: no program gets by with fewer coins on average."""
    with precision(BITS):
        shares = [enclose_positive(weight, BITS) for _, weight in law.branches if weight]
        return -sum((share * share.log() for share in shares), start=ball(0)) / ball(2).log()


def mean_coins(release: Callable[[Words], object], deepest: int) -> tuple[Fraction, Fraction]:
    """The mean number of coins of a release on single coins, or a little less, and the share of tapes that go on.

    Every tape is walked: Σ over d of the share of tapes of d coins that are not enough. The walk ends at `deepest`
    coins, or where there are too many tapes.
    """
    mean, depth = Fraction(0), 0
    waiting: list[tuple[int, ...]] = [()]
    while waiting and depth < deepest and len(waiting) <= MOST_TAPES:
        waiting = [tape for tape in waiting if not is_enough(release, 1, tape)]
        mean += Fraction(len(waiting), 2**depth)
        waiting = [(*tape, coin) for tape in waiting for coin in (0, 1)]
        depth += 1
    return mean, Fraction(len(waiting), 2**depth)


def is_enough(release: Callable[[Words], object], bits: int, tape: tuple[int, ...]) -> bool:
    """Whether a release ends on these words."""
    try:
        release(TapeWords(bits, tape))
    except EntropyExhausted:
        return False
    return True
