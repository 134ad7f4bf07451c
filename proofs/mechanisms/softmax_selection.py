"""Why each mechanism that releases one index with the law of the softmax keeps its promise, rounding included."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from impl.draws import TapeDraw
from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.inverse_transform import inverse_transform, make_inverse_transform
from impl.report_noisy_max_gumbel import gumbel_max, make_report_noisy_max_gumbel
from impl.scores import exact
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.laws import AtTheCoins, side_by_side
from proofs.engine.checkers.smt import Smt
from proofs.engine.enclosure import sign
from proofs.engine.law import Failure, Law, by_contract
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.gumbel import COMPARISON, PAIRS, TRIPLES
from proofs.mechanisms.noisy_top_k.max_divergence import MEMBERS
from proofs.theory.exponential_mechanism import MAX_DIVERGENCE
from proofs.theory.metrics import RANGE_AT_MOST_ONCE_DOWN, RANGE_AT_MOST_ONCE_UP, RANGE_AT_MOST_TWICE
from spec.errors import EntropyExhausted
from spec.inverse_transform import law_of_inverse_transform
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Sort, Symbol, both, implies
from spec.measurement import Measurement
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, VectorDomain
from spec.weights import ZERO, ExpRatio, exp_minus

WITHOUT_NOISE = Fraction(0)


class Case(NamedTuple):
    """A member of the domain, the scale, and whether the least score is the best."""

    scores: tuple[Atom, ...]
    scale: float
    least: bool
    monotonic: bool = False

    def domain(self) -> VectorDomain:
        """Vectors of this length."""
        atom: AtomType = type(self.scores[0])
        return VectorDomain(AtomDomain(atom), len(self.scores))

    def metric(self) -> LInfDistance:
        """The L-infinity distance."""
        return LInfDistance(self.domain().element_domain.T, self.monotonic)


@dataclass(frozen=True)
class Mechanism:
    """A constructor, how to call it, and what its distances are."""

    name: str
    make: Callable[[Case], Measurement[int]]
    minimises: bool
    at_range_distance: bool

    def law(self, case: Case) -> Law[ExpRatio]:
        """The law of the release, by contract."""
        return by_contract(self.make(case).invoke, list(case.scores))

    def releases(self) -> Iterator[Case]:
        """Members of every kind but the empty one, scales from 0 to 1e300."""
        for scores, scale in product(MEMBERS, (0.0, 5e-324, 1.0, 1e300)):
            if scores:
                yield from (Case(scores, scale, least) for least in ((False, True) if self.minimises else (False,)))

    def has_the_softmax_law(self, case: Case) -> bool:
        """The release has the law of the softmax of the exact scores, and no execution fails."""
        scores = [-score if case.least else score for score in exact(case.scores)]
        promised = Law(tuple(law_of_inverse_transform(scores, Fraction(case.scale))), Fraction(0))
        law = self.law(case)
        fails = any(isinstance(outcome, Failure) for outcome in law.outcomes())
        return not fails and all(seen == expected for _, seen, expected in side_by_side(law, promised, ZERO))

    def fails_closed(self, case: Case) -> bool:
        """On every tape of up to four coins: an index, or nothing but the news that the coins ran out."""
        mechanism = self.make(case)
        for tape in (tape for length in range(5) for tape in product((0, 1), repeat=length)):
            try:
                released = mechanism.invoke(list(case.scores), TapeDraw(tape))
            except EntropyExhausted:
                continue
            if released not in range(len(case.scores)):
                return False
        return True

    def neighbours(self) -> Iterator[tuple[Case, tuple[Atom, ...]]]:
        """Vectors of up to three small integers, and every way to move each score by -1, 0 or 1."""
        for scores, scale, monotonic in product([(0, 0), (0, 3), (0, 1, 5), (4, 0, 4)], (0.5, 3.0), (False, True)):
            case = Case(scores, scale, False, monotonic)
            for moves in product((-1, 0, 1), repeat=len(scores)):
                other = tuple(score + move for score, move in zip(scores, moves, strict=True))
                if self.make(case).input_metric.close(scores, other, 1):
                    yield case, other

    def is_private(self, pair: tuple[Case, tuple[Atom, ...]]) -> bool:
        """P(y) ≤ e^map(1)·P'(y) for every output y, decided in the ring of exponential sums."""
        case, other = pair
        grows = exp_minus(-Fraction(self.make(case).map(1)))
        law, nearby = self.law(case), self.law(case._replace(scores=other))
        return all(sign(p - grows * q) <= 0 for _, p, q in side_by_side(law, nearby, ZERO))


MECHANISMS = (
    Mechanism(
        "make_report_noisy_max_gumbel",
        lambda case: make_report_noisy_max_gumbel(
            case.domain(), case.metric(), case.scale, "min" if case.least else "max"
        ),
        minimises=True,
        at_range_distance=False,
    ),
    Mechanism(
        "make_base_exponential_candidates_gumbel",
        lambda case: make_base_exponential_candidates_gumbel(case.domain(), case.scale),
        minimises=False,
        at_range_distance=True,
    ),
    Mechanism(
        "make_inverse_transform",
        lambda case: make_inverse_transform(case.domain(), case.metric(), case.scale),
        minimises=False,
        at_range_distance=False,
    ),
)

