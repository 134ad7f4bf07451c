"""Is the template right in what it tells of corners: what is refused, what may be, and what parameters are called?"""

import math
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from impl.noisy_top_k import make_noisy_top_k
from proofs.conform.ask import Effort
from proofs.conform.checks.construction import check_refuses
from proofs.conform.checks.errors import check_errors
from proofs.conform.checks.maps import check_map_refuses
from proofs.conform.checks.outputs import check_shape
from proofs.conform.promised_law import Promised
from proofs.conform.template import template
from proofs.conform.triples import NOISY_TOP_K, TRIPLES, Selection, Setting
from spec.space import MaxDivergence, VectorDomain, ZeroConcentratedDivergence
from tests.support.conform_planted import failed, verdicts

CHECKS = (check_refuses, check_map_refuses, check_errors, check_shape)
EFFORT = Effort(cases=150, tries=2)


class Made:
    """A mechanism of ours, with other answers at infinity; what is refused late may be told by its own."""

    def __init__(self, most: float, refuses: bool, **arguments: Any) -> None:
        self.inner, self.most = make_noisy_top_k(**arguments), most
        self.refuses, self.k = refuses, arguments["k"]

    def invoke(self, x: Sequence[float]) -> list[int]:
        """Raise where it fails nothing, or release all."""
        if self.refuses and (len(x) < self.k or any(map(math.isinf, x))):
            raise ValueError("no")
        return self.inner.invoke(x)

    def map(self, d_in: float) -> float:
        """The same as ours at a distance."""
        return self.most if d_in == math.inf else self.inner.map(d_in)


def refusing(scale: float, k: int, **arguments: Any) -> Made:
    """Refuses all that may be refused."""
    if isinstance(scale, bool) or not sys.float_info.min <= scale < math.inf or k == 0:
        raise ValueError("no")
    return Made(math.inf, True, scale=scale, k=k, **arguments)


def accepting(scale: float, **arguments: Any) -> Made:
    """Accepts all that may be accepted."""
    return Made(math.inf, False, scale=min(float(scale), sys.float_info.max) if scale else 0.0, **arguments)


def accepting_nan(input_domain: VectorDomain, scale: float, **arguments: Any) -> Made:
    """Takes any domain for one without NaN."""
    domain = VectorDomain(type(input_domain.element_domain)(input_domain.element_domain.T), input_domain.size)
    return Made(math.inf, True, input_domain=domain, scale=scale, **arguments)


def promising(**arguments: Any) -> Made:
    """Promises something at infinity."""
    return Made(1.0, True, **arguments)


@pytest.mark.parametrize(
    ("factory", "clauses"),
    [
        (refusing, set()),
        (accepting, set()),
        (accepting_nan, {"construction.refuses"}),
        (promising, {"map.refuses"}),
    ],
)
def test_what_the_template_leaves_open_fails_nothing(factory: Any, clauses: set[str]) -> None:
    """May all be refused that it says may be, and accepted, and must be refused what it says must be?"""
    assert failed(verdicts(factory, *CHECKS, effort=EFFORT)) == clauses


def test_what_the_template_says_of_corners() -> None:
    """Is each corner told that an implementation has to decide, where the triple has it?"""
    text = template(NOISY_TOP_K, None)
    for said in (
        ".element_domain.nan tells whether NaN may come: raise if so",
        "a float score may be infinite, and counts as the largest finite float of its sign",
        "raise if it is negative or above .size; 0 may be refused",
        "of fewer scores than k, which come only if .size is None, release all, or raise on all alike",
        "raise if it is NaN or negative",
        "0.0, -0.0, a number below the normal floats, infinity and True may be refused, or accepted",
        "report noisy max with exponential noise, drawn afresh for each index",
        "and at infinity, raise or return infinity",
    ):
        assert said in text
    single = template(TRIPLES["make_base_exponential_candidates_gumbel"], None)
    assert "or None if nobody knows, which may be refused" in single
    assert "The distance of two vectors is the greatest difference of their scores less the least one." in single
    assert "{" not in text + single


def test_infinite_scores_count_as_the_largest_floats() -> None:
    """Has a vector with infinities, under the exact law, the same outputs as one with the largest floats?"""

    def law(*x: float) -> Promised:
        return NOISY_TOP_K.promised(Setting(), x)

    assert law(math.inf, -math.inf, 0.0) == law(sys.float_info.max, -sys.float_info.max, 0.0)
    assert dict(law(math.inf, math.inf).branches)[(0,)].over.rational() == 0.5


def test_noise_is_fresh_for_each_index_under_max_divergence_alone() -> None:
    """Do two of three come as in two rounds of exponential noise, and not as the best two of one?"""
    setting = Setting(k=2)
    rounds = dict(NOISY_TOP_K.promised(setting, (2.0, 0.0, 0.0)).branches)
    first, second = (dict(NOISY_TOP_K.promised(Setting(), x).branches) for x in ((2.0, 0.0, 0.0), (0.0, 0.0)))
    assert rounds[(0, 1)] == first[(0,)] * second[(0,)]
    assert [NOISY_TOP_K.noise(Setting(measure=by)) for by in (MaxDivergence(), ZeroConcentratedDivergence())] == [
        "permute-and-flip",
        "gumbel",
    ]


@pytest.mark.parametrize("triple", TRIPLES.values(), ids=TRIPLES)
def test_parameters_are_told_as_the_factory_receives_them(triple: Selection) -> None:
    """Are a scale and a direction told under the names, and with the values, that the factory gets?"""
    setting = Setting(2.5, negate=True, size=3)
    told, given = triple.written(setting), triple.arguments(setting)
    for name in {"scale", "temperature", "negate", "optimize", "k"}:
        assert (name in told) is (name in given)
        assert name not in given or told[name] == repr(given[name])
