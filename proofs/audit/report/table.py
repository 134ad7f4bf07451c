"""An audit for people: one line a claim, then what it all amounts to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from proofs.audit.report.environment import trusted_base
from proofs.audit.run import Audit, AuditedClaim
from proofs.engine.checkers.crosshair.out_of_reach import OUT_OF_REACH
from proofs.engine.ledger.model import Severity
from proofs.engine.ledger.status import Status
from spec.logic.notation import state

STYLES = {
    Status.VERIFIED: "bold green",
    Status.PROVED: "green",
    Status.ARGUED: "bright_cyan",
    Status.CERTIFIED: "cyan",
    Status.TESTED: "blue",
    Status.ASSUMED: "yellow",
    Status.OPEN: "magenta",
    Status.REFUTED: "red",
    Status.TRANSCRIBED: "dim",
}
_GAP = "  "
_ROOM_FOR_A_STATEMENT = 24
_HEADINGS = ("claim", "status", "standing", "evidence", "seconds", "scope and statement")
_EVIDENCE = _HEADINGS.index("evidence")


def word(status: Status | None, otherwise: str) -> Text:
    """A status in its colour."""
    return Text(otherwise, "dim") if status is None else Text(status.value, STYLES[status])


def table(audit: Audit, differing: set[str], width: int) -> Text:
    """One line a claim, under the name that its id begins with; `!` marks a difference from the baseline."""
    rows = [[Text(heading, "bold") for heading in _HEADINGS]]
    for _, lines in groupby(audit.claims, _group):
        rows += _rows(list(lines), differing)
    *widths, _ = (max(cell.cell_len for cell in column) for column in zip(*rows, strict=True))
    left = width - sum(widths) - len(_GAP) * len(widths)
    if left >= _ROOM_FOR_A_STATEMENT:
        widths.append(left)
    else:
        widths[_EVIDENCE] = max(len("evidence"), widths[_EVIDENCE] + min(0, left + len(_GAP)))
    return Text("\n").join(_laid_out(row, widths) for row in rows)


def summary(audit: Audit, expected: bool, verdict: str) -> RenderableType:
    """How many claims have each status, what is wrong in the documents, what is trusted, and the verdict."""
    counts = Counter(line.own for line in audit.claims)
    parts = [Text.assemble(f"{counts[s]} ", word(s, "")) for s in Status if counts[s]]
    parts += [Text(f"{counts[None]} skipped", "dim")] if counts[None] else []
    claims = f"{_count(len(audit.claims), 'claim')}{': ' if parts else ''}"
    checks, workers = _count(len(audit.outcomes), "check"), _count(audit.workers, "worker")
    return Group(
        Text.assemble(claims, Text(", ").join(parts)),
        _errata(audit),
        *_left_out(audit),
        Text(_trust(audit), "dim"),
        Text(f"{checks}{_remembered(audit)} in {audit.seconds:.1f} s on {workers}", "dim"),
        Text(verdict, "bold green" if expected else "bold red"),
    )


def _remembered(audit: Audit) -> str:
    return f", {audit.remembered} of them made before," if audit.remembered else ""


def _group(line: AuditedClaim) -> str:
    return line.claim.id.partition(".")[0]


def _rows(lines: Sequence[AuditedClaim], differing: set[str]) -> Iterator[list[Text]]:
    empty = Text("")
    yield [empty] * len(_HEADINGS)
    yield [Text(_group(lines[0]), "bold")] + [empty] * (len(_HEADINGS) - 1)
    for line in lines:
        mark = Text("! ", "bold red") if line.claim.id in differing else Text("  ")
        checkers = dict.fromkeys(evidence.checker for evidence in line.evidence)
        yield [
            Text.assemble(mark, line.claim.id.partition(".")[2] or line.claim.id),
            word(line.own, "skipped"),
            empty if line.own is Status.TRANSCRIBED else word(line.standing, "-"),
            Text(", ".join(checkers)),
            Text(f"{line.seconds:{len('seconds')}.2f}" if line.evidence else "", "dim"),
            Text.assemble(line.scope, " · " if line.scope else "", (state(line.claim.statement), "dim")),
        ]


def _laid_out(row: Sequence[Text], widths: Sequence[int]) -> Text:
    """The cells side by side, each as wide as its column; what does not fit ends in an ellipsis."""
    cells = [cell.copy() for cell in row[: len(widths)]]
    for cell, width in zip(cells, widths, strict=True):
        cell.truncate(width, overflow="ellipsis", pad=True)
    line = Text(_GAP).join(cells)
    line.rstrip()
    return line


def _errata(audit: Audit) -> Text:
    counts = Counter(shown.erratum.severity for shown in audit.errata)
    kinds = ", ".join(f"{counts[severity]} {severity.value}" for severity in Severity if counts[severity])
    return Text(f"{_count(len(audit.errata), 'erratum', 'errata')}{': ' if kinds else ''}{kinds}")


def _left_out(audit: Audit) -> Iterator[Text]:
    """Which claims a quick audit skipped, by the names that their ids begin with."""
    counts = Counter(_group(line) for line in audit.claims if line.own is None)
    if counts:
        names = ", ".join(f"{name} ({count})" for name, count in counts.most_common())
        yield Text(f"left out, as declared to take long: {names}")


def _trust(audit: Audit) -> str:
    base = trusted_base(audit)
    engines = ", ".join(base.checkers) or "no engine"
    trusted = f"trusted: {engines}; {sum(base.modules.values())} lines of ours"
    return trusted + (f"\nnot in crosshair's reach: {', '.join(OUT_OF_REACH)}" if "crosshair" in engines else "")


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"
