"""What no other test asked, until a change of the code that nobody noticed showed it."""

import inspect
from collections.abc import Callable
from fractions import Fraction

import pytest

from impl.ball import ball
from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.inverse_transform import make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.range_divergence import RangeDivergence
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from impl.samplers import sample_bernoulli_exp1
from impl.zero_concentrated_divergence import ZeroConcentratedDivergence
from proofs.engine.checkers import laws, statistical
from proofs.engine.checkers.assumed import Assumed
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.crosshair.checker import Confirmed
from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.evaluated import Evaluated
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.laws import AtTheCoins, ByContract
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.sampled_loss import SampledLoss
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.statistical import Sampled, SampledShares
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.law import Failure, Law
from proofs.engine.law.contract import _Contracts
from proofs.engine.law.nearly import Mass
from proofs.engine.ledger.status import Status
from proofs.engine.statistics.sequential import Result
from spec import errors, space
from spec.exponential_candidates_gumbel import MAKE_BASE_EXPONENTIAL_CANDIDATES_GUMBEL
from spec.inverse_transform import MAKE_INVERSE_TRANSFORM
from spec.logic.formula import Formula, Sort, Symbol, exp
from spec.noisy_top_k import MAKE_NOISY_TOP_K
from spec.report_noisy_max_gumbel import MAKE_REPORT_NOISY_MAX_GUMBEL
from spec.space import AtomDomain, LInfDistance, VectorDomain
from spec.triple import Triple, triple_of
from spec.weights import exp_minus, rational

LEAST = 5e-324
THREE = VectorDomain(AtomDomain(float), 3)
METRIC = LInfDistance(float)
MEASURES = (space.MaxDivergence(), space.ZeroConcentratedDivergence())
CHECKS = (
    Assumed, AtTheCoins, Balls, ByContract, Confirmed, Differentiation, Evaluated, Exhaustive, Induction, Linear, Rule,
    Sampled, SampledLoss, SampledShares, Smt, Symbolic,
)  # fmt: skip


@pytest.mark.parametrize(
    ("make", "triple"),
    [
        (make_noisy_top_k, MAKE_NOISY_TOP_K),
        (make_report_noisy_max_gumbel, MAKE_REPORT_NOISY_MAX_GUMBEL),
        (make_base_exponential_candidates_gumbel, MAKE_BASE_EXPONENTIAL_CANDIDATES_GUMBEL),
        (make_inverse_transform, MAKE_INVERSE_TRANSFORM),
    ],
)
def test_constructors_answer_to_their_triples(make: Callable[..., object], triple: Triple) -> None:
    """Is the triple of each constructor the one that its document states?"""
    assert triple_of(make) is triple


@pytest.mark.parametrize("measure", MEASURES)
def test_all_candidates_may_be_asked_for(measure: space.Measure) -> None:
    """On a domain of known size, is k = size taken and k = size + 1 refused?"""
    assert sorted(make_noisy_top_k(THREE, METRIC, measure, 3, 1.0, False).invoke([1.0, 2.0, 3.0])) == [0, 1, 2]
    with pytest.raises(errors.KExceedsSize):
        make_noisy_top_k(THREE, METRIC, measure, 4, 1.0, False)


def test_the_least_negative_distance_is_refused() -> None:
    """Do the maps, called by themselves, refuse what is just below zero?"""
    for measure in MEASURES:
        with pytest.raises(errors.DistanceNegative):
            make_noisy_top_k(THREE, METRIC, measure, 1, 1.0, False).privacy_map(-LEAST)
    with pytest.raises(errors.DistanceNegative):
        make_report_noisy_max_gumbel(THREE, METRIC, 1.0, "max").privacy_map(-LEAST)
    with pytest.raises(errors.DistanceNegative):
        RangeDivergence.privacy_map(-LEAST, 1.0, 1)
    with pytest.raises(errors.DistanceNegative):
        ZeroConcentratedDivergence.privacy_map(-LEAST, 1.0)


def test_noisy_max_loses_nothing_at_no_distance() -> None:
    """Is the bound 0 at distance 0, also without noise, and not yet 1 at a small distance?"""
    for scale in (0.0, 1.0):
        assert make_report_noisy_max_gumbel(THREE, METRIC, scale, "max").privacy_map(0.0) == 0.0
    assert make_report_noisy_max_gumbel(THREE, METRIC, 1.0, "max").privacy_map(0.25) == 0.5


def test_one_index_is_tightly_bounded_as_one_index() -> None:
    """Do the tight maps of the mechanisms that release one index count one round, of the metric's own distance?"""
    assert make_report_noisy_max_gumbel(THREE, METRIC, 1.0, "max").tight_map(1.0) == 2.0
    assert make_report_noisy_max_gumbel(THREE, LInfDistance(float, monotonic=True), 1.0, "max").tight_map(1.0) == 1.0
    assert make_base_exponential_candidates_gumbel(THREE, 1.0).tight_map(1.0) == 1.0


@pytest.mark.parametrize("kind", [Failure, Law, Mass, _Contracts])
def test_what_was_measured_does_not_change(kind: type) -> None:
    """Can nobody change a law, an error that is one of its outcomes, or how calls are read, once it is measured?"""
    assert vars(kind)["__dataclass_params__"].frozen


@pytest.mark.parametrize("check", CHECKS)
def test_a_check_is_a_constant_that_names_its_engine_itself(check: type) -> None:
    """Can nobody change a check once it stands in a proof, or hand it the name of another engine?"""
    assert vars(check)["__dataclass_params__"].frozen
    assert "checker" not in inspect.signature(check).parameters


def test_sums_and_products_are_evaluated() -> None:
    """Is an equation of a sum and a product that holds left open, and refuted once either is off by a little?"""
    p = Symbol("p", Sort.POSITIVE)
    left, right = 1 - exp(-p), exp(-p) * (exp(p) - 1)
    assert Evaluated({p: 2}).run(Formula(left.eq(right))).status is Status.OPEN
    for off in (left + Fraction(1, 2**80), left * (1 + Fraction(1, 2**80))):
        assert Evaluated({p: 2}).run(Formula(off.eq(right))).status is Status.REFUTED


def test_numbers_of_a_test_are_short_and_never_too_small() -> None:
    """Are rates and detectable differences told in two digits, rounded up, and evidence in three, without a radius?"""
    assert statistical.rounded_up(Fraction(1, 3)) == "0.34"
    assert statistical.rounded_up(Fraction(1, 8)) == "0.13"
    assert statistical._evidence(Result(False, 1, ball(Fraction(1, 3)), "")) == "e-value 0.333"


def test_probabilities_are_told_exactly_if_they_are_short() -> None:
    """Is a fraction printed as it is while its denominator has six digits, and as twenty digits beyond?"""
    assert laws._near(Fraction(1, 10**6 - 1)) == "1/999999"
    assert laws._near(Fraction(1, 10**6)) == laws._near(rational(Fraction(1, 10**6))) == "1.0000000000000000000e-6"
    assert laws._near(exp_minus(1)) == "0.36787944117144232160"


def test_nothing_is_missing_from_what_is_promised() -> None:
    """Does a promised law say that it is whole?"""
    assert laws.promised_law(sample_bernoulli_exp1, (Fraction(1),)).missing == 0
