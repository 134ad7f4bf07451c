"""What `trace`, `explain`, `errata` and `readings` tell, kept from the last whole audit of the same source.

Whoever asks for it need not import what the ledger is made of.
"""

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Span, Text

from proofs.audit import kept
from proofs.audit.reach import Reach
from proofs.command.ledger_source import LedgerSource

Told = Iterable[tuple[Text, int]]
"""Lines of text, each with how far it is indented."""


@dataclass(frozen=True)
class Traced:
    """Claims to begin with, and of each claim below how it is called, what it rests on, and what is taken on trust."""

    roots: Sequence[str]
    labels: Mapping[str, Text]
    uses: Mapping[str, Sequence[str]]
    trusted: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class ToldErratum:
    """An erratum in words, and what its witness told; None if it was not asked or does not show the defect."""

    id: str
    document: str
    where: tuple[str, ...]
    severity: str
    says: str
    truth: str
    repair: str
    witness: str | None


class Answers:
    """The answers that are kept for a source, as plain data."""

    def __init__(self, source: LedgerSource) -> None:
        self._folder = kept.folder()
        self._slot = hashlib.sha256(
            "\n".join([str(kept.ROOT), source.ledger, str(source.baseline)]).encode()
        ).hexdigest()
        self._key = None if self._folder is None else _key(source)
        self._source = source

    @property
    def data(self) -> Mapping[str, Any] | None:
        """What is kept, if it is about the source as it is now."""
        if self._folder is None or self._key is None:
            return None
        found = kept.read(self._folder / "answers" / f"{self._slot}.json", self._key)
        return found if isinstance(found, dict) else None

    def keep(self, data: Mapping[str, Any]) -> None:
        """Keep answers in place of older ones; raise OSError if that cannot be. The source must be as it was."""
        if self._folder is not None and self._key is not None and self._key == _key(self._source):
            kept.write(self._folder / "answers" / f"{self._slot}.json", self._key, data)


def load(source: LedgerSource, cached: bool) -> Mapping[str, Any] | None:
    """The answers that are kept, unless they are not wanted."""
    return Answers(source).data if cached else None


def traced(data: Mapping[str, Any] | None, name: str, measure: str | None) -> Traced | None:
    """What a name rests on."""
    if data is None or _is_of_another_folder(name):
        return None
    kept_trace = data["trace"]
    roots = [name] if name in kept_trace["labels"] else kept_trace["roots"].get(name, {}).get(measure or "")
    if not roots:
        return None
    labels = {claim: unpacked(label) for claim, label in kept_trace["labels"].items()}
    return Traced(roots, labels, kept_trace["uses"], kept_trace["trusted"])


def explained(data: Mapping[str, Any] | None, name: str) -> list[Told] | None:
    """The derivations that a name stands for, and what is promised of the functions there."""
    if data is None or _is_of_another_folder(name):
        return None
    claims, functions = data["explain"]["names"].get(name, (None, None))
    if claims is None:
        return None
    parts = [data["explain"]["claims"][claim] for claim in claims] + [data["explain"]["functions"][functions]]
    return [[(unpacked(text), indent) for text, indent in part] for part in parts]


def errata(data: Mapping[str, Any] | None) -> dict[str, ToldErratum] | None:
    """All errata by their ids."""
    if data is None:
        return None
    return {each["id"]: ToldErratum(**{**each, "where": (*each["where"],)}) for each in data["errata"]}


def packed(text: Text) -> list[Any]:
    """A text with its styles as plain data."""
    return [text.plain, str(text.style), [[span.start, span.end, str(span.style)] for span in text.spans]]


def unpacked(data: Sequence[Any]) -> Text:
    """The text again."""
    plain, style, spans = data
    return Text(plain, style, spans=[Span(*span) for span in spans])


def _is_of_another_folder(name: str) -> bool:
    """Whether the name is that of a file which need not be ours where the command runs."""
    return "/" in name and not os.path.samefile(os.curdir, kept.ROOT)


def _key(source: LedgerSource) -> str | None:
    try:
        accepted = source.baseline.read_bytes()
    except OSError:
        return None
    parts = (Reach(kept.ROOT).everything([source.ledger]), kept.versions(), source.ledger.encode(), accepted)
    return hashlib.sha256(b"\n".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
