"""The best zero-concentrated bound that a bounded range of the loss implies, for laws on any number of outcomes.

Notation: L = ln(P/Q) lies in [l, l + y] and α = (u + y)/y, so that u = (α - 1)·y and every α > 1 is some u > 0. With
l = y·w, m = e^(y·w) and M = e^(y·(w + 1)) are the least and the greatest ratio P/Q. ρ is that of `rho.py`.
"""

from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma, theorem
from proofs.engine.ledger.model import Instance, Proof, Step
from proofs.theory.bounded_range import ZERO_CONCENTRATED
from proofs.theory.concentration.chord import BERNOULLI, CHORDS, SUMMED, bernoulli, r, z
from proofs.theory.concentration.rho import BOUND, EIGHTH, H, rho, u, y
from spec.logic.formula import Sort, Symbol, both, exp, implies, limit, ln, term
from spec.logic.proposition import Proposition

# Two points. With S = e^(u+y) - 1, T = e^y·(e^u - 1) and D = e^y - 1, ((M - 1)·m^α + (1 - m)·M^α)/(M - m) is
# e^(u·w)·(S - m·T)/D.
w, s = Symbol("w"), Symbol("s", Sort.POSITIVE)
A, B, C = (Symbol(name, Sort.POSITIVE) for name in ("e^u - 1", "e^y - 1", "e^(u+y) - 1"))
R = Symbol("e^y", Sort.POSITIVE)
AT_W = exp(u * w) * (C - exp(y * w) * (R * A)) / B
BEST = (u + y) * (R * A) / (u * C)
"""The v = 1/m at which the moment is greatest."""
PEAK = y * (R * A) / (u * B) * exp(-((u + y) / y * ln(BEST)))
TWO_POINTS = lemma(
    "tight_zcdp.two_points",
    Step(
        ((exp(y * w + y) - 1) * exp((u + y) * w) + (1 - exp(y * w)) * exp((u + y) * (w + 1))).eq(
            exp(y * w) * (exp(u * w) * ((exp(u + y) - 1) - exp(y * w) * (exp(y) * (exp(u) - 1))))
        ),
        "multiply out: (M - 1)·m^α + (1 - m)·M^α = m·e^(u·w)·(S - m·T), and M - m = m·D",
        Symbolic(),
    ),
    Step(u / y >= 0, "u and y are positive", Smt()),
    Step(
        term(0) <= bernoulli(-(y * w) - ln(BEST), 1 + u / y),
        "Bernoulli at z = ln(v/v*), where v = 1/m, with α = 1 + u/y",
        Linear(),
        using=(
            2,
            Instance(BERNOULLI.id, {r: u / y, z: -(y * w) - ln(BEST)}),
        ),
    ),
    Step(exp(-(y * w) - ln(BEST)).eq(exp(-(y * w)) / BEST), "e^z = v/v*", Symbolic()),
    Step(
        exp((1 + u / y) * (-(y * w) - ln(BEST))).eq(exp(-((u + y) * w)) * exp(-((u + y) / y * ln(BEST)))),
        "e^(α·z) = (v/v*)^α",
        Symbolic(),
    ),
    Step(
        (exp(-(y * w)) * C - R * A).eq(y * (R * A) / u * (1 + (1 + u / y) * (exp(-(y * w)) / BEST - 1))),
        "v·S - T is (T/(α - 1))·(1 + α·(v/v* - 1))",
        Symbolic(),
    ),
    Step(
        exp(-(y * w)) * C - R * A <= y * (R * A) / u * (exp(-((u + y) * w)) * exp(-((u + y) / y * ln(BEST)))),
        "so v·S - T ≤ (T/(α - 1))·(v/v*)^α",
        Smt(),
        using=(3, 4, 5, 6),
    ),
    Step(
        both((exp(u * w) * exp(y * w) * exp(-(y * w))).eq(exp(u * w)), (exp((u + y) * w) * exp(-((u + y) * w))).eq(1)),
        "exponents add",
        Smt(),
    ),
    Step(
        AT_W <= PEAK,
        "multiply by v^-α = e^((u + y)·w) and divide by D: no two-point law has a greater moment than that at v*",
        Smt(),
        using=(7, 8),
    ),
)
# The greatest moment, in terms of H.
LOGARITHMS = lemma(
    "tight_zcdp.logarithms",
    Step(
        (
            (((u + y) * ln(C / (u + y)) - (u + y) ** 2 / 2) - (u * ln(A / u) - u**2 / 2) - (y * ln(B / y) - y**2 / 2))
            / y
        ).eq(ln(y * (exp(y) * A) / (u * B)) - (u + y) / y * ln((u + y) * (exp(y) * A) / (u * C))),
        "logarithms of products, collected",
        Symbolic(),
    ),
)
X, Z = Symbol("X", Sort.POSITIVE), Symbol("Z")
SHIFTED = lemma(
    "tight_zcdp.exponential_of_a_logarithm", Step(exp(ln(X) - Z).eq(X * exp(-Z)), "exp undoes ln", Symbolic())
)
left, right = Symbol("a"), Symbol("b")
SAME = lemma(
    "tight_zcdp.same_exponent", Step(exp(left).eq(exp(right)), "exp is a function", Smt()), given=(left.eq(right),)
)
GREATER = lemma(
    "tight_zcdp.greater_exponent", Step(exp(left) <= exp(right), "exp is increasing", Smt()), given=(left <= right,)
)
parts = tuple(Symbol(name) for name in ("h_1", "h_2", "h_3", "g"))
DIVIDED = lemma(
    "tight_zcdp.divided",
    Step((parts[0] - parts[1] - parts[2]) / y <= parts[3] / y, "divide by y > 0", Smt()),
    given=(term(0) <= parts[3] - parts[0] + parts[1] + parts[2],),
)
OF_EXPONENTIALS = {A: exp(u) - 1, B: exp(y) - 1, C: exp(u + y) - 1}
FACTOR = y * (exp(y) * (exp(u) - 1)) / (u * (exp(y) - 1))
POWER = (u + y) / y * ln((u + y) * (exp(y) * (exp(u) - 1)) / (u * (exp(u + y) - 1)))
EXPONENT = (H(u + y) - H(u) - H(y)) / y
ALLOWED = (u + u**2 / y) * rho(y) / y
TWO_POINT_MOMENT = exp(u * w) * ((exp(u + y) - 1) - exp(y * w) * (exp(y) * (exp(u) - 1))) / (exp(y) - 1)
BOUNDED = lemma(
    "tight_zcdp.two_points_are_bounded",
    Step(both(exp(u) - 1 > 0, exp(y) - 1 > 0, exp(u + y) - 1 > 0, exp(y) > 0), "u and y are positive", Smt()),
    Step(FACTOR > 0, "quotients of positive numbers", Smt(), using=(1,)),
    Step(
        TWO_POINT_MOMENT <= FACTOR * exp(-POWER),
        "the moment of a law on two points is greatest at v*",
        Linear(),
        using=(1, Instance(TWO_POINTS.id, {**OF_EXPONENTIALS, R: exp(y)})),
    ),
    Step(
        EXPONENT.eq(ln(FACTOR) - POWER),
        "which in terms of H is",
        Linear(),
        using=(1, Instance(LOGARITHMS.id, OF_EXPONENTIALS)),
    ),
    Step(
        exp(ln(FACTOR) - POWER).eq(FACTOR * exp(-POWER)),
        "exp undoes ln",
        Linear(),
        using=(2, Instance(SHIFTED.id, {X: FACTOR, Z: POWER})),
    ),
    Step(
        exp(EXPONENT).eq(exp(ln(FACTOR) - POWER)),
        "the exponents are equal",
        Linear(),
        using=(4, Instance(SAME.id, {left: EXPONENT, right: ln(FACTOR) - POWER})),
    ),
    Step(
        EXPONENT <= ALLOWED,
        "and H(u + y) - H(u) - H(y) ≤ (u + u²/y)·ρ(y)",
        Linear(),
        using=(
            Instance(BOUND.id),
            Instance(
                DIVIDED.id,
                dict(zip(parts, (H(u + y), H(u), H(y), (u + u**2 / y) * rho(y)), strict=True)),
            ),
        ),
    ),
    Step(
        exp(EXPONENT) <= exp(ALLOWED),
        "exp is increasing",
        Linear(),
        using=(7, Instance(GREATER.id, {left: EXPONENT, right: ALLOWED})),
    ),
    Step(TWO_POINT_MOMENT <= exp(ALLOWED), "all together", Linear(), using=(3, 5, 6, 8)),
)

