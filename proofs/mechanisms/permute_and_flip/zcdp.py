"""What permute-and-flip costs under zero-concentrated divergence, and what its code costs under each measure."""

from collections.abc import Iterator

from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.smt import Smt
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.permute_and_flip import NEARBY_SCOPE, nearby
from proofs.mechanisms.permute_and_flip.range import RANGE
from proofs.theory.concentration.from_bounded_loss import THEOREM as FROM_PURE
from proofs.theory.concentration.from_bounded_range import THEOREM as FROM_RANGE
from spec.logic.claim import Claim
from spec.logic.closeness import Scores
from spec.logic.formula import Symbol, both, implies, lesser
from spec.permute_and_flip import (
    MAX_DIVERGENCE,
    MAX_DIVERGENCE_PRIVACY,
    RANGE_PRIVACY,
    ZERO_CONCENTRATED,
    ZERO_CONCENTRATED_PRIVACY,
)
from spec.samplers import EXP_CODE, EXP_HAS_LAW, UNIFORM_CODE, UNIFORM_HAS_LAW

alpha, divergence = Symbol("α"), Symbol("D_α")
pure, ranged = Symbol("ε·tanh(ε/2)"), Symbol("ρ(R(ε))")
CONCENTRATED_PROOF = Proof(
    ZERO_CONCENTRATED.id,
    (
        Step(
            implies(
                both(alpha > 1, divergence <= alpha * pure, divergence <= alpha * ranged),
                divergence <= alpha * lesser(pure, ranged),
            ),
            "losses of at most ε either way, and a range of at most R(ε), each bound the divergence",
            Smt(),
        ),
    ),
    uses=(MAX_DIVERGENCE.id, RANGE.id, FROM_PURE.id, FROM_RANGE.id),
)
INSTANCES = Proof(
    ZERO_CONCENTRATED.id,
    (
        Step(
            ZERO_CONCENTRATED.promise,
            "exact laws; the supremum over α is enclosed by balls",
            Instances(NEARBY_SCOPE, OneIn(3, nearby)),
        ),
    ),
    title="instances",
)

PRIVACY = (MAX_DIVERGENCE_PRIVACY, ZERO_CONCENTRATED_PRIVACY, RANGE_PRIVACY)


PAIRS_SCOPE = "2 scores from {0, 1/2, 3}, one moved by -1/2, 0 or 1/2"


def pairs() -> Iterator[Scores]:
    """Those of the cases that have two scores."""
    return (case for case in nearby() if len(case.x) == 2)


def instances(privacy: Claim) -> Proof:
    """The code on scores nearby, measured; that it holds for every n, the proof kernel shows."""
    return Proof(
        privacy.id,
        (
            Step(
                privacy.promise.provided(UNIFORM_HAS_LAW, EXP_HAS_LAW),
                "exact laws of the code; the supremum over α is enclosed by balls",
                Instances(PAIRS_SCOPE, pairs),
            ),
        ),
        uses=(UNIFORM_CODE.id, EXP_CODE.id),
        title="instances",
    )


CHAPTER = Chapter(
    claims=(ZERO_CONCENTRATED, *PRIVACY),
    proofs=(CONCENTRATED_PROOF, INSTANCES, *map(instances, PRIVACY)),
    headlines={
        "permute_and_flip (max divergence)": MAX_DIVERGENCE_PRIVACY.id,
        "permute_and_flip (zero-concentrated divergence)": ZERO_CONCENTRATED_PRIVACY.id,
        "permute_and_flip (range divergence)": RANGE_PRIVACY.id,
    },
)
