"""The output: has it the right shape, and are the best ones released where there is no noise?"""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.cases import fitted
from proofs.conform.checks.numbers import call, told
from proofs.conform.clauses import SCALE_ZERO, SHAPE, TIES
from proofs.conform.model import Clause, Verdict
from proofs.conform.triples import Selection, Setting
from proofs.targets.target import Answer, Made, Odd, Plain, Raised, Target, Trouble

FEW = 3
"""Scores of which no more are released on extreme draws."""
Scores = tuple[float, ...]
Judge = Callable[["Release", Plain | Raised | Odd], str]
"""What is wrong with one answer; nothing, if nothing is."""


@dataclass(frozen=True)
class Release:
    """Scores put to the mechanism of a setting."""

    setting: Setting
    x: Scores

    @property
    def best(self) -> tuple[int, ...]:
        """The k best indices, best first, of equal scores the last first."""
        sign = 1 if self.setting.negate else -1
        order = sorted(range(len(self.x)), key=lambda i: (sign * self.x[i], -i))
        return tuple(order[: self.setting.k])


def check_shape(target: Target, triple: Selection, ask: Ask) -> Iterator[Verdict]:
    """Is the output k distinct indices in range, or one index?"""
    yield from _check(SHAPE, _shapes(triple), _is_shaped(triple), ask.effort.tries // 3, target, triple, ask)


def check_scale_zero(target: Target, triple: Selection, ask: Ask) -> Iterator[Verdict]:
    """Are the best of distinct scores released without noise, best first?"""
    yield from _check(SCALE_ZERO, _noiseless(triple, DISTINCT), _is_best(triple), 3, target, triple, ask)


def check_ties(target: Target, triple: Selection, ask: Ask) -> Iterator[Verdict]:
    """Does the last of equal scores come first without noise?"""
    yield from _check(TIES, _noiseless(triple, TIED), _is_best(triple), 3, target, triple, ask)


def _check(
    clause: Clause, cases: Sequence[Release], judge: Judge, tries: int, target: Target, triple: Selection, ask: Ask
) -> Iterator[Verdict]:
    asked = Round(ask, [clause], len(cases), ask.effort.cases)
    for number in asked:
        case = cases[number]
        with suppress(Skip):
            made = asked.made(number, case.setting, target.make(triple.arguments(case.setting)))
            if isinstance(made, Trouble):
                continue
            releases = [answer for answer, _ in made.sample(case.x, tries)]
            releases += _cornered(made, case) if clause is SHAPE else []
            answers = [asked.heard(number, case.setting, answer, call(case.x)) for answer in releases]
            asked.count(clause)
            wrong = [(answer, what) for answer in answers if (what := judge(case, answer))]
            if wrong:
                answer, what = wrong[0]
                given = {"x": str(list(case.x)), "output": _written(answer)}
                asked.fail(clause, number, case.setting, f"{call(case.x)} {what}", given)
    yield from asked.verdicts()


def _cornered(made: Made, case: Release) -> list[Answer]:
    """What comes of several indices among few scores where every draw is extreme: however rare it is, it comes."""
    is_asked = 1 < case.setting.k <= len(case.x) <= FEW and not made.takes_draw
    answers = made.corners(case.x, first=True) if is_asked else ()
    return [] if isinstance(answers, Trouble) else [answer for answer in answers if isinstance(answer, tuple | int)]


def _is_shaped(triple: Selection) -> Judge:
    def judge(case: Release, answer: Plain | Raised | Odd) -> str:
        n, k = len(case.x), case.setting.k
        if isinstance(answer, Raised):
            return "" if k == 0 or k > n else told(answer)
        if not triple.indices:
            return "" if type(answer) is int and 0 <= answer < n else f"= {_written(answer)}, no index below {n}"
        if not isinstance(answer, tuple):
            return f"= {_written(answer)}, no list of indices"
        if not all(type(index) is int and 0 <= index < n for index in answer):
            return f"= {_written(answer)}, not all of them indices below {n}"
        if len(set(answer)) < len(answer):
            return f"= {_written(answer)}, one index twice"
        return "" if len(answer) == min(k, n) else f"= {_written(answer)}, not {min(k, n)} indices"

    return judge


def _is_best(triple: Selection) -> Judge:
    def judge(case: Release, answer: Plain | Raised | Odd) -> str:
        best: Plain = case.best if triple.indices else case.best[0]
        return "" if isinstance(answer, Raised) or answer == best else f"= {_written(answer)}, and the best are {best}"

    return judge


def _shapes(triple: Selection) -> list[Release]:
    """Few scores and every k, one more than there are scores included; then many."""
    vectors: tuple[Scores, ...] = (
        (0.0, 1.0, 2.0),
        (0.0,),
        (5.0, 5.0),
        (3.0, -1.0, 3.0, 0.0, 2.5),
        (-1e308, 1e308, 0.0),
        (1e-320, 0.0, -0.0, 5e-324),
        tuple(float(i % 17) for i in range(40)),
    )
    sizes = (None, 0) if triple.indices else (0,)
    cases = []
    for x, measure, negate, size in itertools.product(vectors, triple.measures, (False, True), sizes):
        n = len(x)
        ks = (1, n) if n > 30 else (*range(1, n + 2 if size is None else n + 1), 0)
        for k in ks:
            cases.append(Release(Setting(1.0, k, negate, measure, size=size if size is None else n), x))
    return _read(triple, cases)


DISTINCT: tuple[Scores, ...] = (
    (0.0, 1.0),
    (1.0, 0.0),
    (100.0, 0.0, 150.0, 50.0),
    (-3.0, -1.0, -2.0),
    (1.0, math.nextafter(1.0, 2.0), math.nextafter(1.0, 0.0)),
    (5e-324, 0.0, 1e-323),
    (1e308, -1e308, 1.7e308, 0.0),
    (2.0**53, 2.0**53 + 2, 2.0**53 - 1),
    tuple(float((i * 37) % 101) for i in range(101)),
)
TIED: tuple[Scores, ...] = (
    (0.0, 0.0),
    (1.0, 0.0, 1.0),
    (0.0, 1.0, 1.0, 0.0),
    (0.0, -0.0, 0.0),
    (1e308, 1e308),
    (2.0,) * 9,
)


def _noiseless(triple: Selection, vectors: Sequence[Scores]) -> list[Release]:
    cases = [
        Release(Setting(0.0, k, negate, measure, size=len(x)), x)
        for x, measure, negate in itertools.product(vectors, triple.measures, (False, True))
        for k in sorted({1, 2, len(x)})
    ]
    return _read(triple, cases)


def _read(triple: Selection, cases: Sequence[Release]) -> list[Release]:
    """The cases as the triple reads them, each once."""
    return list(dict.fromkeys(replace(case, setting=fitted(triple, [case.setting])[0]) for case in cases))


def _written(answer: Plain | Raised | Odd) -> str:
    match answer:
        case tuple():
            return str(list(answer)) if len(answer) <= 12 else f"{list(answer[:5])}... of {len(answer)}"
        case Odd(name):
            return f"a value of type {name}"
        case _:
            return repr(answer)
