"""Do the adapters ask each library for what the triple asks for, and hand back what it answers?"""

import ast
import importlib
import math
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest

from proofs.targets import adapters
from proofs.targets.adapters import Unsupported, composed
from spec.space import (
    AtomDomain,
    AtomType,
    LInfDistance,
    MaxDivergence,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)

PURE, ZCDP = MaxDivergence(), ZeroConcentratedDivergence()
NAMES = ("opendp", "diffprivlib")


def space(T: AtomType = float, monotonic: bool = False, size: int | None = None) -> tuple[VectorDomain, LInfDistance]:
    return VectorDomain(AtomDomain(T), size), LInfDistance(T, monotonic)


@pytest.fixture(scope="module")
def opendp() -> Any:
    """The adapter, with the library itself."""
    pytest.importorskip("opendp")
    return importlib.import_module("proofs.targets.adapters.opendp")


def test_opendp_makes_what_is_asked_for(opendp: Any) -> None:
    """Do measure, scale, k and metric reach the library? Its maps tell them apart, rounded upward."""
    for measure, k, scale, monotonic, expected in (
        (PURE, 1, 3.0, False, "0x1.5555555555556p-1"),
        (PURE, 3, 3.0, False, "0x1.0000000000001p+1"),
        (PURE, 1, 2.0, True, "0x1.0p-1"),
        (ZCDP, 3, 3.0, False, "0x1.5555555555558p-3"),
        (ZCDP, 1, 1.0, True, "0x1.0p-3"),
    ):
        made = opendp.make_noisy_top_k(*space(monotonic=monotonic), measure, k, scale, negate=False)
        assert made.map(1.0) == float.fromhex(expected)
    assert opendp.make_report_noisy_max_gumbel(*space(monotonic=True), 2.0, "max").map(1.0) == 0.5
    assert opendp.version() == metadata.version("opendp")


def test_opendp_releases(opendp: Any) -> None:
    """Do both directions and both kinds of vector reach the library, and are many releases as good as single ones?"""
    for measure in (PURE, ZCDP):
        greatest, least = (opendp.make_noisy_top_k(*space(), measure, 4, 0.0, negate) for negate in (False, True))
        assert greatest.invoke([100.0, 0.0, 150.0, 50.0]) == [2, 0, 3, 1]
        assert least.invoke((100.0, 0.0, 150.0, 50.0)) == [1, 3, 0, 2]
    for optimize, best in (("max", 3), ("min", 0)):
        made = opendp.make_report_noisy_max_gumbel(*space(size=4), 0.0, optimize)
        many = 2 * sum(opendp.TOGETHER) + 3
        assert made.invoke([0.0, 1.0, 2.0, 100.0]) == best
        assert (
            made.sample((0.0, 1.0, 2.0, 100.0), many) == made.sample((0.0, 1.0, 2.0, 100.0), 1) * many == [best] * many
        )
    noisy = opendp.make_noisy_top_k(*space(), PURE, 1, 1e6, negate=False)
    assert {tuple(order) for order in noisy.sample([0.0, 1.0], sum(opendp.TOGETHER))} == {(0,), (1,)}


