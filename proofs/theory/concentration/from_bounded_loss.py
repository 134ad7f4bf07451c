"""What a bounded loss implies under zero-concentrated divergence: ε·tanh(ε/2), which randomized response reaches."""

from proofs.engine.ledger.constructors import chapter
from proofs.kernel.checker import verified
from spec.logic.claim import Claim, Kind
from spec.logic.proposition import Proposition

THEOREM = Claim(
    "pure_zcdp.theorem",
    Kind.THEOREM,
    Proposition(
        ("pure_implies_tanh", "tanh_is_best"),
        "for all positive laws P, Q on finitely many outcomes and ε > 0: if |ln(P/Q)| ≤ ε then D_α(P‖Q) ≤ "
        "α·ε·tanh(ε/2) for every α > 1; and no smaller constant will do: for each ε two laws on two outcomes have "
        "D_α(P‖Q) ≥ ε·tanh(ε/2) for every α > 1",
    ),
)
CHAPTER = chapter(THEOREM, verified(THEOREM, "pure_implies_tanh", "tanh_is_best"))
