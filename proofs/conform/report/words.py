"""What every report says of a failure."""

import shlex
import sys
from dataclasses import fields

from proofs.conform.model import Failure
from proofs.conform.run import Held
from proofs.conform.triples import TRIPLES, Setting


def parameters(held: Held, failure: Failure) -> dict[str, str]:
    """The settings that the triple has parameters for, where they matter."""
    return {
        field.name: written(getattr(failure.setting, field.name))
        for field in fields(Setting)
        if field.name in TRIPLES[held.triple].varies
    }


def written(value: object) -> str:
    """A parameter in a few letters."""
    return value.__name__ if isinstance(value, type) else repr(value).removesuffix("()")


def reproduce(held: Held, failure: Failure) -> str:
    """The command that asks this case alone."""
    words = ["noisymax", "conform", held.name.text, "--triple", held.triple, "--only", failure.case.id]
    words += ["--effort", held.request.effort]
    words += ["--python", held.python] if held.python != sys.executable else []
    return shlex.join(words)