def test_opendp_composes_as_well_in_its_own_way(opendp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Are the releases of a composition the same if their type, or the insides of the library, are not known?"""
    made, x = opendp.make_noisy_top_k(*space(), PURE, 3, 0.0, negate=False), [0.0, 2.0, 1.0, 2.0]
    expected = [made.invoke(x)] * sum(opendp.TOGETHER)
    assert made.sample(x, len(expected)) == expected
    with monkeypatch.context() as unread:
        unread.setattr(composed, "READ", {})
        assert made.sample(x, len(expected)) == expected
    monkeypatch.delattr("opendp._lib.AnyObjectPtr")
    composed.insides.cache_clear()
    assert composed.insides() is None
    monkeypatch.undo()
    assert made.sample(x, len(expected)) == expected
    composed.insides.cache_clear()


def test_opendp_takes_integers_of_64_bits(opendp: Any) -> None:
    """Are integers neither cut to 32 bits nor turned into floats, and are longer ones said to be unsupported?"""
    made = opendp.make_noisy_top_k(*space(int, monotonic=True), PURE, 1, 0.0, negate=False)
    assert made.invoke([2**62, 2**62 + 1, -(2**63)]) == [1]
    assert made.map(0) == 0
    assert opendp.make_noisy_top_k(*space(int, True), PURE, 1, 1.0, False).map(2**53 + 1) == 2.0**53 + 2
    for too_long in (2**63, -(2**63) - 1):
        with pytest.raises(Unsupported, match="64 bits"):
            made.invoke([0, too_long])
        with pytest.raises(Unsupported, match="64 bits"):
            made.map(too_long)


def test_opendp_errors_are_its_own(opendp: Any) -> None:
    """Does what the library refuses fail with its own error, and what it has no name for as unsupported?"""
    refused = importlib.import_module("opendp.mod").OpenDPException
    domain, metric = space()
    for case in (
        (VectorDomain(AtomDomain(float, nan=True)), metric, PURE, 1, 1.0, False),
        (domain, metric, PURE, 1, -1.0, False),
        (VectorDomain(AtomDomain(float), 2), metric, PURE, 3, 1.0, False),
    ):
        with pytest.raises(refused):
            opendp.make_noisy_top_k(*case)
    made = opendp.make_noisy_top_k(domain, metric, PURE, 1, 1.0, False)
    with pytest.raises(refused):
        made.map(-1.0)
    with pytest.raises(TypeError):
        made.invoke(None)
    with pytest.raises(Unsupported, match="RangeDivergence"):
        opendp.make_noisy_top_k(domain, metric, RangeDivergence(), 1, 1.0, False)
    for rational in (space(Fraction), (domain, LInfDistance(Fraction))):
        with pytest.raises(Unsupported, match="rational"):
            opendp.make_report_noisy_max_gumbel(*rational, 1.0, "max")


class Fake:
    """Stands for both mechanisms of diffprivlib: notes what it is given, and has no noise."""

    given: ClassVar[list["Fake"]] = []

    def __init__(self, *, epsilon: float, sensitivity: float, utility: Sequence[float], monotonic: bool) -> None:
        if sensitivity < 0:
            raise ValueError("Sensitivity must be non-negative")
        self.rate = epsilon / sensitivity / (2 - monotonic) if sensitivity > 0 else math.inf
        self.utility = utility
        self.given.append(self)

    def randomise(self) -> int:
        return self.utility.index(max(self.utility))


@pytest.fixture
def diffprivlib(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The adapter, with something in the library's place."""
    name = "proofs.targets.adapters.diffprivlib"
    library, mechanisms = ModuleType("diffprivlib"), ModuleType("diffprivlib.mechanisms")
    mechanisms.__dict__.update(Exponential=type("E", (Fake,), {}), PermuteAndFlip=type("P", (Fake,), {}))
    monkeypatch.setitem(sys.modules, "diffprivlib", library)
    monkeypatch.setitem(sys.modules, "diffprivlib.mechanisms", mechanisms)
    monkeypatch.setattr(metadata, "version", "version of {}".format)
    monkeypatch.setattr(Fake, "given", [])
    yield importlib.import_module(name)
    del sys.modules[name]


def test_diffprivlib_has_the_law_of_the_triple(diffprivlib: Any) -> None:
    """Do the library's parameters give its law the triple's scale, and is the utility best where the score is?"""
    for monotonic in (False, True):
        for scale in (0.25, 3.0, 1e300):
            top = diffprivlib.make_noisy_top_k(*space(monotonic=monotonic), PURE, 1, scale, negate=True)
            one = diffprivlib.make_report_noisy_max_gumbel(*space(monotonic=monotonic), scale, "max")
            least = diffprivlib.make_report_noisy_max_gumbel(*space(monotonic=monotonic), scale, "min")
            base = diffprivlib.make_base_exponential_candidates_gumbel(space()[0], scale)
            released = [made.invoke((5.0, 7.0, 6.0)) for made in (top, one, least, base)]
            assert released == [[0], 1, 0, 1]
            assert all(given.rate * scale == pytest.approx(1, rel=2**-50) for given in Fake.given)
            assert [type(made.of([0.0], 1.0)).__name__ for made in (top, one, least, base)] == ["P", "E", "E", "E"]
            Fake.given.clear()
    assert top.sample([5, 7, 6], 3) == [[0]] * 3
    assert diffprivlib.version() == "version of diffprivlib"


def test_diffprivlib_needs_its_mechanisms_alone(diffprivlib: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Are the mechanisms found where the rest of the library fails to load, and is it said if they are not?"""

    def fails(name: str) -> ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", fails)
    assert diffprivlib.loaded() is sys.modules["diffprivlib.mechanisms"]
    monkeypatch.delitem(sys.modules, "diffprivlib.mechanisms")
    with pytest.raises(ImportError, match="mechanisms"):
        diffprivlib.loaded()


def test_diffprivlib_promises_what_follows_from_its_parameters(diffprivlib: Any) -> None:
    """Is the map epsilon times distance over sensitivity, rounded up, also where that is none or overflows?"""
    for monotonic, factor in ((False, 2), (True, 1)):
        for scale, d_in in ((3.0, 1.0), (3.0, 7), (0.1, 1e-3), (5e-324, 5e-324), (1e300, 1e-300)):
            d_out = diffprivlib.make_noisy_top_k(*space(monotonic=monotonic), PURE, 1, scale, False).map(d_in)
            assert math.nextafter(d_out, 0.0) < factor * Fraction(d_in) / Fraction(scale) <= d_out
    base = diffprivlib.make_base_exponential_candidates_gumbel
    domain = space()[0]
    assert base(domain, 4.0).map(1.0) == 0.25
    assert (base(domain, 0.0).map(1.0), base(domain, 0.0).map(0.0), base(domain, 5e-324).map(1.0)) == (
        math.inf,
        0,
        math.inf,
    )
    assert base(domain, 1.0).map(math.inf) == math.inf
    assert math.isnan(base(domain, math.nan).map(1.0))


def test_diffprivlib_errors_are_its_own(diffprivlib: Any) -> None:
    """Does what the library refuses fail with its own error, and what it has no name for as unsupported?"""
    domain, metric = space()
    with pytest.raises(ValueError, match="Sensitivity"):
        diffprivlib.make_base_exponential_candidates_gumbel(domain, -1.0)
    with pytest.raises(ValueError, match="Sensitivity"):
        diffprivlib.make_base_exponential_candidates_gumbel(domain, 1.0).map(-1.0)
    for unknown in ((PURE, 2), (PURE, 0), (ZCDP, 1)):
        with pytest.raises(Unsupported, match="k = 1"):
            diffprivlib.make_noisy_top_k(domain, metric, *unknown, 1.0, False)
    with pytest.raises(Unsupported, match="greatest"):
        diffprivlib.make_report_noisy_max_gumbel(domain, metric, 1.0, "median")
    for atoms in (AtomDomain(Fraction), AtomDomain(float, nan=True)):
        with pytest.raises(Unsupported, match="diffprivlib has no"):
            diffprivlib.make_base_exponential_candidates_gumbel(VectorDomain(atoms), 1.0)


def foreign(source: str) -> set[str]:
    """What a module imports that the interpreter of a target need not have."""
    modules = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or "")
    ours = {"proofs.targets.adapters", "proofs.targets.adapters.composed", "spec.space"}
    return {name for name in modules - ours if name.partition(".")[0] not in sys.stdlib_module_names}


def test_adapters_need_nothing_but_their_library(opendp: Any, diffprivlib: Any) -> None:
    """Can an adapter be loaded where nothing of ours is installed, and does it have the factories that it lists?"""
    assert foreign("import numpy.linalg\nfrom impl.ball import Ball\nfrom . import x") == {
        "numpy.linalg",
        "impl.ball",
        "",
    }
    folder = Path(adapters.__file__).parent
    assert {path.stem for path in folder.glob("*.py")} == {"__init__", "composed", *NAMES}
    for path in folder.glob("*.py"):
        assert not foreign(path.read_text())
    for module in (opendp, diffprivlib):
        assert module.TRIPLES == tuple(name for name in vars(module) if name.startswith("make_"))
