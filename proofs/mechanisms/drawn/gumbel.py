"""Partially sampled Gumbel numbers beyond every list: any depth, any shifts and scales, any number of candidates.

A comparison takes long only where two samples nearly tie. So the tapes here follow a tie: U is drawn, V is the number
at which the other sample is just as large, and the coins are their bits, to any depth, before they leave the tie.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from impl.ball import Ball, ball, lower, precision
from impl.gumbel import GumbelPSRN, GumbelRV, greater_than
from proofs.engine.checkers.instances import Instances
from proofs.engine.drawn import Drawn, OneIn, octaves
from proofs.engine.ledger.model import Step
from proofs.mechanisms.drawn.proof import TRIED, holds_on, holds_on_some, proof_of
from proofs.mechanisms.drawn.scripted import Scripted
from spec import gumbel as spec
from spec.partial_samples import Point

DEEPEST = 1500
"""Bits of a uniform number."""


def points() -> Iterator[Point]:
    """Every octave of depth, next to both ends and between; shifts and scales of any size."""
    drawn = Drawn("points")
    for bits in octaves("points", DEEPEST):
        for numerator in {0, 1, 2**bits - 1, 2**bits, drawn.below(2**bits), drawn.size(2**bits)}:
            yield Point(drawn.signed(), drawn.fraction(), numerator, bits)
    for size in range(1, 1074, 9):
        yield Point(Fraction(drawn.of_bits(size)), drawn.fraction(64), drawn.below(257), 8)
        yield Point(drawn.signed(64), Fraction(1, drawn.of_bits(size)), drawn.below(257), 8)
        yield Point(drawn.signed(64), Fraction(drawn.of_bits(size)), drawn.below(257), 8)


def points_without_noise() -> Iterator[Point]:
    """Every octave of depth, shifts of any size."""
    drawn = Drawn("without noise")
    for bits in octaves("points", DEEPEST):
        yield from (Point(drawn.signed(), Fraction(0), end, bits) for end in (0, drawn.below(2**bits), 2**bits))


@dataclass(frozen=True)
class EdgesAreNear:
    """Edges of one point are nearer to each other than those of the next point, by 32 bits."""

    variable: Callable[..., GumbelRV] = GumbelRV

    def __call__(self, point: Point) -> bool:
        """Measure the distance of the edges, in units of the scale; without noise both are the shift."""
        if point.scale == 0:
            return self.variable(*point[:2]).inverse_cdf(*point[2:]) == (point.shift, point.shift)
        if point.numerator in (0, 2**point.refinements):
            return True
        low, high = self.variable(point.shift, point.scale).inverse_cdf(point.numerator, point.refinements)
        assert isinstance(low, Fraction)
        assert isinstance(high, Fraction)
        return bool((high - low) * 2 ** (point.refinements + 32) < point.scale)


class Tie(NamedTuple):
    """Two samples of one scale of which so many bits are drawn, and the coins to come: first b's, then a's, in turn."""

    a: GumbelPSRN
    b: GumbelPSRN
    coins: tuple[int, ...]


def ties() -> Iterator[Tie]:
    """Every octave of depth at which the comparison begins, and of how long it follows the tie from there."""
    drawn = Drawn("ties")
    for depth in octaves("ties", DEEPEST):
        yield tie(drawn, drawn.below(depth), depth)
        yield tie(drawn, depth - 1, depth)
        yield tie(drawn, 0, min(depth, 200))
    for _ in range(100):
        yield tie(drawn, drawn.below(12), 12 + drawn.below(60))


def without_noise() -> Iterator[Tie]:
    """Samples without noise, of which any number of bits is drawn; shifts equal and unequal."""
    drawn = Drawn("ties without noise")
    for depth in octaves("ties", DEEPEST):
        shift = drawn.signed()
        for other in (shift, drawn.signed()):
            a, b = (GumbelPSRN(at, Fraction(0), drawn.below(2**depth), depth) for at in (shift, other))
            yield Tie(a, b, ())


def compares_shifts(case: Tie, function: Callable[..., object] = greater_than) -> bool:
    """Without noise the shifts are compared and no coin is drawn."""
    return function(case.a, case.b, Scripted()) == (case.a.shift > case.b.shift, case.a, case.b)


def tie(drawn: Drawn, known: int, depth: int) -> Tie:
    """Samples that agree to `depth` bits, of which `known` are drawn; after them the coins are fair."""
    scale = drawn.fraction()
    apart = drawn.signed(12)
    apart = apart if abs(apart) < 5 else Fraction(0)
    shift = drawn.signed()
    u, v = tied(drawn, apart, depth)
    a, b = (
        GumbelPSRN(shift + moved, scale, bits >> (depth - known), known) for moved, bits in ((apart * scale, u), (0, v))
    )
    following = (bits >> place & 1 for place in reversed(range(depth - known)) for bits in (v, u))
    return Tie(a, b, (*following, *drawn.coins(200)))


def tied(drawn: Drawn, apart: Fraction, depth: int) -> tuple[int, int]:
    """The first bits of U and of V = U^(e^-apart): Q(U) around `apart` is Q(V) around 0, at scale 1."""
    u = drawn.below(2**depth) | 1 << depth - 1
    with precision(2 * depth + 64):
        v = ball(Fraction(2 * u + 1, 2 ** (depth + 1))).log() * ball(-apart).exp()
        bits = int(lower(v.exp() * 2**depth))
    return u, min(bits, 2**depth - 1)


@dataclass(frozen=True)
class Decides:
    """The answer is right whatever the further bits are, and every coin is a bit of the sample that is less refined."""

    function: Callable[..., tuple[bool, GumbelPSRN, GumbelPSRN]] = greater_than

    def __call__(self, case: Tie) -> bool:
        """Compare the worst ends of the two cells, and the bits with the coins."""
        draw = Scripted(case.coins)
        greater, a, b = self.function(case.a, case.b, draw)
        of_a, of_b = case.coins[1 : draw.used : 2], case.coins[0 : draw.used : 2]
        if (a.numerator, b.numerator) != (_with(case.a, of_a), _with(case.b, of_b)):
            return False
        if (a.refinements, b.refinements) != (case.a.refinements + len(of_a), case.b.refinements + len(of_b)):
            return False
        above, below = (a, b) if greater else (b, a)
        return at_least(above, below)


def _with(sample: GumbelPSRN, coins: Sequence[int]) -> int:
    """The bits of a sample, with these after them, as a number."""
    return sample.numerator << len(coins) | sum(coin << place for place, coin in enumerate(reversed(coins)))


def at_least(above: GumbelPSRN, below: GumbelPSRN) -> bool:
    """Q at the least U of the one cell is not less than Q at the supremum of the other, by balls or, if equal, bits."""
    u = Fraction(above.numerator, 2**above.refinements)
    v = Fraction(below.numerator + 1, 2**below.refinements)
    if u == 0 or v == 1:
        return False
    if above.shift == below.shift:
        return u >= v
    apart = (above.shift - below.shift) / above.scale
    with precision(4 * max(above.refinements, below.refinements) + 256):
        return bool(ball(apart) + standard(u) > standard(v))


def standard(u: Fraction) -> Ball:
    """Q(u) around 0, at scale 1."""
    return -(-ball(u).log()).log()


ANY_POINT = "every octave of up to 1500 bits, shifts and scales of up to 1024 bits"

EDGES = proof_of(
    spec.EDGES,
    holds_on(
        "The edges of a point are nearer to each other than those of neighbouring points are, by 32 bits",
        ANY_POINT,
        points,
        EdgesAreNear(),
    ),
    holds_on(
        "Without noise both edges are the shift",
        "every octave of up to 1500 bits, shifts of up to 1024 bits",
        points_without_noise,
        EdgesAreNear(),
    ),
    Step(
        spec.EDGES.promise,
        "decided by balls",
        Instances(ANY_POINT, OneIn(TRIED, points)),
    ),
)
COMPARISON = proof_of(
    spec.COMPARISON,
    holds_on_some(
        "The answer is right whatever the further bits are, and each coin is the next bit of the less refined sample",
        "samples that tie for every octave of up to 1500 bits, shifts and scales of up to 1024 bits",
        ties,
        Decides(),
    ),
    holds_on(
        "Without noise the shifts are compared, and no coin is drawn",
        "every octave of up to 1500 bits, shifts of up to 1024 bits, equal and unequal",
        without_noise,
        compares_shifts,
    ),
    uses=(spec.EDGES,),
)
PROOFS = (EDGES, COMPARISON)
