"""The twins of the mechanisms: what `Measurement.invoke` runs on fresh entropy. NumPy arrays are welcome."""

from collections.abc import Sequence, Sized
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isnan
from typing import Any, Literal, TypeVar, cast, get_args

from impl.fast.coins import WORDS_A_NUMBER, Bits, FixedWords, Words, WordsUsedUp
from impl.fast.line import FEW, FEW_FOR_ONE
from impl.fast.scores import Number
from impl.fast.selection import MANY, select
from spec import errors
from spec.measurement import Measurement, Twin
from spec.space import VectorDomain

TO = TypeVar("TO")

Coins = Literal["words", "thrifty", "fixed"]
"""Whole words, for speed; single coins, as few as can be; or a number of words that depends on n and k alone."""
LOST = Fraction(1, 2**100)
"""The total variation from the law of a mechanism that fixed coins may cost, at most."""
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
    coins: Coins = "words"

    def release(self, x: object) -> list[int]:
        """Release for a list, a tuple or a one-dimensional array of scores."""
        return self.release_on(checked(self.domain, x, self.k), self.words(x))

    def release_on(self, x: Sequence[Number], words: Words | None) -> list[int]:
        """Release on these words; the first indices, whatever the scores, if words that were fixed are used up."""
        try:
            return select(x, self.scale, self.k, self.negate, self.flip, words)
        except WordsUsedUp:
            return list(range(min(self.k, len(x))))

    def words(self, x: object) -> Words | None:
        """The words for one release; None for as many as it takes."""
        if self.coins == "thrifty":
            return Bits()
        wanted = min(self.k, len(cast(Sized, x)))
        return FixedWords(WORDS_A_NUMBER * (1 + self.flip) * wanted) if self.coins == "fixed" else None


@dataclass(frozen=True)
class One:
    """Release one index."""

    top: TopK

    def release(self, x: object) -> int:
        """Release for a list, a tuple or a one-dimensional array of scores."""
        return self.top.release(x)[0]


def with_coins(mechanism: Measurement[TO], coins: Coins) -> Measurement[TO]:
    """The same mechanism on other coins.

    "thrifty": one index of the exponential mechanism takes at most H + 3 coins on average, H the entropy of its law in
    bits. "fixed": k indices take 192 min(k, n) coins by Gumbel noise and 384 min(k, n) by permute-and-flip, whatever
    the scores; the law is kept up to a total variation of 2^-100. Only the number of coins is promised not to tell the
    scores: how long a release takes may.
    """
    if coins not in get_args(Coins):
        raise errors.NotASpace("coins")
    changed = replace(top_of(mechanism), coins=coins)
    return replace(mechanism, twin=cast(Twin[TO], One(changed) if isinstance(mechanism.twin, One) else changed))


def top_of(mechanism: Measurement[Any]) -> TopK:
    """The twin of a mechanism, as one that releases k indices."""
    top = mechanism.twin.top if isinstance(mechanism.twin, One) else mechanism.twin
    if not isinstance(top, TopK):
        raise errors.NotASpace("coins")
    return top


def one_index(domain: VectorDomain, scale: float, negate: bool = False, flip: bool = False) -> One:
    """The twin that releases one index."""
    return One(TopK(domain, scale, 1, negate, flip))


def checked(domain: VectorDomain, x: object, k: int) -> Sequence[Number]:
    """The scores themselves; refuse what the domain refuses, with its error, and an array of another kind or shape.

    Of an array with few elements a list is made, of floats if all its numbers are, of a list with many an array; in
    arrays NaN is refused where the greatest element is looked up.
    """
    atom, few = domain.element_domain.T, FEW if k < MANY else 0
    if isinstance(x, list | tuple):
        plain = type(x) in (list, tuple) and len(x) == (len(x) if domain.size is None else domain.size)
        if plain and len(x) > few:
            from impl.fast.arrays import array_of

            read = array_of(x, atom)
            if read is not None:
                return cast(Sequence[Number], read)
        if not (plain and {*map(type, x)} <= {atom}) or (atom is float and isnan(sum(x))):
            domain.check(x)
        return x
    array = cast(Any, x)
    if (type(x).__module__, type(x).__name__) != ("numpy", "ndarray") or array.ndim != 1:
        raise errors.NotAVector
    if domain.size is not None and len(array) != domain.size:
        raise errors.WrongSize(domain.size)
    if array.dtype.kind not in KINDS[atom] or array.dtype.itemsize > WIDEST:
        raise errors.WrongAtomType(atom.__name__)
    if len(array) > (FEW_FOR_ONE if k == 1 else few):
        return cast(Sequence[Number], array)
    narrow = atom is int and array.dtype.itemsize < WIDEST
    listed = cast(list[Number], (array.astype(float) if narrow else array).tolist())
    if atom is float and isnan(sum(listed)):
        domain.check(listed)
    return listed
