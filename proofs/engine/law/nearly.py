"""The law of a program that need not end, all but a little, if its calls keep the laws that their triples promise.

Masses are multiples of 2^-128, rounded down: each is a lower bound, and what all of them lack is counted as missing.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from impl.ball import lower, precision
from proofs.engine.enclosure import enclose
from proofs.engine.law.contract import RETRY
from proofs.engine.law.outcome import Opaque, Unfinished, key_of_constant
from proofs.engine.law.tree import Branches, Law, Tally, executions
from spec.triple import triple_of
from spec.weights import ExpRatio

BITS = 128
FINER = 256
"""The law of a call inside is measured so much more finely than that of its caller."""
MOST_ANSWERS = 1_000_000
HEARD = 4096
"""After so many runs each time something is heard of them."""


@dataclass(frozen=True)
class Mass:
    """So many units of 2^-128."""

    units: int

    def __add__(self, other: "Mass") -> "Mass":
        return Mass(self.units + other.units)

    def __mul__(self, other: "Mass") -> "Mass":
        return Mass(self.units * other.units >> BITS)


Known = dict[int, dict[Hashable, Branches[Mass] | None]]
"""Laws of calls, by the units that each may lack, and by function and arguments."""
ONE, HALF = Mass(1 << BITS), Mass(1 << BITS - 1)


def nearly_by_contract(
    body: Callable[..., object],
    *arguments: object,
    missing: Fraction,
    most_draws: int = MOST_ANSWERS,
    known: Known | None = None,
    heard: Callable[[int, Fraction], None] = lambda runs, left: None,
) -> Law[Fraction]:
    """The sub-law of `body(*arguments, draw)`, all but `missing`, if every call keeps the law of its postcondition.

    A call of a sampler without a promised law is measured in the same way, once for the same arguments; `retry` has
    the law of one attempt, conditioned on an answer. The laws of calls that are `known` from other walks are taken from
    there, and those measured are added. Who `heard` learns now and then how many runs there were and what is left.
    """
    share = _units(missing) // FINER
    known = {} if known is None else known
    while True:
        reading = _Nearly(share, most_draws, known.setdefault(share, {}))
        found, left = _walked(body, arguments, _units(missing), reading, most_draws, heard)
        if left <= _units(missing):
            return Law(
                tuple((outcome, Fraction(m.units, ONE.units)) for outcome, m in found), Fraction(left, ONE.units)
            )
        if not share:
            raise Unfinished(f"{getattr(body, '__name__', repr(body))}: its masses are too small to be measured")
        share //= FINER


def _walked(
    body: Callable[..., object],
    arguments: tuple[object, ...],
    missing: int,
    reading: "_Nearly",
    most_draws: int,
    heard: Callable[[int, Fraction], None] = lambda runs, left: None,
) -> tuple[Branches[Mass], int]:
    """Outcomes with their masses, and the units that they lack."""
    tally: Tally[Mass] = Tally()
    left = ONE.units
    for run, (outcome, mass) in enumerate(executions(body, arguments, reading, ONE, most_draws), start=1):
        tally.add(outcome, mass)
        left -= mass.units
        if run % HEARD == 0:
            heard(run, Fraction(left, ONE.units))
        if left <= missing:
            break
    return list(tally.items()), left


@dataclass
class _Nearly:
    """A callee is answered from its postcondition, or from all of its law but a share."""

    share: int
    most_draws: int
    known: dict[Hashable, Branches[Mass] | None] = field(default_factory=dict)

    def coin(self) -> Branches[Mass]:
        return [(0, HALF), (1, HALF)]

    def answers(self, body: Callable[..., object], arguments: tuple[object, ...]) -> Branches[Mass] | None:
        try:
            key = key_of_constant((body, *arguments))
        except Opaque:
            return None
        if key not in self.known:
            self.known[key] = self._branches(body, arguments)
        return self.known[key]

    def _branches(self, body: Callable[..., object], arguments: tuple[object, ...]) -> Branches[Mass] | None:
        triple = triple_of(body)
        if triple is not None and triple.law is not None:
            return [(outcome, _mass(weight)) for outcome, weight in triple.law(*arguments) if weight]
        if body is RETRY:
            return self._conditioned(*arguments)
        finer = _Nearly(self.share // FINER, self.most_draws, self.known)
        return _walked(body, arguments, self.share, finer, self.most_draws)[0]

    def _conditioned(self, attempt: object, *arguments: object) -> Branches[Mass] | None:
        """One attempt's law over what is not known to be refused: no more than the law conditioned on an answer."""
        assert callable(attempt)
        law = self.answers(attempt, arguments)
        if law is None:
            return None
        answered = ONE.units - sum(mass.units for outcome, mass in law if outcome is None)
        return [(outcome, Mass((mass.units << BITS) // answered)) for outcome, mass in law if outcome is not None]

    def mass(self, weight: Mass) -> float:
        return weight.units / ONE.units


def _units(share: Fraction) -> int:
    return floor(share * ONE.units)


def _mass(weight: ExpRatio) -> Mass:
    with precision(2 * BITS):
        return Mass(_units(lower(enclose(weight, 2 * BITS))))
