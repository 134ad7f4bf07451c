"""Why peeling composes: k adaptive rounds cost k times what one costs, under max divergence."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.laws import AtTheCoins, ByContract
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.theory.metrics import REMOVAL
from spec.inverse_transform import law_of_inverse_transform
from spec.logic.formula import Sort, Symbol, both, exp, implies, term
from spec.peeling import CODE, MAX_DIVERGENCE, Rounds
from spec.permute_and_flip import CODE as ONE_ROUND_CODE
from spec.permute_and_flip import HAS_LAW as ONE_ROUND_HAS_LAW
from spec.permute_and_flip import MAX_DIVERGENCE as ONE_ROUND
from spec.permute_and_flip import law_of_permute_and_flip

# Law

# One round after the other, on what is left: the product of the laws of the rounds is what the loop computes, and the
# instances below walk it.

# Errors

# None of its own: an error would have a probability, and the law gives it none.

# Privacy

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


# Instances


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

CODE_PROOF = Proof(
    CODE.id,
    (
        Step(
            CODE.promise.provided(ONE_ROUND_HAS_LAW),
            "by contract: each round is answered from the triple of permute-and-flip",
            ByContract(peel, (*CASES, *LONGER), "up to 4 scores, k up to n + 1, ties, scale 0"),
        ),
        Step(
            CODE.promise,
            "coin by coin: every execution is walked",
            AtTheCoins(peel, CASES, "up to 3 scores, k up to n + 1, ties, scale 0", Fraction(1, 2**41)),
        ),
    ),
    uses=(ONE_ROUND_CODE.id,),
)


def rounds() -> Iterator[Rounds]:
    """Two ways to select one of three scores, which all move by 0 or 1, and up to three rounds of it."""
    for one_round, moves, k in product(
        (law_of_permute_and_flip, law_of_inverse_transform), product((0, 1), repeat=3), range(4)
    ):
        nearby = _scores(*(score + move for score, move in zip((0, 1, 3), moves, strict=True)))
        yield Rounds(one_round, _scores(0, 1, 3), nearby, Fraction(2), k, Fraction(1, 2))


INSTANCES = Proof(
    MAX_DIVERGENCE.id,
    (
        Step(
            MAX_DIVERGENCE.promise,
            "exact laws of permute-and-flip and of the exponential mechanism, decided as signs of exponential sums",
            Instances("3 scores moved by 0 or 1 at scale 2, k up to 3", rounds),
        ),
    ),
    title="instances",
)

CHAPTER = Chapter(claims=(MAX_DIVERGENCE, CODE), proofs=(MAX_DIVERGENCE_PROOF, INSTANCES, CODE_PROOF))
