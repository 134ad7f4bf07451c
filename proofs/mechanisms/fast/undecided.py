"""Lemmas on fixed coins: how far the edges of cells move with s, and what three words for a uniform number leave open.

Notation, for a round of permute-and-flip: p_j = e^-(gap_j/scale), W their sum, d_j = 1 - (1 - s) p_j, G the product of
all d_j, c_j = p_j s/d_j the cells and A their sum. V = G(s) and U are known to B = 192 bits: V from v 2^-B to
(v + 1) 2^-B, and U likewise. Primes mark values at s'.
"""

from fractions import Fraction

from impl.fast.coins import WORDS_A_NUMBER
from impl.fast.fixed import CLOSE, HALVINGS, PLACE_ERROR, STEPS
from impl.fast.line import MOST_SCORES
from impl.fast.twin import LOST
from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Instance, Step
from proofs.mechanisms.fast import filters
from proofs.mechanisms.fast.filters import power
from spec.logic.formula import Family, Sort, Symbol, absolute, both, every, exp, implies, product, term, total

BITS = 64 * WORDS_A_NUMBER

# How far a cell moves with s

b, j = Symbol("b"), Symbol("j")
s, s_, p = Symbol("s", Sort.POSITIVE), Symbol("s'", Sort.POSITIVE), Symbol("p", Sort.UNIT)
d, d_ = Family("d", Sort.POSITIVE), Family("d'", Sort.POSITIVE)
c, c_, y = Family("c", Sort.POSITIVE), Family("c'", Sort.POSITIVE), Symbol("y", Sort.POSITIVE)
x, e = Symbol("x", Sort.NONNEGATIVE), Symbol("e", Sort.NONNEGATIVE)

RESIDUAL = lemma(
    "fast.fixed.residual",
    Step(
        s_ * product(j, d[j]) <= s * product(j, d_[j]),
        "G grows at least as fast as s: the best has d = s, and no other d falls. So ln s is no farther from ln s' "
        "than ln G(s) from ln G(s'), and what G is at a point tried tells how far s is",
        Induction(invariant=(term(0) < product(j, d[j]),)),
    ),
    given=(every(j, d[j] <= d_[j]), d[b].eq(s), d_[b].eq(s_)),
)
SLOPE = lemma("fast.fixed.slope", Step(c[b] <= total(j, c[j]), "A is at least the cell of the best, 1", Induction()))
CELLS = lemma(
    "fast.fixed.cells",
    Step(
        both(
            p * s / (1 - (1 - s) * p) <= p * s_ / (1 - (1 - s_) * p),
            p * s_ / (1 - (1 - s_) * p) <= (s_ / s) * (p * s / (1 - (1 - s) * p)),
        ),
        "a cell grows with s, and not faster than s",
        Smt(),
    ),
    given=(s <= s_, s_ <= 1),
)
SUMS = lemma(
    "fast.fixed.sums",
    Step(
        both(total(j, c[j]) <= total(j, c_[j]), total(j, c_[j]) <= y * total(j, c[j])),
        "and so do sums of cells, however many",
        Induction(),
    ),
    given=(every(j, c[j] <= c_[j]), every(j, c_[j] <= y * c[j])),
)
C, C_, D, D_ = (Symbol(name, Sort.POSITIVE) for name in ("C", "C'", "D", "D'"))
r = Symbol("r", Sort.NONNEGATIVE)
EDGE = lemma(
    "fast.fixed.edge",
    Step(
        absolute(C_ / (C_ + D_) - C / (C + D)) <= (y - 1) / 4,
        "an edge is at C/(C + D), C the cells before it and D those after it: it moves by a quarter of what s grows by",
        Smt(),
    ),
    given=(y >= 1, C <= C_, C_ <= C * y, D <= D_, D_ <= D * y),
)
ROUGHLY = lemma(
    "fast.fixed.roughly",
    Step(
        absolute(C_ / (C_ + D_) - C / (C + D)) <= 2 * r,
        "an edge whose cells are known up to a factor between 1 - r and 1 + r is known up to 2 r",
        Smt(),
    ),
    given=(r <= Fraction(1, 2), C * (1 - r) <= C_, C_ <= C * (1 + r), D * (1 - r) <= D_, D_ <= D * (1 + r)),
)
TANGENT = lemma("fast.fixed.tangent", Step(term(0) <= e - 1 + exp(-e), "at 0 both are 0", Differentiation()))
GROWTH = lemma(
    "fast.fixed.growth",
    Step(exp(x) <= 1 + 2 * x, "e^x ≤ 1/(1 - x)", Smt(), using=(Instance(TANGENT.id, {e: x}),)),
    given=(x <= Fraction(1, 2),),
    uses=(TANGENT.id,),
)

