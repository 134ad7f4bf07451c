"""`SelectionMeasure` for `RangeDivergence`, item by item: what it states of types, of noise and of its privacy map."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple, get_type_hints

from impl.published.range_divergence import RangeDivergence
from impl.published.vocabulary import FBig, GumbelRV, f64, usize
from impl.range_divergence import RangeDivergence as Sound
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.enclosure import compare
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Refutation, Step
from proofs.mechanisms.gumbel import LAW as GUMBEL_LAW
from proofs.mechanisms.range_divergence import PRIVACY
from proofs.theory.exponential_mechanism import RANGE
from proofs.theory.one_shot import PEELING, PEELING_STEPS, ROUND_BY_ROUND
from spec.documents.range_divergence.formulas import FORMULAS, a, b, beta, mu
from spec.errors import ContractBroken, NoisymaxError
from spec.gumbel import InverseCDF, law_of_gumbel_top_k
from spec.space import RangeDistance
from spec.weights import ExpRatio, exp_minus

SLUG = "range_divergence"
Measure = type[RangeDivergence] | type[Sound]


def of(item: str, *steps: Step, uses: tuple[str, ...] = (), title: str = "") -> Proof:
    """A proof of one of the document's items."""
    return Proof(f"{SLUG}.{item}", steps, uses, title)


def measures() -> Iterator[Measure]:
    """The listing as printed, and the sound one."""
    yield from (RangeDivergence, Sound)


def noise_is_gumbel(measure: Measure) -> bool:
    """RV is GumbelRV, one class for all calls, and an InverseCDF."""
    return measure.RV is GumbelRV and issubclass(measure.RV, InverseCDF)


class Signature(NamedTuple):
    """A method of the listing and the types that it prints."""

    method: Callable[..., object]
    types: dict[str, object]


def random_variable_types() -> Iterator[Signature]:
    """random_variable, as transcribed."""
    yield Signature(RangeDivergence.random_variable, {"shift": FBig, "scale": FBig, "return": GumbelRV})


def privacy_map_types() -> Iterator[Signature]:
    """privacy_map, as transcribed."""
    yield Signature(RangeDivergence.privacy_map, {"d_in": f64, "scale": f64, "k": usize, "return": f64})


def has_these_types(signature: Signature) -> bool:
    """The annotations of the running code are the printed ones."""
    return get_type_hints(signature.method) == signature.types


FLOATS = (0.0, -0.0, 5e-324, 1.0, -1.0, 1e300, math.inf, -math.inf, math.nan)


def floats() -> Iterator[float]:
    """The corners of binary64."""
    yield from FLOATS


def is_never_null(number: float) -> bool:
    """Whatever becomes an FBig is a finite number, equal to itself."""
    try:
        exact = FBig(number)
    except (OverflowError, ValueError):
        return not math.isfinite(number)
    return exact == exact == number


def accepts(call: Callable[[], object]) -> bool:
    """Tell whether the call meets what is required of it."""
    try:
        call()
    except ContractBroken:
        return False
    except NoisymaxError:
        return False
    return True


def scale_of_noise_is_checked(scale: float) -> bool:
    """Noise of every positive scale can be asked for, and of no negative one."""
    if not math.isfinite(scale) or scale == 0:
        return True
    return accepts(lambda: Sound.random_variable(Fraction(0), Fraction(scale))) is (scale > 0)


def distance_is_checked(d_in: float) -> bool:
    """The map takes every distance, and neither NaN nor a negative number."""
    return accepts(lambda: Sound.privacy_map(d_in, 1e300, 1)) is (0 <= d_in < math.inf)


def scale_is_checked(scale: float) -> bool:
    """The map takes every finite scale that is not negative, and neither NaN nor a negative one."""
    return accepts(lambda: Sound.privacy_map(0.0, scale, 1)) is (0 <= scale < math.inf)


def noises() -> Iterator[tuple[Fraction, Fraction]]:
    """Shifts and positive scales of every size."""
    numbers = (Fraction(0), Fraction(5e-324), Fraction(1), Fraction(1, 3), Fraction(1e300))
    yield from product((*numbers, *(-number for number in numbers)), numbers[1:])


def is_valid(noise: tuple[Fraction, Fraction]) -> bool:
    """random_variable returns a GumbelRV of the shift and the scale that it was given."""
    shift, scale = noise
    found = [measure.random_variable(shift, scale) for measure in measures()]
    return all(type(rv) is GumbelRV and (rv.shift, rv.scale) == (shift, scale) for rv in found)


class Pair(NamedTuple):
    """Two score vectors and the number of indices released."""

    x: tuple[int, ...]
    other: tuple[int, ...]
    k: int


def pairs() -> Iterator[Pair]:
    """Up to four equal scores, of which the first few are raised by 1: fewest scores first."""
    for n in range(1, 5):
        for raised in range(n + 1):
            yield from (Pair((1,) * raised + (0,) * (n - raised), (0,) * n, k) for k in range(1, n + 1))


