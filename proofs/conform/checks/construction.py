"""Construction: are parameters that describe no mechanism refused, and those that describe one accepted?

Where correct implementations differ, nothing fails, and the verdict's detail tells which way the target went: a scale
of -0.0 or infinity, a boolean for a scale, no noise, no rounds, integers, no known size.
"""

import itertools
import math
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction

from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.cases import fitted
from proofs.conform.checks.numbers import call, number_of, scale_of, shown
from proofs.conform.clauses import ACCEPTS, REFUSES
from proofs.conform.model import Verdict
from proofs.conform.triples import Selection, Setting
from proofs.targets.target import Made, Odd, Raised, Target, Trouble
from spec.space import Measure

SCORES = (0.0, 1.0, 2.0)


@dataclass(frozen=True)
class Question:
    """Parameters to construct with: a setting, and raw values to put over its arguments."""

    what: str
    setting: Setting
    raw: Mapping[str, object] = field(default_factory=dict)

    def arguments(self, triple: Selection) -> Mapping[str, object]:
        """The factory's arguments."""
        return {**triple.arguments(self.setting), **self.raw}


def check_refuses(target: Target, triple: Selection, ask: Ask) -> Iterator[Verdict]:
    """Is refused what describes no mechanism, at construction or else by both the map and every release?"""
    questions = _no_mechanisms(triple)
    asked = Round(ask, [REFUSES], len(questions), ask.effort.cases)
    for number in asked:
        question = questions[number]
        with suppress(Skip):
            made = asked.made(number, question.setting, target.make(question.arguments(triple)))
            asked.count(REFUSES)
            if not isinstance(made, Trouble) and (used := _used(asked, number, question.setting, made)):
                asked.fail(REFUSES, number, question.setting, f"{question.what} is accepted: {used}")
    yield from asked.verdicts({REFUSES: _ways(target, triple, _debatable(triple)) if asked.numbers[1:] else ""})


def check_accepts(target: Target, triple: Selection, ask: Ask) -> Iterator[Verdict]:
    """Is accepted what describes a mechanism on floats?"""
    settings = _mechanisms(triple)
    asked = Round(ask, [ACCEPTS], len(settings), ask.effort.cases)
    lacking = _measures_it_lacks(target, triple) if asked.numbers[1:] else ()
    for number in asked:
        setting = settings[number]
        if setting.measure in lacking:
            continue
        with suppress(Skip):
            made = asked.made(number, setting, target.make(triple.arguments(setting)))
            asked.count(ACCEPTS)
            if isinstance(made, Raised):
                asked.fail(ACCEPTS, number, setting, f"an ordinary setting is refused: {made.type}: {_line(made)}")
            elif isinstance(made, Odd):
                asked.fail(ACCEPTS, number, setting, f"the factory returns {made.type}, which is no measurement")
    ways = [f"has nothing under {type(measure).__name__}" for measure in lacking]
    ways += [_ways(target, triple, _corners(triple))] if asked.numbers[1:] else []
    yield from asked.verdicts({ACCEPTS: "; ".join(ways)})


def _measures_it_lacks(target: Target, triple: Selection) -> tuple[Measure, ...]:
    """The measures that are refused, if another is not: a target may be made for some of them alone."""
    refused = tuple(
        measure
        for measure in triple.measures
        if isinstance(target.make(triple.arguments(replace(_plain(triple), measure=measure))), Raised)
    )
    return refused if len(refused) < len(triple.measures) else ()


def _plain(triple: Selection) -> Setting:
    return fitted(triple, [Setting()])[0]


def _no_mechanisms(triple: Selection) -> list[Question]:
    scale = scale_of(triple)
    usual = _plain(triple)
    questions = [
        Question(f"{scale} = {value!r}", replace(usual, scale=value)) for value in (-1.0, math.nan, -math.inf, -5e-324)
    ]
    questions.append(Question("a domain with NaN", replace(usual, nan=True)))
    if "k" in triple.varies:
        questions.append(Question("k = 4 of 3 candidates", replace(usual, k=4, size=3)))
        questions += [Question(f"k = -1, size = {size}", replace(usual, k=-1, size=size)) for size in (None, 3)]
    if "optimize" in triple.parameters:
        questions.append(Question("optimize = 'median'", usual, {"optimize": "median"}))
    measures = fitted(triple, [Setting(scale=-1.0, measure=measure) for measure in triple.measures[1:]])
    return questions + [Question(f"{scale} = -1.0", setting) for setting in measures if setting.scale != usual.scale]


def _used(asked: Round, number: int, setting: Setting, made: Made) -> str:
    """What the mechanism is used for all the same; nothing, if it refuses later or promises enough.

    A factory that reads k = -1 as the largest of its integers selects all, and its map may say so.
    """
    d_out = asked.heard(number, setting, made.map(1.0), "map(1.0)")
    output = asked.heard(number, setting, made.invoke(SCORES), call(SCORES))
    if isinstance(d_out, Raised) and isinstance(output, Raised):
        return ""
    if setting.k < 0 and isinstance(output, tuple):
        least = 2 * len(output) / Fraction(setting.scale)
        bound = number_of(d_out)
        if isinstance(d_out, Raised) or (bound is not None and bound >= least):
            return ""
    told = [
        f"{name} {'raises ' + value.type if isinstance(value, Raised) else '= ' + shown(value)}"
        for name, value in (("map(1.0)", d_out), (call(SCORES), output))
    ]
    return ", ".join(told)


def _mechanisms(triple: Selection) -> list[Setting]:
    scales, ks, sizes = (1.0, 2.0, 0.5, 3.7, 1e-3, 1e6), (1, 2, 3), (None, 5)
    settings = [
        Setting(scale, k, negate, measure, monotonic, size=size)
        for scale, k, size, negate, measure, monotonic in itertools.product(
            scales, ks, sizes, (False, True), triple.measures, (False, True)
        )
    ]
    return sorted(fitted(triple, settings), key=lambda s: scales.index(s.scale) + s.k + s.negate + s.monotonic)


def _debatable(triple: Selection) -> list[Question]:
    """What describes no mechanism in our reading, and may in another."""
    usual = fitted(triple, [Setting()])[0]
    scale = scale_of(triple)
    questions = [Question(f"{scale} = {value}", replace(usual, scale=value)) for value in (-0.0, math.inf)]
    questions.append(Question(f"{scale} = True", usual, {scale: True}))
    return questions if triple.indices else [*questions, Question("a domain of any size", replace(usual, size=None))]


def _corners(triple: Selection) -> list[Question]:
    """What describes a mechanism in our reading, and may not in another."""
    scale = scale_of(triple)
    usual = _plain(triple)
    questions = [
        Question(f"{scale} = 0.0", replace(usual, scale=0.0)),
        Question(f"{scale} = 5e-324", replace(usual, scale=5e-324)),
        Question("integer scores", replace(usual, T=int)),
    ]
    return [*questions, Question("k = 0", replace(usual, k=0))] if "k" in triple.varies else questions


def _ways(target: Target, triple: Selection, questions: list[Question]) -> str:
    """Which way the target goes where it may go either."""
    made = [(question.what, target.make(question.arguments(triple))) for question in questions]
    ways = {
        "accepts": [what for what, found in made if not isinstance(found, Trouble)],
        "refuses": [what for what, found in made if isinstance(found, Raised)],
    }
    return "; ".join(f"{way}, as it may, {', '.join(found)}" for way, found in ways.items() if found)


def _line(raised: Raised) -> str:
    return " ".join(raised.message.split())[:200]
