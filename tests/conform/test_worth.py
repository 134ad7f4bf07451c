"""Does a pass say what it is worth: what was not checked, and the smallest bias that would have been seen?"""

import json
from dataclasses import replace
from fractions import Fraction
from math import exp

import pytest

from impl.ball import ball, lower, precision
from proofs.command import main
from proofs.conform.checks.law_cases import LawCase, law_cases
from proofs.conform.clauses import ERRORS_CLOSE, ERRORS_PRINTED, LAW_COINS, LAW_SAMPLED, MAP_SOUND, PRIVACY_COINS
from proofs.conform.contract import Contract, exactly
from proofs.conform.examples.discrete_laplace import DISCRETE_LAPLACE
from proofs.conform.examples.randomized_response import RANDOMIZED_RESPONSE
from proofs.conform.model import Case, Failure, Kind, Power, Verdict, verdict
from proofs.conform.power import least_looked_at, power_of
from proofs.conform.report import FORMATS, worth
from proofs.conform.run import Held, Request
from proofs.conform.triples import NOISY_TOP_K, TRIPLES, Selection, Setting
from proofs.engine.enclosure import enclose
from proofs.targets.names import Name
from proofs.targets.reading import About

ABOUT = About("CPython 3.11.7", "lib", "1.2", "/nowhere/lib.py", ("make_noisy_top_k",))


def held(*verdicts: Verdict, request: Request = Request()) -> Held:  # noqa: B008
    name = Name("lib.py:make", "file", "/nowhere/lib.py", "make")
    triple = "make_noisy_top_k"
    return Held(name, triple, NOISY_TOP_K, triple, "python", ABOUT, request, verdicts, 1.5)


def test_what_was_not_checked_is_named_with_one_reason() -> None:
    """Do clauses that were skipped for one reason share a line, and have both kinds of walks the same reason?"""
    hidden = verdict(LAW_COINS, 0, [], "the target does not show its coins")
    run = held(hidden, verdict(PRIVACY_COINS, 0, [], "out of time"), verdict(MAP_SOUND, 3, [], unasked=4))
    assert list(worth.lines(run)) == [
        "not checked: law.coins, privacy.coins: the target does not show its coins",
        "not checked: map.sound: 4 of its cases were not asked",
    ]
    assert run.lacking == ["map.sound"]
    assert list(worth.lines(held(verdict(ERRORS_CLOSE, 0, [])))) == [
        "not checked: errors.close: the target refuses whatever it asks about"
    ]
    hurried = verdict(PRIVACY_COINS, 0, [], "not asked: 8", unasked=8), verdict(MAP_SOUND, 1, [], unasked=1)
    assert held(*hurried).unchecked == {
        "privacy.coins": "the run ended before",
        "map.sound": "1 of its cases was not asked",
    }
    for clause in (MAP_SOUND, ERRORS_PRINTED):
        broken = verdict(clause, 1, [Failure(Case(clause, 0), Setting(), "what was found")], unasked=4)
        assert not held(broken).unchecked
    (line,) = worth.lines(held(request=Request(kind=Kind.LAW)))
    assert line == "not checked: what is no law: it was not asked for"


def test_what_is_left_open_is_told() -> None:
    """Is a doubt told of a clause that passed, though nothing of it was left out?"""
    passed = replace(verdict(PRIVACY_COINS, 3, [], "three laws"), doubt="who knows")
    assert list(worth.lines(held(passed))) == ["left open: privacy.coins: who knows"]


def test_the_smallest_bias_is_told() -> None:
    """Are total variation, noise and probability told, in words and for programs, small ones as powers of two?"""
    drawn = Power(
        (Fraction(1, 100), Fraction(1, 20)), Fraction(5, 100), Fraction(1, 1000), "7 inputs of up to 9 scores"
    )
    walked = Power((Fraction(1, 2**40), Fraction(1, 2**40)), None, Fraction(1, 2**40), "1 input")
    run = held(verdict(LAW_COINS, 1, [], power=walked), verdict(LAW_SAMPLED, 7, [], power=drawn))
    assert list(worth.lines(run)) == [
        "law.coins would have seen, by walking its choices, on 1 input: a total variation of 2^-40; "
        "the smallest probability looked at is 2^-40",
        "law.sampled would have seen, with probability 0.99, on 7 inputs of up to 9 scores: "
        "a total variation of 0.01 to 0.05, noise 5 % too large or too small in all of them; "
        "the smallest probability looked at is 0.001",
    ]
    (document,) = json.loads(FORMATS["json"]([run]))["runs"]
    assert document["would_have_seen"]["law.sampled"]["noise"] == 0.05


@pytest.mark.parametrize("variation", [Fraction(1, 50), Fraction(1, 2**40)])
def test_the_noise_that_shows_is_the_least_on_the_ladder(variation: Fraction) -> None:
    """Does a change of the noise that is told move some law by that total variation, and half of it not?"""
    for triple in (NOISY_TOP_K, DISCRETE_LAPLACE):
        looks = [(case, variation) for case in list(law_cases(triple))[:2]]
        found = power_of(triple, looks, Fraction(1, 100))
        assert found is not None
        assert found.noise is not None
        assert found.total_variation == (variation, variation)
        moved = [apart(triple, case, 1 + found.noise) for case, _ in looks]
        assert max(moved) >= variation
        assert max(apart(triple, case, 1 + found.noise / 4) for case, _ in looks) < variation


