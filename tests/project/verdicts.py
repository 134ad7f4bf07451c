"""Tables of the accepted verdicts for the README: nothing is run, everything is read from ledger and baseline."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from io import StringIO

from rich.console import Console

from proofs import contents
from proofs.audit.baseline_file import Baseline, read
from proofs.audit.report.table import summary
from proofs.audit.run import Audit
from proofs.audit.selection import select
from proofs.audit.workers import Job, Outcome
from proofs.command.ledger_source import BASELINE
from proofs.engine.ledger.ledger import REFUTING, Ledger, Task
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.kernel.trust import trusted
from spec.documents import DOCUMENTS
from tests.project.imports import libraries

WIDTH = 120
"""Of what is printed into a file."""

GIVES = {
    Status.VERIFIED: ("coq",),
    Status.PROVED: ("z3", "sympy", "rule", "differentiation"),
    Status.CERTIFIED: ("exhaustion", "coins", "contracts", "arb", "crosshair"),
    Status.TESTED: ("statistics",),
    Status.ASSUMED: ("assumption",),
    Status.TRANSCRIBED: ("markers",),
}
"""The status that each engine gives to what it accepts: so the ledger comes to the accepted verdicts."""

NO_LIBRARY = {
    "assumption": "the source that it names",
    "exhaustion": "the code that it tries",
    "witness": "the code that it runs",
    "coq": "Coq's kernel, translator, Python.v, readings",
}
"""What an engine trusts first of all, where that is no library."""

MEANS = {
    Status.VERIFIED: "a formal statement, of code about the code that runs, for all inputs, checked by a proof kernel",
    Status.PROVED: "holds for all values, every n: a machine decides every step, and the last step is the claim",
    Status.ARGUED: "as `PROVED`, but sentences join the steps to the claim, and need a reader",
    Status.CERTIFIED: "holds exactly, on a stated finite or compact scope",
    Status.TESTED: "holds statistically, with stated error rates",
    Status.ASSUMED: "taken from a source that is named",
    Status.OPEN: "no evidence yet, or a solver gave up, and why",
    Status.REFUTED: "a witness shows it false",
    Status.TRANSCRIBED: "a line of a listing that is marked in our code and reached while the audit runs",
}


@cache
def ledger() -> Ledger:
    """The whole ledger."""
    return contents.ledger()


@cache
def baseline() -> Baseline:
    """The accepted verdicts."""
    return read(BASELINE)


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown; numbers stand to the right."""
    body = [list(row) for row in rows]
    lines = [headings, ["--:" if isinstance(cell, int) else "---" for cell in body[0]], *body]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def statuses() -> str:
    """What each status means, and how many claims have it."""
    counts = Counter(accepted.status for accepted in baseline().claims.values())
    return table(("status", "claims", "means"), ((f"`{s.value}`", counts[s.value], MEANS[s]) for s in Status))


def engines() -> str:
    """What decides each status: the engines, how many checks each decides, and what it trusts; the busiest first."""
    return table(("status", "engine", "checks", "trusts"), (row for status in Status for row in _engines(status)))


def _engines(status: Status) -> Iterator[tuple[str, str, int, str]]:
    checks = [task.check for task in ledger().tasks() if _gives(task) is status]
    for engine, count in Counter(check.checker for check in checks).most_common():
        homes = {type(check).__module__ for check in checks if check.checker == engine}
        reached = sorted({library for home in homes for library in libraries(home)})
        trusts = NO_LIBRARY.get(engine) or ", ".join(reached) or "Python alone"
        yield f"`{status.value}`", f"`{engine}`", count, trusts


def _gives(task: Task) -> Status:
    """The status that a check gives if it decides as it is meant to."""
    if task.place.proof == REFUTING:
        return Status.REFUTED
    for status, engines in GIVES.items():
        if task.check.checker in engines:
            return status
    raise KeyError(f"{__name__}.GIVES does not say what {task.check.checker} gives")


