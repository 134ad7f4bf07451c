"""Every privacy map, published and sound, as a subject of the search."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from impl.directed import inf_cast
from impl.published import report_noisy_max_gumbel as published_report
from impl.published import vocabulary
from impl.published.exponential_candidates_gumbel import (
    make_base_exponential_candidates_gumbel as published_exponential,
)
from impl.published.range_divergence import RangeDivergence as PublishedRange
from impl.published.vocabulary import f64
from impl.published.zero_concentrated_divergence import ZeroConcentratedDivergence as PublishedConcentrated
from impl.registry import (
    CONCENTRATED,
    EXPONENTIAL_CANDIDATES_GUMBEL,
    EXPONENTIAL_MECHANISM,
    INVERSE_TRANSFORM,
    MAX,
    NOISY_TOP_K,
    PERMUTE_AND_FLIP,
    RANGE,
    RANGE_DIVERGENCE,
    REPORT_NOISY_MAX_GUMBEL,
    Mechanism,
    Release,
    Setting,
)
from proofs.engine.divergence import AnyLaw, exactly
from proofs.engine.product import law_of_shared_rounds
from proofs.worst.float_laws import gumbel_round, peeled, permute_and_flip_round
from proofs.worst.search import Effort, Worst, search
from proofs.worst.subject import Metric, Scores, Subject, is_monotonic
from spec.gumbel import law_of_noisy_order
from spec.permute_and_flip import law_of_permute_and_flip
from spec.space import LInfDistance, Measure, RangeDistance
from spec.weights import Law

ANY, ONE_WAY, BY_RANGE = LInfDistance(Fraction), LInfDistance(Fraction, monotonic=True), RangeDistance(Fraction)

Claim = Callable[[Metric, float, Fraction, int, int], float | Fraction]
"""Metric, scale, d_in, n and k to what is claimed."""


@dataclass(frozen=True)
class Map:
    """A claim on a mechanism under a measure; `rounds` is the greatest k it is made for."""

    mechanism: str
    kind: str
    measure: Measure
    metrics: tuple[Metric, ...]
    claim: Claim
    flips: bool = False
    rounds: int | None = None
    inverse: bool = False

    @property
    def published(self) -> bool:
        """It is a document's, flaws included."""
        return self.kind == "published"

    def subject(self, metric: Metric, scale: float) -> Subject:
        """The mechanism at this scale; what is published may take the inverse of the scale for it."""
        true = 1 / Fraction(scale) if self.inverse else Fraction(scale)

        def law(x: Scores, k: int) -> AnyLaw:
            return law_of_shared_rounds(law_of_permute_and_flip if self.flips else _softmax, x, true, k)

        return Subject(
            law=law,
            claim=lambda d_in, n, k: exactly(self.claim(metric, scale, d_in, n, k)),
            measure=self.measure,
            metric=metric,
            scale=true,
            guess=peeled(permute_and_flip_round if self.flips else gumbel_round, true),
        )


def _softmax(x: Sequence[Fraction], scale: Fraction) -> Law:
    """One round of the k greatest scores with Gumbel noise: what is left is again a maximum with Gumbel noise."""
    return [(order[0], share) for order, share in law_of_noisy_order(x, scale, 1) if isinstance(order, tuple)]


def _made(mechanism: Mechanism, measure: Measure, metric: Metric, scale: float, n: int, k: int) -> Release:
    """The mechanism on n scores."""
    return mechanism.make(
        Setting(scale, k, measure=measure, monotonic=is_monotonic(metric), T=Fraction, size=n),
    )


def _map(mechanism: Mechanism, measure: Measure) -> Claim:
    return lambda metric, scale, d_in, n, k: _made(mechanism, measure, metric, scale, n, k).map(d_in)


def _tight(mechanism: Mechanism, made_for: Measure, measure: Measure) -> Claim:
    return lambda metric, scale, d_in, n, k: _made(mechanism, made_for, metric, scale, n, k).tight_map(d_in, measure)


def _published_range(metric: Metric, scale: float, d_in: Fraction, n: int, k: int) -> float:
    return PublishedRange.privacy_map(f64.inf_cast(d_in), f64(scale), k)


def _published_concentrated(metric: Metric, scale: float, d_in: Fraction, n: int, k: int) -> float:
    d_range = d_in if is_monotonic(metric) else 2 * d_in
    return PublishedConcentrated.privacy_map(f64.inf_cast(d_range), f64(scale), k)


def _published_report(metric: Metric, scale: float, d_in: Fraction, n: int, k: int) -> float:
    domain = vocabulary.VectorDomain(vocabulary.AtomDomain(Fraction), n)
    release = published_report.make_report_noisy_max_gumbel(
        domain, vocabulary.RangeDistance(Fraction), f64(scale), "max"
    )
    return release.privacy_map(d_in)


