"""Wrong privacy maps: forgotten and extra factors, other formulas, and promises for what is no distance."""

import math
from collections.abc import Sequence
from fractions import Fraction

from spec.space import Atom
from tests.conform.mutants.model import planted
from tests.support.mechanisms_in_parts import Exponential, NoisyMax, TopK


@planted("map.sound", "map(1.0) = 1.0 is below 2·d_in/scale = 2")
class NoFactorTwo(TopK):
    """Scores that move in both directions cost as much as if they moved in one."""

    def range_distance(self, d_in: Fraction) -> Fraction:
        return d_in


@planted("map.printed", "map(1.0) = 2.0 is far above d_in/scale = 1")
class MonotonicIgnored(TopK):
    """Scores that move in one direction cost as much as if they moved in both."""

    def range_distance(self, d_in: Fraction) -> Fraction:
        return 2 * d_in


@planted("map.sound", "map(1.0) = 1.0 is below 2·d_in/scale = 2")
class MonotonicInverted(TopK):
    """The factor 2 is taken in the wrong one of the two cases."""

    def range_distance(self, d_in: Fraction) -> Fraction:
        return 2 * d_in if self.monotonic else d_in


@planted("map.sound", "map(1.0) = 2.0 is below k·2·d_in/scale = 4")
class KForgotten(TopK):
    """k rounds cost as much as one."""

    def bound(self, d_in: Fraction) -> Fraction:
        return self.one_round(self.eta(d_in))


@planted("map.printed", "map(1.0) = 8.0 is far above k·2·d_in/scale = 4")
class KSquared(TopK):
    """k is multiplied in twice: by the measure and by the caller."""

    def bound(self, d_in: Fraction) -> Fraction:
        return self.k**2 * self.one_round(self.eta(d_in))


@planted("map.sound", "map(1.0) = 0.0 is below 2·d_in/scale = 2")
class OneRoundFree(TopK):
    """The first of k rounds is not counted."""

    def bound(self, d_in: Fraction) -> Fraction:
        return (self.k - 1) * self.one_round(self.eta(d_in))


@planted("map.sound", "map(1.0) = 2.8284271247461903 is below k·2·d_in/scale = 4")
class SquareRootOfK(TopK):
    """Advanced composition is read as sqrt(k) times the loss, with no failure probability."""

    def bound(self, d_in: Fraction) -> Fraction:
        return Fraction(math.sqrt(self.k)) * self.one_round(self.eta(d_in))


@planted("map.printed", "map(1.0) = 2.0 is far above k·(2·d_in/scale)²/8 = 1")
class KInsideTheSquare(TopK):
    """Under zero-concentrated divergence the rounds are added up before the loss is squared."""

    def bound(self, d_in: Fraction) -> Fraction:
        return self.one_round(self.k * self.eta(d_in))


@planted("map.sound", "map(1.0) = 1.0 is below 2·d_in/scale = 4", triple="make_report_noisy_max_gumbel")
class TimesTheScale(NoisyMax):
    """The distance is multiplied by the scale, as if the scale were epsilon."""

    def eta(self, d_in: Fraction) -> Fraction:
        return self.range_distance(d_in) * Fraction(self.scale)


@planted("map.sound", "map(1.0) = 0.5 is below d_in/temperature = 1", triple="make_base_exponential_candidates_gumbel")
class HalfTheExponent(Exponential):
    """The map is that of exp(score/(2 temperature)), the textbook's form, and the sampler has no 2."""

    def eta(self, d_in: Fraction) -> Fraction:
        return self.range_distance(d_in) / (2 * Fraction(self.scale))


@planted("map.sound", "map(2.0) = 1.0 is below d_in/temperature = 2", triple="make_base_exponential_candidates_gumbel")
class DistanceIgnored(Exponential):
    """The map answers the epsilon of sensitivity 1, whatever distance it is asked about."""

    def range_distance(self, d_in: Fraction) -> Fraction:
        return Fraction(1)


@planted("map.sound", "map(1.0) = 0.25 is below (2·d_in/scale)²/8 = 1/2")
class SquareForgotten(TopK):
    """Under zero-concentrated divergence the loss is divided by 8 and not squared."""

    def one_round(self, eta: Fraction) -> Fraction:
        return eta / 8 if self.concentrated else eta


@planted("map.printed", "map(1.0) = 2.0 is far above (2·d_in/scale)²/8 = 1/2")
class FromPureLoss(TopK):
    """Under zero-concentrated divergence a round costs what any mechanism of its pure loss would."""

    def one_round(self, eta: Fraction) -> Fraction:
        return eta**2 / 2 if self.concentrated else eta


@planted("map.sound", "map(1.0) = 0.5 is below 2·d_in/scale = 2")
class RhoForEpsilon(TopK):
    """Pure privacy is charged at the rate of concentrated privacy."""

    def one_round(self, eta: Fraction) -> Fraction:
        return eta**2 / 8


@planted("map.sound", "map(1.0) = 0.0, though at scale 0 every loss is infinite")
class NoNoiseIsFree(TopK):
    """Without noise a division by zero is avoided by answering 0."""

    def map(self, d_in: Atom) -> object:
        return super().map(d_in) if self.scale else 0.0


@planted("map.refuses", "map(-1.0) = -2.0, a promise for what is no distance")
class NegativeDistance(TopK):
    """A negative distance goes through the arithmetic."""

    def refuse_distance(self, d_in: Atom) -> None:
        if math.isnan(d_in) or math.isinf(d_in):
            raise ValueError("d_in")


@planted("map.refuses", "map(-1.0) = 2.0, a promise for what is no distance")
class AbsoluteDistance(TopK):
    """The sign of a distance is dropped where it should be refused."""

    def map(self, d_in: Atom) -> object:
        return super().map(-d_in if d_in < 0 else d_in)


@planted("map.refuses", "map(nan) = 0.0, a promise for what is no distance")
class NanIsNoDistance(TopK):
    """Distances that are not above zero count as zero, NaN among them."""

    def map(self, d_in: Atom) -> object:
        if d_in < 0:
            raise ValueError("d_in")
        return super().map(d_in if d_in > 0 else 0.0)


@planted("map.steady", "map(1.0) = 2.0, and after five releases 1.0, then 1.0")
class CheaperWithUse(TopK):
    """What a release cost is taken off the bound, as if it were a budget that is left."""

    used = False

    def released(self, selected: Sequence[int]) -> object:
        self.used = True
        return super().released(selected)

    def bound(self, d_in: Fraction) -> Fraction:
        return super().bound(d_in) / (2 if self.used else 1)
