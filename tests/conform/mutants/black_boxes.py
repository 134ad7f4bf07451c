"""Wrong mechanisms with a randomness of their own: only what they release can be seen."""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction

from spec.space import Atom
from tests.conform.mutants.model import planted
from tests.support.mechanisms_in_parts import Best, ManyIndices

NOISY_MAX = "make_report_noisy_max_gumbel"
SOURCE = random.Random()


def gumbel(u: float) -> float:
    """A Gumbel number from a uniform one."""
    return -math.log(-math.log(u))


def ordered(y: Sequence[float], noise: Callable[[], float]) -> list[int]:
    """The indices, the greatest noisy score first."""
    noisy = [score + noise() for score in y]
    return sorted(range(len(y)), key=lambda i: (-noisy[i], -i))


class BoxedTopK(ManyIndices):
    """Exponential noise in floats, all at once."""

    def invoke(self, x: Sequence[Atom]) -> object:
        return self.order([float(score) for score in self.oriented(x)])[: self.k]

    def order(self, y: Sequence[float]) -> list[int]:
        return ordered(y, lambda: self.scale * SOURCE.expovariate(1.0))


class BoxedNoisyMax(Best):
    """Gumbel noise in floats, which is right but for rounding."""

    def invoke(self, x: Sequence[Atom]) -> object:
        return ordered([float(score) for score in self.oriented(x)], self.noise)[0]

    def noise(self) -> float:
        return self.scale * gumbel(self.uniform())

    def uniform(self) -> float:
        return 1 - SOURCE.random()


@planted("law.sampled", "on [0.0, 1.0] (two scores): ", triple=NOISY_MAX)
class ScoresIgnored(BoxedNoisyMax):
    """An index is drawn whatever the scores are."""

    def invoke(self, x: Sequence[Atom]) -> object:
        return SOURCE.randrange(len(x))


@planted("law.sampled", "on [0.0, 4.5, 6.25] (gaps far above one): ", triple=NOISY_MAX)
class GaussianNoise(BoxedNoisyMax):
    """The noise is Gaussian, and the map that of Gumbel noise."""

    def noise(self) -> float:
        return SOURCE.gauss(0.0, self.scale)


@planted("law.sampled", "on [2.0, 0.0, 0.0, 0.0] (one-hot, first, least first): ", triple=NOISY_MAX)
class SignOfTheNoiseDropped(BoxedNoisyMax):
    """The least noisy score is taken, with noise that is made for the greatest."""

    def noise(self) -> float:
        return -super().noise() if self.negate else super().noise()


SWALLOWED = "scores whose noise does not fit beside them in a float"


@planted("law.sampled", f"on [{2.0**53}, {2.0**53 + 2}, {2.0**53 - 1}] ({SWALLOWED}): ", triple=NOISY_MAX)
class NoiseSwallowed(BoxedNoisyMax):
    """Noise is added in floats: beside large scores its last bits are lost."""


@planted("law.sampled", "on [0.0, 0.0, 0.0] (ties): ", triple=NOISY_MAX)
class WholeNoise(BoxedNoisyMax):
    """The noise is rounded to whole numbers, and equal noisy scores go to the last."""

    def noise(self) -> float:
        return float(round(super().noise()))


@planted("law.sampled", "on [0.0, 1.0] (two scores): a release raises ValueError", triple=NOISY_MAX)
class LogarithmOfZero(BoxedNoisyMax):
    """A uniform number may be 0, whose logarithm is an error; here one in a thousand is, for all to see."""

    def uniform(self) -> float:
        return SOURCE.randrange(1000) / 1000


@planted("law.sampled", "on [0.0, 1.0, 2.0] (two of three): ")
class OneShotExponential(BoxedTopK):
    """Exponential noise is drawn once for all rounds; permute-and-flip draws it anew in every round."""


@planted("law.sampled", "on [0.0, 0.0, 0.0, 0.0] (two of four ties): ")
class OneUniformForAllRounds(BoxedTopK):
    """Every round of peeling uses the same uniform number."""

    def order(self, y: Sequence[float]) -> list[int]:
        u, left, order = SOURCE.random(), list(range(len(y))), list[int]()
        while left:
            weights = [math.exp((y[i] - max(y)) / (self.scale or 1.0)) for i in left]
            reached, place = u * sum(weights) - weights[0], 0
            while reached >= 0 and place < len(left) - 1:
                place += 1
                reached -= weights[place]
            order.append(left.pop(place))
        return order


SAME = "two processes gave the same 64 outputs on 8 equal scores"
DEPENDENT = "on two equal scores an output depends on the one before it"


@planted("law.fresh", SAME, triple=NOISY_MAX)
class ConstantSeed(BoxedNoisyMax):
    """The generator is seeded with a constant, for experiments that can be repeated."""

    def refuse(self) -> None:
        super().refuse()
        self.source = random.Random(42)

    def uniform(self) -> float:
        return 1 - self.source.random()