def map_bounds_the_range(pair: Pair) -> bool:
    """The losses of no two outcomes differ by more than the printed map says, at scale 1."""
    d_in = f64(RangeDistance(int).distance(pair.x, pair.other))
    bound = exp_minus(-Fraction(RangeDivergence.privacy_map(d_in, f64(1.0), pair.k)))
    laws = [_law(scores, pair.k) for scores in (pair.x, pair.other)]
    ratios = [laws[0][order] / laws[1][order] for order in laws[0]]
    return all(compare(p, bound * q) <= 0 for p in ratios for q in ratios)


def _law(scores: tuple[int, ...], k: int) -> dict[object, ExpRatio]:
    return dict(law_of_gumbel_top_k([RangeDivergence.random_variable(FBig(s), FBig(1)) for s in scores], k))


SMALLEST = Exhaustive("equal scores, some raised by 1, scale 1", pairs, map_bounds_the_range)

TRAIT = Step(
    "The noise of the printed and of the sound measure is GumbelRV, which implements InverseCDF",
    "a class attribute, the same for every call; mypy checks the trait",
    Exhaustive("the printed and the sound measure", measures, noise_is_gumbel),
)
NOISE = Step(
    "random_variable returns a GumbelRV with the shift and the scale that it is given",
    "the printed and the sound method are run",
    Exhaustive("shifts up to 1e300 of either sign, scales from 2^-1074", noises, is_valid),
)

CHAPTER = Chapter(
    proofs=(
        of("precondition.compiler.rv", TRAIT),
        of(
            "precondition.compiler.random_variable",
            Step(
                "random_variable: (shift: FBig, scale: FBig) -> GumbelRV",
                "read off the transcription, which mypy checks",
                Exhaustive("the transcribed method", random_variable_types, has_these_types),
            ),
        ),
        of(
            "precondition.compiler.privacy_map",
            Step(
                "privacy_map: (d_in: f64, scale: f64, k: usize) -> f64",
                "read off the transcription, which mypy checks",
                Exhaustive("the transcribed method", privacy_map_types, has_these_types),
            ),
        ),
        of("precondition.caller.rv", TRAIT),
        of(
            "precondition.caller.random_variable.scale",
            Step(
                "The sound method refuses every negative scale and no positive one",
                "its contract is enforced; scale 0, without noise, is allowed besides",
                Exhaustive("the corners of binary64", floats, scale_of_noise_is_checked),
            ),
        ),
        of(
            "precondition.caller.random_variable.scale_non_null",
            Step(
                "What becomes an FBig is a number; NaN and the infinities do not",
                "an FBig is transcribed as a Fraction",
                Exhaustive("the corners of binary64", floats, is_never_null),
            ),
        ),
        of(
            "precondition.caller.privacy_map.d_in",
            Step(
                "The sound map takes exactly the finite d_in ≥ 0",
                "it refuses NaN by contract and a negative distance by line 12",
                Exhaustive("the corners of binary64", floats, distance_is_checked),
            ),
        ),
        of(
            "precondition.caller.privacy_map.scale",
            Step(
                "The sound map takes exactly the finite scale ≥ 0",
                "its contract is enforced",
                Exhaustive("the corners of binary64", floats, scale_is_checked),
            ),
        ),
        of("postcondition.1", TRAIT, uses=(GUMBEL_LAW.id,)),
        of("postcondition.2", NOISE, uses=(GUMBEL_LAW.id,)),
        of(
            "eq1.where",
            Step(
                FORMULAS["eq1.where"].conclusion,
                "moving x and μ by d leaves z alone, and so does stretching x, μ and β by c; the density scales with "
                "1/c",
                Symbolic(),
            ),
        ),
        of("proof.rv_is_gumbel_rv", TRAIT),
        of("proof.gumbel_rv_has_inverse_cdf", TRAIT, uses=(GUMBEL_LAW.id,)),
        of("proof.random_variable_valid", NOISE, uses=(GUMBEL_LAW.id,)),
        of("proof.one_shot_is_peeling", *PEELING_STEPS, uses=(PEELING.id,)),
        of("proof.peeling_is_composition", *ROUND_BY_ROUND, uses=(PEELING.id,)),
        of("proof.exponential_range", *RANGE.proof.steps),
    ),
    refutations=(
        Refutation(f"{SLUG}.postcondition.3", f"{SLUG}.range_does_not_add", PRIVACY.id, SMALLEST),
        Refutation(f"{SLUG}.theorem_1_1", f"{SLUG}.range_does_not_add", PRIVACY.id, SMALLEST),
        Refutation(
            f"{SLUG}.eq1",
            f"{SLUG}.not_a_density",
            "zero_concentrated_divergence.eq1",
            Balls(({mu: 0, beta: 1, a: -2, b: -1},)),
        ),
        Refutation(
            f"{SLUG}.definition_1_2",
            f"{SLUG}.not_a_density",
            "zero_concentrated_divergence.definition_1_2",
        ),
        Refutation(
            f"{SLUG}.proof.gumbel_rv_follows_definition",
            f"{SLUG}.not_a_density",
            GUMBEL_LAW.id,
        ),
    ),
)
