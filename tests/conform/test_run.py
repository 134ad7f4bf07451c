"""Does a whole run put every clause to a target, stop early on what is plain, and tell it in every format?"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from itertools import chain, islice, repeat
from math import floor
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from impl.ball import lower
from proofs.command import main
from proofs.conform.ask import Ask
from proofs.conform.checks.coins import check_law_at_the_coins, check_privacy_at_the_coins
from proofs.conform.checks.fresh import LENGTH, OBJECTS, check_fresh
from proofs.conform.clauses import CLAUSES, LAW_COINS
from proofs.conform.model import Case, Failure, Outcome, Verdict, verdict
from proofs.conform.pool import Bench
from proofs.conform.report import FORMATS, table
from proofs.conform.report.words import reproduce
from proofs.conform.run import Held, Request, held, place
from proofs.conform.session import conform
from proofs.conform.testing import assert_conforms
from proofs.conform.triples import NOISY_TOP_K, REPORT_NOISY_MAX_GUMBEL, Setting
from proofs.engine.enclosure import enclose
from proofs.engine.statistics.budget import RUN, FalseAlarmRate
from proofs.targets.names import BadTarget, Name
from proofs.targets.process import About
from proofs.targets.target import Answer, Died, Made, Raised, Trouble, Walk
from proofs.targets.worker.walking import NOT_ITS_COINS
from tests.support.conform_fakes import LawMade, LawTarget, Map, Ticker, Vector, as_scores
from tests.support.targets import conform_halved

EFFORT = replace(Ask().effort, cases=40, maps=60, tries=2)


Walker = Callable[[LawMade, Vector], Walk | Trouble]


def exactly(plain: LawMade, x: Vector) -> Walk:
    """The promised law, every probability rounded down to a multiple of 2^-30."""
    exact = plain.triple.law(plain.setting, as_scores(x))
    masses = [Fraction(floor(lower(enclose(weight, 128)) * 2**30), 2**30) for _, weight in exact]
    outcomes: list[Answer] = [order if plain.triple.indices else order[0] for order, _ in exact]
    return Walk(tuple(zip(outcomes, masses, strict=True)), 1 - sum(masses, start=Fraction(0)))


def walking(walker: Walker) -> Callable[[LawMade], LawMade]:
    return lambda plain: replace(plain, walking=walker)


def coins_verdicts(target: LawTarget, looks: float = 400) -> dict[str, Verdict]:
    bench, ask = Bench([target], target.triple), Ask(clock=Ticker())
    found = [*check_law_at_the_coins(bench, ask, looks), *check_privacy_at_the_coins(bench, ask, looks)]
    return {verdict.clause.name: verdict for verdict in found}


def test_the_promised_law_passes_at_the_coins() -> None:
    """Do walks that enclose the promised law pass, and is it told how much of the law was walked?"""
    found = coins_verdicts(LawTarget(made=walking(exactly), triple=REPORT_NOISY_MAX_GUMBEL))
    assert {verdict.outcome for verdict in found.values()} == {Outcome.PASSED}
    assert found["law.coins"].detail.startswith("of every law all but")


def test_a_wrong_law_fails_at_the_coins() -> None:
    """Is a probability outside its enclosure told with both numbers, and a loss above the map with the claim?"""

    def swapped(plain: LawMade, x: Vector) -> Walk:
        right = exactly(plain, x)
        outcomes = [answer for answer, _ in right.branches][::-1]
        return Walk(tuple(zip(outcomes, (mass for _, mass in right.branches), strict=True)), right.missing)

    target = LawTarget(made=walking(swapped), bound=lambda triple, setting, d_in: 0.5)
    found = coins_verdicts(target)
    first = found["law.coins"].failures[0]
    assert first.witness.startswith("on [0.0, 1.0] (two scores): output [0] has probability 0.8160602")
    assert first.numbers["promised"] == "0.183939720586"
    first = found["privacy.coins"].failures[0]
    assert first.witness.endswith("shows a loss of at least 1.0000000, above the claimed 0.5")


def test_an_outcome_of_another_kind_fails_at_the_coins() -> None:
    """Is mass on an error a wrong law, and an outcome that the neighbour never has an infinite loss?"""

    def failing(plain: LawMade, x: Vector) -> Walk:
        right = [(answer, mass * Fraction(99, 100)) for answer, mass in exactly(plain, x).branches]
        return Walk((*right, (Raised("ValueError", "no"), Fraction(1, 1000))), Fraction(9, 1000))

    found = coins_verdicts(LawTarget(made=walking(failing)))
    witness = "something that is no output has probability 1/1000, up to 9/1000 more, not 0"
    assert found["law.coins"].failures[0].witness.endswith(witness)

    def certain(plain: LawMade, x: Vector) -> Walk:
        return Walk((((x.index(max(map(float, as_scores(x)))),), Fraction(1)),), Fraction(0))

    found = coins_verdicts(LawTarget(made=walking(certain)))
    assert found["privacy.coins"].failures[0].numbers["loss at least"] == "infinity"


@pytest.mark.parametrize(
    ("walk", "detail"),
    [
        (Walk((), Fraction(1), "it ignores its coins"), "it ignores its coins"),
        (Raised("TypeError", "no draw"), ""),
        (Died("hung"), ""),
    ],
)
def test_a_walk_that_tells_nothing_is_skipped(walk: Walk | Trouble, detail: str) -> None:
    """Is a case left out whose walk found nothing, failed or killed the target?"""

    def made(plain: LawMade) -> LawMade:
        return replace(plain, walking=lambda plain, x: walk)

    ask = Ask(only=0)
    (found,) = check_law_at_the_coins(Bench([LawTarget(made=made)], NOISY_TOP_K), ask, 5.0)
    assert (found.outcome, found.detail) == (Outcome.SKIPPED, detail)
    assert len(ask.deaths) == isinstance(walk, Died)


def test_targets_without_coins_are_not_walked() -> None:
    """Is it said why nothing was walked, and is nothing walked without time?"""
    found = coins_verdicts(LawTarget())
    assert all("does not show its coins" in verdict.detail for verdict in found.values())
    assert coins_verdicts(LawTarget(), looks=0)["law.coins"].outcome is Outcome.SKIPPED


def test_a_map_without_a_claim_is_not_held_against_walks() -> None:
    """Are pairs left out whose map is infinite or no number?"""
    for answer in (float("inf"), "much"):
        target = LawTarget(made=walking(exactly), bound=constant(answer))
        assert coins_verdicts(target)["privacy.coins"].outcome is Outcome.SKIPPED


def constant(answer: Answer) -> Map:
    return lambda triple, setting, d_in: answer


def fresh(order: Iterator[int]) -> Verdict:
    def listing(x: Vector, count: int) -> list[Answer]:
        return [(next(order) % len(x),) for _ in range(count)]

    def invoking(x: Vector) -> Answer:
        return (next(order) % len(x),)

    target = LawTarget(made=lambda plain: replace(plain, listing=listing, invoking=invoking))
    (found,) = check_fresh(Bench([target, LawTarget(made=target.made)], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8))
    return found


def batched(stream: Iterator[int], size: int) -> Iterator[list[int]]:
    """Blocks of so many."""
    while True:
        yield list(islice(stream, size))


def mixed(seed: int) -> Iterator[int]:
    """A stream that looks random, by a linear congruence."""
    while True:
        seed = (6364136223846793005 * seed + 1442695040888963407) % 2**64
        yield seed >> 40


def test_coins_are_drawn_anew() -> None:
    """Does a stream of its own pass, and do processes that repeat each other or themselves fail?"""
    assert fresh(mixed(1)).outcome is Outcome.PASSED
    repeated = fresh(chain(range(LENGTH), range(LENGTH), mixed(3)))
    assert [failure.case.id for failure in repeated.failures] == ["law.fresh#0"]
    for period in (1, 2, 3):
        repeating = chain.from_iterable([block] * 2 for block in batched(mixed(5), period))
        sticky = fresh(chain(islice(mixed(5), 2 * LENGTH + OBJECTS), chain.from_iterable(repeating)))
        assert [failure.case.id for failure in sticky.failures] == ["law.fresh#2"]
    cold = fresh(chain(islice(mixed(5), 2 * LENGTH), repeat(1, OBJECTS), mixed(7)))
    assert [failure.case.id for failure in cold.failures] == ["law.fresh#1"]


def test_what_cannot_be_asked_of_a_series_is_skipped() -> None:
    """Is a target left out that refuses the setting, gives too few outputs or outputs of another shape?"""
    bench = Bench([LawTarget(refuses=lambda setting: True)] * 2, NOISY_TOP_K)
    (found,) = check_fresh(bench, Ask(), FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.SKIPPED

    def odd(x: Vector, count: int) -> list[Answer]:
        return ["no"] * count if len(x) == 2 else [Raised("ValueError", "no")]

    target = LawTarget(made=lambda plain: replace(plain, listing=odd, invoking=lambda x: "no"))
    (found,) = check_fresh(Bench([target, target], NOISY_TOP_K), Ask(), FalseAlarmRate(RUN / 8))
    assert found.outcome is Outcome.SKIPPED


def whole(
    target: LawTarget, keep_going: bool = False, clauses: frozenset[str] | None = None, only: int | None = None
) -> dict[str, Verdict]:
    ask = Ask(clauses, only, EFFORT, clock=Ticker())
    found = list(conform([target, target], target.triple, ask, 400, keep_going))
    assert len({verdict.clause for verdict in found}) == len(found)
    return {verdict.clause.name: verdict for verdict in found}


def test_a_run_asks_every_clause() -> None:
    """Does a run end in a verdict for each clause, and in one alone if one is asked for?"""
    assert whole(LawTarget(triple=REPORT_NOISY_MAX_GUMBEL)).keys() == {clause.name for clause in CLAUSES}
    assert whole(LawTarget(), clauses=frozenset({"map.sound"}), only=3).keys() == {"map.sound"}
    assert whole(LawTarget(), clauses=frozenset({"target.lives"})).keys() == {"target.lives"}


def test_a_plain_failure_cuts_the_sampling_short() -> None:
    """Is less drawn once a clause has failed, unless one keeps going?"""
    target = LawTarget(bound=lambda triple, setting, d_in: 0.0, triple=REPORT_NOISY_MAX_GUMBEL)
    clauses = frozenset({"map.sound", "law.sampled"})
    short, long = (whole(target, keep_going, clauses=clauses)["law.sampled"].detail for keep_going in (False, True))
    assert int(short.split()[0].replace(",", "")) < int(long.split()[0].replace(",", ""))


def test_deaths_fail_a_clause_of_their_own() -> None:
    """Is a target that dies told under `target.lives`, with the case in which it died?"""

    def made(plain: LawMade) -> Made:
        return replace(plain, invoking=lambda x: Died("gave no answer within 10 s"))

    found = whole(LawTarget(made=made), clauses=frozenset({"output.shape", "target.lives"}))["target.lives"]
    assert found.outcome is Outcome.FAILED
    assert found.failures[0].case.clause.name == "output.shape"
    assert found.failures[0].witness.endswith("gave no answer within 10 s")


ABOUT = About("CPython 3.11.7", "lib", "1.2", "/nowhere/lib.py", ("make_noisy_top_k",))


def run_of(outcome: Outcome) -> Held:
    clause = next(clause for clause in CLAUSES if clause.gates is (outcome is not Outcome.NOTED))
    failure = Failure(Case(clause, 7), Setting(k=2), "a witness\x07", {"loss": "2"})
    found = verdict(clause, 3, [failure] if outcome in (Outcome.FAILED, Outcome.NOTED) else [], "a detail")
    skipped = verdict(LAW_COINS, 0, [])
    name = Name("lib.py:make", "file", "/nowhere/lib.py", "make")
    return Held(name, "make_noisy_top_k", "/old/python", ABOUT, Request(), (found, skipped), 1.5)


def test_the_formats_tell_the_same() -> None:
    """Do JSON, JUnit and SARIF each hold clause, parameters, witness, numbers and the command that reproduces it?"""
    runs = [run_of(Outcome.FAILED), run_of(Outcome.NOTED), run_of(Outcome.PASSED)]
    command = "noisymax conform lib.py:make --triple make_noisy_top_k --only target.lives#7"
    assert command in reproduce(runs[0], runs[0].verdicts[0].failures[0]).replace("'", "")
    document = json.loads(FORMATS["json"](runs))
    assert (document["schema"], document["conforms"]) == ("noisymax.conform/1", False)
    clause = document["runs"][0]["clauses"][0]
    assert clause["outcome"] == "failed"
    assert clause["failures"][0]["parameters"]["k"] == "2"
    assert clause["failures"][0]["numbers"] == {"loss": "2"}
    root = ElementTree.fromstring(FORMATS["junit"](runs))
    assert [suite.get("failures") for suite in root] == ["1", "0", "0"]
    assert root.find(".//failure").get("message") == "a witness?"  # type: ignore[union-attr]
    assert "--only" in str(root.find(".//failure").text)  # type: ignore[union-attr]
    assert root.find(".//skipped") is not None
    sarif = json.loads(FORMATS["sarif"](runs))["runs"][0]
    assert [result["level"] for result in sarif["results"]] == ["error", "note"]
    assert sarif["results"][0]["ruleId"] == "target.lives"
    assert {rule["id"] for rule in sarif["tool"]["driver"]["rules"]} == {clause.name for clause in CLAUSES}


def test_the_table_shows_runs_side_by_side() -> None:
    """Does the table name library, clause and outcome, and compare releases?"""
    console = Console(width=160, record=True, file=StringIO())
    runs = [run_of(Outcome.FAILED), replace(run_of(Outcome.PASSED), about=replace(ABOUT, version=""))]
    console.print(table.told(runs[0]), table.told(runs[1]), table.compared(runs))
    text = console.export_text()
    assert "lib.py:make against make_noisy_top_k  (lib 1.2, CPython 3.11.7)" in text
    assert "does not conform: target.lives" in text
    assert "conforms" in text
    assert "/old/python" in text


def test_where_a_factory_is(tmp_path: Path) -> None:
    """Is the line of the factory found, and the first line told where there is no text?"""
    file = tmp_path / "lib.py"
    file.write_text("import os\n\n\ndef make(): ...\n")
    name = Name("lib.py:make", "file", str(file), "make")
    assert place(name, "make_noisy_top_k", replace(ABOUT, path=str(file))) == f"{file}:4"
    assert place(name, "make_noisy_top_k", ABOUT) == "/nowhere/lib.py:1"


OWN = "impl.noisy_top_k:make_noisy_top_k"


def test_the_command_asks_one_case(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Does the command hold our own mechanism against one case, and write what it found?"""
    file = tmp_path / "found.json"
    assert main(["conform", OWN, "--only", "map.sound#7", "--json", str(file)]) == 0
    shown = capfd.readouterr().out
    assert "conforms" in shown
    assert json.loads(file.read_text())["runs"][0]["clauses"][0]["cases"] == 1


