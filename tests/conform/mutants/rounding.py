"""Maps that lose a bit on the way: the right formula, rounded wrongly."""

import math
import struct
import sys
from fractions import Fraction

from spec.space import Atom
from tests.conform.mutants.model import planted
from tests.support.mechanisms_in_parts import NoisyMax, TopK


def nearest(exactly: Fraction) -> float:
    return float(exactly) if exactly <= sys.float_info.max else math.inf


@planted("map.sound", "map(1.0) = 0.6666666666666666 is below 2·d_in/scale = 2/3, by 3.7e-17")
class ToNearest(TopK):
    """The bound is rounded to the nearest float."""

    def rounded(self, exactly: Fraction) -> object:
        return nearest(exactly)


@planted("map.sound", "map(1.0) = 0.6666666666666666 is below 2·d_in/scale = 2/3, by 3.7e-17")
class TowardZero(TopK):
    """The bound is rounded toward zero."""

    def rounded(self, exactly: Fraction) -> object:
        found = nearest(exactly)
        return math.nextafter(found, 0.0) if found > exactly else found


@planted("map.sound", "map(1.0) = 0.333333 is below d_in/scale = 1/3")
class SixDigits(TopK):
    """The bound is rounded to six decimals, to be printed."""

    def rounded(self, exactly: Fraction) -> object:
        return round(nearest(exactly), 6)


@planted("map.sound", "map(7) = 4.666666507720947 is below 2·d_in/scale = 14/3")
class SinglePrecision(TopK):
    """The bound is kept in 32 bits."""

    def rounded(self, exactly: Fraction) -> object:
        try:
            (found,) = struct.unpack("f", struct.pack("f", nearest(exactly)))
        except OverflowError:
            return math.inf
        return found


@planted("map.sound", "map(5e-324) = 0.0 is below 2·d_in/scale = about 9.88131291682493088e-324")
class FlushedToZero(TopK):
    """Whatever is below the normal floats becomes 0, as on hardware without subnormal numbers."""

    def rounded(self, exactly: Fraction) -> object:
        return super().rounded(exactly) if exactly >= sys.float_info.min else 0.0


@planted(
    "map.sound",
    "map(1.7976931348623157e+308) = 1.7976931348623157e+308 is below d_in/scale = about 3.59538626972463142e+308",
)
class Saturated(TopK):
    """Whatever is above the floats becomes the largest float, which is not infinite and promises something."""

    def rounded(self, exactly: Fraction) -> object:
        return super().rounded(min(exactly, Fraction(sys.float_info.max)))


@planted("map.sound", "map(1.0) = 0.0 is below d_in/scale = 1/2", triple="make_report_noisy_max_gumbel")
class WholeQuotients(NoisyMax):
    """The distance is divided by the scale in whole numbers."""

    def eta(self, d_in: Fraction) -> Fraction:
        return Fraction(self.range_distance(d_in) // Fraction(self.scale))


@planted(
    "map.sound",
    "map(9007199254740993) = 1.8014398509481984e+16 is below 2·d_in/scale = 18014398509481986, by 2",
    triple="make_report_noisy_max_gumbel",
)
class IntegersCastDown(NoisyMax):
    """A distance in whole numbers beyond 2^53 becomes the nearest float."""

    def map(self, d_in: Atom) -> object:
        return super().map(float(d_in))


@planted(
    "map.sound",
    "map(3.1367063926781356e-272) = 9.776034604425e-311 is below k·(2·d_in/scale)²/8 = about 9.77607178220332063e-311",
)
class AnUlpInTheEnd(TopK):
    """Three operations are rounded to nearest, and one ulp is added to the last."""

    def map(self, d_in: Atom) -> object:
        self.refuse_distance(d_in)
        if not d_in or not self.scale:
            return super().map(d_in)
        eta = float(d_in if self.monotonic else 2 * d_in) / self.scale
        return math.nextafter(self.k * (eta * eta / 8 if self.concentrated else eta), math.inf)


@planted("map.least", "map(1.0) = 2.0000000000000004 is 1 ulp above the least float")
class AnUlpTooMuch(TopK):
    """A float more than is needed, to be on the safe side."""

    def rounded(self, exactly: Fraction) -> object:
        return math.nextafter(nearest(exactly), math.inf)
