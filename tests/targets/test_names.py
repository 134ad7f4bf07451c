"""Is a target found by its name, and is a name that leads nowhere refused in one line that says why?"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from types import ModuleType
from unittest.mock import ANY

import pytest

from proofs.conform.triples import TRIPLES
from proofs.targets.names import BadTarget, Name, factories, parse
from proofs.targets.process import ProcessTarget
from proofs.targets.worker.loading import Ours
from proofs.targets.worker.serving import Server
from proofs.targets.worker.values import Json

ROOT = Path(__file__).parents[2]
TOP_K, REPORT = "make_noisy_top_k", "make_report_noisy_max_gumbel"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("opendp", Name("opendp", "builtin", "opendp")),
        ("opendp:make", Name("opendp:make", "module", "opendp", "make")),
        ("a.b_c", Name("a.b_c", "module", "a.b_c")),
        (f"{__file__}:f", Name(f"{__file__}:f", "file", __file__, "f")),
        (__file__, Name(__file__, "file", __file__)),
    ],
)
def test_a_name_is_understood(text: str, name: Name) -> None:
    """Is each way to name a target read as what it is?"""
    assert parse(text) == name


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("no/such.py:f", "there is no file no/such.py"),
        ("such.py", "there is no file such.py"),
        (f"{__file__}:", "'', after the colon of "),
        ("a.b:c.d", "'c.d', after the colon of 'a.b:c.d', is not the name of a function"),
        ("a..b", "'a..b' is neither a library we know"),
        ("", "'' is neither"),
    ],
)
def test_a_bad_name_is_refused(text: str, what: str) -> None:
    """Does what names nothing end in one line that says why?"""
    with pytest.raises(BadTarget, match=f"^{what}"):
        parse(text)


def test_a_factory_is_found_for_its_triple() -> None:
    """Is the triple taken from the option or from the factory's name, and is a doubt told?"""
    bare, full, library = Name("m", "module", "m"), Name("m:f", "module", "m", "f"), Name("opendp", "builtin", "opendp")
    triples = [*TRIPLES]
    assert factories(full, REPORT, [], triples) == {REPORT: full}
    assert factories(replace(full, factory=TOP_K), None, [], triples) == {TOP_K: replace(full, factory=TOP_K)}
    assert factories(bare, TOP_K, [TOP_K, REPORT], triples) == {TOP_K: replace(bare, factory=TOP_K)}
    assert factories(bare, None, [REPORT], triples) == {REPORT: replace(bare, factory=REPORT)}
    assert [*factories(library, None, [TOP_K, REPORT], triples)] == [TOP_K, REPORT]
    for name, triple, offered, what in (
        (bare, "make", [TOP_K], "'make' is not one of the triples: make_noisy_top_k, "),
        (full, None, [TOP_K], "f is not named like a triple: say which with --triple"),
        (bare, REPORT, [TOP_K], f"m has no function {REPORT}"),
        (bare, None, [], "m has no function named like a triple"),
        (bare, None, [TOP_K, REPORT], f"m has {TOP_K} and {REPORT}: say which with --triple"),
    ):
        with pytest.raises(BadTarget, match=f"^{what}"):
            factories(name, triple, offered, triples)


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    """The target's side of the line, in a folder of its own; what it imports is forgotten."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.chdir(tmp_path)
    before = {**sys.modules}
    yield Server(Ours(str(ROOT)))
    for name in sys.modules.keys() - before.keys():
        del sys.modules[name]
    sys.modules.update(before)


def refused(server: Server, kind: str, where: str, factory: str = "make") -> tuple[str, str]:
    match server.answer(["load", kind, where, factory, [*TRIPLES]]):
        case {"NotLoaded": [str(what), str(place)]}:
            return what, place
    raise AssertionError("it was loaded")


def about(server: Server, kind: str, where: str) -> list[Json]:
    answer = server.answer(["load", kind, where, None, [*TRIPLES]])
    assert isinstance(answer, list), answer
    return answer[1:]


def test_what_does_not_load_is_refused_at_its_line(loaded: Server, tmp_path: Path) -> None:
    """Is each way to fail told in one line, at the place of the target's own file where there is one?"""
    file = tmp_path / "wrong.py"

    def written(text: str) -> tuple[str, str]:
        file.write_text(text)
        return refused(loaded, "file", str(file))

    assert written("x = 1\n\ndef make(:\n") == ("SyntaxError: invalid syntax", f"{file}:3")
    missing = "ModuleNotFoundError: No module named 'no_such_library'"
    assert written("\nimport no_such_library\n") == (missing, f"{file}:2")
    assert written("import json\njson.loads('')") == (
        "JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
        f"{file}:2",
    )
    assert written("exit(3)") == ("SystemExit: 3", f"{file}:1")
    assert written("make = 3") == (f"{file} has no function make", "")
    assert refused(loaded, "module", "wrong") == (f"{file} has no function make", "")
    assert refused(loaded, "module", "no_such.module") == ("there is no module no_such", "")
    what, _ = refused(loaded, "module", "wrong.part")
    assert what == "there is no module wrong.part"


