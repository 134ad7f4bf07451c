"""What is wrong in the introduction, wherever it is printed."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from proofs.documents.printed import Printed
from proofs.documents.witness import digits, show, softmax
from proofs.engine.enclosure import compare
from proofs.engine.ledger.model import Erratum, Severity
from spec.weights import exp_minus

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


def in_all_three(document: Printed) -> tuple[Erratum, ...]:
    """What three documents have wrong."""
    return (
        document.erratum(
            "underflow",
            Severity.FALSE_STATEMENT,
            where=("prose.underflow",),
            refutes=("prose.underflow",),
            says="e^-709 underflows to zero in binary64",
            truth="it is a subnormal number; e^x rounds to zero only below -745.13",
            repair="say -746",
            witness=underflow,
        ),
        document.erratum(
            "not_exponential",
            Severity.FALSE_STATEMENT,
            where=("prose.exponentially_more_likely",),
            refutes=("prose.exponentially_more_likely",),
            says="a candidate becomes exponentially more likely as its score grows",
            truth="its odds grow exponentially; its probability stays below 1",
            repair="say it of the odds",
            witness=not_exponential,
        ),
        document.erratum(
            "ties_stay",
            Severity.FALSE_STATEMENT,
            where=("prose.cold_one_hot",),
            refutes=("prose.cold_one_hot",),
            says="as the temperature falls, one candidate gets probability one",
            truth="all that share the greatest score get equal shares of it",
            repair="assume a unique greatest score",
            witness=ties_stay,
        ),
        document.erratum(
            "shift_rescues",
            Severity.FALSE_STATEMENT,
            where=("prose.shift_underflows",),
            refutes=("prose.shift_underflows",),
            says="to subtract the greatest score makes underflow more likely",
            truth="only if the greatest score is positive; if all are very negative, it prevents underflow",
            repair="state the condition",
            witness=shift_rescues,
        ),
        document.erratum(
            "boundary",
            Severity.INCONSISTENT,
            where=("prose.inverse_transform", "eq1"),
            says="the cumulative probability is greater than U in the sentence, at least U in equation (1)",
            truth="the laws agree for a real U and differ for any U of finitely many bits",
            repair="choose one",
            witness=boundary,
        ),
    )


def in_older(document: Printed) -> tuple[Erratum, ...]:
    """What the two older documents have wrong."""
    return (
        document.erratum(
            "argmin",
            Severity.TYPO,
            where=("eq1",),
            says="M(s) is the argmin of an inequality",
            truth="the least truth value is false; meant is the least index for which the inequality holds",
            repair="write min{k : ...}, as noisy_top_k does",
            witness=argmin,
        ),
    )
