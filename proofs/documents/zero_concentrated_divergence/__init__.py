"""`TopKMeasure` for `ZeroConcentratedDivergence`, item by item: its types, its noise, its loose but sound map."""

import inspect
import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import get_type_hints

from impl.draws import TapeDraw
from impl.gumbel import GumbelRV, gumbel_top_k
from impl.noisy_top_k import TOP_K_MEASURES
from impl.published.vocabulary import f64, usize
from impl.published.zero_concentrated_divergence import ZeroConcentratedDivergence
from impl.zero_concentrated_divergence import ZeroConcentratedDivergence as Sound
from proofs.documents.range_divergence import FLOATS, Signature, accepts, floats, has_these_types
from proofs.documents.zero_concentrated_divergence.errata import returns_no_index
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Refutation, Step, Witnessed
from proofs.mechanisms.gumbel import CODE
from proofs.mechanisms.noisy_top_k.zero_concentrated_divergence import LAW, PRIVACY
from proofs.theory.exponential_mechanism import MAX_DIVERGENCE
from proofs.theory.one_shot import PEELING, PEELING_STEPS, ROUND_BY_ROUND
from spec.documents.zero_concentrated_divergence.formulas import FORMULAS
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Family, Formula, Sort, Symbol, both, every, exp, implies, ln, total
from spec.space import ZeroConcentratedDivergence as Space
from spec.top_k_measure import TopKMeasure

SLUG = "zero_concentrated_divergence"


def of(item: str, *steps: Step, uses: tuple[str, ...] = (), title: str = "") -> Proof:
    """A proof of one of the document's items."""
    return Proof(f"{SLUG}.{item}", steps, uses, title)


def refuted(item: str, erratum: str, repaired: str) -> Refutation:
    """A refutation by the witness of an erratum."""
    return Refutation(f"{SLUG}.{item}", f"{SLUG}.{erratum}", repaired)


# A divergence of every order is at most the greatest loss. Over the outcomes: Q_i, and L_i = ln(P_i/Q_i).
i, alpha, greatest = Symbol("i"), Symbol("α"), Symbol("ε")
q, L = Family("Q", Sort.POSITIVE), Family("L")
MOMENT, MASS = total(i, q[i] * exp(alpha * L[i])), total(i, q[i] * exp(L[i]))
BELOW_MAX = Claim(
    "divergence.moment_at_most_max",
    Kind.LEMMA,
    Formula(
        MOMENT <= exp((alpha - 1) * greatest) * MASS,
        given=(alpha > 1, every(i, L[i] <= greatest)),
    ),
)
BELOW_MAX_PROOF = Proof(
    BELOW_MAX.id,
    (
        Step(
            every(i, exp(alpha * L[i]).eq(exp((alpha - 1) * L[i]) * exp(L[i]))),
            "(P/Q)^α = (P/Q)^(α - 1)·(P/Q)",
            Symbolic(),
        ),
        Step(
            every(i, (alpha - 1) * L[i] <= (alpha - 1) * greatest),
            "α > 1, and no loss exceeds ε",
            Smt(),
        ),
        Step(
            every(i, exp(alpha * L[i]) <= exp((alpha - 1) * greatest) * exp(L[i])),
            "exp is increasing",
            Smt(),
            using=(1, 2),
        ),
        Step(
            MOMENT <= exp((alpha - 1) * greatest) * MASS,
            "weigh with Q and add up; Σ Q·e^L = Σ P = 1",
            Induction(least=0),
            using=(3,),
        ),
    ),
)
moment, epsilon = Symbol("Σ Q·(P/Q)^α", Sort.POSITIVE), Symbol("ε", Sort.NONNEGATIVE)
PURE_IS_CONCENTRATED = (
    Step(
        implies(both(alpha > 1, ln(moment) <= (alpha - 1) * epsilon), ln(moment) / (alpha - 1) <= alpha * epsilon),
        "the loss of one release is at most ε = d_in/scale, so that Σ Q·(P/Q)^α ≤ e^((α - 1)·ε), and D_α ≤ ε ≤ α·ε: "
        "the exponential mechanism is ε-zCDP, which is what ε-CDP has to mean here",
        Smt(),
    ),
)


