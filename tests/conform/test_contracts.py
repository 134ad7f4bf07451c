"""Does a contract of one's own say what is right, and is whatever breaks it noticed, clause by clause?"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from itertools import count, product
from typing import Any

import pytest

from proofs.conform.ask import Ask
from proofs.conform.checks.law_cases import LawCase
from proofs.conform.checks.stated import check_map_refuses
from proofs.conform.clauses import CLAUSES, SCALE_ZERO, TIES
from proofs.conform.contract import Contract, Stated
from proofs.conform.contract_file import check
from proofs.conform.examples.discrete_laplace import DISCRETE_LAPLACE
from proofs.conform.examples.noisy_max_laplace import NOISY_MAX_LAPLACE
from proofs.conform.examples.randomized_response import RANDOMIZED_RESPONSE
from proofs.conform.known_laws import law_at_noise
from proofs.conform.model import Outcome
from proofs.conform.promised_law import NotALaw, Promised, listed
from proofs.conform.triples import TRIPLES, Setting, setting_of
from proofs.engine.enclosure import enclose
from proofs.targets.target import Answer
from spec.space import MaxDivergence
from spec.weights import ExpRatio, exp_minus, rational
from tests.support.stated_fakes import StatedTarget, failed, least, verdicts
from tests.support.target_here import TargetHere

NAMES = {clause.name for clause in CLAUSES} - {SCALE_ZERO.name, TIES.name}


@pytest.mark.parametrize(
    "contract",
    [RANDOMIZED_RESPONSE, DISCRETE_LAPLACE, pytest.param(NOISY_MAX_LAPLACE, marks=pytest.mark.deep)],
    ids=lambda contract: contract.name,
)
def test_what_keeps_a_contract_passes(contract: Contract) -> None:
    """Does an implementation with the stated law and map meet every clause, each of which is asked?"""
    found = verdicts(StatedTarget(contract))
    assert found.keys() == NAMES
    skipped = {name for name, verdict in found.items() if verdict.outcome is Outcome.SKIPPED}
    assert skipped == {"law.coins", "privacy.coins", "privacy.tails"}
    assert {verdict.outcome for name, verdict in found.items() if name not in skipped} == {Outcome.PASSED}


def test_coins_are_held_against_a_stated_law() -> None:
    """Are walked laws of bits compared exactly, and the loss that they show with the map?"""
    found = verdicts(StatedTarget(RANDOMIZED_RESPONSE, walks=True))
    assert found["law.coins"].outcome is found["privacy.coins"].outcome is Outcome.PASSED
    wrong = verdicts(StatedTarget(RANDOMIZED_RESPONSE, law=always_true, walks=True))
    for clause in ("law.coins", "privacy.coins", "law.sampled", "privacy.sampled"):
        assert wrong[clause].outcome is Outcome.FAILED
    for clause in ("law.coins", "privacy.coins"):
        assert ": output False " in wrong[clause].failures[0].witness


def always_true(contract: Contract, setting: Stated, x: Any) -> Promised:
    return Promised((((x,), rational(1)),))


def shifted(contract: Contract, setting: Stated, x: Any) -> Promised:
    return contract.promised(setting, x + 1)


def one_sided(contract: Contract, setting: Stated, x: Any) -> Promised:
    found = contract.promised(setting, x)
    return Promised(tuple(((max(z, x),), weight) for (z,), weight in found.branches))


def halved_noise(contract: Contract, setting: Stated, x: Any) -> Promised:
    assert isinstance(setting.values["scale"], float)
    return contract.promised(contract.stated({"scale": setting.values["scale"] / 2}), x)


def as_text(contract: Contract, setting: Stated, x: Any) -> Promised:
    return Promised(tuple(((str(z),), weight) for (z,), weight in contract.promised(setting, x).branches))


def an_ulp_too_low(contract: Contract, setting: Stated, d_in: float) -> Answer:
    found = least(contract, setting, d_in)
    assert isinstance(found, float)
    return math.nextafter(math.nextafter(found, 0.0), 0.0)


def an_ulp_too_high(contract: Contract, setting: Stated, d_in: float) -> Answer:
    found = least(contract, setting, d_in)
    assert isinstance(found, float)
    return math.nextafter(found, math.inf)


def everything_is_fine(arguments: Mapping[str, object]) -> bool:
    return False


def nothing_is_fine(arguments: Mapping[str, object]) -> bool:
    return True


WRONG: dict[str, tuple[StatedTarget, set[str]]] = {
    "another input's noise": (StatedTarget(DISCRETE_LAPLACE, law=shifted), {"law.sampled"}),
    "no negative noise": (StatedTarget(DISCRETE_LAPLACE, law=one_sided), {"law.sampled", "privacy.sampled"}),
    "half the noise": (StatedTarget(DISCRETE_LAPLACE, law=halved_noise), {"law.sampled", "privacy.sampled"}),
    "text": (StatedTarget(DISCRETE_LAPLACE, law=as_text), {"law.sampled", "output.shape"}),
    "a map rounded down": (StatedTarget(DISCRETE_LAPLACE, bound=an_ulp_too_low), {"map.sound"}),
    "a logarithm rounded down": (StatedTarget(RANDOMIZED_RESPONSE, bound=an_ulp_too_low), {"map.sound"}),
    "twice the bound": (StatedTarget(DISCRETE_LAPLACE, bound=lambda *at: 2 * float(str(least(*at)))), {"map.printed"}),
    "an infinite bound": (StatedTarget(DISCRETE_LAPLACE, bound=lambda *at: math.inf), {"map.printed"}),
    "no bound": (StatedTarget(DISCRETE_LAPLACE, bound=lambda *at: "much"), {"map.sound"}),
    "a negative bound": (StatedTarget(DISCRETE_LAPLACE, bound=lambda *at: -1.0), {"map.sound"}),
    "nothing refused": (StatedTarget(DISCRETE_LAPLACE, refuses=everything_is_fine), {"construction.refuses"}),
    "all refused": (StatedTarget(DISCRETE_LAPLACE, refuses=nothing_is_fine), {"construction.accepts"}),
}


LONG = {"half the noise", "twice the bound", "a negative bound", "nothing refused", "another input's noise"}
"""What others are much like, and takes long."""


@pytest.mark.parametrize(
    ("target", "clauses"),
    [pytest.param(*WRONG[name], id=name, marks=[pytest.mark.deep] if name in LONG else []) for name in WRONG],
)
def test_what_breaks_a_contract_fails(target: StatedTarget, clauses: set[str]) -> None:
    """Is each wrong law, map and factory caught by the clauses that it breaks, and by no other?"""
    assert failed(target) == clauses


def test_a_wrong_law_is_named() -> None:
    """Is it told that the draws fit the law with another noise, on other parameters, or a rival that is named?"""
    assert "the promised law at half the scale" in verdicts(WRONG["half the noise"][0])["law.sampled"].detail
    blunt = verdicts(StatedTarget(RANDOMIZED_RESPONSE, law=always_true))["law.sampled"]
    assert blunt.detail == "the draws fit the truth without noise"
    stuck = StatedTarget(RANDOMIZED_RESPONSE, law=lambda c, s, x: c.promised(c.settings[1], x))
    assert verdicts(stuck)["law.sampled"].detail == "the draws fit the promised law at truth=0.5"


def test_a_map_that_is_a_little_too_large_is_noted() -> None:
    """Does one float more than the least fail nothing, not even at the distance 0, and show?"""
    found = verdicts(StatedTarget(DISCRETE_LAPLACE, bound=an_ulp_too_high))
    assert found["map.least"].outcome is Outcome.NOTED
    assert "1 ulp above the least float" in found["map.least"].failures[0].witness
    assert Outcome.FAILED not in {verdict.outcome for verdict in found.values()}


def test_a_law_that_never_ends_is_read_until_nearly_all_is_there() -> None:
    """Are the outcomes of two-sided geometric noise exact, and is less than 2^-40 left?"""
    setting = DISCRETE_LAPLACE.settings[0]
    law = DISCRETE_LAPLACE.promised(setting, 10)
    assert 0 < law.tail <= Fraction(1, 2**40)
    assert law.doubt == min(law.tail, Fraction(1, 2**64))
    weights = {outcome: float(enclose(weight, 64).mid()) for outcome, weight in law.branches}
    for z in range(-8, 9):
        assert weights[10 + z,] == pytest.approx(math.tanh(0.5) * math.exp(-abs(z)), rel=1e-14)


def gaussian(x: int, beyond: Fraction) -> Iterator[tuple[int, ExpRatio]]:
    """P(x + z) ~ e^(-z^2/2), whose normaliser has no closed form: what all z from 12 on add is `beyond`."""
    total = sum((exp_minus(Fraction(z * z, 2)) for z in range(-11, 12)), start=rational(beyond))
    for size in count():
        for z in {size, -size}:
            yield x + z, exp_minus(Fraction(z * z, 2)) / total


def test_a_normaliser_without_a_closed_form_is_rounded_up() -> None:
    """Is a law read whose normaliser is a little too large, and refused where it is too small?"""
    law = listed(gaussian(0, Fraction(1, 2**100)), lambda z: (z,))
    assert 0 < law.doubt <= law.tail < Fraction(1, 2**64)
    with pytest.raises(NotALaw, match=r"add up to \S+e-32 more than 1"):
        listed(gaussian(0, Fraction(0)), lambda z: (z,))


class Everywhere:
    """A map that is the same at every distance but 0."""

    def __init__(self, most: float) -> None:
        self.most = most

    def invoke(self, x: bool) -> bool:
        return x

    def map(self, d_in: float) -> float:
        if not d_in >= 0:
            raise ValueError
        return self.most


@pytest.mark.parametrize(("most", "failures"), [(math.log(3) + 1e-9, []), (1.0, [2])])
def test_a_bound_on_all_losses_holds_at_an_infinite_distance(most: float, failures: list[int]) -> None:
    """May a map tell at an infinite distance what no two inputs lose, and nothing less?"""
    target = TargetHere(lambda truth: Everywhere(most))
    (found,) = check_map_refuses(target, RANDOMIZED_RESPONSE, Ask())
    assert [failure.case.number for failure in found.failures] == failures


def test_a_program_that_need_not_end_is_measured() -> None:
    """Has noisy max by the samplers' contracts the law that a sum over all noises gives?"""
    law = NOISY_MAX_LAPLACE.promised(NOISY_MAX_LAPLACE.settings[0], (0, 1))
    p = {z: math.tanh(0.5) * math.exp(-abs(z)) for z in range(-40, 41)}
    first = sum(p[a] * p[b] for a in p for b in p if a >= b + 1)
    weights = {outcome: float(enclose(weight, 64).mid()) for outcome, weight in law.branches}
    assert weights[0,] == pytest.approx(first, abs=1e-8)
    assert weights[0,] + weights[1,] == pytest.approx(1 - float(law.tail), abs=1e-12)
    assert 0 < law.doubt == law.tail <= Fraction(1, 2**30)


