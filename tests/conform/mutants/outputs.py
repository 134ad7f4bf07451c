"""Wrong outputs: other indices, other orders, other types, and scores that were changed on the way in."""

import struct
from collections.abc import Sequence
from fractions import Fraction

from impl.scores import exact
from spec.draw import Draw
from spec.space import Atom
from tests.conform.mutants.model import planted
from tests.support.mechanisms_in_parts import Scores, TopK, peeled


@planted("output.scale_zero", "invoke([0.0, 1.0]) = [1], and the best are (0,)")
class SignDropped(TopK):
    """The greatest are released though the least are asked for."""

    def oriented(self, x: Sequence[Atom]) -> Scores:
        return exact(x)


@planted("output.scale_zero", "invoke([0.0, 1.0]) = [0, 0], and the best are (0, 1)")
class PlacesForIndices(TopK):
    """Places among the scores that are left are not turned back into indices."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        left, places = list(range(len(y))), list[int]()
        while left and len(places) < self.k:
            places.append(type(self).choose(tuple(y[i] for i in left), Fraction(self.scale), draw))
            left.pop(places[-1])
        return places


@planted("output.scale_zero", "invoke([0.0, 1.0]) = [1, 1], and the best are (1, 0)")
class WrongOneRemoved(TopK):
    """Peeling is off by one: the one before the selected score is removed."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        left, selected = list(range(len(y))), list[int]()
        while left and len(selected) < self.k:
            place = type(self).choose(tuple(y[i] for i in left), Fraction(self.scale), draw)
            selected.append(left[place])
            left.pop(place - 1)
        return selected


@planted("output.scale_zero", "invoke([0.0, 1.0]) = [0, 1], and the best are (1, 0)")
class SortedIndices(TopK):
    """The indices are sorted, and which is best is lost."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        return sorted(super().select(y, draw))


@planted("output.scale_zero", "invoke([0.0, 1.0]) = [0, 1], and the best are (1, 0)")
class WorstFirst(TopK):
    """The end of an ascending order is released as it stands."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        return super().select(y, draw)[::-1]


@planted("output.ties", "invoke([0.0, 0.0]) = [0], and the best are (1,)")
class FirstOfEquals(TopK):
    """Without noise the first of equal scores is taken."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        if self.scale:
            return super().select(y, draw)
        return sorted(range(len(y)), key=lambda i: -y[i])[: self.k]


@planted("output.scale_zero", "invoke([1.0, 1.0000000000000002, 0.9999999999999999]) = [2, 1], and the best are (2, 0)")
class WholeScores(TopK):
    """Scores are cut down to whole numbers."""

    def oriented(self, x: Sequence[Atom]) -> Scores:
        return tuple(Fraction(int(score)) for score in super().oriented(x))


@planted("output.scale_zero", "invoke([0.0, 1.0]) = [1], and the best are (0,)")
class AbsoluteScores(TopK):
    """The sign of scores is dropped."""

    def oriented(self, x: Sequence[Atom]) -> Scores:
        return tuple(abs(score) for score in super().oriented(x))


@planted("output.scale_zero", "invoke([1.0, 1.0000000000000002, 0.9999999999999999]) = [2], and the best are (1,)")
class SinglePrecisionScores(TopK):
    """Scores are kept in 32 bits."""

    def oriented(self, x: Sequence[Atom]) -> Scores:
        most = 3.4e38
        kept = struct.pack(f"{len(x)}f", *(min(max(float(score), -most), most) for score in x))
        return super().oriented(struct.unpack(f"{len(x)}f", kept))


@planted("output.shape", "invoke([0.0, 1.0, 2.0]) = [1], not 2 indices")
class KthBest(TopK):
    """The k-th best is released, not the k best."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        return super().select(y, draw)[-1:]


@planted("output.shape", "invoke([0.0, 1.0, 2.0]) = [], not 1 indices")
class OneTooFew(TopK):
    """The rounds are counted from 1 to k - 1."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        return super().select(y, draw)[: max(self.k - 1, 0)]


@planted("output.shape", "invoke([0.0, 1.0, 2.0]) = [2, 1], not 1 indices")
class OneTooMany(TopK):
    """The rounds are counted from 0 to k."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        return peeled(type(self).choose, y, Fraction(self.scale), self.k + 1, draw)


@planted("output.shape", "invoke([-1e+308, 1e+308, 0.0]) = [0], not 3 indices")
class HopelessLeftOut(TopK):
    """Peeling ends early where nobody is left within a thousand scales: how many come out depends on the data."""

    def select(self, y: Scores, draw: Draw) -> Sequence[int]:
        near = [i for i in range(len(y)) if max(y) - y[i] <= 1000 * Fraction(self.scale)]
        return [i for i in super().select(y, draw) if i in near]


@planted("output.shape", "invoke([0.0, 1.0, 2.0]) = '2', no list of indices")
class Strings(TopK):
    """The indices are released as text."""

    def released(self, selected: Sequence[int]) -> object:
        return " ".join(map(str, selected))


@planted("output.shape", "invoke([0.0, 1.0, 2.0]) = a value of type set, no list of indices")
class SetOfIndices(TopK):
    """The indices are released as a set."""

    def released(self, selected: Sequence[int]) -> object:
        return set(selected)
