"""Why `make_inverse_transform` keeps its promise, rounding included."""

from fractions import Fraction

from impl.inverse_transform import inverse_transform
from proofs.engine.checkers.laws import AtTheCoins
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.softmax_selection import SoftmaxSelection
from proofs.theory.metrics import RANGE_AT_MOST_ONCE_DOWN, RANGE_AT_MOST_ONCE_UP, RANGE_AT_MOST_TWICE
from spec.inverse_transform import CODE, ERRORS, HAS_LAW, LAW, PRIVACY
from spec.space import LInfDistance, VectorDomain


def parameters(domain: VectorDomain, metric: LInfDistance, scale: float, least: bool) -> tuple[object, ...]:
    """What the maker is given."""
    return domain, metric, scale


SELECTION = SoftmaxSelection(parameters, HAS_LAW, CODE)

# Law

SCORES = (
    ((Fraction(7),), Fraction(1)),
    ((Fraction(0), Fraction(0)), Fraction(1)),
    ((Fraction(0), Fraction(1), Fraction(3)), Fraction(2)),
    ((Fraction(10**300), Fraction(0)), Fraction(1)),
    ((Fraction(2), Fraction(2)), Fraction(0)),
)
CODE_PROOF = Proof(
    CODE.id,
    (
        Step(
            CODE.promise,
            "coin by coin: every execution is walked",
            AtTheCoins(inverse_transform, SCORES, "up to 3 scores: equal, apart, scale 0", Fraction(1, 2**40)),
        ),
    ),
    uses=("softmax.inverse_transform",),
)
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
    claims=(CODE, LAW, ERRORS, PRIVACY),
    proofs=(CODE_PROOF, LAW_PROOF, ERRORS_PROOF, PRIVACY_PROOF, INSTANCES),
    headlines={"make_inverse_transform": PRIVACY.id},
)
