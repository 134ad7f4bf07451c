"""Is everybody timed in turn, shown with ratios first, and bad input refused in one line?"""

import json
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console

from proofs.bench import Row, Setting, Timing, settings
from proofs.bench.bars import bars
from proofs.bench.contestants import LITERAL, NAIVE, NAMES, OPENDP, TWIN, TWIN_LIST, contestants, diffprivlib
from proofs.bench.measure import SHAPES, burst, in_turn
from proofs.command import main
from proofs.command.bench import _table
from spec.space import MaxDivergence, ZeroConcentratedDivergence


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("measure", [MaxDivergence(), ZeroConcentratedDivergence()])
def test_contestants_release(shape: str, measure: MaxDivergence | ZeroConcentratedDivergence) -> None:
    """Does every contestant release as many indices as are asked for?"""
    x = SHAPES[shape](12)
    for k in (1, 3):
        found = contestants(x, k, measure)
        assert {TWIN, TWIN_LIST, LITERAL, NAIVE} <= set(found)
        for run in found.values():
            released = run()
            assert isinstance(released, list)
            assert len(set(released)) == k


def test_a_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Are libraries left out that are not installed, and is diffprivlib asked for its own mechanisms where it is?"""
    monkeypatch.setattr("proofs.bench.contestants.find_spec", lambda name: None)
    assert OPENDP not in contestants(np.zeros(2), 1, MaxDivergence())

    class Fake:
        """A library that notes what it is asked for."""

        def __init__(self, **parameters: object) -> None:
            self.parameters = parameters

        def randomise(self) -> object:
            """Hand the parameters back."""
            return self.parameters

    library = type("library", (), {"PermuteAndFlip": Fake, "Exponential": Fake})
    monkeypatch.setattr("proofs.bench.contestants.import_module", lambda name: library)
    for measure in (MaxDivergence(), ZeroConcentratedDivergence()):
        asked = {"epsilon": 1.0, "sensitivity": 1, "utility": [0.0], "monotonic": True}
        assert diffprivlib([0.0], measure) == asked
    monkeypatch.setattr("proofs.bench.contestants.find_spec", lambda name: name == "diffprivlib" or None)
    assert "diffprivlib" in contestants(np.zeros(2), 1, MaxDivergence())


def test_everybody_takes_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is everybody run in turn, in bursts that end, at least three times?"""
    timing = import_module("proofs.bench.measure")
    monkeypatch.setattr(timing, "time", SimpleNamespace(perf_counter=count().__next__))
    monkeypatch.setattr(timing, "BURST_SECONDS", 1000)
    seen: list[str] = []
    times = in_turn({"a": lambda: seen.append("a"), "b": lambda: seen.append("b")}, 0.0)
    assert times["a"].rounds == times["b"].rounds == 30
    assert "".join(seen) == ("a" * 10 + "b" * 10) * 3
    assert len(burst(lambda: None)) == 10


