"""How far apart two laws are, about: in floats, to steer by; every evaluation is counted, none decides anything."""

import math
from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np

from proofs.engine.divergence import AnyLaw, divergence, pair
from proofs.engine.enclosure import Weight, enclose_positive
from proofs.engine.law import Law, key_of
from proofs.worst.subject import Logs, Neighbours, Scores, Subject
from spec.space import MaxDivergence, Measure, RangeDivergence

_BITS = 64
_ORDERS = np.array([1 + 2.0**e for e in range(-5, 7)])[:, None]


@dataclass
class Laboratory:
    """A subject under a budget of laws; each law is computed once."""

    subject: Subject
    budget: int
    _laws: dict[tuple[Scores, int], AnyLaw] = field(default_factory=dict)
    _guesses: dict[tuple[Scores, int], Logs | dict[Hashable, float]] = field(default_factory=dict)
    spent: int = 0

    @property
    def exhausted(self) -> bool:
        """No law is left to steer by."""
        return self.spent >= self.budget

    def law(self, x: Scores, k: int) -> AnyLaw:
        """The exact law."""
        if (x, k) not in self._laws:
            self._laws[x, k] = self.subject.law(x, k)
        return self._laws[x, k]

    def apart(self, at: Neighbours) -> float:
        """How far apart the laws at two neighbours are, about."""
        P, Q = self._guess(at.x, at.k), self._guess(at.y, at.k)
        if isinstance(P, dict):
            assert isinstance(Q, dict)
            if not P or not Q:
                of = pair(self.law(at.x, at.k), self.law(at.y, at.k))
                return float(divergence(self.subject.measure, of).bounds.lower)
            if P.keys() != Q.keys():
                return math.inf
            P, Q = np.array(list(P.values())), np.array([Q[key] for key in P])
        assert not isinstance(Q, dict)
        return _apart(self.subject.measure, P, Q)

    def _guess(self, x: Scores, k: int) -> Logs | dict[Hashable, float]:
        """Logarithms in the order of the guess, or by outcome; none where a law is known only in part."""
        if (x, k) not in self._guesses:
            self.spent += 1
            guess = self.subject.guess
            self._guesses[x, k] = guess(x, k) if guess else _logs(self.law(x, k))
        return self._guesses[x, k]


def _logs(law: AnyLaw) -> dict[Hashable, float]:
    if isinstance(law, Law) and law.missing:
        return {}
    branches = law.branches if isinstance(law, Law) else law
    return {key_of(outcome): _log(weight) for outcome, weight in branches if weight}


def _log(weight: Weight) -> float:
    return float(enclose_positive(weight, _BITS).log().mid())


def _apart(measure: Measure, P: Logs, Q: Logs) -> float:
    loss = P - Q
    match measure:
        case MaxDivergence():
            return float(np.abs(loss).max())
        case RangeDivergence():
            return float(loss.max() - loss.min())
        case _:
            return max(_concentrated(P, loss), _concentrated(Q, -loss))


def _concentrated(P: Logs, loss: Logs) -> float:
    """max over some alpha of ln(sum of P e^((alpha - 1) L))/(alpha (alpha - 1)), and the relative entropy."""
    exponents = P + (_ORDERS - 1) * loss
    best = exponents.max(axis=1, keepdims=True)
    sums = best[:, 0] + np.log(np.exp(exponents - best).sum(axis=1))
    orders = _ORDERS[:, 0]
    return max(float((np.exp(P) * loss).sum()), float((sums / (orders * (orders - 1))).max()))
