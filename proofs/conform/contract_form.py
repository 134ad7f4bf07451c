"""The form of a contract: is every part stated, and of the kind that it should be?"""

import inspect
import json
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress

from proofs.conform.contract import BadContract, Contract, Parameters, part, what_is_wrong
from proofs.targets.worker.values import decode, encode
from spec import space

NEEDED = ("valid", "inputs", "metric", "distances", "measure", "output", "map")
CHOICES = 'a list of dicts of parameters, such as [{"scale": 1.0}]'


def check_form(contract: Contract) -> None:
    """Refuse what is not stated, or not of the kind that it should be, in words that name the part at fault."""
    if contract.name == "":
        raise BadContract("name is not stated: it is that of the factory")
    if not isinstance(contract.name, str) or not contract.name.isidentifier():
        raise BadContract(f"name is {contract.name!r}: it must be the name of a factory")
    missing = [name for name in NEEDED if not getattr(contract, name)]
    if missing:
        raise BadContract(f"{', '.join(missing)} is not stated")
    if (contract.law is None) == (contract.program is None):
        raise BadContract("it needs a law or a program, and not both")
    for name, value, kind in _misfits(contract):
        raise BadContract(f"{name} is {value!r}: it must be {kind}")
    _check_choices(contract)
    _check_output(contract)
    if contract.scaled_by and contract.scaled_by not in contract.parameters:
        raise BadContract(f"scaled_by is {contract.scaled_by!r}, which is no parameter")
    for d_in in contract.distances:
        if wrong := what_is_wrong(d_in) or ("" if d_in < math.inf else "not finite"):
            raise BadContract(f"distances has {d_in!r}, which is {wrong}")
    _check_settings(contract)


def _misfits(contract: Contract) -> Iterator[tuple[str, object, str]]:
    """The parts that are of another kind, and of which they should be."""
    for name in ("valid", "refused", "distances"):
        value = getattr(contract, name)
        if not isinstance(value, Sequence) or isinstance(value, str):
            yield name, value, "a list of numbers" if name == "distances" else CHOICES
    if not callable(contract.inputs) and not isinstance(contract.inputs, Collection):
        yield "inputs", contract.inputs, "a list or tuple, or a function of the parameters that yields them"
    metric = contract.metric
    if isinstance(metric, type) or not callable(getattr(metric, "distance", metric)):
        yield "metric", metric, "a function of two inputs, or a metric of spec.space such as LInfDistance(int)"
    if not callable(contract.output):
        yield "output", contract.output, "a type, or a function that tells whether something can be released"
    if not isinstance(contract.rivals, Mapping):
        yield "rivals", contract.rivals, "a dict of laws by name"
        return
    rivals = {f"rivals[{name!r}]": rival for name, rival in contract.rivals.items()}
    for name, value in {"law": contract.law, "program": contract.program, "map": contract.map, **rivals}.items():
        if value is not None and not callable(value):
            yield name, value, "a function"


def _check_choices(contract: Contract) -> None:
    for name, choices in (("valid", contract.valid), ("refused", contract.refused)):
        for choice in choices:
            if not isinstance(choice, Mapping) or not all(isinstance(key, str) for key in choice):
                raise BadContract(f"{name} has {choice!r}: it must be {CHOICES}")
            whole = choice if name == "valid" else {**contract.valid[0], **choice}
            if contract.valid[0].keys() != whole.keys():
                raise BadContract(f"{name}: {dict(choice)} has other parameters than {dict(contract.valid[0])}")
            if name == "refused" and any(_are_alike(whole, valid) for valid in contract.valid):
                raise BadContract(f"refused has {dict(choice)}, which is among the valid")
            for key, value in choice.items():
                _check_can_be_sent(f"{name} has {key}=", value)


def _are_alike(parameters: Parameters, others: Parameters) -> bool:
    """Whether they are written alike: True is no 1."""
    return parameters.keys() == others.keys() and all(repr(parameters[name]) == repr(others[name]) for name in others)


def _check_output(contract: Contract) -> None:
    if not isinstance(contract.output, type):
        assert contract.output is not None
        taken: set[str] = set()
        with suppress(ValueError):  # of some that are built in nobody knows the parameters
            taken |= {*inspect.signature(contract.output).parameters}
        if taken & {*contract.parameters}:
            raise BadContract("output is a function of what is released alone: it gets no parameters")


def _check_settings(contract: Contract) -> None:
    with part("measure"):
        settings = contract.settings
    for setting in settings:
        with part(f"inputs{setting.place}"):
            members = contract.members(setting)
            if not members:
                raise BadContract("there are none")
        for x in members:
            _check_can_be_sent("inputs has ", x)


def _check_can_be_sent(where: str, value: object) -> None:
    try:
        decode(json.loads(json.dumps(encode(value))), space)
    except (TypeError, AttributeError, AssertionError) as error:
        what = "numbers, texts, None, and lists and tuples of them"
        raise BadContract(f"{where}{value!r}, which cannot be sent to a target: only {what} can") from error
