"""Why the floats of an acceptance tell where they are trusted: one uniform number A, and all times V of a round."""

from fractions import Fraction

from impl.fast.selection import FLIP_ERROR, LEAST_TIME, MOST_TIMES
from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Instance, Step
from proofs.mechanisms.fast.filters import LIBRARY, SUMS, UNIT, WEIGHTS, d, power
from proofs.mechanisms.fast.undecided import TANGENT, e
from spec.logic.formula import Sort, Symbol, absolute, both, exp, implies, term

v, E, x = Symbol("V", Sort.UNIT), Symbol("e^(x/2)", Sort.POSITIVE), Symbol("x", Sort.NONNEGATIVE)
s, s_, p, p_ = (Symbol(name, Sort.NONNEGATIVE) for name in ("s", "s'", "p", "p'"))
A, A_, g, g_ = (Symbol(name, Sort.NONNEGATIVE) for name in ("A", "A'", "g", "g'"))


FLIP = lemma(
    "fast.flip",
    "The float of s - A (1 - (1 - s) p) is within 2^-30 of it, for up to 64 factors V, none below 2^-20",
    Step(
        implies(
            both(absolute(d) <= term(power(52)) * v + term(power(65)), v >= term(Fraction(LEAST_TIME))),
            absolute(d) <= term(power(44)) * v,
        ),
        "V is off by rounding, and by half a unit of the bits not drawn: by a factor 1 + 2^-44, and ln V by 2^-43",
        Smt(),
    ),
    Step(
        term(MOST_TIMES) * (term(power(43)) + term(14 * LIBRARY) + term(14 * MOST_TIMES * UNIT)) <= term(power(35)),
        "ln V is above -14, and off by 2^-43 and the library's error; 64 of them are added up, with rounding",
        Smt(),
    ),
    Step(
        implies(E >= 1 + x / 2, x <= E * E / 2),
        "x e^-x ≤ 1/2: the sum over W is known up to a factor 1 + 2^-37, because W is: of a list by `sums`, of a "
        "table up to the weight of the best. With x = -ln s this moves s by x e^-x 2^-37 at most",
        Smt(),
    ),
    Step(
        implies(
            both(s <= 1, s_ <= 1, p <= 1, p_ <= 1),
            absolute((1 - s_) * p_ - (1 - s) * p) <= absolute(s_ - s) + absolute(p_ - p),
        ),
        "what s and p add to the error of (1 - s) p",
        Smt(),
    ),
    Step(
        implies(
            both(A <= 1, A_ <= 1, g <= 1, g_ <= 1),
            absolute(A_ * g_ - A * g) <= absolute(A_ - A) + absolute(g_ - g),
        ),
        "what A and g = 1 - (1 - s) p add to the error of A g",
        Smt(),
    ),
    Step(
        term(2) * (term(power(35)) + term(power(38)) + term(2 * LIBRARY)) + term(power(40)) + term(power(52))
        <= term(Fraction(FLIP_ERROR) / 8),
        "s is off by 2^-35 + 2^-38 + 2^-46, p by 2^-40, A by 2^-52, and s counts twice: an eighth of the margin 2^-30",
        Smt(),
    ),
    uses=(WEIGHTS.id, SUMS.id),
)
L, W = Symbol("-ln V", Sort.NONNEGATIVE), Symbol("W", Sort.POSITIVE)
AT_ONCE = lemma(
    "fast.flip.at_once",
    Step(
        L / W <= L,
        "the line has the best on it, so that its length W over the weight of the best is at least 1",
        Smt(),
    ),
    Step(
        A * (1 - (1 - exp(-(L / W))) * p) < exp(-(L / W)),
        "with one V, s = V^(1/W) is e^-(L/W), and no less than V = e^-L: an A below V is below s, too",
        Smt(),
        using=(1,),
    ),
    given=(W >= 1, p <= 1, A < exp(-L)),
)
q = Symbol("V W", Sort.POSITIVE)
EARLY = lemma(
    "fast.flip.early",
    Step(term(0) <= exp(L) - 1 - L, "at 0 both are 0: -ln V is at most 1/V - 1", Differentiation()),
    Step(
        A * (1 - (1 - exp(-(L / W))) * p) < exp(-(L / W)),
        "s is at least 1 - L/W, and so at least 1 - (1/V - 1)/W: an A below that is below s",
        Smt(),
        using=(1, Instance(TANGENT.id, {e: L / W})),
    ),
    Step(
        implies(
            both(
                absolute(d) <= term(power(51)),
                absolute(x) <= term(power(37)),
                both(v <= 1, q >= v, 1 - v <= q),
            ),
            absolute((1 - v + d) * (1 + x) - (1 - v)) <= term(Fraction(FLIP_ERROR) / 8) * q,
        ),
        "the float of (1 - V)/(V W), where it is 1 at most: V is rounded, W known up to 3/4 of 2^-38, and V W at least "
        "1/2, as it is at least V and 1 - V. It is off by an eighth of the margin 2^-30",
        Smt(),
    ),
    given=(W >= 1, p <= 1, A < 1 - (exp(L) - 1) / W),
    uses=(TANGENT.id, SUMS.id),
)
