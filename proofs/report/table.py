"""An audit for people: one line a claim, then what it all amounts to."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from proofs.audit import Audit, Line
from proofs.ledger.model import Severity
from proofs.ledger.status import Status
from proofs.report.environment import trusted_base
from spec.notation import state

STYLES = {
    Status.PROVED: "green",
    Status.CERTIFIED: "cyan",
    Status.TESTED: "blue",
    Status.ASSUMED: "yellow",
    Status.OPEN: "magenta",
    Status.REFUTED: "red",
    Status.TRANSCRIBED: "dim",
}
_GAP = 2
_ROOM_FOR_A_STATEMENT = 24
_HEADINGS = ("claim", "status", "standing", "evidence", "seconds", "statement")


def word(status: Status | None, otherwise: str) -> Text:
    """A status in its colour."""
    return Text(otherwise, "dim") if status is None else Text(status.value, STYLES[status])


def table(audit: Audit, differing: set[str], width: int) -> Table:
    """One line a claim, under the name that its id begins with; `!` marks a difference from the baseline."""
    rows = [row for _, lines in groupby(audit.lines, _group) for row in _rows(list(lines), differing)]
    columns = [
        [Text(heading), *cells] for heading, cells in zip(_HEADINGS, zip(*rows, strict=True), strict=True)
    ]
    *needed, _ = (max(cell.cell_len for cell in column) for column in columns)
    left = width - sum(needed) - _GAP * len(needed)
    grid = Table(box=None, padding=(0, _GAP, 0, 0), pad_edge=False, header_style="bold")
    for heading, cells in zip(_HEADINGS, needed, strict=False):
        tight = min(0, left + _GAP) if heading == "evidence" else 0
        justify: Literal["left", "right"] = "right" if heading == "seconds" else "left"
        grid.add_column(heading, width=max(cells + tight, len(heading)), no_wrap=True, justify=justify)
    if left >= _ROOM_FOR_A_STATEMENT:
        grid.add_column(_HEADINGS[-1], width=left, no_wrap=True)
    for row in rows:
        grid.add_row(*row[: len(grid.columns)])
    return grid


def summary(audit: Audit, expected: bool, verdict: str) -> RenderableType:
    """How many claims have each status, what is wrong in the documents, what is trusted, and the verdict."""
    counts = Counter(line.own for line in audit.lines)
    parts = [Text.assemble(f"{counts[s]} ", word(s, "")) for s in Status if counts[s]]
    parts += [Text(f"{counts[None]} skipped", "dim")] if counts[None] else []
    claims = f"{_count(len(audit.lines), 'claim')}{': ' if parts else ''}"
    checks, workers = _count(len(audit.outcomes), "check"), _count(audit.workers, "worker")
    took = f" ({checks} in {audit.seconds:.1f} s on {workers})"
    return Group(
        Text.assemble(claims, Text(", ").join(parts)),
        _errata(audit),
        Text(_trust(audit), "dim"),
        Text.assemble(Text(verdict, "bold green" if expected else "bold red"), Text(took, "dim")),
    )


def _group(line: Line) -> str:
    return line.claim.id.partition(".")[0]


def _rows(lines: Sequence[Line], differing: set[str]) -> Iterable[Sequence[Text]]:
    yield [Text("") for _ in _HEADINGS]
    yield [Text(_group(lines[0]), "bold"), *(Text("") for _ in _HEADINGS[1:])]
    for line in lines:
        mark = Text("! ", "bold red") if line.claim.id in differing else Text("  ")
        checkers = dict.fromkeys(evidence.checker for evidence in line.evidence)
        yield [
            mark.append(line.claim.id.partition(".")[2] or line.claim.id),
            word(line.own, "skipped"),
            Text("") if line.own is Status.TRANSCRIBED else word(line.standing, "-"),
            Text(", ".join(checkers)),
            Text(f"{line.seconds:.2f}" if line.evidence else "", "dim"),
            Text(state(line.claim.statement), "dim"),
        ]


def _errata(audit: Audit) -> Text:
    counts = Counter(shown.erratum.severity for shown in audit.shown)
    kinds = ", ".join(f"{counts[severity]} {severity.value}" for severity in Severity if counts[severity])
    return Text(f"{_count(len(audit.shown), 'erratum', 'errata')}{': ' if kinds else ''}{kinds}")


def _trust(audit: Audit) -> str:
    base = trusted_base(audit)
    engines = ", ".join(base.checkers) or "no engine"
    modules, lines = _count(len(base.modules), "module"), sum(base.modules.values())
    return f"trusted: {engines}; {modules}, {lines} lines of ours"


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"
