"""Are the test vectors fresh, well formed, complete, and enough to check an implementation without ours?"""

import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import impl
import impl.maps
import impl.permute_and_flip
from impl.gumbel import GumbelPSRN, GumbelRV
from proofs.command import main
from proofs.vectors.digests import DISCRETE, Stream, row
from proofs.vectors.encoding import encode
from proofs.vectors.files import DIGESTS, FOLDER, VECTORS, generate, shallow, stale, vectors
from spec.draw import Draw, sampler
from spec.space import AtomDomain, VectorDomain
from tests.support.vector_reader import RUNS, Reader, differences, digest
from tests.support.vector_schema import faults

QUICK = 100
DEEPER = 1000
READ = {name: json.loads((FOLDER / name).read_text(encoding="utf-8")) for name in (*VECTORS, DIGESTS)}
ALL: list[dict[str, Any]] = [vector for name in VECTORS for vector in READ[name]["vectors"]]
SCHEMA = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def fresh() -> dict[str, str]:
    """All files made anew, as far as is quick."""
    return generate(QUICK)


def test_every_file_is_fresh(fresh: dict[str, str]) -> None:
    """Do the committed vectors, and the digests of 100 tapes, say what the code does today?"""
    found = stale(FOLDER, fresh, QUICK)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("stream", DISCRETE, ids=lambda stream: stream.name)
def test_more_digests_are_fresh(stream: Stream) -> None:
    """Where tapes are cheap, do 1,000 of them come out as committed?"""
    (kept,) = (kept for kept in READ[DIGESTS]["digests"] if kept["name"] == stream.name)
    found = row(stream, DEEPER)["sha256"]
    assert isinstance(found, dict)
    assert found.items() <= kept["sha256"].items(), "stale; if the change is meant: noisymax vectors"
    assert len(found) == 3


@sampler
def always(x: Fraction, draw: Draw) -> bool:
    """A coin of e^-x that always shows True."""
    return True


def to_nearest(a: float, b: float) -> float:
    """Division that rounds to nearest."""
    return a / b


@pytest.mark.parametrize(
    ("place", "wrong", "name"),
    [
        ("impl.permute_and_flip.sample_bernoulli_exp", always, "selection.json"),
        ("impl.maps.inf_div", to_nearest, "maps.json"),
    ],
)
def test_a_change_of_the_code_is_noticed(
    monkeypatch: pytest.MonkeyPatch, place: str, wrong: Callable[..., object], name: str
) -> None:
    """Does a wrong part make a file stale, in a line that names file, line and command?"""
    monkeypatch.setattr(place, wrong)
    (line,) = stale(FOLDER, {name: vectors(name)})
    assert line.startswith(f"{FOLDER / name}:")
    assert line.endswith("error: stale; if the change is meant, write it anew with: noisymax vectors")
    assert int(line.split(":")[1]) > 5


