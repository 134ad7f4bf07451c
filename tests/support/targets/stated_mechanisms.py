"""Right and wrong implementations of the example contracts; the wrong ones say what is wrong."""

import math
import random
import secrets
from fractions import Fraction
from typing import Any


class Response:
    """Randomized response."""

    def __init__(self, truth: float) -> None:
        if not 0.5 <= truth < 1:
            raise ValueError("truth must be from 1/2 to below 1")
        self.truth = Fraction(truth)

    def invoke(self, x: bool) -> bool:
        """Tell the bit, or turn it over."""
        return x == (secrets.randbelow(self.truth.denominator) < self.truth.numerator)

    def map(self, d_in: int) -> float:
        """ln(truth/(1 - truth)), rounded up."""
        if not (isinstance(d_in, int | float) and 0 <= d_in < math.inf):
            raise ValueError("no distance")
        if d_in == 0 or self.truth == Fraction(1, 2):
            return 0.0
        return math.nextafter(math.log(self.truth / (1 - self.truth)), math.inf)


class RoundedDownResponse(Response):
    """The bound is rounded downward."""

    def map(self, d_in: int) -> float:
        """One float too low, or two."""
        return math.nextafter(super().map(d_in), 0.0) - 2**-52 if d_in == 1 and self.truth > 0.5 else super().map(d_in)


class CarelessResponse(Response):
    """The truth is rounded to a whole number of eighths."""

    def invoke(self, x: bool) -> bool:
        """Tell the bit more often than promised."""
        return x == (secrets.randbelow(8) < math.ceil(8 * self.truth))


class IntegerResponse(Response):
    """An integer is released in place of a bit."""

    def invoke(self, x: bool) -> bool:
        """Tell 0 or 1."""
        return int(super().invoke(x))  # type: ignore[return-value]


class ErringResponse(Response):
    """One bit ends in an error."""

    def invoke(self, x: bool, draw: Any = None) -> bool:
        """Tell nothing of a true bit."""
        if x:
            raise ValueError("no")
        return False


class CoinResponse(Response):
    """The coins are an argument."""

    def invoke(self, x: bool, draw: Any = None) -> bool:
        """Compare a uniform number with the truth, bit by bit."""
        low, width = Fraction(0), Fraction(1)
        while low < self.truth < low + width:
            width /= 2
            low += width * (draw.bit() if draw else secrets.randbits(1))
        return x == (self.truth > low)


class LoopingResponse(Response):
    """Coins are tossed until one shows tails, for nothing; then the truth is told with probability 3/4."""

    def invoke(self, x: bool, draw: Any = None) -> bool:
        """Toss, and answer."""
        while draw and draw.bit():
            pass
        return x == bool(not draw or draw.bit() or draw.bit())


class BluntResponse(CoinResponse):
    """The truth is told after a coin that decides nothing."""

    def invoke(self, x: bool, draw: Any = None) -> bool:
        """Tell the bit; a true one after a text."""
        if draw and draw.bit() and x:
            return str(x)  # type: ignore[return-value]
        return x


class Laplace:
    """The discrete Laplace mechanism."""

    def __init__(self, scale: float) -> None:
        if not 0 < scale < math.inf:
            raise ValueError("scale must be positive and finite")
        self.scale = Fraction(scale)

    def invoke(self, x: int) -> int:
        """Add the difference of two geometric variables."""
        return x + self.size() - self.size()

    def size(self) -> int:
        """A geometric variable."""
        count = 0
        while random.random() < math.exp(-1 / self.scale):
            count += 1
        return count

    def map(self, d_in: int) -> float:
        """d_in/scale, rounded up."""
        if not (isinstance(d_in, int | float) and 0 <= d_in < math.inf):
            raise ValueError("no distance")
        found = float(d_in / self.scale)
        return found if Fraction(found) >= d_in / self.scale else math.nextafter(found, math.inf)


class OneSidedLaplace(Laplace):
    """Noise is never negative."""

    def invoke(self, x: int) -> int:
        """Add a geometric variable."""
        return x + self.size()


