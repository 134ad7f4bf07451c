"""The target's side of the line in this process, where its lines are counted and its modules can be changed."""

import json
import sys
from pathlib import Path

import pytest

from proofs.targets.worker.loading import Ours
from proofs.targets.worker.serving import Server
from proofs.targets.worker.values import Json

ROOT = Path(__file__).parents[2]
TARGETS = ROOT / "tests" / "support" / "targets"


def server_here(monkeypatch: pytest.MonkeyPatch, file: str, factory: str = "make") -> Server:
    """A server that has loaded one of the targets; what it changes of the import system is undone."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    server = Server(Ours(str(ROOT)))
    server.answer(["load", "file", str(TARGETS / file), factory, []])
    return server


class ChildHere:
    """A child that is no process: every request and every answer crosses the line as text."""

    def __init__(self, python: str, memory: int, is_led: bool) -> None:
        self.server = Server(Ours(str(ROOT)))

    def ask(self, request: list[Json], seconds: float) -> Json:
        answer: Json = json.loads(json.dumps(self.server.answer(json.loads(json.dumps(request)))))
        return answer

    def close(self) -> None:
        pass
