"""Why `make_report_noisy_max_gumbel` keeps its promise, rounding included."""

from proofs.engine.ledger.ledger import Chapter
from proofs.mechanisms.softmax_selection import SoftmaxSelection
from proofs.theory.metrics import RANGE_AT_MOST_ONCE_DOWN, RANGE_AT_MOST_ONCE_UP, RANGE_AT_MOST_TWICE
from spec.gumbel import MAX_CODE, MAX_HAS_LAW
from spec.report_noisy_max_gumbel import ERRORS, LAW, PRIVACY
from spec.space import LInfDistance, VectorDomain


def parameters(domain: VectorDomain, metric: LInfDistance, scale: float, least: bool) -> tuple[object, ...]:
    """What the maker is given."""
    return domain, metric, scale, "min" if least else "max"


SELECTION = SoftmaxSelection(parameters, MAX_HAS_LAW, MAX_CODE, minimises=True)

# Law

LAW_PROOF = SELECTION.law_proof(LAW)

# Errors

ERRORS_PROOF = SELECTION.errors_proof(LAW, ERRORS)

# Privacy

PRIVACY_PROOF = SELECTION.privacy_proof(
    LAW, ERRORS, PRIVACY, RANGE_AT_MOST_TWICE, RANGE_AT_MOST_ONCE_UP, RANGE_AT_MOST_ONCE_DOWN
)

# Instances

INSTANCES = SELECTION.instances(LAW, PRIVACY)

CHAPTER = Chapter(
    claims=(LAW, ERRORS, PRIVACY),
    proofs=(LAW_PROOF, ERRORS_PROOF, PRIVACY_PROOF, INSTANCES),
    headlines={"make_report_noisy_max_gumbel": PRIVACY.id},
)
