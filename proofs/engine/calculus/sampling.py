"""Points at which balls must agree with what sympy shows: the edges of sorts, and random ones, always the same."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

from proofs.engine.checkers.balls import NOT_MET, Balls, Region
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from spec.logic.formula import INFINITY, Bind, Family, Formula, Member, Sort, Symbol, Term, absolute, walk
from spec.logic.substitution import free_in

CLOSE = Fraction(1, 2**20)
"""How far apart two numbers are that must not be."""

_BITS = 1 << 10
_ENOUGH = 3
_DRAWS = 400


def agreement(left: Term, right: Term, given: tuple[Term, ...]) -> Finding:
    """Evaluate two terms at the edges and at random points, as far as these meet what is given.

    CERTIFIED if they are close at all of them, REFUTED if they are apart at one, OPEN if balls cannot tell at one, or
    if there are no such points.
    """
    close = Formula(absolute(left - right) < CLOSE, given)
    met = random = 0
    for drawn, region in _regions(close):
        found = Balls((region,), _BITS).decide(close)
        if found.status is Status.CERTIFIED:
            met += 1
            random += drawn
            if random == _ENOUGH:
                break
        elif found.status is Status.REFUTED or found.detail != NOT_MET:
            return found
    return Finding(Status.CERTIFIED, f"{met} exact points") if met else Finding(Status.OPEN, NOT_MET)


def _regions(formula: Formula) -> Iterator[tuple[bool, Region]]:
    """All symbols at their edges, each at its edge, all at one number, and random points that are enough."""
    terms = (*formula.given, formula.conclusion)
    parts = [part for t in terms for part in walk(t)]
    families = sorted({part.family for part in parts if isinstance(part, Member)}, key=repr)
    indices = {part.index for part in parts if isinstance(part, Member)}
    indices |= {part.without for part in parts if isinstance(part, Bind) and part.without is not None}
    symbols = sorted(free_in(terms) - indices - {INFINITY}, key=repr)
    lists = families or [_LENGTH][: any(isinstance(part, Bind) for part in parts)]
    random = Random(repr(formula))

    named: list[Symbol | Family] = [*symbols, *lists]

    def region(values: Mapping[Symbol | Family, Fraction], length: int) -> Region:
        chosen = {of: [values.get(of, _drawn(of.sort, random)) for _ in range(length)] for of in named}
        return {of: entries[0] if isinstance(of, Symbol) else entries for of, entries in chosen.items()}

    yield False, region({of: _EDGES[of.sort] for of in named}, 1)
    yield False, region({of: _ONES[of.sort] for of in named}, 2)
    for edged in named:
        if edged.sort in _CLOSED:
            yield False, region({edged: _EDGES[edged.sort]}, 2)
    for draw in range(_DRAWS):
        yield True, region({}, 1 + draw % 3)


_LENGTH = Family("how many candidates")
_CLOSED = (Sort.NONNEGATIVE, Sort.NATURAL)
_EDGES = {
    Sort.REAL: Fraction(0),
    Sort.POSITIVE: Fraction(1, 8),
    Sort.NONNEGATIVE: Fraction(0),
    Sort.UNIT: Fraction(1, 8),
    Sort.NATURAL: Fraction(0),
}
_ONES = {sort: Fraction(1, 2) if sort is Sort.UNIT else Fraction(1) for sort in Sort}
_RANGES = {
    Sort.REAL: (-30, 30),
    Sort.POSITIVE: (1, 40),
    Sort.NONNEGATIVE: (0, 40),
    Sort.UNIT: (1, 6),
    Sort.NATURAL: (0, 6),
}


def _drawn(sort: Sort, random: Random) -> Fraction:
    """A random number of the sort."""
    drawn = random.randint(*_RANGES[sort])
    return Fraction(drawn) if sort is Sort.NATURAL else Fraction(drawn, random.randint(7, 12))
