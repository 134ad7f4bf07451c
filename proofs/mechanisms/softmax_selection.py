"""What the mechanisms that release one index with the law of the softmax share: cases, and the argument for privacy."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.smt import Smt
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.constructors import Result
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.noisy_top_k.cases import MEMBERS, SCALES
from proofs.theory.exponential_mechanism import MAX_DIVERGENCE
from spec.logic.claim import Claim
from spec.logic.formula import Sort, Symbol, both, implies
from spec.logic.promise import HasLaw
from spec.logic.release import Neighbours, Release, Tapes
from spec.space import AtomDomain, AtomType, LInfDistance, RangeDistance, VectorDomain

Parameters = Callable[[VectorDomain, LInfDistance, float, bool], tuple[object, ...]]
"""What a maker is given, from domain, metric, scale and whether the least score is sought."""

loss, result = Symbol("loss"), Symbol("map(d_in)")
d_range, d, scale = Symbol("d_Range", Sort.NONNEGATIVE), Symbol("d"), Symbol("scale", Sort.POSITIVE)


@dataclass(frozen=True)
class SoftmaxSelection:
    """A mechanism that releases one index, and the function that has the law of the softmax on its behalf."""

    parameters: Parameters
    calls: HasLaw
    calls_code: Claim
    minimises: bool = False
    at_range_distance: bool = False

    def releases(self) -> Iterator[Release]:
        """Members of every kind but the empty one, scales from 0 to 1e300."""
        for scores, scale in product(MEMBERS, SCALES):
            if scores:
                atom: AtomType = type(scores[0])
                space = VectorDomain(AtomDomain(atom), len(scores)), LInfDistance(atom)
                for least in (False, True) if self.minimises else (False,):
                    yield Release(self.parameters(*space, scale, least), scores)

    def tapes(self) -> Iterator[Tapes]:
        """The same, on every tape of up to four coins."""
        return (Tapes(case, 4) for case in self.releases())

    def neighbours(self) -> Iterator[Neighbours]:
        """Vectors of up to three small integers, and every way to move each score by -1, 0 or 1."""
        for scores, scale, monotonic in product([(0, 0), (0, 3), (0, 1, 5), (4, 0, 4)], (0.5, 3.0), (False, True)):
            metric = LInfDistance(int, monotonic)
            parameters = self.parameters(VectorDomain(AtomDomain(int), len(scores)), metric, scale, False)
            for moves in product((-1, 0, 1), repeat=len(scores)):
                other = tuple(score + move for score, move in zip(scores, moves, strict=True))
                if (RangeDistance(int) if self.at_range_distance else metric).close(scores, other, 1):
                    yield Neighbours(parameters, scores, other, 1)

    def law_proof(self, law: Claim) -> Proof:
        """The law of the release is that of the function that it calls."""
        return Proof(
            law.id,
            (
                Step(
                    law.promise.provided(self.calls),
                    "by contract: ints, floats and Fractions, infinite and huge scores, ties; no execution fails",
                    Instances("corner members, scales 0 to 1e300", self.releases),
                ),
            ),
            uses=(self.calls_code.id,),
        )

    def errors_proof(self, law: Claim, errors: Claim) -> Proof:
        """There is no other error than that coins ran out."""
        return Proof(
            errors.id,
            (
                Step(
                    errors.promise.provided(self.calls),
                    "a tape that ends releases nothing and says so; no other error occurs",
                    Instances("corner members, every tape of up to 4 coins", self.tapes),
                ),
            ),
            uses=(law.id, self.calls_code.id),
        )

    def privacy_proof(self, law: Claim, errors: Claim, privacy: Claim, *distances: Result) -> Proof:
        """One release loses no more than the map says, rounding included."""
        return Proof(
            privacy.id,
            (
                Step(
                    implies(both(loss <= d_range / scale, d_range <= d, result >= d / scale), loss <= result),
                    "one release at range distance d_Range ≤ d loses at most d_Range/scale; the map is at least "
                    "d/scale. At scale 0 the map is infinite; at d_in = 0 the laws are equal",
                    Smt(),
                ),
            ),
            uses=(law.id, errors.id, MAX_DIVERGENCE.id, "maps.max_divergence", *(bound.id for bound in distances)),
        )

    def instances(self, law: Claim, privacy: Claim) -> Proof:
        """Neighbours, measured."""
        return Proof(
            privacy.id,
            (
                Step(
                    privacy.promise.provided(self.calls),
                    "for the law of the code, decided exactly, as the sign of an exponential sum",
                    Instances("up to 3 scores moved by at most 1", OneIn(3, self.neighbours)),
                ),
            ),
            uses=(law.id, self.calls_code.id),
            title="instances",
        )
