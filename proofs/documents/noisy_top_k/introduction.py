"""What `make_noisy_top_k` says before its listing: the naive mechanism, temperature, floats, noise, top k."""

from collections.abc import Iterator
from fractions import Fraction

from impl.noisy_top_k import TOP_K_MEASURES, make_noisy_top_k
from impl.permute_and_flip import permute_and_flip
from impl.published.vocabulary import GumbelRV
from impl.published.zero_concentrated_divergence import ZeroConcentratedDivergence as PrintedMeasure
from impl.zero_concentrated_divergence import ZeroConcentratedDivergence
from proofs.documents.printed import TOP_K as DOCUMENT
from proofs.documents.shared_sections.arithmetic import floats
from proofs.documents.shared_sections.introduction import naive_law, temperature
from proofs.engine.checkers.assumed import Assumed
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.laws import AtTheCoins
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter
from proofs.engine.ledger.model import Instance, Proof, Refutation, Step
from proofs.mechanisms.noisy_top_k.cases import release
from proofs.mechanisms.noisy_top_k.max_divergence import has_the_law
from proofs.mechanisms.peeling import MAX_DIVERGENCE_PROOF
from proofs.mechanisms.permute_and_flip import CASES
from proofs.mechanisms.permute_and_flip.other_forms import EXPONENTIAL_NOISE, EXPONENTIAL_NOISE_STEPS, UNIFORM_CHOICE
from proofs.theory.noise_variance import LEAST
from proofs.theory.one_shot import PEELING, PEELING_STEPS
from proofs.theory.softmax import INVERSE_TRANSFORM
from proofs.theory.temperature import ENTROPY, OF_K_ROUNDS
from spec import space
from spec.documents.noisy_top_k.formulas import d_out, rounds
from spec.documents.shared_formulas import WEIGHTS, N, i, rise, s, sensitivity, share, tau
from spec.gumbel import TOP_K_CODE as GUMBEL_CODE
from spec.logic.formula import Sort, Symbol, implies, total
from spec.logic.release import Release
from spec.noisy_top_k import MAX_DIVERGENCE_LAW as LAW
from spec.noisy_top_k import ZERO_CONCENTRATED_LAW as GUMBEL_LAW
from spec.noisy_top_k import ZERO_CONCENTRATED_PRIVACY as CONCENTRATED
from spec.peeling import MAX_DIVERGENCE as COMPOSES
from spec.permute_and_flip import CODE as PERMUTE_AND_FLIP_CODE

p_i, p_j, t, rest = Symbol("p_i"), Symbol("p_j"), Symbol("t"), Symbol("∫ Π", Sort.NONNEGATIVE)
R, delta = Symbol("R", Sort.NONNEGATIVE), Symbol("δ", Sort.POSITIVE)


def introduction() -> Iterator[Proof | Refutation]:
    """The naive mechanism and its law."""
    yield DOCUMENT.refuted("prose.selects_greatest", "selects_least", repaired=LAW.id)
    yield DOCUMENT.proof(
        "prose.same_purpose",
        Step(
            (p_i * (1 - t * p_j) - p_j * (1 - t * p_i)).eq(p_i - p_j),
            "permute-and-flip: P(i) - P(j) = ∫ (p_i·(1 - t·p_j) - p_j·(1 - t·p_i))·Π_l (1 - t·p_l) dt, l other than "
            "i and j",
            Symbolic(),
        ),
        Step(
            implies(p_j <= p_i, (p_i - p_j) * rest >= 0),
            "so of two candidates the better one is released at least as often, as by the exponential mechanism: the "
            "best is the likeliest",
            Smt(),
        ),
        uses=("softmax.order", "permute_and_flip.law"),
    )
    yield from naive_law(DOCUMENT)
    for item in ("prose.inverse_transform", "eq1"):
        yield DOCUMENT.proof(
            item,
            *INVERSE_TRANSFORM.proof.steps,
            Step(
                total(i, share(i)).eq(WEIGHTS / N),
                "the cumulative probabilities end at 1 > u, so that some k is the first, whether it has to exceed u "
                "or to reach it",
                Induction(),
            ),
            uses=("softmax.adds_up",),
        )
    yield DOCUMENT.proof("eq2", DOCUMENT.step("eq2", "the multiple of the likelihoods that adds up to 1", Smt()))

    yield DOCUMENT.refuted(
        "prose.exponentially_more_likely", "not_exponential", Balls(({s: (0, 0), tau: 1, rise: 1},)), "softmax.odds"
    )


SKIPPED = {DOCUMENT.id(item) for item in ("eq3", "prose.epsilon_distinguishes", "prose.hot_uniform")}


def of_temperature() -> Iterator[Proof | Refutation]:
    """What τ, d_out and Δ have to do with each other."""
    yield from (entry for entry in temperature(DOCUMENT) if entry.claim not in SKIPPED)
    yield DOCUMENT.proof(
        "prose.hot_uniform",
        Step(
            implies(tau >= R * (1 + delta) / delta, 1 - R / tau >= 1 / (1 + delta)),
            "scores that differ by at most R have 1 - R/τ ≤ n·p_k ≤ 1/(1 - R/τ), which comes within any δ > 0 of 1; "
            "and the entropy does not fall on the way",
            Smt(),
        ),
        uses=("softmax.nearly_uniform", ENTROPY.id),
    )
    yield Refutation(
        DOCUMENT.id("eq3"),
        DOCUMENT.id("temperature_of_k"),
        OF_K_ROUNDS.id,
        Balls(({rounds: 2, sensitivity: 1, tau: 1, d_out: 2},)),
    )
    yield DOCUMENT.refuted("prose.delta_defined_later", "delta_defined", repaired="metrics.range_at_most_twice_linf")
    yield DOCUMENT.proof(
        "prose.d_out_distinguishes",
        DOCUMENT.step(
            "prose.d_out_distinguishes",
            "p_i/p_j = e^(d_out·(s_i - s_j)/Δ), which for s_i > s_j grows with d_out",
            Smt(),
        ),
        uses=(DOCUMENT.id("prose.temperature_calibrates"),),
    )
    yield DOCUMENT.proof(
        "prose.literature_factor_two",
        Step(
            "The exponential mechanism with parameter ε is stated as 2·ε·Δ private",
            "a fact about other texts",
            Assumed("F. McSherry and K. Talwar, Mechanism Design via Differential Privacy, 2007, Theorem 6"),
        ),
    )


