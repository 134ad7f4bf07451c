"""Are the test vectors well formed and complete?"""

import importlib
import inspect
import json
import pkgutil
import re
from fractions import Fraction

import pytest

import impl
import impl.maps
import impl.permute_and_flip
from impl.gumbel import GumbelPSRN, GumbelRV
from proofs.vectors.encoding import encode
from proofs.vectors.files import DIGESTS, FOLDER
from spec.space import AtomDomain, VectorDomain
from tests.support.committed_vectors import ALL, READ
from tests.support.json_schema import faults

SCHEMA = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))


def test_every_function_has_vectors_and_digests() -> None:
    """Is each function of impl that takes coins, and each mechanism, run by some vector and digested?"""
    tested = {vector["function"] for vector in ALL}
    digested = {kept["function"] for kept in READ[DIGESTS]["digests"]}
    for found in pkgutil.iter_modules(impl.__path__):
        module = importlib.import_module(f"impl.{found.name}")
        own = {n: f for n, f in inspect.getmembers(module, inspect.isfunction) if f.__module__ == module.__name__}
        takes_coins = {name for name, f in own.items() if "draw" in inspect.signature(f).parameters}
        invoked = {f"{name}.invoke" for name in own if name.startswith("make_")}
        assert takes_coins | invoked <= tested, module
        assert takes_coins | invoked <= digested, module
        assert {f"{name}.map" for name in own if name.startswith("make_")} <= tested, module
    assert {"RangeDivergence.noisy_top_k", "inf_cast", "inf_add", "inf_mul", "inf_div", "inf_powi"} <= tested


def test_every_function_runs_dry() -> None:
    """Does each function that takes coins have a vector in which they run out, and nothing is released?"""
    dry = {vector["function"] for vector in ALL if vector.get("error") == "EntropyExhausted"}
    assert dry == {kept["function"] for kept in READ[DIGESTS]["digests"]}


def test_the_readme_names_every_file_and_function() -> None:
    """Is no file of the folder, and no function that a vector runs or logs, left without a word in the README?"""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`(\w+\.json)`", readme)) == {path.name for path in FOLDER.glob("*.json")}
    logged = {call["call"] for vector in ALL for call in vector.get("intermediates", [])}
    told = readme.replace("`inf_*`", "`inf_cast` `inf_add` `inf_mul` `inf_div` `inf_powi`")
    for name in logged | {vector["function"] for vector in ALL}:
        assert f"`{re.sub(r'[.](invoke|map|tight_map)$', '', name)}" in told, name


def test_ids_are_unique() -> None:
    """Does an id name one vector, and begin with its function?"""
    ids = [vector["id"] for vector in ALL]
    assert len(ids) == len(set(ids))
    assert all(vector["id"].startswith(f"{vector['function']}/") for vector in ALL)


def test_intermediates_are_nested() -> None:
    """Do the coins of each inner call lie within those of the call that made it, and of the whole?"""
    for vector in ALL:
        around = [[0, vector.get("coins_used", 0)]]
        for call in vector.get("intermediates", []):
            del around[call["depth"] + 1 :]
            begin, end = call["coins"]
            assert around[-1][0] <= begin <= end <= around[-1][1], vector["id"]
            around.append(call["coins"])


