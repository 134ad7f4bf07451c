"""The Hoare triple of `make_noisy_top_k`, clause by clause, and what its two proofs rest on."""

from impl.published import noisy_top_k as listing
from proofs.documents.noisy_top_k.running import (
    NUMBERS,
    a_few_neighbours,
    bounds,
    distance_is_refused,
    lets_through_what_selection_requires,
    map_is_k_rounds,
    no_distance_costs_nothing,
    no_noise_costs_all,
    numbers,
    owes_nothing,
    positive_settings,
    printed_is_private,
    runs_dry_and_equal_scores_do_not,
    settings,
)
from proofs.documents.printed import TOP_K as DOCUMENT
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.constructors import chapter, result
from proofs.engine.ledger.model import Step
from proofs.mechanisms.noisy_top_k.max_divergence import never_fails, releases
from proofs.mechanisms.peeling import MAX_DIVERGENCE_PROOF
from proofs.theory.composition import ZERO_CONCENTRATED
from spec.logic.claim import Kind
from spec.logic.formula import Family, Sort, Symbol, absolute, both, every, implies
from spec.noisy_top_k import MAX_DIVERGENCE_ERRORS as ERRORS
from spec.noisy_top_k import MAX_DIVERGENCE_PRIVACY as PRIVACY
from spec.noisy_top_k import ZERO_CONCENTRATED_ERRORS as CONCENTRATED_ERRORS
from spec.peeling import MAX_DIVERGENCE

m, i = Family("m"), Symbol("i")
loss, d, d_out = Symbol("loss"), Symbol("d", Sort.NONNEGATIVE), Symbol("d_out")
d_range, k, scale = Symbol("d_Range", Sort.NONNEGATIVE), Symbol("k", Sort.NATURAL), Symbol("scale", Sort.POSITIVE)
MAP_REFUSES = result(
    "make_noisy_top_k.map_refuses",
    Kind.CONTRACT,
    "The sound map refuses a d_in that is NaN, infinite, negative or -0.0, and takes every other one",
    Step(
        "Of the corners of binary64, exactly the distances are taken",
        "plain code checks them before anything else",
        Exhaustive("the corners of binary64", lambda: NUMBERS, distance_is_refused),
    ),
)
CHAINED = Step(
    implies(both(loss <= k * (d_range / scale), d_range <= d, d_out >= k * (d / scale)), loss <= d_out),
    "k rounds at range distance d_Range ≤ d lose at most k·d_Range/scale, and the map is at least k·d/scale",
    Smt(),
)
MAPPED = Step(
    "The printed map is at least k·d/scale, rounding included",
    "the transcription is run, with the map of max divergence",
    Exhaustive("scales from 2^-1074 to 1e300, k up to 3, four distances", positive_settings, map_is_k_rounds),
)
ALL_SETTINGS = "corners of binary64 as scale, k up to 3, monotonic or not, with and without NaN"

CHAPTER = chapter(
    MAP_REFUSES,
    DOCUMENT.proof(
        "precondition.compiler.mo",
        Step(
            "MO is bounded by the trait, which both sound measures implement",
            "read off the transcription; mypy checks it",
            Exhaustive("the transcription", lambda: (listing,), bounds),
        ),
    ),
    DOCUMENT.proof(
        "precondition.compiler.tia",
        Step(
            "TIA is bounded by Number, which f64 and i32 implement",
            "read off the transcription; mypy checks it",
            Exhaustive("the transcription", lambda: (listing,), lambda it: bounds(it) and numbers(it)),
        ),
    ),
    DOCUMENT.proof(
        "precondition.caller",
        Step(
            "Whatever is passed is refused with a designed error or yields a measurement that releases",
            "the sound constructor checks all its parameters itself",
            Exhaustive(ALL_SETTINGS, settings, owes_nothing),
        ),
    ),
    DOCUMENT.proof(
        "postcondition.2",
        CHAINED,
        MAPPED,
        Step(
            "On neighbours, P(y) ≤ e^map(d_in)·P'(y) for the law of the listing",
            "decided exactly, as the sign of an exponential sum",
            Exhaustive("2 scores moved by at most 1, k = 2", a_few_neighbours, printed_is_private),
        ),
        uses=(PRIVACY.id, MAX_DIVERGENCE.id),
    ),
    DOCUMENT.proof(
        "proof.only_entropy_errors",
        Step(
            "No execution of a sound mechanism on any corner member ends in an error",
            "by contract, every path; under max divergence and under zero-concentrated divergence",
            Exhaustive("corner members, scales 0 to 1e300, k up to n + 1", releases, never_fails),
        ),
        uses=(ERRORS.id, CONCENTRATED_ERRORS.id),
    ),
    DOCUMENT.proof(
        "proof.entropy_data_dependent",
        Step(
            "On the tape of one coin, 0, the scores (0, 0) release and (0, 3) run out of entropy",
            "the sound mechanism is run, k = 1, scale 1",
            Exhaustive("max divergence, tape 0", lambda: ((0.0, 3.0),), runs_dry_and_equal_scores_do_not),
        ),
    ),
    DOCUMENT.proof(
        "proof.errors_conditional",
        Step(
            "On the tape of one coin, 0, the scores (0, 0) release and (0, 3) run out of entropy",
            "so that the condition is needed",
            Exhaustive("max divergence, tape 0", lambda: ((0.0, 3.0),), runs_dry_and_equal_scores_do_not),
        ),
        Step(
            "No execution of a sound mechanism on any corner member ends in an error while there are coins",
            "so that it suffices",
            Exhaustive("corner members, scales 0 to 1e300, k up to n + 1", releases, never_fails),
        ),
        uses=(ERRORS.id, CONCENTRATED_ERRORS.id),
    ),
    DOCUMENT.proof(
        "proof.zero_distance",
        Step(
            every(i, implies(absolute(m[i]) <= 0, m[i].eq(0))),
            "vectors at distance 0 are equal, and so are the laws of what is released from them",
            Smt(),
        ),
        Step(
            "At d_in = 0 the printed map returns 0",
            "the transcription is run",
            Exhaustive(ALL_SETTINGS, settings, no_distance_costs_nothing),
        ),
    ),
    DOCUMENT.proof(
        "proof.zero_scale",
        Step(
            "At scale 0 and d_in > 0 the printed map returns infinity",
            "the transcription is run; no loss exceeds infinity",
            Exhaustive(ALL_SETTINGS, settings, no_noise_costs_all),
        ),
    ),
    DOCUMENT.proof(
        "proof.noisy_top_k_preconditions",
        Step(
            "Lines 9 and 16 let through exactly the domains without NaN and the finite scales without a minus sign",
            "the transcription is run; that is all that the trait requires of them, infinite scores being taken "
            "as the largest float",
            Exhaustive(ALL_SETTINGS, settings, lets_through_what_selection_requires),
        ),
        uses=("zero_concentrated_divergence.precondition.caller.random_variable.scale",),
    ),
    DOCUMENT.proof(
        "proof.composition",
        *MAX_DIVERGENCE_PROOF.steps,
        CHAINED,
        MAPPED,
        uses=(MAX_DIVERGENCE.id, ZERO_CONCENTRATED.id),
    ),
    DOCUMENT.refuted("theorem_2_1", "entropy", repaired=PRIVACY.id),
    DOCUMENT.refuted("postcondition.1", "entropy", repaired=ERRORS.id),
    DOCUMENT.refuted("proof.privacy_map_preconditions", "nan_distance", repaired=MAP_REFUSES.id),
)
