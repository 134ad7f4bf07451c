"""Is a contract that is a coin program read quickly if its comparisons are marked, and is it told if it is not?"""

from dataclasses import replace
from fractions import Fraction

import pytest

from impl.ball import lower, upper
from proofs.conform.contract import Contract
from proofs.conform.examples.noisy_max_laplace import noise
from proofs.conform.promised_law import nearly_measured
from proofs.engine.enclosure import enclose
from spec.draw import Draw, sampler
from spec.space import LInfDistance, MaxDivergence
from spec.weights import exp_minus


@sampler
def reaches(gap: int, scale: Fraction, draw: Draw) -> bool:
    return noise(scale, draw) >= gap


def test_a_comparison_may_be_marked_in_place_of_its_noise() -> None:
    """Is the law of a noise that is only compared that of the noise, with two answers?"""
    found = nearly_measured(lambda draw: reaches(1, Fraction(1), draw), lambda answer: (answer,))
    r = exp_minus(Fraction(1))
    below = enclose(r / (1 + r) - found.weights()[(True,)], 128)
    assert found.weights().keys() == {(True,), (False,)}
    assert 0 <= lower(below) <= upper(below) <= found.above((True,))


MEASURED: list[int] = []


@sampler
def is_above(gap: int, scale: Fraction, draw: Draw) -> bool:
    MEASURED.append(gap)
    return reaches(gap, scale, draw)


def first_above(x: tuple[int, ...], scale: Fraction, draw: Draw) -> int:
    level = noise(scale, draw)
    return next((place for place, answer in enumerate(x) if is_above(level - answer, scale, draw)), len(x))


ABOVE = Contract(
    name="make_first_above",
    valid=[{"scale": 1.0}],
    inputs=((0, 0), (1, 1), (0, 1)),
    metric=LInfDistance(int),
    distances=(1,),
    measure=MaxDivergence(),
    output=int,
    program=first_above,
    map=lambda d_in, scale: 4 * d_in / scale,
)


def test_what_a_call_does_is_measured_once_for_all_inputs() -> None:
    """Are comparisons of an above-threshold contract measured for its first input, and known for the others?"""
    first, second, third = ABOVE.members(ABOVE.settings[0])
    ABOVE.promised(ABOVE.settings[0], first)
    measured = len(MEASURED)
    ABOVE.promised(ABOVE.settings[0], third)
    assert len(MEASURED) - measured < measured / 10
    assert ABOVE.promised(ABOVE.settings[0], second).tail <= Fraction(1, 2**30)


def test_a_program_with_many_runs_is_told_and_advised() -> None:
    """Is it heard how many runs of a program there were, and what makes them few, if noises are compared?"""
    heard: list[str] = []

    def plain(x: tuple[int, ...], scale: Fraction, draw: Draw) -> int:
        noisy = [answer + noise(scale, draw) for answer in x]
        return noisy.index(max(noisy))

    def hear(line: str) -> None:
        heard.append(line)
        if len(heard) > 3:
            raise KeyboardInterrupt

    contract = replace(ABOVE, program=plain)
    with pytest.raises(KeyboardInterrupt), contract.watched(hear):
        contract.promised(contract.settings[0], (0, 0, 0))
    assert heard[0].startswith("4,096 runs of the program, ")
    assert heard[3].endswith(" of its law is left: mark what compares noises @sampler, too, and there are few")
