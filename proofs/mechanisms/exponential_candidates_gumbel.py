"""Why `make_base_exponential_candidates_gumbel` keeps its promise, rounding included."""

from proofs.engine.ledger.ledger import Chapter
from proofs.mechanisms.softmax_selection import SoftmaxSelection
from spec.exponential_candidates_gumbel import ERRORS, LAW, PRIVACY
from spec.gumbel import MAX_CODE, MAX_HAS_LAW
from spec.space import LInfDistance, VectorDomain


def parameters(domain: VectorDomain, metric: LInfDistance, scale: float, least: bool) -> tuple[object, ...]:
    """What the maker is given; its distances are range distances."""
    return domain, scale


SELECTION = SoftmaxSelection(parameters, MAX_HAS_LAW, MAX_CODE, at_range_distance=True)

# Law

LAW_PROOF = SELECTION.law_proof(LAW)

# Errors

ERRORS_PROOF = SELECTION.errors_proof(LAW, ERRORS)

# Privacy

PRIVACY_PROOF = SELECTION.privacy_proof(LAW, ERRORS, PRIVACY)

# Instances

INSTANCES = SELECTION.instances(LAW, PRIVACY)

CHAPTER = Chapter(
    claims=(LAW, ERRORS, PRIVACY),
    proofs=(LAW_PROOF, ERRORS_PROOF, PRIVACY_PROOF, INSTANCES),
    headlines={"make_base_exponential_candidates_gumbel": PRIVACY.id},
)
