"""Is the exponential mechanism, from coins alone, what it promises, and is a wrong one refuted?"""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from impl.exponential_mechanism import exponential_mechanism
from impl.permute_and_flip import permute_and_flip
from impl.registry import CONCENTRATED, EXPONENTIAL_MECHANISM, MAX, RANGE, Setting, release_exponential_mechanism
from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.laws import ByContract
from proofs.engine.judge import RUNNING
from proofs.engine.ledger.status import Status
from proofs.mechanisms.exponential_mechanism import CASES
from proofs.mechanisms.permute_and_flip.zcdp import PAIRS_SCOPE, pairs
from spec import errors
from spec.draw import Draw, sampler
from spec.exponential_mechanism import (
    CODE,
    MAX_DIVERGENCE_PRIVACY,
    RANGE_PRIVACY,
    ZERO_CONCENTRATED_PRIVACY,
)
from spec.exponential_mechanism import (
    EXPONENTIAL_MECHANISM as TRIPLE,
)
from spec.logic.claim import Claim
from spec.logic.closeness import Scores
from spec.permute_and_flip import RANGE_PRIVACY as FLIP_RANGE_PRIVACY
from spec.samplers import EXP_HAS_LAW, UNIFORM_HAS_LAW
from spec.space import AtomDomain, LInfDistance, VectorDomain
from tests.support.judges import Planted

SPACE = VectorDomain(AtomDomain(float), 2), LInfDistance(float)
SAMPLERS = (UNIFORM_HAS_LAW, EXP_HAS_LAW)
PRIVACY = (MAX_DIVERGENCE_PRIVACY, ZERO_CONCENTRATED_PRIVACY, RANGE_PRIVACY)
APART = Scores((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), Fraction(1))


@TRIPLE
@sampler
def argmax(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Without noise."""
    return max(range(len(x)), key=lambda i: (x[i], i))


@TRIPLE
@sampler
def flipped(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Permute-and-flip under the wrong name: as private in max divergence, and not in range."""
    return permute_and_flip(x, scale, draw)


def test_the_code_has_the_law() -> None:
    """Is the law of the code that of the triple, and is a deterministic one told from it?"""
    promise = CODE.promise.provided(*SAMPLERS)
    assert ByContract(exponential_mechanism, CASES, "a few").run(promise).status is Status.CERTIFIED
    assert ByContract(argmax, CASES, "a few").run(promise).status is Status.OPEN
    assert not promise.holds(CASES[2], Planted({CODE.promise.about: argmax}))


@pytest.mark.parametrize("claim", PRIVACY, ids=lambda claim: claim.id)
def test_a_selection_without_noise_is_refuted(claim: Claim) -> None:
    """Is what runs private under each measure, and code that always selects the best not?"""
    promise = claim.promise.provided(*SAMPLERS)
    assert promise.holds(APART, RUNNING)
    assert Instances(PAIRS_SCOPE, pairs, Planted({promise.about: argmax})).run(promise).status is Status.REFUTED


def test_permute_and_flip_has_a_wider_range() -> None:
    """Is permute-and-flip refuted under the range of the exponential mechanism, and not under its own?"""
    planted = Planted({RANGE_PRIVACY.promise.about: flipped})
    assert not RANGE_PRIVACY.promise.provided(*SAMPLERS).holds(APART, planted)
    ahead = Scores(APART.x, (Fraction(0), Fraction(0)), Fraction(1))
    assert FLIP_RANGE_PRIVACY.promise.provided(*SAMPLERS).holds(ahead, RUNNING)
    assert not RANGE_PRIVACY.promise.provided(*SAMPLERS).holds(ahead, planted)


def test_equal_scores_have_equal_laws() -> None:
    """Does the promise say at distance 0 that the laws are the same?"""
    same = Scores(APART.x, tuple(score + 1 for score in APART.x), Fraction(1))
    assert ZERO_CONCENTRATED_PRIVACY.promise.provided(*SAMPLERS).holds(same, RUNNING)
    planted = Planted({RANGE_PRIVACY.promise.about: flipped})
    assert ZERO_CONCENTRATED_PRIVACY.promise.provided(*SAMPLERS).holds(same, planted)


def test_the_promise_says_what_it_is_about() -> None:
    """Does a promise about code name the code, the coins and the bound?"""
    assert MAX_DIVERGENCE_PRIVACY.promise.about == "impl.exponential_mechanism.exponential_mechanism"
    assert MAX_DIVERGENCE_PRIVACY.promise.show() == (
        "for all x, x' of n rationals at range distance d > 0 and all scale > 0, with ε = d/scale: on independent fair "
        "coins the laws P, P' of exponential_mechanism(x, scale), exponential_mechanism(x', scale) have P(S) ≤ "
        "e^ε·P'(S) for every set S of outputs"
    )


def test_it_is_offered_with_the_maps_of_its_law() -> None:
    """Is it made under both measures, with the maps of one round of Gumbel noise, and refused under another?"""
    pure, concentrated = (release_exponential_mechanism(*SPACE, measure, 2.0) for measure in (MAX, CONCENTRATED))
    assert pure.map(1.0) == 1.0
    assert concentrated.map(1.0) == 0.125
    assert pure.tight_map(1.0, RANGE) == 1.0
    assert concentrated.tight_map(1.0, CONCENTRATED) < 0.125
    assert EXPONENTIAL_MECHANISM.make(Setting(size=2)).map(1.0) == 2.0
    with pytest.raises(errors.NotASpace):
        release_exponential_mechanism(*SPACE, RANGE, 2.0)
    with pytest.raises(errors.ConstructionError):
        release_exponential_mechanism(VectorDomain(AtomDomain(float), 0), LInfDistance(float), MAX, 2.0)
    assert pure.invoke([0.0, 1e9]) == 1
