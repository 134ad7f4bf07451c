"""Fingerprints and reach: does whatever a check depends on change its digest?"""

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import pytest

from proofs.audit.fingerprint import Fingerprints, NoFingerprint
from proofs.audit.reach import Reach
from proofs.engine.ledger.status import Status
from spec.logic.formula import Sort, Symbol, exp
from spec.space import LInfDistance, MaxDivergence
from spec.weights import ExpSum

X, Y = Symbol("x", Sort.POSITIVE), Symbol("x", Sort.REAL)


def adding(amount: int) -> Callable[[int], int]:
    return lambda n: n + amount


def subtracting(amount: int) -> Callable[[int], int]:
    return lambda n: n - amount


def of_default(n: int = 1) -> Callable[[int], int]:
    def inner(m: int = n) -> int:
        return m

    return inner


class Secret(int):
    """Its number is nowhere among its attributes."""


class Holder:
    def __init__(self, held: int) -> None:
        self.held = held


DIFFERENT = [
    None,
    0,
    False,
    0.0,
    "0",
    b"0",
    Fraction(0),
    Fraction(1, 2),
    (1, 2),
    [1, 2],
    (1, (2,)),
    ((1,), 2),
    {1, 2},
    frozenset({1, 2}),
    range(1, 3),
    {1: 2},
    {2: 1},
    X > 1,
    X >= 1,
    Y > 1,
    exp(X) > 1,
    Status.PROVED,
    Status,
    Sort.REAL,
    MaxDivergence(),
    MaxDivergence,
    LInfDistance(float),
    LInfDistance(float, monotonic=True),
    adding,
    cache(adding),
    cache(adding(1)),
    cache(adding(2)),
    adding(1),
    adding(2),
    ExpSum([(Fraction(1), Fraction(2))]),
    ExpSum([(Fraction(2), Fraction(1))]),
    subtracting(1),
    of_default(1),
    of_default(2),
    partial(adding, 1),
    partial(adding, amount=1),
    math.exp,
    math.log,
    operator.add,
    MaxDivergence().__eq__,
    LInfDistance(float).distance,
]


def test_different_things_have_different_fingerprints() -> None:
    """Are values told apart by kind, content, code and what they close over?"""
    digests = [Fingerprints().of(value).digest for value in DIFFERENT]
    assert len(set(digests)) == len(digests)


def test_equal_things_have_one_fingerprint() -> None:
    """Is the fingerprint of the same content the same, made anew?"""
    for make in (lambda: X + Y > Fraction(1, 3), lambda: adding(3), lambda: partial(adding, amount=2), lambda: {3, 1}):
        assert Fingerprints().of(make()) == Fingerprints().of(make())


def test_the_code_spoken_of_is_named() -> None:
    """Are the modules of functions and classes, and dotted names in strings, part of a fingerprint?"""
    names = Fingerprints().of((adding, MaxDivergence(), "impl.peeling.peel", "no.module", "impl")).names
    assert names - {"builtins"} == {"tests.audit.test_fingerprint", "spec.space", "impl.peeling.peel"}


def test_what_nobody_vouches_for_has_no_fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is code refused that is neither ours nor installed, and an object with a state of its own?"""
    (tmp_path / "stranger.py").write_text("def f(): pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    import stranger  # type: ignore[import-not-found]

    for value in (stranger.f, object(), Path(), iter([]), Secret(1), Holder(1)):
        with pytest.raises(NoFingerprint):
            Fingerprints().of(value)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project of a few modules."""
    for name, text in {
        "spec/__init__.py": "",
        "spec/base.py": "x = 1\n",
        "impl/__init__.py": "",
        "impl/thing.py": "from spec.base import x\n",
        "impl/other.py": "y = 1\n",
        "impl/named.py": 'NAME = "impl.other.y"\n',
        "impl/listed.py": "from impl import (\n    other,\n)\n",
        "impl/late.py": "def f():\n    import impl.other\n",
        "impl/reader.py": "from pathlib import Path\n\nTEXT = Path('x').read_text()\n",
        "impl/over.py": "from impl.reader import TEXT\n",
        "impl/published/listing.py": "from impl.other import y\n",
        "proofs/data.json": "{}",
        "proofs/documents/witness.py": "from pathlib import Path\n\nTEXT = Path('x').read_text()\n",
        "proofs/kernel/checker.py": "def verified(): ...\n",
        "proofs/proved.py": "from proofs.kernel.checker import verified\n",
        "proofs/proving.py": "from proofs.kernel.checker import Kernel, verified\n",
        "tests/test_base.py": "",
        "tests/test_reader.py": "from impl.over import TEXT\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "changed", "reached"),
    [
        ("impl.thing", "spec/base.py", True),
        ("impl.thing.function", "spec/base.py", True),
        ("impl.thing", "impl/__init__.py", True),
        ("impl.thing", "impl/other.py", False),
        ("impl.named", "impl/other.py", True),
        ("impl.listed", "impl/other.py", True),
        ("impl.late", "impl/other.py", True),
        ("impl.reader", "proofs/data.json", True),
        ("impl.over", "spec/base.py", True),
        ("impl.over", "tests/test_base.py", False),
        ("tests.test_reader", "tests/test_base.py", True),
        ("impl.nowhere", "impl/__init__.py", True),
        ("elsewhere.thing", "spec/base.py", False),
        ("proofs.documents.witness", "impl/published/listing.py", True),
        ("proofs.documents.witness", "impl/other.py", True),
        ("proofs.documents.witness", "spec/base.py", False),
        ("proofs.documents.witness", "proofs/data.json", False),
        ("proofs.proved", "proofs/kernel/checker.py", False),
        ("proofs.proving", "proofs/kernel/checker.py", True),
    ],
)
def test_a_change_is_seen_where_it_can_be_reached(tree: Path, name: str, changed: str, reached: bool) -> None:
    """Does a changed file change the digest of exactly the code that can reach it?"""
    before = Reach(tree).digest([name])
    (tree / changed).write_text("changed = 2\n")
    assert (Reach(tree).digest([name]) != before) == reached
