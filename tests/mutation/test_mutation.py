"""Is what `make mutation` says about the tests up to date, and are its changes real ones?"""

from pathlib import Path

import pytest

from tests.mutation.choice import chosen, span
from tests.mutation.scope import TESTS
from tests.mutation.survivors import SURVIVORS
from tests.project.sources import ROOT

IN_SCOPE = (
    "impl",
    "proofs/engine/checkers",
    "proofs/engine/checkers/crosshair",
    "proofs/engine/law",
    "proofs/engine/statistics",
    "proofs/engine/divergence",
)
SOURCE = '''"""A module."""
@decorated
def half(n: int | None) -> int:
    return n // 2 if n > 0 else 0
'''


def test_every_module_in_scope_has_its_tests() -> None:
    """Is every module with code in it changed, by tests that exist?"""
    modules = [path for folder in IN_SCOPE for path in (ROOT / folder).glob("*.py") if path.name != "__init__.py"]
    with_code = [path for path in modules if "def " in path.read_text(encoding="utf-8")]
    assert {str(path.relative_to(ROOT)) for path in with_code} <= set(TESTS)
    for module, tests in TESTS.items():
        assert (ROOT / module).is_file()
        names = [name.partition("::")[0] for name in tests if ".py" in name]
        assert names
        assert all((ROOT / "tests" / name).is_file() for name in names)


def test_every_survivor_is_still_there() -> None:
    """Is each listed change one of a line that the module has, with a reason?"""
    for module, listed in SURVIVORS.items():
        text = " ".join(Path(ROOT, module).read_text(encoding="utf-8").split())
        for (before, after), reason in listed.items():
            assert before in text, f"{module}: {before}"
            assert before != after
            assert reason


def test_changes_are_small_and_mean_something() -> None:
    """Is each operator, constant and decorator changed in turn, and no annotation?"""
    pytest.importorskip("cosmic_ray")
    from tests.mutation.changes import changes

    before = "return n // 2 if n > 0 else 0"
    assert {(change.line, change.before, " ".join(change.after.split())) for change in changes(SOURCE)} == {
        (2, "@decorated", ""),
        (4, before, "return n / 2 if n > 0 else 0"),
        (4, before, "return n // 3 if n > 0 else 0"),
        (4, before, "return n // 1 if n > 0 else 0"),
        (4, before, "return n // 2 if n >= 0 else 0"),
        (4, before, "return n // 2 if n <= 0 else 0"),
        (4, before, "return n // 2 if n > 1 else 0"),
        (4, before, "return n // 2 if n > -1 else 0"),
        (4, before, "return n // 2 if not n > 0 else 0"),
        (4, before, "return n // 2 if n > 0 else 1"),
        (4, before, "return n // 2 if n > 0 else -1"),
    }


BRANCHING = """WIDTH = 3

def half(n):
    if n > WIDTH and (
        n < 9
    ):
        return n // 2
    return [
        n,
    ]
"""


def test_a_change_is_put_to_the_tests_that_reach_its_statement() -> None:
    """Are those tests chosen that reach the statement, the quickest first, and all for what is done on import?"""
    assert [span(BRANCHING, line) for line in (1, 2, 3, 5, 7, 9)] == [
        range(1, 2), range(2, 3), range(3, 4), range(4, 7), range(7, 8), range(8, 11),
    ]  # fmt: skip
    reach = {"long": (2.0, [4, 8, 9]), "short": (1.0, [4, 7]), "other": (0.5, [])}
    assert chosen(BRANCHING, 5, reach) == ["short", "long"]
    assert chosen(BRANCHING, 10, reach) == ["long"]
    assert chosen(BRANCHING, 1, reach) == ["other", "short", "long"]
