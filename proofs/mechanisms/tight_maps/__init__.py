"""Why the tight maps keep their promise: what the running code returns, and what that bounds.

Notation: η = d/scale, where d is d_in if the metric is monotonic or a range distance, else 2·d_in. r is the number of
rounds that have a choice. ρ is that of `proofs/theory/concentration/rho.py`, and R(ε) = 2·ln(2·e^(ε/2) - 1).
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import NamedTuple

from impl.exponential_candidates_gumbel import make_base_exponential_candidates_gumbel
from impl.noisy_top_k import make_noisy_top_k
from impl.report_noisy_max_gumbel import make_report_noisy_max_gumbel
from proofs.engine.checkers.balls import Balls, Region
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.engine.ledger.status import Status
from proofs.theory.concentration.monotonicity import (
    FROM_BELOW,
    INCREASES,
    RANGE_AT_MOST_TWICE,
    RANGE_FROM_BELOW,
    RANGE_INCREASES,
    R,
)
from proofs.theory.concentration.rho import EIGHTH, rho
from spec.directed import BINARY64
from spec.errors import Overflow
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula, Sort, Symbol, Term, both, implies
from spec.measurement import Measurement
from spec.space import (
    Atom,
    AtomDomain,
    AtomType,
    LInfDistance,
    MaxDivergence,
    Measure,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)

BITS = 1 << 14


class Question(NamedTuple):
    """A distance, and the selection of k candidates whose cost at it is asked; the size may be unknown."""

    d_in: Atom
    scale: float
    k: int
    size: int | None
    monotonic: bool

    def space(self) -> tuple[VectorDomain, LInfDistance]:
        """Vectors of the type of the distance, and the L-infinity distance between them."""
        atom: AtomType = type(self.d_in)
        return VectorDomain(AtomDomain(atom), self.size), LInfDistance(atom, self.monotonic)


Make = Callable[[Question], Measurement[list[int]] | Measurement[int]]


def top_k(measure: Measure) -> Make:
    """Noisy top-k under this measure."""
    return lambda asked: make_noisy_top_k(*asked.space(), measure, asked.k, asked.scale, False)


def noisy_max(asked: Question) -> Measurement[int]:
    """Report noisy max, with Gumbel noise."""
    return make_report_noisy_max_gumbel(*asked.space(), asked.scale, "max")


def exponential(asked: Question) -> Measurement[int]:
    """The exponential mechanism, whose distances are range distances."""
    return make_base_exponential_candidates_gumbel(asked.space()[0], asked.scale)


eta, rounds = Symbol("η", Sort.POSITIVE), Symbol("r", Sort.NATURAL)
before, result = Symbol("float before"), Symbol("tight_map(d_in)")
PURE, RANGED = rounds * eta, (2 * rounds - 1) * eta
CONCENTRATED, FLIPPED = rounds * rho(eta), rounds * rho(R(eta))


@dataclass(frozen=True)
class Returns:
    """Tell whether a tight map returns the least float not below a loss, 0 where nothing is lost, inf without noise."""

    make: Make
    loss: Term
    measure: Measure
    at_range_distance: bool = False

    def __call__(self, asked: Question) -> bool:
        """Ask one question; the loss is enclosed as the formula of which the theorems speak, with up to 2^14 bits."""
        d = Fraction(asked.d_in) * (1 if asked.monotonic or self.at_range_distance else 2)
        choices = asked.k if asked.size is None else min(asked.k, asked.size - 1)
        answer = self.answer(asked)
        if d == 0 or choices == 0:
            return answer == 0 and math.copysign(1, answer) > 0
        if asked.scale == 0:
            return answer == math.inf
        point: Region = {eta: d / Fraction(asked.scale), rounds: choices}
        if answer is None:
            return _certain(self.loss > BINARY64.largest, point)
        below = BINARY64.before(answer)
        assert below is not None
        return _certain(
            both(before < self.loss, self.loss <= result), {**point, before: below, result: Fraction(answer)}
        )

    def answer(self, asked: Question) -> float | None:
        """The tight map, or None if no float is as large."""
        try:
            return self.make(asked).tight_map(asked.d_in, self.measure)
        except Overflow:
            return None


def _certain(statement: Term, point: Region) -> bool:
    return Balls((point,), limit=BITS).run(Formula(statement)).status is Status.CERTIFIED


DISTANCES: tuple[float, ...] = (
    0.0, 5e-324, 2.0**-540, 1e-160, 2.0**-26, 0.1, 1.0, 8.0, 745.2, 1e17, 1e300, 2.0**1023
)  # fmt: skip
EXACT: tuple[Atom, ...] = (0, 2**53 + 1, 2**1030 + 1, Fraction(1, 3), Fraction(1, 10**700), Fraction(7, 10**20))
SCALES = (0.0, 5e-324, 0.1, 3.0, 1e300)
SCOPE = "distances from 0 to 2^1030 and scales from 0 to 1e300, floats, integers and fractions"


def selections() -> Iterator[Question]:
    """Every distance at every scale, k up to 2^53 + 1, and as many candidates as are selected."""
    for (d_in, scale), (k, size) in product(
        product((*DISTANCES, *EXACT), SCALES), ((0, None), (3, None), (2**53 + 1, None), (3, 4), (2, 2), (1, 1))
    ):
        yield Question(d_in, scale, k, size, k == 2)


def single_selections() -> Iterator[Question]:
    """Every distance at every scale, for one index of one candidate and of many."""
    for d_in, scale, size, monotonic in product((*DISTANCES, *EXACT), SCALES, (1, 4), (False, True)):
        yield Question(d_in, scale, 1, size, monotonic)


@dataclass(frozen=True)
class Ordered:
    """Tell whether a tight map does not fall with the distance, and is nowhere above the classical map."""

    make: Make
    measures: tuple[Measure, ...]

    def __call__(self, asked: Question) -> bool:
        """Try all distances in turn, with the scale and the numbers of one question."""
        questions = [asked._replace(d_in=d_in) for d_in in DISTANCES]
        for measure in self.measures:
            answers = [Returns(self.make, PURE, measure).answer(question) for question in questions]
            known = [math.inf if answer is None else answer for answer in answers]
            if any(later < sooner for sooner, later in pairwise(known)):
                return False
        return all(self._is_not_above(question) for question in questions)

    def _is_not_above(self, asked: Question) -> bool:
        mechanism = self.make(asked)
        try:
            classical = mechanism.map(asked.d_in)
        except Overflow:
            return True
        return mechanism.tight_map(asked.d_in) <= classical


def settings() -> Iterator[Question]:
    """Every scale, with and without a known number of candidates."""
    for scale, (k, size) in product((*SCALES, 1.0, 7.3), ((1, None), (3, None), (3, 3), (5, 4000))):
        yield Question(0.0, scale, k, size, False)


ZCDP = ZeroConcentratedDivergence()
GUMBEL = Claim(
    "tight_maps.gumbel",
    Kind.CONTRACT,
    "With Gumbel noise, tight_map returns the least float not below r·η under max divergence, r·ρ(η) under "
    "zero-concentrated divergence and (2r - 1)·η under range divergence; 0 if d = 0 or r = 0; else infinity if scale = "
    "0; an error exactly if no float is as large",
)
FLIP = Claim(
    "tight_maps.permute_and_flip",
    Kind.CONTRACT,
    "With permute-and-flip, tight_map returns the least float not below r·η under max divergence and r·ρ(R(η)) under "
    "zero-concentrated divergence; 0 if d = 0 or r = 0; else infinity if scale = 0; an error exactly if no float is "
    "as large",
)
ORDER = Claim(
    "tight_maps.order",
    Kind.CONTRACT,
    "tight_map does not fall as d_in grows, and tight_map(d_in) ≤ map(d_in) wherever map(d_in) is no error",
)


def returns(statement: str, cases: Callable[[], Iterator[Question]], scope: str, holds: Returns) -> Step:
    """The running map against the formula."""
    return Step(statement, "by balls, from the exact distance and scale", Exhaustive(f"{SCOPE}; {scope}", cases, holds))


TOP, ONE = "k up to 2^53 + 1, n unknown, k + 1, k", "one index, n = 1 and 4"
GUMBEL_PROOF = Proof(
    GUMBEL.id,
    (
        returns("make_noisy_top_k: r·ρ(η)", selections, TOP, Returns(top_k(ZCDP), CONCENTRATED, ZCDP)),
        returns("make_noisy_top_k: r·η", selections, TOP, Returns(top_k(ZCDP), PURE, MaxDivergence())),
        returns("make_noisy_top_k: (2r - 1)·η", selections, TOP, Returns(top_k(ZCDP), RANGED, RangeDivergence())),
        returns("make_report_noisy_max_gumbel: ρ(η)", single_selections, ONE, Returns(noisy_max, CONCENTRATED, ZCDP)),
        returns("make_report_noisy_max_gumbel: η", single_selections, ONE, Returns(noisy_max, PURE, MaxDivergence())),
        returns(
            "make_base_exponential_candidates_gumbel: ρ(η)",
            single_selections,
            ONE,
            Returns(exponential, CONCENTRATED, ZCDP, at_range_distance=True),
        ),
        returns(
            "make_base_exponential_candidates_gumbel: η",
            single_selections,
            ONE,
            Returns(exponential, PURE, MaxDivergence(), at_range_distance=True),
        ),
    ),
    uses=("directed.inf_cast", FROM_BELOW.id),
)
FLIP_PROOF = Proof(
    FLIP.id,
    (
        returns("make_noisy_top_k: r·ρ(R(η))", selections, TOP, Returns(top_k(MaxDivergence()), FLIPPED, ZCDP)),
        returns("make_noisy_top_k: r·η", selections, TOP, Returns(top_k(MaxDivergence()), PURE, MaxDivergence())),
    ),
    uses=("directed.inf_cast", FROM_BELOW.id, RANGE_FROM_BELOW.id),
)
r, k = Symbol("r", Sort.NONNEGATIVE), Symbol("k", Sort.NONNEGATIVE)
price, eighth, classical, tight = Symbol("ρ(η)", Sort.NONNEGATIVE), Symbol("η²/8"), Symbol("map"), Symbol("tight_map")
nearer, exact_nearer = Symbol("ρ(η')", Sort.NONNEGATIVE), Symbol("tight_map'")
ORDER_PROOF = Proof(
    ORDER.id,
    (
        Step(
            implies(
                both(
                    r <= k,
                    price <= eighth,
                    classical >= k * eighth,
                    implies(classical >= r * price, tight <= classical),
                ),
                tight <= classical,
            ),
            "no float not below the loss is below tight_map, and map is such a float, as r ≤ k and ρ(η) ≤ η²/8. So it "
            "is under max divergence, with η for both",
            Smt(),
        ),
        Step(
            implies(
                both(nearer <= price, tight >= r * price, implies(tight >= r * nearer, exact_nearer <= tight)),
                exact_nearer <= tight,
            ),
            "at a smaller η' the loss is no greater: ρ increases, and so does R",
            Smt(),
        ),
        Step(
            "So it is on every distance of the grid, for permute-and-flip",
            "the running maps",
            Exhaustive(SCOPE, settings, Ordered(top_k(MaxDivergence()), (MaxDivergence(), ZCDP))),
        ),
        Step(
            "And for Gumbel noise",
            "the running maps",
            Exhaustive(SCOPE, settings, Ordered(top_k(ZCDP), (MaxDivergence(), ZCDP, RangeDivergence()))),
        ),
    ),
    uses=(
        GUMBEL.id,
        FLIP.id,
        "maps.max_divergence",
        "maps.zero_concentrated",
        EIGHTH.id,
        INCREASES.id,
        RANGE_INCREASES.id,
        RANGE_AT_MOST_TWICE.id,
    ),
)
CHAPTER = Chapter(claims=(GUMBEL, FLIP, ORDER), proofs=(GUMBEL_PROOF, FLIP_PROOF, ORDER_PROOF))
