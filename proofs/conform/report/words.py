"""What every report says of a failure."""

import shlex
import sys

from proofs.conform.model import Failure
from proofs.conform.run import Held


def parameters(held: Held, failure: Failure) -> dict[str, str]:
    """The settings that the triple has parameters for, where they matter."""
    return held.contract.written(failure.setting)


def reproduce(held: Held, failure: Failure) -> str:
    """The command that asks this case alone."""
    words = ["noisymax", "conform", held.name.text, "--triple", held.stated, "--only", failure.case.id]
    words += ["--effort", held.request.effort]
    words += ["--python", held.python] if held.python != sys.executable else []
    return shlex.join(words)
