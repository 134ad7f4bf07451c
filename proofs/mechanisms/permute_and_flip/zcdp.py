"""What permute-and-flip costs under zero-concentrated divergence, for any number of candidates."""

from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.permute_and_flip import MAX_DIVERGENCE
from proofs.mechanisms.permute_and_flip.range import RANGE
from proofs.theory.concentration.from_bounded_loss import THEOREM as FROM_PURE
from proofs.theory.concentration.from_bounded_range import THEOREM as FROM_RANGE
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Symbol, both, implies, lesser

alpha, divergence = Symbol("α"), Symbol("D_α")
pure, ranged = Symbol("ε·tanh(ε/2)"), Symbol("ρ(R(ε))")
CONCENTRATED = Claim(
    "permute_and_flip.zero_concentrated",
    Kind.PRIVACY,
    "If x, x' are within range distance d and ε = d/scale then D_α(P‖P') ≤ α·min(ε·tanh(ε/2), ρ(R(ε))) for every α > "
    "1, R(ε) = 2·ln(2·e^(ε/2) - 1), for every n",
)
CONCENTRATED_PROOF = Proof(
    CONCENTRATED.id,
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

CHAPTER = Chapter(
    claims=(CONCENTRATED,),
    proofs=(CONCENTRATED_PROOF,),
    headlines={"permute_and_flip (zero-concentrated divergence)": CONCENTRATED.id},
)
