"""Are the deviations that a test claims to see those of the formulas, computed here once more and otherwise?"""

from fractions import Fraction
from math import comb, exp, isclose, lgamma, log, sqrt

import pytest
from scipy.stats import binom

from impl.ball import ball, precision
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.evidence import BITS, Null, e_value, log_e_value_of_cell
from proofs.engine.statistics.power import POWER, Detectable, detectable, least_total_variation, telling_count

STRICT = FalseAlarmRate(Fraction(1, 10**12))
LAX = FalseAlarmRate(Fraction(3, 5))
"""Neither 2/alpha nor 4/alpha is an integer."""

COIN = (Fraction(1, 2),) * 2
MOSTLY = (Fraction(3, 4), Fraction(1, 4))
RARE = (Fraction(1, 1000), Fraction(999, 1000))
SKEWED = (Fraction(1, 7), Fraction(2, 7), Fraction(4, 7))
DIE = (Fraction(1, 6),) * 6

Probabilities = tuple[Fraction, ...]


def law(p: Probabilities) -> Null:
    """The null with these probabilities of 0, 1, 2, ..."""
    return Null(enumerate(p))


def evidence(p: Fraction, count: int, n: int) -> Fraction:
    """B(c, n - c) / (p^c (1 - p)^(n - c)) exactly: (1/2)_c is (2c)! / (4^c c!), and (1)_n is n!."""
    rest = n - count
    mixture = Fraction(comb(2 * count, count) * comb(2 * rest, rest), 4**n * comb(n, count))
    return mixture / (p**count * (1 - p) ** rest)


def least_telling(p: Fraction, needed: Fraction, n: int) -> int | None:
    """The least count above the expected one that is evidence enough, from the definition."""
    return next((c for c in range(n + 1) if c > n * p and evidence(p, c, n) >= needed), None)


def rising(a: float, m: int) -> float:
    """ln of a (a+1) ... (a+m-1)."""
    return lgamma(a + m) - lgamma(a)


def least_shown(seen: float, n: int) -> float:
    """The least q above `seen` with n kl(seen, q) >= ln 100."""
    low, high = seen, 1.0
    for _ in range(60):
        q = (low + high) / 2
        kl = (1 - seen) * log((1 - seen) / (1 - q)) + (seen * log(seen / q) if seen else 0)
        low, high = (low, q) if n * kl >= log(100) else (q, high)
    return high


def test_power_is_the_promised_one() -> None:
    """Is the power the one that reports state, 0.99?"""
    assert Fraction(99, 100) == POWER


def test_what_is_detectable_does_not_change() -> None:
    """Can nobody change the bounds once they are found?"""
    assert vars(Detectable)["__dataclass_params__"].frozen


@pytest.mark.parametrize(
    ("p", "alpha", "n"),
    [
        (COIN, STRICT, 500),
        (COIN, LAX, 50),
        (MOSTLY, STRICT, 20_000),
        (RARE, STRICT, 1000),
        (SKEWED, STRICT, 1000),
        (SKEWED, FalseAlarmRate(Fraction(2, 7)), 100),
        (DIE, STRICT, 700),
        (DIE, LAX, 100_000),
    ],
)
def test_total_variation_is_that_of_the_formula(p: Probabilities, alpha: FalseAlarmRate, n: int) -> None:
    """Is it sqrt((ln(2/alpha) + regret)/(2N)) + sqrt(K/N)/2 + sqrt(ln 100/(2N))?"""
    size = len(p)
    needed = log(2 / alpha) + rising(size / 2, n) - rising(1 / 2, n)
    expected = sqrt(needed / (2 * n)) + sqrt(size / n) / 2 + sqrt(log(100) / (2 * n))
    assert expected < 1
    assert isclose(detectable(law(p), alpha, n).total_variation, expected, rel_tol=1e-9)


