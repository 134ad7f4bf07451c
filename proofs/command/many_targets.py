"""Many targets held at once: each of them, with each interpreter, is a job of a campaign."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rich.table import Table

from proofs.campaign.model import Death, Watch, Where
from proofs.command.stop import refused
from proofs.conform.contract_file import contract_named
from proofs.conform.report import table
from proofs.conform.run import Held, Request, held
from proofs.targets.names import BadTarget, parse

_CONTRACT = "contract"
"""The field of `Held` that stays where it is: a contract is code, and is looked up by its name."""


class TargetJob(NamedTuple):
    """A target and its interpreter, the folder in which they are named, and digests of the files that they name."""

    target: str
    python: str | None
    folder: str
    files: tuple[tuple[str, str], ...]


class Refusal(NamedTuple):
    """Why a target cannot be held, and at which `file:line`."""

    what: str
    place: str


def target_jobs(targets: Sequence[str], pythons: Sequence[str | None], triple: str | None) -> list[TargetJob]:
    """A job for each target and interpreter; raise `BadTarget` if one is no target at all."""
    stated = [triple.rpartition(":")[0]] if triple and ":" in triple else []
    jobs = []
    for target in targets:
        name = parse(target)
        files = [*([name.where] if name.kind == "file" else []), *stated]
        jobs += [TargetJob(target, python, os.getcwd(), tuple(map(_print_of, files))) for python in pythons]
    return list(dict.fromkeys(jobs))


def hold(triple: str | None, request: Request, job: TargetJob) -> list[dict[str, Any]] | Refusal:
    """Hold one target, wherever this is run; what is found goes without its contract."""
    try:
        os.chdir(job.folder)
        for file, digest in job.files:
            if _digest(Path(file)) != digest:
                return Refusal(f"{file} is another file on the worker", "")
        return [
            {each.name: getattr(run, each.name) for each in fields(run) if each.name != _CONTRACT}
            for run in held(job.target, triple, job.python, request)
        ]
    except BadTarget as error:
        return Refusal(str(error), error.place)
    except OSError as error:
        return Refusal(f"{error.filename}: {error.strerror} on the worker", "")


def held_at(
    where: Where, jobs: Sequence[TargetJob], triple: str | None, request: Request, watch: Watch[object]
) -> list[Held]:
    """What came of every target, in the order of the jobs."""
    for job in jobs:
        if parse(job.target).kind == "module":
            raise BadTarget(f"{job.target}: nobody can tell whether a worker has the same module: name its file")
    found: dict[TargetJob, list[Held]] = {}
    for job, answer in where.run(partial(hold, triple, request), jobs, watch):
        match answer:
            case Refusal(what, place):
                raise BadTarget(f"{job.target}: {what}", place)
            case Death(how):
                raise refused(f"{job.target}: its worker died: {how}")
            case _:
                found[job] = [Held(contract=contract_named(each["stated"]), **each) for each in answer]
    return [run for job in jobs for run in found[job]]


def summary(runs: Sequence[Held]) -> Table:
    """A line a target."""
    lines = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for heading in ("target", "triple", "interpreter", ""):
        lines.add_column(heading, overflow="fold")
    for run in runs:
        lines.add_row(run.name.text, run.triple, run.about.interpreter, table.verdict(run))
    return lines


def _print_of(file: str) -> tuple[str, str]:
    try:
        return str(Path(file).resolve()), _digest(Path(file))
    except OSError as error:
        raise BadTarget(f"{file}: {error.strerror}") from error


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
