"""Normal and exponential numbers from one draw each, by inversion.

Libraries cut words into the row of a table and a value (the ziggurat), or make two numbers at a time and keep one for
later, which no walk follows. While randomness is diverted, such numbers are taken to have the law that they are named
after. The draw is so fine that no tail ends where anybody looks.
"""

from math import log, log1p
from statistics import NormalDist

CELLS = 2**128 - 1
"""Odd, so that nobody looks for a meaning of its last digits."""
_STANDARD = NormalDist()


def exponential(cell: int) -> float:
    """The standard exponential number in the middle of a cell."""
    above = 2 * (CELLS - cell) - 1
    return -log1p(-(2 * cell + 1) / (2 * CELLS)) if 2 * cell < CELLS else -log(above / (2 * CELLS))


def normal(cell: int) -> float:
    """The standard normal number in the middle of a cell."""
    if 2 * cell > CELLS:
        return -normal(CELLS - 1 - cell)
    return _STANDARD.inv_cdf((2 * cell + 1) / (2 * CELLS))
