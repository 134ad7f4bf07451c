"""What is wrong in `make_noisy_top_k` alone."""

import inspect
import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from impl.draws import TapeDraw
from impl.published.noisy_top_k import make_noisy_top_k
from impl.published.vocabulary import LInfDistance, MaxDivergence, Measurement, MethodDomain, VectorDomain, f64, i32
from proofs.documents.errata.witness import Raised, built, coins, outcome, published_source, show
from proofs.documents.transcription.markers import Marked, marked_lines
from proofs.engine.ledger.model import Erratum, Severity
from spec.documents import ITEMS, Item
from spec.logic.claim import Kind

SLUG = "noisy_top_k"
Make = Callable[..., Measurement]
DOMAIN, METRIC, MONOTONIC = VectorDomain(MethodDomain(f64)), LInfDistance(f64), LInfDistance(f64, monotonic=True)


def fewer_than_k(make: Make = make_noisy_top_k) -> str:
    """Ask two of one candidate, on a domain of unknown size."""
    built(make, DOMAIN, METRIC, MaxDivergence(), 2, f64(1.0), False)
    ways = [math.perm(n, 2) for n in (1, 2)]
    text = f"k = 2, size unknown: accepted; of 1 score {ways[0]} ordered pairs can be returned, of 2 scores {ways[1]}"
    return show(ways == [0, 2], text)


def infinite_score(greatest: float = math.inf) -> str:
    """Form the difference on which every selection rests."""
    x = (greatest, greatest)
    gap = max(x) - x[0]
    return show(math.isnan(gap), f"x = {x} passes line 9; max(x) - x_1 = {gap}, and equation (2) has inf/inf")


def entropy(make: Make = make_noisy_top_k) -> str:
    """Release from two members on the same tape of one coin."""
    function = built(make, DOMAIN, METRIC, MaxDivergence(), 1, f64(1.0), False).function
    good, bad = outcome(function, [0.0, 0.0], TapeDraw([0])), outcome(function, [0.0, 3.0], TapeDraw([0]))
    text = f"on the tape 0: [0, 0] gives {good}, [0, 3] {bad}"
    return show(not isinstance(good, Raised) and bad == Raised("EntropyExhausted"), text)


def doubled_before_checked(make: Make = make_noisy_top_k) -> str:
    """Ask for the loss at 32-bit distances that have no double."""
    domain, scale = VectorDomain(MethodDomain(i32)), f64(2.0**31)
    privacy_map = built(make, domain, LInfDistance(i32), MaxDivergence(), 1, scale, False).privacy_map
    below, above = outcome(privacy_map, i32(-(2**31))), outcome(privacy_map, i32(2**30))
    text = (
        f"d_in = -2^31: {below}, not the refusal of line 27; d_in = 2^30, scale = 2^31: {above}, though the loss is 1"
    )
    return show(below == above == Raised("Overflow"), text)


def nan_distance(checks: Iterable[Callable[[f64], bool]] = (f64.is_sign_negative, f64.is_zero)) -> str:
    """Put NaN to the checks of lines 26 and 29."""
    answers = [check(f64("nan")) for check in checks]
    return show(not any(answers), f"d_in = NaN: lines 26 and 29 test {answers}, and line 32 tests the scale")


def line_35(number: int = 35) -> str:
    """Look up the line that the proof cites."""
    lines = [entry for entry in marked_lines(published_source(SLUG)) if isinstance(entry, Marked)]
    cited = next(entry.as_printed().strip() for entry in lines if entry.printed == number)
    return show(cited == "#", f"line {number} reads {cited!r}, an empty comment; d_out is on line 36")


def parameter_name(make: Callable[..., object] = make_noisy_top_k) -> str:
    """Look for the parameters that the theorem names."""
    parameters = list(inspect.signature(make).parameters)
    return show("output_measure" not in parameters, f"the parameters are {', '.join(parameters)}")


def temperature_of_k(k: int = 2, make: Make = make_noisy_top_k) -> str:
    """Solve equation (3) for this k."""
    d_out = built(make, DOMAIN, MONOTONIC, MaxDivergence(), k, f64(1.0), False).privacy_map(f64(1.0))
    tau = Fraction(1) / Fraction(d_out)
    text = f"k = {k}, Delta = 1, tau = 1, monotonic: d_out = {d_out}, and Delta/d_out = {tau}"
    return show(tau != 1, text)


def delta_defined(items: Iterable[Item] = ITEMS) -> str:
    """Look for a definition after the promise of one."""
    own = [item for item in items if item.document == SLUG]
    promise = next(item.line for item in own if item.id == f"{SLUG}.prose.delta_defined_later")
    later = [item.id for item in own if item.line > promise and item.kind in (Kind.EQUATION, Kind.DEFINITION)]
    defining = [item.id for item in own if item.id in later and "Δ" in item.statement]
    return show(not defining, f"after line {promise}: equations {', '.join(later)}; none of them has Delta")


