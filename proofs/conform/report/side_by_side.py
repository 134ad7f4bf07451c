"""Releases side by side: how each clause came out of each, and what changed from one to the next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from jinja2 import Environment, PackageLoader, StrictUndefined

from proofs.conform.clauses import CLAUSES
from proofs.conform.model import Outcome, Verdict
from proofs.conform.report import worth
from proofs.conform.run import Held

SIGNS = {Outcome.PASSED: "●", Outcome.FAILED: "✕", Outcome.NOTED: "▽", Outcome.SKIPPED: "○"}
"""A sign for each outcome, which tells it without its colour."""
ABSENT = "-"


@dataclass(frozen=True)
class Cell:
    """What came of one clause in one release: the first witness if it fell short, else what else is told."""

    outcome: Outcome | None
    told: str = ""
    changed: bool = False

    @property
    def word(self) -> str:
        """The outcome in a word."""
        return self.outcome.value if self.outcome else ABSENT

    @property
    def sign(self) -> str:
        """The outcome as a sign."""
        return SIGNS[self.outcome] if self.outcome else ""


@dataclass(frozen=True)
class Row:
    """One clause over all releases."""

    clause: str
    says: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Comparison:
    """The releases held against one triple."""

    triple: str
    releases: tuple[str, ...]
    rows: tuple[Row, ...]
    verdicts: tuple[str, ...]
    changes: tuple[str, ...]
    worth: tuple[tuple[str, ...], ...]


def comparisons(runs: Sequence[Held]) -> list[Comparison]:
    """One comparison a triple, with a column a release, in the order in which they were held."""
    by_triple: dict[str, list[Held]] = {}
    for run in runs:
        by_triple.setdefault(run.triple, []).append(run)
    return [_compared(triple, held) for triple, held in by_triple.items()]


def release(run: Held) -> str:
    """A release by name; without a version, by its interpreter."""
    return f"{run.about.library} {run.about.version}" if run.about.version else f"{run.name.text} ({run.python})"


def _compared(triple: str, runs: Sequence[Held]) -> Comparison:
    found = [{verdict.clause.name: verdict for verdict in run.verdicts} for run in runs]
    rows = []
    for clause in CLAUSES:
        verdicts = [each.get(clause.name) for each in found]
        if any(verdicts):
            outcomes = [verdict.outcome if verdict else None for verdict in verdicts]
            changed = [False, *(a != b for a, b in pairwise(outcomes))]
            cells = tuple(Cell(o, _told(v), c) for o, v, c in zip(outcomes, verdicts, changed, strict=True))
            rows.append(Row(clause.name, clause.says, cells))
    names = tuple(map(release, runs))
    words = tuple("conforms" if run.conforms and not run.unheld else "does not conform" for run in runs)
    last = tuple(tuple(worth.lines(run)) for run in runs)
    return Comparison(triple, names, tuple(rows), words, tuple(_changes(names, rows)), last)


def _changes(releases: Sequence[str], rows: Sequence[Row]) -> Iterator[str]:
    """What changed from each release to the next, clause by clause."""
    for place, (before, after) in enumerate(pairwise(releases)):
        changed = [row for row in rows if row.cells[place + 1].changed]
        for row in changed:
            was, now = row.cells[place], row.cells[place + 1]
            witness = now.told if now.outcome is Outcome.FAILED else ""
            yield f"{before} → {after}: {row.clause}: {was.word}, then {now.word}" + (f": {witness}" if witness else "")
        if not changed:
            yield f"{before} → {after}: no clause came out otherwise"


def _told(found: Verdict | None) -> str:
    if found is None:
        return ""
    return " ".join((found.failures[0].witness if found.failures else found.detail).split())


def markdown(runs: Sequence[Held]) -> str:
    """The tables in Markdown."""
    parts = []
    for compared in comparisons(runs):
        head = ["clause", *compared.releases]
        lines = [f"## {_escaped(compared.triple)}", "", _row(head), _row(["---"] * len(head))]
        lines += [_row([f"`{row.clause}`", *(f"{c.sign} {_emphasis(c)}" for c in row.cells)]) for row in compared.rows]
        lines += [_row(["", *(f"**{word}**" for word in compared.verdicts)]), "", "What changed:", ""]
        lines += [f"- {_escaped(change)}" for change in compared.changes or ("one release alone",)]
        lines += ["", "What each verdict is worth:", ""]
        lines += [
            f"- {_escaped(f'{r}: {t}')}" for r, w in zip(compared.releases, compared.worth, strict=True) for t in w
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _emphasis(cell: Cell) -> str:
    return f"**{cell.word}**" if cell.changed else cell.word


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    """Text in which nothing is markup."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>#|" else letter for letter in text)


def html(runs: Sequence[Held]) -> str:
    """The tables as one page that needs no other file."""
    templates = Environment(
        loader=PackageLoader("proofs.conform.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return templates.get_template("side_by_side.html").render(comparisons=comparisons(runs))
