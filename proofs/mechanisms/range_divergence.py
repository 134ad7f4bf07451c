"""Why the sound `SelectionMeasure` for `RangeDivergence` keeps its promise: law, errors, privacy, rounding included."""

from collections.abc import Iterator
from itertools import product

from impl.range_divergence import RangeDivergence
from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.laws import ByContract
from proofs.engine.checkers.smt import Smt
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.noisy_top_k.cases import MEMBERS, RELEASES_SCOPE, SCALES
from proofs.theory.composition import APPROACHED, RANGE
from proofs.theory.one_shot import PEELING
from spec.gumbel import TOP_K_CODE, TOP_K_HAS_LAW
from spec.logic.formula import Sort, Symbol, both, implies
from spec.logic.release import Neighbours
from spec.range_divergence import LAW, MAP, PRIVACY
from spec.space import RangeDistance

# Law

SELECTIONS = tuple(
    (scores, scale, k, negate)
    for scores, scale, negate in product(MEMBERS, SCALES, (False, True))
    for k in range(len(scores) + 2)
)
LAW_PROOF = Proof(
    LAW.id,
    (
        Step(
            LAW.promise.provided(TOP_K_HAS_LAW),
            "by contract: ints, floats and Fractions, infinite and huge scores, ties, short vectors, both directions",
            ByContract(RangeDivergence.noisy_top_k, SELECTIONS, RELEASES_SCOPE),
        ),
    ),
    uses=(TOP_K_CODE.id,),
)

# Errors

# No claim of their own: the law leaves an error no probability.

# Privacy

NUMBERS = (0.0, 5e-324, 2.0**-1022, 0.1, 1.0, 3.0, 2.0**53 + 2, 1e300, 2.0**1023)


def distances() -> Iterator[tuple[float, float, int, int | None]]:
    """Distances and scales of every size, k and n from few to beyond 2^53, and a distance that is none."""
    yield from product((*NUMBERS, -1.0), NUMBERS, (0, 1, 2, 3, 2**53 + 1), (None, 0, 1, 3, 4, 2**54))


MAP_PROOF = Proof(
    MAP.id,
    (
        Step(
            MAP.promise,
            "each operation rounds up, and the next one keeps the order; against exact fractions",
            Instances("distances and scales from 2^-1074 to 2^1023, k to 2^53 + 1, n unknown or to 2^54", distances),
        ),
    ),
    uses=("maps.max_divergence", APPROACHED.id),
)

loss, result = Symbol("range"), Symbol("map")
d_range, d_in = Symbol("d_Range", Sort.NONNEGATIVE), Symbol("d_in", Sort.NONNEGATIVE)
k, scale = Symbol("k", Sort.NATURAL), Symbol("scale", Sort.POSITIVE)
PRIVACY_PROOF = Proof(
    PRIVACY.id,
    (
        Step(
            implies(
                both(
                    k >= 1,
                    loss <= (2 * k - 1) * (d_range / scale),
                    d_range <= d_in,
                    result >= (2 * k - 1) * (d_in / scale),
                ),
                loss <= result,
            ),
            "the k greatest of once-noised scores are k rounds of the exponential mechanism, whose losses "
            "lie within (2k - 1)·d_Range/scale. At scale 0 the map is infinite; for k = 0 there is one "
            "outcome",
            Smt(),
        ),
    ),
    uses=(LAW.id, MAP.id, PEELING.id, RANGE.id),
)

# Instances


def neighbours() -> Iterator[Neighbours]:
    """Vectors of up to three scores and every way to raise some by 1; of four, the worst ways."""
    for other in ((0, 0), (0, 3), (0, 0, 0), (5, 0, 5)):
        for moves, scale in product(product((0, 1), repeat=len(other)), (1.0, 3.0)):
            scores = tuple(score + move for score, move in zip(other, moves, strict=True))
            for k, known in product(range(1, len(scores) + 1), (False, True)):
                yield _neighbours(scores, other, scale, k, known)
    yield _neighbours((1, 1, 0, 0), (0, 0, 0, 0), 1.0, 2)
    yield _neighbours((10, 1, 9, 0), (9, 0, 9, 0), 1.0, 2)


def _neighbours(x: tuple[int, ...], x_prime: tuple[int, ...], scale: float, k: int, known: bool = False) -> Neighbours:
    return Neighbours(
        (int, scale, k, False, len(x) if known else None), x, x_prime, float(RangeDistance(int).distance(x, x_prime))
    )


INSTANCES = Proof(
    PRIVACY.id,
    (
        Step(
            PRIVACY.promise.provided(TOP_K_HAS_LAW),
            "for the law of the code, decided exactly, as the sign of an exponential sum",
            Instances("up to 4 scores, some raised by 1, k up to 3, the worst pairs", OneIn(3, neighbours)),
        ),
    ),
    uses=(LAW.id, TOP_K_CODE.id),
    title="instances",
)

CHAPTER = Chapter(
    claims=(LAW, MAP, PRIVACY),
    proofs=(LAW_PROOF, MAP_PROOF, PRIVACY_PROOF, INSTANCES),
    headlines={"RangeDivergence.noisy_top_k": PRIVACY.id},
)