def _published_exponential(metric: Metric, scale: float, d_in: Fraction, n: int, k: int) -> float:
    """The least d_out that the printed relation accepts."""
    d_out = d_in / Fraction(scale)
    assert published_exponential(Fraction(scale)).privacy_relation(d_in, d_out)
    return inf_cast(d_out)


_BOTH = (ONE_WAY, ANY)
_TOP_K, _FLIP, _REPORT = NOISY_TOP_K.name, PERMUTE_AND_FLIP.name, REPORT_NOISY_MAX_GUMBEL.name
_RANGE, _CANDIDATES, _INVERSE = RANGE_DIVERGENCE.name, EXPONENTIAL_CANDIDATES_GUMBEL.name, INVERSE_TRANSFORM.name
_EXPONENTIAL = EXPONENTIAL_MECHANISM.name

MAPS: tuple[Map, ...] = (
    Map(_TOP_K, "map", MAX, _BOTH, _map(NOISY_TOP_K, MAX), flips=True),
    Map(_TOP_K, "tight_map", MAX, _BOTH, _tight(NOISY_TOP_K, MAX, MAX), flips=True),
    Map(_TOP_K, "published", CONCENTRATED, _BOTH, _published_concentrated),
    Map(_TOP_K, "map", CONCENTRATED, _BOTH, _map(NOISY_TOP_K, CONCENTRATED)),
    Map(_TOP_K, "tight_map", CONCENTRATED, _BOTH, _tight(NOISY_TOP_K, CONCENTRATED, CONCENTRATED)),
    Map(_TOP_K, "tight_map", RANGE, _BOTH, _tight(NOISY_TOP_K, CONCENTRATED, RANGE)),
    Map(_FLIP, "map", MAX, _BOTH, _map(PERMUTE_AND_FLIP, MAX), flips=True, rounds=1),
    Map(_FLIP, "tight_map", CONCENTRATED, _BOTH, _tight(NOISY_TOP_K, MAX, CONCENTRATED), flips=True),
    Map(_EXPONENTIAL, "map", MAX, _BOTH, _map(EXPONENTIAL_MECHANISM, MAX), rounds=1),
    Map(_EXPONENTIAL, "map", CONCENTRATED, _BOTH, _map(EXPONENTIAL_MECHANISM, CONCENTRATED), rounds=1),
    Map(_EXPONENTIAL, "tight_map", CONCENTRATED, _BOTH, _tight(EXPONENTIAL_MECHANISM, MAX, CONCENTRATED), rounds=1),
    Map(_EXPONENTIAL, "tight_map", RANGE, _BOTH, _tight(EXPONENTIAL_MECHANISM, MAX, RANGE), rounds=1),
    Map(_RANGE, "published", RANGE, (BY_RANGE,), _published_range),
    Map(_RANGE, "map", RANGE, (BY_RANGE,), _map(RANGE_DIVERGENCE, RANGE)),
    Map(_REPORT, "published", MAX, (BY_RANGE,), _published_report, rounds=1),
    Map(_REPORT, "map", MAX, _BOTH, _map(REPORT_NOISY_MAX_GUMBEL, MAX), rounds=1),
    Map(_REPORT, "tight_map", CONCENTRATED, _BOTH, _tight(REPORT_NOISY_MAX_GUMBEL, MAX, CONCENTRATED), rounds=1),
    Map(_REPORT, "tight_map", RANGE, _BOTH, _tight(REPORT_NOISY_MAX_GUMBEL, MAX, RANGE), rounds=1),
    Map(_CANDIDATES, "published", MAX, (BY_RANGE,), _published_exponential, rounds=1, inverse=True),
    Map(_CANDIDATES, "map", MAX, (BY_RANGE,), _map(EXPONENTIAL_CANDIDATES_GUMBEL, MAX), rounds=1),
    Map(_INVERSE, "map", MAX, _BOTH, _map(INVERSE_TRANSFORM, MAX), rounds=1),
)


@dataclass(frozen=True)
class Question:
    """One map under one metric: how close do n scores and k indices come to it?"""

    of: Map
    metric: Metric
    scale: float
    d_in: Fraction
    n: int
    k: int

    def ask(self, effort: Effort) -> Worst:
        """Search."""
        return search(self.of.subject(self.metric, self.scale), self.d_in, self.n, self.k, effort)


def questions(maps: tuple[Map, ...], scale: float, d_in: Fraction, n: int, k: int) -> Iterator[tuple[Question, ...]]:
    """For each map, metric and number of indices up to k: n scores, and no more scores than indices.

    Fewer scores are among n of them: one that is far below the others is as good as absent. That the last index is
    left without a choice is something else.
    """
    for known in maps:
        for metric in known.metrics:
            for rounds in range(1, min(k, n, known.rounds or k) + 1):
                sizes = dict.fromkeys((n, rounds) if rounds > 1 else (n,))
                yield tuple(Question(known, metric, scale, d_in, size, rounds) for size in sizes)
