"""Whether releases are independent: of other processes, of each other, and of how many there were before.

Eight equal scores are released in two processes that start at the same time: the same series of 64 outputs has
probability 8^-64. On two equal scores, an output and one a few releases later are a pair that is uniform on four; so
are the first outputs of two new objects.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from impl.ball import ball
from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.clauses import LAW_FRESH, MAP_STEADY
from proofs.conform.model import Verdict
from proofs.conform.pool import Bench, indices
from proofs.conform.triples import Selection, Setting
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.evidence import Null, e_value
from proofs.targets.target import Answer, Target, Trouble

LENGTH = 64
TIES = (0.0,) * 8
PAIR = (0.0, 0.0)
RELEASES = 40
"""So many releases of one object for each case that an effort asks of a clause."""

OBJECTS = 120
LAGS = (1, 2, 3, 5)
CELLS = tuple(((a,), (b,)) for a in (0, 1) for b in (0, 1))


def check_fresh(bench: Bench, ask: Ask, alpha: FalseAlarmRate) -> Iterator[Verdict]:
    """`law.fresh`: case 0 compares processes, case 1 the first releases of many objects, case 2 those of one."""
    cases: tuple[Callable[[Round, Bench, Fraction], str | None], ...] = (_processes, _objects, _releases)
    asked = Round(ask, [LAW_FRESH], len(cases), len(cases))
    for number in asked:
        try:
            witness = cases[number](asked, bench, alpha / len(cases))
        except Skip:
            continue
        asked.count(LAW_FRESH)
        if witness is not None:
            asked.fail(LAW_FRESH, number, _setting(bench, TIES if number == 0 else PAIR), witness)
    yield from asked.verdicts()


def check_steady(target: Target, triple: Selection, ask: Ask) -> Iterator[Verdict]:
    """`map.steady`: the bound at a distance before and after some releases, and again."""
    cases = [(d_in, measure) for measure in triple.measures for d_in in (1.0, 0.5, 3.0)]
    asked = Round(ask, [MAP_STEADY], len(cases), len(cases))
    for number in asked:
        d_in, measure = cases[number]
        setting = Setting(size=2, measure=measure)
        made = target.make(triple.arguments(setting))
        if isinstance(made, Trouble):
            continue
        before = made.map(d_in)
        made.sample(PAIR, 5)
        after = [made.map(d_in), made.map(d_in)]
        asked.count(MAP_STEADY)
        if any(repr(answer) != repr(before) for answer in after):
            told = ", then ".join(map(str, after))
            asked.fail(MAP_STEADY, number, setting, f"map({d_in}) = {before}, and after five releases {told}")
    yield from asked.verdicts()


def _setting(bench: Bench, x: Sequence[float]) -> Setting:
    return Setting(size=len(x), measure=bench.triple.measures[0])


def _processes(asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    setting = _setting(bench, TIES)
    for target in bench.pair:
        target.renew()
    made = [bench.made(target, setting) for target in bench.pair]
    series = [_series(asked, 0, setting, m.series(TIES, LENGTH)) for m in made if not isinstance(m, Trouble)]
    if len(series) < len(made):
        raise Skip
    common = min(map(len, series))
    if len({tuple(answers[:common]) for answers in series}) < len(series):
        return f"two processes gave the same {LENGTH} outputs on {len(TIES)} equal scores"
    return None


def _releases(asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    setting = _setting(bench, PAIR)
    made = bench.made(bench.first, setting)
    if isinstance(made, Trouble):
        raise Skip
    answers = _series(asked, 2, setting, made.series(PAIR, RELEASES * asked.ask.effort.cases))
    for lag in LAGS:
        for start in range(lag + 1):
            pairs = [(answers[i], answers[i + lag]) for i in range(start, len(answers) - lag, lag + 1)]
            if _dependent(bench, pairs, alpha / len(LAGS) / (lag + 1)):
                return f"on two equal scores an output depends on the {lag}. before it"
    return None


def _objects(asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    setting = _setting(bench, PAIR)
    first: list[Answer] = []
    for _ in range(OBJECTS):
        made = bench.first.make(bench.triple.arguments(setting))
        if isinstance(made, Trouble):
            raise Skip
        first.append(made.invoke(PAIR))
    answers = _series(asked, 1, setting, first)
    if _dependent(bench, list(zip(answers[::2], answers[1::2], strict=True)), alpha):
        return "the first output of a new object on two equal scores is not that of a fair coin"
    return None


def _series(asked: Round, number: int, setting: Setting, answers: Sequence[Answer]) -> Sequence[Answer]:
    for answer in answers:
        asked.heard(number, setting, answer, "a series of releases on equal scores")
    if len(answers) < OBJECTS // 2:
        raise Skip
    return answers


def _dependent(bench: Bench, pairs: Sequence[tuple[Answer, Answer]], alpha: Fraction) -> bool:
    """Whether pairs speak against two independent fair coins; outputs of another shape have clauses of their own."""
    counts = Counter((indices(bench.triple, a), indices(bench.triple, b)) for a, b in pairs)
    if counts.keys() - set(CELLS):
        raise Skip
    found = e_value(Null([(cell, Fraction(1, 4)) for cell in CELLS]), [counts[cell] for cell in CELLS])
    return bool(found > ball(1 / alpha))
