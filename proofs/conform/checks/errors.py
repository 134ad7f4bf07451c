"""Errors: do two vectors cause the same error or none?

An error may come by chance. A pair fails only if, were the error as likely on one vector as on the other, it would come
so unevenly with probability 10^-14 at most (Fisher's exact test); where it comes always on one and never on the other,
26 releases of each show it.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.checks.error_cases import ErrorCase, Scores, close_cases, printed_cases
from proofs.conform.checks.law_cases import written
from proofs.conform.checks.numbers import call
from proofs.conform.clauses import ERRORS_CLOSE, ERRORS_PRINTED
from proofs.conform.contract import Contract
from proofs.conform.model import Clause, Verdict
from proofs.conform.triples import Setting
from proofs.targets.target import Answer, Died, Made, Odd, Plain, Raised, Target, Trouble

RATE = Fraction(1, 10**14)
LOOKS = (30, 2000)
"""Releases of each vector before a difference counts, and if they are too few."""

Error = tuple[str, str]
"""Class and message."""

NONE: Error = ("", "")
DIED = Died("")

Seen = Mapping[Error, int]


def check_errors(target: Target, triple: Contract, ask: Ask) -> Iterator[Verdict]:
    """Do close vectors, and any two members of the domain, cause the same error or none, to the last letter?"""
    known = _Known(target, triple)
    for clause, cases in ((ERRORS_CLOSE, close_cases(triple)), (ERRORS_PRINTED, printed_cases(triple))):
        yield from _check(clause, cases, known, ask)


def _check(clause: Clause, cases: Sequence[ErrorCase], known: "_Known", ask: Ask) -> Iterator[Verdict]:
    asked = Round(ask, [clause], len(cases), ask.effort.cases)
    for number in asked:
        if asked.has_enough(clause):
            break
        case = cases[number]
        with suppress(Skip):
            hear = partial(asked.heard, number, case.setting)
            made = asked.made(number, case.setting, known.made(case.setting))
            if isinstance(made, Trouble):
                continue
            of_x, of_y = (known.errors(case.setting, made, x) for x in (case.x, case.y))
            for errors in (of_x, of_y):
                errors.release(ask.effort.tries, hear)
            asked.count(clause)
            for tries in LOOKS:
                if of_x.seen.keys() == of_y.seen.keys():
                    break
                for errors in (of_x, of_y):
                    errors.release(tries, hear)
                if _differ(of_x.seen, of_y.seen):
                    asked.fail(clause, number, case.setting, _witness(of_x, of_y), _numbers(of_x, of_y))
                    break
    yield from asked.verdicts()


@dataclass
class _Errors:
    """What the releases of one vector caused, and how often; no error is one of the things."""

    made: Made
    x: Scores
    seen: Counter[Error] = field(default_factory=Counter)
    is_deadly: bool = False

    def release(self, tries: int, hear: Callable[[Answer, str], Plain | Raised | Odd]) -> None:
        """Release until there are so many releases; what the target died of is not released again."""
        if self.is_deadly:
            raise Skip
        missing = tries - self.seen.total()
        for answer, count in self.made.sample(self.x, missing) if missing > 0 else ():
            self.is_deadly = isinstance(answer, Died)
            heard = hear(answer, call(self.x))
            self.seen[(heard.type, heard.message) if isinstance(heard, Raised) else NONE] += count

    def __str__(self) -> str:
        """What came, in words."""
        told = []
        for error, count in sorted(self.seen.items()):
            name, message = error
            often = "" if count == self.seen.total() else f" in {count} of {self.seen.total()} releases"
            told.append(("no error" if error == NONE else f"{name}: {' '.join(message.split())[:120]}") + often)
        return ", ".join(told[:3])


@dataclass
class _Known:
    """What was made of each setting, and what each vector caused: both clauses look at the same releases."""

    target: Target
    triple: Contract
    _made: dict[Setting, Made | Trouble] = field(default_factory=dict)
    _errors: dict[tuple[Setting, str], _Errors] = field(default_factory=dict)

    def made(self, setting: Setting) -> Made | Trouble:
        """What the factory makes of a setting; a death is no answer."""
        if isinstance(self._made.get(setting, DIED), Died):
            self._made[setting] = self.target.make(self.triple.arguments(setting))
        return self._made[setting]

    def errors(self, setting: Setting, made: Made, x: Scores) -> _Errors:
        """What a vector causes."""
        return self._errors.setdefault((setting, repr(x)), _Errors(made, x))


def _differ(of_x: Seen, of_y: Seen) -> bool:
    """Tell whether an error comes too unevenly to be equally likely on both."""
    n, m = sum(of_x.values()), sum(of_y.values())
    return any(_chance(of_x.get(e, 0), n, of_y.get(e, 0), m) <= RATE for e in {*of_x, *of_y})


def _chance(a: int, n: int, b: int, m: int) -> Fraction:
    """Fisher's exact test: twice the chance that a + b equal events among n + m fall so unevenly, or more."""
    total = a + b

    def at(of_x: int) -> int:
        return math.comb(n, of_x) * math.comb(m, total - of_x)

    possible = range(max(0, total - m), min(n, total) + 1)
    low = sum(at(i) for i in possible if i <= a)
    high = sum(at(i) for i in possible if i >= a)
    return Fraction(2 * min(low, high), math.comb(n + m, total))


def _witness(of_x: _Errors, of_y: _Errors) -> str:
    return f"{call(of_x.x)}: {of_x}; {call(of_y.x)}: {of_y}"


def _numbers(of_x: _Errors, of_y: _Errors) -> dict[str, str]:
    return {"x": written(of_x.x), "x'": written(of_y.x), "on x": str(of_x), "on x'": str(of_y)}
