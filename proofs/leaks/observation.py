"""The exact law of output and coins together, by running a program on every tape up to a length."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from impl.draws import TapeDraw
from spec.draw import Draw
from spec.errors import EntropyExhausted

Tape = tuple[int, ...]
Output = Any
Program = Callable[[Draw], Any]


@dataclass(frozen=True)
class Event:
    """A run ended with this output after so many coins; without an output, it used at least so many."""

    output: Output | None
    coins: int


@dataclass(frozen=True)
class Observation:
    """What is seen by one who sees the output and counts coins, but stops to look after `most` of them.

    The probabilities are exact and add up to 1: an event that is missing is impossible. They are a function of what an
    observer sees who never stops, so that every divergence of two such laws is at most that observer's.
    """

    most: int
    probabilities: Mapping[Event, Fraction]
    tapes: Mapping[Event, Tape]
    """Of each event the first tape in the order of a dictionary; of a run that goes on, what it had read."""

    @property
    def of_coins(self) -> dict[int, Fraction]:
        """The law of the number of coins alone."""
        law: dict[int, Fraction] = {}
        for event, probability in self.probabilities.items():
            law[event.coins] = law.get(event.coins, Fraction(0)) + probability
        return law

    @property
    def goes_on(self) -> Fraction:
        """The probability that more than `most` coins are used."""
        return self.probabilities.get(Event(None, self.most + 1), Fraction(0))

    @property
    def mean_coins(self) -> Fraction:
        """The mean of min(coins, most + 1): the mean number of coins if no run goes on, else a bound from below."""
        return sum((event.coins * p for event, p in self.probabilities.items()), Fraction(0))


def observe(program: Program, most: int) -> Observation:
    """Run `program` on every tape of at most `most` coins.

    Law: P(output, coins) is the share, of the 2^coins tapes of that length, of those that end just there so.
    """
    probabilities: dict[Event, Fraction] = {}
    tapes: dict[Event, Tape] = {}
    going_on: list[Tape] = []

    def note(event: Event, tape: Tape) -> None:
        probabilities[event] = probabilities.get(event, Fraction(0)) + Fraction(1, 2 ** len(tape))
        tapes.setdefault(event, tape)

    waiting: list[Tape] = [()]
    for coins in range(most + 1):
        going_on = []
        for tape in waiting:
            output = _run(program, tape)
            if output is None:
                going_on.append(tape)
            else:
                note(Event(output, coins), tape)
        waiting = [(*tape, coin) for tape in going_on for coin in (0, 1)]
    for tape in going_on:
        note(Event(None, most + 1), tape)
    return Observation(most, probabilities, tapes)


def _run(program: Program, tape: Tape) -> Output | None:
    """The output if the tape suffices; all that is shorter was tried and did not."""
    draw = TapeDraw(tape)
    try:
        output = program(draw)
    except EntropyExhausted:
        return None
    if draw.used < len(tape):
        raise ValueError("the program is no function of its coins")
    return tuple(output) if isinstance(output, list) else output
