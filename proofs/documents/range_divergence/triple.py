"""The Hoare triple of `SelectionMeasure` for `RangeDivergence`, clause by clause."""

from proofs.documents.printed import RANGE as DOCUMENT
from proofs.documents.range_divergence.running import (
    distance_is_checked,
    is_never_null,
    is_valid,
    map_bounds_the_range,
    measures,
    noise_is_gumbel,
    noises,
    pairs,
    privacy_map_types,
    random_variable_types,
    scale_is_checked,
    scale_of_noise_is_checked,
)
from proofs.documents.running import floats, has_these_types
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.constructors import chapter
from proofs.engine.ledger.model import Step
from spec.gumbel import EDGES as GUMBEL_LAW
from spec.range_divergence import PRIVACY

SMALLEST = Exhaustive("equal scores, some raised by 1, scale 1", pairs, map_bounds_the_range)

TRAIT = Step(
    "The noise of the printed and of the sound measure is GumbelRV, which implements InverseCDF",
    "a class attribute, the same for every call; mypy checks the trait",
    Exhaustive("the printed and the sound measure", measures, noise_is_gumbel),
)
NOISE = Step(
    "random_variable returns a GumbelRV with the shift and the scale that it is given",
    "the printed and the sound method are run",
    Exhaustive("shifts up to 1e300 of either sign, scales from 2^-1074", noises, is_valid),
)

CHAPTER = chapter(
    DOCUMENT.proof("precondition.compiler.rv", TRAIT),
    DOCUMENT.proof(
        "precondition.compiler.random_variable",
        Step(
            "random_variable: (shift: FBig, scale: FBig) -> GumbelRV",
            "read off the transcription, which mypy checks",
            Exhaustive("the transcribed method", random_variable_types, has_these_types),
        ),
    ),
    DOCUMENT.proof(
        "precondition.compiler.privacy_map",
        Step(
            "privacy_map: (d_in: f64, scale: f64, k: usize) -> f64",
            "read off the transcription, which mypy checks",
            Exhaustive("the transcribed method", privacy_map_types, has_these_types),
        ),
    ),
    DOCUMENT.proof("precondition.caller.rv", TRAIT),
    DOCUMENT.proof(
        "precondition.caller.random_variable.scale",
        Step(
            "The sound method refuses every negative scale and no positive one",
            "its contract is enforced; scale 0, without noise, is allowed besides",
            Exhaustive("the corners of binary64", floats, scale_of_noise_is_checked),
        ),
    ),
    DOCUMENT.proof(
        "precondition.caller.random_variable.scale_non_null",
        Step(
            "What becomes an FBig is a number; NaN and the infinities do not",
            "an FBig is transcribed as a Fraction",
            Exhaustive("the corners of binary64", floats, is_never_null),
        ),
    ),
    DOCUMENT.proof(
        "precondition.caller.privacy_map.d_in",
        Step(
            "The sound map takes exactly the finite d_in ≥ 0",
            "it refuses NaN by contract and a negative distance by line 12",
            Exhaustive("the corners of binary64", floats, distance_is_checked),
        ),
    ),
    DOCUMENT.proof(
        "precondition.caller.privacy_map.scale",
        Step(
            "The sound map takes exactly the finite scale ≥ 0",
            "its contract is enforced",
            Exhaustive("the corners of binary64", floats, scale_is_checked),
        ),
    ),
    DOCUMENT.proof("postcondition.1", TRAIT, uses=(GUMBEL_LAW.id,)),
    DOCUMENT.proof("postcondition.2", NOISE, uses=(GUMBEL_LAW.id,)),
    DOCUMENT.refuted("postcondition.3", "range_does_not_add", SMALLEST, PRIVACY.id),
    DOCUMENT.refuted("theorem_1_1", "range_does_not_add", SMALLEST, PRIVACY.id),
)