alpha, eta = Symbol("α"), Symbol("η", Sort.POSITIVE)
moment, numerator, width, two = (
    Symbol("Σ Q·(P/Q)^α", Sort.POSITIVE),
    Symbol("n"),
    Symbol("m·D", Sort.POSITIVE),
    Symbol("n/(m·D)"),
)
price = Symbol("ρ(η)")
THEOREM = theorem(
    "tight_zcdp.theorem",
    Proposition(
        ("bounded_range_implies_rho", "rho_is_best"),
        "for all positive laws P, Q on finitely many outcomes and η > 0: if ln(P/Q) lies in an interval of length η "
        "then D_α(P‖Q) ≤ α·ρ(η) for every α > 1, where ρ(η) = η/(e^η - 1) - 1 - ln(η/(e^η - 1)); and no smaller "
        "constant will do: for each η some pair of softmax laws on two outcomes with this range has D_α ≤ α·r for "
        "every α > 1 only if r ≥ ρ(η)",
    ),
    Step(
        implies(both(width * moment <= numerator, two.eq(numerator / width)), moment <= two),
        "(M - m)·Σ Q·(P/Q)^α ≤ (M - 1)·m^α + (1 - m)·M^α, where M - m = m·D and the right side is m·e^(u·w)·(S - "
        "m·T): divided, the moment of a law on two points",
        Smt(),
    ),
    Step(
        ((((alpha - 1) * eta) + ((alpha - 1) * eta) ** 2 / eta) / eta).eq((alpha - 1) * alpha),
        "which is at most e^((u + u²/y)·ρ(y)/y); with u = (α - 1)·η and y = η the factor of ρ is (α - 1)·α",
        Symbolic(),
    ),
    Step(
        implies(both(alpha > 1, ln(moment) <= (alpha - 1) * alpha * price), ln(moment) / (alpha - 1) <= alpha * price),
        "D_α is the logarithm of the moment over α - 1",
        Smt(),
    ),
    uses=(CHORDS.id, SUMMED.id, BOUNDED.id, "tight_zcdp.is_approached"),
)

