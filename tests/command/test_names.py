"""Does every command take every mechanism and measure of the registry, by the same names?"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from impl.registry import MEASURES, MECHANISMS, SPELLINGS, Mechanism, measure_name
from proofs.audit.source_index import SourceIndex
from proofs.command import conform, main
from proofs.command.derivations import named
from proofs.command.foundations import roots_of
from proofs.conform.triples import TRIPLES
from proofs.contents import ledger
from proofs.engine.ledger.ledger import Ledger
from spec.logic.claim import Kind

pytestmark = pytest.mark.usefixtures("built_once")

OFFERED = [(name, measure_name(m)) for name, mechanism in MECHANISMS.items() for m in mechanism.measures]
TAKING_NAMES = ("law", "select", "trace", "explain", "worst", "leaks", "vectors")


@pytest.fixture(scope="module")
def real() -> Ledger:
    """The real ledger."""
    return ledger()


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, list[str]]:
    """The exit code, what was reported, and the lines of errors."""
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err.splitlines()


@pytest.mark.parametrize("spelled", SPELLINGS)
def test_law_and_select(capsys: pytest.CaptureFixture[str], spelled: str) -> None:
    """Is there a law and a release of each mechanism, by its name and by that of its triple?"""
    code, out, err = told(capsys, "law", spelled, "--scores", "5,5", "--scale", "2")
    assert (code, err) == (0, [])
    assert out.count(" 0.5") == 2 == out.count(" 1/2")
    code, out, err = told(capsys, "select", spelled, "--scores", "1,7,7", "--scale", "0")
    assert (code, err) == (0, [])
    assert out.startswith("2\n")


@pytest.mark.parametrize(("name", "measure"), OFFERED)
def test_every_measure(capsys: pytest.CaptureFixture[str], real: Ledger, name: str, measure: str) -> None:
    """Is each mechanism released, measured and traced in each of the measures that it is offered in?"""
    code, out, err = told(capsys, "select", name, "--scores", "3", "--scale", "1", "--measure", measure)
    assert (code, err) == (0, [])
    assert out.splitlines()[1].startswith(type(MEASURES[measure]).__name__)
    own = ("--scores", "0,0", "--neighbour", "1,0", "--scale", "1", "--coins", "1")
    code, out, err = told(capsys, "leaks", name, *own, "--measure", measure)
    assert (code, err) == (0, [])
    (root,) = roots_of(real, name, measure)
    assert real.claims[root].kind in (Kind.PRIVACY, Kind.THEOREM, Kind.LEMMA)


@pytest.mark.parametrize("spelled", SPELLINGS)
def test_leaks_and_vectors(capsys: pytest.CaptureFixture[str], spelled: str) -> None:
    """Are small inputs measured, and vectors printed and up to date, for each mechanism?"""
    code, out, err = told(capsys, "leaks", spelled, "--coins", "1")
    assert (code, err) == (0, [])
    assert f"\n{SPELLINGS[spelled].name}" in out
    code, out, err = told(capsys, "vectors", spelled)
    assert (code, err) == (0, [])
    assert {vector["function"].partition(".")[0] for vector in json.loads(out)["vectors"]} <= {
        SPELLINGS[spelled].name,
        SPELLINGS[spelled].triple.name.partition(".")[0],
    }
    assert told(capsys, "vectors", spelled, "--check") == (0, "", [])


@pytest.mark.parametrize("spelled", SPELLINGS)
def test_trace_and_explain(real: Ledger, spelled: str) -> None:
    """Does each name lead to the privacy claims of the mechanism, and to what is claimed of it?"""
    roots = roots_of(real, spelled)
    assert roots == roots_of(real, SPELLINGS[spelled].name)
    found = named(SourceIndex(real), spelled)
    assert found.function == SPELLINGS[spelled].triple.name
    assert set(roots) <= set(found.promised)


@pytest.mark.parametrize("mechanism", MECHANISMS.values(), ids=lambda mechanism: mechanism.name)
def test_conform(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, mechanism: Mechanism
) -> None:
    """Is an implementation held against the triple of a constructor by either name, and against no plain function?"""
    asked: list[object] = []
    solution = tmp_path / "x.py"
    solution.touch()

    def held(target: str, triple: str, *_: object) -> Iterator[object]:
        asked.append(triple)
        yield from ()

    assert (mechanism.triple.name in TRIPLES) == mechanism.is_constructor
    monkeypatch.setattr(conform, "held", held)
    for spelled in (mechanism.name, mechanism.triple.name):
        assert told(capsys, "conform", f"{solution}:make", "--triple", spelled) == (0, "", [])
    assert asked == [mechanism.triple.name] * 2


@pytest.mark.parametrize("command", TAKING_NAMES)
@pytest.mark.parametrize("name", ["permute_and_flp", "noisymax", "RangeDivergence", ""])
def test_an_unknown_name_is_one_line(capsys: pytest.CaptureFixture[str], command: str, name: str) -> None:
    """Is a name that is none refused by every command in one line, with the nearest names, and exit code 2?"""
    arguments = ("--scores", "1", "--scale", "1") if command in ("law", "select") else ()
    code, out, err = told(capsys, command, name, *arguments)
    assert (code, out, len(err)) == (2, "", 1)
    assert err[0].startswith(f"noisymax: error: nothing is called {name!r}; close: ")
    if name == "permute_and_flp":
        assert "permute_and_flip" in err[0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("law", "permute_and_flip", "-k", "2"), "permute_and_flip selects one index: leave out -k"),
        (("select", "report_noisy_max_gumbel", "-k", "0"), "report_noisy_max_gumbel selects one index: leave out -k"),
        (("law", "inverse_transform", "--negate"), "inverse_transform has no --negate: negate the scores"),
        (("law", "range_divergence", "--monotonic"), "range_divergence has no --monotonic: its distance is the range"),
        (
            ("select", "range_divergence", "--measure", "max_divergence"),
            "range_divergence is offered in range_divergence, not in max_divergence",
        ),
        (
            ("select", "noisy_top_k", "--measure", "range_divergence"),
            "noisy_top_k is offered in max_divergence and zero_concentrated_divergence, not in range_divergence",
        ),
        (("select", "noisy_top_k", "--measure", "zero_concentrated"), "invalid choice: 'zero_concentrated'"),
        (("select", "range_divergence", "-k", "3"), "k = 3 must not exceed the number of candidates, 2"),
        (("select", "range_divergence", "-k", "-1"), "k must be a non-negative int"),
    ],
)
def test_what_a_mechanism_is_not_offered_with(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], complaint: str
) -> None:
    """Is a parameter or a measure that the mechanism does not have refused, and not ignored?"""
    code, out, err = told(capsys, *arguments, "--scores", "1,2", "--scale", "1")
    assert (code, out, len(err)) == (2, "", 1)
    assert complaint in err[0]


def test_no_privacy_is_traced_that_nobody_claims(capsys: pytest.CaptureFixture[str]) -> None:
    """Is a measure that no privacy claim of the mechanism speaks of refused?"""
    code, out, err = told(capsys, "trace", "inverse_transform", "--measure", "range_divergence")
    assert (code, out) == (2, "")
    assert err == ["noisymax: error: no privacy of inverse_transform in range_divergence is claimed"]


def test_stale_vectors_of_a_mechanism(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a vector of the mechanism that came out otherwise told with its line, and a folder without files told too?"""
    monkeypatch.setattr("impl.permute_and_flip.sample_bernoulli_exp", lambda x, draw: True)
    code, out, err = told(capsys, "vectors", "permute_and_flip", "--check")
    assert (code, out) == (1, "")
    assert any(
        ".json:" in line and "error: permute_and_flip/worst_passed_over is stale or missing" in line for line in err
    )
    assert not any(".json:1: " in line for line in err)
    code, _, err = told(capsys, "vectors", "permute_and_flip", "--check", "--out", "impl")
    assert code == 1
    assert all(line.startswith("impl/selection.json:1: error: ") for line in err)
