"""Why peeling composes: k adaptive rounds cost k times what one costs, under max divergence."""

from fractions import Fraction

from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from proofs.engine.checkers.laws import AtTheCoins, ByContract
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.permute_and_flip import CODE as PERMUTE_AND_FLIP_CODE
from proofs.mechanisms.permute_and_flip import MAX_DIVERGENCE as ONE_ROUND
from proofs.theory.metrics import REMOVAL
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Sort, Symbol, both, exp, implies, term

MAX_DIVERGENCE = Claim(
    "peeling.max_divergence",
    Kind.PRIVACY,
    "If each round loses at most δ at any history, then ln(P(i_1..i_k)/P'(i_1..i_k)) ≤ k·δ, for every k and n",
)
delta, k = Symbol("δ", Sort.NONNEGATIVE), Symbol("k", Sort.NATURAL)
so_far, so_far_prime = Symbol("P(i_1..i_k)", Sort.POSITIVE), Symbol("P'(i_1..i_k)", Sort.POSITIVE)
next_one, next_prime = (
    Symbol("P(i_k+1 | i_1..i_k)", Sort.POSITIVE),
    Symbol("P'(i_k+1 | i_1..i_k)", Sort.POSITIVE),
)

MAX_DIVERGENCE_PROOF = Proof(
    MAX_DIVERGENCE.id,
    (
        Step(
            exp(0 * delta).eq(term(1)),
            "no round, no loss: both probabilities of the empty history are 1",
            Smt(),
        ),
        Step(
            implies(
                both(so_far <= exp(k * delta) * so_far_prime, next_one <= exp(delta) * next_prime),
                so_far * next_one <= exp((k + 1) * delta) * (so_far_prime * next_prime),
            ),
            "the next round runs on what is left, where the same candidates are missing from x and x', so that their "
            "range distance is no larger; the probability of a longer history is the product",
            Smt(),
        ),
    ),
    uses=(REMOVAL.id, ONE_ROUND.id),
)


def _scores(*numbers: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(number) for number in numbers)


CASES = tuple(
    (permute_and_flip, scores, scale, k)
    for scores, scale in (
        (_scores(), Fraction(1)),
        (_scores(5), Fraction(1)),
        (_scores(1, 1), Fraction(2)),
        (_scores(3, 1, 2), Fraction(1)),
        (_scores(2, 2, 2), Fraction(0)),
        (_scores(100, 0, 150), Fraction(0)),
    )
    for k in range(len(scores) + 2)
)
LONGER = ((permute_and_flip, _scores(4, 0, 2, 2), Fraction(3), 3),)

CODE = Claim("peeling.code", Kind.CONTRACT, "The running code has the promised law")
CODE_PROOF = Proof(
    CODE.id,
    (
        Step(
            "By contract",
            "each round is answered from the triple of permute-and-flip",
            ByContract(peel, (*CASES, *LONGER), "up to 4 scores, k up to n + 1, ties, scale 0"),
        ),
        Step(
            "Coin by coin",
            "every execution is walked",
            AtTheCoins(peel, CASES, "up to 3 scores, k up to n + 1, ties, scale 0", Fraction(1, 2**41)),
        ),
    ),
    uses=(PERMUTE_AND_FLIP_CODE.id,),
)

CHAPTER = Chapter(claims=(MAX_DIVERGENCE, CODE), proofs=(MAX_DIVERGENCE_PROOF, CODE_PROOF))
