"""What is wrong in `SelectionMeasure` for `RangeDivergence`."""

import math
from collections.abc import Callable
from fractions import Fraction
from types import ModuleType

from impl.ball import Ball, interval, lower, precision
from impl.published.range_divergence import RangeDivergence
from impl.published.vocabulary import f64
from proofs.documents.printed import RANGE as DOCUMENT
from proofs.documents.transcription import FOLDER, transcription
from proofs.documents.transcription.reached import Exercise, reached
from proofs.documents.witness import BITS, digits, log_digits, show
from proofs.engine.enclosure import compare
from proofs.engine.ledger.model import Severity
from spec import space
from spec.gumbel import law_of_gumbel_top_k
from spec.weights import ExpRatio, exp_minus

Map = Callable[[f64, f64, int], float]


def law_of_top_two(scores: tuple[int, ...]) -> dict[object, ExpRatio]:
    """The exact law of the indices of the two greatest noisy scores, with noise from the listing, scale 1."""
    noise = [RangeDivergence.random_variable(Fraction(score), Fraction(1)) for score in scores]
    return dict(law_of_gumbel_top_k(noise, 2))


def range_does_not_add(privacy_map: Map = RangeDivergence.privacy_map) -> str:
    """Compare the loss at two outcomes of top-2 with the bound on their difference."""
    x, y = (1, -9, 0, -10), (0, -10, 0, -10)
    distance = space.RangeDistance(int).distance(x, y)
    claimed = privacy_map(f64(1.0), f64(1.0), 2)
    P, Q = law_of_top_two(x), law_of_top_two(y)
    spread = (P[0, 1] / Q[0, 1]) / (P[2, 3] / Q[2, 3])
    text = (
        f"x = {x}, x' = {y}, scale 1, k = 2: d_Range = {distance}, map {claimed}; the loss at (0, 1) exceeds "
        f"that at (2, 3) by {log_digits(spread)}"
    )
    return show(distance == 1 and compare(spread, exp_minus(-Fraction(claimed))) > 0, text)


def printed_density(z: Ball) -> Ball:
    """The density of equation (1), with mu = 0 and beta = 1."""
    return (-(-(-z).exp()).exp() - z).exp()


def not_a_density(density: Callable[[Ball], Ball] = printed_density) -> str:
    """Bound the mass of an interval of length 1 from below."""
    with precision(BITS):
        least = lower(density(interval(-2, -1)))
    text = f"mu = 0, beta = 1: f >= {digits(least)} on all of [-2, -1], so that this alone has more than mass 1"
    return show(least > 1, text)


def loss_of_nothing(privacy_map: Map = RangeDivergence.privacy_map) -> str:
    """Ask for the loss at distance 0, and for that of no index, without noise."""
    same, none = privacy_map(f64(0.0), f64(0.0), 1), privacy_map(f64(1.0), f64(0.0), 0)
    text = f"scale 0: the map is {same} at d_in = 0, k = 1, and {none} at d_in = 1, k = 0; both losses are 0"
    return show(math.inf in (same, none), text)


def within_the_precondition(module: ModuleType) -> None:
    """Ask the map of all that its caller may ask, as far as signs and zeros go."""
    for d_in in (0.0, 5e-324, 1.0):
        for scale in (0.0, 5e-324, 1.0):
            if scale != 5e-324 or d_in != 1.0:
                module.RangeDivergence.privacy_map(f64(d_in), f64(scale), 2)


def never_refused(exercise: Exercise = within_the_precondition) -> str:
    """Run the map on what its precondition allows and see which lines are reached."""
    places = transcription(DOCUMENT.slug).places
    lines = reached(FOLDER / f"{DOCUMENT.slug}.py", exercise)
    met = [number for number in (11, 12, 14, 15, 17) if places[number] in lines]
    return show(12 not in met, f"d_in in {{0, 2^-1074, 1}}, scale likewise: of lines 11 to 17, {met} run")


ERRATA = (
    DOCUMENT.erratum(
        "range_does_not_add",
        Severity.UNSOUND,
        where=("listing.L17", "postcondition.3", "theorem_1_1", "proof.peeling_is_composition"),
        refutes=("postcondition.3", "theorem_1_1"),
        says="k indices have a range divergence of at most k d_in/scale",
        truth="the interval in which a round's loss lies moves with the indices already taken: among n candidates "
        "(k - 1 + min(k, n - k)) d_in/scale is approached, and is never exceeded; that is (2k - 1) d_in/scale if n >= "
        "2k, and less if not",
        repair="return (k - 1 + min(k, n - k)) d_in/scale for 1 <= k <= n, and (2k - 1) d_in/scale if n is unknown",
        witness=range_does_not_add,
    ),
    DOCUMENT.erratum(
        "not_a_density",
        Severity.FALSE_STATEMENT,
        where=("eq1", "definition_1_2", "proof.gumbel_rv_follows_definition"),
        refutes=("eq1", "definition_1_2", "proof.gumbel_rv_follows_definition"),
        says="the Gumbel density is (1/beta) e^(-e^(-e^(-z)) - z)",
        truth="that has an exponential too many and no finite integral; the density is (1/beta) e^(-e^(-z) - z)",
        repair="print the density of zero_concentrated_divergence.eq1",
        witness=not_a_density,
    ),
    DOCUMENT.erratum(
        "loss_of_nothing",
        Severity.LOOSE,
        where=("listing.L14", "listing.L15", "precondition.caller.privacy_map.d_in"),
        says="without noise the loss is infinite",
        truth="it is 0 if d_in = 0 or k = 0",
        repair="test d_in and k before the scale",
        witness=loss_of_nothing,
    ),
    DOCUMENT.erratum(
        "never_refused",
        Severity.INCONSISTENT,
        where=("listing.L11", "listing.L12", "precondition.caller.privacy_map.d_in"),
        says="the map refuses a negative d_in, and its caller never passes one",
        truth="under the precondition line 12 cannot be reached",
        repair="have one of the two",
        witness=never_refused,
    ),
)

DEPARTURES = (
    ("noisy_top_k.missing_method",),
    ("range_divergence.range_does_not_add",),
)
"""The errata behind `# E1`, `# E2` and so on in the sound mechanism."""
