"""`noisymax learn`: a page to learn with, the same path in the terminal, and exercises that are graded."""

import io
import shlex
from argparse import Namespace
from contextlib import redirect_stdout
from pathlib import Path

from rich.text import Text

from proofs.command.ledger_source import LedgerSource
from proofs.command.output import complain, refuse_unwritable, stdout, tell, write_file
from proofs.command.parser import Parser
from proofs.command.session import Session
from proofs.command.stop import refused
from proofs.learn import exercises, stops
from proofs.learn.page import render
from proofs.targets.names import BadTarget

_EXAMPLES = """  noisymax learn
      write learn.html, a page with pictures that move, and walk the same path here
  noisymax learn --exercise 1
      write exercise_1.py, a mechanism with a planted bug; once it is there, grade it
  noisymax learn --teacher
      three lessons of 45 minutes, with commands, outputs, exercises and solutions"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument(
        "file", metavar="FILE", nargs="?", type=Path, default=Path("learn.html"), help="(default: %(default)s)"
    )
    parser.add_argument("--exercise", type=int, metavar="N", help="write this exercise, or grade it if it is there")
    parser.add_argument("--answers", action="store_true", help="tell the answers, too")
    parser.add_argument("--teacher", action="store_true", help="tell the lessons instead")


def run(options: Namespace, source: LedgerSource) -> int:
    """Write the page and walk; or do one exercise; or tell the lessons."""
    if options.exercise is not None:
        return _exercise(options.exercise)
    if options.teacher:
        return _lessons()
    refuse_unwritable(options.file)
    commands = [stop.example for stop in stops.STOPS]
    commands += [command for lesson in stops.LESSONS for command in lesson.commands]
    outputs = {command: printed(command) for command in commands}
    write_file(options.file, render(Session(source).ledger, outputs))
    tell(f"{options.file}: {len(stops.STOPS)} stops, {len(exercises.EXERCISES)} exercises; open it in a browser")
    for number, stop in enumerate(stops.STOPS, start=1):
        _walk(number, stop, outputs[stop.example], options.answers)
    return 0


def printed(command: str) -> str:
    """What an example prints, if it is one of a second: the exact law of a mechanism."""
    from proofs.command import main

    arguments = shlex.split(command)[1:]
    if arguments[0] != "law":
        return ""
    with redirect_stdout(io.StringIO()) as out:
        main(arguments)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def _walk(number: int, stop: stops.Stop, output: str, answers: bool) -> None:
    tell("")
    tell(Text(f"{number}. {stop.title}", "bold"))
    for paragraph in stop.says:
        tell(paragraph, indent=3)
    _example(stop.example, output)
    tell(Text(stop.question, "italic"), indent=3)
    tell(Text(stop.answer if answers else "(--answers)", "dim"), indent=3)


def _example(command: str, output: str) -> None:
    tell(Text(f"$ {command}", "cyan"), indent=3)
    for line in output.splitlines():
        stdout().print(f"   {line}", soft_wrap=True)


def _exercise(number: int) -> int:
    if not 1 <= number <= len(exercises.EXERCISES):
        raise refused(f"the exercises are 1 to {len(exercises.EXERCISES)}")
    file = Path(f"exercise_{number}.py")
    exercise = exercises.EXERCISES[number - 1]
    if not file.exists():
        write_file(file, exercises.planted(number))
        tell(f"{file}: {exercise.title}. {exercise.story}")
        tell(f"Repair it, then run again: noisymax learn --exercise {number}")
        return 0
    try:
        graded = exercises.grade(file)
    except BadTarget as error:
        raise refused(f"{file} cannot be run: {error}") from error
    if graded.passed:
        tell(Text(f"{file} conforms: well done", "bold green"))
        return 0
    tell(Text(f"hint: {exercise.hint}", "dim"))
    return complain(
        [f"{place}: error: {says}: {witness}; again: {again}" for place, says, witness, again in graded.failures]
    )


def _lessons() -> int:
    for number, lesson in enumerate(stops.LESSONS, start=1):
        tell(Text(f"Lesson {number}: {lesson.title}", "bold"))
        tell(lesson.aim, indent=3)
        for minutes, what in lesson.minutes:
            tell(f"{minutes:2} min  {what}", indent=3)
        for command in lesson.commands:
            _example(command, printed(command))
        for exercise in lesson.exercises:
            tell(f"solution of exercise {exercise}: {exercises.EXERCISES[exercise - 1].solution}", indent=3)
        tell("")
    return 0
