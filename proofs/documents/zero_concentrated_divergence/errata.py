"""What is wrong in `TopKMeasure` for `ZeroConcentratedDivergence`."""

import inspect
from collections.abc import Callable, Sequence
from fractions import Fraction
from types import ModuleType

from impl.published.vocabulary import GumbelRV, f64
from impl.published.zero_concentrated_divergence import ZeroConcentratedDivergence
from proofs.documents.errata.witness import digits, names, published_source, show
from proofs.documents.transcription import FOLDER, listing, transcription
from proofs.documents.transcription.reached import Exercise, reached
from proofs.engine.ledger.model import Erratum, Severity
from spec.documents import DOCUMENTS
from spec.maps import exact_zero_concentrated

SLUG = "zero_concentrated_divergence"
UNDEFINED = ("gumbel_noisy_max", "gumbel_top_k", "DISTRIBUTION")
SOURCES = tuple(published_source(document.slug) for document in DOCUMENTS)


def pure_map(privacy_map: Callable[[f64, f64, int], float] = ZeroConcentratedDivergence.privacy_map) -> str:
    """Compare the map with the bound that a range of d_in/scale implies."""
    d_in, scale = Fraction(1), Fraction(10)
    returned = privacy_map(f64(d_in), f64(scale), 1)
    suffices = exact_zero_concentrated(d_in, scale)
    other = listing("range_divergence")
    same = sum(listing(SLUG)[number] == other[number] for number in other)
    text = (
        f"d_in = {d_in}, scale = {scale}, k = 1: the map is {returned}, where (d_in/scale)^2/8 = {suffices} suffices, "
        f"a factor of {digits(Fraction(returned) / suffices)}; {same} of {len(other)} lines are RangeDivergence's"
    )
    return show(returned > 2 * suffices, text)


def no_noisy_top_k(measure: type = ZeroConcentratedDivergence) -> str:
    """Look for the method that the precondition and noisy_top_k speak of."""
    public = sorted(name for name in vars(measure) if not name.startswith("_"))
    return show("noisy_top_k" not in public, f"the listing defines {', '.join(public)}, and no noisy_top_k")


def returns_no_index(
    random_variable: Callable[..., object] = ZeroConcentratedDivergence.random_variable,
) -> str:
    """Ask random_variable for what its postcondition says."""
    parameters = list(inspect.signature(random_variable).parameters)
    result = random_variable(Fraction(0), Fraction(1))
    text = f"random_variable({', '.join(parameters)}) returns a {type(result).__name__}; it takes no x, negate or k"
    return show(isinstance(result, GumbelRV) and not {"x", "negate", "k"} & set(parameters), text)


def undefined_names(sources: Sequence[str] = SOURCES) -> str:
    """Look for the names that the proof rests on in all five listings."""
    used = {name for source in sources for name in names(source)}
    text = f"{', '.join(UNDEFINED)}: none is defined or used in any of {len(sources)} listings"
    return show(not used & set(UNDEFINED), text)


def within_the_precondition(module: ModuleType) -> None:
    """Ask the map of all that its caller may ask, as far as signs and zeros go."""
    for d_in, scale in ((5e-324, 1.0), (1.0, 1.0), (5e-324, 5e-324)):
        module.ZeroConcentratedDivergence.privacy_map(f64(d_in), f64(scale), 2)


def never_refused(exercise: Exercise = within_the_precondition) -> str:
    """Run the map on what its precondition allows and see which lines are reached."""
    places = transcription(SLUG).places
    lines = reached(FOLDER / f"{SLUG}.py", exercise)
    met = [number for number in (11, 12, 14, 15, 17) if places[number] in lines]
    return show(not {12, 15} & set(met), f"d_in, scale in {{2^-1074, 1}}: of lines 11 to 17, {met} run")


ERRATA = (
    Erratum(
        id=f"{SLUG}.pure_map_sold_as_zcdp",
        document=SLUG,
        where=(f"{SLUG}.listing.L17", f"{SLUG}.postcondition.2", f"{SLUG}.proof.exponential_cdp"),
        severity=Severity.LOOSE,
        says="the loss of one index is d_in/scale, as for pure differential privacy and for bounded range",
        truth=(
            "that bounds it, as d_in/scale bounds D_a for every a; but so does (d_in/scale)^2/8, which is smaller for "
            "d_in/scale below 8, and the proposition that the proof cites is on bounded range"
        ),
        repair="return k (d_in/scale)^2/8, or k times the tight constant of bounded range",
        witness=pure_map,
    ),
    Erratum(
        id=f"{SLUG}.no_noisy_top_k",
        document=SLUG,
        where=(f"{SLUG}.precondition.compiler.noisy_top_k", f"{SLUG}.listing.L1", "noisy_top_k.listing.L42"),
        severity=Severity.INCONSISTENT,
        says="the types of noisy_top_k are those of the pseudocode",
        truth="the pseudocode has no noisy_top_k, which make_noisy_top_k calls",
        repair="define noisy_top_k, by one shot of Gumbel noise",
        witness=no_noisy_top_k,
    ),
    Erratum(
        id=f"{SLUG}.returns_no_index",
        document=SLUG,
        where=(
            f"{SLUG}.postcondition.1",
            f"{SLUG}.theorem_1_1",
            f"{SLUG}.precondition.caller.random_variable.x",
            f"{SLUG}.listing.L6",
            f"{SLUG}.listing.L7",
        ),
        severity=Severity.FALSE_STATEMENT,
        says="random_variable returns the indices of the k best of the scores x, or of -x if negate",
        truth="it takes a shift and a scale and returns a random variable",
        repair="state this of noisy_top_k",
        witness=returns_no_index,
    ),
    Erratum(
        id=f"{SLUG}.undefined_names",
        document=SLUG,
        where=(
            f"{SLUG}.proof.gumbel_noisy_max_preconditions",
            f"{SLUG}.proof.random_variable_postcondition",
            f"{SLUG}.postcondition.1",
        ),
        severity=Severity.PROOF_GAP,
        says="the postcondition follows from those of gumbel_noisy_max and gumbel_top_k",
        truth="no document defines either, nor the DISTRIBUTION of the postcondition",
        repair="specify gumbel_top_k, and prove it",
        witness=undefined_names,
    ),
    Erratum(
        id=f"{SLUG}.never_refused",
        document=SLUG,
        where=(
            f"{SLUG}.listing.L12",
            f"{SLUG}.listing.L15",
            f"{SLUG}.precondition.caller.privacy_map.d_in",
            f"{SLUG}.precondition.caller.privacy_map.scale",
        ),
        severity=Severity.INCONSISTENT,
        says="the map refuses a negative d_in and knows a scale of 0; its caller passes positive numbers only",
        truth="under the precondition lines 12 and 15 cannot be reached",
        repair="have one of the two",
        witness=never_refused,
    ),
)
