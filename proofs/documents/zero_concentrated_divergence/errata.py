"""What is wrong in `TopKMeasure` for `ZeroConcentratedDivergence`."""

import inspect
from collections.abc import Callable, Sequence
from fractions import Fraction
from types import ModuleType

from impl.published.vocabulary import GumbelRV, f64
from impl.published.zero_concentrated_divergence import ZeroConcentratedDivergence
from proofs.documents.printed import CONCENTRATED as DOCUMENT
from proofs.documents.transcription import FOLDER, listing, transcription
from proofs.documents.transcription.reached import Exercise, reached
from proofs.documents.witness import digits, names, published_source, show
from proofs.engine.ledger.model import Severity
from spec.documents import DOCUMENTS, item
from spec.maps import exact_zero_concentrated

UNDEFINED = ("gumbel_noisy_max", "gumbel_top_k", "DISTRIBUTION")
SOURCES = tuple(published_source(document.slug) for document in DOCUMENTS)


def pure_map(privacy_map: Callable[[f64, f64, int], float] = ZeroConcentratedDivergence.privacy_map) -> str:
    """Compare the map with the bound that a range of d_in/scale implies."""
    d_in, scale = Fraction(1), Fraction(10)
    returned = privacy_map(f64(d_in), f64(scale), 1)
    suffices = exact_zero_concentrated(d_in, scale)
    other = listing("range_divergence")
    same = sum(listing(DOCUMENT.slug)[number] == other[number] for number in other)
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
    places = transcription(DOCUMENT.slug).places
    lines = reached(FOLDER / f"{DOCUMENT.slug}.py", exercise)
    met = [number for number in (11, 12, 14, 15, 17) if places[number] in lines]
    return show(not {12, 15} & set(met), f"d_in, scale in {{2^-1074, 1}}: of lines 11 to 17, {met} run")


def scale_zero(other: str = "privacy_map") -> str:
    """Compare where the two documents on measures allow a scale of 0."""
    here = item(DOCUMENT.id("precondition.caller.random_variable.scale"))
    there = item(f"range_divergence.precondition.caller.{other}.scale")
    text = f"{here.id} and {there.id} are one sentence: {here.statement.split(', ')[0].split('with ')[1]}"
    return show(here.digest == there.digest, text)


ERRATA = (
    DOCUMENT.erratum(
        "pure_map_sold_as_zcdp",
        Severity.LOOSE,
        where=("listing.L17", "postcondition.2", "proof.exponential_cdp"),
        says="the loss of one index is d_in/scale, as for pure differential privacy and for bounded range",
        truth="that bounds it, as d_in/scale bounds D_a for every a; but so does (d_in/scale)^2/8, which is smaller "
        "for d_in/scale below 8, and the proposition that the proof cites is on bounded range",
        repair="return k (d_in/scale)^2/8, or k times the tight constant of bounded range",
        witness=pure_map,
    ),
    DOCUMENT.erratum(
        "no_noisy_top_k",
        Severity.INCONSISTENT,
        where=("precondition.compiler.noisy_top_k", "listing.L1", "noisy_top_k.listing.L42"),
        says="the types of noisy_top_k are those of the pseudocode",
        truth="the pseudocode has no noisy_top_k, which make_noisy_top_k calls",
        repair="define noisy_top_k, by one shot of Gumbel noise",
        witness=no_noisy_top_k,
    ),
    DOCUMENT.erratum(
        "returns_no_index",
        Severity.FALSE_STATEMENT,
        where=("postcondition.1", "theorem_1_1", "precondition.caller.random_variable.x", "listing.L6", "listing.L7"),
        refutes=("postcondition.1", "theorem_1_1"),
        says="random_variable returns the indices of the k best of the scores x, or of -x if negate",
        truth="it takes a shift and a scale and returns a random variable",
        repair="state this of noisy_top_k",
        witness=returns_no_index,
    ),
    DOCUMENT.erratum(
        "undefined_names",
        Severity.PROOF_GAP,
        where=("proof.gumbel_noisy_max_preconditions", "proof.random_variable_postcondition", "postcondition.1"),
        says="the postcondition follows from those of gumbel_noisy_max and gumbel_top_k",
        truth="no document defines either, nor the DISTRIBUTION of the postcondition",
        repair="specify gumbel_top_k, and prove it",
        witness=undefined_names,
    ),
    DOCUMENT.erratum(
        "never_refused",
        Severity.INCONSISTENT,
        where=(
            "listing.L12",
            "listing.L15",
            "precondition.caller.privacy_map.d_in",
            "precondition.caller.privacy_map.scale",
        ),
        says="the map refuses a negative d_in and knows a scale of 0; its caller passes positive numbers only",
        truth="under the precondition lines 12 and 15 cannot be reached",
        repair="have one of the two",
        witness=never_refused,
    ),
    DOCUMENT.erratum(
        "scale_zero",
        Severity.INCONSISTENT,
        where=(
            "precondition.caller.random_variable.scale",
            "precondition.caller.privacy_map.scale",
            "range_divergence.precondition.caller.random_variable.scale",
            "range_divergence.precondition.caller.privacy_map.scale",
        ),
        says="random_variable may be called with scale 0, privacy_map may not",
        truth="range_divergence, line for line the same code, has it the other way round",
        repair="allow scale 0 in both: no noise, and an infinite loss",
        witness=scale_zero,
    ),
)

DEPARTURES = (
    ("zero_concentrated_divergence.no_noisy_top_k", "zero_concentrated_divergence.returns_no_index"),
    ("noisy_top_k.map_arity", "noisy_top_k.rounds_counted_twice"),
    ("zero_concentrated_divergence.pure_map_sold_as_zcdp",),
)
"""The errata behind `# E1`, `# E2` and so on in the sound mechanism."""