@pytest.mark.parametrize("name", TRIPLES)
def test_our_own_triples_are_contracts_like_any_other(name: str) -> None:
    """Do the parameters, law, metric and map of a built-in triple, as plain data, hold an implementation as well?"""
    known = TRIPLES[name]
    plain = Contract(**{field.name: getattr(known, field.name) for field in fields(Contract) if field.init})
    found = verdicts(StatedTarget(plain))
    assert {verdict.outcome for verdict in found.values()} == {Outcome.PASSED, Outcome.SKIPPED}
    assert found.keys() == NAMES
    wrong = StatedTarget(plain, bound=lambda c, s, d: float(str(least(c, s, d))) / 2)
    assert "map.sound" in failed(wrong)
    for setting, x in plain.combinations():
        ours = known.promised(known_setting(plain, setting), x).branches
        assert [weight for _, weight in plain.promised(setting, x).branches] == [weight for _, weight in ours]


def known_setting(plain: Contract, setting: Stated) -> Setting:
    return setting_of(TRIPLES[plain.name].mechanism, setting.values)


def several(x: tuple[int, ...], epsilon: Fraction, k: int) -> Iterator[tuple[tuple[int, ...], ExpRatio]]:
    """Each answer apart is told truly, or another of k."""
    truth = 1 / (1 + (k - 1) * exp_minus(epsilon))
    for y in product(range(k), repeat=len(x)):
        yield y, truth * truth * exp_minus(epsilon * sum(a != b for a, b in zip(x, y, strict=True)))