# Two points with m = (1 - e^-η)/η: D_α tends to ρ(η) as α falls to 1.
share, ln_M, ln_m = Symbol("P(1)", Sort.UNIT), Symbol("ln M"), Symbol("ln m")
b = Symbol("e^η - 1", Sort.POSITIVE)
least = b / (y * exp(y))
APPROACHED = theorem(
    "tight_zcdp.is_approached",
    Proposition(
        ("rho_is_best",),
        "for each η > 0 and τ > 0 two score vectors of length two at range distance η·τ have softmax laws with D_α ≤ "
        "α·r for every α > 1 only if r ≥ ρ(η): no smaller constant will do",
    ),
    Step(
        limit(s, ln(share * exp(s * ln_M) + (1 - share) * exp(s * ln_m)) / s).eq(share * ln_M + (1 - share) * ln_m),
        "with s = α - 1, D_α = ln(Σ P·(P/Q)^s)/s tends to Σ P·ln(P/Q), and so does D_α/α",
        Symbolic(),
    ),
    Step(ln(least).eq(ln(b / y) - y), "ln m, where m = (e^η - 1)/(η·e^η)", Symbolic()),
    Step(
        implies(
            b.eq(exp(y) - 1),
            ((ln(b / y) - y) + exp(y) * (1 - least) / b * y).eq(ln(b / y) + y / b - 1),
        ),
        "P(1) = e^η·(1 - m)/(e^η - 1), as the two ratios m and m·e^η have mean 1; so Σ P·ln(P/Q) = ln m + P(1)·η "
        "= ρ(η)",
        Smt(),
    ),
)
CORNER = Proof(
    ZERO_CONCENTRATED.id,
    (
        Step(
            implies(both(alpha > 1, price <= eta**2 / 8, two <= alpha * price), two <= alpha * (eta**2 / 8)),
            "D_α ≤ α·ρ(η) and ρ(η) ≤ η²/8; for η = 0 the laws are equal",
            Smt(),
        ),
    ),
    uses=(THEOREM.id, EIGHTH.id),
    title="from the tight constant",
)

CHAPTER = chapter(TWO_POINTS, LOGARITHMS, SHIFTED, SAME, GREATER, DIVIDED, BOUNDED, THEOREM, APPROACHED, CORNER)
