"""Do the stops lead somewhere, are exercises wrong until they are repaired, and does the page move?"""

import re
from pathlib import Path

import pytest

from proofs.command import _parser, main
from proofs.command.learn import printed
from proofs.contents import ledger
from proofs.learn import exercises
from proofs.learn.exercises import EXERCISES, grade, planted, right
from proofs.learn.page import render, typeset
from proofs.learn.stops import LESSONS, STOPS
from tests.support.browser import needs_chromium, visit

COMMANDS = dict.fromkeys([*(s.example for s in STOPS), *(c for lesson in LESSONS for c in lesson.commands)])


@pytest.fixture(scope="module")
def html() -> str:
    """The page."""
    return render(ledger(), {command: printed(command) for command in COMMANDS})


def test_every_stop_leads_somewhere(html: str) -> None:
    """Is every claim in the ledger, every command understood, and every stop on the page with its answer?"""
    claims = ledger().claims
    for stop in STOPS:
        assert stop.claim == "" or stop.claim in claims
        assert f'id="{stop.name}"' in html
        assert stop.example in html
    for command in COMMANDS:
        _parser().parse_args(command.split()[1:])
    assert html.count("<summary>answer</summary>") == len(STOPS)
    assert re.findall(r'(?:src|href)="(?!#|data:,)([^"]*)"', html) == []


