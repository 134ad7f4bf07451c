"""What stands at a place that a user names: a line of a document, or a line of our source."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os.path import isdir, isfile
from pathlib import Path

from proofs.audit.functions import Function, functions_in
from proofs.audit.listings import departures, markers_in
from proofs.audit.nearest import CLOSEST, nearest
from proofs.audit.source_index import ROOT, Entry, Lines, SourceIndex, source
from proofs.engine.ledger.ledger import Ledger
from spec.documents import DOCUMENTS, ITEMS, SILENCES, Document

ROOMS = ("spec", "impl", "proofs")
_NUMBERED = {name: d for d in DOCUMENTS for name in (d.file, d.file.partition("_")[0])}
_DOCUMENTS = {document.slug: document for document in DOCUMENTS} | _NUMBERED


class NoClaim(Exception):
    """There is no such place, or nothing is claimed there; the message says what is nearest."""


@dataclass(frozen=True)
class Found:
    """What stands at a place.

    `claims` are stated, proved or transcribed there. `function` is the triple that the lines around belong to,
    `promised` are the claims on it, and `departures` the errata for which the line departs from the printed one.
    """

    place: str
    claims: tuple[str, ...] = ()
    function: str = ""
    promised: tuple[str, ...] = ()
    departures: tuple[str, ...] = ()


def is_place(text: str) -> bool:
    """Whether the text can only be meant as a place."""
    return ":" in text or "/" in text or text.endswith(".py") or text in _NUMBERED


def look_up(index: SourceIndex, text: str) -> Found:
    """What stands at `document:line` or `file:line`."""
    place = re.fullmatch("(.+):([0-9]{1,9})", text)
    if place is None:
        raise NoClaim(f"{text!r} is no place: a place is a document or a file, a colon, and the number of a line")
    where, line = place[1], int(place[2])
    if where in _DOCUMENTS:
        return _in_document(index.ledger, _DOCUMENTS[where], line)
    return _in_source(index, _file(where), line)


def places(index: SourceIndex) -> Iterator[tuple[str, Found]]:
    """Every line of a document, by each of its names, and of `impl` at which something stands."""
    for name, document in _DOCUMENTS.items():
        printed = (item for item in ITEMS if item.document == document.slug and item.id in index.ledger.claims)
        for line in sorted({item.line for item in printed}):
            yield f"{name}:{line}", _in_document(index.ledger, document, line)
    for path in sorted((ROOT / "impl").rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        functions, written = _functions(index, file), _written(index, file)
        for line in range(1, len(source(file).splitlines()) + 1):
            if (found := _at_line(functions, written, file, line)) is not None:
                yield found.place, found


def _file(where: str) -> str:
    """A file of ours, named from the root of the project."""
    for path in (Path(where), ROOT / where):
        if isdir(path):
            raise NoClaim(f"{where} is a folder: name a file and a line of it")
        if isfile(path):
            found, root = path.resolve(), ROOT.resolve()
            file = found.relative_to(root).as_posix() if found.is_relative_to(root) else ""
            if file.partition("/")[0] not in ROOMS or found.suffix != ".py":
                raise NoClaim(f"nothing is claimed in {where}: claims stand in the documents, spec, impl and proofs")
            return file
    files = sorted(path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    close = ", ".join(nearest(where, [*_DOCUMENTS, *files]))
    raise NoClaim(f"there is no document and no file {where!r}; close: {close}")


def _in_document(ledger: Ledger, document: Document, line: int) -> Found:
    place = f"{document.file}:{line}"
    items = [item for item in ITEMS if item.document == document.slug and item.id in ledger.claims]
    claims = tuple(item.id for item in items if item.line == line)
    if claims:
        return Found(place, claims)
    silent = [silence.reason for silence in SILENCES if (silence.document, silence.line) == (document.slug, line)]
    entries = [Entry(Lines(document.file, item.line, item.line), (item.id,)) for item in items]
    raise _nothing(place + "".join(f" ({reason})" for reason in silent[:1]), entries, line)


def _in_source(index: SourceIndex, file: str, line: int) -> Found:
    length = len(source(file).splitlines())
    if not 1 <= line <= length:
        raise NoClaim(f"{file} has {length} lines, and no line {line}")
    functions, written = _functions(index, file), _written(index, file)
    if (found := _at_line(functions, written, file, line)) is not None:
        return found
    entries = [*written, *(Entry(function.lines, function.claims) for function in functions)]
    if not entries:
        close = ", ".join(nearest(file, index.files()))
        raise NoClaim(f"nothing is claimed in {file}; files with claims: {close}")
    raise _nothing(f"{file}:{line}", entries, line)


def _at_line(functions: list[Function], written: list[Entry], file: str, line: int) -> Found | None:
    around = [function for function in functions if function.lines.distance(line) == 0]
    claims = _at(written, line)
    if not claims and not around:
        return None
    return Found(
        f"{file}:{line}",
        claims,
        around[0].name if around else "",
        around[0].claims if around else (),
        departures(Path(file).stem, markers_in(file).get(line, ())) if file.startswith("impl/") else (),
    )


def _functions(index: SourceIndex, file: str) -> list[Function]:
    return [] if file.startswith("proofs/") else functions_in(index.ledger, file)


def _written(index: SourceIndex, file: str) -> list[Entry]:
    return _transcribed(index.ledger, file) if file.startswith("impl/") else index.entries(file)


def _at(entries: list[Entry], line: int) -> tuple[str, ...]:
    """The claims of the shortest entries that the line is in."""
    here = [entry for entry in entries if entry.lines.distance(line) == 0]
    shortest = min((entry.lines.last - entry.lines.first for entry in here), default=0)
    found = (entry.claims for entry in here if entry.lines.last - entry.lines.first == shortest)
    return tuple(dict.fromkeys(claim for claims in found for claim in claims))


def _transcribed(ledger: Ledger, file: str) -> list[Entry]:
    """The marked lines of a transcription."""
    slug = Path(file).stem
    marked = {line: [f"{slug}.listing.{marker}" for marker in found] for line, found in markers_in(file).items()}
    kept = {line: tuple(claim for claim in claims if claim in ledger.claims) for line, claims in marked.items()}
    return [Entry(Lines(file, line, line), claims) for line, claims in kept.items() if claims]


def _nothing(place: str, entries: Iterable[Entry], line: int) -> NoClaim:
    """That nothing is claimed here, and which claims are nearest."""
    ordered = sorted((entry for entry in entries if entry.claims), key=lambda entry: entry.lines.distance(line))
    close = dict.fromkeys(f"{claim} (line {e.lines.first})" for e in ordered for claim in e.claims)
    return NoClaim(f"nothing is claimed at {place}; nearest: {', '.join([*close][:CLOSEST])}")
