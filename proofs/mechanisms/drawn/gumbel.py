"""Partially sampled Gumbel numbers beyond every list: any depth, any shifts and scales, any number of candidates.

A comparison takes long only where two samples nearly tie. So the tapes here follow a tie: U is drawn, V is the number
at which the other sample is just as large, and the coins are their bits, to any depth, before they leave the tie.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from impl.ball import Ball, ball, lower, precision
from impl.gumbel import GumbelPSRN, GumbelRV, greater_than, gumbel_top_k
from impl.report_noisy_max_gumbel import gumbel_max
from proofs.engine.checkers.instances import Instances
from proofs.engine.drawn import Drawn, octaves
from proofs.engine.ledger.model import Step
from proofs.mechanisms.drawn.proof import holds_on, proof_of
from proofs.mechanisms.drawn.scripted import Scripted
from spec import gumbel as spec
from spec.draw import Draw
from spec.partial_samples import Point

DEEPEST = 1500
"""Bits of a uniform number."""

HIDDEN = 192
"""Bits of the uniform numbers behind a selection: more than any comparison of it takes."""

MOST = 400
"""How many candidates there may be."""


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


@dataclass(frozen=True)
class EdgesAreNear:
    """Edges of one point are nearer to each other than those of the next point, by 32 bits."""

    variable: Callable[..., GumbelRV] = GumbelRV

    def __call__(self, point: Point) -> bool:
        """Measure the distance of the edges, in units of the scale."""
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
        return bool(ball(apart) + _standard(u) > _standard(v))


def _standard(u: Fraction) -> Ball:
    return -(-ball(u).log()).log()


@dataclass(frozen=True)
class Hidden(GumbelPSRN):
    """A sample whose bits are not drawn but known beforehand."""

    bits: int = field(default=0, kw_only=True)

    @cached_property
    def halves(self) -> tuple["Hidden", "Hidden"]:
        """The same sample, twice: the next bit is what it is."""
        depth = self.refinements + 1
        known = self.bits >> (HIDDEN - depth)
        refined = Hidden(self.shift, self.scale, known, depth, bits=self.bits)
        return refined, refined

    def refine(self, draw: Draw) -> "Hidden":
        """One bit better known, without a coin."""
        return self.halves[0]


@dataclass(frozen=True)
class HiddenRV(GumbelRV):
    """The variable of a sample whose bits are known beforehand."""

    bits: int = 0

    @cached_property
    def unsampled(self) -> Hidden:
        """The sample, of which no bit has been looked at."""
        return Hidden(self.shift, self.scale, bits=self.bits)


class Race(NamedTuple):
    """Noisy scores, and how many of the greatest are asked for."""

    noises: tuple[HiddenRV, ...]
    k: int


def races() -> Iterator[Race]:
    """Every octave of n and of k, scores near enough that noise decides, or equal, or far apart, of any size."""
    drawn = Drawn("races")
    for n in octaves("races", MOST):
        for k in {1, drawn.size(min(n, 24))}:
            yield Race(noises(drawn, n), k)
    for k in octaves("races", 1 << 100):
        yield Race(noises(drawn, 1 + drawn.below(5)), k)
    for _ in range(120):
        yield Race(noises(drawn, 2 + drawn.below(8)), 1 + drawn.below(9))


def noises(drawn: Drawn, n: int) -> tuple[HiddenRV, ...]:
    """Scores around one of any size, moved by some scales at most."""
    scale, centre, spread = drawn.fraction(), drawn.signed(), drawn.below(3)
    return tuple(
        HiddenRV(centre + scale * drawn.below(4**spread), scale, drawn.below(2**HIDDEN - 2) + 1) for _ in range(n)
    )


def order_of(noises: Sequence[HiddenRV]) -> list[int]:
    """The places of the noisy scores, greatest first; their differences show at this precision."""
    with precision(4 * HIDDEN):
        around = [
            ball((noise.shift - noises[0].shift) / noise.scale) + _standard(Fraction(noise.bits, 2**HIDDEN))
            for noise in noises
        ]
        return sorted(range(len(noises)), key=lambda place: lower(around[place]), reverse=True)


@dataclass(frozen=True)
class TakesTheGreatest:
    """The places of the k greatest noisy scores, greatest first; all of them if there are fewer."""

    function: Callable[..., tuple[int, ...]] = gumbel_top_k

    def __call__(self, case: Race) -> bool:
        """Sort them."""
        return self.function(case.noises, case.k, Scripted()) == tuple(order_of(case.noises)[: case.k])


@dataclass(frozen=True)
class TakesTheVeryGreatest:
    """The place of the greatest noisy score."""

    function: Callable[..., int] = gumbel_max

    def __call__(self, case: Race) -> bool:
        """Find it."""
        samples = tuple(noise.unsampled for noise in case.noises)
        return self.function(samples, Scripted()) == order_of(case.noises)[0]


EDGES = proof_of(
    spec.EDGES,
    holds_on(
        "The edges of a point are nearer to each other than those of neighbouring points are, by 32 bits",
        "every octave of up to 1500 bits, shifts and scales of up to 1024 bits",
        points,
        EdgesAreNear(),
    ),
    Step(
        spec.EDGES.promise,
        "decided by balls",
        Instances("every octave of up to 1500 bits, shifts and scales of up to 1024 bits", points),
    ),
)
COMPARISON = proof_of(
    spec.COMPARISON,
    holds_on(
        "The answer is right whatever the further bits are, and each coin is the next bit of the less refined sample",
        "samples that tie for every octave of up to 1500 bits, shifts and scales of up to 1024 bits",
        ties,
        Decides(),
    ),
    uses=(spec.EDGES,),
)
ANY_NOISES = "n of every octave up to 400, shifts and scales of up to 1024 bits, shifts equal, near and apart"
TOP_K = proof_of(
    spec.TOP_K_CODE,
    holds_on(
        "The answer is the places of the k greatest noisy scores, greatest first",
        f"{ANY_NOISES}; k of every octave up to 24, and up to 2^100 where n is smaller",
        races,
        TakesTheGreatest(),
    ),
    uses=(spec.COMPARISON, "one_shot.peeling"),
)
MAX = proof_of(
    spec.MAX_CODE,
    holds_on(
        "The answer is the place of the greatest noisy score",
        ANY_NOISES,
        races,
        TakesTheVeryGreatest(),
    ),
    uses=(spec.COMPARISON, "gumbel.max"),
)

PROOFS = (EDGES, COMPARISON, TOP_K, MAX)
