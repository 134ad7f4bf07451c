"""Which noise needs the least variance: where the exponential is best, and where it is not."""

from fractions import Fraction

from impl.ball import Ball, ball, precision
from proofs.checkers.smt import Induction, Smt
from proofs.checkers.symbolic import Symbolic
from proofs.errata.witness import BITS, digits, show
from proofs.ledger.ledger import Chapter
from proofs.ledger.model import Erratum, Proof, Severity, Step
from spec.claim import Claim, Kind
from spec.formula import Family, Formula, Sort, Symbol, both, every, exp, implies, ln, total

WHERE = "proofs/noise_variance.py"
SLUG = "noisy_top_k"

left = Symbol("P(N > t + δ)/P(N > t)", Sort.POSITIVE)
H, H_later = Symbol("h(y)"), Symbol("h(x)")
tau, delta = Symbol("τ", Sort.POSITIVE), Symbol("δ", Sort.NONNEGATIVE)
x, y = Symbol("x"), Symbol("y")
c, v = Symbol("c", Sort.NONNEGATIVE), Symbol("v", Sort.NONNEGATIVE)

# Pairs of independent samples: weights m_i, squared differences of the noise and of the exponential variable behind it.
i = Symbol("i")
mass, squares, behind = Family("m", Sort.NONNEGATIVE), Family("D", Sort.NONNEGATIVE), Family("E", Sort.NONNEGATIVE)
SPREAD = Claim(
    "noise.spread_keeps_order",
    Kind.LEMMA,
    Formula(
        total(i, mass[i] * squares[i]) >= tau * tau * total(i, mass[i] * behind[i]),
        given=(every(i, squares[i] >= tau * tau * behind[i]),),
    ),
    WHERE,
)
LEAST = Claim(
    "noise.exponential_is_least_at_all_distances",
    Kind.LEMMA,
    "Among the noises with P(N > t + δ) ≥ e^(-δ/τ)·P(N > t) for all t and all δ ≥ 0, which lose at most d/τ at every "
    "distance d at once, exponential noise of scale τ has the least variance, τ²",
    WHERE,
)

CHAPTER = Chapter(
    claims=(SPREAD, LEAST),
    proofs=(
        Proof(
            SPREAD.id,
            (
                Step(
                    total(i, mass[i] * squares[i]) >= tau * tau * total(i, mass[i] * behind[i]),
                    "weigh and add up",
                    Induction(least=0),
                ),
            ),
        ),
        Proof(
            LEAST.id,
            (
                Step(
                    implies(left >= exp(-(delta / tau)), -ln(left) <= delta / tau),
                    "let h(t) = -ln P(N > t): where t grows by δ, h grows by -ln(P(N > t + δ)/P(N > t)) ≤ δ/τ",
                    Smt(),
                ),
                Step(
                    implies(H_later - H <= (x - y) / tau, x - y >= tau * (H_later - H)),
                    "h(N) is exponential of rate 1; so N is a function of an exponential variable E that spreads any two "
                    "of its values by at least τ times their distance",
                    Smt(),
                ),
                Step(
                    implies(both(v >= 0, c >= tau * v), c * c >= tau * tau * (v * v)),
                    "the variance is half the mean squared difference of two independent copies, and squares keep the order",
                    Smt(),
                ),
            ),
            uses=(SPREAD.id,),
        ),
    ),
)


def geometric_noise(q: Fraction = Fraction(1, 2)) -> str:
    """Compare the variances of two noises that both lose at most ε = -ln q at distance d = 1."""
    geometric = q / (1 - q) ** 2
    with precision(BITS):
        exponential: Ball = 1 / ball(q).log() ** 2
        smaller = ball(geometric) < exponential
    text = (
        f"d = 1, ε = ln {1 / q}: noise N with P(N ≥ j) = {q}^j on j = 0, 1, 2, ... has variance {geometric}, exponential "
        f"noise of scale 1/ε has 1/ε² = {digits(exponential)}; for either, P(N ≥ c + 1) ≥ e^-ε·P(N ≥ c)"
    )
    return show(smaller, text)


def exponential_noise(rho: int = 20, eta: int = 25) -> str:
    """Compare exponential noise of scale 1/ρ with Gumbel noise of scale 1/η, of larger variance, at distance 1."""
    with precision(BITS):
        divergence = ball(eta - 1) - ball(eta).log() + (1 + ball(eta - 1) * ball(-eta).exp()).log()
        gumbel: Ball = Ball.pi() ** 2 / 6 / eta**2
        shown = bool(divergence > rho and gumbel > ball(Fraction(1, rho**2)))
    text = (
        f"ρ = {rho}, d = 1: exponential noise of scale 1/{rho} loses at most {rho}, so that D_α ≤ {rho} ≤ α·ρ; variance 1/"
        f"{rho**2}. Gumbel noise of scale 1/{eta} has variance π²/6/{eta**2} = {digits(gumbel)}, which is more, and fails, as does any smaller one: "
        f"of two candidates with odds {eta - 1}·e^-{eta}, raise the first by 1 to odds {eta - 1}: D_α tends to "
        f"{eta - 1} - ln {eta} + ln(1 + {eta - 1}·e^-{eta}) = {digits(divergence)} > {rho} as α falls to 1"
    )
    return show(shown, text)


ERRATA = (
    Erratum(
        f"{SLUG}.geometric_noise",
        SLUG,
        (f"{SLUG}.prose.exponential_minimises_variance",),
        Severity.FALSE_STATEMENT,
        "no noise of smaller variance than the exponential serves max divergence",
        "for one distance d, geometric noise on the multiples of d has variance d²/(4·sinh²(ε/2)) < d²/ε²",
        "claim it among the noises that serve at every distance at once",
        geometric_noise,
    ),
    Erratum(
        f"{SLUG}.exponential_noise",
        SLUG,
        (f"{SLUG}.prose.gumbel_minimises_variance",),
        Severity.FALSE_STATEMENT,
        "no noise of smaller variance than Gumbel's serves zero-concentrated divergence",
        "for large ρ exponential noise does, whose loss is bounded outright",
        "claim no optimality, or give the range of ρ and the class of noises",
        exponential_noise,
    ),
)
