"""Arguments of exponentials and logarithms: does z3 see which of them are the same?"""

import pytest

from proofs.engine.checkers.smt import Smt
from proofs.engine.ledger.status import Status
from spec.logic.formula import Formula, Sort, Symbol, Term, exp, ln

X, Y, K = Symbol("x", Sort.POSITIVE), Symbol("y", Sort.POSITIVE), Symbol("k", Sort.POSITIVE)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ((exp(X) * exp(K * X)).eq(exp((K + 1) * X)), Status.PROVED),
        ((exp(K * X) * exp(X)).eq(exp(X * (1 + K))), Status.PROVED),
        ((exp(X - Y) * exp(Y - X)).eq(1), Status.PROVED),
        ((ln(X * Y) + ln(K)).eq(ln(K * Y * X)), Status.PROVED),
        ((exp(X) * exp(K * X)).eq(exp((K + 2) * X)), Status.OPEN),
        ((ln(X) + ln(Y)).eq(ln(X * X * Y)), Status.OPEN),
    ],
)
def test_arguments_are_the_same_in_any_order(claim: Term, status: Status) -> None:
    """Does z3 know that exponents add up and logarithms of factors do, however they are written, and no others?"""
    assert Smt().run(Formula(claim)).status is status
