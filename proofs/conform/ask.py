"""What is asked of a target: which clauses, which of their cases and how many; and what came of it."""

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import islice
from math import inf
from typing import NoReturn

from proofs.conform.model import Case, Clause, Failure, Verdict, verdict
from proofs.conform.pool import GROWTH
from proofs.conform.triples import Setting
from proofs.targets.names import BadTarget
from proofs.targets.target import GIVEN_UP, Answer, Died, Made, Odd, Plain, Raised, Trouble, Unsupported

MOST_WITNESSES = 5
MOST_DEATHS = 2
"""So many deaths of the target end a round of questions: each costs a new process, and one is enough to fail."""


@dataclass(frozen=True)
class Effort:
    """How much is asked: cases of a clause, cases of the map, releases of one vector, and draws of a law.

    A law is drawn so often at least, and at most unless it is suspect. Large inputs are slow to release from, and tell
    less: they begin so many stages earlier that all draws of a law have no more than `scores`. In so many seconds of
    processor time `repeats` are looked for, beyond a least number of releases; the `slightest` part of the releases is
    seen that repeats the one before, or avoids to.
    """

    cases: int = 400
    maps: int = 3000
    tries: int = 10
    draws: int = 150
    most: int = 1350
    scores: int = 2**62
    repeats: float = inf
    slightest: Fraction = Fraction(1, 16)

    def least(self, size: int) -> int:
        """How often a law on so many scores is drawn at least."""
        draws = self.draws
        while draws * size > self.scores:
            draws //= GROWTH
        return draws


QUICK = Effort(scores=300, repeats=1.0, slightest=Fraction(1, 8))
STANDARD = Effort(draws=5000, most=500_000)
DEEP = Effort(cases=4000, maps=40000, tries=100, draws=50000, most=500_000)
"""What is exact is asked alike at every effort up to standard."""


class Skip(Exception):
    """This case cannot be asked of this target: the case does not count."""


@dataclass
class Ask:
    """What is wanted of the checks: `clauses` by name, or all; of each, `only` the case of this number, or all.

    `progress` hears what is under way, in one line, and `found` the first failure of each clause, at once. Where the
    target died is kept in `deaths`, for the clause that it lives. After `latest` the target is too slow to be asked.
    """

    clauses: frozenset[str] | None = None
    only: int | None = None
    effort: Effort = STANDARD
    progress: Callable[[str], None] = lambda line: None
    clock: Callable[[], float] = time.monotonic
    found: Callable[[Failure], None] = lambda failure: None
    deaths: list[Failure] = field(default_factory=list)
    latest: float = inf

    def wanted(self, *clauses: Clause) -> tuple[Clause, ...]:
        """Those of the clauses that are asked for."""
        return tuple(clause for clause in clauses if self.clauses is None or clause.name in self.clauses)

    def go_on(self, doing: str) -> None:
        """Say what is under way, unless that takes far too long: then nothing can be said of the target."""
        if self.clock() > self.latest:
            raise BadTarget(f"it is too slow to be held against all clauses: given up at {doing}")
        self.progress(doing)

    def died(self, case: Case, setting: Setting, trouble: Died, question: str = "") -> None:
        """Remember where the target died, and of which question; that it was given up after that is no other death."""
        if trouble.how.startswith(GIVEN_UP) and self.deaths:
            return
        self.deaths.append(Failure(case, setting, f"{question}: {trouble.how}" if question else trouble.how))


