"""Where to look first: scores apart by multiples of the scale, in several orders, and every corner of the ball."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from proofs.worst.subject import Metric, Neighbours, Scores, is_monotonic
from spec.space import RangeDistance

GAPS = (0, 1, 3, 10, 30, 1000)


def moves(metric: Metric, d_in: Fraction) -> tuple[Fraction, ...]:
    """How far one score may move, coarsely; directions are swapped elsewhere, so one sign is enough if all share it."""
    half = d_in / 2
    return (d_in, Fraction(0), half) if one_sided(metric) else (d_in, -d_in, Fraction(0), half, -half)


def one_sided(metric: Metric) -> bool:
    """Moving all scores up by 0 to d_in is enough: the metric is monotonic, or does not see a common shift."""
    return is_monotonic(metric) or isinstance(metric, RangeDistance)


def corners(metric: Metric, d_in: Fraction, n: int) -> list[Scores]:
    """The extreme moves, up to a common sign; then those of one coordinate and, if signs are free, of one sign."""
    low = Fraction(0) if one_sided(metric) else -d_in
    found = [move for move in product((d_in, low), repeat=n) if one_sided(metric) or move[0] > 0]
    found += [tuple(d_in if i == j else Fraction(0) for j in range(n)) for i in range(n)]
    found += [tuple(Fraction(0) if i == j else d_in for j in range(n)) for i in range(n)]
    if isinstance(metric, RangeDistance):
        found += [tuple(m - d_in for m in move) for move in found]
    return [move for move in dict.fromkeys(found) if any(move)]


def patterns(scale: Fraction, d_in: Fraction, n: int) -> list[Scores]:
    """Score vectors that differ in how their values are spread."""
    shapes: list[Sequence[Fraction]] = []
    for gap in (g * scale for g in GAPS):
        steps = [Fraction(i) for i in range(n)]
        shapes.append([gap * i for i in steps])
        shapes.append([gap * (i > 0) for i in steps])
        shapes.append([gap * (i >= n - 1) for i in steps])
        shapes.append([gap * (i // 2) for i in steps])
        shapes.append([gap * (i // 2) + d_in * (i % 2) for i in steps])
    found = [order for shape in shapes for order in (shape, shape[::-1], [*shape[::2], *shape[1::2]])]
    return list(
        dict.fromkeys([tuple(shape) for shape in found] + [tuple(-score for score in shape) for shape in found])
    )


def first_places(metric: Metric, d_in: Fraction, scale: Fraction, n: int, k: int, most: int) -> Iterator[Neighbours]:
    """Every pattern at every corner, or `most` of them, evenly spread."""
    directions = corners(metric, d_in, n)
    starts = patterns(scale, d_in, n)
    count = len(directions) * len(starts)
    stride = max(Fraction(count, most), Fraction(1))
    for index in range(min(most, count)):
        start, direction = divmod(int(index * stride), len(directions))
        yield moved(starts[start], directions[direction], k)


def moved(x: Scores, move: Scores, k: int) -> Neighbours:
    """Scores and the same scores moved."""
    return Neighbours(x, tuple(a + m for a, m in zip(x, move, strict=True)), k)


def with_absent(at: Neighbours, n: int, scale: Fraction) -> Neighbours:
    """The pair among n scores: those that are added are as good as absent, and move like the least."""
    low = min(range(at.n), key=lambda i: at.x[i])
    more = n - at.n
    far = GAPS[-1] * scale
    return Neighbours((*at.x, *[at.x[low] - far] * more), (*at.y, *[at.y[low] - far] * more), at.k)
