"""Growing statements with hypothesis, keeping the false ones, and shrinking what a check was talked into."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from proofs.engine.ledger.model import Check
from spec.logic.formula import Formula
from tests.attack.attack import CHECKS, Fooled, put
from tests.attack.calculus import Equation, equations
from tests.attack.judge import Point, is_false
from tests.attack.statements import mutants, points, random_formulas

EXAMPLES = 300
"""How many statements are grown from one seed; about half of them are false."""


def counterexample(grown: Formula | Equation) -> Point | None:
    """A point at which the statement is certainly false, if one is found."""
    formula = grown.formula if isinstance(grown, Equation) else grown
    for at in points(formula):
        if grown.is_false(at) if isinstance(grown, Equation) else is_false(grown, at):
            return at
    return None


class Attacked(NamedTuple):
    """How many false statements were put to the checks, and the smallest that one of them was talked into."""

    put: int
    fooled: str | None


def attacked(start: int, examples: int = EXAMPLES, checks: Sequence[Check] = CHECKS) -> Attacked:
    """Grow so many statements from a seed, and put the false ones to the checks."""
    tried = 0

    @seed(start)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        print_blob=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(random_formulas, mutants(), equations))
    def attack(grown: Formula | Equation) -> None:
        nonlocal tried
        at = counterexample(grown)
        if at is not None:
            tried += 1
            put(grown.formula if isinstance(grown, Equation) else grown, at, checks)

    try:
        attack()
    except Fooled as fooled:
        return Attacked(tried, str(fooled))
    return Attacked(tried, None)
