"""The page: an audit, put into the templates of this folder."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from proofs.audit.report.environment import environment, trusted_base
from proofs.audit.report.model import Report
from proofs.audit.run import Audit
from proofs.engine.ledger.model import Severity
from proofs.engine.ledger.status import Status
from proofs.kernel.trust import Trusted, trusted
from proofs.report import measured
from proofs.report.charts import chart
from proofs.report.entries import Entries, Entry
from proofs.report.floor_plan import HEIGHT, WIDTH, Group, drawing, groups_of, plan
from proofs.report.layout import layered
from proofs.report.provenance import commit, digests
from proofs.report.texts import printed_in
from spec.documents import DOCUMENTS

MEANINGS: Mapping[Status, tuple[str, str]] = {
    Status.VERIFIED: ("◆", "a theorem about the running code, checked by a proof kernel"),
    Status.PROVED: ("●", "holds for all values, every n; a machine decides every step"),
    Status.ARGUED: ("◐", "machine-checked steps, joined to the claim by sentences"),
    Status.CERTIFIED: ("■", "holds exactly, on a stated finite or compact scope"),
    Status.TESTED: ("▽", "holds statistically, with stated error rates"),
    Status.ASSUMED: ("△", "taken from a source that is named"),
    Status.OPEN: ("○", "no evidence yet, or a solver gave up"),
    Status.REFUTED: ("✕", "a witness shows it false"),
    Status.TRANSCRIBED: ("·", "a printed line that is marked in our code and reached"),
}
"""The sign of each status, which tells it without its colour, and what it means."""


@dataclass(frozen=True)
class Promise:
    """What is promised of a mechanism, on how many claims that rests, and all that it takes on trust."""

    name: str
    entry: Entry
    rests_on: int
    trusted: tuple[Trusted, ...]


def render(report: Report, documents: Path | None = None) -> str:
    """The audit as one HTML document that needs no other file."""
    audit = report.audit
    made = Entries(audit)
    entries = {entry.id: entry for entry in made.all()}
    groups = [Group(g.floor, g.name, kept) for g in groups_of(made.index) if (kept := _kept(g.claims, entries))]
    uses = audit.ledger.uses
    standing = {id: entry.line.standing for id, entry in entries.items()}
    templates = Environment(
        loader=PackageLoader("proofs.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"dom": dom_id, "breakable": breakable}
    return templates.get_template("page.html").render(
        audit=audit,
        entries=entries,
        counts=Counter(entry.line.own for entry in entries.values()),
        statuses=[(status, *MEANINGS[status]) for status in Status],
        signs={status.value.lower(): sign for status, (sign, _) in MEANINGS.items()} | {"skipped": " "},
        severities=Counter(shown.erratum.severity for shown in audit.errata),
        errata=sorted(audit.errata, key=lambda shown: list(Severity).index(shown.erratum.severity)),
        erratum_severity={e.id: e.severity.value for e in audit.ledger.errata.values()},
        promises=_promises(audit, entries),
        documents={document.slug: document for document in DOCUMENTS},
        groups=groups,
        plan=plan(groups, uses, standing),
        room_size=(WIDTH, HEIGHT),
        drawings=[(group.id, group.name, drawing(group, uses)) for group in groups]
        + [
            (f"promise.{claim}", name, _rests(claim, audit))
            for name, claim in audit.ledger.headlines.items()
            if claim in entries
        ],
        engines=sorted({engine for entry in entries.values() for engine in entry.engines}),
        laws=measured.laws(),
        scores=(measured.X, measured.X_PRIME),
        charts=[chart(plot) for plot in measured.plots()],
        scale=measured.SCALE,
        n=measured.SCORES,
        printed=printed_in(documents) if documents is not None else {},
        complaints=report.complaints,
        environment=environment(),
        base=trusted_base(audit),
        commit=commit(),
        digests=digests(),
    )


def dom_id(name: str) -> str:
    """A name as a part of a link."""
    return "".join(letter if letter.isalnum() or letter in "._-" else "-" for letter in name)


def breakable(name: str) -> Markup:
    """A long name that may go on in the next line after a dot or an underscore."""
    return Markup("").join(
        part if part.isalnum() else escape(part) + Markup("<wbr>") for part in re.split(r"([._])", name)
    )


def _kept(claims: Sequence[str], entries: Mapping[str, Entry]) -> tuple[str, ...]:
    return tuple(claim for claim in claims if claim in entries)


def _promises(audit: Audit, entries: Mapping[str, Entry]) -> list[Promise]:
    promises = []
    for name, claim in audit.ledger.headlines.items():
        if claim in entries:
            below = audit.ledger.closure([claim])
            believed = trusted(audit.ledger, claim, entries[claim].line.assumptions or ())
            promises.append(Promise(name, entries[claim], len(below) - 1, believed))
    return sorted(promises, key=lambda promise: (promise.name.startswith("tight"), promise.name))


def _rests(claim: str, audit: Audit) -> object:
    below = audit.ledger.closure([claim])
    return layered({name: name for name in audit.ledger.claims if name in below}, audit.ledger.uses)
