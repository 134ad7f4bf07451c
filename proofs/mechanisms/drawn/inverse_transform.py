"""Inverse transform sampling and the operating system's coins beyond every list."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from impl.ball import Ball, ball, lower, precision
from impl.draws import SystemDraw
from impl.inverse_transform import inverse_transform
from proofs.engine.drawn import Drawn, octaves
from proofs.engine.ledger.model import Proof
from proofs.mechanisms import draws
from proofs.mechanisms.drawn.proof import TITLE, holds_on, holds_on_some, proof_of
from proofs.mechanisms.drawn.scripted import Scripted
from spec.draws import RELEASE
from spec.inverse_transform import CODE

BITS = 640
"""Of U, and of the cumulative probabilities that it is compared with."""

MOST = 24
"""How many scores there may be."""

FETCHES = 70
"""How often entropy is fetched."""


class Uniform(NamedTuple):
    """Scores, a scale, and U as a tape."""

    x: tuple[Fraction, ...]
    scale: Fraction
    coins: tuple[int, ...]


def uniforms() -> Iterator[Uniform]:
    """Every octave of n, scores near each other and far apart of any size; U anywhere, or near an edge to any depth."""
    drawn = Drawn("uniforms")
    for n in octaves("uniforms", MOST):
        yield of(drawn, n, 0)
        yield of(drawn, n, drawn.below(30))
    for depth in (*octaves("edges", 100), *range(30, 180, 10)):
        yield of(drawn, 2 + drawn.below(2), depth)
    for _ in range(12):
        yield of(drawn, 2 + drawn.below(3), drawn.below(40))


def of(drawn: Drawn, n: int, depth: int) -> Uniform:
    """So many scores, and U that agrees with an edge between two cells in so many bits."""
    scale, centre = drawn.fraction(), drawn.signed()
    x = tuple(centre + scale * drawn.below(6) * drawn.share(20) for _ in range(n))
    with precision(2 * BITS):
        edge = int(lower(cumulative(x, scale)[drawn.below(max(n - 1, 1))] * 2**depth)) % 2**depth
    return Uniform(x, scale, (*(edge >> place & 1 for place in reversed(range(depth))), *drawn.coins(BITS - depth)))


def cumulative(x: tuple[Fraction, ...], scale: Fraction) -> list[Ball]:
    """p_1 + ... + p_k for every k."""
    weights = [ball((score - max(x)) / scale).exp() for score in x]
    sums = list(accumulate(weights))
    return [part / sums[-1] for part in sums]


@dataclass(frozen=True)
class FindsTheCell:
    """The answer is the cell of the cumulative probabilities that U is in."""

    function: Callable[..., int] = inverse_transform

    def __call__(self, case: Uniform) -> bool:
        """Count the edges that U is not below."""
        u = Fraction(int("".join(map(str, case.coins)), 2), 2**BITS)
        with precision(2 * BITS):
            edges = cumulative(case.x, case.scale)[:-1]
            expected = sum(1 for edge in edges if edge < ball(u))
        return self.function(case.x, case.scale, Scripted(case.coins)) == expected


class Bytes(NamedTuple):
    """What the operating system hands out, in turn."""

    fetched: tuple[bytes, ...]


def entropy() -> Iterator[Bytes]:
    """Many fetches of 32 bytes each."""
    drawn = Drawn("entropy")
    for number in octaves("entropy", FETCHES):
        yield Bytes(tuple(bytes(drawn.below(256) for _ in range(32)) for _ in range(number)))


@dataclass(frozen=True)
class HandsOutBits:
    """Every bit of every byte is a coin, once and in order, the least significant first."""

    draw: Callable[..., SystemDraw] = SystemDraw

    def __call__(self, case: Bytes) -> bool:
        """Compare the coins with the bits."""
        fetches = iter(case.fetched)
        coins = self.draw(lambda size: next(fetches)[:size])
        bits = [byte >> place & 1 for fetched in case.fetched for byte in fetched for place in range(8)]
        return [coins.bit() for _ in bits] == bits and next(fetches, None) is None


CELL = proof_of(
    CODE,
    holds_on_some(
        "The answer is the cell of the cumulative probabilities that U is in",
        "n of every octave up to 24, scores and scales of up to 1024 bits; U that follows an edge for up to 170 bits",
        uniforms,
        FindsTheCell(),
    ),
)
COINS = Proof(
    RELEASE.id,
    (
        holds_on(
            "Every bit of the entropy is a coin, once and in order",
            "every octave of up to 70 fetches",
            entropy,
            HandsOutBits(),
        ),
    ),
    uses=draws.CHAPTER.proofs[-1].uses,
    title=TITLE,
)

PROOFS = (CELL, COINS)
