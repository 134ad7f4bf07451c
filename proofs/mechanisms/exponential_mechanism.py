"""Why the exponential mechanism, sampled from coins alone, has its law and its privacy bounds."""

from fractions import Fraction

from impl.exponential_mechanism import exponential_mechanism
from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.laws import AtTheCoins, ByContract
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.permute_and_flip.zcdp import PAIRS_SCOPE, pairs
from spec.exponential_mechanism import (
    CODE,
    MAX_DIVERGENCE_PRIVACY,
    RANGE_PRIVACY,
    ZERO_CONCENTRATED_PRIVACY,
)
from spec.logic.claim import Claim
from spec.samplers import EXP_CODE, EXP_HAS_LAW, UNIFORM_CODE, UNIFORM_HAS_LAW


def _scores(*numbers: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(number) for number in numbers)


CASES = (
    (_scores(7), Fraction(1)),
    (_scores(0, 0), Fraction(1)),
    (_scores(1, 2, 2), Fraction(3)),
    (_scores(0, 5, 1), Fraction(1, 2)),
    (_scores(2, 2, 1), Fraction(0)),
)
FEW = (CASES[0], CASES[1], (_scores(0, 1), Fraction(1)), (_scores(1, 0, 1), Fraction(0)))
MISSING = Fraction(1, 2**20)

# Law

CODE_PROOF = Proof(
    CODE.id,
    (
        Step(
            CODE.promise.provided(UNIFORM_HAS_LAW, EXP_HAS_LAW),
            "by contract: an attempt chooses uniformly and accepts i with probability e^((x_i - max x)/scale); the "
            "attempts that answer have the law",
            ByContract(exponential_mechanism, CASES, "up to 3 scores: equal, apart, scale 0"),
        ),
        Step(
            CODE.promise,
            "coin by coin: every execution is walked",
            AtTheCoins(exponential_mechanism, FEW, "up to 2 scores: equal, apart, scale 0", MISSING),
        ),
    ),
    uses=(UNIFORM_CODE.id, EXP_CODE.id),
)

# Errors

# None of its own: an error would have a probability, and the law gives it none.

# Privacy. The proof kernel shows it for every n; see `verified`.

# Instances


def instances(privacy: Claim) -> Proof:
    """Scores nearby, measured."""
    return Proof(
        privacy.id,
        (
            Step(
                privacy.promise.provided(UNIFORM_HAS_LAW, EXP_HAS_LAW),
                "exact laws; the supremum over α is enclosed by balls",
                Instances(PAIRS_SCOPE, pairs),
            ),
        ),
        uses=(UNIFORM_CODE.id, EXP_CODE.id),
        title="instances",
    )


CHAPTER = Chapter(
    claims=(CODE, MAX_DIVERGENCE_PRIVACY, ZERO_CONCENTRATED_PRIVACY, RANGE_PRIVACY),
    proofs=(CODE_PROOF, *map(instances, (MAX_DIVERGENCE_PRIVACY, ZERO_CONCENTRATED_PRIVACY, RANGE_PRIVACY))),
    headlines={
        "exponential_mechanism (max divergence)": MAX_DIVERGENCE_PRIVACY.id,
        "exponential_mechanism (zero-concentrated divergence)": ZERO_CONCENTRATED_PRIVACY.id,
        "exponential_mechanism (range divergence)": RANGE_PRIVACY.id,
    },
)
