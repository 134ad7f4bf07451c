"""The verdict on every map: sound or not, and how tight, held against the laws of the running mechanisms."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from impl.ball import Ball, ball, precision
from impl.noisy_top_k import make_noisy_top_k
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.laws import side_by_side
from proofs.engine.checkers.smt import Smt
from proofs.engine.enclosure import compare, enclose_positive
from proofs.engine.law import Law, by_contract
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.tight_maps.looseness import BEATS, CLASSICAL, NEARLY, NUMBERS, PUBLISHED
from proofs.mechanisms.tight_maps.tightness import CONCENTRATED, NOT_REACHED, PURE, REACHED
from proofs.theory.composition import APPROACHED as RANGE_IS_APPROACHED
from proofs.theory.exponential_mechanism import REACHED as ONE_RELEASE
from spec.exponential_candidates_gumbel import TIGHT_PRIVACY as EXPONENTIAL
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Sort, Symbol, both, implies
from spec.measurement import Measurement
from spec.noisy_top_k import MAX_DIVERGENCE_TIGHT_PRIVACY as FLIPPED_TOP_K
from spec.noisy_top_k import ZERO_CONCENTRATED_TIGHT_PRIVACY as GUMBEL_TOP_K
from spec.report_noisy_max_gumbel import TIGHT_PRIVACY as NOISY_MAX
from spec.space import AtomDomain, LInfDistance, MaxDivergence, Measure, VectorDomain, ZeroConcentratedDivergence
from spec.tight_maps import ORDER
from spec.weights import ZERO, ExpRatio, exp_minus

BITS = 256
FAR = Fraction(40)


class NearlyTight(NamedTuple):
    """Neighbours at distance η in one direction, k, the mechanism, and the share of its tight map that they reach."""

    eta: Fraction
    scores: tuple[Fraction, ...]
    nearby: tuple[Fraction, ...]
    k: int
    mechanism: Measure
    share: Fraction

    def measurement(self) -> Measurement[list[int]]:
        """The mechanism, at scale 1."""
        space = VectorDomain(AtomDomain(Fraction), len(self.scores)), LInfDistance(Fraction, monotonic=True)
        return make_noisy_top_k(*space, self.mechanism, self.k, 1.0, False)

    def claimed(self, measure: Measure) -> Fraction:
        """What the tight map says."""
        assert LInfDistance(Fraction, monotonic=True).distance(self.scores, self.nearby) == self.eta
        return Fraction(self.measurement().tight_map(self.eta, measure))

    def laws(self) -> tuple[Law[ExpRatio], Law[ExpRatio]]:
        """The laws of the running mechanism on either side, by contract."""
        invoke = self.measurement().invoke
        return by_contract(invoke, list(self.scores)), by_contract(invoke, list(self.nearby))


def far_ahead() -> Iterator[NearlyTight]:
    """One candidate far ahead of k or k - 1 others, which move by η."""
    for mechanism in (MaxDivergence(), ZeroConcentratedDivergence()):
        for k, others in ((1, 1), (2, 2), (3, 3), (2, 1), (3, 2)):
            for eta in (Fraction(1, 3), Fraction(2)):
                nearby = (*(Fraction(0) for _ in range(others)), FAR)
                scores = (*(score + eta for score in nearby[:-1]), FAR)
                yield NearlyTight(eta, scores, nearby, k, mechanism, Fraction(999, 1000))


def loses_nearly_all(pair: NearlyTight) -> bool:
    """Of all outputs, one has P(y) ≥ e^(0.999·tight_map)·P'(y), and none more than e^tight_map·P'(y)."""
    claimed = pair.claimed(MaxDivergence())
    ratios = [(p, q) for _, p, q in side_by_side(*pair.laws(), ZERO)]
    most, enough = exp_minus(-claimed), exp_minus(-claimed * pair.share)
    within = all(compare(p, most * q) <= 0 for p, q in ratios)
    return claimed > 0 and within and any(compare(p, enough * q) >= 0 for p, q in ratios)


def two_groups() -> Iterator[NearlyTight]:
    """Groups of one or three candidates each, of which the first moves by η; two candidates for permute-and-flip."""
    gumbel = ZeroConcentratedDivergence()
    for eta, lead, size, k, share in (
        ("1", "-0.669", 1, 1, "0.999"),
        ("4", "-2.799", 1, 1, "0.999"),
        ("1", "-0.669", 3, 2, "0.98"),
    ):
        nearby = (*(Fraction(lead) for _ in range(size)), *(Fraction(0) for _ in range(size)))
        scores = tuple(score + Fraction(eta) if place < size else score for place, score in enumerate(nearby))
        yield NearlyTight(Fraction(eta), scores, nearby, k, gumbel, Fraction(share))
    for eta, lead, share in (("1", "-0.577", "0.988"), ("4", "-2.8675", "0.976")):
        scores, nearby = (Fraction(lead) + Fraction(eta), Fraction(0)), (Fraction(lead), Fraction(0))
        yield NearlyTight(Fraction(eta), scores, nearby, 1, MaxDivergence(), Fraction(share))


def diverges_nearly_as_much(pair: NearlyTight) -> bool:
    """Σ P·ln(P/P') is at least the share of tight_map, and at most all of it."""
    claimed = ball(pair.claimed(ZeroConcentratedDivergence()))
    with precision(BITS):
        reached = sum((_term(p, q) for _, p, q in side_by_side(*pair.laws(), ZERO)), start=ball(0))
        return bool(claimed * ball(pair.share) <= reached <= claimed)


def _term(p: ExpRatio, q: ExpRatio) -> Ball:
    here, there = enclose_positive(p, BITS), enclose_positive(q, BITS)
    return here * (here / there).log()


k, needed, claimed = Symbol("k", Sort.NATURAL), Symbol("needed for n = k"), Symbol("map")
eta = Symbol("η", Sort.POSITIVE)
VERDICTS = Claim(
    "tightness.verdicts",
    Kind.THEOREM,
    "Max divergence: d/scale of documents 000 and 003 and k·d/scale of 004 are sound, and cannot be lowered unless k = "
    "n, where (k - 1)·d/scale will do. Zero-concentrated divergence: k·η of document 002 and the classical k·η²/8 are "
    "sound and loose, k·ρ(η) is sound and cannot be lowered for all n; k·ρ(R(η)) for permute-and-flip is sound, and at "
    "most 2.4 % too large at η = 1, 4, 8. Range divergence: k·η of document 001 is unsound, (k - 1 + min(k, n - k))·η "
    "is sound and cannot be lowered: (2k - 1)·η if n ≥ 2k, else (n - 1)·η. tight_map returns the least float of each "
    "that cannot be lowered",
)
CHAPTER = Chapter(
    claims=(VERDICTS,),
    proofs=(
        Proof(
            VERDICTS.id,
            (
                Step(
                    implies(
                        both(k >= 2, needed.eq((k - 1) * eta), claimed.eq(k * eta)),
                        claimed.eq(k / (k - 1) * needed),
                    ),
                    "selecting all of k candidates, the classical map is too large by the factor k/(k - 1)",
                    Smt(),
                ),
                Step(
                    "Of the laws of the running mechanisms, some reach 0.999 of the tight map under max divergence, "
                    "and none more than all",
                    "one candidate far ahead; decided as signs of exponential sums",
                    Exhaustive("k up to 3 of k and of k + 1 candidates, η = 1/3 and 2", far_ahead, loses_nearly_all),
                ),
                Step(
                    "Under zero-concentrated divergence they reach 0.999 of it with one round, 0.98 with two rounds "
                    "and six candidates, and 0.976 with permute-and-flip",
                    "Σ P·ln(P/P'), the limit of D_α/α as α falls to 1, by balls",
                    Exhaustive("η = 1 and 4, up to 6 candidates, k up to 2", two_groups, diverges_nearly_as_much),
                ),
            ),
            uses=(
                ORDER.id,
                PURE.id,
                NOT_REACHED.id,
                REACHED.id,
                ONE_RELEASE.id,
                CONCENTRATED.id,
                CLASSICAL.id,
                NUMBERS.id,
                PUBLISHED.id,
                BEATS.id,
                NEARLY.id,
                RANGE_IS_APPROACHED.id,
                "composition.exact_range",
                "RangeDivergence.privacy",
                FLIPPED_TOP_K.id,
                GUMBEL_TOP_K.id,
                NOISY_MAX.id,
                EXPONENTIAL.id,
            ),
        ),
    ),
    headlines={"tightness of every map": VERDICTS.id},
)
