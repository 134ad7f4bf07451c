"""The Hoare triple of `TopKMeasure` for `ZeroConcentratedDivergence`, clause by clause."""

from proofs.documents.printed import CONCENTRATED as DOCUMENT
from proofs.documents.running import floats, has_these_types
from proofs.documents.zero_concentrated_divergence.proof import BELOW_MAX, PURE_IS_CONCENTRATED
from proofs.documents.zero_concentrated_divergence.running import (
    distance_is_checked,
    has_noisy_top_k,
    map_is_the_quotient,
    privacy_map_types,
    scale_is_checked,
    scale_of_noise_is_checked,
    scores_are_checked,
    sound_types,
)
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.constructors import chapter, result
from proofs.engine.ledger.model import Step
from proofs.theory.exponential_mechanism import MAX_DIVERGENCE
from proofs.theory.one_shot import PEELING
from spec.logic.claim import Kind
from spec.noisy_top_k import ZERO_CONCENTRATED_LAW as LAW
from spec.noisy_top_k import ZERO_CONCENTRATED_PRIVACY as PRIVACY

TYPES = result(
    "ZeroConcentratedDivergence.types",
    Kind.CONTRACT,
    "noisy_top_k of the sound measure has the types of the trait, which are those that make_noisy_top_k calls it with",
    Step(
        "The annotations of the running code",
        "mypy checks them",
        Exhaustive("the sound measure", sound_types, has_noisy_top_k),
    ),
)
SCORES = result(
    "ZeroConcentratedDivergence.scores",
    Kind.CONTRACT,
    "noisy_top_k of the sound measure takes scores without NaN, and no others",
    Step(
        "Of the corners of binary64, NaN alone is refused",
        "the contract is enforced",
        Exhaustive("the corners of binary64", floats, scores_are_checked),
    ),
)

CHAPTER = chapter(
    TYPES,
    SCORES,
    DOCUMENT.proof(
        "precondition.compiler.privacy_map",
        Step(
            "privacy_map: (d_in: f64, scale: f64, k: usize) -> f64",
            "read off the transcription, which mypy checks",
            Exhaustive("the transcribed method", privacy_map_types, has_these_types),
        ),
    ),
    DOCUMENT.proof(
        "precondition.caller.random_variable.scale",
        Step(
            "The sound selection takes exactly the finite scale ≥ 0",
            "its contract is enforced",
            Exhaustive("the corners of binary64", floats, scale_of_noise_is_checked),
        ),
    ),
    DOCUMENT.proof(
        "precondition.caller.privacy_map.d_in",
        Step(
            "The sound map takes every positive finite d_in and neither NaN nor a negative one",
            "its contract is enforced; it allows 0 besides",
            Exhaustive("the corners of binary64", floats, distance_is_checked),
        ),
    ),
    DOCUMENT.proof(
        "precondition.caller.privacy_map.scale",
        Step(
            "The sound map takes every positive finite scale and neither NaN nor a negative one",
            "its contract is enforced; it allows 0 besides",
            Exhaustive("the corners of binary64", floats, scale_is_checked),
        ),
    ),
    DOCUMENT.proof(
        "postcondition.2",
        *PURE_IS_CONCENTRATED,
        Step(
            "For k = 1 the printed map returns at least d_in/scale",
            "the transcription is run; each operation rounds up",
            Exhaustive("distances and scales up to 1e300", lambda: (1,), map_is_the_quotient),
        ),
        uses=(BELOW_MAX.id, MAX_DIVERGENCE.id, PEELING.id),
    ),
    DOCUMENT.refuted("precondition.compiler.noisy_top_k", "no_noisy_top_k", repaired=TYPES.id),
    DOCUMENT.refuted("precondition.caller.random_variable.x", "returns_no_index", repaired=SCORES.id),
    DOCUMENT.refuted("postcondition.1", "returns_no_index", repaired=LAW.id),
    DOCUMENT.refuted("theorem_1_1", "returns_no_index", repaired=PRIVACY.id),
)
