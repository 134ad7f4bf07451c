"""Whether releases are independent: of other processes, of each other, and of how many there were before.

Eight equal scores are released in two processes that are both new: the same series of 64 outputs has
probability 8^-64. On two equal scores, an output and one a few releases later are a pair that is uniform on four; so
are the first outputs of two new objects. A contract that states its own inputs has one whose law is the most even.

What is slight, such as one repeat in eight that is drawn again, shows in many releases: so many are asked for that an
output equals an earlier one as often as it should, or plainly not.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import ceil, log, perm

from impl.ball import ball
from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.ball_laws import Probabilities
from proofs.conform.checks.law_cases import Scores, written
from proofs.conform.checks.repeats import Repeats, earlier
from proofs.conform.checks.turns import by_turns, setting_of
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
OTHER_PAIR: Scores = (1.0, 1.0)
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
DOUBT = 100
"""Evidence that asks for more releases: so what repeats itself about as often as can be seen is seen in every run."""

OBJECTS = 120
LAGS = (1, 2, 3, 5)
MORE, MOST = 2000, 640
"""So many more releases are asked for where something slight may be; and so many in all, times its square."""
BETWEEN_INPUTS = Fraction(1, 4)
"""The slightest part of the outputs that may depend on the release of another input and is seen."""
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
    """`law.fresh`: case 0 compares processes, case 1 the first releases of many objects, others those of one."""
    seen: list[Fraction] = []
    cases: tuple[Callable[[Round, Bench, Fraction], str | None], ...] = (
        *(_processes, _objects, _releases, partial(_repeats, seen)),
        *(partial(_repeated_orders, seen), _inputs, by_turns),
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
            is_even = cases[number] is not by_turns
            setting = even(bench.triple, vector, k=k).setting if is_even else setting_of(bench.triple)
            asked.fail(LAW_FRESH, number, setting, witness)
    words = f"noise that one release in {1 / min(seen)} uses again would have been seen" if seen else ""
    yield from asked.verdicts({LAW_FRESH: words})


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
            if _dependent(bench, pair, pairs, alpha / 2 / len(LAGS) / (lag + 1), pair.is_stated):
                return f"on {pair.name} an output depends on {earlier(lag)}"

    def more() -> Sequence[Answer]:
        return _series(asked, 2, setting, made.series(pair.x, MORE))

    return _slightly(bench, pair, answers, more, alpha / 2, LAGS, asked.ask.effort.slightest)


def _inputs(asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    """Two inputs by turns, whose outputs have the same law: one tells nothing of the other."""
    if not isinstance(bench.triple, Selection):
        raise Skip
    pair = even(bench.triple, PAIR)
    made = bench.made(bench.first, pair.setting)
    if isinstance(made, Trouble):
        raise Skip

    def more() -> Sequence[Answer]:
        return _series(asked, 5, pair.setting, made.series(pair.x, SHORT, OTHER_PAIR))

    found = _slightly(bench, pair, more(), more, alpha, LAGS[:2], BETWEEN_INPUTS)
    return f"{found}, where another two equal scores come by turns" if found else None


def _slightly(
    bench: Bench,
    even: Even,
    answers: Sequence[Answer],
    more: Callable[[], Sequence[Answer]],
    alpha: Fraction,
    lags: Sequence[int],
    slightest: Fraction,
) -> str | None:
    """How outputs depend on earlier ones: `more` are asked for until they do, or plainly do not so slightly.

    What speaks against a contract's law, output by output, tells nothing of this.
    """
    repeats, cells = Repeats(even.law), _cells(bench, even, answers)
    while True:
        found = max(repeats.lagged(cells, lags), key=lambda found: float(found.evidence.log().mid()))
        excuse = repeats.excuse(cells) if even.is_stated else ball(0)
        if found.evidence > ball(len(lags) / alpha) * (1 + excuse):
            return f"on {even.name} {found.words}"
        if excuse > ball(1 / alpha) or len(cells) > MOST / slightest**2 or not repeats.may_be(slightest, cells):
            return None
        cells += _cells(bench, even, more())


def _cells(bench: Bench, even: Even, answers: Sequence[Answer]) -> list[Outcome]:
    """The cells of answers; outputs of another shape have clauses of their own."""
    cells = [even.cell(indices(bench.triple, answer)) for answer in answers]
    found = [cell for cell in cells if cell in even.law and cell is not None]
    if len(found) < len(cells):
        raise Skip
    return found


def _repeats(seen: list[Fraction], asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    """Noise that is used again, be it in few releases: an output then equals an earlier one too often."""
    return _repeating(seen, asked, 3, bench, alpha, even(bench.triple, MANY, len(MANY)))


def _repeated_orders(seen: list[Fraction], asked: Round, bench: Bench, alpha: Fraction) -> str | None:
    """The same where several indices come out: what two releases have in common, they have not by chance."""
    if not isinstance(bench.triple, Selection) or not bench.triple.indices:
        raise Skip
    return _repeating(seen, asked, 4, bench, alpha, even(bench.triple, TIES, k=SOME_OF))


def _repeating(
    seen: list[Fraction], asked: Round, number: int, bench: Bench, alpha: Fraction, many: Even
) -> str | None:
    made = bench.made(bench.first, many.setting)
    if isinstance(made, Trouble) or not many.length:
        raise Skip
    repeats, cells = Repeats(many.law), list[Outcome]()
    effort, began = asked.ask.effort, bench.first.spent
    for releases in (SHORT, LONG - SHORT, LONGER):
        cells += _cells(bench, many, _series(asked, number, many.setting, made.series(many.x, releases)))
        if releases == SHORT and LONG / SHORT * (bench.first.spent - began) <= effort.repeats:
            continue
        compared = [*repeats.lagged(cells, range(1, FAR + 1)), repeats.to_the_first(cells)]
        found = max(compared, key=lambda found: float(found.evidence.log().mid()))
        if found.evidence > ball((FAR + 1) / alpha) * (1 + (repeats.excuse(cells) if many.is_stated else 0)):
            return f"on {many.name} {found.words}"
        if not found.evidence > DOUBT:
            break
    part = repeats.least_seen(len(cells), float((FAR + 1) / alpha))
    seen += [] if part is None else [part]
    return None


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
    """Whether pairs speak against independence, `beyond_the_law` by more than each output does against the law."""
    law = {(a, b): even.law[a] * even.law[b] for a in even.law for b in even.law}
    counts = Counter(zip(*(_cells(bench, even, [pair[place] for pair in pairs]) for place in (0, 1)), strict=True))
    found = e_value(Null.enclosed(law), [counts[cell] for cell in law])
    alone = [cell for pair, count in counts.items() for cell in pair for _ in range(count)]
    return bool(found > ball(1 / alpha) * (1 + (Repeats(even.law).excuse(alone) if beyond_the_law else 0)))