def test_the_examples_are_what_the_command_prints(html: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Is every law on the page the one that is computed now, and is nothing printed of what takes long?"""
    assert main(STOPS[5].example.split()[1:]) == 0
    assert printed(STOPS[5].example) == "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines())
    assert "1/2" in printed(STOPS[5].example)
    assert printed("noisymax explain permute_and_flip.law") == ""


def test_formulas_in_sentences_are_set() -> None:
    """Are exponents raised and indices lowered, what is in brackets as a whole, and all else left and escaped?"""
    assert typeset("e^(-(best - x_i)/scale) < 2^-53") == (
        "e<sup>-(best - x<sub>i</sub>)/scale</sup> &lt; 2<sup>-53</sup>"
    )
    assert typeset("a factor of e^ε; make_noisy_top_k") == "a factor of e<sup>ε</sup>; make_noisy_top_k"
    assert not re.search(r"\^", "".join(str(typeset(text)) for stop in STOPS for text in (*stop.says, stop.answer)))


def test_three_lessons_of_45_minutes() -> None:
    """Does each lesson take 45 minutes, and is every exercise taught once, with a solution that repairs it?"""
    assert [sum(minutes for minutes, _ in lesson.minutes) for lesson in LESSONS] == [45, 45, 45]
    assert sorted(n for lesson in LESSONS for n in lesson.exercises) == list(range(1, len(EXERCISES) + 1))


@pytest.mark.parametrize("number", range(1, len(EXERCISES) + 1))
def test_a_bug_is_one_line(number: int) -> None:
    """Does each exercise differ from the right mechanism in one line of code, which its solution names?"""
    wrong, good = planted(number).partition('"""\n\nimport')[2], right().partition('"""\n\nimport')[2]
    differing = [(a, b) for a, b in zip(wrong.splitlines(), good.splitlines(), strict=True) if a != b]
    assert len(differing) == 1
    ((bad_line, good_line),) = differing
    assert EXERCISES[number - 1].solution == f"{bad_line.strip()}  should be  {good_line.strip()}"
    compile(planted(number), "exercise", "exec")


@pytest.mark.deep
def test_the_right_mechanism_passes(tmp_path: Path) -> None:
    """Does the mechanism without a bug conform?"""
    file = tmp_path / "right.py"
    file.write_text(right(), encoding="utf-8")
    assert grade(file) == exercises.Grade(True, ())


@pytest.mark.deep
@pytest.mark.parametrize("number", range(1, len(EXERCISES) + 1))
def test_an_exercise_fails_until_it_is_repaired(number: int, tmp_path: Path) -> None:
    """Is every planted bug found by the contract, with a witness and a command that asks again?"""
    file = tmp_path / "wrong.py"
    file.write_text(planted(number), encoding="utf-8")
    graded = grade(file)
    assert not graded.passed
    assert all(again.startswith("noisymax conform ") for *_, again in graded.failures)
    assert all(re.match(rf"{re.escape(str(file))}:(?!1$)\d+$", place) for place, *_ in graded.failures)


def test_the_command_writes_and_walks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Does `learn` write the page and tell every stop, with the answers if they are asked for, and the lessons?"""
    monkeypatch.chdir(tmp_path)
    assert main(["learn"]) == 0
    out = capsys.readouterr().out
    assert "learn.html: 8 stops" in out
    assert all(stop.title in out for stop in STOPS)
    assert "from the start" in (tmp_path / "learn.html").read_text(encoding="utf-8")
    answer = STOPS[0].answer[:30]
    assert answer not in out
    assert main(["learn", "a b.html", "--answers"]) == 0
    assert answer in capsys.readouterr().out
    assert main(["learn", "--teacher"]) == 0
    told = capsys.readouterr().out
    assert all(lesson.title in told for lesson in LESSONS)
    assert "solution of exercise 5" in told


def test_an_exercise_is_written_once_and_then_graded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Is the first call a file, the next a grade, and what cannot be run one line?"""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "exercise_1.py"
    assert main(["learn", "--exercise", "1"]) == 0
    assert file.read_text(encoding="utf-8") == planted(1)
    assert "run again: noisymax learn --exercise 1" in capsys.readouterr().out
    failed = exercises.Grade(False, (("exercise_1.py:31", "the map is sound", "1 < 2", "noisymax conform x"),))
    for graded, code in ((failed, 1), (exercises.Grade(True, ()), 0)):
        monkeypatch.setattr(exercises, "grade", lambda path, graded=graded: graded)
        assert main(["learn", "--exercise", "1"]) == code
    out, err = capsys.readouterr()
    assert err == "exercise_1.py:31: error: the map is sound: 1 < 2; again: noisymax conform x\n"
    assert "well done" in out
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    file.write_text("import nowhere_at_all", encoding="utf-8")
    assert main(["learn", "--exercise", "1"]) == 2
    assert capsys.readouterr().err.startswith("noisymax: error: exercise_1.py cannot be run: ")
    assert main(["learn", "--exercise", "9"]) == 2
    assert capsys.readouterr().err == "noisymax: error: the exercises are 1 to 5\n"


@needs_chromium
@pytest.mark.untraced
def test_the_pictures_move(html: str, tmp_path: Path) -> None:
    """Does every picture draw itself, change with each slider, say so in words, and ask nobody?"""
    script = """
    const still = [], empty = [];
    for (const root of document.querySelectorAll("[data-picture]")) {
      const said = root.querySelector(".said"), drawn = root.querySelector(".drawn");
      if (!drawn.querySelector("svg") || !said.textContent) empty.push(root.dataset.picture);
      for (const slider of root.querySelectorAll("input")) {
        const before = drawn.innerHTML + said.textContent;
        slider.value = Number(slider.value) === Number(slider.max) ? slider.min : slider.max;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        if (drawn.innerHTML + said.textContent === before) still.push(`${root.dataset.picture} ${slider.name}`);
      }
    }
    const race = document.querySelector("[data-picture=race]");
    race.querySelectorAll("button")[1].click();
    const races = [...race.querySelectorAll("text")].filter((text) => text.textContent.includes(" of "));
    const dots = [...race.querySelectorAll("circle")];
    const at = dots.map((dot) => [Number(dot.getAttribute("cx")), dot.getAttribute("class")]);
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
    const words = document.querySelector("[data-picture=stuck] .said").textContent;
    return { still, empty, races: races.length, at, wide, words };
    """
    seen = visit(html, script, tmp_path, 390)
    assert (seen.troubles, seen.requests) == ([], [])
    assert (seen.found["still"], seen.found["empty"], seen.found["races"], seen.found["wide"]) == ([], [], 3, False)
    assert seen.found["words"].startswith("Claimed: d/scale = ")
    (winner,) = [place for place, kind in seen.found["at"] if kind == "won"]
    assert (len(seen.found["at"]), winner) == (3, max(place for place, _ in seen.found["at"]))
