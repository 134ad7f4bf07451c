"""Whether an object releases an input as it would alone, though it releases another one in between.

What is kept of one input, such as weights under a name that another has, too, shows where the two come by turns. It
counts only if the same input, released alone by a new object, has the promised law.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from impl.ball import Ball, ball
from proofs.conform.ask import Round, Skip
from proofs.conform.checks.law_cases import LawCase, Scores, written
from proofs.conform.checks.law_evidence import DOUBT, Experiment
from proofs.conform.contract import Contract
from proofs.conform.pool import Bench
from proofs.conform.triples import Selection, Setting
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.evidence import e_value
from proofs.targets.target import Made, Target, Trouble

NUMBER = 6
"""The number of this case of `law.fresh`."""
RELEASES, ALONE, MOST = 60, 180, 4
"""Releases of each input by turns, and alone, where more show what is wrong there, too; and pairs of inputs."""
PAIRS: tuple[tuple[Scores, Scores], ...] = (
    ((0.0, 1.0, 4.0), (4.0, 1.0, 0.0)),
    ((0.0, 1.0, 4.0), (1.0, 4.0, 0.0)),
    ((1.0, 1.0, 1.0), (1.0, 1.0, 4.0)),
    ((2.0, 5.0, 2.0), (2.0, -1.0, 2.0)),
)
"""The same scores in another order, and others that are alike in part."""


def setting_of(triple: Contract) -> Setting:
    """The parameters of the object."""
    return Setting(size=3, measure=triple.measures[0]) if isinstance(triple, Selection) else triple.settings[0]


def _pairs(triple: Contract) -> Sequence[tuple[Any, Any]]:
    if isinstance(triple, Selection):
        return PAIRS
    return [*pairwise(triple.members(setting_of(triple)))][:MOST]


def by_turns(asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    """What speaks against a law of an input only where another comes by turns.

    Each input is released alone in a process of its own, for what is kept may be kept for all objects of a process.
    """
    setting, pairs = setting_of(bench.triple), _pairs(bench.triple)
    for pair in pairs:
        alone = [_made(target, bench.triple).series(x, ALONE) for target, x in zip(_two(bench), pair, strict=True)]
        together = _made(bench.first, bench.triple).series(pair[0], 2 * RELEASES, pair[1])
        for place, x in enumerate(pair):
            case = LawCase(setting, x, "")
            told, excuse = (Experiment(bench.triple, case, NUMBER, FalseAlarmRate(alpha)) for _ in range(2))
            for experiment, answers, due in (told, together[place::2], RELEASES), (excuse, alone[place], ALONE):
                experiment.feed([(asked.heard(NUMBER, setting, answer), 1) for answer in answers])
                if len(answers) < due:
                    raise Skip
            if _evidence(told) > ball(2 * len(pairs) / alpha) and not _evidence(excuse) > DOUBT:
                return f"on {written(x)}, where {written(pair[1 - place])} comes by turns: {told.witness()[0]}"
    return None


def _two(bench: Bench) -> tuple[Target, Target]:
    return bench.first, bench.pair[-1]


def _made(target: Target, triple: Contract) -> Made:
    made = target.make(triple.arguments(setting_of(triple)))
    if isinstance(made, Trouble):
        raise Skip
    return made


def _evidence(experiment: Experiment) -> Ball:
    """How strongly draws speak against their law: without end if one is impossible."""
    if experiment.odd or experiment.seen.keys() - experiment.promised.keys():
        return Ball.pos_inf()
    return e_value(experiment.null, experiment.counts)
