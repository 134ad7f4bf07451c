"""A small source tree to try the translator on: the real `spec`, and one module of `impl` that a test writes."""

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from proofs.kernel.translator import COQ, Refused
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


COIN = "@sampler\ndef g(draw: Draw) -> int:\n    return draw.bit()\n\n\n"
MAKER = """
@dataclass(frozen=True)
class M:
    g: Callable[[int], int]


def f(b: bool, n: int) -> M:
    def g(m: int) -> int:
        return m + n

    def h(m: int) -> int:
        return m

    if b:
        n_ = n << 1
        return M(g)
    return M(h)


def use(b: bool) -> int:
    f(b, 1)
    return 1


def again(b: bool) -> M:
    while b:
        b = False
    return M(lambda m: m)
"""


def refusal(source: str, units: str = "f") -> tuple[int, str]:
    """The line, counted from the first that the test writes, and the reason."""
    with pytest.raises(Refused) as caught:
        emitted(source, units)
    found = re.fullmatch(r"impl/toy\.py:(\d+): error: (.*)", str(caught.value))
    assert found is not None, str(caught.value)
    return int(found[1]) - LINES, found[2]
