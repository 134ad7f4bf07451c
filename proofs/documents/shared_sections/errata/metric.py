"""What is wrong in what is said of the metric, wherever it is printed."""

from fractions import Fraction

from proofs.documents.printed import Printed
from proofs.documents.shared_sections.metric import Scorer, has_a_zero, has_factor_two, is_opposite
from proofs.documents.witness import log_digits, show, softmax
from proofs.engine.enclosure import compare
from proofs.engine.ledger.model import Erratum, Severity
from spec import space
from spec.weights import exp_minus


def not_always_two(x: tuple[int, ...] = (0, 0), y: tuple[int, ...] = (1, 0)) -> str:
    """Hold the loss of a pair against its infinity distance."""
    d_inf = Fraction(space.LInfDistance(int).distance(x, y))
    p, q = softmax(x), softmax(y)
    loss = max((log_digits(a / b) for a, b in zip((*p, *q), (*q, *p), strict=True)), key=float)
    within = all(compare(a / b, exp_minus(-d_inf)) <= 0 for a, b in zip((*p, *q), (*q, *p), strict=True))
    return show(within, f"x = {x}, x' = {y}, tau = 1: d_inf = {d_inf}, and the loss is {loss}, not above it")


def one_scorer(scorer: Scorer = Scorer((2, -1))) -> str:  # noqa: B008
    """Look for the factor of a scorer that is not monotonic."""
    text = (
        f"one pair of neighbours, {scorer}: not monotonic, yet the range sensitivity is {scorer.range_sensitivity} and "
        f"Δ_∞ is {scorer.sensitivity}: the factor is {scorer.range_sensitivity / scorer.sensitivity}"
    )
    return show(not (has_factor_two(scorer) or is_opposite(scorer)), text)


def one_monotonic_scorer(scorer: Scorer = Scorer((2, 1))) -> str:  # noqa: B008
    """Look for a zero among the moves of a monotonic scorer."""
    text = f"one pair of neighbours, {scorer}: the range sensitivity is {scorer.range_sensitivity}, and no move is 0"
    return show(not has_a_zero(scorer), text)


def in_older(document: Printed) -> tuple[Erratum, ...]:
    """What the two older documents have wrong."""
    return (
        document.erratum(
            "not_always_two",
            Severity.FALSE_STATEMENT,
            where=("prose.linf_factor_two",),
            refutes=("prose.linf_factor_two",),
            says="the infinity distance always costs a factor of 2",
            truth="not on pairs whose scores move in one direction, as the same paragraph goes on to say",
            repair="say that it does in the worst case, where scores move in both directions",
            witness=not_always_two,
        ),
        document.erratum(
            "one_scorer",
            Severity.FALSE_STATEMENT,
            where=("prose.range_opposite_maximises", "prose.range_factor_two"),
            says="if the scorer is not monotonic, the range sensitivity is twice the other one, at opposite extremes",
            truth="so it is at worst, over all scorers of that infinity sensitivity; of a given one it need not be "
            "true",
            repair="say that 2 is the worst case",
            witness=one_scorer,
        ),
        document.erratum(
            "one_monotonic_scorer",
            Severity.FALSE_STATEMENT,
            where=("prose.monotonic_maximum",),
            says="if the scorer is monotonic, the range sensitivity is attained where one of two moves is zero",
            truth="so it is at worst, where it equals the infinity sensitivity; of a given scorer it need not be true",
            repair="say that this is the worst case",
            witness=one_monotonic_scorer,
        ),
    )
