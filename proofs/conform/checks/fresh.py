"""Whether releases are independent: of other processes, of each other, and of how many there were before.

Eight equal scores are released in two processes that are both new: the same series of 64 outputs has
probability 8^-64. On two equal scores, an output and one a few releases later are a pair that is uniform on four; so
are the first outputs of two new objects. A contract that states its own inputs has one whose law is the most even.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import ceil, log, perm

from impl.ball import Ball, ball, precision
from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.ball_laws import BITS, Probabilities
from proofs.conform.checks.law_cases import Scores, written
from proofs.conform.clauses import LAW_FRESH, MAP_STEADY
from proofs.conform.contract import Contract, Stated
from proofs.conform.model import Verdict
from proofs.conform.pool import Bench, indices
from proofs.conform.promised_law import REST, Outcome
from proofs.conform.triples import Selection, Setting
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.evidence import Null, e_value
from proofs.targets.target import Answer, Target, Trouble

LENGTH = 64
TIES: Scores = (0.0,) * 8
PAIR: Scores = (0.0, 0.0)
SAME = Fraction(1, 10**13)
"""The chance that two independent series of the same law are equal, at most; longer ones are asked for if need be."""
RELEASES = 10
"""So many releases of one object for each case that an effort asks of a clause."""
MANY: Scores = (0.0,) * 32
SOME_OF = 5
"""So many of eight equal scores come in 6,720 orders, of which one hardly ever comes twice."""
FAR, SHORT, LONG, LONGER = 64, 1000, 8000, 24_000
"""How many releases apart outputs are compared that are nearly all different, of how many at least and if there is time
for it, and of how many more if there is doubt."""
REPEATED = tuple(Fraction(1, one_in) for one_in in (2, 5, 12, 30, 75, 200))
"""Parts of the outputs that may be repeated."""
DOUBT = 100
"""Evidence that asks for more releases: so what repeats itself about as often as can be seen is seen in every run."""

OBJECTS = 120
LAGS = (1, 2, 3, 5)
FEW = 4
"""Outcomes that are told apart where pairs of them are counted; the others are one more."""


@dataclass(frozen=True)
class Even:
    """An input whose law is even, by name, and that law."""

    setting: Setting
    x: Scores
    name: str
    law: Probabilities

    @property
    def is_stated(self) -> bool:
        """Whether the law is a contract's, which the target may miss and yet be independent."""
        return isinstance(self.setting, Stated)

    @property
    def length(self) -> int:
        """How long a series must be that no other equals by chance."""
        same = sum(float(p.mid()) ** 2 for p in self.law.values())
        return max(LENGTH, ceil(log(SAME) / log(same))) if same < 1 else 0

    def cell(self, outcome: Outcome | None) -> Outcome | None:
        """The cell of an outcome, if it has one."""
        return outcome if outcome is None or outcome in self.law or REST not in self.law else REST


def even(triple: Contract, x: Scores, cells: int = FEW, k: int = 1) -> Even:
    """Equal scores where scores are selected from, k of them; elsewhere the input with the most even law."""
    if isinstance(triple, Selection):
        setting = Setting(size=len(x), measure=triple.measures[0], k=k)
        name = f"{'two' if x == PAIR else len(x)} equal scores{f', {k} of them,' if k > 1 else ''}"
        share = ball(1) / perm(len(x), k)
        return Even(setting, x, name, dict.fromkeys(permutations(range(len(x)), k), share))
    found = [Even(s, x, written(x), triple.promised(s, x).cells(cells)) for s, x in triple.combinations()]
    return min(found, key=lambda one: max(float(p.mid()) for p in one.law.values()))