def foretold() -> Audit:
    """The audit in which every engine accepts what it is asked and gives what the table says."""
    found: dict[Job, Outcome] = {t.place: Outcome(Finding(_gives(t), "foretold"), 0) for t in ledger().tasks()}
    found |= {erratum: Outcome(Finding(Status.REFUTED, "foretold"), 0) for erratum in ledger().errata}
    return Audit(ledger(), select(ledger()), found, 0, 1)


def promises() -> str:
    """What is promised, by its status and its standing, the best first; one row for promises that fare alike."""
    alike: dict[tuple[str, str], list[str]] = {}
    for name, claim in baseline().headlines.items():
        verdict = baseline().claims[claim]
        alike.setdefault((verdict.status, verdict.standing), []).append(name)
    return table(
        ("promise", "status", "stands as"),
        (("<br>".join(_joined(alike[pair])), *(f"`{status}`" for status in pair)) for pair in sorted(alike, key=_rank)),
    )


def _rank(statuses: Sequence[str]) -> list[int]:
    """Where a status and a standing come in a list that has the best first."""
    order = [status.value for status in Status]
    return [order.index(status) for status in statuses[:2]]


def _joined(names: Iterable[str]) -> list[str]:
    """Names, with those that differ only in what is in brackets behind them told as one."""
    brackets: dict[str, list[str]] = {}
    for name in names:
        head, _, rest = name.partition(" (")
        brackets.setdefault(head, []).extend([rest.removesuffix(")")] if rest else [])
    return [f"{head} ({', '.join(rest)})" if rest else head for head, rest in brackets.items()]


def headlines() -> str:
    """What is promised, with its claim; below promises that fare alike, what they take on trust."""
    alike: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for name, claim in baseline().headlines.items():
        verdict = baseline().claims[claim]
        short = [each.short for each in trusted(ledger(), claim, verdict.assumptions)]
        by = " by ".join(["", *_lowest(claim)])
        key = (verdict.status, verdict.standing, by, *map(_uncounted, short))
        alike.setdefault(key, []).append((name, claim))
    parts = []
    for key in sorted(alike, key=_rank):
        status, standing, by, *trust = key
        parts.append(f"### `{status}`, stands as `{standing}`{by}\n")
        parts += [f"- {name}: `{claim}`" for name, claim in alike[key]]
        parts.append(f"\nTaken on trust: {'; '.join(trust)}.\n")
    return "\n".join(parts).rstrip()


def _uncounted(trust: str) -> str:
    """What is taken on trust, without the number of theorems, which differs between promises that are else alike."""
    return re.sub(r"readings of \d+ theorems", "readings of its theorems", trust)


def _lowest(claim: str) -> list[str]:
    """A claim that a headline rests on and that keeps it where it stands, if it would else stand higher."""
    claims = baseline().claims
    below = (name for name in sorted(ledger().closure([claim])) if claims[name].status == claims[claim].standing)
    found = next(below, None) if claims[claim].status != claims[claim].standing else None
    return [f"`{found}`"] if found else []


def documents() -> str:
    """Each document, its items by status, and its errata by severity."""
    found = []
    for document in DOCUMENTS:
        statuses = Counter(
            verdict.status for claim, verdict in baseline().claims.items() if _is_of(claim, document.slug)
        )
        errata = Counter(e.severity.value for e in ledger().errata.values() if e.document == document.slug)
        found.append((f"`{document.title}`, {document.date}", _counted(statuses), _counted(errata)))
    return table(("document", "items", "errata"), found)


def _is_of(claim: str, slug: str) -> bool:
    return ledger().claims[claim].document == slug


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda entry: -entry[1]))


def last_lines_of_the_audit() -> str:
    """What an audit that finds the accepted verdicts prints last, without what differs from run to run."""
    console = Console(width=WIDTH, file=StringIO())
    with console.capture() as captured:
        console.print(summary(foretold(), True, "as expected: every verdict is in the baseline"))
    lines = [line.rstrip() for line in captured.get().splitlines()]
    trusted = next(number for number, line in enumerate(lines) if line.startswith("trusted"))
    return "\n".join(["...", *lines[:trusted], "...", lines[-1]])
