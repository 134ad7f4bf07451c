"""Does every deterministic check of a conformance run catch what it is for, and let pass what is right?

Each planted fault changes one thing of a correct mechanism.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.inverse_transform import make_inverse_transform
from impl.noisy_top_k import make_noisy_top_k
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from proofs.conform.ask import Ask, Effort
from proofs.conform.checks.construction import check_accepts, check_refuses
from proofs.conform.checks.error_cases import close_cases, printed_cases
from proofs.conform.checks.errors import check_errors
from proofs.conform.checks.maps import check_map_refuses, check_maps
from proofs.conform.checks.outputs import check_scale_zero, check_shape, check_ties
from proofs.conform.model import Outcome, Verdict
from proofs.conform.triples import NOISY_TOP_K, TRIPLES, Selection
from proofs.targets.target import Answer, Died, Raised
from spec.space import LInfDistance, VectorDomain
from tests.support.conform_fakes import LawTarget, Vector
from tests.support.conform_planted import CHECKS, LITTLE, SOURCE, Factory, TopK, failed, nothing, overriding, verdicts


def test_a_correct_mechanism() -> None:
    """Does a mechanism whose map rounds once pass everything, the least float included?"""
    assert {verdict.outcome for verdict in verdicts(TopK, *CHECKS).values()} == {Outcome.PASSED}


@pytest.mark.parametrize("triple", TRIPLES.values(), ids=TRIPLES)
def test_our_own_mechanisms(triple: Selection) -> None:
    """Do our mechanisms, whose maps round several times, meet every clause that gates?"""
    factories: tuple[Factory, ...] = (
        make_noisy_top_k,
        make_report_noisy_max_gumbel,
        make_base_exponential_candidates_gumbel,
        make_inverse_transform,
    )
    (factory,) = (factory for factory in factories if factory.__name__ == triple.name)
    found = verdicts(factory, *CHECKS, triple=triple, effort=Effort(cases=24, maps=300, tries=2))
    assert len(found) == 11
    noted = {name for name, verdict in found.items() if verdict.outcome is not Outcome.PASSED}
    assert noted == {"map.least"}
    assert found["map.least"].outcome is Outcome.NOTED


def raising(condition: Callable[[Sequence[float]], bool], message: str = "no") -> Factory:
    def complain(self: TopK, x: Sequence[float]) -> None:
        if condition(x):
            raise ValueError(message or str(x))

    return overriding(complain=complain)


ERRORS: dict[str, tuple[Factory, set[str]]] = {
    "a negative score": (raising(lambda x: any(score < 0 for score in x)), {"errors.close", "errors.printed"}),
    "ties": (raising(lambda x: len({*x}) < len(x)), {"errors.close", "errors.printed"}),
    "ties of four": (raising(lambda x: len({*x}) < len(x) == 4), {"errors.close"}),
    "a best of four": (raising(lambda x: len(x) > 3 and x[0] == max(x)), {"errors.close", "errors.printed"}),
    "an overflow": (raising(lambda x: len(x) > 1 and max(x) - min(x) > 1e300), {"errors.close", "errors.printed"}),
    "a subnormal score": (raising(lambda x: any(0 < abs(s) < 1e-310 for s in x)), {"errors.close", "errors.printed"}),
    "now and then": (
        raising(lambda x: any(score < 0 for score in x) and SOURCE.random() < 0.3),
        {"errors.close", "errors.printed"},
    ),
    "an infinite score": (raising(lambda x: any(map(math.isinf, x))), {"errors.printed"}),
    "no score": (raising(lambda x: not x), {"errors.printed"}),
    "few scores": (raising(lambda x: len(x) < 3), {"errors.printed"}),
    "a message with scores": (raising(lambda x: True, ""), {"errors.close", "errors.printed"}),
    "always": (raising(lambda x: True), set()),
    "by chance": (raising(lambda x: SOURCE.random() < 0.1), set()),
}


@pytest.mark.parametrize("plant", ERRORS)
def test_errors(plant: str) -> None:
    """Is an error that depends on the scores noticed, and no other, by chance or not?"""
    factory, clauses = ERRORS[plant]
    found = verdicts(factory, check_errors)
    assert {name for name, verdict in found.items() if verdict.failures} == clauses
    assert failed(found) == clauses - {"errors.printed"}


def test_what_a_target_dies_of_is_released_once() -> None:
    """Is a vector of which the target died not put to it again, by either clause, and told once?"""
    released: list[str] = []

    def dying(x: Vector, count: int) -> Sequence[tuple[Answer, int]]:
        released.append(repr(x))
        return [(Died("gave no answer within 10 s"), 1)]

    target, ask = LawTarget(made=lambda plain: replace(plain, sampling=dying)), Ask()
    list(check_errors(target, NOISY_TOP_K, ask))
    assert len(released) == len(ask.deaths) > 1
    assert len({(death.setting, death.witness) for death in ask.deaths}) == len(ask.deaths)


@pytest.mark.parametrize("triple", TRIPLES.values(), ids=TRIPLES)
def test_close_pairs_are_close(triple: Selection) -> None:
    """Are the pairs members of their domain, the close ones of equal length and finitely far apart?"""
    for case in printed_cases(triple):
        assert case.setting.domain.member(case.x)
        assert case.setting.domain.member(case.y)
    for case in close_cases(triple):
        assert triple.space(case.setting).distance(case.x, case.y) < math.inf


def outputting(output: Callable[[list[int], int], object]) -> Factory:
    return overriding(select=lambda self, x: output(TopK.select(self, x), len(x)))


SHAPES: dict[str, tuple[Factory, str]] = {
    "an index twice": (outputting(lambda best, n: [best[0]] * len(best) if best else []), "one index twice"),
    "from one": (outputting(lambda best, n: [i + 1 for i in best]), "not all of them indices below"),
    "floats": (outputting(lambda best, n: [float(i) for i in best]), "not all of them indices below"),
    "booleans": (outputting(lambda best, n: [i == 0 for i in best]), "not all of them indices below"),
    "one too few": (outputting(lambda best, n: best[1:]), "not 1 indices"),
    "a set": (outputting(lambda best, n: {*best}), "a value of type set, no list of indices"),
    "a bare index": (outputting(lambda best, n: best[0] if best else []), "no list of indices"),
    "an error": (outputting(lambda best, n: 1 // 0), "raises ZeroDivisionError"),
    "all": (outputting(lambda best, n: list(range(n))), "not 1 indices"),
}


@pytest.mark.parametrize("plant", SHAPES)
def test_shapes(plant: str) -> None:
    """Is an output of the wrong shape noticed?"""
    factory, witness = SHAPES[plant]
    found = verdicts(factory, check_shape)["output.shape"]
    assert found.outcome is Outcome.FAILED
    assert witness in found.failures[0].witness


def test_a_rare_shape_is_looked_for() -> None:
    """Is an output of the wrong shape noticed that comes where every draw is extreme, and no error that comes there?"""

    def shape(*corners: Answer) -> Verdict:
        target = LawTarget(made=lambda plain: replace(plain, cornering=corners))
        (found,) = check_shape(target, NOISY_TOP_K, Ask(effort=LITTLE))
        return found

    assert shape(Raised("ZeroDivisionError", "")).outcome is Outcome.PASSED
    found = shape((0, 0)).failures[0]
    assert found.witness == "invoke([0.0, 1.0, 2.0]) = [0, 0], one index twice"


def test_shape_of_one_index() -> None:
    """Must a single index be a bare index in range?"""
    for output, right in ((0, True), ([0], False), (3, False), (-1, False), (True, False), (0.0, False)):
        made = type("Made", (), {"invoke": lambda self, x, output=output: output, "map": None})
        triple = TRIPLES["make_report_noisy_max_gumbel"]
        found = verdicts(lambda made=made, **parameters: made(), check_shape, triple=triple)["output.shape"]
        assert (found.outcome is Outcome.PASSED) is right


def test_without_noise() -> None:
    """Are the worst, a disregard of `negate`, and the first of equal scores noticed at scale 0?"""
    worst = overriding(select=lambda self, x: sorted(range(len(x)), key=x.__getitem__)[: self.k])
    greatest = overriding(select=lambda self, x: sorted(range(len(x)), key=lambda i: (-x[i], -i))[: self.k])
    first = overriding(
        select=lambda self, x: sorted(range(len(x)), key=lambda i: x[i] if self.negate else -x[i])[: self.k]
    )
    for factory, clauses in ((worst, {"output.scale_zero"}), (greatest, {"output.scale_zero"}), (first, set())):
        assert failed(verdicts(factory, check_scale_zero, check_ties)) == clauses
    assert verdicts(first, check_ties)["output.ties"].outcome is Outcome.NOTED


def test_noise_is_required() -> None:
    """Is a target that refuses scale 0 not asked for what is released there?"""
    factory = overriding(refuse_scale=lambda self: 1 / (self.scale > 0))
    found = verdicts(factory, check_scale_zero, check_ties, check_map_refuses, check_maps)
    assert found["output.scale_zero"].outcome is found["output.ties"].outcome is Outcome.SKIPPED
    assert failed(found) == set()


def accepting(*refusals: str, **methods: object) -> Factory:
    return overriding(**dict.fromkeys(refusals, nothing), **methods)


NO_MECHANISMS: dict[str, tuple[Factory, str]] = {
    "any scale": (accepting("refuse_scale"), "scale = -1.0 is accepted"),
    "a NaN scale": (
        overriding(refuse_scale=lambda self: 1 / (not self.scale < 0)),
        "scale = nan is accepted: map(1.0) raises ValueError, invoke([0.0, 1.0, 2.0]) = (",
    ),
    "NaN scores": (accepting("refuse_nan"), "a domain with NaN is accepted"),
    "any k": (accepting("refuse_k"), "k = 4 of 3 candidates is accepted"),
    "no k below zero": (
        overriding(refuse_k=lambda self: 1 / (self.k < 0 or self.domain.size != 3)),
        "k = -1, size = None is accepted: map(1.0) = -2.0",
    ),
}


@pytest.mark.parametrize("plant", NO_MECHANISMS)
def test_no_mechanism(plant: str) -> None:
    """Is the acceptance of parameters that describe no mechanism noticed?"""
    factory, witness = NO_MECHANISMS[plant]
    found = verdicts(factory, check_refuses)["construction.refuses"]
    assert found.outcome is Outcome.FAILED
    assert witness in found.failures[0].witness


def test_unknown_optimization() -> None:
    """Is a factory noticed that takes any word for `optimize`?"""

    def careless(input_domain: VectorDomain, input_metric: LInfDistance, scale: float, optimize: str) -> object:
        return make_report_noisy_max_gumbel(input_domain, input_metric, scale, "min" if optimize == "min" else "max")

    triple = TRIPLES["make_report_noisy_max_gumbel"]
    found = verdicts(careless, check_refuses, triple=triple)["construction.refuses"]
    assert [failure.witness.partition(":")[0] for failure in found.failures] == ["optimize = 'median' is accepted"]


def late(self: TopK, *anything: object) -> None:
    TopK.refuse(self)
    raise AssertionError("asked with parameters that describe no mechanism")


@pytest.mark.parametrize(
    "factory",
    [
        overriding(refuse=nothing, map=late, invoke=late),
        overriding(refuse_scale=lambda self: 1 / (self.scale >= 0)),
        overriding(refuse_k=lambda self: setattr(self, "k", self.k % 2**32) if self.domain.size is None else 1 / 0),
    ],
    ids=["refuses late", "an infinite scale", "k in 32 bits"],
)
def test_other_ways_to_refuse(factory: Factory) -> None:
    """May a target refuse when it is used, accept an infinite scale, or read k = -1 as the largest of its integers?"""
    assert failed(verdicts(factory, check_refuses)) == set()


def test_mechanisms_are_accepted() -> None:
    """Is it noticed that ordinary parameters are refused, or that what is made is no measurement?"""
    picky = overriding(refuse_scale=lambda self: 1 / (self.scale < 2))
    assert "an ordinary setting is refused: ZeroDivisionError" in accepted(picky).failures[0].witness
    assert "NoneType, which is no measurement" in accepted(lambda **parameters: None).failures[0].witness
    detail = accepted(TopK).detail
    assert detail == "accepts, as it may, scale = 0.0, scale = 5e-324, integer scores, k = 0"


def accepted(factory: Factory) -> Verdict:
    return verdicts(factory, check_accepts)["construction.accepts"]
