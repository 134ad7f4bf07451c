"""Whether every release draws its own coins: two processes must not repeat each other, nor a process itself."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.bench import Bench, indices
from proofs.conform.clauses import LAW_FRESH
from proofs.conform.model import Verdict
from proofs.conform.target import Answer, Target, Trouble
from proofs.conform.triples import Setting
from proofs.statistics.budget import FalseAlarmRate
from proofs.statistics.evidence import Null, e_value

LENGTH = 64
TIES = (0.0,) * 8
"""All outputs are equally likely: two independent series of 64 are the same with probability 8^-64."""

PAIR = (0.0, 0.0)
PAIRS = 1000


def check_fresh(bench: Bench, ask: Ask, alpha: FalseAlarmRate) -> Iterator[Verdict]:
    """`law.fresh`: case 0 compares processes, case 1 one release with the next."""
    asked = Round(ask, [LAW_FRESH], 2, 2)
    for number in asked:
        setting = Setting(size=len((TIES, PAIR)[number]), measure=bench.triple.measures[0])
        try:
            if number == 0:
                _, *others = series = [_series(asked, bench, target, 0, setting) for target in bench.pair]
                asked.count(LAW_FRESH)
                if series[0] in others:
                    words = f"two processes gave the same {LENGTH} outputs on {len(TIES)} equal scores"
                    asked.fail(LAW_FRESH, 0, setting, words, {"probability": f"8^-{LENGTH}"})
            else:
                found = _next(asked, bench, setting)
                asked.count(LAW_FRESH)
                if found > 1 / alpha:
                    words = "on two equal scores an output depends on the one before"
                    asked.fail(LAW_FRESH, 1, setting, words, {"evidence": f"{found:.4g}", "pairs": str(PAIRS)})
        except Skip:
            continue
    yield from asked.verdicts()


def _series(asked: Round, bench: Bench, target: Target, number: int, setting: Setting) -> Sequence[Answer]:
    made = bench.made(target, setting)
    if isinstance(made, Trouble):
        raise Skip
    count, x = ((LENGTH, TIES), (2 * PAIRS, PAIR))[number]
    answers = list(made.series(x, count))
    for answer in answers:
        asked.heard(number, setting, answer)
    if len(answers) < count:
        raise Skip
    return answers


def _next(asked: Round, bench: Bench, setting: Setting) -> float:
    """The evidence against independence of an output and the next, each uniform on two indices."""
    answers = [indices(bench.triple, answer) for answer in _series(asked, bench, bench.first, 1, setting)]
    counts = Counter(zip(answers[::2], answers[1::2], strict=True))
    cells = [((a,), (b,)) for a in (0, 1) for b in (0, 1)]
    if counts.keys() - set(cells):
        raise Skip  # outputs of another shape have a clause of their own
    return float(e_value(Null([(cell, Fraction(1, 4)) for cell in cells]), [counts[cell] for cell in cells]).mid())
