"""What the coins of a contract's own program tell, or those of an implementation that takes `draw=`."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from proofs.conform.contract import Contract, Stated, called, exactly
from proofs.engine.divergence import Bounds
from proofs.leaks.leak import certain, loss
from proofs.leaks.observation import Event, Observation, Program, observe
from proofs.targets.names import BadTarget
from proofs.targets.process import ProcessMade
from proofs.targets.target import Died, Odd, Raised, Unsupported
from proofs.targets.worker.serving import NO_DRAW
from proofs.worst.stated import ContractItself, Implementation
from spec.draw import Draw
from spec.errors import EntropyExhausted

MOST_PAIRS = 12
"""Pairs of a contract that are measured."""
NO_MORE = "TapeEnded"
"""What a target raises, or lets pass, where its tape has ended."""


@dataclass(frozen=True)
class StatedLeak:
    """What is promised of two inputs, what three observers of a release lose, and the first tape that tells."""

    setting: Stated
    d_in: float
    x: object
    neighbour: object
    promised: Bounds
    observed: Observation
    observed_of_neighbour: Observation
    of_output: Bounds
    of_coins: Bounds
    of_both: Bounds

    @property
    def certain(self) -> tuple[Fraction, Fraction]:
        """The probability, on each input, of what is impossible on the other."""
        here, there = self.observed, self.observed_of_neighbour
        return certain(here, there), certain(there, here)

    @property
    def witness(self) -> tuple[Event, tuple[int, ...], bool] | None:
        """The event of the fewest coins that only one input can show, its tape, and whether that input is x."""
        here, there = self.observed, self.observed_of_neighbour
        found = [
            (event, one.tapes[event], one is here)
            for one, other in ((here, there), (there, here))
            for event in one.probabilities.keys() - other.probabilities.keys()
        ]
        return min(found, key=lambda each: (each[0].coins, each[1]), default=None)


def stated_leaks(contract: Contract, of: ContractItself | Implementation, most: int) -> list[StatedLeak]:
    """The leaks of the first pairs that a contract states, counting `most` coins."""
    if isinstance(of, ContractItself) and contract.program is None:
        raise BadTarget(f"{contract.name} states a law and no program: name an implementation that takes `draw=`")
    found = []
    for setting, d_in, x, y in list(contract.pairs())[:MOST_PAIRS]:
        here, there = (observe(_program(contract, of, setting, z), most) for z in (x, y))
        found.append(
            StatedLeak(
                setting,
                d_in,
                x,
                y,
                of.claim(setting, d_in),
                here,
                there,
                of_output=loss(setting.measure, of.law(setting, x), of.law(setting, y)),
                of_coins=loss(setting.measure, [*here.of_coins.items()], [*there.of_coins.items()]),
                of_both=loss(setting.measure, [*here.probabilities.items()], [*there.probabilities.items()]),
            )
        )
    return found


def _program(contract: Contract, of: ContractItself | Implementation, setting: Stated, x: object) -> Program:
    if isinstance(of, Implementation):
        made = of.mechanism(setting)
        if not made.takes_draw:
            raise BadTarget(f"its coins cannot be counted: {NO_DRAW}")
        return partial(_replayed, made, x)
    program: Callable[..., object] | None = contract.program
    assert program is not None
    values = contract.arguments(setting)
    return lambda draw: _plain(called(program, (exactly(x),), values, draw=draw))


def _replayed(made: ProcessMade, x: object, draw: Draw) -> object:
    """What a target releases on a tape, if the tape suffices."""
    coins: list[int] = []
    try:
        while True:
            coins.append(draw.bit())
    except EntropyExhausted:
        answer = made.replay(x, coins)
    match answer:
        case Raised(kind) if kind == NO_MORE:
            raise EntropyExhausted
        case Raised(kind, message):
            raise BadTarget(f"it raises {kind}: {message}")
        case Died(how) | Unsupported(how) | Odd(how):
            raise BadTarget(f"its coins cannot be counted: {how}")
    return _plain(answer)


def _plain(output: object) -> object:
    return tuple(output) if isinstance(output, list) else output
