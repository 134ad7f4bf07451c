"""The privacy map: does it refuse what is no distance, is it sound, is it the printed bound, is it the least float?

For max divergence the loss that close vectors can have comes arbitrarily near the printed bound, so a map one ulp below
it is unsound. For zero-concentrated divergence it is k rho(eta), eta = d_range/scale, a little less than the printed
k eta^2/8; a map between the two is sound, unless it shows by its nearness to the printed one that it rounded downward.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from impl.ball import Order, ball, compare, precision, upper
from impl.tight_maps import rho
from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.cases import fitted
from proofs.conform.checks.map_cases import COUNT, LEAST_NORMAL, MapCase, map_case
from proofs.conform.checks.numbers import (
    Miss,
    formula,
    lacking,
    named_factor,
    number_of,
    scale_of,
    shown,
    ulps_above,
    what_they_share,
)
from proofs.conform.clauses import MAP_LEAST, MAP_PRINTED, MAP_REFUSES, MAP_SOUND
from proofs.conform.model import Clause, Verdict
from proofs.conform.triples import Selection, Setting
from proofs.targets.target import Answer, Odd, Plain, Raised, Target, Trouble
from spec.space import AtomType, Measure, ZeroConcentratedDivergence

SLACK = Fraction(1, 2**30)
"""What rounding may add to the bound, relatively, before the map counts as another formula."""

NARROW = Fraction(1, 2**46)
"""Where the loss is nearer to the printed bound than this, relatively, no map between them tells which it was."""

ORDINARY = (Fraction(1, 2**1000), Fraction(2**1000))
"""Operands and results between these are normal floats, far from overflow."""

EVERYDAY = (Fraction(1, 2**100), Fraction(2**100))


def check_map_refuses(target: Target, triple: Selection, ask: Ask) -> Iterator[Verdict]:
    """Is nothing promised at a distance that is none?"""
    questions = _no_distances(triple)
    asked = Round(ask, [MAP_REFUSES], len(questions), ask.effort.cases // 8)
    for number in asked:
        setting, d_in = questions[number]
        with suppress(Skip):
            made = asked.made(number, setting, target.make(triple.arguments(setting)))
            if isinstance(made, Trouble):
                continue
            answer = asked.heard(number, setting, made.map(d_in), f"map({d_in!r})")
            asked.count(MAP_REFUSES)
            d_out = number_of(answer)
            if d_out is not None and (isinstance(d_out, Fraction) or d_out < 0):
                witness = f"map({d_in!r}) = {answer!r}, a promise for what is no distance"
                numbers = {"d_in": shown(d_in), "map(d_in)": shown(answer)}
                asked.fail(MAP_REFUSES, number, setting, witness, numbers)
    yield from asked.verdicts()


def _no_distances(triple: Selection) -> list[tuple[Setting, object]]:
    """Every kind at the usual setting; at the others, those that slip through arithmetic most easily."""
    usual, *others = fitted(
        triple,
        [
            Setting(),
            *(Setting(measure=measure, monotonic=True) for measure in triple.measures),
            *(Setting(measure=measure, k=2, scale=3.0) for measure in triple.measures),
            Setting(scale=0.0),
        ],
    )
    everything: tuple[object, ...] = (-1.0, math.nan, math.inf, None, -5e-324, "a", -math.inf)
    integers = fitted(triple, [Setting(T=int), Setting(T=int, monotonic=True)])
    return [
        *((usual, d_in) for d_in in everything),
        *((setting, d_in) for setting in others for d_in in everything[:3]),
        *((setting, -1) for setting in integers),
    ]


ENOUGH = 300
"""So many unsound answers are as good as all of them."""


AT_ONCE = 50
"""Cases that are put to a target in one line."""


def check_maps(target: Target, triple: Selection, ask: Ask) -> Iterator[Verdict]:
    """Is the map sound, is it the printed bound, is it the least float?"""
    asked = Round(ask, [MAP_SOUND, MAP_PRINTED, MAP_LEAST], COUNT, ask.effort.maps)
    answered: list[Setting] = []
    faults: dict[Clause, list[tuple[MapCase, Fault]]] = {MAP_SOUND: [], MAP_PRINTED: [], MAP_LEAST: []}
    refused: set[tuple[Measure, AtomType]] = set()
    answers = _Answers(target, triple, asked.numbers, refused)
    for number in asked:
        if len(faults[MAP_SOUND]) >= ENOUGH:
            break
        case = answers.case(number)
        setting = case.setting
        if (setting.measure, setting.T) in refused:
            continue
        with suppress(Skip):
            is_made, told = answers.of(number)
            answer = asked.heard(number, setting, told, f"map({case.d_in!r})" if is_made else "construction")
            if not is_made:
                usual = fitted(triple, [Setting(measure=setting.measure, T=setting.T)])[0]
                if isinstance(asked.made(number, usual, target.make(triple.arguments(usual))), Trouble):
                    refused.add((setting.measure, setting.T))
                continue
            asked.count(MAP_SOUND, MAP_PRINTED, MAP_LEAST)
            answered.append(setting)
            for fault in judged(triple, case, answer):
                faults[fault.clause].append((case, fault))
                asked.fail(fault.clause, number, setting, fault.witness, _numbers(triple, case, answer))
    details = {clause: _explained(triple, found, answered) for clause, found in faults.items()}
    yield from asked.verdicts({**details, MAP_LEAST: _counted([fault for _, fault in faults[MAP_LEAST]])})


class _Answers:
    """What maps answer, asked for some cases at a time; those of `refused` measures and types are left out."""

    def __init__(
        self, target: Target, triple: Selection, numbers: Sequence[int], refused: AbstractSet[tuple[Measure, AtomType]]
    ) -> None:
        self._target, self._triple, self._numbers, self._refused = target, triple, numbers, refused
        self._places = {number: place for place, number in enumerate(numbers)}
        self._cases: dict[int, MapCase] = {}
        self._known: dict[int, tuple[bool, Answer]] = {}

    def case(self, number: int) -> MapCase:
        """The case of a number."""
        return self._cases.get(number) or self._cases.setdefault(number, map_case(self._triple, number))

    def of(self, number: int) -> tuple[bool, Answer]:
        """Whether something was made in a case, and what came."""
        if number not in self._known:
            place = self._places[number]
            next_ones = [(n, self.case(n)) for n in self._numbers[place : place + AT_ONCE]]
            chosen = [(n, c) for n, c in next_ones if (c.setting.measure, c.setting.T) not in self._refused]
            asked = [(self._triple.arguments(c.setting), c.d_in) for _, c in chosen]
            self._known = dict(zip([n for n, _ in chosen], self._target.mapped(asked), strict=True))
        return self._known[number]


@dataclass(frozen=True)
class Fault:
    """A clause that an answer breaks; by which factor, or by how many ulps, it misses the bound."""

    clause: Clause
    witness: str
    miss: Miss | None = None
    ulps: int = 0


def judged(triple: Selection, case: MapCase, answer: Plain | Raised | Odd) -> Iterator[Fault]:
    """What is wrong with the answer of a map."""
    setting, d_in, bound = case.setting, Fraction(case.d_in), bound_of(triple, case)
    asked, printed = f"map({case.d_in!r})", formula(triple, setting)
    if isinstance(answer, Raised):
        if _is_ordinary(triple, setting, d_in):
            yield Fault(MAP_PRINTED, f"{asked} raises {answer.type} at ordinary parameters")
        return
    d_out = number_of(answer)
    if d_out is None or d_out != d_out:
        yield Fault(MAP_SOUND, f"{asked} answers {answer!r}, which bounds nothing")
    elif d_out < bound:
        if bound == math.inf:
            yield Fault(MAP_SOUND, f"{asked} = {answer!r}, though at scale 0 every loss is infinite")
        elif not _is_between(triple, case, d_out):
            miss = _missed(triple, case, d_out)
            lacks = lacking(d_out, Fraction(bound))
            yield Fault(MAP_SOUND, f"{asked} = {answer!r} is below {printed} = {shown(bound)}{lacks}", miss)
        elif _was_rounded_down(triple, case, d_out):
            because = "rounded the wrong way, and sound only because that bound has slack"
            yield Fault(MAP_PRINTED, f"{asked} = {answer!r} is just below {printed} = {shown(bound)}: {because}")
    elif d_out > bound:
        if d_in == 0 and d_out > LEAST_NORMAL:
            yield Fault(MAP_PRINTED, f"{asked} = {answer!r}, though nothing has changed")
        elif d_in and d_out > bound * (1 + SLACK) and _is_ordinary(triple, setting, d_in):
            miss = _missed(triple, case, d_out)
            yield Fault(MAP_PRINTED, f"{asked} = {answer!r} is far above {printed} = {shown(bound)}", miss)
        elif isinstance(d_out, Fraction) and isinstance(bound, Fraction) and (ulps := ulps_above(d_out, bound)):
            by = "1 ulp" if ulps == 1 else f"{ulps} ulps"
            yield Fault(MAP_LEAST, f"{asked} = {answer!r} is {by} above the least float", ulps=ulps)


def bound_of(triple: Selection, case: MapCase) -> Fraction | float:
    """The printed bound: nothing where nothing has changed, infinite without noise."""
    if case.d_in == 0:
        return Fraction(0)
    return triple.bound(case.setting, Fraction(case.d_in)) if case.setting.scale else math.inf


def _eta(triple: Selection, case: MapCase) -> Fraction:
    return triple.range_distance(case.setting, Fraction(case.d_in)) / Fraction(case.setting.scale)


def _is_ordinary(triple: Selection, setting: Setting, d_in: Fraction) -> bool:
    """Tell whether no correct map has a reason to fail, or to be off by more than a few ulps."""
    scale, d_range = Fraction(setting.scale), triple.range_distance(setting, d_in)
    if scale == 0 or (setting.T is int and d_range >= 2**31):
        return False
    results = (d_in, d_range, d_range / scale, (d_range / scale) ** 2, triple.bound(setting, d_in))
    low, high = ORDINARY
    return low <= scale <= high and (d_in == 0 or all(low <= result <= high for result in results))


def _is_between(triple: Selection, case: MapCase, d_out: Fraction | float) -> bool:
    """Tell whether the answer, below the printed bound, is not below the loss k rho(eta) either."""
    if case.setting.measure != ZeroConcentratedDivergence() or not isinstance(d_out, Fraction):
        return False
    eta = _eta(triple, case)
    return compare(lambda: ball(d_out), lambda: case.setting.k * rho(ball(eta))) is not Order.LESS


def _was_rounded_down(triple: Selection, case: MapCase, d_out: Fraction | float) -> bool:
    """Tell whether an answer between loss and printed bound is the latter, rounded; at tiny eta nobody can tell."""
    eta, bound = _eta(triple, case), triple.bound(case.setting, Fraction(case.d_in))
    with precision(512):
        gap = bound - upper(case.setting.k * rho(ball(eta)))
    return gap > NARROW * bound and bound - d_out < min(gap / 2, SLACK * bound)


def _missed(triple: Selection, case: MapCase, d_out: Fraction | float) -> Miss | None:
    """By which factor an everyday answer misses an everyday bound; elsewhere underflow blurs it."""
    bound = triple.bound(case.setting, Fraction(case.d_in))
    if not isinstance(d_out, Fraction):
        return None
    operands = (Fraction(case.d_in), Fraction(case.setting.scale), bound, abs(d_out))
    everyday = all(EVERYDAY[0] <= x <= EVERYDAY[1] for x in operands)
    return Miss(case.setting, _eta(triple, case), d_out / bound) if everyday else None


def _numbers(triple: Selection, case: MapCase, answer: Plain | Raised | Odd) -> dict[str, str]:
    """What a reader needs to compute it again."""
    given = {"d_in": shown(case.d_in), scale_of(triple): shown(case.setting.scale), "k": str(case.setting.k)}
    return {**given, formula(triple, case.setting): shown(bound_of(triple, case)), "map(d_in)": shown(answer)}


def _explained(triple: Selection, found: list[tuple[MapCase, Fault]], answered: list[Setting]) -> str:
    parts = [what_they_share([case.setting for case, _ in found], answered)]
    parts.append(named_factor([fault.miss for _, fault in found if fault.miss]))
    if found and all(_is_subnormal(triple, case) for case, _ in found):
        parts.append("only where a number on the way is subnormal")
    return "; ".join(part for part in parts if part)


def _is_subnormal(triple: Selection, case: MapCase) -> bool:
    """Tell whether the distance, the scale, the loss of a round or the bound is a subnormal number, or less."""
    if case.d_in == 0 or case.setting.scale == 0:
        return False
    one = replace(case.setting, k=1)
    losses = (_eta(triple, case), triple.bound(one, Fraction(case.d_in)))
    return min(Fraction(case.d_in), Fraction(case.setting.scale), *losses) < Fraction(LEAST_NORMAL)


def _counted(found: list[Fault]) -> str:
    """How many answers are how many ulps too large."""
    counts = Counter(min(fault.ulps, 5) for fault in found)
    names = {1: "1 ulp", 2: "2 ulps", 3: "3 ulps", 4: "4 ulps", 5: "more"}
    return (
        "too large " + ", ".join(f"by {name}: {counts[n]}" for n, name in names.items() if counts[n]) if found else ""
    )
