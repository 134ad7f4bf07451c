"""Promises of mechanisms: the law of what they release, their errors, and their privacy, rounding included."""

import operator
from abc import ABC
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from spec.errors import ConstructionError, EntropyExhausted, NoisymaxError
from spec.logic.closeness import conclusion, name_of_measure
from spec.logic.promise import Judge, NotAbout, Promise, applied, bound, carrying, name_of, said
from spec.measurement import Measurement
from spec.space import Atom, Measure
from spec.triple import Triple
from spec.weights import Law

T = TypeVar("T")


class Release(NamedTuple):
    """A case: the parameters of a mechanism, and a member x of its domain."""

    parameters: tuple[object, ...]
    x: Sequence[Atom]


class Tapes(NamedTuple):
    """A case: a release, on every tape of so many coins at most."""

    release: Release
    coins: int


class Neighbours(NamedTuple):
    """A case: the parameters of a mechanism, and members x, x' that are d_in-close."""

    parameters: tuple[object, ...]
    x: Sequence[Atom]
    x_prime: Sequence[Atom]
    d_in: Atom


@dataclass(frozen=True)
class Maker:
    """All measurements that the code of this name makes under one privacy measure.

    They are `assemble(code, *parameters)`, which calls the code unless it says otherwise; then `where` tells what the
    measurements consist of.
    """

    name: str
    parameters: tuple[str, ...]
    measure: Measure
    triple: Triple | None = None
    assemble: Callable[..., Measurement[Any]] = operator.call
    where: str = ""

    def made(self, parameters: Sequence[object], judge: Judge) -> Measurement[Any]:
        """The measurement with these parameters, if it is one that the promise speaks of."""
        named = bound(self.parameters, parameters)
        code = judge.find(self.name) if self.triple is None else self._carrying(self.triple, judge)
        try:
            measurement = self.assemble(code, *named.values())
        except ConstructionError as error:
            raise NotAbout(f"{self.name} does not accept the parameters: {error}") from None
        if measurement.output_measure != self.measure:
            raise NotAbout(f"{self.name} makes no measurement under {name_of_measure(self.measure)} of them")
        return measurement

    def _carrying(self, triple: Triple, judge: Judge) -> Callable[..., object]:
        return carrying(triple, self.name, self.parameters, judge)

    def show(self) -> str:
        """'For all' of the parameters."""
        chosen = "privacy_measure" in self.parameters
        free = ", ".join(name for name in self.parameters if name != "privacy_measure")
        under = f" with privacy_measure = {name_of_measure(self.measure)}" if chosen else ""
        where = f" (where {self.where})" if self.where else ""
        return f"for all {free} that {name_of(self.name)} accepts{under}{where}"


@dataclass(frozen=True)
class OfMaker(Promise, ABC):
    """A promise of all measurements that a maker makes."""

    maker: Maker

    @property
    def about(self) -> str:
        """The maker."""
        return self.maker.name

    def member(self, measurement: Measurement[Any], x: Sequence[Atom]) -> list[Atom]:
        """x, if it is a member of the domain."""
        if not measurement.input_domain.member(list(x)):
            raise NotAbout("x is no member of the domain")
        return list(x)


@dataclass(frozen=True)
class ReleaseHasLaw(OfMaker):
    """Every member is released with the promised law.

    For all parameters that the maker accepts, every member x of the input domain and every output y: the probability
    that `invoke(x, draw)` returns y, where the bits of `draw` are independent fair coins, is the weight of y in
    `law(...)`, which takes those of the parameters and x that it names. The weights sum to 1: with probability 1
    something is released, and no error is raised.

    A case is a `Release`.
    """

    law: Callable[..., Law]

    def show(self) -> str:
        """For all parameters and members: the law."""
        return (
            f"{self.maker.show()}, and every member x of its domain of n scores: {self._condition}on independent fair "
            f"coins, invoke(x) has the law {said(self.law)}"
        )

    def holds(self, case: Release, judge: Judge) -> bool:
        """The law of the release is the promised one, weight by weight."""
        measurement = self.maker.made(case.parameters, judge)
        x = self.member(measurement, case.x)
        promised = applied(self.law, {**bound(self.maker.parameters, case.parameters), "x": x})
        return judge.same(judge.law(measurement.invoke, (x,), self.given), promised)