def check_fresh(bench: Bench, ask: Ask, alpha: FalseAlarmRate) -> Iterator[Verdict]:
    """`law.fresh`: case 0 compares processes, case 1 the first releases of many objects, cases 2 to 4 those of one."""
    cases: tuple[Callable[[Round, Bench, Fraction], str | None], ...] = (
        *(_processes, _objects, _releases, _repeats),
        _repeated_orders,
    )
    asked = Round(ask, [LAW_FRESH], len(cases), len(cases))
    for number in asked:
        try:
            witness = cases[number](asked, bench, alpha / len(cases))
        except Skip:
            continue
        asked.count(LAW_FRESH)
        if witness is not None:
            vector, k = {0: (TIES, 1), 3: (MANY, 1), 4: (TIES, SOME_OF)}.get(number, (PAIR, 1))
            asked.fail(LAW_FRESH, number, even(bench.triple, vector, k=k).setting, witness)
    yield from asked.verdicts()


def check_steady(target: Target, triple: Contract, ask: Ask) -> Iterator[Verdict]:
    """`map.steady`: the bound at a distance before and after some releases, and again."""
    if isinstance(triple, Selection):
        cases = [(d, PAIR, Setting(size=2, measure=m)) for m in triple.measures for d in (1.0, 0.5, 3.0)]
    else:
        cases = [(d, triple.members(s)[0], s) for s in triple.settings for d in triple.distances]
    asked = Round(ask, [MAP_STEADY], len(cases), len(cases))
    for number in asked:
        d_in, x, setting = cases[number]
        made = target.make(triple.arguments(setting))
        if isinstance(made, Trouble):
            continue
        before = made.map(d_in)
        made.sample(x, 5)
        after = [made.map(d_in), made.map(d_in)]
        asked.count(MAP_STEADY)
        if any(repr(answer) != repr(before) for answer in after):
            told = ", then ".join(map(str, after))
            asked.fail(MAP_STEADY, number, setting, f"map({d_in}) = {before}, and after five releases {told}")
    yield from asked.verdicts()


