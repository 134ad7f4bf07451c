"""Conformance for people: a line a clause, every failure below, and releases side by side."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from proofs.conform.model import Failure, Outcome
from proofs.conform.report import worth
from proofs.conform.report.side_by_side import comparisons
from proofs.conform.report.words import parameters, reproduce
from proofs.conform.run import Held

MOST_SHOWN = 2
"""Witnesses of a failed clause; files have all that were kept."""

STYLES = {Outcome.PASSED: "green", Outcome.FAILED: "bold red", Outcome.NOTED: "yellow", Outcome.SKIPPED: "dim"}


def told(run: Held) -> RenderableType:
    """One run: what was held against what, every clause, every failure."""
    last = (Text(line, "dim") for line in worth.lines(run))
    return Group(Text(heading(run), "bold"), Text(), _clauses(run), *_failures(run), Text(), verdict(run), *last)


def heading(run: Held) -> str:
    """What was held against what."""
    library = f"{run.about.library} {run.about.version}, ".lstrip() if run.about.version else ""
    return f"{run.name.text} against {run.triple}  ({library}{run.about.interpreter})"


def verdict(run: Held) -> Text:
    """Whether it conforms, in one line."""
    failed = [found.clause.name for found in run.verdicts if found.outcome is Outcome.FAILED]
    if failed:
        word, style = f"does not conform: {', '.join(failed)}", "bold red"
    elif run.unheld:
        word, style = f"could not be held against {', '.join(run.unheld)}", "bold red"
    else:
        word, style = "conforms", "bold green"
    return Text.assemble((word, style), f"  ({run.request.effort}, {run.seconds:.0f} s, false alarms at most 1e-9)")


def compared(runs: Sequence[Held]) -> RenderableType:
    """The same clauses over several releases, and what changed from one to the next."""
    parts: list[RenderableType] = []
    for found in comparisons(runs):
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
        table.add_column(found.triple, no_wrap=True)
        for name in found.releases:
            table.add_column(name)
        for row in found.rows:
            table.add_row(row.clause, *(_word(cell.outcome) for cell in row.cells))
        parts += [table, Text(), *(Text(change) for change in found.changes), Text()]
    return Group(*parts)


def _word(outcome: Outcome | None) -> Text:
    return Text(outcome.value, STYLES[outcome]) if outcome else Text("-", "dim")


def _clauses(run: Held) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("clause", no_wrap=True)
    table.add_column("kind", no_wrap=True, style="dim")
    table.add_column("outcome", no_wrap=True)
    table.add_column("cases", justify="right", no_wrap=True)
    table.add_column()
    for found in run.verdicts:
        said = found.detail or found.clause.says
        table.add_row(
            found.clause.name, found.clause.kind.value, _word(found.outcome), f"{found.cases:,}", Text(said, "dim")
        )
    return table


def _failures(run: Held) -> Iterator[RenderableType]:
    for found in run.verdicts:
        shown = MOST_SHOWN if found.outcome is Outcome.FAILED else 1
        for failure in found.failures[:shown]:
            yield Text()
            yield from _failure(run, failure, STYLES[found.outcome])


def _failure(run: Held, failure: Failure, style: str) -> Iterator[RenderableType]:
    given = ", ".join(f"{name}={value}" for name, value in parameters(run, failure).items())
    yield Text.assemble((failure.case.id, style), f"  {failure.case.clause.says}")
    yield Padding(Text(failure.witness), (0, 0, 0, 4))
    yield Padding(Text(given, "dim"), (0, 0, 0, 4))
    if failure.numbers:
        numbers = "; ".join(f"{name}: {value}" for name, value in failure.numbers.items())
        yield Padding(Text(numbers), (0, 0, 0, 4))
    yield Padding(Text(reproduce(run, failure), "cyan"), (0, 0, 0, 4))
