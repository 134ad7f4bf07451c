"""Planted bugs: each exercise is a mechanism that is right but for one line, and `conform` grades the repair."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from proofs.conform.model import Outcome
from proofs.conform.report.words import reproduce
from proofs.conform.run import Request, held

FACTORY = "make_inverse_transform"
_RIGHT = files(__package__).joinpath("templates/mechanism.txt")


@dataclass(frozen=True)
class Exercise:
    """One planted bug: what a user saw, a hint, and the line as it is right and as it is planted."""

    title: str
    story: str
    hint: str
    right: str
    planted: str

    @property
    def solution(self) -> str:
        """The answer in a line."""
        return f"{self.planted.strip()}  should be  {self.right.strip()}"


EXERCISES = (
    Exercise(
        "the bill is too low",
        "At scale 1 and distance 1 this mechanism claims a loss of 1. Somebody found two neighbours whose laws are e^2 "
        "apart.",
        "Neighbouring scores may move in opposite directions. How far can two of them move relative to each other?",
        "d_range = Fraction(d_in) if self.monotonic else 2 * Fraction(d_in)",
        "d_range = Fraction(d_in)",
    ),
    Exercise(
        "hot and cold",
        "With a larger scale this mechanism becomes more certain, and not less.",
        "Draw the law for scale 1/2 and for scale 2 on paper, and compare with noisymax law.",
        "gap = (best - scores[index]) / self.scale",
        "gap = (best - scores[index]) * self.scale",
    ),
    Exercise(
        "one try only",
        "The best candidate comes out more often than it should.",
        "What happens to an index that is not kept? Whose probability is that?",
        "while self.scale > 0:",
        "if self.scale > 0:",
    ),
    Exercise(
        "an error that tells",
        "On some scores the mechanism raises an error, on their neighbours it does not: the error is an output, too.",
        "e^(-gap/scale) is a probability only if the gap is not negative.",
        "best = max(scores)",
        "best = scores[0]",
    ),
    Exercise(
        "half a bit too little",
        "The claimed loss is right to fifteen digits, and yet below the true one.",
        "A bound must be rounded up. float(...) rounds to the nearest.",
        "return inf_cast(d_range / self.scale) if self.scale > 0 else math.inf",
        "return float(d_range / self.scale) if self.scale > 0 else math.inf",
    ),
)


def right() -> str:
    """The mechanism without a bug."""
    return _RIGHT.read_text(encoding="utf-8").replace("EXERCISE", "The exponential mechanism.")


def planted(number: int) -> str:
    """The file of an exercise, counted from 1."""
    exercise = EXERCISES[number - 1]
    again = f"Repair it, then run again: noisymax learn --exercise {number}"
    heading = f"Exercise {number}: {exercise.title}.\n\n{exercise.story}\n{again}\n"
    return _RIGHT.read_text(encoding="utf-8").replace("EXERCISE", heading).replace(exercise.right, exercise.planted)


@dataclass(frozen=True)
class Grade:
    """Whether the repair conforms; of each clause that it breaks, where, what it says, a witness, how to ask again."""

    passed: bool
    failures: tuple[tuple[str, str, str, str], ...]


def grade(file: Path) -> Grade:
    """Hold a file against the contract of the exponential mechanism; raises BadTarget if it cannot be run."""
    failures = []
    for run in held(f"{file}:{FACTORY}", FACTORY, None, Request("quick", None, None)):
        for found in run.verdicts:
            if found.outcome is Outcome.FAILED:
                first = found.failures[0]
                place = run.place_of(found.clause)
                failures.append((place, found.clause.says, first.witness, reproduce(run, first)))
    return Grade(not failures, tuple(failures))
