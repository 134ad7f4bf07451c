"""Evidence that is kept: what a check found, under a digest of all that its finding depends on."""

import hashlib
import json
import os
import platform
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

from proofs.audit.fingerprint import Fingerprints, NoFingerprint
from proofs.audit.reach import Reach
from proofs.audit.workers import Job, Outcome
from proofs.engine.ledger.ledger import Ledger, Place
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status

FOLDER = "NOISYMAX_CACHE"
"""The environment variable that names the folder; set and empty, nothing is kept."""
ROOT = Path(__file__).parents[2]
_FRESH = {"statistics"}
"""Engines whose checks are to be made anew each time."""


def folder() -> Path | None:
    """The folder in which evidence is kept, or None."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Path(named) if named else None
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "noisymax"


class Entry(NamedTuple):
    """A finding as it is kept, with its own key and a digest of all."""

    key: str
    status: str
    detail: str
    seconds: float

    @property
    def digest(self) -> str:
        """Tells an entry that was changed, or cut short."""
        return hashlib.sha256(json.dumps(self).encode()).hexdigest()


class EvidenceCache:
    """The findings in a folder. One that is missing, corrupt or of another check is not there."""

    def __init__(self, folder: Path, ledger: Ledger) -> None:
        self._folder = folder
        self._ledger = ledger
        self._prints = Fingerprints()
        self._reach = Reach(ROOT)
        self._tasks = {task.place: task for task in ledger.tasks()}

    def load(self, job: Job) -> Outcome | None:
        """What was found before."""
        key = self._key(job)
        if key is None:
            return None
        try:
            raw = json.loads(self._path(key).read_bytes())
            entry, digest = Entry(*raw["entry"]), raw["digest"]
            if entry.key != key or entry.digest != digest:
                return None
            return Outcome(Finding(Status(entry.status), entry.detail), entry.seconds)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def store(self, job: Job, outcome: Outcome) -> None:
        """Keep a finding that decides something; raise OSError if the folder cannot be written."""
        key = self._key(job)
        if key is None or outcome.finding.status is Status.OPEN:
            return
        entry = Entry(key, outcome.finding.status.value, outcome.finding.detail, outcome.seconds)
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{os.getpid()}")
        try:
            half.write_text(json.dumps({"entry": entry, "digest": entry.digest}), encoding="utf-8")
            half.replace(path)
        finally:
            with suppress(OSError):
                half.unlink()

    def _key(self, job: Job) -> str | None:
        """The digest of statement, check, reachable source and versions; None for what is not kept."""
        asked: object = self._ledger.errata[job] if isinstance(job, str) else self._asked(job)
        if asked is None:
            return None
        try:
            found = self._prints.of(asked)
        except NoFingerprint:
            return None
        return hashlib.sha256(found.digest + self._reach.digest(found.names) + _versions()).hexdigest()

    def _asked(self, place: Place) -> object:
        task = self._tasks[place]
        return None if task.check.checker in _FRESH else (task.check, task.query)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"


@cache
def _versions() -> bytes:
    """The interpreter, the machine and every distribution that is installed."""
    installed = sorted({f"{found.name}=={found.version}" for found in distributions()})
    return hashlib.sha256("\n".join([sys.version, platform.machine(), *installed]).encode()).digest()
