"""An audit in Markdown, for the summary of a pull request: the verdict, what changed, and how the claims stand."""

from collections import Counter
from collections.abc import Iterable

from proofs.audit.report.model import Report
from proofs.audit.run import AuditedClaim
from proofs.engine.ledger.status import Status

_MOST = 50


def render(report: Report) -> str:
    """The verdict first, then every difference, then the statuses beside those of the baseline, then the promises."""
    audit = report.audit
    found = report.complaints
    heading = f"{len(found)} not as accepted" if found else "every verdict is as accepted"
    parts = [f"## noisymax audit: {heading}"]
    if found:
        rows = [(f"`{c.name}`", c.what, f"`{c.place}`", ", ".join(c.affects), f"`{c.again}`") for c in found[:_MOST]]
        parts.append(_table(("claim", "what", "where", "affects", "again"), rows))
        parts += [f"and {len(found) - _MOST} more"] if len(found) > _MOST else []
    parts.append(_statuses(report))
    lines = {line.claim.id: line for line in audit.claims}
    promises = [
        (name, f"`{claim}`", *_standing(lines[claim]))
        for name, claim in audit.ledger.headlines.items()
        if claim in lines
    ]
    if promises:
        parts.append(_table(("promise", "claim", "standing", "assumes"), promises))
    errata = Counter(shown.erratum.severity.value for shown in audit.errata)
    if errata:
        parts.append("Errata: " + ", ".join(f"{count} {severity}" for severity, count in errata.items()) + ".")
    return "\n\n".join(parts) + "\n"


def _statuses(report: Report) -> str:
    now = Counter(line.own for line in report.audit.claims if line.own is not None)
    names = {line.claim.id for line in report.audit.claims if line.own is not None}
    whole = report.audit.whole
    before = Counter(a.status for name, a in report.baseline.claims.items() if whole or name in names)
    rows = [
        (status.value, str(before[status.value]), str(now[status]), _change(now[status] - before[status.value]))
        for status in Status
        if now[status] or before[status.value]
    ]
    return _table(("status", "baseline", "now", "change"), rows)


def _change(difference: int) -> str:
    return f"{difference:+d}" if difference else ""


def _standing(line: AuditedClaim) -> tuple[str, str]:
    """The standing of a claim, and the claims below it that are assumed."""
    if line.standing is None:
        return "not known: checks were left out", ""
    return line.standing.value, ", ".join(f"`{name}`" for name in line.assumptions or ()) or "nothing"


def _table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [headings, tuple("---" for _ in headings), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in lines
    )
