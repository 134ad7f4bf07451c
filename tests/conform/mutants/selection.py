"""Wrong selections, on coins that are handed over: their laws are measured exactly."""

from collections.abc import Sequence
from fractions import Fraction
from math import exp, gcd, lcm

from impl.permute_and_flip import permute_and_flip
from impl.samplers import sample_bernoulli_exp, sample_bernoulli_rational, sample_uniform_uint_below
from spec.draw import Draw, sampler
from tests.conform.mutants import samplers
from tests.conform.mutants.model import WORST_PAIR, planted
from tests.support.mechanisms_in_parts import Exponential, Scores, TopK, best_of

EXPONENTIAL = "make_base_exponential_candidates_gumbel"


def flips(y: Scores, order: Sequence[int], scale: Fraction, draw: Draw) -> int:
    """The first in the order whose coin shows heads; the last without any."""
    for i in order:
        if sample_bernoulli_exp((max(y) - y[i]) / scale, draw):
            return i
    return order[-1]


@sampler
def whole_noise(rate: Fraction, draw: Draw) -> int:
    """P(n or more) = e^(-n rate)."""
    n = 0
    while sample_bernoulli_exp(rate, draw):
        n += 1
    return n


def in_steps(y: Scores, scale: Fraction) -> tuple[list[int], Fraction]:
    """The scores in the largest steps that fit them all, and the rate of noise in such steps."""
    whole = lcm(*(score.denominator for score in y))
    steps = [int(score * whole) for score in y]
    step = gcd(*(a - steps[0] for a in steps)) or 1
    return [(a - min(steps)) // step for a in steps], Fraction(step, whole) / scale


@planted("law.coins", "on [0.0, 1.0, 2.0] (a scale other than one): output [0] has probability 0.008")
class ScaleForTemperature(TopK):
    """The scale is taken for its inverse."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        return permute_and_flip(y, 1 / scale if scale else scale, draw)


@planted("law.coins", "on [0.0, 1.0] (two scores): output [0] has probability 0.303")
class TwiceTheNoise(TopK):
    """The sampler has the textbook's exp(score/(2 scale)), and the map has no 2."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        return permute_and_flip(y, 2 * scale, draw)


@planted(
    "privacy.coins", "[0.0, 0.0] and [0.5, -0.5] (a tie pulled apart): output [1] shows a loss of at least 1.9999984"
)
class HalfTheNoise(TopK):
    """The scale is halved for the sampler and not for the map."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        return permute_and_flip(y, scale / 2, draw)


@planted("law.coins", "on [0.0, 1.0] (two scores): output [0] has probability 0.268")
class WithReplacement(TopK):
    """Whoever is turned down may be drawn again: permute-and-flip becomes the exponential mechanism."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        return samplers.flip_with_replacement(y, scale, draw)


@planted("law.coins", "on [0.0, 1.0] (two scores): output [0] has probability 0.183", triple=EXPONENTIAL)
class WithoutReplacement(Exponential):
    """Whoever is turned down is not drawn again: the exponential mechanism becomes permute-and-flip."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        return permute_and_flip(y, scale, draw)


@planted("privacy.coins", "[0.0, 0.0] and [0.5, -0.5] (a tie pulled apart): output [1] shows a loss of at least 8.9")
class OneNoiseForAll(TopK):
    """The noise is drawn once and added to every score, which changes nothing."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        noise = whole_noise(Fraction(1), draw)
        return best_of(tuple(score + noise * scale for score in y))


@planted("law.coins", "on [2.0, 0.0, 0.0, 0.0] (one-hot, first): output [0] has probability 0.898")
class OneThresholdForAll(TopK):
    """All candidates are held against one uniform number, not each against its own."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        inside = [i for i in range(len(y)) if y[i] == max(y)]
        for below, above in reversed(list(zip(levels := sorted(set(y)), levels[1:], strict=False))):
            if not scale or not sample_bernoulli_exp((above - below) / scale, draw):
                break
            inside += [i for i in range(len(y)) if y[i] == below]
        return inside[sample_uniform_uint_below(len(inside), draw)] if scale else best_of(y)


@sampler
def leads(by: int, rate: Fraction, draw: Draw) -> bool:
    """Whether a noisy score is the greater of two, whose plain scores differ by so many steps."""
    lead = by + whole_noise(rate, draw) - whole_noise(rate, draw)
    return lead > 0 or (lead == 0 and draw.bit() == 1)


@planted("law.coins", "on [0.0, 0.0, 0.0] (ties): output [0] has probability 0.249")
class FreshAgainstStale(TopK):
    """The best so far is given new noise for every comparison."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        if not scale:
            return best_of(y)
        steps, rate = in_steps(y, scale)
        best = 0
        for i in range(1, len(y)):
            best = i if leads(steps[i] - steps[best], rate, draw) else best
        return best


@planted("law.coins", "on [0.0, 1.0] (two scores): output [0] has probability 0")
class NoiseDroppedFromTheBest(TopK):
    """A noisy score is compared with the plain score of the best so far."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        steps, rate = in_steps(y, scale or Fraction(1))
        best = 0
        for i in range(1, len(y)):
            if steps[i] + (whole_noise(rate, draw) if scale else 0) >= steps[best]:
                best = i
        return best


@planted("law.coins", "on [0.0, 1.0] (two scores): output [0] has probability 0.268")
class EqualNoisyScoresToTheFirst(TopK):
    """The noise is whole, and of equal noisy scores the first is taken."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        if not scale:
            return best_of(y)
        steps, rate = in_steps(y, scale)
        noisy = [step + whole_noise(rate, draw) for step in steps]
        return noisy.index(max(noisy))


@planted("law.coins", "on [0.0, 0.0, 0.0] (ties): output [0] has probability 1/2")
class ModuloBias(TopK):
    """The random order comes from bits modulo the number of candidates."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        left, order = list(range(len(y))), list[int]()
        while left:
            order.append(left.pop(samplers.uniform_by_modulo(len(left), draw)))
        return flips(y, order, scale, draw) if scale else best_of(y)


@planted("law.coins", "on [0.0, 1.0] (two scores): output [0] has probability 0")
class NeverInPlace(TopK):
    """The shuffle is off by one: no candidate stays in its place."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        order = list(range(len(y)))
        for last in range(len(y) - 1, 0, -1):
            other = sample_uniform_uint_below(last, draw)
            order[last], order[other] = order[other], order[last]
        return flips(y, order, scale, draw) if scale else best_of(y)


@planted("law.coins", "on [0.0, 0.0, 0.0] (ties): output [1] has probability 0.370")
class SwappedWithAny(TopK):
    """The shuffle swaps every place with any place, as likely as not one that is done."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        order = list(range(len(y)))
        for place in range(len(y)):
            other = sample_uniform_uint_below(len(y), draw)
            order[place], order[other] = order[other], order[place]
        return flips(y, order, scale, draw) if scale else best_of(y)


series_beyond_one = sampler(samplers.exp_without_splitting)


@planted("law.coins", "on [2.0, 0.0, 0.0, 0.0] (one-hot, first): output [0] has probability 0.424")
class NoSplitting(TopK):
    """Bernoulli(e^-x) by its alternating series, which holds for x up to 1, is used beyond."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        left = list(range(len(y)))
        while scale:
            i = left.pop(sample_uniform_uint_below(len(left), draw))
            if series_beyond_one((max(y) - y[i]) / scale, draw):
                return i
            if not left:
                break
        return best_of(y)


@planted("law.coins", "on [0.0, 1.0] (two scores): output [0] has probability 0.276", triple=EXPONENTIAL)
class RejectionCutShort(Exponential):
    """After three candidates were turned down, the fourth is taken."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        for _ in range(3 if scale else 0):
            i = samplers.attempt_one_candidate(y, scale, draw)
            if i is not None:
                return i
        return sample_uniform_uint_below(len(y), draw) if scale else best_of(y)


@planted("law.coins", "on [2.0, 0.0, 0.0, 0.0] (one-hot, first): output [0] has probability 0.571")
class ClampedScores(TopK):
    """Scores are thought to lie in [0, 1] and are cut off there."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        if not scale:
            return best_of(y)
        return permute_and_flip(tuple(min(max(score, Fraction(0)), Fraction(1)) for score in y), scale, draw)


@planted("law.coins", f"on [-3.0, -1.0, {-2.0 - 2.0**-7}] (negative scores, one with a small fraction): output ")
class CutTowardsZero(TopK):
    """Scores below zero are cut to whole numbers, towards zero, where the others are left as they are."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        return permute_and_flip(tuple(score if score >= 0 else Fraction(int(score)) for score in y), scale, draw)


@planted("privacy.coins", "[0.0, 0.0] and [0.5, -0.5] (a tie pulled apart): output [1] shows a loss of at least 1.6")
class ScaledByTheData(TopK):
    """The scale is multiplied by the range of the scores: equal scores get no noise."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        return permute_and_flip(y, scale * (max(y) - min(y)), draw)


@planted(WORST_PAIR, "[2, 0] and [3, 0], k = 1: a loss of 1.02962, above 1")
class TwoDigits(TopK):
    """Probabilities are rounded to two digits: small ones become 0."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        left = list(range(len(y)))
        while scale:
            i = left.pop(sample_uniform_uint_below(len(left), draw))
            p = round(exp(float((y[i] - max(y)) / scale)), 2)
            if sample_bernoulli_rational(Fraction(p).limit_denominator(100), draw):
                return i
        return best_of(y)


@planted(WORST_PAIR, "[-1, 2] and [0, 2], k = 1: a loss of inf, above 1")
class ClearLead(TopK):
    """A winner that leads by more than two scales is released at once, without noise."""

    @staticmethod
    def choose(y: Scores, scale: Fraction, draw: Draw) -> int:
        first, *others = sorted(y, reverse=True)
        if others and first - others[0] > 2 * scale:
            return best_of(y)
        return permute_and_flip(y, scale, draw)


@planted(WORST_PAIR, "[0, 0] and [1, 0], k = 1: a loss of 0.260468, above 0.125")
class FlipsAtTheGumbelRate(TopK):
    """Permute-and-flip is charged the concentrated loss of the exponential mechanism."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        return super(TopK, self).select(y, draw)
