"""Is every printed line transcribed, as printed and where it was printed, and does it run?"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from impl import published
from proofs.documents.transcription.exercises import EXERCISES
from proofs.documents.transcription.markers import Fault, Marked, faults, marked_lines
from proofs.documents.transcription.reached import Exercise, reached
from proofs.engine.ledger.model import Finding, Proof, Step
from proofs.engine.ledger.status import Status
from spec.documents import item, listing_lines
from spec.logic.claim import Statement

FOLDER = Path(published.__file__).parent


@dataclass(frozen=True)
class Transcription:
    """What is known of a transcribed listing: where each printed line stands, what is wrong, what runs."""

    file: str
    places: Mapping[int, int]
    faults: tuple[Fault, ...]
    reached: frozenset[int]

    def verdict(self, printed: int) -> Finding:
        """TRANSCRIBED if the line is marked and reached and nothing in its file is amiss, else OPEN."""
        for line, what in self.faults:
            return Finding(Status.OPEN, f"{self.file}:{line}: {what}")
        place = self.places[printed]
        if place not in self.reached:
            return Finding(Status.OPEN, f"{self.file}:{place}: the line is never reached")
        return Finding(Status.TRANSCRIBED, f"{self.file}:{place}")


def listing(slug: str) -> dict[int, str]:
    """The digest of each printed line, by its number."""
    return {number: item(f"{slug}.listing.L{number}").digest for number in listing_lines(slug)}


@cache
def transcription(slug: str) -> Transcription:
    """Read and exercise the transcription of a document's listing."""
    return read(FOLDER / f"{slug}.py", f"impl/published/{slug}.py", listing(slug), EXERCISES[slug])


def read(path: Path, shown: str, printed: Mapping[int, str], exercise: Exercise) -> Transcription:
    """Read and exercise a transcription of printed lines, which are given by their digests; `shown` names the file."""
    source = path.read_text("utf-8")
    marked = [entry for entry in marked_lines(source) if isinstance(entry, Marked)]
    return Transcription(
        file=shown,
        places={entry.printed: entry.line for entry in marked if entry.printed is not None},
        faults=tuple(faults(source, printed)),
        reached=reached(path, exercise),
    )


@dataclass(frozen=True)
class Transcribed:
    """Decide whether a printed line is transcribed."""

    slug: str
    printed: int
    read: Callable[[str], Transcription] = transcription
    checker: str = field(default="markers", init=False)

    def run(self, statement: Statement) -> Finding:
        """Look the line up in the transcription."""
        return self.read(self.slug).verdict(self.printed)


def transcribed(
    slug: str, lines: Iterable[int], read: Callable[[str], Transcription] = transcription
) -> Iterator[Proof]:
    """That each of these lines of a document's listing is transcribed."""
    for number in lines:
        step = Step(
            f"line {number} is marked, as printed, in its place, and runs",
            "its digest is that of the printed line, and the calls in proofs/documents/transcription reach it",
            Transcribed(slug, number, read),
        )
        yield Proof(f"{slug}.listing.L{number}", (step,))