class Round:
    """The cases of clauses that share their questions, numbered from 0, simple ones first; and what came of them."""

    def __init__(
        self, ask: Ask, clauses: Sequence[Clause], count: int, most: int, order: Iterable[int] | None = None
    ) -> None:
        """There are `count` cases, of which `most` are asked at most, the first ones in the order or by turns."""
        self.ask = ask
        self.clauses = ask.wanted(*clauses)
        if not self.clauses:
            self.numbers: tuple[int, ...] = ()
        elif ask.only is not None:
            if ask.only >= count:
                raise BadTarget(f"{self.clauses[0].name} has no case {ask.only:,}: it has {count:,}, numbered from 0")
            self.numbers = (ask.only,)
        else:
            self.numbers = spread(count, most) if order is None else (*islice(order, most),)
        self.begun = 0
        self._deaths = 0
        self._cases = dict.fromkeys(self.clauses, 0)
        self._failed = dict.fromkeys(self.clauses, 0)
        self._failures: dict[Clause, list[Failure]] = {clause: [] for clause in self.clauses}

    def __iter__(self) -> Iterator[int]:
        """The numbers of the cases to ask, until the target has died too often."""
        for number in self.numbers:
            if self._deaths >= MOST_DEATHS:
                return
            self.ask.go_on(f"{self.clauses[0].name}: {self.begun:,} of {len(self.numbers):,} cases")
            self.begun += 1
            yield number

    def made(self, number: int, setting: Setting, made: Made | Trouble) -> Made | Raised | Odd:
        """What a factory returned, or how it refused."""
        if isinstance(made, Unsupported | Died):
            self._skip(number, setting, made, "construction")
        return made

    def heard(self, number: int, setting: Setting, answer: Answer, question: str = "") -> Plain | Raised | Odd:
        """An answer that a clause can judge; of which `question` the target died is told."""
        if isinstance(answer, Unsupported | Died):
            self._skip(number, setting, answer, question)
        return answer

    def _skip(self, number: int, setting: Setting, trouble: Unsupported | Died, question: str) -> NoReturn:
        if isinstance(trouble, Died):
            self._deaths += 1
            self.ask.died(Case(self.clauses[0], number), setting, trouble, question)
        raise Skip

    def count(self, *clauses: Clause) -> None:
        """A case of these clauses has been asked and answered."""
        for clause in self.ask.wanted(*clauses):
            self._cases[clause] += 1

    def fail(
        self, clause: Clause, number: int, setting: Setting, witness: str, numbers: Mapping[str, str] | None = None
    ) -> None:
        """A case that has been counted fails; the few of the smallest numbers are kept."""
        if clause in self._failures:
            self._failed[clause] += 1
            kept = self._failures[clause]
            kept.append(Failure(Case(clause, number), setting, witness, numbers or {}))
            if self._failed[clause] == 1 and clause.gates:
                self.ask.found(kept[0])
            kept.sort(key=lambda failure: failure.case.number or 0)
            del kept[MOST_WITNESSES:]

    def has_enough(self, clause: Clause, many: int = MOST_WITNESSES) -> bool:
        """Tell whether there are so many failures."""
        return self._failed.get(clause, 0) >= many

    def verdicts(self, details: Mapping[Clause, str] | None = None) -> Iterator[Verdict]:
        """What became of each clause that is wanted."""
        for clause in self.clauses:
            cases, failed = self._cases[clause], self._failed[clause]
            parts = [f"{failed} of {cases} cases"] if failed > 1 else []
            parts += [details[clause]] if details and details.get(clause) else []
            left = len(self.numbers) - self.begun
            parts += [f"not asked: {left}"] if left else []
            yield verdict(clause, cases, self._failures[clause], "; ".join(parts), left)


def spread(count: int, most: int) -> tuple[int, ...]:
    """At most `most` of the numbers below count, in the order to ask them: the first ones and others by turns.

    The others are scattered over all. What is chosen for a smaller `most` is chosen first for a larger one.
    """
    return _by_turns(count)[:most]


@cache
def _by_turns(count: int) -> tuple[int, ...]:
    bits = count.bit_length()
    scattered = [i for i in (int(f"{i:0{bits}b}"[::-1], 2) for i in range(1 << bits)) if i < count]
    turns = itertools.chain.from_iterable(zip(range(count), scattered, strict=True))
    return tuple(dict.fromkeys(turns))
