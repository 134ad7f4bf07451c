"""Evidence against an exact finite law, as an e-process of the counts of its outcomes.

Null: the draws are independent, with law p on K outcomes. After n draws with counts c,

    E_n = 1/2 * D(c) / prod p_k^c_k
        + 1/(2K) * sum over j of B(c_j, n - c_j) / (p_j^c_j (1 - p_j)^(n - c_j)),

with D(c) = prod (1/2)_(c_k) / (K/2)_n, B(c, d) = (1/2)_c (1/2)_d / (1)_n and (a)_m = a (a+1) ... (a+m-1).
D is the chance of the draws when their law is itself drawn from the Dirichlet(1/2, ..., 1/2) law, and B
the same for the one question 'is it j?': each term is a likelihood ratio against the null, with mean 1
given the past, and so is their average. Ville: under the null, P(E_n >= 1/alpha for some n) <= alpha.

The first term sees every deviation in the end; the others see soon that one outcome is too rare or too
common. For K = 1 the first term is all there is, and E_n = 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Any

from impl.ball import Ball, ball, precision
from proofs.engine.enclosure import Weight, as_ratio, enclose_positive
from proofs.engine.law.outcome import Opaque, key_of
from spec.weights import ONE

BITS = 128
"""Working precision of all logarithms here: with n draws they are off by about n * 2^-128."""


@dataclass(frozen=True)
class Cell:
    """An outcome that the null allows, its probability p, ln p and ln(1 - p); the last is NaN if p = 1."""

    outcome: object
    probability: Ball
    log: Ball
    log_rest: Ball


class Null:
    """A finite law to be tested; outcomes of probability zero do not belong to it."""

    def __init__(self, law: Iterable[tuple[object, Weight]]) -> None:
        self._hold([_cell(outcome, weight) for outcome, weight in law if weight])

    @classmethod
    def enclosed(cls, law: Mapping[Any, Ball]) -> "Null":
        """The same of probabilities in balls, all of them positive: 1 - p is what the other outcomes add up to."""
        null = cls.__new__(cls)
        with precision(BITS):
            before = list(accumulate(law.values(), initial=ball(0)))
            after = list(accumulate(reversed([*law.values()]), initial=ball(0)))[::-1]
            null._hold(
                [
                    Cell(outcome, p, p.log(), (before[place] + after[place + 1]).log())
                    for place, (outcome, p) in enumerate(law.items())
                ]
            )
        return null

    def _hold(self, cells: Sequence[Cell]) -> None:
        by_key = {key_of(cell.outcome): cell for cell in cells}
        self.cells = tuple(by_key.values())
        self._places = {key: place for place, key in enumerate(by_key)}
        with precision(BITS):
            if not sum((cell.probability for cell in self.cells), start=ball(0)).contains(1):
                raise ValueError("the probabilities of a law add up to one")

    def place(self, outcome: object) -> int | None:
        """The place of an outcome among the cells, None for one that the null rules out."""
        try:
            return self._places.get(key_of(outcome))
        except Opaque:  # an outcome that cannot be told from others is none of ours
            return None


def e_value(null: Null, counts: Sequence[int]) -> Ball:
    """E_n at these counts, one for each cell of the null."""
    n, size = sum(counts), len(null.cells)
    with precision(BITS):
        likelihood = sum((_rising(1, c) - c * cell.log for cell, c in _paired(null, counts)), start=ball(0))
        whole = (likelihood - _rising(size, n)).exp()
        if size == 1:
            return whole
        single = sum((log_e_value_of_cell(cell, c, n).exp() for cell, c in _paired(null, counts)), start=ball(0))
        return (whole + single / size) / 2


def log_e_value_of_cell(cell: Cell, count: int, n: int) -> Ball:
    """ln of B(c, n - c) / (p^c (1 - p)^(n - c)): the evidence in how often one outcome came."""
    with precision(BITS):
        mixture = _rising(1, count) + _rising(1, n - count) - _rising(2, n)
        return mixture - count * cell.log - (n - count) * cell.log_rest


def log_regret(size: int, n: int) -> Ball:
    """How far ln of the largest likelihood, prod (c_k/n)^c_k, can be above ln D(c).

    Law: at most ln (K/2)_n - ln (1/2)_n. For h(m) = ln (1/2)_m - m ln m has h(0) = 0 and falling differences,
    since 1/(m + 1/2) <= ln((m + 1)/m), the mean of the convex 1/x over [m, m + 1]. So h is concave, hence
    subadditive: sum h(c_k) >= h(n).
    """
    with precision(BITS):
        return _rising(size, n) - _rising(1, n)


def _paired(null: Null, counts: Sequence[int]) -> Iterable[tuple[Cell, int]]:
    return zip(null.cells, counts, strict=True)


@lru_cache(1 << 16)
def _rising(halves: int, m: int) -> Ball:
    """ln of a (a+1) ... (a+m-1), where a is so many halves; the same are asked for again and again."""
    with precision(BITS):
        a = Fraction(halves, 2)
        return ball(a + m).lgamma() - ball(a).lgamma()


def _cell(outcome: object, weight: Weight) -> Cell:
    rest = ONE - as_ratio(weight)
    probability = enclose_positive(weight, BITS)
    with precision(BITS):
        log_rest = enclose_positive(rest, BITS).log() if rest else Ball.nan()
        return Cell(outcome, probability, probability.log(), log_rest)