def privacy_map_types() -> Iterator[Signature]:
    """privacy_map, as transcribed."""
    yield Signature(ZeroConcentratedDivergence.privacy_map, {"d_in": f64, "scale": f64, "k": usize, "return": f64})


def scale_of_noise_is_checked(scale: float) -> bool:
    """The sound selection takes every finite scale ≥ 0, and neither NaN nor a negative one."""
    return accepts(lambda: Sound.noisy_top_k([], scale, 0, False, TapeDraw(()))) is (0 <= scale < math.inf)


def scores_are_checked(score: float) -> bool:
    """The sound selection takes every score but NaN."""
    return accepts(lambda: Sound.noisy_top_k([score], 1.0, 0, False, TapeDraw(()))) is not math.isnan(score)


def distance_is_checked(d_in: float) -> bool:
    """The sound map takes every positive distance, and neither NaN nor a negative number."""
    return d_in == 0 or accepts(lambda: Sound.privacy_map(d_in, 1e300)) is (0 < d_in < math.inf)


def scale_is_checked(scale: float) -> bool:
    """The sound map takes every positive scale, and neither NaN nor a negative one."""
    return scale == 0 or accepts(lambda: Sound.privacy_map(5e-324, scale)) is (0 < scale < math.inf)


def map_is_the_quotient(k: int) -> bool:
    """For k = 1 the printed map returns d_in/scale, rounded up."""
    numbers = [number for number in FLOATS if 0 < number < math.inf and number >= 1e-300]
    asked = [(d_in, scale) for d_in in numbers for scale in numbers if d_in / scale < math.inf]
    return all(
        ZeroConcentratedDivergence.privacy_map(f64(d_in), f64(scale), k) >= f64(d_in).inf_div(f64(scale))
        for d_in, scale in asked
    )


def sound_types() -> Iterator[type[TopKMeasure]]:
    """The measure that make_noisy_top_k runs."""
    yield TOP_K_MEASURES[Space]


def has_noisy_top_k(measure: type[TopKMeasure]) -> bool:
    """It defines noisy_top_k, with the types of the trait."""
    own = inspect.unwrap(measure.noisy_top_k)
    return "noisy_top_k" in vars(measure) and get_type_hints(own) == get_type_hints(
        inspect.unwrap(TopKMeasure.noisy_top_k)
    )


def contracts() -> Iterator[tuple[tuple[GumbelRV, ...], int]]:
    """Noises of one and of two scales, natural and negative k."""
    noises = tuple(GumbelRV(Fraction(0), Fraction(scale)) for scale in (1, 2))
    yield from product(((), noises[:1], noises), (-1, 0))


def is_enforced(asked: tuple[tuple[GumbelRV, ...], int]) -> bool:
    """gumbel_top_k takes noises of one scale and a natural k, and refuses all else."""
    noises, k = asked
    return accepts(lambda: gumbel_top_k(noises, k, TapeDraw(()))) is (len(noises) < 2 and k >= 0)


TYPES = Claim(
    "ZeroConcentratedDivergence.types",
    Kind.CONTRACT,
    "noisy_top_k of the sound measure has the types of the trait, which are those that make_noisy_top_k calls it with",
)
SCORES = Claim(
    "ZeroConcentratedDivergence.scores",
    Kind.CONTRACT,
    "noisy_top_k of the sound measure takes scores without NaN, and no others",
)

