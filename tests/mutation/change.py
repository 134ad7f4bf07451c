"""A change of a module, in one place."""

from dataclasses import dataclass
from itertools import takewhile


@dataclass(frozen=True)
class Change:
    """A module, changed in one place: the lines that went, those that came, and the whole new text."""

    line: int
    before: str
    after: str
    text: str

    @property
    def shown(self) -> tuple[str, str]:
        """What the list of survivors calls it."""
        return self.before, self.after


def told(source: str, text: str) -> Change:
    """Where a text departs from the source, and how."""
    before, after = source.splitlines(), text.splitlines()
    same = _alike(before, after)
    rest = _alike(before[same:][::-1], after[same:][::-1])
    return Change(same + 1, _joined(before[same : len(before) - rest]), _joined(after[same : len(after) - rest]), text)


def _alike(these: list[str], those: list[str]) -> int:
    """How many lines at the beginning are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(these, those, strict=False)))


def _joined(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())
