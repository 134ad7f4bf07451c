"""The three measurements of a program: at the coins, with the coins it used, and by contract."""

import inspect
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from flint import fmpq, fmpq_poly

from proofs.law.outcome import key_of
from proofs.law.tree import Branches, Tally, Unfinished, Weight, executions
from spec.draw import retry
from spec.triple import triple_of
from spec.weights import ONE, ZERO, ExpRatio, rational

W = TypeVar("W", bound=Weight)
RETRY = inspect.unwrap(retry)
HALF = Fraction(1, 2)
MOST_EXECUTIONS = 200_000


@dataclass(frozen=True)
class Law(Generic[W]):
    """Each outcome with its weight, and the mass of the executions that were not walked.

    At the coins, the true probability of an outcome lies in [weight, weight + missing].
    """

    branches: tuple[tuple[object, W], ...]
    missing: Fraction

    def __getitem__(self, outcome: object) -> W:
        return self._by_key()[key_of(outcome)]

    def get(self, outcome: object, default: W) -> W:
        """The weight of an outcome, or `default` if it was not seen."""
        return self._by_key().get(key_of(outcome), default)

    def __contains__(self, outcome: object) -> bool:
        return key_of(outcome) in self._by_key()

    def outcomes(self) -> tuple[object, ...]:
        """The outcomes seen."""
        return tuple(outcome for outcome, _ in self.branches)

    def _by_key(self) -> dict[Hashable, W]:
        return {key_of(outcome): weight for outcome, weight in self.branches}


class CoinUse:
    """A polynomial in one symbol for 'a coin': the coefficient of its m-th power is the mass that used m coins."""

    __slots__ = ("polynomial",)

    def __init__(self, polynomial: fmpq_poly) -> None:
        self.polynomial = polynomial

    def __add__(self, other: "CoinUse") -> "CoinUse":
        return CoinUse(self.polynomial + other.polynomial)

    def __mul__(self, other: "CoinUse") -> "CoinUse":
        return CoinUse(self.polynomial * other.polynomial)

    def mass(self) -> Fraction:
        """The mass whatever the number of coins: the value at symbol = 1."""
        return _fraction(self.polynomial(fmpq(1)))

    def by_coins(self) -> dict[int, Fraction]:
        """The mass for each number of coins that has any."""
        return {m: _fraction(mass) for m, mass in enumerate(self.polynomial.coeffs()) if mass}


def _fraction(q: fmpq) -> Fraction:
    return Fraction(int(q.p), int(q.q))


def at_the_coins(
    body: Callable[..., object], *arguments: object, missing: Fraction, most: int = MOST_EXECUTIONS
) -> Law[Fraction]:
    """The exact sub-law of `body(*arguments, draw)` over fair coins, all but `missing` of its mass."""
    return _Coins(HALF, Fraction(1), lambda w: w, most).law(inspect.unwrap(body), arguments, missing)


def with_coins_used(
    body: Callable[..., object], *arguments: object, missing: Fraction, most: int = MOST_EXECUTIONS
) -> Law[CoinUse]:
    """The exact joint sub-law of the outcome of `body(*arguments, draw)` and the number of coins it took."""
    one, half = CoinUse(fmpq_poly([1])), CoinUse(fmpq_poly([0, fmpq(1, 2)]))
    return _Coins(half, one, CoinUse.mass, most).law(inspect.unwrap(body), arguments, missing)


class _Coins(Generic[W]):
    """Sampler calls are boundaries: the law of an inner call is measured at the coins once per argument and reused."""

    def __init__(self, half: W, one: W, mass: Callable[[W], Fraction], limit: int) -> None:
        self._half = half
        self._one = one
        self._mass = mass
        self._limit = limit
        self._known: dict[Hashable, Law[W]] = {}
        self._inner = Fraction(1)

    def law(self, body: Callable[..., object], arguments: tuple[object, ...], missing: Fraction) -> Law[W]:
        """Walk until at most `missing` mass is left; the calls inside get ever smaller shares of it."""
        known = self._known.get((body, key_of(arguments)))
        if known is not None and known.missing <= missing:
            return known
        share = missing / 256
        while True:
            law = self._walk(body, arguments, missing, share)
            if law.missing <= missing:
                self._known[body, key_of(arguments)] = law
                return law
            share /= 2**16

    def _walk(
        self, body: Callable[..., object], arguments: tuple[object, ...], missing: Fraction, share: Fraction
    ) -> Law[W]:
        outer, self._inner = self._inner, share
        tally: Tally[W] = Tally()
        left = Fraction(1)
        try:
            for number, (outcome, weight) in enumerate(executions(body, arguments, self, self._one), start=1):
                tally.add(outcome, weight)
                left -= self._mass(weight)
                if left <= missing:
                    break
                if number == self._limit:
                    raise Unfinished(f"{body.__name__}: {float(left):.3g} is missing after {number} executions")
        finally:
            self._inner = outer
        return Law(tuple(tally.items()), left)

    def coin(self) -> Branches[W]:
        return [(0, self._half), (1, self._half)]

    def answers(self, body: Callable[..., object], arguments: tuple[object, ...]) -> Branches[W]:
        return list(self.law(body, arguments, self._inner).branches)

    def mass(self, weight: W) -> float:
        return float(self._mass(weight))


def by_contract(body: Callable[..., object], *arguments: object, most: int = MOST_EXECUTIONS) -> Law[ExpRatio]:
    """The exact law of `body(*arguments, draw)` if every call inside keeps the law of its own postcondition.

    A call without a promised law is run in place; `retry` has the law of one attempt, conditioned on an answer.
    """
    return _contract_law(inspect.unwrap(body), arguments, most)


def _contract_law(body: Callable[..., object], arguments: tuple[object, ...], limit: int) -> Law[ExpRatio]:
    reading = _Contracts(limit)
    if body is RETRY:
        return Law(tuple(reading.conditioned(arguments)), Fraction(0))
    tally: Tally[ExpRatio] = Tally()
    for number, (outcome, weight) in enumerate(executions(body, arguments, reading, ONE), start=1):
        tally.add(outcome, weight)
        if number == limit:
            raise Unfinished(f"{body.__name__}: still not closed after {number} executions")
    return Law(tuple((outcome, weight) for outcome, weight in tally.items() if weight), Fraction(0))


class _Contracts:
    """A callee is answered from its own postcondition."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def coin(self) -> Branches[ExpRatio]:
        return [(0, rational(HALF)), (1, rational(HALF))]

    def answers(self, body: Callable[..., object], arguments: tuple[object, ...]) -> Branches[ExpRatio] | None:
        if body is RETRY:
            return self.conditioned(arguments)
        triple = triple_of(body)
        if triple is None or triple.law is None:
            return None
        return [(outcome, weight) for outcome, weight in triple.law(*arguments) if weight]

    def mass(self, weight: ExpRatio) -> float:
        """Every branch of a finite tree is walked, so the order does not matter."""
        return 0.0

    def conditioned(self, arguments: tuple[object, ...]) -> Branches[ExpRatio]:
        """One attempt's law, conditioned on an answer."""
        attempt, *rest = arguments
        assert callable(attempt)
        law = _contract_law(inspect.unwrap(attempt), tuple(rest), self._limit)
        answered = [(outcome, weight) for outcome, weight in law.branches if outcome is not None]
        total = sum((weight for _, weight in answered), ZERO)
        return [(outcome, weight / total) for outcome, weight in answered]
