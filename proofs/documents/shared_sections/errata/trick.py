"""What is wrong in the lemmas of the Gumbel-max trick, wherever they are printed."""

from collections.abc import Callable
from fractions import Fraction

from proofs.documents.printed import Printed
from proofs.documents.witness import digits, show
from proofs.engine.enclosure import compare
from proofs.engine.ledger.model import Erratum, Severity
from spec.weights import ONE, ExpRatio, exp_minus, rational


def dependent(survival: Callable[[int], ExpRatio] = lambda x: exp_minus(x)) -> str:
    """Take the same exponential variable twice; `survival` is P(min >= x)."""
    text = f"X_2 = X_1 ~ Exp(1): P(min >= 1) = e^-1 = {digits(survival(1))}, not e^-2; P(X_1 <= X_2) = 1, not 1/2"
    return show(survival(1) != exp_minus(2), text)


def inner_integral(rate_1: Fraction, rate_2: Fraction) -> Fraction:
    """The integral of -lambda e^(-(lambda_1 + lambda_2) x) over x >= 0, with lambda = lambda_1."""
    return -rate_1 / (rate_1 + rate_2)


def minus_lambda(integral: Callable[[Fraction, Fraction], Fraction] = inner_integral) -> str:
    """Evaluate the second line of the lemma."""
    one, two = Fraction(1), Fraction(2)
    left, right = one / (one + two), integral(one, two)
    text = f"lambda_1 = 1, lambda_2 = 2, lambda = lambda_1: the left side is {left}, the right side {right}"
    return show(left != right, text)


def called_density(survival: Callable[[int, int], ExpRatio] = lambda rate, x: exp_minus(rate * x)) -> str:
    """Compare what is substituted with the density at 0."""
    rate, density = 2, rational(2)
    text = (
        f"lambda = {rate}, x = 0: the density is {density}, and what is substituted, e^(-lambda x), {survival(rate, 0)}"
    )
    return show(density != survival(rate, 0), text)


def differentials(integral: ExpRatio = exp_minus(1)) -> str:  # noqa: B008
    """Hold the printed double integral, at λ_1 = λ_2 = x_1 = 1, against the probability."""
    text = "λ_1 = λ_2 = 1: the inner integral, over x_1 from x_1, is e^-x_1·e^-x_2, the outer one, over x_2, e^-x_1"
    return show(integral != rational(Fraction(1, 2)), f"{text}; at x_1 = 1 that is {digits(integral)}, not 1/2")


def called_pdf(minus_log: ExpRatio = exp_minus(-1)) -> str:  # noqa: B008
    """Look for a density that is negative; `minus_log` is -log U."""
    text = (
        f"-log U = {digits(minus_log)}, s_k = 0: s_k - log(-log U) is negative, at -log U = e it is -1; no density is"
    )
    return show(compare(minus_log, ONE) > 0, text)


def in_older(document: Printed) -> tuple[Erratum, ...]:
    """What the two older documents have wrong."""
    return (
        document.erratum(
            "dependent",
            Severity.PROOF_GAP,
            where=("lemma_~_3", "lemma_~_4"),
            says="for exponential variables X_1 and X_2, min(X_1, X_2) and P(X_1 <= X_2) are as given",
            truth="for independent ones",
            repair="add independence, and positive rates, to the hypotheses",
            witness=dependent,
        ),
        document.erratum(
            "minus_lambda",
            Severity.FALSE_STATEMENT,
            where=("lemma_~_4.step_2", "lemma_~_4.step_3"),
            refutes=("lemma_~_4.step_2", "lemma_~_4.step_3"),
            says="the inner integral is -lambda e^(-(lambda_1 + lambda_2) x_1)",
            truth="it is lambda_1 e^(-(lambda_1 + lambda_2) x_1): with a minus sign, no rate lambda makes it a "
            "probability",
            repair="write lambda_1 for -lambda, and dx_2 before dx_1",
            witness=minus_lambda,
        ),
        document.erratum(
            "called_density",
            Severity.TYPO,
            where=("lemma_~_3.step_2", "lemma_~_3.step_4"),
            says="e^(-lambda x) is the exponential density",
            truth="it is the survival function",
            repair="say so",
            witness=called_density,
        ),
        document.erratum(
            "differentials",
            Severity.TYPO,
            where=("lemma_~_4.step_1",),
            says="P(X_1 ≤ X_2) is a double integral that ends in dx_1 dx_2, the inner one from x_1 on",
            truth="with dx_1 first, the inner integral is over x_1 from x_1, and an x_1 is left over",
            repair="write dx_2 dx_1",
            witness=differentials,
        ),
        document.erratum(
            "called_pdf",
            Severity.TYPO,
            where=("lemma_~_2.step_1",),
            says="s_k/τ - log(-log U_k) is the Gumbel PDF",
            truth="it is the inverse of the Gumbel distribution function, at U_k",
            repair="say so",
            witness=called_pdf,
        ),
    )