def loss_of_nothing(make: Make = make_noisy_top_k) -> str:
    """Ask for the loss of releasing no index, without noise."""
    measurement = built(make, DOMAIN, METRIC, MaxDivergence(), 0, f64(0.0), False)
    released, loss = measurement.function([0.0, 1.0], coins()), measurement.privacy_map(f64(1.0))
    return show(loss == math.inf, f"k = 0, scale = 0: {released} is released, and the loss is {loss}")


def _at(*names: str) -> tuple[str, ...]:
    return tuple(f"{SLUG}.{name}" for name in names)


ERRATA = (
    Erratum(
        id=f"{SLUG}.fewer_than_k",
        document=SLUG,
        where=_at("listing.L12", "listing.L13", "postcondition.1", "proof.only_entropy_errors"),
        severity=Severity.PROOF_GAP,
        says="whatever the members, only a lack of entropy is an error",
        truth="on a domain of unknown size a member may have fewer than k scores, and nothing says what happens",
        repair="return all indices in noisy order if there are fewer than k",
        witness=fewer_than_k,
    ),
    Erratum(
        id=f"{SLUG}.infinite_score",
        document=SLUG,
        where=_at("listing.L9", "eq2", "postcondition.1", "proof.noisy_top_k_preconditions"),
        severity=Severity.PROOF_GAP,
        says="a domain without NaN is all that selection needs",
        truth="a float domain without NaN has both infinities, of which differences and probabilities are undefined",
        repair="clamp infinite scores to the largest finite float of their sign",
        witness=infinite_score,
    ),
    Erratum(
        id=f"{SLUG}.entropy",
        document=SLUG,
        where=_at("postcondition.1", "theorem_2_1", "proof.errors_conditional"),
        severity=Severity.INCONSISTENT,
        says="any two members cause the same error or none",
        truth="only while entropy lasts, as the proof concedes and the theorem does not",
        repair="add the condition to the theorem, and release nothing when entropy runs out",
        witness=entropy,
    ),
    Erratum(
        id=f"{SLUG}.doubled_before_checked",
        document=SLUG,
        where=_at("listing.L23", "listing.L24", "listing.L26"),
        severity=Severity.INCONSISTENT,
        says="a negative distance is refused as such",
        truth="it is doubled first, in its own type, where a large one of either sign overflows",
        repair="check the sign, cast to float, then double",
        witness=doubled_before_checked,
    ),
    Erratum(
        id=f"{SLUG}.nan_distance",
        document=SLUG,
        where=_at("proof.privacy_map_preconditions", "listing.L26", "listing.L29"),
        severity=Severity.PROOF_GAP,
        says="lines 26, 29 and 32 see to it that d_in is a positive number",
        truth="NaN passes them; only the arithmetic of lines 23 and 24 can stop it, which the proof does not cite",
        repair="refuse a distance that is not finite before anything else",
        witness=nan_distance,
    ),
    Erratum(
        id=f"{SLUG}.line_35",
        document=SLUG,
        where=_at("proof.composition", "listing.L35", "listing.L36"),
        severity=Severity.TYPO,
        says="d_out is on line 35",
        truth="it is on line 36",
        repair="cite line 36",
        witness=line_35,
    ),
    Erratum(
        id=f"{SLUG}.parameter_name",
        document=SLUG,
        where=_at("theorem_2_1", "listing.L4"),
        severity=Severity.TYPO,
        says="output_measure is an input parameter",
        truth="the parameter is called privacy_measure",
        repair="use one name",
        witness=parameter_name,
    ),
    Erratum(
        id=f"{SLUG}.temperature_of_k",
        document=SLUG,
        where=_at("eq3"),
        severity=Severity.FALSE_STATEMENT,
        says="tau = Delta/d_out",
        truth="that holds for one index under max divergence; for k it is k Delta/d_out, and zCDP has another form",
        repair="state the relation for each measure, with k",
        witness=temperature_of_k,
    ),
    Erratum(
        id=f"{SLUG}.delta_defined",
        document=SLUG,
        where=_at("prose.delta_defined_later"),
        severity=Severity.FALSE_STATEMENT,
        says="a precise definition of Delta follows",
        truth="none does",
        repair="define it, as equations (5) and (6) of report_noisy_max_gumbel do",
        witness=delta_defined,
    ),
    Erratum(
        id=f"{SLUG}.loss_of_nothing",
        document=SLUG,
        where=_at("listing.L32", "listing.L33", "proof.zero_scale"),
        severity=Severity.LOOSE,
        says="without noise the loss is infinite",
        truth="if k = 0 nothing is released, and the loss is 0",
        repair="test k before the scale",
        witness=loss_of_nothing,
    ),
)
