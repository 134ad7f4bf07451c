"""The contract of what `tests/support/targets/tossing.py` implements."""

from fractions import Fraction

from proofs.conform.contract import Contract
from spec.space import MaxDivergence
from spec.weights import ONE, ExpRatio, exp_minus


def law(x: int, epsilon: Fraction) -> list[tuple[int, ExpRatio]]:
    """The other bit is e^-epsilon times as likely."""
    return [(x, ONE / (ONE + exp_minus(epsilon))), (1 - x, exp_minus(epsilon) / (ONE + exp_minus(epsilon)))]


TOSSING = Contract(
    name="Tossing",
    valid=[{"epsilon": 2.0}],
    refused=[],
    inputs=(0, 1),
    metric=lambda x, y: abs(x - y),
    distances=(1,),
    measure=MaxDivergence(),
    output=int,
    law=law,
    map=lambda d_in, epsilon: d_in * epsilon,
)
