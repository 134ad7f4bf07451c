"""Evidence that is kept: what a check found, under a digest of all that its finding depends on."""

import hashlib
from pathlib import Path
from typing import NamedTuple

from proofs.audit import kept
from proofs.audit.fingerprint import Fingerprints, NoFingerprint
from proofs.audit.reach import ROOMS, Reach
from proofs.audit.workers import Job, Outcome
from proofs.engine.ledger.ledger import Ledger
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status

_STATUSES = {status.value for status in Status}


class Entry(NamedTuple):
    """A finding as it is kept."""

    status: str
    detail: str
    seconds: float


class EvidenceCache:
    """The findings in a folder. One that is missing, corrupt or of another check is not there."""

    def __init__(self, folder: Path, ledger: Ledger) -> None:
        self._folder = folder
        self._ledger = ledger
        self._prints = Fingerprints()
        self._reach = Reach(kept.ROOT)
        self._source = self._reach.everything(ROOMS)
        self._tasks = {task.place: task for task in ledger.tasks()}

    def load(self, job: Job) -> Outcome | None:
        """What was found before."""
        key = self._key(job)
        match None if key is None else kept.read(self._path(key), key):
            case [str(status), str(detail), float(seconds)] if status in _STATUSES:
                return Outcome(Finding(Status(status), detail), seconds)
            case _:
                return None

    def store(self, job: Job, outcome: Outcome) -> None:
        """Keep a finding that decides something; raise OSError if the folder cannot be written."""
        key = self._key(job)
        if key is not None and outcome.finding.status is not Status.OPEN:
            kept.write(
                self._path(key), key, Entry(outcome.finding.status.value, outcome.finding.detail, outcome.seconds)
            )

    def is_of_this_source(self) -> bool:
        """Whether no file has changed since the keys were made."""
        return Reach(kept.ROOT).everything(ROOMS) == self._source

    def _key(self, job: Job) -> str | None:
        """The digest of statement, check, reachable source and versions; None for what is not kept."""
        asked = self._ledger.errata[job] if isinstance(job, str) else (self._tasks[job].query, self._tasks[job].check)
        try:
            found = self._prints.of(asked)
        except NoFingerprint:
            return None
        return hashlib.sha256(found.digest + self._reach.digest(found.names) + kept.versions()).hexdigest()

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"
