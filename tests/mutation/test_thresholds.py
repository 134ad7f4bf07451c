"""Are functions made wrong beyond every threshold of all that can be large, and only beyond?"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.mutation.scope import TESTS
from tests.mutation.thresholds import SHORT, THRESHOLDS, thresholds
from tests.mutation.wrong import wrong
from tests.project.sources import ROOT

SOURCE = '''"""A module."""
def most(x: Sequence[int], n: int) -> int:
    count = 0
    if n == 0:
        return 7
    while count < n:
        count += 1
    def inner() -> str:
        return "né"
    return (
        n + len(x)
    )
def name(n: int) -> str:
    return "é"
'''


def test_every_answer_is_made_wrong_beyond_every_threshold() -> None:
    """Has each parameter and counter its conditions, but where it is settled, and are functions inside left alone?"""
    found = list(thresholds(SOURCE))
    assert len(found) == 4 + (2 + len(THRESHOLDS) + 2)
    assert {change.line for change in found} == {5, 11}
    (first, *_) = [change for change in found if change.line == 5]
    assert first.shown == ("return 7", f"return (wrong((7)) if len(x) > {SHORT[0]} else (7))")
    assert not any("abs(n)" in change.after for change in found if change.line == 5)
    assert f"(wrong((n + len(x))) if abs(count) > {SHORT[1]} else (n + len(x)))" in {change.after for change in found}
    for change in found:
        compile(change.text, "changed", "exec")


def test_a_change_is_wrong_beyond_the_threshold_and_nowhere_else() -> None:
    """Does the changed function answer as before up to the threshold, and something else beyond?"""
    changed = [c for c in thresholds("def double(n: int) -> int:\n    return 2 * n\n") if "> 1000 " in c.after]
    (change,) = changed
    space: dict[str, Any] = {}
    exec(change.text, space)
    double: Callable[[int], int] = space["double"]
    assert (double(3), double(1000), double(1001)) == (6, 2000, 0)


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (True, False),
        (3, 0),
        (0, 1),
        (2.0, 1.0),
        (0.0, 1.0),
        (float("inf"), 1.0),
        (Fraction(1, 2), Fraction(3, 2)),
        (None, 0),
        ([2, 0], [0, 1]),
        ((0, 1), (1, 0)),
        ((True, "a", "b"), (False, "a", "b")),
        ((Fraction(1), Fraction(2)), (Fraction(2), Fraction(2))),
    ],
)
def test_what_is_wrong_is_of_the_same_type(value: object, other: object) -> None:
    """Is something else answered, as a careless shortcut would?"""
    assert wrong(value) == other


def test_nothing_is_made_up_for_other_types() -> None:
    """Is a value of another type refused, and a pair of halves swapped?"""
    with pytest.raises(TypeError, match="str"):
        wrong("a")
    change = next(iter(thresholds(SOURCE)))
    assert wrong((change, 1)) == (1, change)


def test_every_function_of_the_implementation_has_such_changes() -> None:
    """Are there hundreds of them, of every module that computes, all of them Python?"""
    counts = {}
    for module in (module for module in TESTS if module.startswith("impl/")):
        found = list(thresholds((ROOT / module).read_text(encoding="utf-8")))
        counts[module] = len(found)
        for change in found:
            compile(change.text, module, "exec")
    assert sum(counts.values()) > 500
    assert {module for module, count in counts.items() if not count} <= {
        "impl/ball.py", "impl/draws.py", "impl/fast/arrays.py", "impl/registry.py",
    }  # fmt: skip