@dataclass(frozen=True)
class FailsAlike(OfMaker):
    """No member causes an error while there are coins; if they run out, every member causes the same one.

    For all parameters that the maker accepts, every member x of the input domain and every sequence of coins, finite
    or not: `invoke(x, draw)` on these coins raises no error but `EntropyExhausted`, and that only if it asks for a coin
    after the last. Nothing is released then.

    A case is a `Tapes`.
    """

    def show(self) -> str:
        """For all parameters, members and coins: which errors there are."""
        return (
            f"{self.maker.show()}, every member x of its domain and all coins: {self._condition}invoke(x) raises no "
            "error but EntropyExhausted, and that only if it asks for a coin after the last"
        )

    def holds(self, case: Tapes, judge: Judge) -> bool:
        """No path ends in an error, and on every tape there is an output of the law or the news that coins ran out."""
        measurement = self.maker.made(case.release.parameters, judge)
        x = self.member(measurement, case.release.x)
        outputs = [outcome for outcome, _ in judge.law(measurement.invoke, (x,), self.given)]
        if any(isinstance(outcome, Exception) for outcome in outputs):
            return False
        return all(released in outputs for released in _released(measurement, x, case.coins))


@dataclass(frozen=True)
class Private(OfMaker):
    """Neighbours are released with close laws, and the map says how close.

    For all parameters that the maker accepts, all members x, x' of the input domain and all d_in: if x, x' are
    d_in-close under the input metric and the map answers m, then the laws P of `invoke(x)` and P' of `invoke(x')` on
    independent fair coins satisfy, with x and x' in either order,

        under max divergence                P(S) <= e^m P'(S) for every set S of outputs;
        under zero-concentrated divergence  D_alpha(P || P') <= alpha m for every alpha > 1;
        under range divergence              |L(y) - L(z)| <= m for all outputs y, z, where L(y) = ln(P(y)/P'(y)).

    The map is `map(d_in)`, under the maker's measure; or `tight_map(d_in, measure)`, under each measure in `tight`.
    Its answer is a float, and m is that float.

    A case is a `Neighbours`.
    """

    tight: tuple[Measure, ...] = ()

    def show(self) -> str:
        """For all parameters and neighbours: how close their laws are."""
        if self.tight:
            asked = "tight_map(d_in, measure)"
            ends = [f"{conclusion(m, 'm')} if measure = {name_of_measure(m)}" for m in self.tight]
        else:
            asked, ends = "map(d_in)", [conclusion(self.maker.measure, "m")]
        return (
            f"{self.maker.show()}, all members x, x' of its domain and all d_in: {self._condition}if x, x' are "
            f"d_in-close under its metric and {asked} answers m, then on independent fair coins the laws P of "
            f"invoke(x) and P' of invoke(x') have {', '.join(ends)}"
        )

    def holds(self, case: Neighbours, judge: Judge) -> bool:
        """The divergence of the laws of the two releases is at most what the map answers."""
        measurement = self.maker.made(case.parameters, judge)
        x, x_prime = self.member(measurement, case.x), self.member(measurement, case.x_prime)
        if not measurement.input_metric.close(x, x_prime, case.d_in):
            raise NotAbout("x, x' are not d_in-close")
        try:
            bounds = [(m, measurement.tight_map(case.d_in, m)) for m in self.tight] or [
                (self.maker.measure, measurement.map(case.d_in))
            ]
        except NoisymaxError as error:
            raise NotAbout(f"the map does not answer: {error}") from None
        p, q = (judge.law(measurement.invoke, (member,), self.given) for member in (x, x_prime))
        return all(judge.within(measure, p, q, m, {}) for measure, m in bounds)


class Tape:
    """A draw that hands out the coins of a tape, and then no more."""

    def __init__(self, coins: Sequence[int]) -> None:
        self._coins = iter(coins)
        self.ran_out = False

    def bit(self) -> int:
        """The next coin."""
        for coin in self._coins:
            return coin
        self.ran_out = True
        raise EntropyExhausted

    def call(self, body: Callable[..., T], *arguments: object) -> T:
        """Run the body on these coins."""
        return body(*arguments, self)


def _released(measurement: Measurement[Any], x: list[Atom], coins: int) -> Iterator[object]:
    """What is released on every tape of so many coins at most, or an error, unless coins ran out and it says so.

    A tape is made longer only where its coins ran out: no other coin is ever seen.
    """
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        tape = waiting.pop()
        draw = Tape(tape)
        try:
            yield measurement.invoke(list(x), draw)
        except Exception as error:
            if not (isinstance(error, EntropyExhausted) and draw.ran_out):
                yield error
        if draw.ran_out and len(tape) < coins:
            waiting += [(*tape, 0), (*tape, 1)]
