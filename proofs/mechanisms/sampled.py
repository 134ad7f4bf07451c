"""Laws and maps, tested: the running code on the operating system's coins, beside the exact evidence.

Every test is sequential and valid at any time. All of them together reject what is right with probability 1e-9 at most.
What they accept is TESTED, which lowers no claim that stands higher; what they reject fails the audit.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.gumbel import GumbelRV, gumbel_top_k
from impl.inverse_transform import inverse_transform, make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.permute_and_flip import permute_and_flip
from impl.range_divergence import RangeDivergence
from impl.report_noisy_max_gumbel import gumbel_max, make_report_noisy_max_gumbel
from proofs.engine.checkers.sampled_loss import SampledLoss
from proofs.engine.checkers.statistical import AUDIT, Sampled, SampledShares
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.theory import gumbel_max as theory
from proofs.theory.one_shot import PEELING
from spec import (
    exponential_candidates_gumbel,
    gumbel,
    noisy_top_k,
    range_divergence,
    report_noisy_max_gumbel,
    space,
)
from spec import inverse_transform as inverse_spec
from spec import permute_and_flip as flip_spec
from spec.documents.shared_formulas import WEIGHTS, WINS, k, s, tau, weight
from spec.draw import Draw
from spec.logic.claim import Claim
from spec.measurement import Measurement
from spec.space import Atom, AtomDomain, LInfDistance, Measure, VectorDomain
from spec.weights import Law

TITLE = "sampled"
DRAWS = 600
"""At most, of each test, on each input."""

ON_FRESH_COINS = "draws on coins of the operating system, by a sequential test"

SCORES = (Fraction(0), Fraction(1), Fraction(1, 3))
NOISES = tuple(GumbelRV(score, Fraction(1)) for score in SCORES)
UNSAMPLED = tuple(noise.unsampled for noise in NOISES)


def rate() -> FalseAlarmRate:
    """The share of one test in what all of them may spend."""
    return AUDIT.spend(RUN / 1000)


# Law: what the Gumbel-max trick and its kin say, and what is drawn.


def _drawn(
    claim: Claim | str, says: str, body: Callable[..., object], arguments: tuple[object, ...], law: Law
) -> Proof:
    check = Sampled(body, arguments, lambda: law, rate(), DRAWS)
    name = claim.id if isinstance(claim, Claim) else claim
    return Proof(name, (Step(says, ON_FRESH_COINS, check),), title=TITLE)


LAWS = (
    Proof(
        theory.MAX.id,
        (
            Step(
                WINS.eq(weight(k) / WEIGHTS),
                f"the greatest of noisy scores, each with its share: {ON_FRESH_COINS}",
                SampledShares(gumbel_max, (UNSAMPLED,), k, {tau: Fraction(1)}, {s: SCORES}, rate(), DRAWS),
            ),
        ),
        title=TITLE,
    ),
    _drawn(
        gumbel.MAX_CODE,
        "gumbel_max on (0, 1, 1/3) at scale 1 has its law",
        gumbel_max,
        (UNSAMPLED,),
        gumbel.law_of_gumbel_max(NOISES),
    ),
    _drawn(
        gumbel.TOP_K_CODE,
        "gumbel_top_k on (0, 1, 1/3) at scale 1, k = 2, has its law",
        gumbel_top_k,
        (NOISES, 2),
        gumbel.law_of_gumbel_top_k(NOISES, 2),
    ),
    _drawn(
        PEELING.id,
        "The two greatest of (0, 1, 1/3) with noise of scale 1 come as by two rounds of the exponential mechanism",
        gumbel_top_k,
        (NOISES, 2),
        gumbel.law_of_noisy_order(SCORES, Fraction(1), 2),
    ),
    _drawn(
        "report_noisy_max_gumbel.repaired.lemma_3_1",
        "The release on (0, 1, 1/3) at scale 1 is the place of the greatest noisy score, with the softmax for its law",
        make_report_noisy_max_gumbel(
            VectorDomain(AtomDomain(Fraction), 3), LInfDistance(Fraction), 1.0, "max"
        ).function,
        (SCORES,),
        inverse_spec.law_of_inverse_transform(SCORES, Fraction(1)),
    ),
    _drawn(
        inverse_spec.CODE,
        "inverse_transform on (0, 1, 1/3) at scale 1 has its law",
        inverse_transform,
        (SCORES, Fraction(1)),
        inverse_spec.law_of_inverse_transform(SCORES, Fraction(1)),
    ),
    _drawn(
        flip_spec.CODE,
        "permute_and_flip on (0, 1, 1/3) at scale 1 has its law",
        permute_and_flip,
        (SCORES, Fraction(1)),
        flip_spec.law_of_permute_and_flip(SCORES, Fraction(1)),
    ),
)

# Errors

# None of its own: an error would be an outcome that no law has.

# Privacy: what close inputs lose, and what the maps allow.

NEAR, FAR = (1.0, 0.0), (0.0, 1.0)
SPACE = VectorDomain(AtomDomain(float), 2), LInfDistance(float)


def comes_first(released: Any) -> bool:
    """The first index is 0."""
    return bool((released[0] if isinstance(released, list) else released) == 0)


def _loses(
    claim: Claim, made: Measurement[Any], law: Callable[[Sequence[Atom]], Law], measure: Measure, tight: bool = False
) -> Proof:
    """The scores (1, 0) and (0, 1) are 1-close, and 2-close by the range distance."""
    distance = 2.0 if isinstance(made.input_metric, space.RangeDistance) else 1.0
    allowed = made.tight_map(distance, measure) if tight else made.map(distance)
    check = SampledLoss(made.function, lambda: allowed, measure, NEAR, FAR, comes_first, law, rate(), DRAWS)
    says = f"On (1, 0) and (0, 1) at scale 1 no more is lost than {'tight_map' if tight else 'map'} answers"
    return Proof(claim.id, (Step(says, ON_FRESH_COINS, check),), uses=(_law_of(claim),), title=TITLE)


def _law_of(privacy: Claim) -> str:
    """The claim on the law of the mechanism whose privacy this is: what is sampled is its code."""
    return f"{privacy.id.rpartition('.')[0]}.law"


MAX, ZCDP, RANGE = space.MaxDivergence(), space.ZeroConcentratedDivergence(), space.RangeDivergence()
BY_FLIPS = make_noisy_top_k(*SPACE, MAX, 1, 1.0, negate=False)
BY_GUMBEL = make_noisy_top_k(*SPACE, ZCDP, 1, 1.0, negate=False)
NOISY_MAX = make_report_noisy_max_gumbel(*SPACE, 1.0, "max")
EXPONENTIAL = make_base_exponential_candidates_gumbel(SPACE[0], 1.0)
INVERSE = make_inverse_transform(*SPACE, 1.0)


def flipped(x: Sequence[Atom]) -> Law:
    """The law of one index by permute-and-flip, at scale 1."""
    return noisy_top_k.law_of_rounds_of_permute_and_flip(x, 1.0, 1, negate=False)


def noised(x: Sequence[Atom]) -> Law:
    """The law of one index by Gumbel noise, at scale 1."""
    return noisy_top_k.law_of_rounds_of_gumbel_noise(x, 1.0, 1, negate=False)


def softmax(x: Sequence[Atom]) -> Law:
    """The law of the softmax, at scale 1."""
    return inverse_spec.law_of_release(x, 1.0)


def by_range(x: Sequence[Atom], draw: Draw) -> list[int]:
    """One index, as it is selected under range divergence."""
    return RangeDivergence.noisy_top_k(x, 1.0, 1, False, draw)


LOSSES = (
    _loses(noisy_top_k.MAX_DIVERGENCE_PRIVACY, BY_FLIPS, flipped, MAX),
    _loses(noisy_top_k.MAX_DIVERGENCE_TIGHT_PRIVACY, BY_FLIPS, flipped, ZCDP, tight=True),
    _loses(noisy_top_k.ZERO_CONCENTRATED_PRIVACY, BY_GUMBEL, noised, ZCDP),
    _loses(noisy_top_k.ZERO_CONCENTRATED_TIGHT_PRIVACY, BY_GUMBEL, noised, RANGE, tight=True),
    _loses(report_noisy_max_gumbel.PRIVACY, NOISY_MAX, softmax, MAX),
    _loses(report_noisy_max_gumbel.TIGHT_PRIVACY, NOISY_MAX, softmax, ZCDP, tight=True),
    _loses(exponential_candidates_gumbel.PRIVACY, EXPONENTIAL, softmax, MAX),
    _loses(exponential_candidates_gumbel.TIGHT_PRIVACY, EXPONENTIAL, softmax, RANGE, tight=True),
    _loses(inverse_spec.PRIVACY, INVERSE, softmax, MAX),
    Proof(
        range_divergence.PRIVACY.id,
        (
            Step(
                "On (1, 0) and (0, 1) at scale 1 the losses differ by no more than privacy_map answers",
                ON_FRESH_COINS,
                SampledLoss(
                    by_range,
                    lambda: RangeDivergence.privacy_map(2.0, 1.0, 1, 2),
                    RANGE,
                    NEAR,
                    FAR,
                    comes_first,
                    noised,
                    rate(),
                    DRAWS,
                ),
            ),
        ),
        uses=(_law_of(range_divergence.PRIVACY),),
        title=TITLE,
    ),
)

# Instances

# Every test is one: of three scores, or of two close pairs of scores.

CHAPTER = Chapter(proofs=(*LAWS, *LOSSES))
