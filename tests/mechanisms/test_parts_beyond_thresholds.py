"""Is a part noticed that the code calls, and that is wrong for large numbers, or after many bits, only?"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import pytest

import impl.directed
import impl.gumbel
import impl.inverse_transform
import impl.maps
import impl.max_divergence
import impl.range_divergence
import impl.scores
import impl.tight_maps
from impl.gumbel import GumbelPSRN, greater_than
from proofs.engine.ledger.status import Status
from proofs.mechanisms.drawn import CHAPTER
from proofs.mechanisms.drawn.cells import Apart, SeparatesCells, distances, in_floats
from spec.draw import Draw
from spec.space import VectorDomain

Function = Callable[..., Any]
STEPS = [(f"{proof.claim}-{number}", step) for proof in CHAPTER.proofs for number, step in enumerate(proof.steps)]


def halved(function: Function, limit: float, of: Callable[..., Any]) -> Function:
    def planted(*arguments: Any) -> Any:
        answer = function(*arguments)
        return answer / 2 if of(*arguments) > limit else answer

    return planted


def between(low: float, high: float) -> Callable[[Any], Fraction]:
    exact = impl.scores.exact_score

    def planted(score: Any) -> Fraction:
        number = exact(score)
        return Fraction(0) if low < abs(number) < high else number

    return planted


def shallow(limit: int) -> Callable[[GumbelPSRN], tuple[GumbelPSRN, GumbelPSRN]]:
    def planted(self: GumbelPSRN) -> tuple[GumbelPSRN, GumbelPSRN]:
        left, bits = 2 * self.numerator, self.refinements + 1
        right = left if bits > limit else left + 1
        return tuple(GumbelPSRN(self.shift, self.scale, numerator, bits) for numerator in (left, right))  # type: ignore[return-value]

    return planted


def coarse(numerator: int, refinements: int) -> tuple[Any, Any]:
    """Beyond 100 bits, edges that no comparison can tell apart."""
    low, high = STANDARD(numerator, refinements)
    return (low - 1, high + 1) if refinements > 100 and isinstance(low, Fraction) else (low, high)


def narrow(numerator: int, refinements: int) -> tuple[Any, Any]:
    """Beyond 100 bits, edges that do not enclose."""
    low, high = STANDARD(numerator, refinements)
    moved = Fraction(1, 2 ** (refinements + 20))
    return (low + moved, high + moved) if refinements > 100 and isinstance(low, Fraction) else (low, high)


STANDARD = impl.gumbel.standard_gumbel
RHO: Function = impl.tight_maps.rho
CHECK: Function = VectorDomain.check
SHARE: Function = impl.inverse_transform.compare_share
PATCHED: dict[str, tuple[object, str, object, str]] = {
    "scores between 2^200 and 2^300 become 0": (
        impl.scores,
        "exact_score",
        between(2**200, 2**300),
        "noisy_top_k.zero_conc",
    ),
    "scores beyond 2^1023 become 0": (impl.scores, "exact_score", between(2**1023, 2**1024), "noisy_top_k.max_div"),
    "scores between 2^-300 and 2^-200 become 0": (
        impl.scores,
        "exact_score",
        between(0, 2**-200),
        "RangeDivergence.law",
    ),
    "halves beyond 64 bits are one": (impl.gumbel.GumbelPSRN, "halves", property(shallow(64)), "comparison"),
    "halves beyond 1000 bits are one": (impl.gumbel.GumbelPSRN, "halves", property(shallow(1000)), "comparison"),
    "edges are far beyond 100 bits": (impl.gumbel, "standard_gumbel", coarse, "GumbelRV.law-0"),
    "edges are none beyond 100 bits": (impl.gumbel, "standard_gumbel", narrow, "GumbelRV.law-2"),
    "the map is halved for a small scale": (
        impl.maps,
        "inf_div",
        halved(impl.directed.inf_div, 2**300, lambda a, b: 1 / b if b else 0),
        "maps.max",
    ),
    "the product is halved for many rounds": (
        impl.maps,
        "inf_mul",
        halved(impl.directed.inf_mul, 2.0**400, lambda a, b: b),
        "maps.zero",
    ),
    "the square is halved for a great distance": (
        impl.maps,
        "inf_powi",
        halved(impl.directed.inf_powi, 2.0**300, lambda a, b: a),
        "maps.zero",
    ),
    "the tight range counts too few rounds": (
        impl.tight_maps,
        "range_rounds",
        lambda k, size: k if k > 2**53 else impl.range_divergence.range_rounds(k, size),
        "tight_maps.gumbel-0",
    ),
    "the price is too low for a large eta": (
        impl.tight_maps,
        "rho",
        lambda x: RHO(x) / 2 if x > 2**100 else RHO(x),
        "tight_maps.permute",
    ),
    "a NaN is taken at a far place": (
        VectorDomain,
        "check",
        lambda self, x: CHECK(self, [one if place < 300 else 0.0 for place, one in enumerate(x)]),
        "max_divergence.errors",
    ),
    "shares are cut": (
        impl.inverse_transform,
        "compare_share",
        lambda part, share, whole: 0 if share.denominator > 2**60 else SHARE(part, share, whole),
        "inverse_transform.code",
    ),
}


@pytest.mark.untraced
@pytest.mark.parametrize("name", PATCHED)
def test_a_part_that_is_wrong_beyond_a_threshold_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a part noticed that the code calls, and that is wrong for large numbers only?"""
    where, what, planted, claim = PATCHED[name]
    monkeypatch.setattr(where, what, planted)
    (step,) = [step for named, step in STEPS if claim in named][:1]
    assert step.check.run(cast(Any, step.statement)).status is not Status.CERTIFIED


