"""What is wrong in the sentences, the lemmas and the proof of `make_report_noisy_max_gumbel`."""

from collections.abc import Callable
from fractions import Fraction

from impl.published.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.published.vocabulary import GumbelPSRN, f64
from proofs.documents.printed import REPORT as DOCUMENT
from proofs.documents.report_noisy_max_gumbel import running
from proofs.documents.report_noisy_max_gumbel.errata.listing import DOMAIN, METRIC, Make
from proofs.documents.witness import built, digits, log_digits, show, softmax
from proofs.engine.enclosure import compare
from proofs.engine.law import at_the_coins
from proofs.engine.ledger.model import Severity
from spec import space
from spec.weights import exp_minus

MISSING = Fraction(1, 2**6)


def factor_two_forgotten(d_in: Fraction = Fraction(1)) -> str:
    """Hold the last line of the derivation against a pair at this distance."""
    x, y = (0, 0), (1, -1)
    d_inf, d_range = space.LInfDistance(int).distance(x, y), space.RangeDistance(int).distance(x, y)
    ratio = softmax(x)[1] / softmax(y)[1]
    text = (
        f"x = {x}, x' = {y}, tau = 1: d_inf = {d_inf} = d_in, yet d_Range = {d_range}, "
        f"and D_inf = ln((1 + e^2)/2) = {log_digits(ratio)} > d_in/tau = {d_in}"
    )
    return show(d_inf <= d_in < d_range and compare(ratio, exp_minus(-d_in)) > 0, text)


def undefined_u(make: Make = make_report_noisy_max_gumbel) -> str:
    """Measure the law of the function, which the right side of lemma 3.1 does not depend on."""
    law = at_the_coins(built(make, DOMAIN, METRIC, f64(1.0), "max").function, [1.0, 0.0], missing=MISSING)
    text = f"no x on the right side, so 1/2 for both indices; P(function([1, 0]) = first) >= {law[0]}"
    return show(law[0] > Fraction(1, 2), text)


def direction_forgotten(make: Make = make_report_noisy_max_gumbel) -> str:
    """Measure the law of the function when it minimises."""
    law = at_the_coins(built(make, DOMAIN, METRIC, f64(1.0), "min").function, [1.0, 0.0], missing=MISSING)
    measured, printed = law[0] + law.missing, softmax((1, 0))[0]
    text = f'optimize = "min", x = (1, 0): P(first) <= {measured}, but the lemma, with x_k, says e/(1 + e)'
    return show(compare(measured, printed) < 0, text)


def centre(location: Callable[[Fraction, Fraction], Fraction] = lambda score, tau: score / tau) -> str:
    """Compare the printed centre of the noise with that of line 24."""
    score, tau = Fraction(6), Fraction(2)
    drawn = GumbelPSRN(shift=+1 * Fraction(score), scale=tau).known
    text = f"score 6, scale 2: line 24 has shift {drawn.shift}, the proof a centre at {location(score, tau)}"
    return show(drawn.shift != location(score, tau), text)


def selects_least(sign: int = -1) -> str:
    """Give the law on scores (0, 1) when minimising."""
    p = softmax((0, sign))
    text = f'optimize = "min", x = (0, 1), scale 1: the greatest score has probability {digits(p[1])}, below 1/2'
    return show(not running.prefers_the_greatest(sign), text)


def difference_of_what(nearby: tuple[int, int] = (0, 1)) -> str:
    """Compare the range distance between (0, 1) and these scores with the difference of scores."""
    distance = space.RangeDistance(int).distance((0, 1), nearby)
    return show(
        distance != 1, f"x = (0, 1), x' = {nearby}: the scores differ by 1, and their range distance is {distance}"
    )


ERRATA = (
    DOCUMENT.erratum(
        "factor_two_forgotten",
        Severity.FALSE_STATEMENT,
        where=("privacy.step_9", "proof.hypothesis"),
        refutes=("privacy.step_9",),
        says="for pairs that are d_in-close under LInfDistance the loss is d_in/tau",
        truth="it is at most d_Range/tau, and d_Range may be 2 d_in; nor need any pair reach it",
        repair="write d_Range for d_in, and at most for equal",
        witness=factor_two_forgotten,
    ),
    DOCUMENT.erratum(
        "undefined_u",
        Severity.TYPO,
        where=("lemma_3_1",),
        says="the noisy score is u_k/tau - ln(-ln U_k), where the only u_k so far is the uniform number of (4)",
        truth="the score x_k stands in its place",
        repair="write x_k for u_k",
        witness=undefined_u,
    ),
    DOCUMENT.erratum(
        "direction_forgotten",
        Severity.FALSE_STATEMENT,
        where=("lemma_3_1", "listing.L16"),
        refutes=("lemma_3_1",),
        says="the function has the law of argmax_k (x_k/tau - ln(-ln U_k)), for any parameters",
        truth="when it minimises, it has that of argmax_k (-x_k/tau - ln(-ln U_k))",
        repair="state the lemma with sign * x_k; the loss is the same",
        witness=direction_forgotten,
    ),
    DOCUMENT.erratum(
        "centre",
        Severity.FALSE_STATEMENT,
        where=("proof.gumbel_centre", "listing.L24"),
        refutes=("proof.gumbel_centre",),
        says="the Gumbel variables are centred at sign * s_k/tau",
        truth="line 24 centres them at sign * s_k, with scale tau; the argmax is the same for tau > 0",
        repair="divide all of them by tau as a step of the proof",
        witness=centre,
    ),
    DOCUMENT.erratum(
        "selects_least",
        Severity.INCONSISTENT,
        where=("prose.selects_greatest", "listing.L16"),
        says="the mechanism selects the index of the greatest score",
        truth='with optimize = "min" it selects that of the least',
        repair="say that of the best score, the greatest or the least",
        witness=selects_least,
    ),
    DOCUMENT.erratum(
        "difference_of_what",
        Severity.FALSE_STATEMENT,
        where=("prose.range_meaning",),
        says="the range distance is the greatest difference in scores",
        truth="it is the greatest difference between the changes of two scores, as equation (6) has it",
        repair="say so",
        witness=difference_of_what,
    ),
)
