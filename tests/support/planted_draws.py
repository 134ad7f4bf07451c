"""Laws, rates and planted draws for statistical tests."""

from collections.abc import Sequence
from fractions import Fraction

from proofs.engine.enclosure import Weight
from proofs.engine.statistics.evidence import Null

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
COIN = ((0, HALF), (1, HALF))
SKEWED = (Fraction(1, 7), Fraction(2, 7), Fraction(4, 7))


def law(*probabilities: Weight) -> Null:
    """The null with these probabilities of 0, 1, 2, ..."""
    return Null(enumerate(probabilities))


def predicted(p: Sequence[Fraction], draws: Sequence[int]) -> Fraction:
    """The e-value from its definition draw by draw: how well each mixture predicts, and how well p does."""
    size = len(p)
    whole = Fraction(1)
    single = [Fraction(1)] * size
    for n, drawn in enumerate(draws):
        whole *= (draws[:n].count(drawn) + HALF) / (n + size * HALF) / p[drawn]
        for j in range(size):
            seen = draws[:n].count(j)
            hit = drawn == j
            single[j] *= ((seen if hit else n - seen) + HALF) / (n + 1) / (p[j] if hit else 1 - p[j])
    return (whole + sum(single, Fraction(0)) / size) / 2
