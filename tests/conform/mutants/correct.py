"""Correct mechanisms that are written in other ways: none of them may raise an alarm."""

import math
import random
from collections.abc import Sequence
from fractions import Fraction

from impl.samplers import sample_bernoulli_exp, sample_uniform_uint_below
from impl.tight_maps import concentrated_loss
from spec.draw import Draw, sampler
from spec.space import Atom
from tests.conform.mutants import samplers
from tests.conform.mutants.selection import in_steps, whole_noise
from tests.support.mechanisms_in_parts import Best, Exponential, Scores, TopK, best_of

SOURCE = random.Random()


class LetInIndependently(TopK):
    """Permute-and-flip: each candidate is let in by its own coin, and one of those that are in is drawn."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        if not scale:
            return best_of(y)
        inside = [i for i in range(len(y)) if sample_bernoulli_exp((max(y) - y[i]) / scale, draw)]
        return inside[sample_uniform_uint_below(len(inside), draw)]


class WholeExponentialNoise(TopK):
    """Permute-and-flip as report noisy max: exponential noise in whole steps, whose fractions order what is equal."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        if not scale:
            return best_of(y)
        steps, rate = in_steps(y, scale)
        noisy = [step + whole_noise(rate, draw) for step in steps]
        first = [i for i in range(len(y)) if noisy[i] == max(noisy)]
        return first[sample_uniform_uint_below(len(first), draw)]


@sampler
def whole_number_coin(p: Fraction, draw: Draw) -> bool:
    """True with probability p, by comparing whole numbers."""
    return sample_uniform_uint_below(p.denominator, draw) < p.numerator


@sampler
def whole_number_exp(x: Fraction, draw: Draw) -> bool:
    """True with probability e^-x."""
    k = 1
    while whole_number_coin(min(x, Fraction(1)) / k, draw):
        k += 1
    return k % 2 == 1 and (x <= 1 or whole_number_exp(x - 1, draw))


class WholeNumbers(TopK):
    """Permute-and-flip on an order that is drawn beforehand, with coins that compare whole numbers."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        left = list(range(len(y)))
        while scale:
            i = left.pop(sample_uniform_uint_below(len(left), draw))
            if whole_number_exp((max(y) - y[i]) / scale, draw):
                return i
        return best_of(y)


class ByRejection(Exponential):
    """The exponential mechanism: candidates are drawn until one is accepted."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        return samplers.flip_with_replacement(y, scale, draw)


class TightMap(TopK):
    """The best constant under zero-concentrated divergence, below the printed one."""

    def map(self, d_in: Atom) -> object:
        if not self.concentrated or not self.scale or not d_in > 0:
            return super().map(d_in)
        self.refuse_distance(d_in)
        return concentrated_loss(self.eta(Fraction(d_in)), self.k)


class FewUlpsAbove(TopK):
    """A map that errs on the safe side, by three floats."""

    def rounded(self, exactly: Fraction) -> object:
        found = super().rounded(exactly)
        assert isinstance(found, float)
        return math.nextafter(math.nextafter(math.nextafter(found, math.inf), math.inf), math.inf)


class ExactMap(TopK):
    """A map that does not round at all."""

    def rounded(self, exactly: Fraction) -> object:
        return exactly


class Tuples(TopK):
    """The indices come as a tuple."""

    def released(self, selected: Sequence[int]) -> object:
        return tuple(selected)


class ErrorForAll(TopK):
    """Every member of the domain causes the same error, which tells nothing."""

    def oriented(self, x: Sequence[Atom]) -> Scores:
        raise NotImplementedError("not in this release")


class FloatSoftmax(Best):
    """The exponential mechanism in floats, the greatest score subtracted first."""

    def invoke(self, x: Sequence[Atom]) -> object:
        y = self.oriented(x)
        if not self.scale:
            return best_of(y)
        weights = [math.exp((float(score) - float(max(y))) / self.scale) for score in y]
        return SOURCE.choices(range(len(y)), weights)[0]