# Balls

NEWTON = lemma(
    "fast.fixed.newton",
    Step(
        e * (1 - exp(-e)) <= e * e,
        "ln G is a convex function of ln s, whose slope A falls by a factor of e^-e at most over a distance e: a step "
        "of Newton's from the right leaves e - e·(mean slope)/(slope) ≤ e·(1 - e^-e) of it",
        Smt(),
        using=(Instance(TANGENT.id),),
    ),
    uses=(TANGENT.id, CELLS.id),
)
STEPS_ENOUGH = lemma(
    "fast.fixed.steps",
    Step(
        both(
            term(BITS) <= Fraction(2**HALVINGS, 2),
            term(MOST_SCORES) * term(Fraction(1, 2 ** (2**STEPS))) <= term(Fraction(1, 2 ** (BITS + 8))),
        ),
        "9 halvings take ln s from within 192 ln 2 to within 1/2, and 8 squarings to within 2^-256; ln G, whose slope "
        "is at most 2^26, is then within 2^-230 of the middle of ln V: less than 2^-8 of what 192 bits leave open",
        Smt(),
    ),
)
a, v = Symbol("a", Sort.POSITIVE), Family("v", Sort.POSITIVE)
HARMONIC = lemma(
    "fast.fixed.harmonic",
    Step(
        a * total(j, 1 / v[j]) <= total(j, term(1)),
        "each 1/v is at most 1/a, so that a numbers from a on add 1 at most; with a = 1, 2, 4, ..., the sum H of all "
        "1/v below 2^B is B at most",
        Induction(),
    ),
    given=(every(j, a <= v[j]),),
)
p_, rest, i, i_ = (Symbol(name, Sort.POSITIVE) for name in ("p", "1 - p", "1/s", "1/s'"))
KNOWN = lemma(
    "fast.fixed.known",
    Step(
        both(
            (1 - 4 * x) * (p_ / (rest * i + p_)) <= p_ / (rest * i_ + p_),
            p_ / (rest * i_ + p_) <= (1 + 4 * x) * (p_ / (rest * i + p_)),
        ),
        "if ln s is known up to x, 1/s is up to a factor 1 ± 2 x, and a cell, p/((1 - p)/s + p), up to 1 ± 4 x. A ball "
        "has its midpoint and both ends within that: with 1/v for x, no end is off by more than a factor 1 ± 16/v",
        Smt(),
    ),
    given=(x <= Fraction(1, 8), (1 - 2 * x) * i <= i_, i_ <= (1 + 2 * x) * i),
)
q, w, N, u, u_ = Symbol("q"), Symbol("w", Sort.NONNEGATIVE), Symbol("N", Sort.POSITIVE), Symbol("u"), Symbol("u'")
COUNT = lemma(
    "fast.fixed.count",
    Step(
        u_ - u + 1 <= 2 * w * N + 2,
        "of the N intervals from u/N to (u + 1)/N, those from u to u' meet an edge that is known up to w: with "
        "w = 32/v at most 64 N/v + 2 are undecided",
        Smt(),
    ),
    given=((q - w) * N <= u + 1, u_ <= (q + w) * N),
)
n, k, P, H = Symbol("n", Sort.NONNEGATIVE), Symbol("k", Sort.NONNEGATIVE), Symbol("P"), Symbol("H", Sort.NONNEGATIVE)
DELTA = lemma(
    "fast.fixed.delta",
    Step(
        P <= term(LOST),
        "the shares of undecided v and u, added up over n edges, all v, and k rounds",
        Smt(),
    ),
    given=(
        n >= 1,
        n <= MOST_SCORES,
        k <= n,
        H <= BITS,
        P <= k * (8 + n * (64 * H + 2)) * term(Fraction(1, 2**BITS)),
    ),
)