SEVERAL = Contract(
    name="make_several",
    valid=[{"epsilon": 1.0, "k": 3}, {"epsilon": 2.0, "k": 2}],
    refused=[{"epsilon": -1.0}, {"k": 1}],
    inputs=lambda k: product(range(k), repeat=2),
    metric=lambda x, y: sum(a != b for a, b in zip(x, y, strict=True)),
    distances=(1, 2),
    measure=MaxDivergence(),
    output=lambda y: isinstance(y, tuple) and len(y) == 2,
    law=several,
    map=lambda d_in, epsilon: d_in * epsilon,
)


def blurted(contract: Contract, setting: Stated, x: Any) -> Promised:
    """The truth, or in one of ten the lie that is farthest away."""
    away = tuple((a + 1) % 2 for a in x)
    return Promised((((x,), rational(Fraction(9, 10))), ((away,), rational(Fraction(1, 10)))))


def test_inputs_may_depend_on_the_parameters() -> None:
    """Is a wrong law told, and by no law of parameters that do not allow the input?"""
    check(SEVERAL)
    assert "law.sampled" not in failed(StatedTarget(SEVERAL))
    found = verdicts(StatedTarget(SEVERAL, law=blurted))
    assert found["law.sampled"].detail == "the draws fit no law that is known here"
    assert found["law.sampled"].failures[0].witness.startswith("on [0, 0]: (0, 0) came ")
    assert ": output (0, 0) shows a max divergence" in found["privacy.sampled"].failures[0].witness


def test_noise_may_end_where_a_law_does() -> None:
    """Is nothing said of other noise where the stated law is none, in place of an error?"""
    contract = Contract(
        name="make_mine",
        valid=[{"p": 0.75}],
        inputs=(0, 1),
        metric=lambda x, y: abs(x - y),
        distances=(1,),
        measure=MaxDivergence(),
        output=int,
        law=lambda x, p: {x: p, 1 - x: 1 - p},
        map=lambda d_in, p: 2 * d_in,
        scaled_by="p",
    )
    check(contract)
    case = LawCase(contract.settings[0], 0, "")  # type: ignore[arg-type]
    assert law_at_noise(contract, case, Fraction(2)) is None
    assert law_at_noise(contract, case, Fraction(1)) is not None
