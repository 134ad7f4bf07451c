"""What a bounded range implies under zero-concentrated divergence: ρ(η), and no less."""

from proofs.engine.ledger.constructors import chapter
from proofs.kernel.checker import verified
from spec.logic.claim import Claim, Kind
from spec.logic.proposition import Proposition

THEOREM = Claim(
    "tight_zcdp.theorem",
    Kind.THEOREM,
    Proposition(
        ("bounded_range_implies_rho", "rho_is_best"),
        "for all positive laws P, Q on finitely many outcomes and η > 0: if ln(P/Q) lies in an interval of length η "
        "then D_α(P‖Q) ≤ α·ρ(η) for every α > 1, where ρ(η) = η/(e^η - 1) - 1 - ln(η/(e^η - 1)); and no smaller "
        "constant will do: for each η some pair of softmax laws on two outcomes with this range has D_α ≤ α·r for "
        "every α > 1 only if r ≥ ρ(η)",
    ),
)
APPROACHED = Claim(
    "tight_zcdp.is_approached",
    Kind.THEOREM,
    Proposition(
        ("rho_is_best",),
        "for each η > 0 and τ > 0 two score vectors of length two at range distance η·τ have softmax laws with D_α ≤ "
        "α·r for every α > 1 only if r ≥ ρ(η): no smaller constant will do",
    ),
)
CHAPTER = chapter(
    THEOREM,
    APPROACHED,
    verified(THEOREM, "bounded_range_implies_rho", "rho_is_best"),
    verified(APPROACHED, "rho_is_best"),
)
