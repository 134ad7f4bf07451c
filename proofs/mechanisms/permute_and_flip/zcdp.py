"""What permute-and-flip costs under zero-concentrated divergence, for any number of candidates."""

from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.permute_and_flip import NEARBY_SCOPE, nearby
from proofs.mechanisms.permute_and_flip.range import RANGE
from proofs.theory.concentration.from_bounded_loss import THEOREM as FROM_PURE
from proofs.theory.concentration.from_bounded_range import THEOREM as FROM_RANGE
from spec.logic.formula import Symbol, both, implies, lesser
from spec.permute_and_flip import MAX_DIVERGENCE, ZERO_CONCENTRATED

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
            Instances(NEARBY_SCOPE, nearby),
        ),
    ),
    title="instances",
)

CHAPTER = Chapter(
    claims=(ZERO_CONCENTRATED,),
    proofs=(CONCENTRATED_PROOF, INSTANCES),
    headlines={"permute_and_flip (zero-concentrated divergence)": ZERO_CONCENTRATED.id},
)
