"""What `make_noisy_top_k` says before its listing: the naive mechanism, temperature, floats, noise, top k."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from impl.ball import ball, precision, upper
from impl.noisy_top_k import TOP_K_MEASURES, make_noisy_top_k
from impl.permute_and_flip import permute_and_flip
from impl.published.noisy_top_k import make_noisy_top_k as printed
from impl.published.vocabulary import GumbelRV, LInfDistance, MaxDivergence, MethodDomain, VectorDomain, f64
from impl.published.zero_concentrated_divergence import ZeroConcentratedDivergence as PrintedMeasure
from impl.zero_concentrated_divergence import ZeroConcentratedDivergence
from proofs import noise_variance
from proofs.checkers.assumed import Assumed
from proofs.checkers.balls import Balls
from proofs.checkers.exhaustive import Exhaustive
from proofs.checkers.laws import AtTheCoins
from proofs.checkers.smt import Induction, Smt
from proofs.checkers.symbolic import Symbolic
from proofs.errata.witness import BITS, coins, digits, show
from proofs.gumbel_numbers import CODE as GUMBEL_CODE
from proofs.gumbel_sections.arithmetic import floats
from proofs.gumbel_sections.law import temperature
from proofs.gumbel_sections.printed import Printed
from proofs.ledger.ledger import Chapter
from proofs.ledger.model import Erratum, Instance, Proof, Refutation, Severity, Step
from proofs.noise_forms import EXPONENTIAL_NOISE, EXPONENTIAL_NOISE_STEPS
from proofs.noisy_top_k import LAW, Case, has_the_peeling_law
from proofs.one_shot import PEELING, PEELING_STEPS
from proofs.peeling import MAX_DIVERGENCE as COMPOSES
from proofs.peeling import MAX_DIVERGENCE_PROOF
from proofs.permute_and_flip import CASES
from proofs.permute_and_flip import CODE as PERMUTE_AND_FLIP_CODE
from proofs.zero_concentrated_divergence import LAW as GUMBEL_LAW
from proofs.zero_concentrated_divergence import PRIVACY as CONCENTRATED
from spec import space
from spec.claim import Claim, Kind
from spec.documents.formulas.gumbel_max import WEIGHTS, N, i, rise, s, sensitivity, share, tau
from spec.documents.formulas.noisy_top_k import d_out, rounds
from spec.formula import Family, Formula, Sort, Symbol, both, every, implies, ln, total
from spec.weights import exp_minus

WHERE = "proofs/documents_noisy_top_k_prose.py"
_OTHER_NAMES = {"prose.epsilon_cools": "prose.d_out_cools", "prose.epsilon_distinguishes": "prose.d_out_distinguishes"}


@dataclass(frozen=True)
class TopK(Printed):
    """This document; its introduction has d_out where the older ones have ε."""

    def id(self, item: str) -> str:
        """The claim that the item is."""
        return super().id(_OTHER_NAMES.get(item, item))


DOCUMENT = TopK("noisy_top_k", 0)

# Entropy. p at the lower temperature, q at the higher; ln p_i = s_i/τ_1 - c_1, and the same for q.
p, q = Family("p", Sort.POSITIVE), Family("q", Sort.POSITIVE)
GIBBS = Claim(
    "entropy.gibbs",
    Kind.LEMMA,
    Formula(total(i, p[i] * (ln(q[i]) - ln(p[i]))) <= total(i, q[i]) - total(i, p[i])),
    WHERE,
)
GIBBS_PROOF = Proof(
    GIBBS.id,
    (
        Step(every(i, (ln(q[i]) - ln(p[i])).eq(ln(q[i] / p[i]))), "a law of logarithms", Symbolic()),
        Step(every(i, p[i] * (ln(q[i]) - ln(p[i])) <= q[i] - p[i]), "ln x ≤ x - 1", Smt(), using=(1,)),
        Step(GIBBS.statement.conclusion, "add up", Induction(least=0), using=(2,)),  # type: ignore[union-attr]
    ),
)
cold, hot = Symbol("1/τ_1", Sort.NONNEGATIVE), Symbol("1/τ_2", Sort.NONNEGATIVE)
mean_p, mean_q, c_1, c_2 = Symbol("Σ p·s"), Symbol("Σ q·s"), Symbol("c_1"), Symbol("c_2")
HEATED = (
    Step(
        implies(
            both(
                (cold * mean_p - c_1) - (hot * mean_p - c_2) >= 0,
                (hot * mean_q - c_2) - (cold * mean_q - c_1) >= 0,
                hot <= cold,
            ),
            -(hot * mean_q - c_2) >= -(cold * mean_p - c_1),
        ),
        "Σ p·ln(p/q) ≥ 0 and Σ q·ln(q/p) ≥ 0 for p at temperature τ_1 and q at τ_2 ≥ τ_1, where ln p_i = s_i/τ_1 - c_1 and "
        "ln q_i = s_i/τ_2 - c_2. If the means of s agree, so do both laws; else that under p is larger. So the entropy "
        "-Σ q·ln q is at least -Σ p·ln p",
        Smt(),
    ),
)

TEMPERATURE = Claim(
    "temperature.of_k_rounds",
    Kind.LEMMA,
    Formula(
        tau.eq(rounds * sensitivity / d_out), given=(rounds >= 1, d_out.eq(rounds * (sensitivity / tau)))
    ),
    WHERE,
)


def trick_in_floats(bits: int = 53) -> str:
    """Bound the noise -ln(-ln u) for u among the multiples of 2^-bits in (0, 1)."""
    step = Fraction(1, 2**bits)
    with precision(4 * BITS):
        least, greatest = (-(-ball(u).log()).log() for u in (step, 1 - step))
        behind = greatest - least
        text = (
            f"u a multiple of 2^-{bits} in (0, 1): -ln(-ln u) lies in [{digits(least)}, {digits(greatest)}]; a score 41·τ "
            f"behind another is never selected, where p = 1/(1 + e^41) = {digits(exp_minus(41))}"
        )
        return show(upper(behind) < 41, text)


def dependent_noise(shift: Fraction = Fraction(1)) -> str:
    """Give both candidates the same noise, s = (0, shift), τ = 1."""
    text = (
        f"s = (0, {shift}), τ = 1, g_1 = G, g_2 = {shift} + G for one Gumbel variable G: each g_i is Gumbel(s_i, 1), and "
        f"the second always wins, where p_2 = e/(1 + e)"
    )
    return show(shift > 0, text)


def selects_least(negate: bool = True) -> str:
    """Select one of two scores without noise."""
    domain, metric = VectorDomain(MethodDomain(f64)), LInfDistance(f64)
    released = printed(domain, metric, MaxDivergence(), 1, f64(0.0), negate).function([0.0, 1.0], coins())
    return show(list(released) == [0], f"negate = {negate}, scale 0, k = 1: of [0.0, 1.0] the released index is {released}")


ERRATA = (
    Erratum(
        DOCUMENT.id("trick_in_floats"),
        DOCUMENT.slug,
        (DOCUMENT.id("prose.gumbel_addresses"),),
        Severity.FALSE_STATEMENT,
        "the Gumbel-max trick cures underflow, overflow and rounding",
        "not by itself: computed in floats, the noise has a greatest and a least value, and far candidates get probability 0",
        "compare noisy scores bit by bit, exactly",
        trick_in_floats,
    ),
    Erratum(
        DOCUMENT.id("dependent_noise"),
        DOCUMENT.slug,
        (DOCUMENT.id("eq4.where"),),
        Severity.PROOF_GAP,
        "each g_i is Gumbel",
        "they have to be independent as well",
        "say so",
        dependent_noise,
    ),
    Erratum(
        DOCUMENT.id("selects_least"),
        DOCUMENT.slug,
        (DOCUMENT.id("prose.selects_greatest"), DOCUMENT.id("prose.same_purpose")),
        Severity.INCONSISTENT,
        "the greatest scores are selected",
        "the least, if negate is set",
        "mention it",
        selects_least,
    ),
    *noise_variance.ERRATA,
)
_OWN = {erratum.id: erratum for erratum in ERRATA}


def refuted(item: str, erratum: str, repaired: str) -> Refutation:
    """A refutation by an erratum of this chapter."""
    from proofs.errata import Witnessed

    id = DOCUMENT.id(erratum)
    return Refutation(DOCUMENT.id(item), Witnessed(_OWN[id].witness), id, repaired)