def test_how_large_the_inputs_were_is_told() -> None:
    """Are the most scores told, and the most indices where several are released, and neither of other inputs?"""
    looks = [(LawCase(Setting(k=k), (0.0,) * n, ""), Fraction(1)) for k, n in ((1, 3), (2, 2))]
    for triple, reach in ((NOISY_TOP_K, ", k up to 2"), (TRIPLES["make_report_noisy_max_gumbel"], "")):
        found = power_of(triple, looks, Fraction(1))
        assert found is not None
        assert found.reach == f"2 inputs of up to 3 scores{reach}"
    stated = power_of(DISCRETE_LAPLACE, [(next(law_cases(DISCRETE_LAPLACE)), Fraction(1))], Fraction(1))
    assert stated is not None
    assert stated.reach == "1 input"


def apart(triple: Contract, case: LawCase, factor: Fraction) -> Fraction:
    """The total variation between a law and the same with more noise, recomputed from exact weights."""
    if isinstance(triple, Selection):
        noisier = replace(case.setting, scale=case.setting.scale * factor)
    else:
        noisier = triple.stated({"scale": exactly(triple.arguments(case.setting)["scale"]) * factor})
    other = triple.promised(noisier, case.x).weights()
    with precision(256):
        parts = (abs(enclose(w - other[o], 256)) for o, w in triple.promised(case.setting, case.x).branches)
        return lower(sum(parts, start=ball(0))) / 2


def test_without_a_noise_nothing_is_said_of_it() -> None:
    """Is nothing told of the noise where no parameter scales it, and nothing at all where nothing was looked at?"""
    looks = [(case, Fraction(1, 50)) for case in list(law_cases(RANDOMIZED_RESPONSE))[:2]]
    found = power_of(RANDOMIZED_RESPONSE, looks, Fraction(1, 100))
    assert found is not None
    assert found.noise is None
    assert power_of(RANDOMIZED_RESPONSE, [], Fraction(1)) is None


def test_strict_fails_where_an_essential_clause_was_not_checked(capfd: pytest.CaptureFixture[str]) -> None:
    """Is a target that refuses everything bad input, and a failure if the run is strict?"""
    target = ["conform", "tests/support/targets/conform_refusing.py:make_noisy_top_k", "--only", "map.sound"]
    assert main(target) == 2
    assert "nothing could be asked of make_noisy_top_k: map.sound" in capfd.readouterr().err
    assert main([*target, "--strict"]) == 1
    found = capfd.readouterr()
    assert "make_noisy_top_k: map.sound was not checked: the target refuses whatever it asks about" in found.err
    assert "not checked: map.sound" in found.out


def test_the_template_is_a_factory_to_fill_in(capfd: pytest.CaptureFixture[str]) -> None:
    """Does the template name and explain every parameter, run as it is, and meet nothing yet?"""
    for triple in ("make_noisy_top_k", "proofs/conform/examples/discrete_laplace.py:DISCRETE_LAPLACE"):
        assert main(["conform", "--template", "--triple", triple]) == 0
        text = capfd.readouterr().out
        scope: dict[str, object] = {}
        exec(compile(text, "template", "exec"), scope)
        contract = DISCRETE_LAPLACE if ":" in triple else NOISY_TOP_K
        factory = scope[contract.name]
        assert callable(factory)
        made = factory(**contract.valid[0])
        with pytest.raises(NotImplementedError):
            made.invoke([0.0])
        with pytest.raises(NotImplementedError):
            made.map(1.0)
        assert all(f"# {name}: " in text for name in contract.parameters)
        assert ("# Under MaxDivergence: permute-and-flip: " in text) is (contract is NOISY_TOP_K)
        assert ("#   the map is k·2·d_in/scale, or if monotonic k·d_in/scale.\n" in text) is (contract is NOISY_TOP_K)
    assert main(["conform", "--template", "--triple", "nothing"]) == 2
    assert len(capfd.readouterr().err.splitlines()) == 1


def test_the_list_begins_with_what_is_in_scope(capfd: pytest.CaptureFixture[str]) -> None:
    """Does the first line say what can be held against what, and what cannot?"""
    assert main(["conform", "--list"]) == 0
    first = capfd.readouterr().out.splitlines()[0]
    assert first.startswith("In scope: ")
    assert "not in scope: " in first


def test_the_smallest_probability_is_that_of_an_output() -> None:
    """Is an output looked at if it would be missed, had it never come, and none that is rarer than what shows?"""
    rare, even = (LawCase(Setting(size=2), x, "") for x in ((0.0, 6.0), (0.0, 0.0)))
    least = float(least_looked_at(NOISY_TOP_K, [(rare, Fraction(1, 2**40)), (even, Fraction(1, 4))]))
    assert least == pytest.approx(exp(-6) / 2)
    assert least_looked_at(NOISY_TOP_K, [(rare, Fraction(1, 100)), (even, Fraction(1, 4))]) == Fraction(1, 2)
    assert least_looked_at(NOISY_TOP_K, []) == 1
