"""Why `make_noisy_top_k` under max divergence keeps its promise: law, errors and privacy, rounding included."""

from collections.abc import Iterator

from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.smt import Smt
from proofs.engine.drawn import OneIn
from proofs.engine.judge import RUNNING
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.contracts.harnesses import HARNESSES
from proofs.mechanisms.noisy_top_k import cases
from proofs.mechanisms.noisy_top_k.cases import RELEASES_SCOPE
from proofs.theory.metrics import RANGE_AT_MOST_ONCE_DOWN, RANGE_AT_MOST_ONCE_UP, RANGE_AT_MOST_TWICE
from spec.logic.formula import Sort, Symbol, both, implies
from spec.logic.release import Neighbours, Release, Tapes
from spec.noisy_top_k import MAX_DIVERGENCE_ERRORS as ERRORS
from spec.noisy_top_k import MAX_DIVERGENCE_LAW as LAW
from spec.noisy_top_k import MAX_DIVERGENCE_PRIVACY as PRIVACY
from spec.peeling import CODE as PEELING_CODE
from spec.peeling import HAS_LAW as PEEL_HAS_LAW
from spec.peeling import MAX_DIVERGENCE as PEELING
from spec.space import MaxDivergence

MECHANISM = "make_noisy_top_k (max divergence)"

# Law


def releases() -> Iterator[Release]:
    """Members of every kind, in both directions, with k up to one more than there are scores."""
    return cases.releases(MaxDivergence())


LAW_BY_CONTRACT = LAW.promise.provided(PEEL_HAS_LAW)


def has_the_law(case: Release) -> bool:
    """The release has the law of peeled permute-and-flip."""
    return LAW_BY_CONTRACT.holds(case, RUNNING)


LAW_PROOF = Proof(
    LAW.id,
    (
        Step(
            LAW_BY_CONTRACT,
            "by contract: ints, floats and Fractions, infinite and huge scores, ties, short vectors, both directions",
            Instances(RELEASES_SCOPE, releases),
        ),
    ),
    uses=(PEELING_CODE.id, *(f"contracts.{harness}" for harness in HARNESSES)),
)

# Errors


def tapes() -> Iterator[Tapes]:
    """The same releases, on every tape of up to five coins."""
    return cases.tapes(MaxDivergence(), coins=5)


ERRORS_BY_CONTRACT = ERRORS.promise.provided(PEEL_HAS_LAW)


def never_fails(case: Release) -> bool:
    """No execution on this member ends in an error."""
    return ERRORS_BY_CONTRACT.holds(Tapes(case, 0), RUNNING)


ERRORS_PROOF = Proof(
    ERRORS.id,
    (
        Step(
            ERRORS_BY_CONTRACT,
            "by contract no path ends in an error; a tape that ends releases nothing and says so",
            Instances(f"{RELEASES_SCOPE}, every tape of up to 5 coins", OneIn(3, tapes)),
        ),
    ),
    uses=(PEELING_CODE.id,),
)

# Privacy

loss, result, d_range = Symbol("loss"), Symbol("map(d_in)"), Symbol("d_Range", Sort.NONNEGATIVE)
d, k, scale = Symbol("d"), Symbol("k", Sort.NATURAL), Symbol("scale", Sort.POSITIVE)
PRIVACY_PROOF = Proof(
    PRIVACY.id,
    (
        Step(
            implies(
                both(loss <= k * (d_range / scale), d_range <= d, result >= k * (d / scale)),
                loss <= result,
            ),
            "k rounds at range distance d_Range ≤ d, where d is d_in or twice that, lose at most "
            "k·d_Range/scale; the map is at least k·d/scale. At scale 0 the map is infinite; at d_in = 0 "
            "the inputs are equal",
            Smt(),
        ),
    ),
    uses=(
        LAW.id,
        ERRORS.id,
        PEELING.id,
        "maps.max_divergence",
        RANGE_AT_MOST_TWICE.id,
        RANGE_AT_MOST_ONCE_UP.id,
        RANGE_AT_MOST_ONCE_DOWN.id,
    ),
)

# Instances


def neighbours() -> Iterator[Neighbours]:
    """Vectors of up to three small integers, and every way to move each score by -1, 0 or 1."""
    return cases.neighbours(MaxDivergence(), [(0, 0), (0, 3), (0, 0, 0), (0, 1, 5), (4, 0, 4)], both_ways=True)


INSTANCES = Proof(
    PRIVACY.id,
    (
        Step(
            PRIVACY.promise.provided(PEEL_HAS_LAW),
            "for the law of the code, decided exactly, as the sign of an exponential sum",
            Instances("up to 3 scores moved by at most 1, k up to 2", OneIn(3, neighbours)),
        ),
    ),
    uses=(PEELING_CODE.id,),
    title="instances",
)

CHAPTER = Chapter(
    claims=(LAW, ERRORS, PRIVACY),
    proofs=(LAW_PROOF, ERRORS_PROOF, PRIVACY_PROOF, INSTANCES),
    headlines={MECHANISM: PRIVACY.id},
)
