"""Is the registry complete, and is what it makes the mechanism that it names?"""

from fractions import Fraction

import pytest

from impl.max_divergence import MaxDivergence
from impl.permute_and_flip import permute_and_flip
from impl.registry import (
    CONCENTRATED,
    MAX,
    MEASURES,
    MECHANISMS,
    RANGE,
    SPELLINGS,
    Mechanism,
    Setting,
    measure_name,
    release_permute_and_flip,
    release_range_divergence,
)
from proofs.engine.law import by_contract
from spec import errors
from spec.space import AtomDomain, LInfDistance, Measure, RangeDistance, VectorDomain

SCORES = [Fraction(0), Fraction(1), Fraction(3)]
DOMAIN, METRIC = VectorDomain(AtomDomain(Fraction), 3), LInfDistance(Fraction)
OFFERED = [(mechanism, measure) for mechanism in MECHANISMS.values() for measure in mechanism.measures]


def setting(measure: Measure = MAX, **chosen: object) -> Setting:
    """Parameters for three fractions."""
    return Setting(**{"scale": 2.0, "measure": measure, "T": Fraction, "size": 3, **chosen})  # type: ignore[arg-type]


@pytest.mark.parametrize(("mechanism", "measure"), OFFERED)
def test_what_is_made_is_what_is_named(mechanism: Mechanism, measure: Measure) -> None:
    """Does each mechanism promise a loss in the measure, on the domain, and release as many indices as it says?"""
    made = mechanism.make(setting(measure))
    assert (made.output_measure, made.input_domain) == (measure, DOMAIN)
    assert isinstance(made.input_metric, LInfDistance) == ("monotonic" in mechanism.varies)
    assert 0 < made.tight_map(1) <= made.map(1)
    law = by_contract(made.invoke, SCORES)
    assert {type(outcome) for outcome in law.outcomes()} == {list if mechanism.indices else int}
    assert len(law.branches) == 3


@pytest.mark.parametrize("mechanism", MECHANISMS.values(), ids=lambda mechanism: mechanism.name)
def test_what_varies(mechanism: Mechanism) -> None:
    """Do the arguments of a factory depend on the fields that it says, and on no other?"""
    other = setting(scale=4.0, k=2, negate=True, monotonic=True, T=float, size=5, nan=True)
    for field in ("scale", "k", "negate", "monotonic", "T", "size", "nan"):
        if (field, other.T) == ("nan", float):
            before, after = setting(T=float), setting(T=float, nan=True)
        else:
            before, after = setting(), setting(**{field: getattr(other, field)})
        changes = mechanism.arguments(before) != mechanism.arguments(after)
        assert changes == (field in mechanism.varies), field
    assert (mechanism.arguments(setting()) != mechanism.arguments(setting(CONCENTRATED))) == (
        "measure" in mechanism.varies
    )


def test_names_are_one_each() -> None:
    """Is no name that of two mechanisms, and does each measure have one name?"""
    assert len({*MECHANISMS, *(mechanism.triple.name for mechanism in MECHANISMS.values())}) == len(SPELLINGS)
    for name, measure in MEASURES.items():
        assert measure_name(measure) == name
    assert {measure for _, measure in OFFERED} == {*MEASURES.values()}


def test_permute_and_flip_is_a_round_of_noisy_top_k() -> None:
    """Has the release the law of permute-and-flip and the map of one round, classical or tight?"""
    release = release_permute_and_flip(DOMAIN, METRIC, MAX, 2.0)
    law = by_contract(release.invoke, SCORES)
    assert dict(law.branches) == dict(by_contract(permute_and_flip, tuple(SCORES), Fraction(2)).branches)
    assert release.map(1) == MaxDivergence.privacy_map(2.0, 2.0)
    concentrated = release_permute_and_flip(DOMAIN, METRIC, CONCENTRATED, 2.0)
    assert concentrated.map(1) == concentrated.tight_map(1) == release.tight_map(1, CONCENTRATED) < 1 / 2


def test_what_releases_refuse() -> None:
    """Are parameters of no mechanism refused as the constructors do?"""
    empty, unsized = VectorDomain(AtomDomain(Fraction), 0), VectorDomain(AtomDomain(Fraction))
    may_be_nan = VectorDomain(AtomDomain(float, nan=True), 3)
    for domain in (empty, unsized):
        with pytest.raises(errors.DomainMayBeEmpty):
            release_permute_and_flip(domain, METRIC, MAX, 1.0)
    with pytest.raises(errors.NotASpace):
        release_permute_and_flip(DOMAIN, METRIC, RANGE, 1.0)
    with pytest.raises(errors.ScaleNegative):
        release_permute_and_flip(DOMAIN, METRIC, MAX, -1.0)
    with pytest.raises(errors.DomainMayHaveNan):
        release_range_divergence(may_be_nan, 1, 1.0, False)
    with pytest.raises(errors.KExceedsSize):
        release_range_divergence(DOMAIN, 4, 1.0, False)
    with pytest.raises(errors.KNotNatural):
        release_range_divergence(DOMAIN, -1, 1.0, False)
    with pytest.raises(errors.ScaleNotFinite):
        release_range_divergence(DOMAIN, 1, float("inf"), False)
    assert release_range_divergence(unsized, 4, 1.0, False).input_metric == RangeDistance(Fraction)
    assert release_range_divergence(DOMAIN, 3, 0.0, True).invoke([Fraction(3), Fraction(1), Fraction(2)]) == [1, 2, 0]
