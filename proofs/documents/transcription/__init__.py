"""Is every printed line transcribed, as printed and where it was printed, and does it run?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from impl import published
from proofs.documents.transcription.exercises import EXERCISES
from proofs.documents.transcription.markers import Fault, Marked, faults, marked_lines
from proofs.documents.transcription.reached import reached
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
    path = FOLDER / f"{slug}.py"
    source = path.read_text("utf-8")
    marked = [entry for entry in marked_lines(source) if isinstance(entry, Marked)]
    return Transcription(
        file=f"impl/published/{path.name}",
        places={entry.printed: entry.line for entry in marked if entry.printed is not None},
        faults=tuple(faults(source, listing(slug))),
        reached=reached(path, EXERCISES[slug]),
    )


@dataclass(frozen=True)
class Transcribed:
    """Decide whether a printed line is transcribed."""

    slug: str
    printed: int
    checker: str = field(default="markers", init=False)

    def run(self, statement: Statement) -> Finding:
        """Look the line up in the transcription."""
        return transcription(self.slug).verdict(self.printed)


def transcribed(slug: str) -> Iterator[Proof]:
    """That each line of a document's listing is transcribed."""
    for number in listing_lines(slug):
        step = Step(
            f"line {number} is marked, as printed, in its place, and runs",
            "its digest is that of the printed line, and the calls in proofs/documents/transcription reach it",
            Transcribed(slug, number),
        )
        yield Proof(f"{slug}.listing.L{number}", (step,))
