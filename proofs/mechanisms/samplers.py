"""Why the samplers have the laws that their triples promise: as series and recursions, and coin by coin."""

from fractions import Fraction

from impl.samplers import (
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
    sample_uniform_uint_below,
)
from proofs.engine.checkers.laws import AtTheCoins, ByContract
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from spec.logic.claim import Claim
from spec.logic.formula import (
    Sort,
    Symbol,
    Term,
    both,
    either,
    exp,
    factorial,
    function,
    greater,
    implies,
    lesser,
    term,
)
from spec.samplers import (
    EXP1_CODE,
    EXP1_HAS_LAW,
    EXP1_LAW,
    EXP_CODE,
    EXP_LAW,
    RATIONAL_CODE,
    RATIONAL_LAW,
    UNIFORM_CODE,
    UNIFORM_LAW,
)

MISSING = Fraction(1, 2**41)
BELOW_A_FLOAT = Fraction(1, 2**61)
"""Mass so small that a uniform number of 53 bits, a float, is told from an exact one."""

n, b = Symbol("n", Sort.POSITIVE), Symbol("2^b", Sort.POSITIVE)
p, low, width = Symbol("p"), Symbol("low"), Symbol("width", Sort.POSITIVE)
x, k = Symbol("x", Sort.NONNEGATIVE), Symbol("k", Sort.NATURAL)

# Law

HALF = Fraction(1, 2)


def _share(start: Term, length: Term) -> Term:
    """P(U < p) for U uniform on [start, start + length): (p - start)/length, cut off at 0 and 1."""
    return lesser(1, greater(0, (p - start) / length))


UNIFORM_PROOF = Proof(
    UNIFORM_LAW.id,
    (
        Step(
            ((1 / b) / (n * (1 / b))).eq(1 / n),
            "an attempt hits each of the n integers with probability 2^-b; retry conditions on hitting one",
            Symbolic(),
        ),
    ),
)
RATIONAL_PROOF = Proof(
    RATIONAL_LAW.id,
    (
        Step(
            _share(low, width).eq((_share(low, width / 2) + _share(low + width / 2, width / 2)) / 2),
            "a coin moves U into either half with probability 1/2, and P(U < p) is the mean over the halves",
            Smt(),
        ),
        Step(
            both(
                implies(p <= low, _share(low, width).eq(0)),
                implies(low + width <= p, _share(low, width).eq(1)),
            ),
            "where the loop stops, U < p is impossible if p ≤ low and certain otherwise: `p > low` says which",
            Smt(),
        ),
        Step(
            implies(both(low < p, p < low + width), either(p <= low + width / 2, low + width / 2 <= p)),
            "one of the halves is decided at once, so the loop goes on with probability at most 1/2 a coin",
            Smt(),
        ),
        Step(
            implies(both(term(0) <= p, p <= 1), _share(term(0), term(1)).eq(p)),
            "the loop begins with U anywhere in [0, 1)",
            Smt(),
        ),
    ),
)
EXP1_PROOF = Proof(
    EXP1_LAW.id,
    (
        Step(
            ((x**k) / factorial(k) * (x / (k + 1))).eq(x ** (k + 1) / factorial(k + 1)),
            "k coins of probabilities x/1, ..., x/k all show True with probability x^k/k!",
            Symbolic(),
        ),
        Step(
            ((x ** (2 * k)) / factorial(2 * k) * (1 - x / (2 * k + 1))).eq(
                x ** (2 * k) / factorial(2 * k) - x ** (2 * k + 1) / factorial(2 * k + 1)
            ),
            "the loop ends at the odd number 2k + 1 after 2k times True and once False",
            Symbolic(),
        ),
        Step(
            (function("cosh", x) - function("sinh", x)).eq(exp(-x)),
            "summed over k, the first terms are the series of cosh and the second those of sinh",
            Symbolic(),
        ),
    ),
    uses=(RATIONAL_LAW.id,),
)
EXP_PROOF = Proof(
    EXP_LAW.id,
    (
        Step(
            (exp(term(-1)) * exp(-(x - 1))).eq(exp(-x)),
            "one round succeeds with probability e^-1 and goes on with x - 1; by induction on the rounds",
            Symbolic(),
        ),
    ),
    uses=(EXP1_LAW.id,),
)

# Errors

# None of its own: a sampler that raised an error would give it a probability, and its law gives it none.

# Privacy

# None of its own: what a sampler is asked for is not private.

# Instances

RATIOS = tuple(
    (Fraction(a, d),) for d in (1, 2, 3, 5, 7, 8, 10, 49, 64, 2**55 - 1, 2**55) for a in {0, 1, d // 2, d - 1, d}
)
SMALL = tuple((x,) for x in (*map(Fraction, (0, 1)), HALF, Fraction(2, 3), Fraction(0.1), Fraction(1, 1000)))
LARGE = (*SMALL, *((x,) for x in (Fraction(7, 3), Fraction(2), Fraction(5), Fraction(10**300))))


def _code(claim: Claim, uses: tuple[Claim, ...], *steps: Step) -> Proof:
    return Proof(claim.id, steps, uses=tuple(used.id for used in uses))


CODE_PROOFS = (
    _code(
        UNIFORM_CODE,
        (UNIFORM_LAW,),
        Step(
            UNIFORM_CODE.promise,
            "by contract: one attempt's law, conditioned on an answer",
            ByContract(sample_uniform_uint_below, tuple((n,) for n in range(1, 18)), "n from 1 to 17"),
        ),
        Step(
            UNIFORM_CODE.promise,
            "coin by coin: every execution is walked",
            AtTheCoins(
                sample_uniform_uint_below,
                ((1,), (2,), (3,), (5,), (10,), (33,)),
                "n up to 33",
                Fraction(1, 2**61),
            ),
        ),
    ),
    _code(
        RATIONAL_CODE,
        (RATIONAL_LAW,),
        Step(
            RATIONAL_CODE.promise,
            "coin by coin: every execution is walked",
            AtTheCoins(sample_bernoulli_rational, RATIOS, "ends, dyadics and denominators up to 2^55", BELOW_A_FLOAT),
        ),
    ),
    _code(
        EXP1_CODE,
        (EXP1_LAW, RATIONAL_CODE),
        Step(
            EXP1_CODE.promise,
            "coin by coin: every execution is walked",
            AtTheCoins(sample_bernoulli_exp1, SMALL, "x in [0, 1], Fraction(0.1) among them", MISSING),
        ),
    ),
    _code(
        EXP_CODE,
        (EXP_LAW, EXP1_CODE),
        Step(
            EXP_CODE.promise.provided(EXP1_HAS_LAW),
            "by contract: products of e^-1 and e^-(x - m)",
            ByContract(sample_bernoulli_exp, LARGE[:-1], "x up to 10"),
        ),
        Step(
            EXP_CODE.promise,
            "coin by coin: every execution is walked",
            AtTheCoins(sample_bernoulli_exp, LARGE, "x up to 10^300", MISSING),
        ),
    ),
)

CHAPTER = Chapter(
    claims=(UNIFORM_LAW, UNIFORM_CODE, RATIONAL_LAW, RATIONAL_CODE, EXP1_LAW, EXP1_CODE, EXP_LAW, EXP_CODE),
    proofs=(UNIFORM_PROOF, RATIONAL_PROOF, EXP1_PROOF, EXP_PROOF, *CODE_PROOFS),
)
