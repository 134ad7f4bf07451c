"""What is around a claim: its words and lines in the source, its errata, and the claims that it matters to."""

import re
from collections.abc import Iterable, Iterator

from rich.text import Text

from proofs.audit.baseline_file import Baseline
from proofs.audit.functions import Function, functions_in
from proofs.audit.listings import transcribed_at
from proofs.audit.lookup import Found
from proofs.audit.report.table import word
from proofs.audit.selection import errata_of
from proofs.audit.source_index import SourceIndex, source
from proofs.engine.ledger.status import Status
from spec.documents import ITEMS
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula
from spec.logic.notation import state

Told = Iterator[tuple[Text, int]]
"""Lines of text, each with how far it is indented."""

_WORDS = {item.id: item.statement for item in ITEMS}
_LINES_NAMED = re.compile(r"\blines? ([\d, and]*\d)")


class Surroundings:
    """A ledger and its accepted verdicts, to be shown beside one claim."""

    def __init__(self, index: SourceIndex, baseline: Baseline) -> None:
        self._index = index
        self._ledger = index.ledger
        self._baseline = baseline

    def in_words(self, claim: Claim) -> str | None:
        """What the document says, in words, where the claim is a formula."""
        return _WORDS.get(claim.id) if isinstance(claim.statement, Formula) else None

    def in_source(self, claim: Claim) -> Told:
        """What kind of claim it is, where it is stated, and where it is proved or, of a printed line, transcribed."""
        yield Text(f"{claim.kind.value}, {self._index.where(claim)}", "dim"), 2
        if claim.kind is Kind.LISTING and claim.id in _WORDS:
            yield from _transcribed(claim)
        elif proved := self._index.proved(claim.id):
            yield Text(f"proved at {', '.join(lines.start for lines in proved)}", "dim"), 2

    def of_claim(self, claim: Claim) -> Told:
        """What rests on the claim, what is wrong with it, and where the document speaks of a printed line."""
        if users := [user for user, used in self._ledger.uses.items() if claim.id in used]:
            yield Text(f"used by: {', '.join(users)}"), 0
        for erratum in (self._ledger.errata[id] for id in errata_of(self._ledger, claim.id)):
            yield Text(f"erratum: noisymax errata {erratum.id}"), 0
            yield Text(f"{erratum.severity.value}: {erratum.says}; true is: {erratum.truth}", "dim"), 2
            if (written := self._index.erratum(erratum.id)) is not None:
                yield Text(f"witness at {written.start}", "dim"), 2
        for refutation in self._ledger.refutations.get(claim.id, ()):
            if refutation.repaired is not None:
                yield Text(f"repaired: noisymax explain {refutation.repaired}"), 0
        if claim.kind is Kind.LISTING:
            slug, _, printed = claim.id.partition(".listing.L")
            naming = [id for id in self._ledger.claims if id.startswith(f"{slug}.") and printed in _lines_named(id)]
            yield from self._accepted("the document speaks of this line in", naming)

    def of_functions(self, found: Found) -> Told:
        """What is claimed of the functions that the place, or the sound transcription of a printed line, belongs to."""
        for erratum in found.departures:
            yield Text(f"{found.place} departs from the printed line: noisymax errata {erratum}"), 0
        functions = {found.function: found.promised} if found.function else {}
        for claim in found.claims:
            functions |= {function.name: function.claims for function in self._functions(claim)}
        for name, claims in functions.items():
            yield from self._accepted(f"claimed of {name}", claims)

    def _functions(self, claim: str) -> list[Function]:
        """The functions of the sound mechanism that hold a printed line."""
        if self._ledger.claims[claim].kind is not Kind.LISTING or claim not in _WORDS:
            return []
        slug, _, printed = claim.partition(".listing.")
        _, lines = transcribed_at(slug, printed)
        functions = functions_in(self._ledger, f"impl/{slug}.py")
        return [function for function in functions if any(function.lines.distance(line) == 0 for line in lines)]

    def _accepted(self, heading: str, claims: Iterable[str]) -> Told:
        """Claims with their accepted verdicts."""
        for number, claim in enumerate(claims):
            if number == 0:
                yield Text(f"{heading} (verdicts as accepted):"), 0
            yield Text.assemble((claim, "bold"), "  ", self._verdict(claim)), 2
            yield Text(_WORDS.get(claim) or state(self._ledger.claims[claim].statement), "dim"), 5

    def _verdict(self, claim: str) -> Text:
        if claim not in self._baseline.claims:
            return Text("no accepted verdict", "dim")
        accepted = self._baseline.claims[claim]
        own = word(Status(accepted.status), "")
        if accepted.standing == accepted.status:
            return own
        return Text.assemble(own, ", standing ", word(Status(accepted.standing), ""))


def _lines_named(id: str) -> set[str]:
    """The lines of the listing that the words of an item name."""
    return {number for found in _LINES_NAMED.findall(_WORDS.get(id, "")) for number in re.findall(r"\d+", found)}


def _transcribed(claim: Claim) -> Told:
    slug, _, printed = claim.id.partition(".listing.")
    yield Text(f"line {printed[1:]} of the listing", "dim"), 2
    as_printed, sound = transcribed_at(slug, printed)
    for what, file, lines in (
        ("as printed", f"impl/published/{slug}.py", as_printed),
        ("sound", f"impl/{slug}.py", sound),
    ):
        for line in lines:
            code = source(file).splitlines()[line - 1].strip()
            yield Text.assemble((f"{what}: {file}:{line}  ", "dim"), code), 2
