"""Permute-and-flip from two uniform numbers a round, whatever the scores: a number of coins that tells nothing.

Candidate j succeeds with probability p_j = e^-(gap_j/scale), at a time t that is uniform between 0 and 1; the first to
succeed is selected. With s = 1 - t, nobody has succeeded by then with probability G(s), the product of all
d_j = 1 - (1 - s) p_j. So a uniform V = G(s) tells when the first succeeds, and a uniform U which one it is: cell j is
as long as p_j s/d_j. The sum A of the cells is d ln G/d ln s, and at least 1, the cell of the best: ln s is no farther
from any other ln s' than ln V is from ln G(s').

Only the number of coins is the same for all scores: how long a release takes is not.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import exp, expm1, ldexp, log

import numpy as np
from numpy.typing import NDArray

from impl.ball import Ball, ball, interval, precision
from impl.fast.coins import WORDS_A_NUMBER, Words, WordsUsedUp
from impl.fast.exactly import GUARD_BITS, weight
from impl.fast.scores import Number, float_gap, listed, numbers
from impl.scores import exact_score

Floats = NDArray[np.float64]

PLACE_ERROR = 2.0**-30
"""Beyond this share of the line from the edges of its cell, the floats of a place tell: `proofs/mechanisms/fast`."""
CLOSE = 2.0**-41
"""Floats take an s for which ln G(s) is known to be within this share of the mass from ln V."""
LEAST_BITS = 64
"""A V below 2^-64 is left to balls."""
MOST_STEPS = 64
HALVINGS, STEPS = 9, 8
"""ln s is found by balls: in so many halvings up to 1/2, and then in so many of Newton's steps up to 2^-256."""


def select_fixed(x: Sequence[Number], scale: float, wanted: int, negate: bool, words: Words) -> list[int]:
    """Select so many indices by permute-and-flip, best first, on six words each. At scale 0: of equals the last first.

    Law: that of `select`, up to a total variation of 2^-100 if words have 64 bits and there are at most 2^26 scores.
    """
    values, scale, _ = numbers(listed(x), scale, negate)
    if not scale:
        return sorted(range(len(values)), key=lambda i: (values[i], i), reverse=True)[:wanted]
    left, selected = list(range(len(values))), []
    values = [*values]
    for _ in range(wanted):
        place = first_to_succeed(values, scale, _number(words), _number(words), WORDS_A_NUMBER * words.bits)
        if place is None:
            raise WordsUsedUp
        selected.append(left.pop(place))
        del values[place]
    return selected


def _number(words: Words) -> int:
    number = 0
    for _ in range(WORDS_A_NUMBER):
        number = number << words.bits | words.word()
    return number


def first_to_succeed(values: Sequence[Number], scale: float, v: int, u: int, bits: int) -> int | None:
    """The place of the first to succeed, for V in [v, v + 1]/2^bits and U in [u, u + 1]/2^bits; None if they differ."""
    top = max(values)
    place = by_floats(float_gaps(values, top, scale), v, u, bits)
    if place is not None:
        return place
    best = exact_score(top)
    return by_balls([(best - exact_score(value)) / Fraction(scale) for value in values], v, u, bits)


def float_gaps(values: Sequence[Number], top: Number, scale: float) -> Floats:
    """(top - value)/scale for all values."""
    with np.errstate(over="ignore"):
        if type(top) is float:
            return (top - np.array(values)) / scale
        return np.array([float_gap(top, value) for value in values]) / scale


# ---- floats ----


def by_floats(gaps: Floats, v: int, u: int, bits: int) -> int | None:
    """The place, if floats tell."""
    if v >> max(bits - LEAST_BITS, 0) == 0:
        return None
    p, rest = np.exp(-gaps), -np.expm1(-gaps)
    small = p <= 0.5
    p_small, p_large, rest_large = p[small], p[~small], rest[~small]
    mass, target = _sum(p), log(ldexp(float(v), -bits))
    y = target / mass
    for _ in range(MOST_STEPS):
        s, t = exp(y), -expm1(y)
        cells = p / (rest / s + p)
        excess = _sum(np.log1p(-t * p_small)) + _sum(np.log(rest_large + s * p_large)) - target
        if abs(excess) <= CLOSE * mass:
            return _place(cells, ldexp(float(u), -bits), PLACE_ERROR + 2.0 ** (LEAST_BITS - bits))
        y -= excess / _sum(cells)
    return None


