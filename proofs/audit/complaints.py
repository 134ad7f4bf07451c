"""What is not as it was accepted: where, what, which item of a document, what it affects, and how to check it again."""

from collections.abc import Callable
from dataclasses import dataclass

from proofs.audit.baseline_file import Baseline
from proofs.audit.compare import differences, fallen_short
from proofs.audit.run import Audit
from spec.documents import printed_at

_MOST_AFFECTED = 3


@dataclass(frozen=True)
class Complaint:
    """A difference from the baseline, evidence that fell short, or a witness that is gone.

    `name` is a claim, an erratum or a mechanism, and `place` is `file:line` where to look. `items` are the lines of the
    documents that are concerned, `affects` the mechanisms whose promise rests on it.
    """

    name: str
    what: str
    place: str
    items: tuple[str, ...]
    affects: tuple[str, ...]
    again: str

    @property
    def line(self) -> str:
        """All that in one line, as editors read it."""
        printed = f"; printed at {', '.join(self.items)}" if self.items else ""
        return f"{self.place}: error: {self.name}: {self.what}{printed}{self._affected}; again: {self.again}"

    @property
    def _affected(self) -> str:
        named, more = self.affects[:_MOST_AFFECTED], len(self.affects) - _MOST_AFFECTED
        ending = f" and {more} more" if more > 0 else ""
        return f"; affects {', '.join(named)}{ending}" if named else ""


def complaints(audit: Audit, baseline: Baseline, place: Callable[[str], str]) -> list[Complaint]:
    """Every witness that is gone, then all evidence that fell short, then every difference from the baseline."""
    gone = [
        (shown.erratum.id, f"the witness is gone: {shown.outcome.finding.detail}")
        for shown in audit.errata
        if shown.outcome and shown.gone
    ]
    found = (*gone, *fallen_short(audit), *differences(audit, baseline))
    return [_complaint(audit, name, what, place(name)) for name, what in found]


def _complaint(audit: Audit, name: str, what: str, place: str) -> Complaint:
    ledger = audit.ledger
    if name in ledger.errata:
        claims = ledger.errata[name].where
        again = f"noisymax errata {name}"
    else:
        claims = (name,) if name in ledger.claims else ()
        again = f"noisymax audit --only {name}" if claims else "noisymax audit"
    items = dict.fromkeys(printed for claim in claims if (printed := printed_at(claim)) is not None)
    affected = [
        mechanism for mechanism, claim in ledger.headlines.items() if not ledger.closure([claim]).isdisjoint(claims)
    ]
    return Complaint(name, what, place, tuple(items), tuple(affected), again)