def test_slow_ones_leave_time_to_quick_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does one who takes long run as seldom as may be, and among many turns of one who is quick, not before them?"""
    timing = import_module("proofs.bench.measure")
    now, seen = [0.0], list[str]()
    monkeypatch.setattr(timing, "time", SimpleNamespace(perf_counter=lambda: now[0]))

    def takes(name: str, seconds: float) -> None:
        seen.append(name)
        now[0] += seconds

    lengths = {"quick": 0.001, "slow": 0.1, "none": 0.0}
    times = in_turn({name: partial(takes, name, seconds) for name, seconds in lengths.items()}, 1.65)
    assert times["quick"].rounds == 5 * timing.MOST
    assert times["none"].rounds == 10 * timing.MOST
    assert times["slow"].rounds == 5
    assert len(seen) // 3 < len(seen) - seen[::-1].index("slow") < len(seen)
    assert in_turn({}, 1.0) == {}


def test_ratios_are_of_medians() -> None:
    """Is a ratio that of the faster inputs, and none where somebody is missing?"""
    timing = {TWIN: 2.0, TWIN_LIST: 1.0, OPENDP: 8.0}
    row = Row(Setting(MaxDivergence(), "equal", 1, 10), {k: Timing(v, v, v, 3) for k, v in timing.items()})
    assert row.against_opendp == 8.0
    assert row.ratio(NAIVE) is None
    assert [s.n for s in settings((10, 3), (1, 5), ("equal",), (MaxDivergence(),))] == [3, 10, 10]


def row_of(n: int, shape: str, twin: float, k: int = 1, **others: float) -> Row:
    """A row with these times."""
    times = {TWIN: twin, **{name.replace("_", " "): time for name, time in others.items()}}
    return Row(Setting(MaxDivergence(), shape, k, n), {name: Timing(t, t, t, 3) for name, t in times.items()})


def test_bars_name_the_worst() -> None:
    """Is each bound compared with the worst ratio, and where that is named; and nothing said of what was not timed?"""
    rows = [
        row_of(10, "equal", 1.0, opendp=5.0),
        row_of(10_000, "equal", 1.0, opendp=9.0, naive_float=0.5),
        row_of(10_000, "uniform", 2.5, opendp=50.0, naive_float=0.5),
        row_of(100_000, "equal", 30.0, opendp=900.0),
    ]
    found = {bar.says.split(",")[0]: bar for bar in bars(rows)}
    assert [(bar.bound, bar.worst, bar.holds) for bar in found.values()] == [
        (5, 5.0, True),
        (10, 9.0, False),
        (4, 5.0, False),
        (3, 2.5, True),
        (2, 3.0, False),
    ]
    assert [bar.setting.n for bar in found.values()] == [10, 10_000, 10_000, 10_000, 100_000]
    assert str(bars(rows)[0]) == (
        "holds: faster than opendp, at least 5 times; at worst 5.0 (n = 10, k = 1, equal, max_divergence)"
    )
    assert str(bars(rows)[1]).startswith(
        "falls short: faster than opendp from 10^4 scores on, at least 10 times; at worst 9.0"
    )
    assert bars([row_of(10, "equal", 1.0)]) == []
    literal_alone = Row(Setting(MaxDivergence(), "equal", 1, 10_000), {LITERAL: Timing(1.0, 1.0, 1.0, 3)})
    assert bars([literal_alone, replace(literal_alone, setting=Setting(MaxDivergence(), "uniform", 1, 10_000))]) == []


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Does the command print a table, ratios first, and write JSON and a picture?"""
    out, picture = tmp_path / "times.json", tmp_path / "times.svg"
    options = ["--n", "3,4", "-k", "1", "--shape", "equal", "--seconds", "0"]
    assert main(["bench", *options, "--json", str(out), "--svg", str(picture)]) == 0
    printed = capsys.readouterr().out
    assert "n  k  scores  x opendp  x naive" in printed
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report["schema"] == "noisymax.bench/1"
    assert [bar["bound"] for bar in report["bars"]] == [5]
    assert "times; at worst" in printed
    assert [(row["measure"], row["n"]) for row in report["rows"]] == [
        ("max_divergence", 3),
        ("max_divergence", 4),
        ("zero_concentrated_divergence", 3),
        ("zero_concentrated_divergence", 4),
    ]
    assert ElementTree.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")
    assert main(["bench", *options, "--measure", "max_divergence", "--only", "twin"]) == 0
    assert "opendp, list" not in capsys.readouterr().out


def test_a_narrow_terminal_hides_nothing() -> None:
    """Are the size and all figures there on eighty columns, if need be on several lines?"""
    times = {name: Timing(0.123456, 0.1, 0.2, 3) for name in NAMES}
    console = Console(width=80)
    with console.capture() as captured:
        console.print(_table([Row(Setting(MaxDivergence(), "equal", 100, 1_000_000), times)]))
    printed = captured.get()
    assert "…" not in printed
    assert "1000000  100  equal" in printed


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--n", "0"], "whole numbers from 1"),
        (["--n", "ten"], "whole numbers from 1"),
        (["-k", ""], "whole numbers from 1"),
        (["--n", "100000000"], "to 10000000"),
        (["--n", "2", "-k", "3"], "k must be at most n"),
        (["--seconds", "-1"], "--seconds must be from 0 to 3600"),
        (["--seconds", "nan"], "--seconds must be from 0 to 3600"),
        (["--shape", "round"], "invalid choice"),
        (["--json", "/nowhere/at/all.json"], "cannot write"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], options: list[str], says: str) -> None:
    """Is bad input refused in one line, with exit code 2?"""
    assert main(["bench", *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("noisymax")
    assert says in err