# Floats

W, A, eta = Symbol("W", Sort.POSITIVE), Symbol("A", Sort.POSITIVE), Symbol("η", Sort.NONNEGATIVE)
E, R, T = (Symbol(name, Sort.NONNEGATIVE) for name in ("E", "R", "T"))
t, L, off = Symbol("t", Sort.NONNEGATIVE), Symbol("ln 1/V", Sort.NONNEGATIVE), Symbol("q", Sort.NONNEGATIVE)


PLACE = lemma(
    "fast.fixed.place",
    "The floats of `by_floats` place U within 2^-30 of the whole line, for every n up to 2^26 and every V above 2^-64",
    Step(
        term(800 * power(51)) + term(2 * filters.LIBRARY) <= term(power(41)),
        "p is off by a factor 1 + 2^-41, up to gaps of 800, beyond which it is nothing; 1 - p, by expm1, by 1 + 2^-45",
        Smt(),
    ),
    Step(
        term(2) * (term(power(39)) * W) + term(2) * (term(power(40)) * W) <= term(3 * power(39)) * 2 * W,
        "so d is off by a factor 1 + 2^-40. At most 2 W candidates have p > 1/2, and ln d is off by 2^-39 for each; "
        "for the others ln(1 - t p) is off by twice what t p is, 2^-40 t p",
        Smt(),
    ),
    Step(
        term(45) * (term(filters.LIBRARY) + term(2**15 * filters.UNIT)) <= term(power(32)),
        "ln V is above -45. The library's error of the logarithms, and the rounding of a sum of r rows and c columns, "
        "r + c ≤ 2^15, add 2^-32",
        Smt(),
    ),
    Step(
        implies(both(t * W <= L, L <= 45, A >= 1, A >= (1 - t) * W), 90 * A >= W),
        "t p ≤ -ln(1 - t p), added up: t W ≤ ln 1/V ≤ 45. Every cell is at least s p, and so A ≥ W/90",
        Smt(),
    ),
    Step(
        implies(
            both(
                *(A >= 1, 90 * A >= W, A * eta <= E + R + T, E <= term(6 * power(39)) * W + term(power(32))),
                *(R <= term(Fraction(CLOSE)) * W, T <= term(power(40)), off <= eta / 2 + term(power(36))),
            ),
            off <= term(Fraction(PLACE_ERROR)),
        ),
        "with E the error of ln G, R what is left of ln G - ln V, T the error of ln V: ln s is off by η, and an edge "
        "by (e^η - 1)/4 ≤ η/2; the cells' own errors, 2^-39, and those of their sums add 2^-36",
        Smt(),
    ),
    uses=(filters.FLOATS.id, filters.ACCURATE.id, filters.SUMS.id, RESIDUAL.id, SLOPE.id, CELLS.id, SUMS.id, EDGE.id,
          GROWTH.id),
)  # fmt: skip

CHAPTER = chapter(
    *(RESIDUAL, SLOPE, CELLS, SUMS, EDGE, ROUGHLY, TANGENT, GROWTH, NEWTON, STEPS_ENOUGH, KNOWN, COUNT, HARMONIC),
    *(DELTA, PLACE),
)
