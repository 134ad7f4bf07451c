"""Tight privacy maps: what rounds of selection cost under each measure, and no more than is proved to be needed.

Promised, to whoever asks `tight_map(d_in, measure)` of a mechanism: the answer is the least float that is not below the
loss that is written here, it does not fall as d_in grows, and it is never above that of `map`. That it bounds the
divergence of releases is promised beside each mechanism.

Notation: eta = d_range/scale, exactly. `rounds` are those that have a choice: the last candidate is taken for free.
"""

from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction

from spec.directed import BINARY64
from spec.exponential_candidates_gumbel import MAKER as EXPONENTIAL
from spec.logic.claim import Claim, Kind
from spec.logic.promise import All
from spec.losses import CONCENTRATED, FLIPPED, PURE, RANGED, IsLeastFloat, NeverFalls
from spec.maps import exact_range_divergence
from spec.noisy_top_k import BY_GUMBEL_NOISE, BY_PERMUTE_AND_FLIP
from spec.report_noisy_max_gumbel import MAKER as NOISY_MAX
from spec.space import MaxDivergence, RangeDivergence, ZeroConcentratedDivergence
from spec.triple import Triple

Loss = Callable[[Fraction, int, int | None], float]
"""What k rounds at eta cost among so many candidates, or any number of them, rounded up."""

SMALL = Fraction(1, 10**12)
PRECISE = Context(prec=100, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])


def rounds_with_a_choice(k: int, size: int | None) -> int:
    """min(k, n - 1) where the number n of candidates is known, else k."""
    return k if size is None else min(k, max(size - 1, 0))


def rho_from_below(eta: Fraction) -> Fraction:
    """A rational a little below rho(eta) = eta/(e^eta - 1) - 1 - ln(eta/(e^eta - 1)), for eta > 0.

    For small eta it is eta^2/8 - eta^4/288, of which the first part is the beginning of the series. Else decimals are
    worked with, each operation of which errs by half a unit in the last place at most; what that can amount to is
    taken off.
    """
    if eta < SMALL:
        return eta**2 / 8 - eta**4 / 288
    with localcontext(PRECISE):
        x = _decimal(eta)
        falls = (-x).exp()
        rest = 1 - falls
        return Fraction(x - x.ln() - 1 + rest.ln() + x * falls / rest - (x + 1 / x).scaleb(4 - PRECISE.prec))


def permute_and_flip_range_from_below(epsilon: Fraction) -> Fraction:
    """A rational a little below 2 ln(2 e^(epsilon/2) - 1), for epsilon > 0.

    For small epsilon it is the beginning of the series, 2 epsilon - epsilon^2/2.
    """
    if epsilon < SMALL:
        return 2 * epsilon - epsilon**2 / 2
    with localcontext(PRECISE):
        x = _decimal(epsilon)
        return Fraction(x + 2 * (2 - (-x / 2).exp()).ln() - (x + 1).scaleb(4 - PRECISE.prec))


def _decimal(x: Fraction) -> Decimal:
    return Decimal(x.numerator) / Decimal(x.denominator)


def eta_is_positive(eta: Fraction) -> bool:
    """0 < eta."""
    return eta > 0


def some_round_has_a_choice(k: int, size: int | None) -> bool:
    """1 <= rounds."""
    return rounds_with_a_choice(k, size) >= 1


def result_is_the_least_float_not_below_all_losses(eta: Fraction, k: int, size: int | None, result: float) -> bool:
    """Each round costs eta under max divergence."""
    return _is_least_float(rounds_with_a_choice(k, size) * eta, result)


def result_is_the_least_float_not_below_the_range(eta: Fraction, k: int, size: int | None, result: float) -> bool:
    """The first round costs eta under range divergence, and each later one 2 eta, while there are 2k candidates."""
    return _is_least_float(exact_range_divergence(eta, Fraction(1), k, size), result)


def result_is_not_below_rho(eta: Fraction, k: int, size: int | None, result: float) -> bool:
    """Each round costs rho(eta) under zero-concentrated divergence."""
    rounds = rounds_with_a_choice(k, size)
    return _is_underflow(eta**2 / 8 * rounds, result) or result >= rounds * rho_from_below(eta)


def result_is_not_above_the_classical_loss(eta: Fraction, k: int, size: int | None, result: float) -> bool:
    """No float below the result is as large as rounds * eta^2 / 8."""
    return _before(result) < rounds_with_a_choice(k, size) * eta**2 / 8


def result_is_not_below_rho_of_the_range(eta: Fraction, k: int, size: int | None, result: float) -> bool:
    """Each round of permute-and-flip costs rho(2 ln(2 e^(eta/2) - 1)) under zero-concentrated divergence."""
    rounds = rounds_with_a_choice(k, size)
    if _is_underflow(eta**2 / 2 * rounds, result):
        return True
    return result >= rounds * rho_from_below(permute_and_flip_range_from_below(eta))


def result_is_not_above_half_the_square(eta: Fraction, k: int, size: int | None, result: float) -> bool:
    """No float below the result is as large as rounds * eta^2 / 2."""
    return _before(result) < rounds_with_a_choice(k, size) * eta**2 / 2


def _is_underflow(bound: Fraction, result: float) -> bool:
    """No positive float is below the bound, and the result is positive."""
    return bound <= BINARY64.quantum and result > 0


def _is_least_float(exact: Fraction, result: float) -> bool:
    return _before(result) < exact <= result


def _before(result: float) -> Fraction:
    below = BINARY64.before(result)
    assert below is not None, "a loss is not below -largest"
    return below


ETA = (eta_is_positive, some_round_has_a_choice)
PURE_LOSS = Triple(name="pure_loss", requires=ETA, ensures=(result_is_the_least_float_not_below_all_losses,))
RANGE_LOSS = Triple(name="range_loss", requires=ETA, ensures=(result_is_the_least_float_not_below_the_range,))
CONCENTRATED_LOSS = Triple(
    name="concentrated_loss",
    requires=ETA,
    ensures=(result_is_not_below_rho, result_is_not_above_the_classical_loss),
)
PERMUTE_AND_FLIP_CONCENTRATED_LOSS = Triple(
    name="permute_and_flip_concentrated_loss",
    requires=ETA,
    ensures=(result_is_not_below_rho_of_the_range, result_is_not_above_half_the_square),
)

MAX, ZCDP, RANGE = MaxDivergence(), ZeroConcentratedDivergence(), RangeDivergence()
BY_GUMBEL = ((MAX, PURE), (ZCDP, CONCENTRATED), (RANGE, RANGED))

GUMBEL = Claim(
    "tight_maps.gumbel",
    Kind.CONTRACT,
    All(
        (
            IsLeastFloat(BY_GUMBEL_NOISE, BY_GUMBEL),
            IsLeastFloat(NOISY_MAX, BY_GUMBEL),
            IsLeastFloat(EXPONENTIAL, BY_GUMBEL),
        )
    ),
)
FLIP = Claim(
    "tight_maps.permute_and_flip",
    Kind.CONTRACT,
    IsLeastFloat(BY_PERMUTE_AND_FLIP, ((MAX, PURE), (ZCDP, FLIPPED))),
)
ORDER = Claim(
    "tight_maps.order",
    Kind.CONTRACT,
    All((NeverFalls(BY_PERMUTE_AND_FLIP, (MAX, ZCDP)), NeverFalls(BY_GUMBEL_NOISE, (MAX, ZCDP, RANGE)))),
)