def _processes(asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    ties = even(bench.triple, TIES)
    setting, length = ties.setting, ties.length
    if not length:
        raise Skip
    made = [bench.made(target, setting) for target in bench.pair]
    series = [_series(asked, 0, setting, m.series(ties.x, length)) for m in made if not isinstance(m, Trouble)]
    if len(series) < len(made):
        raise Skip
    common = min(map(len, series))
    if len({tuple(answers[:common]) for answers in series}) < len(series):
        return f"two processes gave the same {length} outputs on {ties.name}"
    return None


def _releases(asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    pair = even(bench.triple, PAIR)
    setting = pair.setting
    made = bench.made(bench.first, setting)
    if isinstance(made, Trouble):
        raise Skip
    answers = _series(asked, 2, setting, made.series(pair.x, RELEASES * asked.ask.effort.cases))
    for lag in LAGS:
        for start in range(lag + 1):
            pairs = [(answers[i], answers[i + lag]) for i in range(start, len(answers) - lag, lag + 1)]
            if _dependent(bench, pair, pairs, alpha / len(LAGS) / (lag + 1), pair.is_stated):
                return f"on {pair.name} an output depends on {earlier(lag)}"
    return None


def _repeats(asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    """Noise that is used again, be it in few releases: an output then equals an earlier one too often."""
    return _repeating(asked, 3, bench, alpha, even(bench.triple, MANY, len(MANY)))


def _repeated_orders(asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    """The same where several indices come out: what two releases have in common, they have not by chance."""
    if not isinstance(bench.triple, Selection) or not bench.triple.indices:
        raise Skip
    return _repeating(asked, 4, bench, alpha, even(bench.triple, TIES, k=SOME_OF))


def _repeating(asked: Round, number: int, bench: Bench, alpha: Fraction, many: Even) -> str | None:
    made = bench.made(bench.first, many.setting)
    if isinstance(made, Trouble) or not many.length:
        raise Skip
    cells: list[Outcome] = []
    effort, began = asked.ask.effort, bench.first.spent
    for releases in (SHORT, LONG - SHORT, LONGER):
        answers = _series(asked, number, many.setting, made.series(many.x, releases))
        for answer in answers:
            cell = many.cell(indices(bench.triple, answer))
            if cell not in many.law or cell is None:
                raise Skip
            cells.append(cell)
        if releases == SHORT and LONG / SHORT * (bench.first.spent - began) <= effort.repeats:
            continue
        evidence, which, equal, both = max(_equals(many, cells), key=lambda found: float(found[0].mid()))
        if evidence > ball((FAR + 1) / alpha) * (1 + _excuse(many, Counter[Outcome | None](cells))):
            expected = sum(float(many.law[a].mid()) for a, _ in both)
            words = f"an output equals {which} in {equal} of {len(both)} releases, expected {expected:.0f}"
            return f"on {many.name} {words}"
        if not evidence > DOUBT:
            break
    return None


def _equals(many: Even, cells: Sequence[Outcome]) -> Iterator[tuple[Ball, str, int, Sequence[tuple[Outcome, Outcome]]]]:
    """How strongly it speaks against independence how often outputs are equal, so far apart or to the first of all."""
    pairs = {earlier(lag): list(zip(cells, cells[lag:], strict=False)) for lag in range(1, FAR + 1)}
    pairs["the first of all"] = [(cells[0], cell) for cell in cells[1:]]
    for which, both in pairs.items():
        equal = Counter(a for a, b in both if a == b)
        yield repeated(many.law, equal, len(both)), which, equal.total(), both


def repeated(law: Probabilities, equal: Mapping[Outcome, int], pairs: int) -> Ball:
    """How much likelier the equal ones among pairs are if a part of the outputs repeats an earlier one.

    Law: after an output of probability p, the next is equal with probability p, or p + r (1 - p) if a part r repeats.
    Whatever came before, the quotient has mean 1, and so has its average over some r.
    """
    different = pairs - sum(equal.values())
    found = ball(0)
    with precision(BITS):
        for part in map(ball, REPEATED):
            logarithm = different * (1 - part).log()
            for outcome, often in equal.items():
                logarithm += often * (1 + part * (1 - law[outcome]) / law[outcome]).log()
            found += logarithm.exp()
        return found / len(REPEATED)


def earlier(lag: int) -> str:
    """The release so many before another, in words."""
    return "the one before it" if lag == 1 else f"the one {lag} releases before it"


def _objects(asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    pair = even(bench.triple, PAIR)
    setting = pair.setting
    first: list[Answer] = []
    for _ in range(OBJECTS):
        made = bench.first.make(bench.triple.arguments(setting))
        if isinstance(made, Trouble):
            raise Skip
        first.append(made.invoke(pair.x))
    answers = _series(asked, 1, setting, first)
    if _dependent(bench, pair, list(zip(answers[::2], answers[1::2], strict=True)), alpha):
        fair = "the promised one" if pair.is_stated else "that of a fair coin"
        return f"the first output of a new object on {pair.name} is not {fair}"
    return None


def _series(asked: Round, number: int, setting: Setting, answers: Sequence[Answer]) -> Sequence[Answer]:
    for answer in answers:
        asked.heard(number, setting, answer, "a series of releases on equal scores")
    if len(answers) < OBJECTS // 2:
        raise Skip
    return answers


def _dependent(
    bench: Bench, even: Even, pairs: Sequence[tuple[Answer, Answer]], alpha: Fraction, beyond_the_law: bool = False
) -> bool:
    """Whether pairs speak against independence, `beyond_the_law` by more than each output alone does against the law.

    Outputs of another shape have clauses of their own.
    """
    cells = {(a, b): even.law[a] * even.law[b] for a in even.law for b in even.law}
    read = partial(indices, bench.triple)
    counts = Counter((even.cell(read(a)), even.cell(read(b))) for a, b in pairs)
    if counts.keys() - cells.keys():
        raise Skip
    found = e_value(Null.enclosed(cells), [counts[cell] for cell in cells])
    alone = Counter(cell for pair, count in counts.items() for cell in pair for _ in range(count))
    return bool(found > ball(1 / alpha) * (1 + (_excuse(even, alone) if beyond_the_law else 0)))


def _excuse(even: Even, counts: Mapping[Outcome | None, int]) -> Ball:
    """How strongly outputs speak against a contract's law one by one: so much tells nothing against independence."""
    return e_value(Null.enclosed(even.law), [counts.get(cell, 0) for cell in even.law]) if even.is_stated else ball(0)
