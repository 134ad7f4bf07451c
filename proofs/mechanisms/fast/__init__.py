"""Why the fast twins have the laws of the mechanisms, bit for bit.

A twin draws cells of the exponential mechanism by inverse transform, on lazily drawn uniform numbers. Floats decide
where the bounds of `filters` let them, exact arithmetic on the same numbers decides the rest.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impl.fast.coins import Words
from impl.fast.rows import Rows
from impl.fast.scores import numbers
from impl.fast.selection import rounds, select
from impl.fast.twin import TopK
from impl.noisy_top_k import make_noisy_top_k
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.law import by_contract
from proofs.engine.ledger.constructors import chapter
from proofs.engine.ledger.model import Proof, Step
from proofs.mechanisms.fast import coins, filters, margins, thinning
from proofs.mechanisms.fast.tree import encloses, law_by_words
from spec import errors
from spec.draws import FAIR_COINS
from spec.errors import NoisymaxError
from spec.logic.claim import Claim, Kind
from spec.measurement import Measurement
from spec.space import Atom, AtomDomain, AtomType, LInfDistance, MaxDivergence, VectorDomain, ZeroConcentratedDivergence

# Law

LAW = Claim(
    "fast.law",
    Kind.LAW,
    "The twin of a mechanism has its law: Gumbel noise in one shot and peeled permute-and-flip, for every n up to "
    "2^26, every k, every scale, and scores of every kind",
)


class Release(NamedTuple):
    """What is released, by which line, on words of how many bits."""

    x: tuple[Atom, ...]
    scale: float
    k: int
    flip: bool
    negate: bool
    line: str
    bits: int


VECTORS: tuple[tuple[tuple[Atom, ...], float], ...] = (
    ((0.0, 0.0), 1.0),
    ((0.0, -1.0), 1.0),
    ((0.0, -0.5, -3.0), 1.0),
    ((1.0, 1.0, 0.0), 0.75),
    ((1e308, -1e308, 9e307), 1e308),
    ((float("inf"), 1.0, -float("inf")), 1.5e308),
    ((5e-324, 0.0, 1e-323), 5e-324),
    ((0.0, -1e300, -1e300), 3.0),
    ((10**400, 10**400 - 1, 0), 2.0),
    ((Fraction(1, 3), Fraction(1, 3) - Fraction(1, 10**400), Fraction(-1)), 1.0),
    ((7.0,), 0.0),
    ((2.0, 3.0, 3.0), 0.0),
)
"""Scores and scales: ties, gaps that overflow, underflow or lie 1e300 apart, infinities, huge integers, fractions."""


def releases() -> Iterator[Release]:
    """Every vector, by lists on words of 1 bit and by arrays on words of 3; one and two indices; least ones, too."""
    for (x, scale), k, flip, (line, bits) in product(VECTORS, (1, 2), (False, True), (("few", 1), ("rows", 3))):
        yield Release(x, scale, k, flip, False, line, bits)
        if k == 1 and line == "few":
            yield Release(x, scale, k, flip, True, line, bits)


def releases_of_neighbours() -> Iterator[Release]:
    """Scores, and the same after moves by at most 1."""
    for x, flip in product(((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.5, 1.0, 0.0)), (False, True)):
        yield Release(x, 1.0, 1, flip, False, "few", 1)


RUNS = 500
MISSING = {
    (1, False): Fraction(1, 2**15),
    (1, True): Fraction(1, 3),
    (2, False): Fraction(1, 8),
    (2, True): Fraction(2, 3),
}
"""What 500 runs may leave open, by k and noise: a round of permute-and-flip has three uniform numbers."""


def twin_of(case: Release, words: Words) -> list[int]:
    """The twin by the line that is asked for, however few the scores are."""
    if case.line == "few" or not case.scale:
        return select(case.x, case.scale, case.k, case.negate, case.flip, words)
    values, scale, top = numbers(case.x, case.scale, case.negate)
    held = np.array(values) if isinstance(values[0], float) else values
    wanted = min(case.k, len(values))
    return rounds(Rows(held, scale, top, wanted), wanted, case.flip, words)


def literal_of(case: Release) -> Measurement[list[int]]:
    """The mechanism itself."""
    atom = type(case.x[0])
    measure = MaxDivergence() if case.flip else ZeroConcentratedDivergence()
    space = VectorDomain(AtomDomain(atom)), LInfDistance(atom)
    return make_noisy_top_k(*space, measure, case.k, case.scale, case.negate).literal


def has_the_law_of_the_literal(case: Release) -> bool:
    """The walked law of the twin encloses the exact law of the literal function."""
    walked = law_by_words(partial(twin_of, case), case.bits, RUNS)
    return encloses(walked, by_contract(literal_of(case).invoke, case.x), MISSING[case.k, case.flip])


LAW_PROOF = Proof(
    LAW.id,
    (
        Step(
            "On short words, whose tapes are walked, the law of the twin encloses that of the literal function",
            "one index is a cell of the exponential mechanism, found by inverse transform, or the first proposal that "
            "permute-and-flip accepts; k are selected round by round, which is what one shot of Gumbel noise does. "
            "Floats decide only beyond their proved error, so that the law is that of exact arithmetic",
            Exhaustive(
                "up to 3 scores, k = 1 and 2, both noises and directions, both lines; not walked: 2^-15 to 2/3",
                releases,
                has_the_law_of_the_literal,
            ),
        ),
    ),
    uses=(
        "softmax.inverse_transform",
        "one_shot.peeling",
        "peeling.code",
        thinning.THINNING.id,
        thinning.REJECTION.id,
        filters.WEIGHTS.id,
        filters.SUMS.id,
        filters.FLIP.id,
        margins.MARGINS.id,
    ),
)

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
    "by its scores; on fixed coins, up to a delta of 2^-100, and the number of coins tells nothing",
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
        coins.FIXED.id,
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
    filters.FLIP,
    margins.MARGINS,
    thinning.THINNING,
    thinning.REJECTION,
    coins.THRIFT,
    coins.FIXED,
    LAW,
    LAW_PROOF,
    ERRORS,
    ERRORS_PROOF,
    PRIVACY,
    PRIVACY_PROOF,
    headlines={"the fast twin of any mechanism": PRIVACY.id},
)
