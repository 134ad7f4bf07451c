"""What the proof kernel has verified of the theory: each proposition of ours, by the theorems of its name."""

from proofs.engine.ledger.constructors import chapter
from proofs.engine.ledger.model import Proof
from proofs.kernel.checker import verified
from proofs.theory import bounded_range, composition, one_shot, softmax
from spec.logic.claim import Claim, Kind
from spec.logic.proposition import Proposition

EXACT_RANGE = Claim(
    "composition.exact_range",
    Kind.THEOREM,
    Proposition(
        ("peeled_softmax_range", "peeled_softmax_range_approached"),
        "for all n ≥ 2, 1 ≤ k ≤ n, τ > 0 and d > 0: over all pairs of score vectors at range distance at most d the "
        "greatest difference of two losses of k peeled rounds of the exponential mechanism is exactly "
        "(k - 1 + min(k, n - k))·d/τ: never exceeded, and approached as nearly as one likes even by scores that only "
        "rise. It is (2k - 1)·d/τ if and only if n ≥ 2k",
    ),
)


def by_its_names(claim: Claim) -> Proof:
    """The proof of a proposition by the theorems that it names."""
    assert isinstance(claim.statement, Proposition)
    return verified(claim, *claim.statement.names)


VERIFIED = (
    softmax.INVERSE_TRANSFORM.claim,
    softmax.COLD_LIMIT.claim,
    bounded_range.ZERO_CONCENTRATED.claim,
    composition.ZERO_CONCENTRATED.claim,
    composition.RANGE.claim,
    one_shot.PEELING.claim,
    EXACT_RANGE,
)
CHAPTER = chapter(EXACT_RANGE, *map(by_its_names, VERIFIED))