def test_a_module_is_found_from_where_the_user_is(loaded: Server, tmp_path: Path) -> None:
    """Is a package of the current folder found, and an installed one or one of ours, with its version?"""
    (tmp_path / "users").mkdir()
    (tmp_path / "users" / "mine.py").write_text("def make_noisy_top_k(): ...")

    mine = ["users", "", str(tmp_path / "users" / "mine.py"), [TOP_K], []]
    assert about(loaded, "module", "users.mine") == mine
    assert about(loaded, "module", "icontract")[:2] == ["icontract", metadata.version("icontract")]
    assert about(loaded, "module", "impl.noisy_top_k")[2:] == [str(ROOT / "impl" / "noisy_top_k.py"), [TOP_K], []]


def test_no_name_of_ours_hides_one_of_the_target(loaded: Server, tmp_path: Path) -> None:
    """Does a target that has a package `spec` of its own get that one, and its factory still our domains?"""
    for folder in ("spec", "impl"):
        (tmp_path / folder).mkdir()
    (tmp_path / "spec" / "__init__.py").write_text("MINE = 5")
    (tmp_path / "mine.py").write_text(
        "import spec, impl\n"
        "class M:\n"
        "  def invoke(self, x): return [spec.MINE, type(self.domain).__name__, impl.__file__]\n"
        "  map = invoke\n"
        "def make(domain):\n  m = M(); m.domain = domain; return m\n"
    )
    for name in [name for name in sys.modules if name.partition(".")[0] in ("spec", "impl")]:
        del sys.modules[name]
    loaded.answer(["load", "file", str(tmp_path / "mine.py"), "make", []])
    assert loaded.answer(["make", 0, {"domain": {"AtomDomain": ["tint", False]}}]) == [False, ANY, ANY]
    assert loaded.answer(["invoke", 0, []]) == ["i5", "sAtomDomain", f"s{ROOT / 'impl' / '__init__.py'}"]


def test_a_library_is_reached_through_its_adapter(loaded: Server) -> None:
    """Is an adapter loaded with its library's version, and is what it does not support or cannot load told?"""

    class Unsupported(Exception):
        __module__ = "proofs.targets.adapters"

    def make_noisy_top_k(k: int) -> None:
        raise Unsupported("no k") if k else ValueError

    def version() -> str:
        raise ModuleNotFoundError(name="diffprivlib")

    adapters = "proofs.targets.adapters"
    parts = {"version": lambda: "7.1", "make_noisy_top_k": make_noisy_top_k, "__file__": "adapter.py"}
    for name, attributes in ((adapters, {}), (f"{adapters}.opendp", parts), (f"{adapters}.diffprivlib", {})):
        sys.modules[name] = module = ModuleType(name)
        module.__dict__.update(attributes)
    assert about(loaded, "builtin", "opendp") == ["opendp", "7.1", "adapter.py", [TOP_K], []]
    loaded.answer(["load", "builtin", "opendp", TOP_K, []])
    assert loaded.answer(["make", 0, {"k": "i1"}]) == {"Unsupported": "no k"}
    assert loaded.answer(["make", 0, {"k": "i0"}]) == {"Raised": ["ValueError", "", ["Exception", "BaseException"]]}
    broken = "the adapter of diffprivlib does not load: AttributeError: "
    assert refused(loaded, "builtin", "diffprivlib")[0].startswith(broken)
    sys.modules[f"{adapters}.diffprivlib"].__dict__["version"] = version
    assert refused(loaded, "builtin", "diffprivlib") == (f"diffprivlib is not installed ({sys.executable})", "")


def test_what_cannot_be_loaded_ends_in_one_line(tmp_path: Path) -> None:
    """Is a target that dies while it is loaded, or an interpreter that is none, refused, and not waited for?"""
    file = tmp_path / "dying.py"
    file.write_text("import os\nos._exit(3)")
    for python, what in (
        (sys.executable, f"{file}:make, while it was loaded, ended with exit code 3"),
        ("/no/such/python", "/no/such/python cannot be run: No such file or directory"),
        ("/bin/true", f"{file}:make, while it was loaded, ended with exit code 0"),
    ):
        with ProcessTarget(parse(f"{file}:make"), python) as target, pytest.raises(BadTarget, match=f"^{what}$"):
            target.describe()
    file.write_text("x = (")
    with ProcessTarget(parse(f"{file}:make")) as target, pytest.raises(BadTarget, match="was never closed") as error:
        target.make({})
    assert error.value.place == f"{file}:1"