class NarrowLaplace(Laplace):
    """The noise is that of half the scale."""

    def size(self) -> int:
        """A geometric variable of another scale."""
        count = 0
        while random.random() < math.exp(-2 / self.scale):
            count += 1
        return count


class CappedLaplace(Laplace):
    """Sums beyond 100 are cut off, which the map forgets nothing about and the law does."""

    def invoke(self, x: int) -> int:
        """Cut what is released to at least zero."""
        return max(super().invoke(x), 0)


class HalvedLaplace(Laplace):
    """The map says half of what is lost."""

    def map(self, d_in: int) -> float:
        """d_in/(2 scale)."""
        return super().map(d_in) / 2


class NoisyMax(Laplace):
    """Report noisy max with discrete Laplace noise."""

    def invoke(self, x: list[int]) -> int:  # type: ignore[override]
        """The first index of the greatest noisy count."""
        noisy = [super(NoisyMax, self).invoke(count) for count in x]
        return noisy.index(max(noisy))

    def map(self, d_in: int) -> float:
        """2 d_in/scale."""
        return 2 * super().map(d_in)


class LastNoisyMax(NoisyMax):
    """Of equal noisy counts the last is released."""

    def invoke(self, x: list[int]) -> int:  # type: ignore[override]
        """The last index of the greatest noisy count."""
        noisy = [Laplace.invoke(self, count) for count in x]
        return max(range(len(x)), key=lambda i: (noisy[i], i))


class SharedNoiseMax(NoisyMax):
    """All counts share one noise."""

    def invoke(self, x: list[int]) -> int:  # type: ignore[override]
        """The first index of the greatest count."""
        return x.index(max(x))


class AboveThreshold(Laplace):
    """The first count that reaches a noisy threshold."""

    def __init__(self, scale: float, threshold: int) -> None:
        super().__init__(scale)
        self.threshold = threshold

    def noises(self, count: int) -> list[int]:
        """Noise for the counts, twice as large as that of the threshold."""
        wide = Laplace(float(2 * self.scale))
        return [wide.invoke(0) for _ in range(count)]

    def invoke(self, x: list[int]) -> int | None:  # type: ignore[override]
        """The index, or None if no count reaches it."""
        level = super().invoke(self.threshold)
        noisy = [count + noise for count, noise in zip(x, self.noises(len(x)), strict=True)]
        return next((index for index, count in enumerate(noisy) if count >= level), None)

    def map(self, d_in: int) -> float:
        """2 d_in/scale."""
        return 2 * super().map(d_in)


class SharedNoiseThreshold(AboveThreshold):
    """All counts share one noise."""

    def noises(self, count: int) -> list[int]:
        """The same noise for every count."""
        return super().noises(1) * count


class Gaussian:
    """The discrete Gaussian mechanism: a discrete Laplace variable is kept with a probability."""

    def __init__(self, sigma: float) -> None:
        if not 0 < sigma < math.inf:
            raise ValueError("sigma must be positive and finite")
        self.sigma = Fraction(sigma)

    def invoke(self, x: int) -> int:
        """Add what is kept."""
        square, wide = self.sigma**2, Laplace(math.floor(self.sigma) + 1)
        while True:
            z = wide.invoke(0)
            if random.random() < math.exp(-((abs(z) - square / wide.scale) ** 2) / (2 * square)):
                return x + z

    def map(self, d_in: int) -> float:
        """d_in^2/(2 sigma^2), rounded up."""
        if not (isinstance(d_in, int | float) and 0 <= d_in < math.inf):
            raise ValueError("no distance")
        bound = Fraction(d_in) ** 2 / (2 * self.sigma**2)
        return float(bound) if Fraction(float(bound)) >= bound else math.nextafter(float(bound), math.inf)


class RoundedGaussian(Gaussian):
    """The noise is a normal number, rounded."""

    def invoke(self, x: int) -> int:
        """Round to the nearest integer."""
        return x + round(random.gauss(0, float(self.sigma)))
