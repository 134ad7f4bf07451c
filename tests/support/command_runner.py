"""The command at work on toy ledgers, in a folder with a baseline for them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.command import main
from proofs.command.ledger_source import LedgerSource
from proofs.engine.ledger.ledger import Ledger
from tests.support import toy_ledgers


class CommandRunner:
    """A folder with a baseline in it, and the command at work there."""

    def __init__(self, folder: Path, captured: pytest.CaptureFixture[str]) -> None:
        self.baseline = folder / "proofs" / "baseline.py"
        self.baseline.parent.mkdir()
        (folder / "pyproject.toml").touch()
        self._captured = captured
        self.run(toy_ledgers.sound, "audit", "--accept")

    def run(self, build: Callable[[], Ledger], *arguments: str) -> tuple[int, str, list[str]]:
        """The exit code, what was reported, and the lines of errors."""
        code = main(arguments, LedgerSource(f"{build.__module__}:{build.__name__}", self.baseline))
        out, err = self._captured.readouterr()
        return code, out, err.splitlines()