@planted("law.fresh", SAME, triple=NOISY_MAX)
class SeededByTheData(BoxedNoisyMax):
    """The generator is seeded with the scores, so that the same question has the same answer."""

    def invoke(self, x: Sequence[Atom]) -> object:
        source = random.Random(repr(list(x)))
        return ordered([float(score) for score in self.oriented(x)], lambda: self.scale * gumbel(1 - source.random()))[
            0
        ]


@planted("law.fresh", DEPENDENT, triple=NOISY_MAX)
class NoiseAtConstruction(BoxedNoisyMax):
    """The noise is drawn when the mechanism is made, and every release uses it."""

    def refuse(self) -> None:
        super().refuse()
        self.drawn = [self.noise() for _ in range(self.domain.size or 0)]

    def invoke(self, x: Sequence[Atom]) -> object:
        return ordered([float(score) for score in self.oriented(x)], iter(self.drawn).__next__)[0]


class Mirrored(BoxedNoisyMax):
    """Every second release has the uniform numbers of the one before, mirrored."""

    mirrored: Sequence[float] = ()

    def invoke(self, x: Sequence[Atom]) -> object:
        if self.mirrored:
            drawn, self.mirrored = self.mirrored, ()
        else:
            drawn = [self.uniform() for _ in x]
            self.mirrored = [1 - u for u in drawn]
        noise = map(gumbel, drawn)
        return ordered([float(score) for score in self.oriented(x)], lambda: self.scale * next(noise))[0]


@planted("law.fresh", DEPENDENT, triple=NOISY_MAX)
class Antithetic(Mirrored):
    """Every second release mirrors the uniform numbers of the one before, to reduce the variance."""


@planted("law.fresh", DEPENDENT, triple=NOISY_MAX)
class AntitheticFromTheSecond(Mirrored):
    """The first release stands alone, and from the second on every other mirrors the one before."""

    begun = False

    def invoke(self, x: Sequence[Atom]) -> object:
        if not self.begun:
            self.begun = True
            return ordered([float(score) for score in self.oriented(x)], self.noise)[0]
        return super().invoke(x)


@planted(
    "law.fresh", "the first output of a new object on two equal scores is not that of a fair coin", triple=NOISY_MAX
)
class WarmUp(BoxedNoisyMax):
    """The first release of an object, which only warms up its caches, has no noise."""

    warm = False

    def noise(self) -> float:
        return super().noise() if self.warm else 0.0

    def invoke(self, x: Sequence[Atom]) -> object:
        released = super().invoke(x)
        self.warm = True
        return released


@planted("law.sampled", "on [0.0, 6.0] (a lead of six scales): ", triple=NOISY_MAX)
class LeadOfFive(BoxedNoisyMax):
    """Who leads by five scales has won, and nothing is drawn."""

    def invoke(self, x: Sequence[Atom]) -> object:
        first, second = sorted((float(score) for score in self.oriented(x)), reverse=True)[:2]
        return self.oriented(x).index(max(self.oriented(x))) if first - second > 5 * self.scale else super().invoke(x)


@planted("law.sampled", "on [0.0, 1.0, 2.0] (a scale other than one): ", triple=NOISY_MAX)
class NoisierIfMonotonic(BoxedNoisyMax):
    """The factor 2 of the map goes into the noise, and into the wrong case."""

    def noise(self) -> float:
        return super().noise() * (2 if self.monotonic else 1)


@planted("law.sampled", f"on [{2**53}, {2**53 + 1}, {2**53 - 1}] (integers that floats cannot tell apart): ")
class IntegersAsFloats(BoxedTopK):
    """Integer scores become floats before anything else."""


TWELVE = [float(i % 4) for i in range(12)]


@planted("law.sampled", f"on {TWELVE} (twelve candidates): ", triple=NOISY_MAX)
class UniformBeyondEight(BoxedNoisyMax):
    """Long vectors take a shorter way, on which the scores are lost."""

    def invoke(self, x: Sequence[Atom]) -> object:
        return SOURCE.randrange(len(x)) if len(x) > 8 else super().invoke(x)


TIE = "[0.0, 0.0] and [0.5, -0.5] (a tie pulled apart): an output that begins with "


@planted("privacy.sampled", TIE, triple=NOISY_MAX)
class NoNoise(BoxedNoisyMax):
    """The noise was switched off while testing, and stayed off."""

    def noise(self) -> float:
        return 0.0


@planted("privacy.sampled", TIE, triple=NOISY_MAX)
class ThirdOfTheNoise(BoxedNoisyMax):
    """The scale of the sampler is a third of what the map is told."""

    def noise(self) -> float:
        return super().noise() / 3


@planted("privacy.sampled", TIE, triple=NOISY_MAX)
class HalvedBeforehand(BoxedNoisyMax):
    """The budget is divided by two for the sampler's caller, and again in the map."""

    def eta(self, d_in: Fraction) -> Fraction:
        return super().eta(d_in) / 4


@planted("privacy.tails", "[0.0, -73.0] and [0.0, -74.0]: output [1] can come on the first and not on the second")
class TailOfFloats(BoxedTopK):
    """The noise is made from 53 bits, and so has an end."""
