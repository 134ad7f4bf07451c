"""`noisymax trace`, `explain` and `errata` on toy ledgers: what they show."""

import re

import pytest

from tests.support import toy_ledgers
from tests.support.command_runner import CommandRunner


def test_trace(runner: CommandRunner) -> None:
    """Does a mechanism unfold into all it rests on, with statuses, down to assumptions?"""
    code, out, errors = runner.run(toy_ledgers.sound, "trace", "toy")
    assert (code, errors) == (0, [])
    assert out.splitlines() == [
        "toy.privacy  PROVED (all values, every n), standing ASSUMED  for x > 0: x + 1 > 1",
        "├── toy.law  PROVED (all values, every n)  for x > 0: exp(x) > 1",
        "└── toy.paper  ASSUMED (Lemma 3)  a lemma that a paper proves",
        "",
        "taken on trust:",
        "  toy.paper, which is assumed",
        "  the engine paper",
        "  the engine sympy",
        "  the engine z3",
    ]
    assert runner.run(toy_ledgers.degraded, "trace", "toy")[0] == 1
    assert runner.run(toy_ledgers.degraded, "trace", "toy.paper")[0] == 0


def test_explain(runner: CommandRunner) -> None:
    """Does an explanation give each step as mathematics, its reason, what it builds on and its evidence?"""
    code, out, errors = runner.run(toy_ledgers.sound, "explain", "toy.privacy")
    assert (code, errors) == (0, [])
    assert "  1. x > 0\n     x is positive, using toy.law with x := x + 1/2\n     PROVED  sympy: as planted" in out
    assert "  2. x + 1 > 1\n     add 1, using step 1\n     PROVED  z3: unsat" in out
    assert out.endswith("\nrests on: toy.law, toy.paper\nagain: noisymax audit --only toy.privacy\n")


def test_explain_what_is_false(runner: CommandRunner) -> None:
    """Does an explanation of a false claim show the refutation and lead to the erratum?"""
    out = runner.run(toy_ledgers.sound, "explain", "paper.eq1")[1]
    assert "refutation\n  a witness shows it false\n     REFUTED  witness: at x = 1" in out
    assert "erratum: noisymax errata E1\n" in out


def test_errata(runner: CommandRunner) -> None:
    """Are the errata listed, and one of them shown whole with what its witness tells?"""
    assert "E1       unsound   all is well" in runner.run(toy_ledgers.sound, "errata")[1]
    code, out, errors = runner.run(toy_ledgers.sound, "errata", "E1")
    assert (code, errors) == (0, [])
    assert out.endswith("the witness\n  1/2 > 1/3,\n  by hand\n")


@pytest.mark.parametrize("command", [["trace", "toy.paper"], ["errata"]])
def test_lines_are_whole_in_a_file_and_cut_on_a_terminal(
    runner: CommandRunner, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """Is no text cut if the output is redirected, and each line as wide as the terminal at most if it is not?"""
    monkeypatch.setenv("COLUMNS", "30")
    out = runner.run(toy_ledgers.verbose, *command)[1]
    assert "…" not in out
    assert f"very {'very ' * 97}very" in out or "what the document says" in out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    plain = re.sub(r"\x1b\[[\d;]*m", "", runner.run(toy_ledgers.verbose, *command)[1])
    assert max(map(len, plain.splitlines())) <= 30