CHAPTER = Chapter(
    claims=(BELOW_MAX, TYPES, SCORES),
    proofs=(
        BELOW_MAX_PROOF,
        Proof(
            TYPES.id,
            (
                Step(
                    "The annotations of the running code",
                    "mypy checks them",
                    Exhaustive("the sound measure", sound_types, has_noisy_top_k),
                ),
            ),
        ),
        Proof(
            SCORES.id,
            (
                Step(
                    "Of the corners of binary64, NaN alone is refused",
                    "the contract is enforced",
                    Exhaustive("the corners of binary64", floats, scores_are_checked),
                ),
            ),
        ),
        of(
            "precondition.compiler.privacy_map",
            Step(
                "privacy_map: (d_in: f64, scale: f64, k: usize) -> f64",
                "read off the transcription, which mypy checks",
                Exhaustive("the transcribed method", privacy_map_types, has_these_types),
            ),
        ),
        of(
            "precondition.caller.random_variable.scale",
            Step(
                "The sound selection takes exactly the finite scale ≥ 0",
                "its contract is enforced",
                Exhaustive("the corners of binary64", floats, scale_of_noise_is_checked),
            ),
        ),
        of(
            "precondition.caller.privacy_map.d_in",
            Step(
                "The sound map takes every positive finite d_in and neither NaN nor a negative one",
                "its contract is enforced; it allows 0 besides",
                Exhaustive("the corners of binary64", floats, distance_is_checked),
            ),
        ),
        of(
            "precondition.caller.privacy_map.scale",
            Step(
                "The sound map takes every positive finite scale and neither NaN nor a negative one",
                "its contract is enforced; it allows 0 besides",
                Exhaustive("the corners of binary64", floats, scale_is_checked),
            ),
        ),
        of(
            "postcondition.2",
            *PURE_IS_CONCENTRATED,
            Step(
                "For k = 1 the printed map returns at least d_in/scale",
                "the transcription is run; each operation rounds up",
                Exhaustive("distances and scales up to 1e300", lambda: (1,), map_is_the_quotient),
            ),
            uses=(BELOW_MAX.id, MAX_DIVERGENCE.id, PEELING.id),
        ),
        of(
            "definition_1_2",
            Step(FORMULAS["definition_1_2"].conclusion, "the density has mass 1", Symbolic()),
        ),
        of(
            "eq1",
            Step(
                FORMULAS["eq1"].conclusion,
                "over any interval it integrates to what the distribution function e^(-e^(-z)) gains there",
                Symbolic(),
            ),
        ),
        of(
            "eq1.where",
            Step(
                FORMULAS["eq1.where"].conclusion,
                "moving x and μ by d leaves z alone, and so does stretching x, μ and β by c; the density scales with "
                "1/c",
                Symbolic(),
            ),
        ),
        of(
            "proof.gumbel_noisy_max_preconditions",
            Step(
                "What gumbel_top_k requires is one scale for all noises, and a natural k",
                "that is what selection needs, by whichever name; both are enforced at every call",
                Exhaustive("noises of one and of two scales, k = -1 and 0", contracts, is_enforced),
            ),
            uses=(CODE.id, LAW.id),
        ),
        of("proof.one_shot_is_peeling", *PEELING_STEPS, uses=(PEELING.id,)),
        of("proof.peeling_is_composition", *ROUND_BY_ROUND, uses=(PEELING.id,)),
        of("proof.exponential_cdp", *PURE_IS_CONCENTRATED, uses=(BELOW_MAX.id, MAX_DIVERGENCE.id)),
    ),
    refutations=(
        refuted("precondition.compiler.noisy_top_k", "no_noisy_top_k", TYPES.id),
        refuted("precondition.caller.random_variable.x", "returns_no_index", SCORES.id),
        refuted("postcondition.1", "returns_no_index", LAW.id),
        refuted("theorem_1_1", "returns_no_index", PRIVACY.id),
        Refutation(
            f"{SLUG}.proof.random_variable_postcondition",
            f"{SLUG}.undefined_names",
            LAW.id,
            Witnessed(returns_no_index),
        ),
    ),
)
