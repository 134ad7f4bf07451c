"""The privacy theorems of the tight maps, mechanism by mechanism: rounding, rounds without a choice, other measures."""

from fractions import Fraction

from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.theory.composition import RANGE as RANGES_ADD
from proofs.theory.composition import ZERO_CONCENTRATED as COMPOSITION
from proofs.theory.concentration.from_bounded_range import THEOREM as FROM_RANGE
from proofs.theory.concentration.monotonicity import INCREASES, RANGE_INCREASES
from proofs.theory.exponential_mechanism import MAX_DIVERGENCE, RANGE
from proofs.theory.metrics import RANGE_AT_MOST_ONCE_DOWN, RANGE_AT_MOST_ONCE_UP, RANGE_AT_MOST_TWICE, REMOVAL
from proofs.theory.one_shot import PEELING as ONE_SHOT
from spec.exponential_candidates_gumbel import TIGHT_PRIVACY as EXPONENTIAL
from spec.logic.formula import Sort, Symbol, both, implies, integral, ln
from spec.noisy_top_k import MAX_DIVERGENCE_TIGHT_PRIVACY as FLIPPED_TOP_K
from spec.noisy_top_k import ZERO_CONCENTRATED_TIGHT_PRIVACY as GUMBEL_TOP_K
from spec.peeling import MAX_DIVERGENCE as LOSSES_ADD
from spec.permute_and_flip import ZERO_CONCENTRATED as FLIPPED
from spec.report_noisy_max_gumbel import TIGHT_PRIVACY as NOISY_MAX
from spec.tight_maps import FLIP, GUMBEL, ORDER

r, alpha = Symbol("r", Sort.NATURAL), Symbol("α")
d_range, d, scale = Symbol("d_Range", Sort.NONNEGATIVE), Symbol("d"), Symbol("scale", Sort.POSITIVE)
loss, result = Symbol("loss"), Symbol("tight_map(d_in)")
price, price_nearby = Symbol("price of a round at d"), Symbol("price of a round at d_Range")
w, w_prime, t = Symbol("w", Sort.POSITIVE), Symbol("w'", Sort.POSITIVE), Symbol("t")

ONE_LEFT = Step(
    ln((w / w) / (w_prime / w_prime)).eq(0),
    "the last candidate left is taken for certain on either side: of k rounds among n candidates, r = min(k, n - 1) "
    "can lose anything, and r = k if n is not known",
    Symbolic(),
)
ONE_LEFT_FLIPPED = Step(
    integral(t, Fraction(1), 0, 1).eq(1),
    "and so it is by permute-and-flip: without others P(r) = ∫ 1 dt = 1",
    Symbolic(),
)


def adds_up(what: str) -> Step:
    """What each round bounds, and the map rounds up."""
    return Step(
        implies(
            both(loss <= r * price_nearby, price_nearby <= price, result >= r * price),
            loss <= result,
        ),
        f"{what}; the price does not fall with the distance, and d_Range ≤ d. At scale 0 the map is infinite; at "
        "d_in = 0 the laws are equal",
        Smt(),
    )


CONCENTRATED_STEP = Step(
    implies(
        both(alpha > 1, loss <= alpha * (r * price_nearby), price_nearby <= price, result >= r * price),
        loss <= alpha * result,
    ),
    "under zero-concentrated divergence each round has D_α ≤ α·price, and k adaptive rounds add up",
    Smt(),
)
RANGE_STEP = Step(
    implies(
        both(r >= 1, loss <= (2 * r - 1) * (d_range / scale), d_range <= d, result >= (2 * r - 1) * (d / scale)),
        loss <= result,
    ),
    "under range divergence r rounds cost (2r - 1)·d_Range/scale",
    Smt(),
)
PURE_STEP = adds_up("under max divergence each round loses at most d_Range/scale, and so many rounds r times that")
DISTANCES = (RANGE_AT_MOST_TWICE.id, RANGE_AT_MOST_ONCE_UP.id, RANGE_AT_MOST_ONCE_DOWN.id)

PROOFS = (
    Proof(
        FLIPPED_TOP_K.id,
        (ONE_LEFT_FLIPPED, ONE_LEFT, PURE_STEP, CONCENTRATED_STEP),
        uses=(
            "make_noisy_top_k.max_divergence.law",
            "make_noisy_top_k.max_divergence.errors",
            FLIP.id,
            ORDER.id,
            LOSSES_ADD.id,
            FLIPPED.id,
            COMPOSITION.id,
            REMOVAL.id,
            INCREASES.id,
            RANGE_INCREASES.id,
            *DISTANCES,
        ),
    ),
    Proof(
        GUMBEL_TOP_K.id,
        (ONE_LEFT, PURE_STEP, CONCENTRATED_STEP, RANGE_STEP),
        uses=(
            "make_noisy_top_k.zero_concentrated.law",
            "make_noisy_top_k.zero_concentrated.errors",
            GUMBEL.id,
            ORDER.id,
            ONE_SHOT.id,
            LOSSES_ADD.id,
            MAX_DIVERGENCE.id,
            RANGE.id,
            FROM_RANGE.id,
            COMPOSITION.id,
            RANGES_ADD.id,
            REMOVAL.id,
            INCREASES.id,
            *DISTANCES,
        ),
    ),
    *(
        Proof(
            claim.id,
            (ONE_LEFT, PURE_STEP, CONCENTRATED_STEP, RANGE_STEP),
            uses=(
                f"{name}.law",
                f"{name}.errors",
                GUMBEL.id,
                MAX_DIVERGENCE.id,
                RANGE.id,
                FROM_RANGE.id,
                INCREASES.id,
                *distances,
            ),
        )
        for name, claim, distances in (
            ("make_report_noisy_max_gumbel", NOISY_MAX, DISTANCES),
            ("make_base_exponential_candidates_gumbel", EXPONENTIAL, ()),
        )
    ),
)
CHAPTER = Chapter(
    claims=(FLIPPED_TOP_K, GUMBEL_TOP_K, NOISY_MAX, EXPONENTIAL),
    proofs=PROOFS,
    headlines={
        "tight_map of make_noisy_top_k (max divergence)": FLIPPED_TOP_K.id,
        "tight_map of make_noisy_top_k (zero-concentrated divergence)": GUMBEL_TOP_K.id,
        "tight_map of make_report_noisy_max_gumbel": NOISY_MAX.id,
        "tight_map of make_base_exponential_candidates_gumbel": EXPONENTIAL.id,
    },
)
