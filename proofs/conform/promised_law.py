"""The law that a contract promises on one input: outcomes with exact weights, and what is left of the mass."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import floor, log2
from typing import Any

from impl.ball import Ball, ball, interval, lower, precision, upper
from proofs.engine.enclosure import Weight, as_ratio, enclose, sign
from proofs.engine.law import Failure, Unfinished, by_contract, nearly_by_contract
from proofs.engine.law.nearly import Known
from spec.draw import Draw
from spec.weights import ZERO, ExpRatio, ExpSum

Outcome = tuple[Any, ...]
"""What is released: k indices, or a tuple of the one thing that it is."""

REST: Outcome = ()
"""All outcomes that have no cell of their own."""
OCTAVE = "octave"
"""With the binary exponent of a probability: all outcomes that are about as likely, but have no cell of their own."""

Weighted = Mapping[Any, Weight] | Iterable[tuple[Any, Weight]]
"""Each output with its probability."""

Read = Callable[[Any], Outcome | None]

TAIL = Fraction(1, 2**40)
"""How much of a law that never ends is left out at most."""
ROUNDED = Fraction(1, 2**64)
"""How much all probabilities of a law may lack: not every normaliser has a closed form."""
STEP, MOST_OUTCOMES = 64, 1 << 14
"""So many outcomes are read at a time, and of one law."""
MISSING = Fraction(1, 2**30)
"""How much of the law of a program is left out, if it need not end."""
FEW_ANSWERS = 2000
"""Answers of samplers after which a program counts as one that need not end."""
FEW_RUNS, MANY_RUNS = 10_000, ": mark what compares noises @sampler, too, and there are few"
BITS = 128
MOST_CELLS = 64
RARE = Fraction(1, 2**10)
"""Outcomes that together are rarer than this share a cell where draws are counted."""


class NotALaw(ValueError):
    """What a contract says of its output is no law."""


@dataclass(frozen=True)
class Promised:
    """Each probability is between its weight and that plus `doubt`; what is not listed has at most `tail` together."""

    branches: tuple[tuple[Outcome, ExpRatio], ...]
    tail: Fraction = Fraction(0)
    doubt: Fraction = Fraction(0)

    def weights(self) -> dict[Outcome | None, ExpRatio]:
        """The weights by outcome."""
        return dict(self.branches)

    def above(self, outcome: Outcome | None) -> Fraction:
        """By how much a probability may be greater than its weight, which is 0 for what is not listed."""
        if outcome is None:
            return self.doubt
        return self.doubt if outcome in self.weights() else self.tail

    def cells(self, most: int = MOST_CELLS) -> dict[Outcome, Ball]:
        """The likely outcomes with their probabilities, and all others in one cell, which is not too small."""
        with precision(BITS):
            sizes = self._sizes
            order = sorted(sizes, key=lambda outcome: -float(sizes[outcome].mid()))
            kept: dict[Outcome, Ball] = {}
            left = ball(1)
            for outcome in order:
                if kept and (upper(left) < RARE or len(kept) == most):
                    break
                kept[outcome] = sizes[outcome]
                left -= sizes[outcome]
            if self.doubt:
                kept = {outcome: size + interval(0, self.doubt) for outcome, size in kept.items()}
            if self.tail or self.doubt or len(kept) < len(order):
                kept[REST] = left
            return kept

    @cached_property
    def banded(self) -> "Banded":
        """The likely outcomes in cells of their own, and of the others each octave that is not rare as a whole."""
        cells, bands, sizes = self.cells(), dict[Outcome, Outcome](), dict[Outcome, Ball]()
        with precision(BITS):
            for outcome, size in self._sizes.items():
                if outcome not in cells and float(size.mid()) > 0:
                    band = bands[outcome] = OCTAVE, floor(log2(float(size.mid())))
                    sizes[band] = sizes.get(band, ball(0)) + size
            likely = {band: size for band, size in sizes.items() if lower(size) >= RARE}
            for size in likely.values():
                cells[REST] -= size
            if likely.keys() == sizes.keys() and not (self.tail or self.doubt):
                cells.pop(REST, None)
            cells.update((band, size + interval(0, self.doubt)) for band, size in likely.items())
        return Banded(cells, {outcome: band for outcome, band in bands.items() if band in likely})

    @cached_property
    def _sizes(self) -> dict[Outcome, Ball]:
        with precision(BITS):
            return {outcome: enclose(weight, BITS) for outcome, weight in self.branches}


@dataclass(frozen=True)
class Banded:
    """Cells that draws are counted in, and of the outcomes in bands of several which band they are in."""

    cells: dict[Outcome, Ball]
    bands: Mapping[Outcome, Outcome]

    def cell(self, outcome: Outcome) -> Outcome:
        """The cell of an outcome, or the outcome itself if it has none."""
        found = self.bands.get(outcome, outcome)
        return found if found in self.cells or REST not in self.cells else REST

    def law(self, other: Promised) -> dict[Outcome, Ball]:
        """Another law on these cells."""
        merged: dict[Outcome, Ball] = {}
        with precision(BITS):
            for outcome, weight in other.branches:
                cell = self.cell(outcome)
                merged[cell] = merged.get(cell, ball(0)) + enclose(weight, BITS)
            if REST in self.cells and (other.tail or REST in merged):
                merged[REST] = merged.get(REST, ball(0)) + ball(other.tail)
        return merged


def listed(law: Weighted, read: Read) -> Promised:
    """The law that is yielded, all of it, or all but a little if it never ends."""
    if not isinstance(law, Iterable) or isinstance(law, str):
        raise NotALaw(f"it gives {law!r}, and not each output with its probability")
    pairs = iter(law.items() if isinstance(law, Mapping) else law)
    found: dict[Outcome, ExpRatio] = {}
    with precision(BITS):
        left = ball(1)
        for count in range(0, MOST_OUTCOMES, STEP):
            batch = list(islice(pairs, STEP))
            for entry in batch:
                if not isinstance(entry, tuple | list) or len(entry) != 2:
                    raise NotALaw(f"it yields {entry!r}, and not an output with its probability")
                output, weight = entry
                _add(found, output, weight, read)
                left -= enclose(weight, BITS)
            ends, lacks = len(batch) < STEP, max(upper(left), Fraction(0))
            if left < 0 or (ends and not left.contains(0) and lacks > ROUNDED):
                beyond = f"{abs(left).str(3, radius=False)} {'more' if left < 0 else 'less'} than 1"
                raise NotALaw(f"the probabilities add up to {beyond}")
            if ends:
                lacks = Fraction(0) if left.contains(0) else lacks
                return Promised(tuple(found.items()), lacks, lacks)
            if count and lacks <= TAIL:
                repeats = len(found) < count + STEP
                return Promised(tuple(found.items()), lacks, lacks if repeats else min(lacks, ROUNDED))
        raise NotALaw(f"{left.str(3, radius=False)} of it is left after {MOST_OUTCOMES:,} outcomes")


def measured_exactly(program: Callable[[Draw], object], read: Read) -> Promised | None:
    """The law of a coin program by the contracts of the samplers that it calls; None if it need not end."""
    try:
        exact = by_contract(program, most_draws=FEW_ANSWERS)
    except Unfinished:
        return None
    return Promised(tuple((_outcome(output, read), weight) for output, weight in exact.branches))


def nearly_measured(
    program: Callable[[Draw], object],
    read: Read,
    known: Known | None = None,
    watch: Callable[[str], None] = lambda line: None,
) -> Promised:
    """The same of a program that need not end, all but a little; what its calls were found to do is `known` after."""

    def heard(runs: int, left: Fraction) -> None:
        advice = MANY_RUNS if runs > FEW_RUNS else ""
        watch(f"{runs:,} runs of the program, {float(left):.1g} of its law is left{advice}")

    try:
        walked = nearly_by_contract(program, missing=MISSING, known=known, heard=heard)
    except Unfinished as error:
        raise NotALaw(f"it cannot be measured: {error}") from error
    branches = tuple((_outcome(output, read), as_ratio(mass)) for output, mass in walked.branches)
    return Promised(branches, walked.missing, walked.missing)


def _add(found: dict[Outcome, ExpRatio], output: Any, weight: object, read: Read) -> None:
    if isinstance(weight, bool) or not isinstance(weight, int | Fraction | ExpSum | ExpRatio):
        given = f"the probability of {output!r} is {weight!r}, of type {type(weight).__name__}"
        raise NotALaw(f"{given}: only an int, a Fraction or a weight of spec.weights is exact")
    if sign(weight) < 0:
        raise NotALaw(f"the probability of {output!r} is negative")
    outcome = _outcome(output, read)
    if weight:
        found[outcome] = found.get(outcome, ZERO) + as_ratio(weight)


def _outcome(output: Any, read: Read) -> Outcome:
    if isinstance(output, Failure):
        raise NotALaw(f"it raises {type(output.error).__name__}: {output.error}")
    outcome = read(output)
    if outcome is None:
        raise NotALaw(f"it yields {output!r}, which is not of the output's type")
    if not isinstance(output, Hashable):
        raise NotALaw(f"it yields {output!r}, which has no hash; a list arrives as a tuple")
    return outcome