MAX_CODE = Claim("gumbel_max.code", Kind.CONTRACT, "The running code has the promised law")
TRANSFORM_CODE = Claim("inverse_transform.code", Kind.CONTRACT, "The running code has the promised law")
SAMPLES = tuple((tuple(noise.unsampled for noise in x),) for x, _ in (*PAIRS[::3], *TRIPLES[::2]))
SCORES = (
    ((Fraction(7),), Fraction(1)),
    ((Fraction(0), Fraction(0)), Fraction(1)),
    ((Fraction(0), Fraction(1), Fraction(3)), Fraction(2)),
    ((Fraction(10**300), Fraction(0)), Fraction(1)),
    ((Fraction(2), Fraction(2)), Fraction(0)),
)
CODE_PROOFS = (
    Proof(
        MAX_CODE.id,
        (
            Step(
                "Coin by coin",
                "every execution is walked, bit by bit of each noisy score",
                AtTheCoins(gumbel_max, SAMPLES, "2 and 3 scores: apart, equal, 1e300 apart", Fraction(1, 2**3)),
            ),
        ),
        uses=("gumbel.max", COMPARISON.id),
    ),
    Proof(
        TRANSFORM_CODE.id,
        (
            Step(
                "Coin by coin",
                "every execution is walked",
                AtTheCoins(inverse_transform, SCORES, "up to 3 scores: equal, apart, scale 0", Fraction(1, 2**40)),
            ),
        ),
        uses=("softmax.inverse_transform",),
    ),
)

loss, result = Symbol("loss"), Symbol("map(d_in)")
d_range, d, scale = Symbol("d_Range", Sort.NONNEGATIVE), Symbol("d"), Symbol("scale", Sort.POSITIVE)


def claims(of: Mechanism) -> tuple[Claim, Claim, Claim]:
    """Law, errors and privacy of a mechanism."""
    return (
        Claim(
            f"{of.name}.law",
            Kind.CONTRACT,
            "Every member of the domain is released with probabilities e^(x_i/scale)/Σ_j e^(x_j/scale) of its exact "
            "scores, "
            "infinities taken as the largest float" + (", signs turned if the least is sought" if of.minimises else ""),
        ),
        Claim(
            f"{of.name}.errors",
            Kind.POSTCONDITION,
            "No member of the domain causes an error while there are coins; without, every member causes the same one",
        ),
        Claim(
            f"{of.name}.privacy",
            Kind.PRIVACY,
            "On independent fair coins, for every n, scale and finite d_in: if members x, x' are d_in-close and "
            "map(d_in) is no error, then |ln(P(y)/P'(y))| ≤ map(d_in) for every index y",
        ),
    )


def proofs(of: Mechanism) -> Iterator[Proof]:
    """Law, errors and privacy of a mechanism."""
    law, errors, privacy = claims(of)
    code = TRANSFORM_CODE if of.make is MECHANISMS[-1].make else MAX_CODE
    distances = () if of.at_range_distance else (RANGE_AT_MOST_TWICE, RANGE_AT_MOST_ONCE_UP, RANGE_AT_MOST_ONCE_DOWN)
    yield Proof(
        law.id,
        (
            Step(
                "The law of the measurement itself, by contract",
                "ints, floats and Fractions, infinite and huge scores, ties; no execution fails",
                Exhaustive("corner members, scales 0 to 1e300", of.releases, of.has_the_softmax_law),
            ),
        ),
        uses=(code.id,),
    )
    yield Proof(
        errors.id,
        (
            Step(
                "A tape that ends releases nothing and says so; no other error occurs",
                "every tape of up to four coins",
                Exhaustive("corner members, every tape of up to 4 coins", of.releases, of.fails_closed),
            ),
        ),
        uses=(law.id,),
    )
    yield Proof(
        privacy.id,
        (
            Step(
                implies(both(loss <= d_range / scale, d_range <= d, result >= d / scale), loss <= result),
                "one release at range distance d_Range ≤ d loses at most d_Range/scale; the map is at least d/scale. "
                "At scale 0 the map is infinite; at d_in = 0 the laws are equal",
                Smt(),
            ),
        ),
        uses=(law.id, errors.id, MAX_DIVERGENCE.id, "maps.max_divergence", *(claim.id for claim in distances)),
    )
    yield Proof(
        privacy.id,
        (
            Step(
                "On neighbours, P(y) ≤ e^map(d_in)·P'(y) for the law of the code",
                "decided exactly, as the sign of an exponential sum",
                Exhaustive("up to 3 scores moved by at most 1", of.neighbours, of.is_private),
            ),
        ),
        uses=(law.id,),
        title="instances",
    )


CHAPTER = Chapter(
    claims=(MAX_CODE, TRANSFORM_CODE, *(claim for mechanism in MECHANISMS for claim in claims(mechanism))),
    proofs=(*CODE_PROOFS, *(proof for mechanism in MECHANISMS for proof in proofs(mechanism))),
    headlines={mechanism.name: f"{mechanism.name}.privacy" for mechanism in MECHANISMS},
)
