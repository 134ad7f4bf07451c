"""Laws of peeling in floats, to steer by: one round on every set of candidates that can be left, then products."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from proofs.worst.subject import Guess, Logs, Scores

Round = Callable[[Logs, NDArray[np.bool_]], Logs]
"""Scores, and a row a set of candidates: the logarithm of each candidate's chance to be selected from each set."""


def peeled(one_round: Round, scale: Fraction) -> Guess:
    """The logarithms of P(i_1, ..., i_k) = product over m of P(i_m is selected from what is left)."""

    def guess(x: Scores, k: int) -> Logs:
        left, row, index = _plan(len(x), min(k, len(x)))
        table = one_round(np.array([float(score / scale) for score in x]), left)
        total: Logs = table[row, index].sum(axis=1)
        return total

    return guess


def gumbel_round(x: Logs, left: NDArray[np.bool_]) -> Logs:
    """x_r - ln(sum of e^(x_j) over the set)."""
    masked = np.where(left, x, -np.inf)
    best = masked.max(axis=1, keepdims=True)
    total: Logs = masked - best - np.log(np.exp(masked - best).sum(axis=1, keepdims=True))
    return total


def permute_and_flip_round(x: Logs, left: NDArray[np.bool_]) -> Logs:
    """p_r * integral_0^1 prod_{j != r} (1 - t p_j) dt: a polynomial, which Gauss-Legendre integrates exactly."""
    masked = np.where(left, x, -np.inf)
    gaps = masked - masked.max(axis=1, keepdims=True)
    nodes, weights = _nodes(len(x) // 2 + 1)
    factors = 1 - nodes * np.exp(gaps)[:, :, None]
    rest = factors.prod(axis=1, keepdims=True) / factors
    total: Logs = gaps + np.log(rest @ weights)
    return total


@cache
def _nodes(count: int) -> tuple[Logs, Logs]:
    """Nodes and weights on [0, 1]."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return (nodes + 1) / 2, weights / 2


@cache
def _plan(n: int, k: int) -> tuple[NDArray[np.bool_], NDArray[np.intp], NDArray[np.intp]]:
    """The sets that can be left; and for each order of k indices, the set and the index of each round."""
    sets = [frozenset(taken) for m in range(k) for taken in combinations(range(n), m)]
    place = {taken: row for row, taken in enumerate(sets)}
    left = np.array([[i not in taken for i in range(n)] for taken in sets], dtype=np.bool_)
    orders = list(permutations(range(n), k))
    row = [[place[frozenset(order[:m])] for m in range(k)] for order in orders]
    return left, np.array(row, dtype=np.intp), np.array(orders, dtype=np.intp)
