"""What is wrong in sentences and lemmas that several documents have in common."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from proofs.documents.errata.witness import digits, log_digits, show, softmax
from proofs.engine.enclosure import compare
from proofs.engine.ledger.model import Erratum, Severity, Witness
from spec import space
from spec.weights import ExpRatio, exp_minus, rational

REPORT, EXPONENTIAL, TOP_K = "report_noisy_max_gumbel", "exponential_candidates_gumbel", "noisy_top_k"
ALL, OLDER = (REPORT, EXPONENTIAL, TOP_K), (REPORT, EXPONENTIAL)
HALF_OF_THE_LEAST = Fraction(1, 2**1075)
"""Numbers above it do not round to zero in binary64."""


def underflow(score: int = -709) -> str:
    """Hold e^score against half the least binary64 number."""
    text = f"e^{score} = {digits(exp_minus(-score))} exceeds 2^-1075 and rounds to no zero; so does e^-745, not e^-746"
    kept, lost = exp_minus(745), exp_minus(746)
    known = compare(kept, HALF_OF_THE_LEAST) > 0 > compare(lost, HALF_OF_THE_LEAST)
    return show(known and compare(exp_minus(-score), HALF_OF_THE_LEAST) > 0, text)


def share(weights: Sequence[int]) -> Fraction:
    """The probability of the first candidate."""
    return Fraction(weights[0], sum(weights))


def odds(weights: Sequence[int]) -> Fraction:
    """What the first candidate has against all others."""
    return Fraction(weights[0], sum(weights[1:]))


def not_exponential(of: Callable[[Sequence[int]], Fraction] = share) -> str:
    """Raise a score by tau ln 3, twice."""
    p = [of((weight, 1)) for weight in (1, 3, 9)]
    text = f"weights (1, 1), (3, 1), (9, 1): p_1 = {p[0]}, {p[1]}, {p[2]}, factors {p[1] / p[0]} and {p[2] / p[1]}"
    return show(p[1] / p[0] != p[2] / p[1], text)


def ties_stay(scores: Sequence[int] = (0, 0)) -> str:
    """Cool a law down."""
    laws = [softmax([score / tau for score in scores]) for tau in (Fraction(1), Fraction(1, 1000))]
    text = f"s = {tuple(scores)}: p = {laws[0]} at tau = 1 and {laws[1]} at tau = 1/1000"
    return show(all(p == laws[0][0] for law in laws for p in law) and len(scores) > 1, text)


def shift_rescues(scores: Sequence[int] = (-1000, -1000)) -> str:
    """Shift scores that are all negative."""
    lost = [compare(exp_minus(-score), HALF_OF_THE_LEAST) < 0 for score in scores]
    kept = [compare(exp_minus(max(scores) - score), HALF_OF_THE_LEAST) > 0 for score in scores]
    text = f"s = {tuple(scores)}: every e^(s_i) underflows, no e^(s_i - max s) does"
    return show(all(lost) and all(kept), text)


def boundary(at_least: Callable[[Fraction, Fraction], bool] = lambda mass, u: mass >= u) -> str:
    """Select by both rules at u = 1/2."""
    p, u = (Fraction(1, 2), Fraction(1, 2)), Fraction(1, 2)
    masses = [sum(p[: k + 1], Fraction(0)) for k in range(len(p))]
    printed = next(k for k, mass in enumerate(masses, 1) if at_least(mass, u))
    said = next(k for k, mass in enumerate(masses, 1) if mass > u)
    text = f"p = (1/2, 1/2), U = 1/2: equation (1) selects {printed}, the sentence before it {said}"
    return show(printed != said, text)


def argmin(of: Callable[[list[bool]], int] = lambda truths: min(range(len(truths)), key=truths.__getitem__)) -> str:
    """Minimise a truth value, as printed."""
    p, u = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), Fraction(3, 5)
    truths = [sum(p[: k + 1], Fraction(0)) >= u for k in range(len(p))]
    meant = truths.index(True)
    text = f"p = (1/2, 1/4, 1/4), U = 3/5: {truths}; the least is number {of(truths) + 1}, the first true {meant + 1}"
    return show(of(truths) != meant, text)


def not_always_two(x: tuple[int, ...] = (0, 0), y: tuple[int, ...] = (1, 0)) -> str:
    """Hold the loss of a pair against its infinity distance."""
    d_inf = Fraction(space.LInfDistance(int).distance(x, y))
    p, q = softmax(x), softmax(y)
    loss = max((log_digits(a / b) for a, b in zip((*p, *q), (*q, *p), strict=True)), key=float)
    within = all(compare(a / b, exp_minus(-d_inf)) <= 0 for a, b in zip((*p, *q), (*q, *p), strict=True))
    return show(within, f"x = {x}, x' = {y}, tau = 1: d_inf = {d_inf}, and the loss is {loss}, not above it")


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


def _of(
    documents: Sequence[str],
    name: str,
    where: Mapping[str, tuple[str, ...]] | tuple[str, ...],
    severity: Severity,
    says: str,
    truth: str,
    repair: str,
    witness: Witness,
) -> Iterator[Erratum]:
    """The same erratum in each of the documents."""
    for slug in documents:
        places = where if isinstance(where, tuple) else where[slug]
        cited = tuple(f"{slug}.{place}" for place in places)
        yield Erratum(f"{slug}.{name}", slug, cited, severity, says, truth, repair, witness)


ERRATA = (
    *_of(
        ALL,
        "underflow",
        ("prose.underflow",),
        Severity.FALSE_STATEMENT,
        "e^-709 underflows to zero in binary64",
        "it is a subnormal number; e^x rounds to zero only below -745.13",
        "say -746",
        underflow,
    ),
    *_of(
        ALL,
        "not_exponential",
        ("prose.exponentially_more_likely",),
        Severity.FALSE_STATEMENT,
        "a candidate becomes exponentially more likely as its score grows",
        "its odds grow exponentially; its probability stays below 1",
        "say it of the odds",
        not_exponential,
    ),
    *_of(
        ALL,
        "ties_stay",
        ("prose.cold_one_hot",),
        Severity.FALSE_STATEMENT,
        "as the temperature falls, one candidate gets probability one",
        "all that share the greatest score get equal shares of it",
        "assume a unique greatest score",
        ties_stay,
    ),
    *_of(
        ALL,
        "shift_rescues",
        ("prose.shift_underflows",),
        Severity.FALSE_STATEMENT,
        "to subtract the greatest score makes underflow more likely",
        "only if the greatest score is positive; if all are very negative, it prevents underflow",
        "state the condition",
        shift_rescues,
    ),
    *_of(
        ALL,
        "boundary",
        ("prose.inverse_transform", "eq1"),
        Severity.INCONSISTENT,
        "the cumulative probability is greater than U in the sentence, at least U in equation (1)",
        "the laws agree for a real U and differ for any U of finitely many bits",
        "choose one",
        boundary,
    ),
    *_of(
        OLDER,
        "argmin",
        ("eq1",),
        Severity.TYPO,
        "M(s) is the argmin of an inequality",
        "the least truth value is false; meant is the least index for which the inequality holds",
        "write min{k : ...}, as noisy_top_k does",
        argmin,
    ),
    *_of(
        OLDER,
        "not_always_two",
        ("prose.linf_factor_two",),
        Severity.FALSE_STATEMENT,
        "the infinity distance always costs a factor of 2",
        "not on pairs whose scores move in one direction, as the same paragraph goes on to say",
        "say that it does in the worst case, where scores move in both directions",
        not_always_two,
    ),
    *_of(
        OLDER,
        "dependent",
        {REPORT: ("lemma_1_3", "lemma_1_4"), EXPONENTIAL: ("lemma_2_3", "lemma_2_4")},
        Severity.PROOF_GAP,
        "for exponential variables X_1 and X_2, min(X_1, X_2) and P(X_1 <= X_2) are as given",
        "for independent ones",
        "add independence, and positive rates, to the hypotheses",
        dependent,
    ),
    *_of(
        OLDER,
        "minus_lambda",
        {
            REPORT: ("lemma_1_4.step_2", "lemma_1_4.step_3"),
            EXPONENTIAL: ("lemma_2_4.step_2", "lemma_2_4.step_3"),
        },
        Severity.FALSE_STATEMENT,
        "the inner integral is -lambda e^(-(lambda_1 + lambda_2) x_1)",
        "it is lambda_1 e^(-(lambda_1 + lambda_2) x_1): with a minus sign, no rate lambda makes it a probability",
        "write lambda_1 for -lambda, and dx_2 before dx_1",
        minus_lambda,
    ),
    *_of(
        OLDER,
        "called_density",
        {
            REPORT: ("lemma_1_3.step_2", "lemma_1_3.step_4"),
            EXPONENTIAL: ("lemma_2_3.step_2", "lemma_2_3.step_4"),
        },
        Severity.TYPO,
        "e^(-lambda x) is the exponential density",
        "it is the survival function",
        "say so",
        called_density,
    ),
)
