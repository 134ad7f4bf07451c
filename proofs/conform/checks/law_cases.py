"""The score vectors and settings on which output laws are held against the triple, simple ones first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import inf

from proofs.conform.ask import spread
from proofs.conform.contract import Contract, Stated
from proofs.conform.triples import Selection, Setting

Scores = tuple[float, ...] | tuple[int, ...]


FIRST = 3
"""So many cases are walked before any other: two scores, ties of three, and four."""
FAR = 5, 15
"""Scores that are so many scales apart have outputs of a kind of their own, which are rare, or hardly ever come."""
MOST_STATED = 120
"""Cases of a contract that states its own inputs: so many are asked, spread over all."""


def written(x: object) -> str:
    """An input, as the target sees it."""
    return str(list(x)) if isinstance(x, tuple) else repr(x)


def size_of(x: object) -> int:
    """How many numbers an input is made of."""
    return len(x) if isinstance(x, tuple) else 1


def because(why: str) -> str:
    """Why a case is there, if anybody said so."""
    return f" ({why})" if why else ""


@dataclass(frozen=True)
class LawCase:
    """A setting, the scores put to it, and why they are there."""

    setting: Setting
    x: Scores
    why: str
    stands_for_larger: bool = False
    """Whether it is drawn often though it is large, so that what is grossly wrong on such inputs shows in every run."""
    may_be_refused: bool = False
    """Whether a release may raise on it, as long as it always does."""

    @property
    def shown(self) -> str:
        """The scores, and why they are there."""
        return written(self.x) + because(self.why)


_ONE_INDEX: tuple[tuple[Scores, float, str], ...] = (
    ((0.0, 1.0), 1.0, "two scores"),
    ((0.0, 0.0, 0.0), 1.0, "ties"),
    ((2.0, 0.0, 0.0, 0.0), 1.0, "one-hot, first"),
    ((0.0, 0.0, 0.0, 1.0), 1.0, "one-hot, last"),
    ((0.0, 1.0, 2.0), 2.0, "a scale other than one"),
    ((0.0, 1.0, 3.0), 0.5, "a scale below one"),
    ((-3.0, -1.0, -2.0 - 2.0**-7), 1.0, "negative scores, one with a small fraction"),
    ((-1.0, 1.0, 0.0, 0.5), 1.0, "scores of both signs"),
    ((1.0, 1.0, 0.0, 0.0, 1.0), 1.0, "ties at the top and below"),
    ((0.0,) * 7, 1.0, "seven ties: no power of two"),
    ((0.0, 2.0), 3.0, "gap/scale = 2/3"),
    ((0.0, 5.0), 3.0, "gap/scale = 5/3"),
    ((0.0, 1.0, 2.0, 4.0), 5.0, "fifths below one"),
    ((0.0, 7.0, 9.0, 13.0), 5.0, "fifths above one"),
    ((0.0, 3.0, 5.0, 6.0), 7.0, "sevenths below one"),
    ((0.0, 10.0, 16.0, 22.0), 7.0, "sevenths above one"),
    ((0.0, 5.0, 9.0, 10.0), 11.0, "elevenths below one"),
    ((0.0, 25.0, 27.0), 12.0, "twelfths above two"),
    ((0.0, 0.1, 0.3), 0.1, "decimals, whose floats have long denominators"),
    ((0.7, 0.2, 0.45, 0.33), 0.37, "decimals above and below one"),
    ((0.0, 2.0**25 + 1), 2.0**25 + 1, "gap/scale = 1, a scale that floats of 32 bits do not have"),
    ((0.0, 2.0, 4.0), 2.0, "whole gaps"),
    ((0.0, 1e-3, 2e-3, 3e-3), 1.0, "gaps far below one"),
    ((0.0, 4.5, 6.25), 1.0, "gaps far above one"),
    ((0.0, 1e-300, 3e-300), 1e-300, "a tiny scale"),
    ((0.0, 1e300, -1e300), 1e300, "a huge scale"),
    ((1000.0, 1001.0, 999.5), 1.0, "scores whose exponential overflows"),
    ((-1000.0, -1001.0, -1002.0), 1.0, "scores whose exponential underflows"),
    ((2.0**53, 2.0**53 + 2, 2.0**53 - 1), 1.5, "scores whose noise does not fit beside them in a float"),
    ((0.0, 1.0, 0.0, 2.0, 1.0, 0.5, 1.5, 0.25), 1.0, "eight candidates"),
    ((0.0, 800.0, 800.5), 1.0, "a candidate that never comes"),
    ((0.0, 6.0), 1.0, "a lead of six scales"),
    ((0.0, 8.0), 1.0, "a lead of eight scales"),
    ((0.0, 30.0), 3.0, "a lead of ten scales"),
    ((0.0, 20.0), 1.0, "a lead of twenty scales"),
    ((3.0, 0.0), 0.5, "a lead of six scales, first"),
    (tuple(float(i % 4) for i in range(12)), 2.0, "twelve candidates"),
    (tuple(float(i % 5) for i in range(33)), 2.0, "thirty-three candidates"),
)
_INTEGERS: tuple[tuple[Scores, float, str], ...] = (
    ((0, 1, 3), 2.0, "integer scores"),
    ((-2, 5, 5, 0), 3.0, "integer scores, ties at the top"),
    ((2**53, 2**53 + 1, 2**53 - 1), 1.0, "integers that floats cannot tell apart"),
    ((2**31, 2**31 - 1, 2**31 + 1), 1.0, "integers around the end of 32 bits"),
)
_LARGER: tuple[tuple[Scores, float, str], ...] = (
    ((0.0, 0.0, 2.5, 0.0, 0.0), 1.0, "one-hot, five candidates"),
    ((0.0, 0.0, 0.0, 2.5, 0.0, 0.0), 1.0, "one-hot, six candidates"),
    ((2.5, *(0.0,) * 6), 1.0, "one-hot, seven candidates"),
    ((*(0.0,) * 6, 2.5, 0.0), 1.0, "one-hot, eight candidates"),
)
"""A lead at which a change of the noise shows soonest in how often the best comes."""
_TWO: tuple[tuple[Scores, float, bool, str], ...] = (
    ((0, 2), 3.0, False, "two integers"),
    ((0, 2), 0.5, True, "two integers, least first, a scale below one"),
    ((0.0, 0.0), 1.0, False, "two ties"),
    ((-3.0, -1.0), 6.0, False, "two negative scores, a large scale"),
)
"""What may be wrong of some scores alone, where it is walked with the least work."""
_INFINITE: tuple[Scores, ...] = (inf, inf), (-inf, -inf, -inf)
_MANY: tuple[tuple[Scores, float, int, str], ...] = (
    ((0.0, 1.0, 2.0), 1.0, 2, "two of three"),
    ((0.0, 1.0, 2.0), 1.0, 3, "a whole order"),
    ((0.0, 0.0, 0.0, 0.0), 1.0, 2, "two of four ties"),
    ((1.0, 0.0, 0.0, 0.0), 1.0, 3, "one-hot, three of four"),
    ((2.0, 0.0, 1.0, 0.5), 1.0, 4, "a whole order of four"),
    ((0.0, 2.0, 5.0, 7.0), 3.0, 2, "thirds, two of four"),
    ((3.0, 0.0, 1.0, 2.0, 0.5), 2.0, 2, "two of five"),
    ((-1.0, -4.0, 0.0), 1.5, 2, "negative scores, two of three"),
    ((0.0, 6.0, 3.0), 1.0, 2, "far apart, two of three"),
    ((0.0, 2.0), 1.5, 2, "both of two"),
    ((1.0, 1.0), 1.0, 2, "both of two ties"),
    ((0.0, 0.5, 1.0, 1.5, 2.0, 0.25), 1.0, 5, "five of six"),
    ((11.0, 0.0, 5.5), 1.0, 2, "each far behind the one before, two of three"),
)
_TOGETHER: dict[type, Scores] = {float: (0.0, 2.0, 5.0), int: (0, 2, 5)}
"""What every choice of parameters is asked on that comes nowhere else."""


def law_cases(triple: Contract) -> Iterator[LawCase]:
    """Every case of a triple, the first of each kind first, and then what a setting may be that no other case has."""
    if not isinstance(triple, Selection):
        cases = list(triple.combinations())
        yield from (LawCase(*cases[place], "") for place in spread(len(cases), MOST_STATED))
        return
    seen = set[object]()
    for case in _chosen_cases(triple):
        seen.add(_choice(case.setting))
        yield case
    for setting in _settings(triple):
        if _choice(setting) not in seen:
            yield LawCase(setting, _TOGETHER[setting.T], "parameters in another combination")


def _choice(setting: Setting) -> object:
    """What a setting is apart from its numbers."""
    return setting.measure, setting.negate, setting.monotonic, setting.T, setting.k > 1


def _settings(triple: Selection) -> Iterator[Setting]:
    """Every combination of what the parameters may be, apart from their numbers."""
    negates, kinds = ((False, True) if name in triple.varies else (False,) for name in ("negate", "monotonic"))
    wanted = (1, 2) if triple.indices else (1,)
    for measure, negate, monotonic, T, k in product(triple.measures, negates, kinds, (float, int), wanted):
        yield Setting(scale=3.0, k=k, negate=negate, measure=measure, monotonic=monotonic, T=T, size=3)


def _chosen_cases(triple: Selection) -> Iterator[LawCase]:
    for measure in triple.measures:
        base = Setting(measure=measure)
        for number, (x, scale, why) in enumerate((*_ONE_INDEX, *_INTEGERS, *_LARGER)):
            monotonic = number % 3 == 1 and "monotonic" in triple.varies
            case = replace(base, scale=scale, monotonic=monotonic, T=type(x[0]), size=_size(triple, x, number))
            yield LawCase(case, x, why, number >= len(_ONE_INDEX) + len(_INTEGERS))
        if "negate" in triple.varies:
            for number in (0, 2, 4, 6, 11, 14, 18):
                x, scale, why = _ONE_INDEX[number]
                yield LawCase(replace(base, scale=scale, negate=True, size=len(x)), x, f"{why}, least first")
        if triple.indices:
            for number, (x, scale, k, why) in enumerate(_MANY):
                setting = replace(base, scale=scale, k=k, size=_size(triple, x, number), monotonic=len(x) == 2)
                yield LawCase(setting, x, why)
            for number in (0, 4, 5):
                x, scale, k, why = _MANY[number]
                yield LawCase(replace(base, scale=scale, k=k, negate=True, size=len(x)), x, f"{why}, least first")
    for measure, (x, scale, negate, why) in product(triple.measures, _TWO):
        if not negate or "negate" in triple.varies:
            setting = Setting(measure=measure, scale=scale, negate=negate, T=type(x[0]), size=2)
            yield LawCase(setting, x, why)

    for measure, x in product(triple.measures, _INFINITE):
        yield LawCase(Setting(measure=measure, size=len(x)), x, "infinite scores, all equal", may_be_refused=True)


def each_kind_first(cases: Sequence[LawCase]) -> Iterator[int]:
    """The numbers of the first cases of all, of the smallest of each kind, and of others by turns.

    Of the kinds of one size those of the first measure come first.
    """
    kinds: dict[object, int] = {}
    measures = list(dict.fromkeys(case.setting.measure for case in cases))
    places = [(size_of(case.x), measures.index(case.setting.measure), number) for number, case in enumerate(cases)]
    for *_, number in sorted(places):
        kinds.setdefault(_kind(cases[number]), number)
    yield from dict.fromkeys([*range(len(cases))[:FIRST], *kinds.values(), *spread(len(cases), len(cases))])


def _kind(case: LawCase) -> object:
    """What a case has that others have not, apart from its numbers: what is wrong there may be wrong nowhere else."""
    x, setting = case.x, case.setting
    if isinstance(setting, Stated):
        return None
    if setting.k > 1:
        return setting.measure, len(x) > 2
    apart = sum(max(x) - min(x) > far * setting.scale for far in FAR)
    return setting.measure, setting.T, setting.negate, len({*x}) < len(x), max(x) < 0, apart


def _size(triple: Selection, x: Scores, number: int) -> int | None:
    """Domains of either kind where the triple takes both; one index needs a domain without the empty vector."""
    return None if triple.indices and number % 2 else len(x)


@dataclass(frozen=True)
class PairCase:
    """Two vectors at distance d_in, whose outputs must be map(d_in)-close."""

    setting: Setting
    d_in: float
    x: Scores
    neighbour: Scores
    why: str

    @property
    def both(self) -> tuple[Scores, Scores]:
        """The two vectors."""
        return self.x, self.neighbour

    @property
    def shown(self) -> str:
        """The two vectors, and why they are there."""
        return f"{written(self.x)} and {written(self.neighbour)}{because(self.why)}"


_PAIRS: tuple[tuple[Scores, Scores, float, bool, int, str], ...] = (
    ((0.0, 0.0), (0.5, -0.5), 0.5, False, 1, "a tie pulled apart"),
    ((0.0, 0.0), (1.0, 0.0), 1.0, True, 1, "a tie, one score raised"),
    ((0.0, 1.0), (0.0, 2.0), 1.0, True, 1, "a gap widened"),
    ((0.0, 2.0), (0.5, 1.5), 0.5, False, 1, "a gap closed from both sides"),
    ((0.0, 0.0, 0.0, 0.0), (1.0, -1.0, -1.0, -1.0), 1.0, False, 1, "one against three"),
    ((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), 1.0, True, 1, "one-hot against ties"),
    ((-1.0, 1.0, 0.0), (0.0, 0.0, 0.0), 1.0, False, 1, "signs that cancel"),
    ((0.0, 0.0, 0.0), (0.5, 0.5, -0.5), 0.5, False, 2, "two of three, one lowered"),
    ((0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 0.0, 0.0), 1.0, True, 2, "two of four, two raised"),
    ((0.0, 3.0, 3.0), (0.0, 3.0, 4.0), 1.0, True, 2, "scale separation, two of three"),
    ((0.0, 0.5, 2.0), (0.5, 0.0, 2.5), 0.5, False, 3, "a whole order, two of three change places"),
    ((0.0, 3.0), (0.0, 4.0), 1.0, True, 1, "a lead of three widened"),
    ((0.0, 5.0), (0.0, 6.0), 1.0, True, 1, "a lead of five widened"),
    ((0.0,) * 9, (1.0, *(0.0,) * 8), 1.0, True, 1, "nine ties, one score raised"),
    ((0.0, 0.5), (0.5, 0.0), 0.5, False, 2, "both of two, which change places"),
)
_SCALES = (1.0, 0.5, 3.0)


def pair_cases(triple: Contract) -> Iterator[PairCase]:
    """Every pair of a triple, both directions of time, on several scales."""
    if not isinstance(triple, Selection):
        cases = list(triple.pairs())
        yield from (PairCase(*cases[place], "") for place in spread(len(cases), MOST_STATED))
        return
    for scale in _SCALES:
        for measure in triple.measures:
            for number, (x, y, d_in, monotonic, k, why) in enumerate(_PAIRS):
                if k > 1 and not triple.indices:
                    continue
                d = d_in if "monotonic" in triple.varies else float(max_spread(x, y))
                setting = Setting(scale=scale, k=k, measure=measure, monotonic=monotonic, size=len(x))
                if number % 3 == 1 and "negate" in triple.varies:
                    setting = replace(setting, negate=True)
                yield PairCase(setting, d, x, y, why)
                yield PairCase(setting, d, y, x, f"{why}, the other way")


def max_spread(x: Scores, y: Scores) -> float:
    """The range distance, exact on these scores."""
    moves = [a - b for a, b in zip(x, y, strict=True)]
    return max(moves) - min(moves)
