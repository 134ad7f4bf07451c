"""Targets of the tests, each in a process of its own."""

from dataclasses import replace
from typing import Any

from proofs.targets.child import Limits
from proofs.targets.names import Name
from proofs.targets.process import ProcessMade, ProcessTarget
from tests.support.worker_here import TARGETS

PATIENT = Limits(seconds=60.0)


def target(file: str, factory: str = "make", **limits: Any) -> ProcessTarget:
    return ProcessTarget(Name(file, "file", str(TARGETS / file), factory), limits=replace(PATIENT, **limits))


def made(process: ProcessTarget, **arguments: object) -> ProcessMade:
    answer = process.make(arguments)
    assert isinstance(answer, ProcessMade), answer
    return answer
