"""What is wrong in the sentences of `make_noisy_top_k` on noise."""

from collections.abc import Callable
from fractions import Fraction

from impl.ball import Ball, ball, precision, upper
from impl.published.noisy_top_k import make_noisy_top_k
from impl.published.vocabulary import LInfDistance, MaxDivergence, MethodDomain, VectorDomain, f64
from proofs.documents.printed import TOP_K as DOCUMENT
from proofs.documents.witness import BITS, coins, digits, outcome, show, softmax
from proofs.engine.enclosure import compare
from proofs.engine.ledger.model import Severity
from spec.weights import ONE, exp_minus


def trick_in_floats(bits: int = 53) -> str:
    """Bound the noise -ln(-ln u) for u among the multiples of 2^-bits in (0, 1)."""
    step = Fraction(1, 2**bits)
    with precision(4 * BITS):
        least, greatest = (-(-ball(u).log()).log() for u in (step, 1 - step))
        share = exp_minus(41) / (ONE + exp_minus(41))
        text = (
            f"u a multiple of 2^-{bits} in (0, 1): -ln(-ln u) lies in [{digits(least)}, {digits(greatest)}]; a score "
            f"41·τ behind another is never selected, where p = 1/(1 + e^41) = {digits(share)}"
        )
        return show(upper(greatest - least) < 41, text)


def dependent_noise(winner: int = 1) -> str:
    """Give both candidates the same noise: s = (0, 1), τ = 1."""
    p = softmax((0, 1))
    text = (
        f"s = (0, 1), τ = 1, g_1 = G and g_2 = 1 + G for one Gumbel variable G: each g_i is Gumbel(s_i, 1), and the "
        f"second always wins, where p_2 = e/(1 + e) = {digits(p[winner])}"
    )
    return show(winner == 1 and compare(p[winner], ONE) < 0, text)


def selects_least(negate: bool = True) -> str:
    """Select one of two scores without noise."""
    domain, metric = VectorDomain(MethodDomain(f64)), LInfDistance(f64)
    function = make_noisy_top_k(domain, metric, MaxDivergence(), 1, f64(0.0), negate).function
    released = outcome(function, [0.0, 1.0], coins())
    return show(released == (0,), f"negate = {negate}, scale 0, k = 1: of [0.0, 1.0] is released {released}, the least")


def geometric_variance(q: Fraction) -> Fraction:
    """The variance of N where P(N ≥ j) = q^j on j = 0, 1, 2, ..."""
    return q / (1 - q) ** 2


def geometric_noise(variance: Callable[[Fraction], Fraction] = geometric_variance) -> str:
    """Compare the variances of two noises that both lose at most ε = -ln q at distance d = 1, for q = 1/2."""
    q = Fraction(1, 2)
    geometric = variance(q)
    with precision(BITS):
        exponential: Ball = 1 / ball(q).log() ** 2
        smaller = ball(geometric) < exponential
    text = (
        f"d = 1, ε = ln {1 / q}: noise N with P(N ≥ j) = {q}^j on j = 0, 1, 2, ... has variance {geometric}, "
        f"exponential noise of scale 1/ε has 1/ε² = {digits(exponential)}; for either, P(N ≥ c + 1) ≥ e^-ε·P(N ≥ c)"
    )
    return show(smaller, text)


def exponential_noise(rho: int = 20, eta: int = 25) -> str:
    """Compare exponential noise of scale 1/ρ with Gumbel noise of scale 1/η, of larger variance, at distance 1."""
    with precision(BITS):
        divergence = ball(eta - 1) - ball(eta).log() + (1 + ball(eta - 1) * ball(-eta).exp()).log()
        gumbel: Ball = Ball.pi() ** 2 / 6 / eta**2
        shown = bool(divergence > rho and gumbel > ball(Fraction(1, rho**2)))
    text = (
        f"ρ = {rho}, d = 1: exponential noise of scale 1/{rho} loses at most {rho}, so that D_α ≤ {rho} ≤ α·ρ; "
        f"variance 1/{rho**2}. Gumbel noise of scale 1/{eta} has variance π²/6/{eta**2} = {digits(gumbel)}, which is "
        f"more, and fails, as does any smaller one: of two candidates with odds {eta - 1}·e^-{eta}, raise the first "
        f"by 1 to odds {eta - 1}: D_α tends to {eta - 1} - ln {eta} + ln(1 + {eta - 1}·e^-{eta}) = "
        f"{digits(divergence)} > {rho} as α falls to 1"
    )
    return show(shown, text)


ERRATA = (
    DOCUMENT.erratum(
        "trick_in_floats",
        Severity.FALSE_STATEMENT,
        where=("prose.gumbel_addresses",),
        says="the Gumbel-max trick cures underflow, overflow and rounding",
        truth="not by itself: computed in floats, the noise has a greatest and a least value, and far candidates are "
        "never selected",
        repair="compare noisy scores bit by bit, exactly",
        witness=trick_in_floats,
    ),
    DOCUMENT.erratum(
        "dependent_noise",
        Severity.PROOF_GAP,
        where=("eq4.where",),
        says="each g_i is Gumbel",
        truth="they have to be independent as well",
        repair="say so",
        witness=dependent_noise,
    ),
    DOCUMENT.erratum(
        "selects_least",
        Severity.INCONSISTENT,
        where=("prose.selects_greatest", "prose.same_purpose"),
        says="the greatest scores are selected",
        truth="the least, if negate is set",
        repair="mention it",
        witness=selects_least,
    ),
    DOCUMENT.erratum(
        "geometric_noise",
        Severity.FALSE_STATEMENT,
        where=("prose.exponential_minimises_variance",),
        says="no noise of smaller variance than the exponential serves max divergence",
        truth="for one distance d, geometric noise on the multiples of d has variance d²/(4·sinh²(ε/2)) < d²/ε²",
        repair="claim it among the noises that serve at every distance at once",
        witness=geometric_noise,
    ),
    DOCUMENT.erratum(
        "exponential_noise",
        Severity.FALSE_STATEMENT,
        where=("prose.gumbel_minimises_variance",),
        says="no noise of smaller variance than Gumbel's serves zero-concentrated divergence",
        truth="for large ρ exponential noise does, whose loss is bounded outright",
        repair="claim no optimality, or give the range of ρ and the class of noises",
        witness=exponential_noise,
    ),
)