@pytest.mark.parametrize(
    ("id_", "value"),
    [
        ("one.max_divergence", 2.0),
        ("two_rounds.max_divergence", 4.0),
        ("one.zero_concentrated_divergence", 0.5),
        ("two_rounds.zero_concentrated_divergence", 1.0),
        ("monotonic.zero_concentrated_divergence", 0.125),
        ("scale_zero.max_divergence", float("inf")),
        ("scale_two.max_divergence", 1.0),
        ("scale_two.zero_concentrated_divergence", 0.125),
        ("scale_two_monotonic.max_divergence", 0.5),
        ("scale_two_top_two.max_divergence", 2.0),
        ("scale_three.max_divergence", float.fromhex("0x1.5555555555556p-1")),
        ("scale_three_top_three.max_divergence", float.fromhex("0x1.0000000000001p+1")),
        ("scale_three.zero_concentrated_divergence", float.fromhex("0x1.c71c71c71c71fp-5")),
        ("scale_three_top_three.zero_concentrated_divergence", float.fromhex("0x1.5555555555558p-3")),
        ("scale_7_3.zero_concentrated_divergence", float.fromhex("0x1.337326497fedbp-7")),
    ],
)
def test_values_that_must_come_out(id_: str, value: float) -> None:
    """Does a vector hold each value on which other implementations agree?"""
    (vector,) = (vector for vector in ALL if vector["id"] == f"make_noisy_top_k.map/{id_}")
    assert float.fromhex(vector["output"]) == value


@pytest.mark.parametrize("name", READ)
def test_every_file_follows_the_schema(name: str) -> None:
    """Is each file an instance of the schema?"""
    assert faults(READ[name], SCHEMA, SCHEMA) == []


VECTOR = {"id": "f/x", "function": "f", "parameters": {}, "output": 1, "reason": "r"}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"output": 0.5}, "$.vectors[0].output: anyOf"),
        ({"output": "0.5"}, "$.vectors[0].output: anyOf"),
        ({"output": "1/0"}, "$.vectors[0].output: anyOf"),
        ({"output": {"shift": "1/2"}}, "$.vectors[0].output: anyOf"),
        ({"error": "Overflow"}, "$.vectors[0]: oneOf"),
        ({"reason": ""}, "$.vectors[0].reason: pattern"),
        ({"tape": "2"}, "$.vectors[0].tape: pattern"),
        ({"tape": "1"}, "$.vectors[0]: dependentRequired"),
        ({"parameters": []}, "$.vectors[0].parameters: type"),
        ({"coins_used": -1}, "$.vectors[0].coins_used: minimum"),
        ({"note": "n"}, "$.vectors[0]: additionalProperties"),
        ({"intermediates": [{"depth": True}]}, "$.vectors[0].intermediates[0]: required"),
    ],
)
def test_what_is_no_vector_is_refused(change: dict[str, object], fault: str) -> None:
    """Is each way not to be a vector told, and where?"""
    head = {"schema": "schema.json", "what": "w", "written_by": "noisymax vectors"}
    assert faults({**head, "vectors": [VECTOR]}, SCHEMA, SCHEMA) == []
    assert fault in faults({**head, "vectors": [{**VECTOR, **change}]}, SCHEMA, SCHEMA)
    assert "$: oneOf" in faults(head, SCHEMA, SCHEMA)
    assert "$.schema: const" in faults({**head, "schema": "other", "vectors": []}, SCHEMA, SCHEMA)


def test_an_unknown_keyword_is_refused() -> None:
    """Can the schema ask nothing that goes unchecked?"""
    assert faults(1, {"maximum": 0}, {}) == ["$: maximum"]


def test_values_have_one_encoding() -> None:
    """Are values that differ in value or type written differently, and what is no value refused?"""
    one = [1, 1.0, Fraction(1), True, [1], "one", None, GumbelRV(Fraction(1), Fraction(1))]
    two = [0.0, -0.0, 2**53, 2.0**53, GumbelPSRN(Fraction(1), Fraction(1)), GumbelPSRN(Fraction(1), Fraction(1), 0, 1)]
    written = [json.dumps(encode(value)) for value in (*one, *two)]
    assert len(set(written)) == len(written)
    assert encode(2**53) == "9007199254740992"
    assert encode(2**53 - 1) == 9007199254740991
    assert encode(VectorDomain(AtomDomain(float), 2)) == {"atom": "float", "nan": False, "size": 2}
    with pytest.raises(TypeError, match="a set has no place in a test vector"):
        encode({1})
