"""Where the lines and marks of a plot stand on its sheet."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from proofs.report.measured import Plot

WIDTH, HEIGHT = 300, 200
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 12, 34


@dataclass(frozen=True)
class Curve:
    """A series: its kind, the path, and the marks with what each says."""

    kind: str
    path: str
    marks: tuple[tuple[float, float, str], ...]


@dataclass(frozen=True)
class Chart:
    """A plot on its sheet: curves, and the ticks of both axes with their labels."""

    plot: Plot
    curves: tuple[Curve, ...]
    across: tuple[tuple[float, str], ...]
    up: tuple[tuple[float, str], ...]


def chart(plot: Plot) -> Chart:
    """The plot with both axes from 0."""
    right = float(max(plot.points))
    highest = max(max(series.values) for series in plot.series)
    step = _step(highest)
    top = step * math.ceil(highest / step)

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * value / right

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top

    curves = []
    for series in plot.series:
        at = [(x(float(point)), y(value)) for point, value in zip(plot.points, series.values, strict=True)]
        told = [f"{plot.axis} = {p}: {series.kind} {v:.6g}" for p, v in zip(plot.points, series.values, strict=True)]
        marks = tuple((px, py, text) for (px, py), text in zip(at, told, strict=True))
        curves.append(Curve(series.kind, _path(at), marks))
    across = tuple((x(float(point)), str(point)) for point in plot.points)
    up = tuple((y(step * tick), f"{step * tick:g}") for tick in range(round(top / step) + 1))
    return Chart(plot, tuple(curves), across, up)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _step(highest: float) -> float:
    """A round distance between ticks, of which three to eight fit."""
    power = 10.0 ** math.floor(math.log10(highest))
    return next(power * part for part in (0.2, 0.5, 1.0, 2.0) if highest / (power * part) <= 5)
