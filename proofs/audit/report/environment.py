"""What the verdicts trust: the engines and their versions, and our own modules with their sizes."""

import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from proofs.audit.reach import imports
from proofs.audit.run import Audit

DISTRIBUTIONS = (
    "crosshair-tool",
    "hypothesis",
    "icontract",
    "numpy",
    "python-flint",
    "sympy",
    "z3-solver",
)
ROOMS = ("spec", "impl", "proofs")
_JUDGES = ("proofs.audit.run", "proofs.audit.compare", "proofs.audit.workers")


@dataclass(frozen=True)
class TrustedBase:
    """The checkers that gave evidence, and the lines of each module of ours that a verdict passes through."""

    checkers: tuple[str, ...]
    modules: Mapping[str, int]


def installed(distribution: str) -> str | None:
    """The version of a distribution, or None."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def environment() -> dict[str, str | None]:
    """The interpreter, the machine, noisymax and the engines."""
    own = {
        "noisymax": installed("noisymax"),
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
    return own | {distribution: installed(distribution) for distribution in DISTRIBUTIONS}


def trusted_base(audit: Audit) -> TrustedBase:
    """What must be right for the verdicts of this audit to be right.

    The modules are those that define the checks and the judges, and all that they import from our rooms.
    """
    tasks = list(audit.ledger.tasks(audit.selection.claims))
    checkers = sorted({evidence.checker for line in audit.claims for evidence in line.evidence})
    modules = _imported({*_JUDGES, *(type(task.check).__module__ for task in tasks)})
    return TrustedBase(tuple(checkers), modules)


def _imported(roots: Iterable[str]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    ahead = list(roots)
    while ahead:
        module = ahead.pop()
        if module not in sizes and (source := _source(module)) is not None:
            sizes[module] = len(source.splitlines())
            ahead.extend(imports(source))
    return dict(sorted(sizes.items()))


@cache
def _source(module: str) -> str | None:
    """The text of a module of ours."""
    if module.partition(".")[0] not in ROOMS:
        return None
    try:
        found = find_spec(module)
    except ModuleNotFoundError:
        return None
    return None if found is None or found.origin is None else Path(found.origin).read_text(encoding="utf-8")
