"""What is wrong in the equations, the theorem and the proof of `make_noisy_top_k`."""

import inspect
import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from impl.draws import TapeDraw
from impl.published.noisy_top_k import make_noisy_top_k
from impl.published.vocabulary import MaxDivergence, f64
from proofs.documents.noisy_top_k.errata.listing import DOMAIN, METRIC, MONOTONIC, Make
from proofs.documents.printed import TOP_K as DOCUMENT
from proofs.documents.transcription.markers import Marked, marked_lines
from proofs.documents.witness import Raised, built, outcome, published_source, show
from proofs.engine.ledger.model import Severity
from spec.documents import ITEMS, Item
from spec.logic.claim import Kind


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


def nan_distance(checks: Iterable[Callable[[f64], bool]] = (f64.is_sign_negative, f64.is_zero)) -> str:
    """Put NaN to the checks of lines 26 and 29."""
    answers = [check(f64("nan")) for check in checks]
    return show(not any(answers), f"d_in = NaN: lines 26 and 29 test {answers}, and line 32 tests the scale")


def line_35(number: int = 35) -> str:
    """Look up the line that the proof cites."""
    lines = [entry for entry in marked_lines(published_source(DOCUMENT.slug)) if isinstance(entry, Marked)]
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
    own = [item for item in items if item.document == DOCUMENT.slug]
    promise = next(item.line for item in own if item.id == f"{DOCUMENT.slug}.prose.delta_defined_later")
    later = [item.id for item in own if item.line > promise and item.kind in (Kind.EQUATION, Kind.DEFINITION)]
    defining = [item.id for item in own if item.id in later and "Δ" in item.statement]
    return show(not defining, f"after line {promise}: equations {', '.join(later)}; none of them has Delta")


ERRATA = (
    DOCUMENT.erratum(
        "infinite_score",
        Severity.PROOF_GAP,
        where=("listing.L9", "eq2", "postcondition.1", "proof.noisy_top_k_preconditions"),
        says="a domain without NaN is all that selection needs",
        truth="a float domain without NaN has both infinities, of which differences and probabilities are undefined",
        repair="clamp infinite scores to the largest finite float of their sign",
        witness=infinite_score,
    ),
    DOCUMENT.erratum(
        "entropy",
        Severity.INCONSISTENT,
        where=("postcondition.1", "theorem_2_1", "proof.errors_conditional"),
        refutes=("postcondition.1",),
        says="any two members cause the same error or none",
        truth="only while entropy lasts, as the proof concedes and the theorem does not",
        repair="add the condition to the theorem, and release nothing when entropy runs out",
        witness=entropy,
    ),
    DOCUMENT.erratum(
        "nan_distance",
        Severity.PROOF_GAP,
        where=("proof.privacy_map_preconditions", "listing.L26", "listing.L29"),
        refutes=("proof.privacy_map_preconditions",),
        says="lines 26, 29 and 32 see to it that d_in is a positive number",
        truth="NaN passes them; only the arithmetic of lines 23 and 24 can stop it, which the proof does not cite",
        repair="refuse a distance that is not finite before anything else",
        witness=nan_distance,
    ),
    DOCUMENT.erratum(
        "line_35",
        Severity.TYPO,
        where=("proof.composition", "listing.L35", "listing.L36"),
        says="d_out is on line 35",
        truth="it is on line 36",
        repair="cite line 36",
        witness=line_35,
    ),
    DOCUMENT.erratum(
        "parameter_name",
        Severity.TYPO,
        where=("theorem_2_1", "listing.L4"),
        says="output_measure is an input parameter",
        truth="the parameter is called privacy_measure",
        repair="use one name",
        witness=parameter_name,
    ),
    DOCUMENT.erratum(
        "temperature_of_k",
        Severity.FALSE_STATEMENT,
        where=("eq3",),
        refutes=("eq3",),
        says="tau = Delta/d_out",
        truth="that holds for one index under max divergence; for k it is k Delta/d_out, and zCDP has another form",
        repair="state the relation for each measure, with k",
        witness=temperature_of_k,
    ),
    DOCUMENT.erratum(
        "delta_defined",
        Severity.FALSE_STATEMENT,
        where=("prose.delta_defined_later",),
        refutes=("prose.delta_defined_later",),
        says="a precise definition of Delta follows",
        truth="none does",
        repair="define it, as equations (5) and (6) of report_noisy_max_gumbel do",
        witness=delta_defined,
    ),
)
