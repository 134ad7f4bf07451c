"""Correct mechanisms in small parts; a mutant is one of them with one part replaced."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from impl.directed import inf_cast
from impl.draws import SystemDraw
from impl.gumbel import GumbelRV, gumbel_top_k
from impl.permute_and_flip import permute_and_flip
from impl.scores import exact
from spec.draw import Draw
from spec.space import Atom, LInfDistance, Measure, RangeDivergence, VectorDomain, ZeroConcentratedDivergence

Scores = tuple[Fraction, ...]
Choice = Callable[[Scores, Fraction, Draw], int]
"""One round: scores, the scale and coins to the place of the one that is selected."""


def best_of(y: Scores) -> int:
    """The last of the greatest."""
    return max(range(len(y)), key=lambda i: (y[i], i))


def gumbel_choice(y: Scores, scale: Fraction, draw: Draw) -> int:
    """The exponential mechanism."""
    return gumbel_top_k(tuple(GumbelRV(score, scale) for score in y), 1, draw)[0]


def peeled(choose: Choice, y: Scores, scale: Fraction, k: int, draw: Draw) -> list[int]:
    """Select k indices, or all if there are fewer, each from those that are left."""
    left = list(range(len(y)))
    selected: list[int] = []
    while left and len(selected) < k:
        place = choose(tuple(y[i] for i in left), scale, draw)
        selected.append(left.pop(place))
    return selected


class SelectionInParts:
    """What all triples share: the parameters, what is refused, and the map."""

    def __init__(self, domain: VectorDomain, scale: float, k: int = 1, negate: bool = False) -> None:
        self.domain, self.scale, self.k, self.negate = domain, scale, k, negate
        self.monotonic = self.concentrated = self.ranged = False

    def refuse(self) -> None:
        self.refuse_scale()
        self.refuse_nan()
        self.refuse_k()

    def refuse_scale(self) -> None:
        if not 0 <= self.scale < math.inf:
            raise ValueError("scale")

    def refuse_nan(self) -> None:
        if self.domain.element_domain.nan:
            raise ValueError("nan")

    def refuse_k(self) -> None:
        if self.k < 0 or (self.domain.size is not None and self.k > self.domain.size):
            raise ValueError("k")

    def map(self, d_in: Atom) -> object:
        self.refuse_distance(d_in)
        if d_in == 0:
            return 0.0
        return self.rounded(self.bound(Fraction(d_in))) if self.scale else math.inf

    def refuse_distance(self, d_in: Atom) -> None:
        if not 0 <= d_in < math.inf:
            raise ValueError("d_in")

    def rounded(self, exactly: Fraction) -> object:
        return inf_cast(exactly)

    def bound(self, d_in: Fraction) -> Fraction:
        return self.k * self.one_round(self.eta(d_in))

    def eta(self, d_in: Fraction) -> Fraction:
        return self.range_distance(d_in) / Fraction(self.scale)

    def range_distance(self, d_in: Fraction) -> Fraction:
        return d_in if self.monotonic else 2 * d_in

    def one_round(self, eta: Fraction) -> Fraction:
        return eta**2 / 8 if self.concentrated else eta

    def oriented(self, x: Sequence[Atom]) -> Scores:
        """The scores, the best the greatest."""
        return tuple(-score if self.negate else score for score in exact(x))


class OnCoins(SelectionInParts):
    """A release on the coins that are handed over."""

    choose: Choice = staticmethod(permute_and_flip)

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        return peeled(type(self).choose, y, Fraction(self.scale), self.k, draw)

    def released(self, selected: Sequence[int]) -> object:
        return selected

    def invoke(self, x: Sequence[Atom], draw: Draw | None = None) -> object:
        self.domain.check(x)
        return self.released(self.select(self.oriented(x), SystemDraw() if draw is None else draw))


class ManyIndices(SelectionInParts):
    """The parameters of `make_noisy_top_k`."""

    def __init__(
        self,
        input_domain: VectorDomain,
        input_metric: LInfDistance,
        privacy_measure: Measure,
        k: int,
        scale: float,
        negate: bool,
    ) -> None:
        super().__init__(input_domain, scale, k, negate)
        self.monotonic = input_metric.monotonic
        self.concentrated = isinstance(privacy_measure, ZeroConcentratedDivergence)
        self.ranged = isinstance(privacy_measure, RangeDivergence)
        self.refuse()

    def refuse(self) -> None:
        super().refuse()
        self.refuse_measure()

    def refuse_measure(self) -> None:
        if self.ranged:
            raise ValueError("measure")


class TopK(ManyIndices, OnCoins):
    """`make_noisy_top_k`: permute-and-flip round by round, or Gumbel noise in one shot."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        if not self.concentrated:
            return super().select(y, draw)
        return list(gumbel_top_k(tuple(GumbelRV(score, Fraction(self.scale)) for score in y), self.k, draw))


class OneIndex(SelectionInParts):
    """A domain without the empty vector."""

    def refuse(self) -> None:
        super().refuse()
        if not self.domain.size:
            raise ValueError("domain")


class Best(OneIndex):
    """The parameters of `make_report_noisy_max_gumbel`."""

    def __init__(self, input_domain: VectorDomain, input_metric: LInfDistance, scale: float, optimize: str) -> None:
        super().__init__(input_domain, scale, negate=optimize == "min")
        self.monotonic, self.optimize = input_metric.monotonic, optimize
        self.refuse()

    def refuse(self) -> None:
        super().refuse()
        self.refuse_optimize()

    def refuse_optimize(self) -> None:
        if self.optimize not in ("max", "min"):
            raise ValueError("optimize")


class OneOnCoins(OnCoins):
    """The exponential mechanism, by Gumbel noise."""

    choose: Choice = staticmethod(gumbel_choice)

    def released(self, selected: Sequence[int]) -> object:
        return selected[0]


class NoisyMax(Best, OneOnCoins):
    """`make_report_noisy_max_gumbel`."""


class Exponential(OneIndex, OneOnCoins):
    """`make_base_exponential_candidates_gumbel`, on range distance."""

    def __init__(self, input_domain: VectorDomain, temperature: float) -> None:
        super().__init__(input_domain, temperature)
        self.monotonic = True
        self.refuse()