def measures() -> Iterator[space.Measure]:
    """The two measures."""
    yield from (space.MaxDivergence(), space.ZeroConcentratedDivergence())


def can_be_satisfied(measure: space.Measure) -> bool:
    """The sound constructor returns a measurement under this measure."""
    domain, metric = space.VectorDomain(space.AtomDomain(float)), space.LInfDistance(float)
    built = make_noisy_top_k(domain, metric, measure, 2, 1.0, False)
    return built.output_measure == measure and type(measure) in TOP_K_MEASURES


def concentrated_measures() -> Iterator[type[PrintedMeasure] | type[ZeroConcentratedDivergence]]:
    """The printed and the sound measure."""
    yield from (PrintedMeasure, ZeroConcentratedDivergence)


def draws_gumbel_noise(measure: type[PrintedMeasure] | type[ZeroConcentratedDivergence]) -> bool:
    """The class attribute RV is what random_variable returns, and that is GumbelRV."""
    return measure.RV is type(measure.random_variable(Fraction(0), Fraction(1))) is GumbelRV


def few_releases() -> Iterator[Release]:
    """Three scores, with and without ties, and every k."""
    for scores in ((0, 1, 3), (2, 2, 2)):
        for scale in (0.0, 1.0):
            yield from (release(space.MaxDivergence(), scores, k, scale, False) for k in range(4))


PEELED = Step(
    "Under max divergence the release has the law of permute-and-flip, peeled k times",
    "by contract; no other noise is drawn",
    Exhaustive("3 scores, with and without ties, scale 0 and 1, every k", few_releases, has_the_law),
)


def of_noise() -> Iterator[Proof | Refutation]:
    """The trick, the two noises, top k."""
    yield DOCUMENT.refuted("prose.gumbel_addresses", "trick_in_floats", repaired=GUMBEL_CODE.id)
    yield DOCUMENT.same("prose.naive_equals_gumbel", "gumbel.max", "the theorem, for independent noise")
    yield DOCUMENT.proof(
        "eq4",
        Step(
            DOCUMENT.formula("prose.naive_equals_gumbel"),
            "the argmax is k with probability p_k; ties have probability 0, so there is one",
            Smt(),
            using=(Instance("gumbel.max"),),
        ),
        uses=("softmax.adds_up",),
    )
    yield DOCUMENT.refuted("eq4.where", "dependent_noise", repaired="gumbel.max")
    yield DOCUMENT.proof(
        "prose.two_measures",
        Step(
            "make_noisy_top_k returns a measurement under either measure",
            "it is run",
            Exhaustive("both measures", measures, can_be_satisfied),
        ),
        uses=(LAW.id, GUMBEL_LAW.id),
    )
    yield DOCUMENT.proof(
        "prose.gumbel_for_zcdp",
        Step(
            "The printed and the sound measure draw a GumbelRV",
            "the class attribute RV, and what random_variable returns",
            Exhaustive(
                "the printed and the sound measure",
                concentrated_measures,
                draws_gumbel_noise,
            ),
        ),
        uses=(GUMBEL_LAW.id,),
    )
    yield DOCUMENT.proof(
        "prose.exponential_for_max_divergence", *EXPONENTIAL_NOISE_STEPS, uses=(EXPONENTIAL_NOISE.id, LAW.id)
    )
    yield DOCUMENT.refuted("prose.gumbel_minimises_variance", "exponential_noise", repaired=CONCENTRATED.id)
    yield DOCUMENT.refuted("prose.exponential_minimises_variance", "geometric_noise", repaired=LEAST.id)
    yield DOCUMENT.proof("prose.permute_and_flip_law", *EXPONENTIAL_NOISE_STEPS, uses=(EXPONENTIAL_NOISE.id,))
    yield DOCUMENT.proof(
        "prose.permute_and_flip_discrete",
        Step(
            "Permute-and-flip runs on fair coins and has its law",
            "every execution is walked",
            AtTheCoins(permute_and_flip, CASES[:5], "up to 3 scores", Fraction(1, 2**41)),
        ),
        uses=(PERMUTE_AND_FLIP_CODE.id, UNIFORM_CHOICE.id),
    )
    for item in ("prose.permute_and_flip_used", "prose.permute_and_flip_peels"):
        yield DOCUMENT.proof(item, PEELED, uses=(LAW.id,))
    for item in ("prose.gumbel_one_shot", "prose.one_shot_needs_no_peeling"):
        yield DOCUMENT.proof(item, *PEELING_STEPS, uses=(PEELING.id,))
    yield DOCUMENT.proof("prose.privacy_by_composition", *MAX_DIVERGENCE_PROOF.steps, uses=(COMPOSES.id,))


CHAPTER = chapter(*introduction(), *of_temperature(), *floats(DOCUMENT), *of_noise())