def test_a_failure_is_told_where_errors_go(capfd: pytest.CaptureFixture[str]) -> None:
    """Is the first line of a failure `file:line: error: what`, and is the exit code 1?"""
    target = "tests/support/targets/conform_halved.py:make_noisy_top_k"
    twice = ["--python", sys.executable, "--python", sys.executable]
    code = main(["conform", target, "--only", "map.sound", "--effort", "quick", *twice])
    found = capfd.readouterr()
    assert code == 1
    assert found.err.startswith("tests/support/targets/conform_halved.py:")
    assert "error: make_noisy_top_k: map.sound:" in found.err
    assert "does not conform: map.sound" in found.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "TARGET"),
        (["nothing.py:make_noisy_top_k"], "there is no file nothing.py"),
        (["tests/support/targets/conform_halved.py:missing", "--triple", "make_noisy_top_k"], "missing"),
        ([OWN, "--only", "map.unknown"], "there is no clause 'map.unknown'"),
        ([OWN, "--only", "map.sound#x"], "is not a case"),
        ([OWN, "--triple", "make_coffee"], "is not one of the triples"),
        ([OWN, "--json", "/no/such/folder/file"], "cannot write"),
        ([OWN, "--python", "/no/such/python"], "cannot be run"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], says: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Does the command refuse what it cannot run, with exit code 2 and one line?"""
    assert main(["conform", *arguments]) == 2
    found = capfd.readouterr()
    assert says in found.err
    assert len(found.err.splitlines()) == 1
    assert not found.out


def test_a_file_that_is_no_python_is_told_by_its_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Is a syntax error in the target told as `file:line: error: what`?"""
    file = tmp_path / "broken.py"
    file.write_text("import os\n\ndef make_noisy_top_k(:\n")
    assert main(["conform", f"{file}:make_noisy_top_k"]) == 2
    assert capfd.readouterr().err.startswith(f"{file}:3: error: ")


