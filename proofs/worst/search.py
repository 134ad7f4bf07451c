"""The search for the pair of neighbours whose laws are farthest apart, held against a claim."""

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from impl.ball import ball, lower, precision, upper
from proofs.engine.divergence import Bounds, Divergence, Verdict, divergence, judge, pair
from proofs.engine.divergence.pair import Pair
from proofs.engine.enclosure import Weight, enclose
from proofs.engine.law import key_of
from proofs.worst.float_losses import Laboratory
from proofs.worst.shrink import shrunk
from proofs.worst.starting_pairs import first_places, moved, moves, with_absent
from proofs.worst.subject import Metric, Neighbours, Subject
from proofs.worst.targeted import look

STEPS = tuple(Fraction(2) ** e for e in range(4, -5, -1))
FEW = 6
"""With more scores than these, the search begins with the best pairs of so many, and others that are far below."""
_BITS = 128
_ENOUGH = 1 + 1e-9
"""A pair counts as better only if it is better by more than rounding."""


@dataclass(frozen=True)
class Effort:
    """How many laws to steer by, how many of the best pairs to confirm exactly, and how many steps to shrink."""

    laws: int = 4000
    confirmed: int = 4
    shrinking: int = 600


@dataclass(frozen=True)
class Seen:
    """An outcome and its probability on either side."""

    outcome: object
    on_x: Bounds
    on_y: Bounds


@dataclass(frozen=True)
class Witness:
    """A pair of neighbours, how far apart their laws are, what that says of the claim, and what tells them apart."""

    at: Neighbours
    claimed: Bounds
    achieved: Divergence
    verdict: Verdict
    seen: tuple[Seen, ...]

    @property
    def ratio(self) -> Bounds:
        """achieved / claimed."""
        return self.achieved.bounds.over(self.claimed)


@dataclass(frozen=True)
class Worst:
    """What the search found: the worst pair, the smallest one that violates the claim if any does, and its effort."""

    worst: Witness
    smallest: Witness | None
    laws: int

    @property
    def verdict(self) -> Verdict:
        """EXCEEDED if a pair violates the claim; held and undecided speak of the worst pair found."""
        return self.worst.verdict


def search(subject: Subject, d_in: Fraction, n: int, k: int, effort: Effort = Effort()) -> Worst:  # noqa: B008
    """Look for d_in-close vectors of n scores whose laws come closest to the claim, or exceed it."""
    fewer = _steered(subject, d_in, FEW, k, effort).best() if n > FEW else []
    board = _steered(subject, d_in, n, k, effort, [with_absent(at, n, subject.scale) for at in fewer])
    lab = board.lab
    confirmed = [confirm(lab, at, d_in) for at in board.best()]
    worst = max(confirmed, key=lambda w: (w.verdict is Verdict.EXCEEDED, w.achieved.bounds.lower))
    smallest = None
    if worst.verdict is Verdict.EXCEEDED:
        smallest = confirm(lab, shrunk(worst.at, violation(lab, d_in), effort.shrinking), d_in)
    return Worst(worst, smallest, lab.spent)


def _steered(
    subject: Subject, d_in: Fraction, n: int, k: int, effort: Effort, starts: Sequence[Neighbours] = ()
) -> "_Board":
    """The best pairs of n scores that are found in floats, from these and other pairs on."""
    board = _Board(Laboratory(subject, effort.laws), d_in, effort.confirmed)
    for at in (*starts, *first_places(subject.metric, d_in, subject.scale, n, k, effort.laws // 3)):
        board.show(at)
    for start in board.best():
        _climb(board, start, subject.metric, d_in, subject.scale)
    look(board.show, subject.metric, d_in, subject.scale, n, k, max(1, effort.laws // 16))
    for start in board.best():
        _climb(board, start, subject.metric, d_in, subject.scale)
    return board


def confirm(lab: Laboratory, at: Neighbours, d_in: Fraction) -> Witness:
    """Enclose how far apart the laws are, and judge the claim."""
    subject = lab.subject
    of = pair(lab.law(at.x, at.k), lab.law(at.y, at.k))
    claimed = subject.claim(d_in, at.n, at.k)
    achieved = divergence(subject.measure, of)
    verdict = judge(subject.measure, of, claimed, achieved)
    return Witness(at, claimed, achieved, verdict, tuple(_seen(of, achieved)))


def _seen(of: Pair, achieved: Divergence) -> Iterator[Seen]:
    """The outcomes that tell the two laws apart best."""
    for outcome in achieved.outcomes:
        mass = next(mass for mass in of.masses if key_of(mass.outcome) == key_of(outcome))
        yield Seen(outcome, _enclosed(mass.p, of.p_missing), _enclosed(mass.q, of.q_missing))


def _enclosed(weight: Weight, missing: Fraction) -> Bounds:
    with precision(_BITS):
        found = enclose(weight, _BITS)
        return Bounds(lower(found), upper(found + ball(missing)))


def violation(lab: Laboratory, d_in: Fraction) -> Callable[[Neighbours], bool]:
    """Close neighbours whose laws are surely too far apart; what does not look it in floats is not asked exactly."""

    def violates(at: Neighbours) -> bool:
        if not lab.subject.metric.close(at.x, at.y, d_in):
            return False
        if lab.apart(at) * _ENOUGH < float(lab.subject.claim(d_in, at.n, at.k).lower):
            return False
        return confirm(lab, at, d_in).verdict is Verdict.EXCEEDED

    return violates


class _Board:
    """The best pairs shown so far, each clearly better than, or unlike, the others."""

    def __init__(self, lab: Laboratory, d_in: Fraction, places: int) -> None:
        self.lab, self.d_in, self.places = lab, d_in, places
        self._found: dict[float, Neighbours] = {}

    def show(self, at: Neighbours) -> float:
        """How far apart a pair is, about; nothing is looked up, and no pair is worth anything, beyond the budget."""
        if self.lab.exhausted or not self.lab.subject.metric.close(at.x, at.y, self.d_in):
            return 0.0
        value = self.lab.apart(at)
        if not any(value <= known * _ENOUGH and known <= value * _ENOUGH for known in self._found):
            self._found[value] = at
            self._found = {best: self._found[best] for best in heapq.nlargest(self.places, self._found)}
        return value

    def best(self) -> list[Neighbours]:
        """The best first."""
        return list(self._found.values())


def _climb(board: _Board, at: Neighbours, metric: Metric, d_in: Fraction, scale: Fraction) -> None:
    """Coordinate ascent, with ever smaller steps."""
    value = board.show(at)
    for step in STEPS:
        better = True
        while better and not board.lab.exhausted:
            better = False
            for other in _around(at, step * scale, moves(metric, d_in)):
                found = board.show(other)
                if found > value * _ENOUGH:
                    at, value, better = other, found, True
                    break


def _around(at: Neighbours, step: Fraction, choices: tuple[Fraction, ...]) -> Iterator[Neighbours]:
    move = tuple(b - a for a, b in zip(at.x, at.y, strict=True))
    for i in range(at.n):
        for shift in (step, -step):
            yield moved((*at.x[:i], at.x[i] + shift, *at.x[i + 1 :]), move, at.k)
    for i in range(at.n):
        for choice in choices:
            if choice != move[i]:
                yield moved(at.x, (*move[:i], choice, *move[i + 1 :]), at.k)
