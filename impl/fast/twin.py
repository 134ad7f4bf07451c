"""The twins of the mechanisms: what `Measurement.invoke` runs on fresh entropy. NumPy arrays are welcome."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isnan
from typing import Any, cast

from impl.fast.line import FEW
from impl.fast.scores import Number
from impl.fast.selection import select
from spec import errors
from spec.space import VectorDomain

KINDS: dict[type, frozenset[str]] = {float: frozenset("f"), int: frozenset("iu"), Fraction: frozenset()}
"""The kinds of arrays that hold numbers of a type."""
WIDEST = 8
"""Bytes of the widest number in an array that is a float or an integer of ours."""


@dataclass(frozen=True)
class TopK:
    """Release k indices, best first: by Gumbel noise in one shot, or by permute-and-flip round by round if `flip`."""

    domain: VectorDomain
    scale: float
    k: int
    negate: bool
    flip: bool

    def release(self, x: object) -> list[int]:
        """Release for a list, a tuple or a one-dimensional array of scores."""
        return select(checked(self.domain, x), self.scale, self.k, self.negate, self.flip)


@dataclass(frozen=True)
class One:
    """Release one index."""

    top: TopK

    def release(self, x: object) -> int:
        """Release for a list, a tuple or a one-dimensional array of scores."""
        return self.top.release(x)[0]


def one_index(domain: VectorDomain, scale: float, negate: bool = False, flip: bool = False) -> One:
    """The twin that releases one index."""
    return One(TopK(domain, scale, 1, negate, flip))


def checked(domain: VectorDomain, x: object) -> Sequence[Number]:
    """The scores themselves; refuse what the domain refuses, with its error, and an array of another kind or shape.

    Of an array with few elements a list is made; in others NaN is refused where the greatest element is looked up.
    """
    atom = domain.element_domain.T
    if isinstance(x, list | tuple):
        plain = type(x) in (list, tuple) and len(x) == (len(x) if domain.size is None else domain.size)
        if not (plain and {*map(type, x)} <= {atom}) or (atom is float and isnan(sum(x))):
            domain.check(x)
        return x
    numpy, array = sys.modules.get("numpy"), cast(Any, x)
    if numpy is None or type(x) is not numpy.ndarray or array.ndim != 1:
        raise errors.NotAVector
    if domain.size is not None and len(array) != domain.size:
        raise errors.WrongSize(domain.size)
    if array.dtype.kind not in KINDS[atom] or array.dtype.itemsize > WIDEST:
        raise errors.WrongAtomType(atom.__name__)
    return checked(domain, array.tolist()) if len(array) <= FEW else cast(Sequence[Number], array)
