"""Why the fast twins have the laws of the mechanisms, bit for bit.

A twin draws cells of the exponential mechanism by inverse transform, on lazily drawn uniform numbers. Floats decide
where the bounds of `filters` and `cells` let them, exact arithmetic on the same numbers decides the rest.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impl.fast.twin import TopK
from impl.noisy_top_k import make_noisy_top_k
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.constructors import chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.fast import (
    acceptance,
    cells,
    coins,
    filters,
    fixed,
    margins,
    race_shares,
    races,
    shares,
    thinning,
)
from proofs.mechanisms.fast.laws import LAW, LAW_PROOF, has_the_law_of_the_literal, releases_of_neighbours
from spec import errors
from spec.draws import FAIR_COINS
from spec.errors import NoisymaxError
from spec.logic.claim import Claim, Kind
from spec.space import AtomDomain, AtomType, LInfDistance, MaxDivergence, VectorDomain

# Errors

ERRORS = Claim(
    "fast.errors",
    Kind.POSTCONDITION,
    "The twin refuses a list that the literal function refuses, with the same error, and no other; an array if it has "
    "another shape or kind of numbers than the domain, or NaN; and more than 2^26 scores",
)


class Given(NamedTuple):
    """What is handed over, the type of the domain's numbers, and its size."""

    x: object
    atom: AtomType
    size: int | None


def handed_over() -> Iterator[Given]:
    """Members of domains, and what is none: by type, size, NaN."""
    nan = float("nan")
    things: tuple[object, ...] = (
        [], (), [1.0], (2.0, 1.0), [1.0, nan], [nan], [1], [True], [1, 2.0], [Fraction(1, 3)], ["a"], "ab", None, 3,
        {1.0}, [float("inf"), -float("inf")], [1e308, -1e308], [5e-324], [10**400, -(10**400)], [[1.0]], [None],
    )  # fmt: skip
    for x, atom, size in product(things, (float, int, Fraction), (None, 1, 2)):
        yield Given(x, atom, size)


def refused(release: Callable[[object], object], x: object) -> object:
    """The designed error, or None."""
    try:
        release(x)
    except NoisymaxError as error:
        return error
    return None


def refuses_as_the_literal(case: Given) -> bool:
    """The same error on the same thing, or none."""
    domain = VectorDomain(AtomDomain(case.atom), case.size)
    k = 1 if case.size is None else min(case.size, 1)
    made = make_noisy_top_k(domain, LInfDistance(case.atom), MaxDivergence(), k, 1.0, False)
    return refused(made.invoke, case.x) == refused(made.literal.invoke, case.x)


class Array(NamedTuple):
    """An array, the type of the domain's numbers, and the error that is due."""

    x: NDArray[Any]
    atom: AtomType
    due: NoisymaxError | None


def arrays() -> Iterator[Array]:
    """Arrays of right and wrong kinds and shapes."""
    wrong = {atom: errors.WrongAtomType(atom.__name__) for atom in (float, int, Fraction)}
    yield Array(np.array([1.0, 2.0], np.float32), float, None)
    yield Array(np.array([1.0, 2.0], ">f8"), float, None)
    yield Array(np.array([]), float, None)
    yield Array(np.array([np.inf, -np.inf]), float, None)
    yield Array(np.array([-(2**63), 2**63 - 1]), int, None)
    yield Array(np.array([0, 2**64 - 1], np.uint64), int, None)
    yield Array(np.array([1.0, np.nan]), float, errors.NanScore())
    yield Array(np.array([[1.0]]), float, errors.NotAVector())
    yield Array(np.array(1.0), float, errors.NotAVector())
    yield Array(np.ma.masked_array([1.0, 2.0]), float, errors.NotAVector())
    yield Array(np.array([1, 2]), float, wrong[float])
    yield Array(np.array([1.0, 2.0], np.longdouble), float, wrong[float])
    yield Array(np.array([1.0, 2.0]), int, wrong[int])
    yield Array(np.array([True]), int, wrong[int])
    yield Array(np.array([Fraction(1)], object), Fraction, wrong[Fraction])
    yield Array(np.array([1j]), float, wrong[float])


def refuses_what_is_due(case: Array) -> bool:
    """The error that is due, or none."""
    twin = TopK(VectorDomain(AtomDomain(case.atom)), 1.0, 2, False, True)
    return refused(twin.release, case.x) == case.due


ERRORS_PROOF = Proof(
    ERRORS.id,
    (
        Step(
            "The twin and the literal function refuse the same lists, with the same errors",
            "the twin asks the domain itself whatever is not plainly a member",
            Exhaustive("members and others of nine domains", handed_over, refuses_as_the_literal),
        ),
        Step(
            "Arrays are refused by kind, shape and NaN alone",
            "none of it depends on a score",
            Exhaustive("arrays of right and wrong kinds", arrays, refuses_what_is_due),
        ),
    ),
)

# Privacy

PRIVACY = Claim(
    "fast.privacy",
    Kind.PRIVACY,
    "A release by the twin loses no more than the mechanism's map says: it has the mechanism's law and refuses nothing "
    "by its scores; on fixed coins, up to a total variation of 2^-100, and the number of coins tells nothing",
)
PRIVACY_PROOF = Proof(
    PRIVACY.id,
    (
        Step(
            "Two programs with the same law have the same divergence between their outputs",
            "the promise is about laws, and the twin has those of the literal function; here once more on neighbours",
            Exhaustive("neighbours of 3 scores", releases_of_neighbours, has_the_law_of_the_literal),
        ),
    ),
    uses=(
        LAW.id,
        ERRORS.id,
        fixed.FIXED.id,
        FAIR_COINS.id,
        "make_noisy_top_k.max_divergence.privacy",
        "make_noisy_top_k.zero_concentrated.privacy",
        "make_report_noisy_max_gumbel.privacy",
        "make_base_exponential_candidates_gumbel.privacy",
        "make_inverse_transform.privacy",
        "RangeDivergence.privacy",
    ),
)

# Instances

# They are the cases of the claims above: each is decided on the code that runs.

CHAPTER = chapter(
    *(filters.FLOATS, filters.FLOATS_PROOF),
    filters.ACCURATE,
    filters.WEIGHTS,
    filters.SUMS,
    *(cells.CHORD, cells.CELLS, cells.HITS, cells.TICKS, cells.DEPTHS, cells.FOUND),
    acceptance.FLIP,
    acceptance.AT_ONCE,
    acceptance.EARLY,
    margins.MARGINS,
    *(races.MEMORYLESS, races.CLOCK, races.CURVE, races.APART, races.WAITS, races.LOGARITHM),
    *(races.TIMES, races.ACCEPTS, races.SAME, race_shares.SHARES),
    *(thinning.THINNING, thinning.REJECTION, shares.SHARES, *thinning.VERIFIED),
    coins.THRIFT,
    fixed.CHAPTER,
    LAW,
    LAW_PROOF,
    ERRORS,
    ERRORS_PROOF,
    PRIVACY,
    PRIVACY_PROOF,
    headlines={"the fast twin of any mechanism": PRIVACY.id},
)
