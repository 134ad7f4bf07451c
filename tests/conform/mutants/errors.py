"""Wrong refusals and errors: parameters that should not pass, inputs on which only some vectors fail."""

import math
from collections.abc import Sequence
from fractions import Fraction

from impl.draws import SystemDraw
from spec.draw import Draw
from spec.space import Atom, LInfDistance, Measure, VectorDomain
from tests.conform.mutants.model import planted
from tests.support.mechanisms_in_parts import NoisyMax, Scores, TopK, peeled


@planted(
    "construction.refuses",
    "scale = -1.0 is accepted: map(1.0) = 2.0 = 0x1.0000000000000p+1, invoke([0.0, 1.0, 2.0]) = (2,)",
)
class SignOfTheScaleDropped(TopK):
    """A negative scale is used as if it were positive."""

    def refuse_scale(self) -> None:
        self.scale = abs(self.scale)
        super().refuse_scale()


@planted(
    "construction.refuses",
    "scale = nan is accepted: map(1.0) = 0.0 = 0x0.0p+0, invoke([0.0, 1.0, 2.0]) raises ValueError",
)
class NanScale(TopK):
    """A scale is refused if it is below zero, which NaN is not."""

    def refuse_scale(self) -> None:
        if self.scale < 0 or math.isinf(self.scale):
            raise ValueError("scale")

    def map(self, d_in: Atom) -> object:
        return 0.0 if math.isnan(self.scale) else super().map(d_in)


@planted(
    "construction.refuses",
    "a domain with NaN is accepted: map(1.0) = 2.0 = 0x1.0000000000000p+1, invoke([0.0, 1.0, 2.0]) = (2,)",
)
class NanScores(TopK):
    """A domain that may hold NaN is accepted."""

    def refuse_nan(self) -> None:
        """Refuse nothing."""


@planted(
    "construction.refuses",
    "k = 4 of 3 candidates is accepted: map(1.0) = 8.0 = 0x1.0000000000000p+3, invoke([0.0, 1.0, 2.0]) = (2, 1, 0)",
)
class KBeyondTheSize(TopK):
    """More candidates are asked for than there are, and nobody is told."""

    def refuse_k(self) -> None:
        if self.k < 0:
            raise ValueError("k")


@planted(
    "construction.refuses",
    "k = -1, size = None is accepted: map(1.0) = -2.0 = -0x1.0000000000000p+1, invoke([0.0, 1.0, 2.0]) = (2, 1)",
)
class NegativeK(TopK):
    """The best are taken by a slice, which a negative k makes count from the end."""

    def refuse_k(self) -> None:
        if self.domain.size is not None and self.k > self.domain.size:
            raise ValueError("k")

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        return peeled(type(self).choose, y, Fraction(self.scale), len(y), draw)[: self.k]


@planted(
    "construction.refuses",
    "optimize = 'median' is accepted: map(1.0) = 2.0 = 0x1.0000000000000p+1, invoke([0.0, 1.0, 2.0]) = 2",
    triple="make_report_noisy_max_gumbel",
)
class MaxUnlessMin(NoisyMax):
    """What is not "min" is taken for "max", misspellings included."""

    def refuse_optimize(self) -> None:
        """Refuse nothing."""


@planted("construction.accepts", "an ordinary setting is refused: ValueError: scale")
class ScaleInWholeNumbers(TopK):
    """The scale must be a whole number."""

    def refuse_scale(self) -> None:
        if self.scale != int(self.scale):
            raise ValueError("scale")
        super().refuse_scale()


@planted("construction.accepts", "an ordinary setting is refused: ValueError: size")
class SizeRequired(TopK):
    """Vectors of any length are refused."""

    def refuse_k(self) -> None:
        if self.domain.size is None:
            raise ValueError("size")
        super().refuse_k()


@planted("construction.accepts", "the factory returns method, which is no measurement")
def bare_function(
    input_domain: VectorDomain,
    input_metric: LInfDistance,
    privacy_measure: Measure,
    k: int,
    scale: float,
    negate: bool,
) -> object:
    """The factory returns the mechanism without its map."""
    return TopK(input_domain, input_metric, privacy_measure, k, scale, negate).invoke


@planted(
    "errors.close",
    "invoke([0.0, 1.0, 2.0]): OverflowError: math range error; invoke([0.0, 0.0, 0.0]): no error",
    triple="make_report_noisy_max_gumbel",
)
class SoftmaxWithoutTheMaximum(NoisyMax):
    """Weights are exp(score/scale), which overflows unless the greatest score is subtracted first."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        if self.scale:
            _ = [math.exp(score / Fraction(self.scale)) for score in y]
        return super().select(y, draw)


@planted(
    "errors.close", "invoke([0.0, 1.0, 2.0]): no error; invoke([0.0, 0.0, 0.0]): ZeroDivisionError: Fraction(0, 0)"
)
class NormalisedByTheRange(TopK):
    """Scores are mapped to [0, 1] by a division by their range, which may be zero."""

    def oriented(self, x: Sequence[Atom]) -> Scores:
        y = super().oriented(x)
        return tuple((score - min(y)) / (max(y) - min(y)) for score in y)


@planted(
    "errors.close", "invoke([0.0, 1.0, 2.0]): no error; invoke([0.0, 0.0, 0.0]): ValueError: the maximum is not unique"
)
class UniqueMaximum(TopK):
    """A tie at the top is an error."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        if y.count(max(y, default=Fraction(0))) > 1:
            raise ValueError("the maximum is not unique")
        return super().select(y, draw)


@planted("errors.close", "invoke([0.0, 1.0, 2.0]): no error; invoke([-1.0, 0.0, 1.0]): ValueError: a score is negative")
class NegativeScores(TopK):
    """Scores are counts, it is thought, and a negative one is an error."""

    def oriented(self, x: Sequence[Atom]) -> Scores:
        if any(score < 0 for score in x):
            raise ValueError("a score is negative")
        return super().oriented(x)


@planted(
    "errors.printed", "invoke([0.0, 1.0, 2.0]): no error; invoke([inf, 1.0, 2.0]): ValueError: a score is infinite"
)
class InfiniteScores(TopK):
    """An infinite score, which is a member of the domain, is an error."""

    def oriented(self, x: Sequence[Atom]) -> Scores:
        if any(math.isinf(score) for score in x):
            raise ValueError("a score is infinite")
        return super().oriented(x)


@planted(
    "errors.printed",
    "invoke([0.0, 1.0, 2.0]): ValueError: not implemented for [0.0, 1.0, 2.0]; invoke([]): "
    "ValueError: not implemented for []",
)
class ScoresInTheMessage(TopK):
    """All members cause an error, whose message shows the scores."""

    def oriented(self, x: Sequence[Atom]) -> Scores:
        raise ValueError(f"not implemented for {list(x)}")


@planted("target.lives", "gave no answer within")
class LoopsForMore(TopK):
    """The loop goes on until there are k indices, even if there are fewer scores."""

    def invoke(self, x: Sequence[Atom], draw: Draw | None = None) -> object:
        y, selected = self.oriented(x), list[int]()
        while len(selected) < self.k:
            selected += [i for i in self.select(y, draw or SystemDraw()) if i not in selected]
        return selected
