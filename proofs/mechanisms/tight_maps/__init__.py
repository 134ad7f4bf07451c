"""Why the tight maps keep their promise: what the running code returns, and what that bounds.

Notation: η = d/scale, where d is d_in if the metric is monotonic or a range distance, else 2·d_in. r is the number of
rounds that have a choice. ρ is that of `proofs/theory/concentration/rho.py`, and R(ε) = 2·ln(2·e^(ε/2) - 1).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from proofs.engine.checkers.instances import Instances
from proofs.engine.checkers.smt import Smt
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.theory.concentration.monotonicity import (
    FROM_BELOW,
    INCREASES,
    RANGE_AT_MOST_TWICE,
    RANGE_FROM_BELOW,
    RANGE_INCREASES,
)
from proofs.theory.concentration.rho import EIGHTH
from spec.logic.formula import Sort, Symbol, both, implies
from spec.losses import Distances
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, MaxDivergence, VectorDomain, ZeroConcentratedDivergence
from spec.tight_maps import FLIP, GUMBEL, ORDER

Parameters = Callable[[VectorDomain, LInfDistance, int, float], tuple[object, ...]]
"""What a maker is given, from domain, metric, k and scale."""


def by_permute_and_flip(domain: VectorDomain, metric: LInfDistance, k: int, scale: float) -> tuple[object, ...]:
    """Noisy top-k under max divergence."""
    return domain, metric, MaxDivergence(), k, scale, False


def by_gumbel_noise(domain: VectorDomain, metric: LInfDistance, k: int, scale: float) -> tuple[object, ...]:
    """Noisy top-k under zero-concentrated divergence."""
    return domain, metric, ZeroConcentratedDivergence(), k, scale, False


def noisy_max(domain: VectorDomain, metric: LInfDistance, k: int, scale: float) -> tuple[object, ...]:
    """Report noisy max, with Gumbel noise."""
    return domain, metric, scale, "max"


def exponential(domain: VectorDomain, metric: LInfDistance, k: int, scale: float) -> tuple[object, ...]:
    """The exponential mechanism, whose distances are range distances."""
    return domain, scale


DISTANCES: tuple[tuple[AtomType, tuple[Atom, ...]], ...] = (
    (float, (0.0, 5e-324, 2.0**-540, 1e-160, 2.0**-26, 0.1, 1.0, 8.0, 745.2, 1e17, 1e300, 2.0**1023)),
    (int, (0, 2**53 + 1, 2**1030 + 1)),
    (Fraction, (Fraction(1, 10**700), Fraction(7, 10**20), Fraction(1, 3))),
)
SCALES = (0.0, 5e-324, 0.1, 3.0, 1e300)
SCOPE = "distances from 0 to 2^1030 and scales from 0 to 1e300, floats, integers and fractions"


@dataclass(frozen=True)
class Selections:
    """Every distance at every scale, for these numbers k of indices and n of candidates, if known; k = 2 monotonic."""

    parameters: Parameters
    numbers: tuple[tuple[int, int | None], ...]
    monotonic: tuple[bool, ...] = (False,)
    scales: tuple[float, ...] = SCALES

    def __call__(self) -> Iterator[Distances]:
        """One mechanism after the other, with all distances of one type."""
        for (atom, distances), scale, (k, size), monotonic in product(
            DISTANCES, self.scales, self.numbers, self.monotonic
        ):
            space = VectorDomain(AtomDomain(atom), size), LInfDistance(atom, monotonic or k == 2)
            yield Distances(self.parameters(*space, k, scale), distances)


TOP_K = ((0, None), (3, None), (2**53 + 1, None), (3, 4), (2, 2), (1, 1))
ONE_INDEX = ((1, 1), (1, 4))
TOP, ONE = "k up to 2^53 + 1, n unknown, k + 1, k", "one index, n = 1 and 4"
BOTH = (False, True)

# Law: what the maps return.

BY_BALLS = "by balls, from the exact distance and scale"
GUMBEL_PROOF = Proof(
    GUMBEL.id,
    tuple(
        Step(promise, BY_BALLS, Instances(f"{SCOPE}; {scope}", OneIn(3, cases)))
        for promise, scope, cases in zip(
            GUMBEL.promise.parts,
            (TOP, ONE, ONE),
            (
                Selections(by_gumbel_noise, TOP_K),
                Selections(noisy_max, ONE_INDEX, BOTH),
                Selections(exponential, ONE_INDEX, BOTH),
            ),
            strict=True,
        )
    ),
    uses=("directed.inf_cast", FROM_BELOW.id),
)
FLIP_PROOF = Proof(
    FLIP.id,
    (
        Step(
            FLIP.promise,
            BY_BALLS,
            Instances(f"{SCOPE}; {TOP}", OneIn(3, Selections(by_permute_and_flip, TOP_K))),
        ),
    ),
    uses=("directed.inf_cast", FROM_BELOW.id, RANGE_FROM_BELOW.id),
)

# Errors

# Part of what the maps promise: an overflow exactly if no float is as large as the loss.

# Privacy. That the maps bound divergences is in `privacy`; how tight they are, in `tightness`, `looseness`, `verdicts`.

r, k = Symbol("r", Sort.NONNEGATIVE), Symbol("k", Sort.NONNEGATIVE)
price, eighth, classical, tight = Symbol("ρ(η)", Sort.NONNEGATIVE), Symbol("η²/8"), Symbol("map"), Symbol("tight_map")
nearer, exact_nearer = Symbol("ρ(η')", Sort.NONNEGATIVE), Symbol("tight_map'")
ORDER_STEPS = (
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
)

# Instances

ORDERED = ((1, None), (3, None), (3, 3), (5, 4000))
MORE_SCALES = (*SCALES, 1.0, 7.3)
ORDER_PROOF = Proof(
    ORDER.id,
    (
        *ORDER_STEPS,
        *(
            Step(
                promise,
                "the running maps, on every distance of the grid",
                Instances(SCOPE, OneIn(3, Selections(parameters, ORDERED, scales=MORE_SCALES))),
            )
            for promise, parameters in zip(ORDER.promise.parts, (by_permute_and_flip, by_gumbel_noise), strict=True)
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
