"""Hypothesis looks for the pair, led by `target()`."""

import math
import tempfile
from collections.abc import Callable
from fractions import Fraction

import hypothesis.configuration
from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis import strategies as st

from proofs.worst.starting_pairs import moved, moves
from proofs.worst.subject import Metric, Neighbours

_FINENESS = 4
_FARTHEST = 30


def look(
    apart: Callable[[Neighbours], float], metric: Metric, d_in: Fraction, scale: Fraction, n: int, k: int, tries: int
) -> None:
    """Show `apart` pairs of neighbours, more and more distant ones; the same ones in every run of the same program."""
    grid = st.integers(-_FARTHEST * _FINENESS, _FARTHEST * _FINENESS)
    step = st.sampled_from(moves(metric, d_in))

    @settings(
        max_examples=tries,
        database=None,
        deadline=None,
        derandomize=True,
        phases=(Phase.generate, Phase.target),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.tuples(*[grid] * n), st.tuples(*[step] * n))
    def ask(scores: tuple[int, ...], move: tuple[Fraction, ...]) -> None:
        found = apart(moved(tuple(score * scale / _FINENESS for score in scores), move, k))
        if math.isfinite(found):
            target(found)

    # Hypothesis notes what constants it finds in our modules, and would do so where the user is.
    with tempfile.TemporaryDirectory() as notes:
        hypothesis.configuration.set_hypothesis_home_dir(notes)
        try:
            ask()
        finally:
            hypothesis.configuration.set_hypothesis_home_dir(None)
