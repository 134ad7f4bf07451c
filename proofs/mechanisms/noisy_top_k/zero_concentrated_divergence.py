"""Why `make_noisy_top_k` under zero-concentrated divergence keeps its promise: law, errors, privacy, with rounding."""

from collections.abc import Iterator

from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.smt import Smt
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.noisy_top_k import cases
from proofs.mechanisms.noisy_top_k.cases import RELEASES_SCOPE
from proofs.theory.bounded_range import ZERO_CONCENTRATED as FROM_RANGE
from proofs.theory.composition import ZERO_CONCENTRATED as COMPOSITION
from proofs.theory.exponential_mechanism import RANGE
from proofs.theory.metrics import RANGE_AT_MOST_ONCE_DOWN, RANGE_AT_MOST_ONCE_UP, RANGE_AT_MOST_TWICE, REMOVAL
from proofs.theory.one_shot import PEELING
from spec.gumbel import TOP_K_CODE, TOP_K_HAS_LAW
from spec.logic.formula import Sort, Symbol, both, implies
from spec.logic.release import Neighbours, Release, Tapes
from spec.noisy_top_k import ZERO_CONCENTRATED_ERRORS as ERRORS
from spec.noisy_top_k import ZERO_CONCENTRATED_LAW as LAW
from spec.noisy_top_k import ZERO_CONCENTRATED_PRIVACY as PRIVACY
from spec.space import ZeroConcentratedDivergence

MECHANISM = "make_noisy_top_k (zero-concentrated divergence)"

# Law


def releases() -> Iterator[Release]:
    """Members of every kind, in both directions, with k up to one more than there are scores."""
    return cases.releases(ZeroConcentratedDivergence())


LAW_PROOF = Proof(
    LAW.id,
    (
        Step(
            LAW.promise.provided(TOP_K_HAS_LAW),
            "by contract: ints, floats and Fractions, infinite and huge scores, ties, short vectors, both directions",
            Instances(RELEASES_SCOPE, releases),
        ),
    ),
    uses=(TOP_K_CODE.id,),
)

# Errors


def tapes() -> Iterator[Tapes]:
    """The same releases, on every tape of up to four coins."""
    return cases.tapes(ZeroConcentratedDivergence(), coins=4)


ERRORS_PROOF = Proof(
    ERRORS.id,
    (
        Step(
            ERRORS.promise.provided(TOP_K_HAS_LAW),
            "by contract no path ends in an error; a tape that ends releases nothing and says so",
            Instances(f"{RELEASES_SCOPE}, every tape of up to 4 coins", OneIn(3, tapes)),
        ),
    ),
    uses=(LAW.id, TOP_K_CODE.id),
)

# Privacy

rho, result, d_range = Symbol("ρ"), Symbol("map(d_in)"), Symbol("d_Range", Sort.NONNEGATIVE)
d, k, scale = Symbol("d"), Symbol("k", Sort.NATURAL), Symbol("scale", Sort.POSITIVE)
PRIVACY_PROOF = Proof(
    PRIVACY.id,
    (
        Step(
            implies(
                both(
                    rho <= k * ((d_range / scale) ** 2 / 8),
                    d_range <= d,
                    result >= k * ((d / scale) ** 2 / 8),
                ),
                rho <= result,
            ),
            "a round has losses in an interval of length η = d_Range/scale, also on what earlier rounds have "
            "left; so it is η²/8-zCDP, and k rounds are k·η²/8-zCDP; d_Range ≤ d, where d is d_in or twice "
            "that. At scale 0 the map is infinite; at d_in = 0 the inputs are equal",
            Smt(),
        ),
    ),
    uses=(
        LAW.id,
        ERRORS.id,
        PEELING.id,
        RANGE.id,
        REMOVAL.id,
        FROM_RANGE.id,
        COMPOSITION.id,
        "maps.zero_concentrated",
        RANGE_AT_MOST_TWICE.id,
        RANGE_AT_MOST_ONCE_UP.id,
        RANGE_AT_MOST_ONCE_DOWN.id,
    ),
)

# Instances


def neighbours() -> Iterator[Neighbours]:
    """Vectors of up to three small integers, and every way to move each score by -1, 0 or 1."""
    return cases.neighbours(ZeroConcentratedDivergence(), [(0, 0), (0, 3), (4, 0, 4)])


INSTANCES = Proof(
    PRIVACY.id,
    (
        Step(
            PRIVACY.promise.provided(TOP_K_HAS_LAW),
            "for the law of the code; the supremum of D_α/α over all α > 1 is enclosed by balls",
            Instances("up to 3 scores moved by at most 1, k up to 2", OneIn(3, neighbours)),
        ),
    ),
    uses=(LAW.id, TOP_K_CODE.id),
    title="instances",
)

CHAPTER = Chapter(
    claims=(LAW, ERRORS, PRIVACY),
    proofs=(LAW_PROOF, ERRORS_PROOF, PRIVACY_PROOF, INSTANCES),
    headlines={MECHANISM: PRIVACY.id},
)
