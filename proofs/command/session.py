"""A ledger and its baseline, read once: run checks on it, and say what is not as the baseline has it."""

import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console

from proofs.audit import baseline_file, kept, run, workers
from proofs.audit.baseline_file import BadBaseline, Baseline
from proofs.audit.cache import EvidenceCache
from proofs.audit.complaints import complaints
from proofs.audit.nearest import UnknownName
from proofs.audit.places import at, origin
from proofs.audit.report.model import Report
from proofs.audit.report.progress import watched
from proofs.audit.run import Audit
from proofs.audit.selection import Selection, select
from proofs.audit.source_index import ROOT, SourceIndex
from proofs.audit.workers import Job, Outcome
from proofs.campaign.model import Where
from proofs.command.ledger_source import LedgerSource
from proofs.command.stop import BAD_INPUT, Stop, engine_missing, fell_short, refused
from proofs.engine.ledger.ledger import Ledger, LedgerError


class _Doubling:
    """Hands on what was found whenever there is twice as much of it, and at the end: in few parts."""

    def __init__(self, write: Callable[[Mapping[Job, Outcome]], None]) -> None:
        self._write, self._written = write, 0
        self._waiting: dict[Job, Outcome] = {}

    def add(self, job: Job, outcome: Outcome) -> None:
        """Take one finding."""
        self._waiting[job] = outcome
        if len(self._waiting) > self._written:
            self.flush()

    def flush(self) -> None:
        """Hand on what waits."""
        self._write(self._waiting)
        self._written += len(self._waiting)
        self._waiting = {}


class Session:
    """The ledger of a source, its baseline if there must be one, and the evidence that is kept if it may be used."""

    def __init__(self, source: LedgerSource, baseline_needed: bool = True, cached: bool = True) -> None:
        self.source = source
        self.ledger = _ledger(source)
        self.baseline = _baseline(source, baseline_needed)
        where = kept.folder() if cached else None
        self._kept = None if where is None else EvidenceCache(where, self.ledger)
        self._keeps = True

    def select(self, patterns: list[str], quick: bool) -> Selection:
        """What the patterns select, or a line on the one that selects nothing."""
        try:
            return select(self.ledger, patterns, quick)
        except UnknownName as error:
            raise refused(str(error)) from error

    def perform(self, selection: Selection, where: Where) -> Audit:
        """Run what is selected, in sight of whoever is at the terminal; a contradiction stops the command."""
        console = Console(stderr=True)
        # Not what the console says: told to force colours, it would take the log of a CI job for a terminal.
        looked_at = sys.stderr.isatty() and not console.is_dumb_terminal
        jobs = run.jobs(self.ledger, selection)
        known = self._known(jobs)
        with watched(console, looked_at, len(jobs) - len(known)) as watch:
            fresh = _Doubling(lambda found: self.keep(lambda: self._store(found)))
            try:
                done = run.run(self.source.ledger, self.ledger, selection, where, watch, known, fresh.add)
            finally:
                fresh.flush()
        try:
            _ = done.claims
        except LedgerError as error:
            named = [word for word in str(error).split() if word in self.ledger.claims]
            evidence = [e for claim in named for e in done.evidence(claim)]
            found = "; ".join(f"{e.checker} {e.finding.status.value}: {e.finding.detail}" for e in evidence)
            raise fell_short(self.place(named[0]) if named else origin(error), f"{error} ({found})") from error
        return done

    def _known(self, jobs: Sequence[Job]) -> dict[Job, Outcome]:
        if self._kept is None:
            return {}
        found = {job: self._kept.load(job) for job in jobs}
        return {job: outcome for job, outcome in found.items() if outcome is not None}

    def _store(self, outcomes: Mapping[Job, Outcome]) -> None:
        if self._kept is None:
            return
        if outcomes and not self._kept.is_of_this_source():
            raise OSError(None, "it has changed meanwhile", "the source")
        for job, outcome in outcomes.items():
            self._kept.store(job, outcome)

    def keep(self, write: Callable[[], object]) -> None:
        """Write what later commands can use; if that cannot be, one line says so, and nothing else is lost."""
        try:
            if self._keeps:
                write()
        except OSError as error:
            self._keeps = False
            print(f"noisymax: evidence is not kept: {error.filename}: {error.strerror}", file=sys.stderr)

    def complaints(self, done: Audit) -> list[str]:
        """A line for each witness that is gone, evidence that fell short and difference from the baseline."""
        return [complaint.line for complaint in self.report(done).complaints]

    def report(self, done: Audit) -> Report:
        """The audit with what is not as the baseline has it."""
        return Report(done, self.baseline, tuple(complaints(done, self.baseline, self.place)))

    def place(self, name: str) -> str:
        """`file:line` of what the name stands for."""
        if (lines := SourceIndex(self.ledger).place(name)) is not None:
            return at(ROOT / lines.file, lines.first)
        return at(self.source.baseline, self.baseline.lines.get(name, 1))


def _ledger(source: LedgerSource) -> Ledger:
    try:
        ledger = workers.load(source.ledger)
        deque(ledger.tasks(), maxlen=0)  # every step can be asked
        return ledger
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and (missing := engine_missing(error)) is not None:
            raise missing from error
        what = str(error) if isinstance(error, LedgerError) else f"{type(error).__name__}: {error}"
        raise fell_short(origin(error), what) from error


def _baseline(source: LedgerSource, needed: bool) -> Baseline:
    try:
        return baseline_file.read(source.baseline)
    except BadBaseline as error:
        if not needed:
            return Baseline()
        raise Stop(BAD_INPUT, f"{at(source.baseline, error.line)}: error: {error}") from error