def test_a_change_of_a_digest_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do ten tapes tell a mechanism whose sampler is wrong?"""
    monkeypatch.setattr("impl.permute_and_flip.sample_bernoulli_exp", always)
    (stream,) = (stream for stream in DISCRETE if stream.name == "permute_and_flip")
    (kept,) = (kept for kept in READ[DIGESTS]["digests"] if kept["name"] == stream.name)
    found = row(stream, 10)
    assert found["parameters"] == kept["parameters"]
    assert found["sha256"] != {"10": kept["sha256"]["10"]}


def test_what_is_no_file_of_digests_is_stale() -> None:
    """Does a broken file of digests stay as it is, to be told as stale?"""
    for text in ("{", "[]", '{"digests": [{}]}'):
        assert shallow(text, 10) == text


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


def test_an_independent_reader_meets_the_vectors() -> None:
    """Do samplers, permute-and-flip and peeling written anew, on integers alone, meet every vector of theirs?"""
    assert {vector["function"] for vector in ALL} >= set(RUNS)
    assert differences(ALL) == []


def test_an_independent_reader_meets_the_digests() -> None:
    """Do 1,000 tapes a function come out the same to the coin?"""
    known = [kept for kept in READ[DIGESTS]["digests"] if kept["function"] in RUNS]
    assert len(known) == 7
    for kept in known:
        assert digest(kept, DEEPER) == kept["sha256"][str(DEEPER)], kept["name"]


class LastCoinFirst(Reader):
    def number(self, coins: list[int]) -> int:
        return super().number(coins[::-1])


class Modulo(Reader):
    def attempt(self, n: int) -> int | None:
        return self.number([self.coin() for _ in range((n - 1).bit_length())]) % n


class OneCoinMore(Reader):
    def rational(self, p: tuple[int, int]) -> bool:
        self.coin()
        return super().rational(p)


class SixtyFourBits(Reader):
    def rational(self, p: tuple[int, int]) -> bool:
        return super().rational((p[0] * 2**64 // p[1], 2**64))


class StopsDividing(Reader):
    def exp1(self, x: tuple[int, int]) -> bool:
        k = 1
        while self.rational((x[0], x[1] * min(k, 2))):
            k += 1
        return k % 2 == 1


class RestFirst(Reader):
    def exp(self, x: tuple[int, int]) -> bool:
        return self.exp1((x[0] % x[1], x[1])) and all(self.exp1((1, 1)) for _ in range(x[0] // x[1]))


class Shifts(Reader):
    def second_place(self, order: list[int], at: int) -> list[int]:
        return order[:at] + order[at + 1 :]


class InOrderOfRemoval(Reader):
    def original(self, place: int, removed: list[int]) -> int:
        for index in removed:
            place += index <= place
        return place


@pytest.mark.parametrize(
    ("wrong", "caught"),
    [
        (LastCoinFirst, "attempt_uniform_uint_below/first_coin_weighs_most"),
        (Modulo, "attempt_uniform_uint_below/n_itself"),
        (OneCoinMore, "sample_bernoulli_rational/zero"),
        (SixtyFourBits, "sample_bernoulli_rational/long_tie"),
        (StopsDividing, "sample_bernoulli_exp1/third_says_no"),
        (RestFirst, "sample_bernoulli_exp/above_one_true"),
        (Shifts, "permute_and_flip/swapped_not_shifted"),
        (InOrderOfRemoval, "original_index/unsorted"),
    ],
)
def test_a_wrong_reader_is_caught(wrong: type[Reader], caught: str) -> None:
    """Does the vector that is there for a mistake catch it?"""
    assert caught in differences(ALL, wrong)


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


def test_the_command_writes_and_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, fresh: dict[str, str]
) -> None:
    """Does `noisymax vectors` write what `--check` accepts, and is a file that is missing or changed told?"""
    monkeypatch.setattr("proofs.command.vectors.generate", lambda: fresh)
    assert main(["vectors", "--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(READ)
    assert main(["vectors", "--check", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().err == ""
    (tmp_path / "gumbel.json").unlink()
    (tmp_path / "maps.json").write_text("{}")
    (tmp_path / "directed.json").write_bytes(b"\xff")
    assert main(["vectors", "--check", "--out", str(tmp_path)]) == 1
    missing, changed, unreadable = capsys.readouterr().err.splitlines()
    assert missing == f"{tmp_path / 'gumbel.json'}:1: error: missing or unreadable; write it with: noisymax vectors"
    assert changed.startswith(f"{tmp_path / 'maps.json'}:1: error: stale; ")
    assert unreadable.startswith(f"{tmp_path / 'directed.json'}:1: error: missing or unreadable; ")


def test_the_command_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is a folder that is none, or cannot be written to, refused in one line with exit code 2?"""
    monkeypatch.setattr("proofs.command.vectors.generate", lambda: {"maps.json": "{}"})
    assert main(["vectors", "--out", str(tmp_path / "none")]) == 2
    (tmp_path / "maps.json").mkdir()
    assert main(["vectors", "--out", str(tmp_path)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == f"noisymax: error: {tmp_path / 'none'} is not a directory"
    assert second.startswith(f"noisymax: error: cannot write {tmp_path / 'maps.json'}: ")