def _columns(size: int) -> int:
    return 1 << (size.bit_length() + 1) // 2


def _row_sums(terms: Floats) -> Floats:
    return np.add.reduceat(terms, np.arange(0, len(terms), _columns(len(terms))))


def _sum(terms: Floats) -> float:
    return float(_row_sums(terms).sum()) if len(terms) else 0.0


def _place(cells: Floats, u: float, margin: float) -> int | None:
    """The cell of a share u of the whole line, if it is farther from the edges than the margin."""
    ends = _row_sums(cells).cumsum()
    whole = float(ends[-1])
    row = min(int(ends.searchsorted(u * whole, "right")), len(ends) - 1)
    first = row * _columns(len(cells))
    sums = cells[first : first + _columns(len(cells))].cumsum()
    inside = u * whole - (float(ends[row - 1]) if row else 0.0)
    column = min(int(sums.searchsorted(inside, "right")), len(sums) - 1)
    place = first + column
    above = inside - (float(sums[column - 1]) if column else 0.0) > margin * whole
    below = float(sums[column]) - inside > margin * whole
    return place if (above or place == 0) and (below or place == len(cells) - 1) else None


# ---- balls ----


def by_balls(gaps: Sequence[Fraction], v: int, u: int, bits: int) -> int | None:
    """The place, if balls tell: they do but for a share of about n bits 2^-bits of all v and u."""
    if v == 0:
        return None
    with precision(GUARD_BITS + 2 * bits):
        return surely_in(cells_at(gaps, v, bits), ball(Fraction(u, 2**bits)), ball(Fraction(u + 1, 2**bits)))


def cells_at(gaps: Sequence[Fraction], v: int, bits: int) -> list[Ball]:
    """The cells at the time that V tells, at the working precision."""
    p = [weight(gap) for gap in gaps]
    rest = [-(-ball(gap)).expm1() for gap in gaps]
    inverse = (-log_of_s(p, rest, interval(Fraction(v, 2**bits), Fraction(v + 1, 2**bits)).log())).exp()
    return [share / (other * inverse + share) for share, other in zip(p, rest, strict=True)]


def log_of_s(p: Sequence[Ball], rest: Sequence[Ball], target: Ball) -> Ball:
    """A ball around all ln s with ln G(s) in the target."""
    aim = target.mid()
    low, high = target.lower(), ball(0)
    for _ in range(HALVINGS):
        middle = ((low + high) / 2).mid()
        low, high = (low, middle) if _excess(p, rest, middle, aim)[0] > 0 else (middle, high)
    y = high
    for _ in range(STEPS):
        excess, slope = _excess(p, rest, y, aim)
        y = (y - excess / slope).mid()
    farthest = _excess(p, rest, y, target)[0].abs_upper()
    return (y - farthest).union(y + farthest)


def _excess(p: Sequence[Ball], rest: Sequence[Ball], y: Ball, target: Ball) -> tuple[Ball, Ball]:
    """ln G(e^y) minus the target, and its slope, the sum of the cells."""
    s = y.exp()
    product, slope = ball(1), ball(0)
    for share, other in zip(p, rest, strict=True):
        part = share * s
        factor = other + part
        product *= factor
        slope += part / factor
    return product.log() - target, slope


def surely_in(cells: Sequence[Ball], low: Ball, high: Ball) -> int | None:
    """The cell in which all shares of the whole line from low to high are; None if none is sure to hold them all."""
    whole = sum(cells, start=ball(0))
    first, last = low * whole, high * whole
    before = ball(0)
    for place, cell in enumerate(cells[:-1]):
        if not before <= first:
            return None
        before += cell
        if last <= before:
            return place
    return len(cells) - 1 if before <= first else None
