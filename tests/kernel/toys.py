"""A small source tree to try the translator on: the real `spec`, and one module of `impl` that a test writes."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from proofs.kernel.translator import COQ
from proofs.kernel.translator.units import Translation

ROOT = Path(__file__).resolve().parents[2]
PRELUDE = (COQ / "Python.v").read_text(encoding="utf-8")
HEAD = """import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from spec import errors
from spec.draw import Draw, retry, sampler
from spec.samplers import UNIFORM_UINT_BELOW
"""
LINES = HEAD.count("\n")
"""So many lines stand above what a test writes."""


def emitted(source: str, units: str = "f", before: Sequence[tuple[str, str]] = ()) -> str:
    """What becomes of the last of the units, after those before it."""
    with tempfile.TemporaryDirectory() as where:
        root = Path(where)
        (root / "spec").symlink_to(ROOT / "spec", target_is_directory=True)
        (root / "impl").mkdir()
        (root / "impl" / "toy.py").write_text(HEAD + source, encoding="utf-8")
        translation = Translation(root, PRELUDE)
        out: list[str] = []
        for path, name in [*before, *(("impl/toy.py", name) for name in units.split())]:
            out.clear()
            translation.unit(path, name, out)
        return "\n".join(out)


def body(source: str, units: str = "f", before: Sequence[tuple[str, str]] = ()) -> str:
    """The definition's text after `:=`, on one line."""
    return " ".join(emitted(source, units, before).partition(":=\n")[2].split()).removesuffix(".")
