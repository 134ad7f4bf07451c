"""Find something at cells of a draw, and more of it where it is least straight."""

import heapq
from collections.abc import Callable, Sequence
from itertools import count, pairwise


def refine(
    find: Callable[[int, int, int], None],
    bent: Callable[[int, int, int], float],
    first: Sequence[int],
    most: int,
    error: float,
) -> float:
    """Find at the first cells, and halve stretches until all are bent by no more than `error`, or `most` are known.

    `find` is told the stretch that a cell halves, if it does, and `bent` its ends and its middle. What remains bent is
    returned.
    """
    order = count()
    stretches: list[tuple[float, int, int, int, int]] = []

    def halve(a: int, b: int) -> None:
        middle = (a + b) // 2
        find(middle, a, b)
        heapq.heappush(stretches, (-bent(a, middle, b), next(order), a, middle, b))

    def left() -> float:
        return -sum(stretch[0] for stretch in stretches)

    for cell in first:
        find(cell, cell, cell)
    for a, b in pairwise(first):
        halve(a, b)
    known = 2 * len(first) - 1
    while known < most and left() > error:
        _, _, a, middle, b = stretches[0]
        if b - a < 4:
            break
        heapq.heappop(stretches)
        halve(a, middle)
        halve(middle, b)
        known += 2
    return left()