@pytest.mark.parametrize(
    ("p", "alpha", "draws"),
    [
        *((p, STRICT, draws) for p in (COIN, MOSTLY, SKEWED, DIE) for draws in (range(1, 80, 7), range(100, 180, 9))),
        (RARE, STRICT, range(1, 40, 3)),
        *((p, LAX, range(1, 25)) for p in (COIN, MOSTLY, SKEWED, RARE)),
    ],
)
def test_telling_count_is_the_least(p: Probabilities, alpha: FalseAlarmRate, draws: range) -> None:
    """Is it the least count whose evidence is 2K/alpha exactly, wherever there is one, and None where there is none?"""
    null, needed = law(p), 2 * len(p) / alpha
    for n in draws:
        for place, probability in enumerate(p):
            assert telling_count(null, place, alpha, n) == least_telling(probability, needed, n)


@pytest.mark.parametrize(
    ("p", "n"),
    [(COIN, 100_000), (SKEWED, 30_000), (DIE, 999), (RARE, 10**6), ((Fraction(99, 100), Fraction(1, 100)), 20_000)],
)
def test_one_less_does_not_tell(p: Probabilities, n: int) -> None:
    """With many draws, does the count tell that is found, and the one below it not?"""
    null = law(p)
    for place, cell in enumerate(null.cells):
        with precision(BITS):
            count = telling_count(null, place, STRICT, n)
            enough = ball(2 * len(p) / STRICT).log()
            assert count is not None
            assert log_e_value_of_cell(cell, count, n) >= enough
            assert log_e_value_of_cell(cell, count - 1, n) < enough


@pytest.mark.parametrize("others", [1, 2, 3])
def test_no_count_tells_that_what_is_almost_certain_comes_too_often(others: int) -> None:
    """If an outcome is to come at all but a few draws, is there no count that is too high?"""
    n = 1000
    p = 1 - Fraction(2 * others - 1, 2 * n)
    for alpha in (STRICT, LAX):
        assert telling_count(law((p, 1 - p)), 0, alpha, n) == least_telling(p, 4 / alpha, n) is None


@pytest.mark.parametrize(
    ("p", "alpha", "n"),
    [
        (COIN, STRICT, 200),
        (COIN, LAX, 50),
        (MOSTLY, STRICT, 300),
        (RARE, STRICT, 150),
        (SKEWED, STRICT, 250),
        (DIE, STRICT, 180),
    ],
)
def test_likelier_is_that_of_the_formula(p: Probabilities, alpha: FalseAlarmRate, n: int) -> None:
    """Is it the most that any outcome needs, found from above to 2^-20, and does the count tell with power 0.99?"""
    found = detectable(law(p), alpha, n).likelier
    expected, chances = 0.0, []
    for x in p:
        count = least_telling(x, 2 * len(p) / alpha, n)
        if count is None:
            expected = max(expected, float(1 - x))
        else:
            expected = max(expected, least_shown((count - 1) / n, n) - float(x))
            if x + found < 1:
                chances.append(binom.cdf(count - 1, n, float(x + found)))
    assert -1e-12 < found - expected < 2**-20
    assert chances
    assert max(chances) <= 1 / 100


def test_unlikely_outcome_is_seen_as_soon_as_any_that_is_ruled_out() -> None:
    """If once is too often, is the bound that of an outcome outside the law, 1 - 100^(-1/N), to 2^-20?"""
    tiny = Fraction(1, 10**30)
    found = detectable(law((tiny, 1 - tiny)), STRICT, 50).likelier
    assert 0 <= found - (1 - exp(-log(100) / 50)) < 2**-20


def test_of_a_law_on_one_outcome_whatever_else_is_ruled_out() -> None:
    """If only one outcome is possible, are both bounds that of an outcome outside the law, 1 - 100^(-1/N)?"""
    found = detectable(law((Fraction(1),)), STRICT, 50)
    assert isclose(found.likelier, 1 - exp(-log(100) / 50), rel_tol=1e-9)
    assert found.total_variation == found.likelier == least_total_variation(1, STRICT, 50)


def test_with_too_few_draws_nothing_is_claimed() -> None:
    """Where ten heads in a row do not tell, is the bound one that no law exceeds?"""
    null = law(COIN)
    assert e_value(null, [10, 0]) < ball(1 / STRICT)
    assert detectable(null, STRICT, 10) == Detectable(Fraction(1), Fraction(1, 2))
