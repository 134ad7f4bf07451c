"""Is what is wrong with a contract told with the part at fault, the parameters and the input?"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from impl.ball import ball
from proofs.conform.ask import Ask
from proofs.conform.checks.stated import check_refuses
from proofs.conform.clauses import REFUSES
from proofs.conform.contract import MOST_INPUTS, BadContract, Contract
from proofs.conform.contract_file import check
from proofs.conform.model import Outcome, verdict
from proofs.conform.run import reason_of
from spec.space import LInfDistance, MaxDivergence
from spec.weights import exp_minus
from tests.support.stated_fakes import StatedTarget

PARTS: Mapping[str, Any] = {
    "name": "make_mine",
    "valid": [{"p": 0.75}],
    "refused": [{"p": 2.0}],
    "inputs": (0, 1),
    "metric": lambda x, y: abs(x - y),
    "distances": (1,),
    "measure": MaxDivergence(),
    "output": int,
    "law": lambda x, p: [(x, p), (1 - x, 1 - p)],
    "map": lambda d_in: 2 * d_in,
}


@dataclass(frozen=True)
class Sent:
    """A value of a type that no worker knows."""

    number: int = 1


def raised(error: BaseException) -> Any:
    raise error


def stated(**changes: Any) -> Contract:
    """The good contract with some parts changed, and left out where they are nothing."""
    return Contract(**{name: part for name, part in {**PARTS, **changes}.items() if part is not ...})


BAD: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "a name that is empty": ({"name": ""}, "name is not stated: it is that of the factory"),
    "no name": ({"name": ...}, "name is not stated"),
    "a name that is none": ({"name": 3}, "name is 3: it must be the name of a factory"),
    "no output": ({"output": ...}, "output is not stated"),
    "an output in quotes": ({"output": "int"}, "output is 'int': it must be a type, or a function"),
    "an output that fails": (
        {"output": lambda y: 1 / 0},
        "law at p=0.75 on 0: output of 0: ZeroDivisionError: division by zero",
    ),
    "an output that takes no one thing": ({"output": min}, "law at p=0.75 on 0: output of 0: TypeError: "),
    "parameters as one dict": ({"valid": {"p": 0.75}}, "valid is {'p': 0.75}: it must be a list of dicts"),
    "parameters as texts": ({"valid": ["p"]}, "valid has 'p': it must be a list of dicts"),
    "parameters without names": ({"valid": [{1: 0.75}]}, "valid has {1: 0.75}: it must be a list of dicts"),
    "a choice that lacks one": (
        {"valid": [{"p": 0.75, "q": 1}, {"p": 0.5}]},
        "valid: {'p': 0.5} has other parameters than {'p': 0.75, 'q': 1}",
    ),
    "a parameter of any type": (
        {"valid": [{"p": Sent()}]},
        "valid has p=Sent(number=1), which cannot be sent to a target: only numbers, texts, None, and lists",
    ),
    "refused parameters as one dict": ({"refused": {"p": 2.0}}, "refused is {'p': 2.0}: it must be a list of dicts"),
    "refused parameters of any type": ({"refused": [{"p": Sent}]}, "refused has p=<class"),
    "refused parameters that are none": ({"refused": [{"q": 1}]}, "refused: {'q': 1} has other parameters than"),
    "refused parameters that are valid": (
        {"refused": [{"p": 0.75}]},
        "refused has {'p': 0.75}, which is among the valid",
    ),
    "a parameter that is NaN": ({"valid": [{"p": math.nan}]}, "law at p=nan on 0: the probability of 0 is nan"),
    "an infinite parameter": ({"valid": [{"p": math.inf}]}, "law at p=inf on 0: the probability of 0 is inf"),
    "inputs without end": (
        {"inputs": lambda: range(MOST_INPUTS + 1)},
        f"inputs at p=0.75: there are more than {MOST_INPUTS:,}",
    ),
    "inputs that are read up": ({"inputs": iter((0, 1))}, "iterator object at"),
    "inputs that are one": ({"inputs": 5}, "inputs is 5: it must be a list or tuple, or a function"),
    "no inputs at some parameters": ({"inputs": lambda: ()}, "inputs at p=0.75: there are none"),
    "inputs that fail": ({"inputs": lambda p: p / 0}, "inputs at p=0.75: ZeroDivisionError"),
    "an input of any type": ({"inputs": (Sent(), 1)}, "inputs has Sent(number=1), which cannot be sent to a target"),
    "a distance that is no list": ({"distances": 1}, "distances is 1: it must be a list of numbers"),
    "a distance in quotes": ({"distances": "1"}, "distances is '1': it must be a list of numbers"),
    "a distance that is NaN": ({"distances": (math.nan,)}, "distances has nan, which is no number"),
    "a distance that is negative": ({"distances": (-1,)}, "distances has -1, which is negative"),
    "a distance that is infinite": ({"distances": (math.inf,)}, "distances has inf, which is not finite"),
    "a metric that is no function": ({"metric": 3}, "metric is 3: it must be a function of two inputs"),
    "a metric without brackets": ({"metric": LInfDistance}, "metric is <class 'spec.space.LInfDistance'>: it must be"),
    "a metric that is NaN": ({"metric": lambda x, y: math.nan}, "metric: of 1 and 0 it is nan, which is no number"),
    "a metric that is negative": ({"metric": lambda x, y: -1}, "metric: of 1 and 0 it is -1, which is negative"),
    "a metric that has a sign": ({"metric": lambda x, y: x - y}, "metric: of 0 and 1 it is -1, which is negative"),
    "a metric of one direction": (
        {"metric": lambda x, y: 1 if x > y else 2},
        "metric: from 0 to 1 it is another than from 1 to 0",
    ),
    "a metric in words": ({"metric": lambda x, y: "far"}, "metric: of 1 and 0 it is 'far', which is no number"),
    "a metric of one input": ({"metric": lambda x: 1}, "metric: TypeError: "),
    "a measure that is none": ({"measure": lambda: None}, "measure: it is None, which is no measure of spec.space"),
    "a measure that fails": ({"measure": lambda p: p / 0}, "measure: ZeroDivisionError"),
    "a map that is no function": ({"map": 3}, "map is 3: it must be a function"),
    "a map below zero": ({"map": lambda d_in: Fraction(-1, 3)}, "map(1) at p=0.75: it is -1/3, which is negative"),
    "a ball below zero": ({"map": lambda d_in: ball(-1)}, "map(1) at p=0.75: it is -1.0"),
    "a truth for a map": ({"map": lambda d_in: True}, "map(1) at p=0.75: it is True: a bound is an int, a Fraction"),
    "a map that fails at no distance": ({"map": lambda d_in: 2 / d_in}, "map(0) at p=0.75: ZeroDivisionError"),
    "a law that is no function": ({"law": 3}, "law is 3: it must be a function"),
    "a law that is none": ({"law": lambda x: None}, "law at p=0.75 on 0: it gives None, and not each output with its"),
    "a law without probabilities": ({"law": lambda x: [x]}, "law at p=0.75 on 0: it yields 0, and not an output with"),
    "a law that is NaN": (
        {"law": lambda x: [(x, math.nan)]},
        "law at p=0.75 on 0: the probability of 0 is nan, of type float: only an int, a Fraction or a weight of",
    ),
    "a law that exits": ({"law": lambda x: raised(SystemExit(0))}, "law at p=0.75 on 0: SystemExit: 0"),
    "a list that is released": (
        {"output": list, "law": lambda x: [([x], 1)]},
        "law at p=0.75 on 0: it yields [0], which has no hash; a list arrives as a tuple",
    ),
    "rivals in a list": ({"rivals": [1]}, "rivals is [1]: it must be a dict of laws by name"),
    "a rival that is no function": ({"rivals": {"other": 1}}, "rivals['other'] is 1: it must be a function"),
    "a rival that is no law": (
        {"rivals": {"other": lambda x: [(x, Fraction(1, 3))]}},
        "rivals['other'] at p=0.75 on 0: the probabilities add up to 0.667 less than 1",
    ),
}


@pytest.mark.parametrize(("changes", "says"), BAD.values(), ids=BAD)
def test_the_part_at_fault_is_named(changes: Mapping[str, Any], says: str) -> None:
    """Does the line that refuses a contract name the part, and what it is and should be?"""
    with pytest.raises(BadContract) as told:
        check(stated(**changes))
    assert says in str(told.value)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"refused": ...},
        {"measure": MaxDivergence},
        {"measure": lambda p: MaxDivergence()},
        {"law": lambda x, p: {x: p, 1 - x: 1 - p}},
        {"law": lambda x: {x: (1 + exp_minus(1)) / 2, 1 - x: (1 - exp_minus(1)) / 2}, "map": lambda d_in: ball(2)},
        {"inputs": lambda: range(2)},
        {"inputs": range(2)},
        {"valid": [{}], "refused": [], "law": lambda x: [(x, Fraction(3, 4)), (1 - x, Fraction(1, 4))]},
        {"valid": [{"p": 0.75, "most": math.inf}]},
        {"distances": (0, 1)},
        {"output": {0, 1}.__contains__},
        {"metric": lambda x, y: math.inf if x == y else 1.0},
        {"map": lambda d_in: math.inf},
    ],
)
def test_what_may_be_stated(changes: Mapping[str, Any]) -> None:
    """Is a contract accepted whose parts are stated in one of the ways there are, or left out where they may be?"""
    check(stated(**changes))


def test_no_more_inputs_are_read_than_may_be_stated() -> None:
    """Are so many inputs read as may be stated, and one more of a function that yields others for ever?"""
    read: list[int] = []

    def numbers(most: int) -> Iterator[int]:
        for number in range(most):
            read.append(number)
            yield number

    contract = stated(valid=[{"most": MOST_INPUTS}, {"most": 2 * MOST_INPUTS}], inputs=numbers)
    assert len(contract.members(contract.settings[0])) == len(read) == MOST_INPUTS
    read.clear()
    with pytest.raises(BadContract, match="there are more than 1,024"):
        contract.members(contract.settings[1])
    assert len(read) == MOST_INPUTS + 1


def test_that_nothing_need_be_refused_is_told() -> None:
    """Is it told of a contract that names no parameters to refuse that it names none, and else what was found?"""
    for refused, outcome, detail in (
        ([], Outcome.SKIPPED, "the contract states none"),
        ([{"p": 2.0}], Outcome.PASSED, ""),
    ):
        contract = stated(refused=refused)
        (found,) = check_refuses(StatedTarget(contract), contract, Ask())
        assert (found.outcome, found.detail) == (outcome, detail)
    assert reason_of(verdict(REFUSES, 0, [], "the contract states none")) == "the contract states none"


def test_what_an_output_fails_on_is_none() -> None:
    """Is an answer of a target that the function `output` cannot compare no output, and no error?"""
    contract = stated(output=lambda y: 0 <= y < 2)
    assert contract.read(1) == (1,)
    assert contract.read(2) is contract.read(None) is contract.read("1") is None
