"""A drawing of a graph without cycles: columns by depth, few crossings, curves from a node to what it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ROW, GAP, MARGIN = 26, 6, 12
COLUMN_GAP = 56
_LETTER = 6.7
_PADDING = 26
_MOST_ROWS = 26
_SWEEPS = 6


@dataclass(frozen=True)
class Box:
    """A node: its name, its label, and its place."""

    name: str
    label: str
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The height at which lines meet it."""
        return self.y + self.height / 2


@dataclass(frozen=True)
class Line:
    """A curve from a node to one that it rests on."""

    source: str
    target: str
    path: str


@dataclass(frozen=True)
class Drawing:
    """Boxes and lines, and how large the sheet is."""

    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    width: float
    height: float


def layered(labels: Mapping[str, str], uses: Mapping[str, Sequence[str]]) -> Drawing:
    """Draw the nodes that have labels: each left of all that it uses, near to its neighbours."""
    inside = {name: [used for used in uses[name] if used in labels] for name in labels}
    columns = [part for column in _ordered(_columns(inside), inside) for part in _parted(column)]
    boxes: dict[str, Box] = {}
    left = float(MARGIN)
    tallest = max((len(column) for column in columns), default=0)
    for column in columns:
        width = max(len(labels[name]) for name in column) * _LETTER + _PADDING
        top = MARGIN + (tallest - len(column)) * (ROW + GAP) / 2
        for place, name in enumerate(column):
            boxes[name] = Box(name, labels[name], left, top + place * (ROW + GAP), width, ROW)
        left += width + COLUMN_GAP
    lines = [Line(name, used, curve(boxes[name], boxes[used])) for name in labels for used in inside[name]]
    height = 2 * MARGIN + tallest * (ROW + GAP) - GAP
    return Drawing(tuple(boxes[name] for name in labels), tuple(lines), left - COLUMN_GAP + MARGIN, height)


def curve(source: Box, target: Box) -> str:
    """The path of a line from the right side of a box to the left side of another."""
    x1, y1, x2, y2 = source.x + source.width, source.middle, target.x, target.middle
    reach = max(24.0, abs(x2 - x1) / 2)
    return f"M{x1:.0f},{y1:.0f} C{x1 + reach:.0f},{y1:.0f} {x2 - reach:.0f},{y2:.0f} {x2:.0f},{y2:.0f}"


def _columns(uses: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The nodes by depth: one more than the deepest that uses it; nothing uses those of depth 0."""
    users: dict[str, list[str]] = {name: [] for name in uses}
    for name, used in uses.items():
        for other in used:
            users[other].append(name)
    depths: dict[str, int] = {}

    def depth(name: str) -> int:
        if name not in depths:
            depths[name] = 1 + max((depth(user) for user in users[name]), default=-1)
        return depths[name]

    for name in uses:
        depth(name)
    return [[name for name in uses if depths[name] == level] for level in range(max(depths.values(), default=-1) + 1)]


def _ordered(columns: list[list[str]], uses: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The columns, each sorted by where its neighbours stand: forth and back some times."""
    around: dict[str, list[str]] = {name: list(used) for name, used in uses.items()}
    for name, used in uses.items():
        for other in used:
            around[other].append(name)
    for sweep in range(_SWEEPS):
        places = {name: place / len(column) for column in columns for place, name in enumerate(column)}
        for column in columns if sweep % 2 == 0 else reversed(columns):
            column.sort(key=lambda name: _mean([places[other] for other in around[name]], places[name]))
            places.update({name: place / len(column) for place, name in enumerate(column)})
    return columns


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _parted(column: list[str]) -> list[list[str]]:
    """A column that is too long to be seen at once, as several of about the same length."""
    parts = -(-len(column) // _MOST_ROWS)
    size = -(-len(column) // parts)
    return [column[start : start + size] for start in range(0, len(column), size)]
