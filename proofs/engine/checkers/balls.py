"""Ball arithmetic as a checker: a formula, decided at exact rational points and on whole boxes of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from impl.ball import interval, precision, precisions
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.scalars import Unsupported, free_indices
from proofs.engine.translate.shape import well_formed
from proofs.engine.translate.to_ball import Setting, truth
from proofs.engine.translate.values import Truth, Value, all_true, implication
from spec.logic.claim import Statement
from spec.logic.formula import Family, Formula, Sort, Symbol

NOT_MET = "the hypotheses were nowhere seen to hold"
"""Why a formula is open whose conclusion was never put to the test."""

_BOX_PRECISION = 128
"""Bits with which boxes and the points in them are evaluated; there, width matters and not precision."""


@dataclass(frozen=True)
class Range:
    """All reals from `low` to `high`, both included."""

    low: Fraction | int
    high: Fraction | int


Entry = Fraction | int | Range
Region = Mapping[Symbol | Family, Entry | Sequence[Entry]]
"""A number or a range for each symbol, a list of them for each family. Without ranges, it is a point."""


class Slot(NamedTuple):
    """One number of a region: a symbol's, or that of the member of a family at a place."""

    of: Symbol | Family
    place: int
    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        name = self.of.name if isinstance(self.of, Symbol) else f"{self.of.name}_{self.place + 1}"
        return f"{name} = {self.low}" if self.low == self.high else f"{name} in [{self.low}, {self.high}]"


Box = tuple[Slot, ...]


@dataclass(frozen=True)
class Balls:
    """Decide a formula on every region of a scope; an index that nothing binds ranges over all candidates.

    A point is evaluated with rising precision up to `limit` bits. A box is halved until each part is decided,
    or until `cells` parts were looked at. REFUTED names an exact point at which it is certainly false.
    """

    scope: Sequence[Region]
    limit: int = 1 << 10
    cells: int = 1 << 12
    checker: str = field(default="arb", init=False)

    def __post_init__(self) -> None:
        if not self.scope:
            raise ValueError("a check without scope certifies nothing")
        for slot in (slot for region in self.scope for slot in _box(region)):
            if slot.place and isinstance(slot.of, Symbol):
                raise ValueError(f"{slot.of.name} is one number, and no list of them")
            if slot.low > slot.high or not _FITS[slot.of.sort](slot):
                raise ValueError(f"{slot.of.name} must be {slot.of.sort.value}, and its ranges not empty")

    def run(self, statement: Statement) -> Finding:
        """Decide the formula on the whole scope."""
        if not isinstance(statement, Formula):
            return Finding(Status.OPEN, "a sentence gives balls nothing to evaluate")
        try:
            return self.decide(well_formed(statement))
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))

    def decide(self, formula: Formula) -> Finding:
        """Decide a well-formed formula, in which symbols that engines have made up may stand for parts of it."""
        search = _Search(formula, self.limit, self.cells)
        try:
            for box in map(_box, self.scope):
                obstacle = search.at(box) if _is_point(box) else search.over(box)
                if obstacle is not None:
                    return obstacle
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))
        if not search.met:
            return Finding(Status.OPEN, NOT_MET)
        return Finding(Status.CERTIFIED, search.scope())


