"""Selection by Gumbel noise beyond every list: any number of candidates whose noise is known beforehand.

The bits of each sample are fixed, and only looked at when a comparison asks for them: what is selected must be the
greatest of the numbers that they make.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from impl.ball import ball, lower, precision
from impl.gumbel import GumbelPSRN, GumbelRV, gumbel_top_k
from impl.report_noisy_max_gumbel import gumbel_max
from proofs.engine.drawn import Drawn, octaves
from proofs.mechanisms.drawn.gumbel import standard
from proofs.mechanisms.drawn.proof import holds_on_some, proof_of
from proofs.mechanisms.drawn.scripted import Scripted
from spec import gumbel as spec
from spec.draw import Draw

HIDDEN = 192
"""Bits of the uniform numbers behind a selection: more than any comparison of it takes."""

MOST = 400
"""How many candidates there may be."""


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
    for k in octaves("races", 1 << 300):
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
            ball((noise.shift - noises[0].shift) / noise.scale) + standard(Fraction(noise.bits, 2**HIDDEN))
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


ANY_NOISES = "n of every octave up to 400, shifts and scales of up to 1024 bits, shifts equal, near and apart"
TOP_K = proof_of(
    spec.TOP_K_CODE,
    holds_on_some(
        "The answer is the places of the k greatest noisy scores, greatest first",
        f"{ANY_NOISES}; k of every octave up to 24, and up to 2^300 where n is smaller",
        races,
        TakesTheGreatest(),
    ),
    uses=(spec.COMPARISON, "one_shot.peeling"),
)
MAX = proof_of(
    spec.MAX_CODE,
    holds_on_some(
        "The answer is the place of the greatest noisy score",
        ANY_NOISES,
        races,
        TakesTheVeryGreatest(),
    ),
    uses=(spec.COMPARISON, "gumbel.max"),
)

PROOFS = (TOP_K, MAX)
