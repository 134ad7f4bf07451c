"""Cases of noisy top-k: members of every kind, and neighbours, under whichever measure."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from spec.logic.release import Neighbours, Release, Tapes
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, Measure, VectorDomain

HUGE = 10**400
MEMBERS: tuple[tuple[Atom, ...], ...] = (
    (),
    (7,),
    (0, 0),
    (2**53, 2**53 + 1, -HUGE),
    (HUGE, HUGE, 0),
    (0.0, -0.0, 1.5),
    (math.inf, -math.inf, math.inf),
    (1e300, -1e300, 5e-324),
    (Fraction(1, 3), Fraction(2, 7), Fraction(1, 3)),
)
SCALES = (0.0, 5e-324, 1.0, 1e300)
RELEASES_SCOPE = "corner members, scales 0 to 1e300, k up to n + 1"


def release(measure: Measure, scores: tuple[Atom, ...], k: int, scale: float, negate: bool) -> Release:
    """These scores, on a domain of unknown size."""
    return Release(parameters(measure, scores, k, scale, negate), scores)


def parameters(
    measure: Measure, scores: Sequence[Atom], k: int, scale: float, negate: bool, monotonic: bool = False
) -> tuple[object, ...]:
    """What `make_noisy_top_k` is given for scores of this type."""
    atom: AtomType = type(scores[0]) if scores else float
    return VectorDomain(AtomDomain(atom)), LInfDistance(atom, monotonic), measure, k, scale, negate


def releases(measure: Measure) -> Iterator[Release]:
    """Members of every kind, in both directions, with k up to one more than there are scores."""
    for scores, scale, negate in product(MEMBERS, SCALES, (False, True)):
        yield from (release(measure, scores, k, scale, negate) for k in range(len(scores) + 2))


def tapes(measure: Measure, coins: int) -> Iterator[Tapes]:
    """The same, on every tape of so many coins at most."""
    return (Tapes(case, coins) for case in releases(measure))


def neighbours(measure: Measure, starts: Sequence[tuple[int, ...]], both_ways: bool = False) -> Iterator[Neighbours]:
    """Vectors of small integers, and every way to move each score by -1, 0 or 1; k is up to 2."""
    directions = (False, True) if both_ways else (False,)
    for scores, scale, negate, monotonic in product(starts, (0.5, 3.0), directions, (False, True)):
        made = parameters(measure, scores, min(2, len(scores)), scale, negate, monotonic)
        for moves in product((-1, 0, 1), repeat=len(scores)):
            other = tuple(score + move for score, move in zip(scores, moves, strict=True))
            if LInfDistance(int, monotonic).close(scores, other, 1):
                yield Neighbours(made, scores, other, 1)