class _Search:
    """One formula on its way through a scope; `met` once its hypotheses were seen to hold somewhere."""

    def __init__(self, formula: Formula, limit: int, cells: int) -> None:
        self.formula = formula
        self.limit = limit
        self.cells = cells
        self.met = False
        self.points = 0
        self.bits = 0
        self.boxes: list[str] = []
        self.indices = free_indices((*formula.hypotheses, formula.conclusion))

    def at(self, point: Box) -> Finding | None:
        """Decide the formula at a point; None if it holds there."""
        self.points += 1
        for bits in precisions(self.limit):
            self.bits = max(self.bits, bits)
            holds = self._truth(point, bits)
            if holds is not None:
                return None if holds else _refuted(point)
        return Finding(Status.OPEN, f"undecided with {self.bits} bits at {_shown(point)}")

    def over(self, whole: Box) -> Finding | None:
        """Decide the formula on a box by halving it; None if it holds on all of it."""
        waiting = [whole]
        for parts in range(1, self.cells + 1):
            box = waiting.pop()
            holds = self._truth(box, _BOX_PRECISION)
            if not (holds and self.met):
                for point in _points_of(box):
                    if self._truth(point, _BOX_PRECISION) is False:
                        return _refuted(point)
            if not holds:
                waiting += _halves(box)
            if not waiting:
                self.boxes.append(f"{_shown(whole)} in {parts} parts")
                return None
        return Finding(Status.OPEN, f"undecided after {self.cells} parts, at {_shown(waiting[-1])}")

    def scope(self) -> str:
        """What the formula was shown to hold on."""
        points = [f"{self.points} exact points with up to {self.bits} bits"] if self.points else []
        return "; ".join([*points, *self.boxes])

    def _truth(self, box: Box, bits: int) -> Truth:
        with precision(bits):
            return all_true(map(self._holds, self._settings(box)))

    def _holds(self, setting: Setting) -> Truth:
        given = all_true(truth(g, setting) for g in self.formula.hypotheses)
        self.met = self.met or given is True
        return implication(given, truth(self.formula.conclusion, setting))

    def _settings(self, box: Box) -> Iterator[Setting]:
        numbers: dict[Symbol, Value] = {}
        families: dict[Family, tuple[Value, ...]] = {}
        for of, _, low, high in box:
            value = low if low == high else interval(low, high)
            if isinstance(of, Symbol):
                numbers[of] = value
            else:
                families[of] = (*families.get(of, ()), value)
        setting = Setting(numbers, families, {})
        for places in product(*(setting.candidates for _ in self.indices)):
            yield Setting(numbers, families, dict(zip(self.indices, places, strict=True)))


_FITS: dict[Sort, Callable[[Slot], bool]] = {
    Sort.REAL: lambda slot: True,
    Sort.POSITIVE: lambda slot: slot.low > 0,
    Sort.NONNEGATIVE: lambda slot: slot.low >= 0,
    Sort.UNIT: lambda slot: slot.low > 0 and slot.high < 1,
    Sort.NATURAL: lambda slot: slot.low == slot.high >= 0 and slot.low.denominator == 1,
}


def _box(region: Region) -> Box:
    return tuple(
        Slot(of, place, Fraction(entry.low), Fraction(entry.high))
        if isinstance(entry, Range)
        else Slot(of, place, Fraction(entry), Fraction(entry))
        for of, entries in region.items()
        for place, entry in enumerate(entries if isinstance(entries, Sequence) else (entries,))
    )


def _is_point(box: Box) -> bool:
    return all(slot.low == slot.high for slot in box)


def _points_of(box: Box) -> Iterable[Box]:
    """The middle of the box, and the two corners where a bound is likeliest to be reached."""
    middle = tuple(slot._replace(low=m, high=m) for slot in box for m in [(slot.low + slot.high) / 2])
    return middle, tuple(s._replace(high=s.low) for s in box), tuple(s._replace(low=s.high) for s in box)


def _halves(box: Box) -> tuple[Box, Box]:
    """The box, cut across its widest slot."""
    widest = max(range(len(box)), key=lambda i: box[i].high - box[i].low)
    cut = (box[widest].low + box[widest].high) / 2
    before, after = box[:widest], box[widest + 1 :]
    below, above = box[widest]._replace(high=cut), box[widest]._replace(low=cut)
    return (*before, below, *after), (*before, above, *after)


def _refuted(point: Box) -> Finding:
    return Finding(Status.REFUTED, f"false at {_shown(point)}" if point else "false, and there is nothing to choose")


def _shown(box: Box) -> str:
    return ", ".join(map(str, box))
