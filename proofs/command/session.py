"""A ledger and its baseline, read once: run checks on it, and say what is not as the baseline has it."""

import sys
from collections import deque
from collections.abc import Mapping, Sequence

from rich.console import Console

from proofs.audit import baseline_file, cache, run, workers
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
from proofs.command.ledger_source import LedgerSource
from proofs.command.stop import BAD_INPUT, Stop, fell_short, refused
from proofs.engine.ledger.ledger import Ledger, LedgerError


class Session:
    """The ledger of a source, its baseline if there must be one, and the evidence that is kept if it may be used."""

    def __init__(self, source: LedgerSource, baseline_needed: bool = True, cached: bool = True) -> None:
        self.source = source
        self.ledger = _ledger(source)
        self.baseline = _baseline(source, baseline_needed)
        where = cache.folder() if cached else None
        self._kept = None if where is None else EvidenceCache(where, self.ledger)

    def select(self, patterns: list[str], quick: bool) -> Selection:
        """What the patterns select, or a line on the one that selects nothing."""
        try:
            return select(self.ledger, patterns, quick)
        except UnknownName as error:
            raise refused(str(error)) from error

    def perform(self, selection: Selection, processes: int) -> Audit:
        """Run what is selected, in sight of whoever is at the terminal; a contradiction stops the command."""
        console = Console(stderr=True)
        # Not what the console says: told to force colours, it would take the log of a CI job for a terminal.
        looked_at = sys.stderr.isatty() and not console.is_dumb_terminal
        jobs = run.jobs(self.ledger, selection)
        known = self._known(jobs)
        with watched(console, looked_at, len(jobs) - len(known)) as watch:
            done = run.run(self.source.ledger, self.ledger, selection, processes, watch, known)
        self._keep({job: outcome for job, outcome in done.outcomes.items() if job not in known})
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

    def _keep(self, outcomes: Mapping[Job, Outcome]) -> None:
        if self._kept is None:
            return
        try:
            for job, outcome in outcomes.items():
                self._kept.store(job, outcome)
        except OSError as error:
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
        what = str(error) if isinstance(error, LedgerError) else f"{type(error).__name__}: {error}"
        raise fell_short(origin(error), what) from error


def _baseline(source: LedgerSource, needed: bool) -> Baseline:
    try:
        return baseline_file.read(source.baseline)
    except BadBaseline as error:
        if not needed:
            return Baseline()
        raise Stop(BAD_INPUT, f"{at(source.baseline, error.line)}: error: {error}") from error