def test_the_list_names_triples_and_clauses(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Does the list hold every triple with its parameters, and every clause?"""
    monkeypatch.setenv("COLUMNS", "160")
    assert main(["conform", "--list"]) == 0
    shown = capfd.readouterr().out
    assert "input_domain, input_metric, privacy_measure, k, scale, negate" in shown
    assert all(clause.name in shown for clause in CLAUSES)


def test_a_terminal_sees_what_is_under_way() -> None:
    """Is there a line of progress where somebody looks on?"""
    script = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
    arguments = [sys.executable, "-m", "proofs.command", "conform", OWN, "--only", "map.sound", "--effort", "quick"]
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "map.sound:" in done.stdout


def test_conformance_is_a_test_of_two_lines() -> None:
    """Does `assert_conforms` pass a factory that conforms and fail one that does not, with the command to see why?"""
    with pytest.raises(AssertionError, match=r"(?s)does not conform to make_noisy_top_k.*map\.sound.*noisymax conform"):
        assert_conforms(conform_halved.make_noisy_top_k, clauses="guarantee")
    with pytest.raises(ValueError, match="is not a function at the top level"):
        assert_conforms(lambda: None)
    with pytest.raises(BadTarget):
        assert_conforms("nothing.py:make_noisy_top_k")


def test_a_library_is_held_against_all_that_it_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is every triple that a library has a function for asked, each in its own run?"""
    runs = list(held("opendp", None, None, Request("quick", only="map.sound#0")))
    assert [run.triple for run in runs] == ["make_noisy_top_k", "make_report_noisy_max_gumbel"]
    assert all(run.conforms and run.about.library == "opendp" for run in runs)


def test_nothing_asked_is_no_verdict(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Is a target that refuses everything not said to conform, whichever clauses are wanted?"""
    file = tmp_path / "refusing.py"
    file.write_text("def make_noisy_top_k(**parameters):\n    raise ValueError('no')\n")
    target = f"{file}:make_noisy_top_k"
    assert main(["conform", target, "--only", "map.sound", "--effort", "quick"]) == 2
    found = capfd.readouterr()
    assert "could not be held against map.sound" in found.out
    assert found.err == "noisymax: error: nothing could be asked of make_noisy_top_k: map.sound\n"
    with pytest.raises(AssertionError, match=r"nothing could be asked of map\.sound"):
        assert_conforms(target, only="map.sound")


def test_other_randomness_withdraws_what_walks_say() -> None:
    """Is nothing said of the law at the coins if some walk shows that they are not all the randomness?"""
    reason = NOT_ITS_COINS

    def sometimes(plain: LawMade, x: Vector) -> Walk:
        return Walk((), Fraction(1), reason) if x == (0.0, 0.0, 0.0) else Walk((), Fraction(0))

    found = coins_verdicts(LawTarget(made=walking(sometimes)))
    assert found["law.coins"].outcome is Outcome.SKIPPED
    assert found["law.coins"].detail == NOT_ITS_COINS
    reason = "out of time"
    assert coins_verdicts(LawTarget(made=walking(sometimes)))["law.coins"].outcome is Outcome.FAILED


def test_an_internal_error_is_one_line(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Does a mistake of ours end the command with one line and exit code 2, and not as a verdict?"""
    monkeypatch.setattr("proofs.command.conform.held", lambda *arguments: 1 / 0)
    assert main(["conform", OWN]) == 2
    assert capfd.readouterr().err.endswith(": error: internal: ZeroDivisionError\n")
