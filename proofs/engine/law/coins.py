"""The law of a program over fair coins, every execution walked; and together with the number of coins it used."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from flint import fmpq, fmpq_poly

from proofs.engine.law.outcome import Opaque, key_of_constant
from proofs.engine.law.tree import Branches, Law, Tally, Weight, executions


class Massive(Weight, Protocol):
    """A weight that has a mass."""

    def mass(self) -> Fraction:
        """The mass."""
        ...

    def nearly(self) -> float:
        """The mass, rounded."""
        ...


W = TypeVar("W", bound=Massive)
FINER = 16
"""The law of a call inside is first measured so much more finely than that of its caller."""
ROUGHLY = 2.0**-50
"""By less than this, a rounded mass that is near 1 differs from the mass, which is then looked at exactly."""
MOST_COINS = 2_000_000
"""How many coins all runs of one walk together may draw."""


class Dyadic:
    """A number of units of a power of 1/2: what runs over fair coins weigh. It takes a fraction's gcd to no use."""

    __slots__ = ("bits", "units")

    def __init__(self, units: int, bits: int) -> None:
        self.units, self.bits = units, bits

    def __add__(self, other: "Dyadic") -> "Dyadic":
        finer = other.bits - self.bits
        if finer > 0:
            return Dyadic((self.units << finer) + other.units, other.bits)
        return Dyadic(self.units + (other.units << -finer), self.bits)

    def __mul__(self, other: "Dyadic") -> "Dyadic":
        return Dyadic(self.units * other.units, self.bits + other.bits)

    def mass(self) -> Fraction:
        """The number."""
        return Fraction(self.units, 1 << self.bits)

    def nearly(self) -> float:
        """The nearest float."""
        return self.units / (1 << self.bits)


Known = dict[Hashable, "Law[Dyadic]"]
"""Laws of calls at the coins, by function and arguments."""


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

    def nearly(self) -> float:
        """The float nearest to the mass."""
        return float(self.mass())

    def by_coins(self) -> dict[int, Fraction]:
        """The mass for each number of coins that has any."""
        return {m: _fraction(mass) for m, mass in enumerate(self.polynomial.coeffs()) if mass}


def _fraction(q: fmpq) -> Fraction:
    return Fraction(int(q.p), int(q.q))


def at_the_coins(
    body: Callable[..., object],
    *arguments: object,
    missing: Fraction,
    most_draws: int = MOST_COINS,
    known: Known | None = None,
) -> Law[Fraction]:
    """The exact sub-law of `body(*arguments, draw)` over fair coins, all but `missing` of its mass.

    The laws of calls inside that are `known` from other walks are taken from there, and those measured are added.
    """
    walks = _Coins(Dyadic(1, 1), Dyadic(1, 0), most_draws, {} if known is None else known)
    law = walks.law(body, arguments, missing, missing)
    return Law(tuple((outcome, weight.mass()) for outcome, weight in law.branches), law.missing)


def with_coins_used(
    body: Callable[..., object], *arguments: object, missing: Fraction, most_draws: int = MOST_COINS
) -> Law[CoinUse]:
    """The exact joint sub-law of the outcome of `body(*arguments, draw)` and the number of coins it took."""
    one, half = CoinUse(fmpq_poly([1])), CoinUse(fmpq_poly([0, fmpq(1, 2)]))
    return _Coins(half, one, most_draws).law(body, arguments, missing, missing)


@dataclass
class _Coins(Generic[W]):
    """Sampler calls are boundaries: the law of an inner call is measured at the coins once per argument and reused."""

    half: W
    one: W
    most_draws: int
    known: dict[Hashable, Law[W]] = field(default_factory=dict)

    def law(
        self, body: Callable[..., object], arguments: tuple[object, ...], missing: Fraction, share: Fraction
    ) -> Law[W]:
        """Walk until at most `missing` mass is left; each call inside may leave its `share`, or ever less."""
        while (law := self._walk(body, arguments, missing, share)).missing > missing:
            share /= FINER
        return law

    def _walk(
        self, body: Callable[..., object], arguments: tuple[object, ...], missing: Fraction, share: Fraction
    ) -> Law[W]:
        tally: Tally[W] = Tally()
        walked: W | None = None
        enough = 1 - float(missing) - ROUGHLY
        for outcome, weight in executions(body, arguments, _Inside(self, share), self.one, self.most_draws):
            tally.add(outcome, weight)
            walked = weight if walked is None else walked + weight
            if walked.nearly() >= enough and 1 - walked.mass() <= missing:
                break
        return Law(tuple(tally.items()), Fraction(1) if walked is None else 1 - walked.mass())


@dataclass
class _Inside(Generic[W]):
    """The reading of one walk at the coins: a call keeps its first answers to the end of the walk.

    A call that takes or gives anything but plain values is run in place, as exactly and more slowly.
    """

    coins: _Coins[W]
    share: Fraction
    answered: dict[Hashable, Branches[W] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._faces: Branches[W] = [(0, self.coins.half), (1, self.coins.half)]

    def coin(self) -> Branches[W]:
        return self._faces

    def answers(self, body: Callable[..., object], arguments: tuple[object, ...]) -> Branches[W] | None:
        try:
            key = key_of_constant((body, *arguments))
        except Opaque:
            return None
        if key not in self.answered:
            self.answered[key] = self._branches(key, body, arguments)
        return self.answered[key]

    def _branches(
        self, key: Hashable, body: Callable[..., object], arguments: tuple[object, ...]
    ) -> Branches[W] | None:
        known = self.coins.known.get(key)
        if known is None or known.missing > self.share:
            try:
                known = self.coins.known[key] = self.coins.law(body, arguments, self.share, self.share / FINER)
            except Opaque:
                return None
        return list(known.branches)

    def mass(self, weight: W) -> float:
        return weight.nearly()