@pytest.mark.parametrize("name", ["inf_cast", "inf_add", "inf_mul", "inf_div", "inf_powi"])
def test_rounding_that_is_wrong_for_some_exponents_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is an operation noticed that rounds to nearest for numbers between 2^300 and 2^400?"""
    right = impl.directed.round_up

    def planted(x: Fraction, into: Any) -> Fraction:
        return Fraction(float(x)) if 2**300 < abs(x) < 2**400 else right(x, into)

    monkeypatch.setattr(impl.directed, "round_up", planted)
    (step,) = [step for named, step in STEPS if f"directed.{name}" in named]
    assert step.check.run(cast(Any, step.statement)).status is Status.REFUTED


DEEP = Apart(Fraction(1, 3), 10)


def late(numerator: int, refinements: int) -> tuple[Any, Any]:
    """Edges that are as far apart as those of a cell."""
    low, high = STANDARD(numerator, refinements)
    return low - Fraction(1, 2**refinements), high + Fraction(1, 2**refinements)


def moved(numerator: int, refinements: int) -> tuple[Any, Any]:
    """Edges of the next point."""
    return STANDARD(min(numerator + 8, 2**refinements - 1), refinements)


def falling(numerator: int, refinements: int) -> tuple[Any, Any]:
    """Edges of another point, in one place."""
    return STANDARD(numerator if numerator != 700 else 7, refinements)


def hesitant(a: GumbelPSRN, b: GumbelPSRN, draw: Draw) -> Any:
    """Draws a coin before it answers."""
    draw.bit()
    return greater_than(a, b, draw)


@pytest.mark.parametrize(
    "planted",
    [
        SeparatesCells(standard=late),
        SeparatesCells(standard=moved),
        SeparatesCells(standard=falling),
        SeparatesCells(comparison=lambda a, b, draw: (True, a, b)),
        SeparatesCells(comparison=hesitant),
    ],
)
def test_cells_that_are_told_apart_wrongly_are_noticed(planted: SeparatesCells) -> None:
    """Are edges noticed that are late, moved or out of order, and comparisons that do not go by them?"""
    assert SeparatesCells()(DEEP)
    assert not planted(DEEP)


@pytest.mark.deep
def test_cells_of_more_bits_are_told_apart() -> None:
    """Are they told apart at 21 bits as in the audit, all but 2^-20 of the coins?"""
    assert all(SeparatesCells()(case._replace(bits=21)) for case in distances())


def test_edges_in_floats_are_those_in_fractions() -> None:
    """Are they the same edges, rounded to the nearest float?"""
    rounded = in_floats(STANDARD.__wrapped__)
    for numerator in range(1, 2**8):
        assert rounded(numerator, 8) == tuple(map(float, STANDARD(numerator, 8)))
