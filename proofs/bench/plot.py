"""Time against the number of scores, as a picture: both axes logarithmic, one line a contestant."""

import math
import statistics
from collections.abc import Sequence
from html import escape

from proofs.bench.contestants import NAMES
from proofs.bench.measure import Row

WIDTH, HEIGHT, LEFT, TOP = 560, 380, 70, 40
NAMESPACE = "//".join(("http:", "www.w3.org/2000/svg"))
COLOURS = ("#0b6e4f", "#7bc8a4", "#555555", "#c1440e", "#f0a35e", "#8d5fd3", "#2b6cb0")


def svg(rows: Sequence[Row]) -> str:
    """One panel a measure: the median over shapes, at the least k that was timed."""
    k = min(row.setting.k for row in rows)
    measures = list(dict.fromkeys(row.setting.measure for row in rows))
    panels = [
        f'<g transform="translate({i * (WIDTH + 40)},0)">{_panel(rows, measure, k)}</g>'
        for i, measure in enumerate(measures)
    ]
    width = len(measures) * (WIDTH + 40) + 60
    head = f'<svg xmlns="{NAMESPACE}" width="{width}" height="{HEIGHT + 110}" font-family="sans-serif"'
    return f'{head} font-size="12"><rect width="100%" height="100%" fill="white"/>{"".join(panels)}</svg>\n'


def _panel(rows: Sequence[Row], measure: object, k: int) -> str:
    lines: dict[str, dict[int, list[float]]] = {name: {} for name in NAMES}
    for row in rows:
        if row.setting.measure == measure and row.setting.k == k:
            for name, timing in row.times.items():
                lines[name].setdefault(row.setting.n, []).append(timing.median)
    spots = {
        name: [(math.log10(n), math.log10(statistics.median(times))) for n, times in sorted(by_n.items())]
        for name, by_n in lines.items()
        if by_n
    }
    xs = [x for line in spots.values() for x, _ in line]
    ys = [y for line in spots.values() for _, y in line]
    left, right, low, high = math.floor(min(xs)), math.ceil(max(xs) + 1e-9), math.floor(min(ys)), math.ceil(max(ys))

    def place(x: float, y: float) -> tuple[float, float]:
        across, up = (x - left) / max(1, right - left), (y - low) / max(1, high - low)
        return round(LEFT + across * (WIDTH - LEFT), 1), round(TOP + (1 - up) * (HEIGHT - TOP), 1)

    title = escape(f"{type(measure).__name__}, k = {k}: seconds against the number of scores")
    parts = [f'<text x="{LEFT}" y="{TOP - 16}" font-weight="bold">{title}</text>']
    for y in range(low, high + 1):
        (x1, at), (x2, _) = place(left, y), place(right, y)
        parts.append(f'<line x1="{x1}" y1="{at}" x2="{x2}" y2="{at}" stroke="#ddd"/>')
        parts.append(f'<text x="{x1 - 8}" y="{at + 4}" text-anchor="end">10^{y}</text>')
    for x in range(left, right + 1):
        across, bottom = place(x, low)
        parts.append(f'<text x="{across}" y="{bottom + 18}" text-anchor="middle">10^{x}</text>')
    for place_in_key, (name, line) in enumerate(spots.items()):
        colour = COLOURS[NAMES.index(name)]
        path = " ".join(f"{x},{y}" for x, y in (place(*spot) for spot in line))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        across, down = LEFT + (place_in_key % 4) * 125, HEIGHT + 50 + 18 * (place_in_key // 4)
        parts.append(f'<rect x="{across}" y="{down - 9}" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{across + 16}" y="{down}">{escape(name)}</text>')
    return "".join(parts)
