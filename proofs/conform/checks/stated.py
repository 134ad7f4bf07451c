"""What a contract states of construction, map and output, asked as it is stated.

Of private selection more is known than a contract says, and `construction`, `maps` and `outputs` ask for it.
"""

import math
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from impl.ball import Order, ball, compare, precision, upper
from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.checks.law_cases import written
from proofs.conform.checks.numbers import call, number_of, shown, told, ulps_above
from proofs.conform.clauses import ACCEPTS, MAP_LEAST, MAP_PRINTED, MAP_REFUSES, MAP_SOUND, REFUSES, SHAPE
from proofs.conform.contract import Contract, Stated
from proofs.conform.model import Clause, Verdict
from proofs.targets.target import Made, Odd, Plain, Raised, Target, Trouble

LEAST_NORMAL = Fraction(1, 2**1022)
SLACK = Fraction(1, 2**30)
"""What rounding may add to the bound, relatively, before the map counts as another formula."""
BITS = 256
NO_DISTANCES: tuple[object, ...] = (-1.0, math.nan, math.inf, None, -5e-324, "a", -math.inf)


def check_accepts(target: Target, triple: Contract, ask: Ask) -> Iterator[Verdict]:
    """Is accepted what describes a mechanism?"""
    asked = Round(ask, [ACCEPTS], len(triple.settings), ask.effort.cases)
    for number in asked:
        setting = triple.settings[number]
        with suppress(Skip):
            made = asked.made(number, setting, target.make(triple.arguments(setting)))
            asked.count(ACCEPTS)
            if isinstance(made, Raised):
                error = f"{made.type}: {' '.join(made.message.split())}"
                asked.fail(ACCEPTS, number, setting, f"{setting.text} is refused: {error}")
            elif isinstance(made, Odd):
                asked.fail(ACCEPTS, number, setting, f"the factory returns {made.type}, which is no measurement")
    yield from asked.verdicts()


def check_refuses(target: Target, triple: Contract, ask: Ask) -> Iterator[Verdict]:
    """Is refused what describes no mechanism, at construction or else by both the map and every release?"""
    asked = Round(ask, [REFUSES], len(triple.refused), ask.effort.cases)
    d_in, x = triple.distances[0], triple.members(triple.settings[0])[0]
    for number in asked:
        setting = triple.changed(triple.refused[number])
        with suppress(Skip):
            made = asked.made(number, setting, target.make(triple.arguments(setting)))
            asked.count(REFUSES)
            if isinstance(made, Trouble):
                continue
            answers = {
                f"map({d_in!r})": asked.heard(number, setting, made.map(d_in)),
                call(x): asked.heard(number, setting, made.invoke(x)),
            }
            if not all(isinstance(answer, Raised) for answer in answers.values()):
                did = ", ".join(f"{name} {told(answer)}" for name, answer in answers.items())
                asked.fail(REFUSES, number, setting, f"{setting.text} is accepted: {did}")
    yield from asked.verdicts({} if triple.refused else {REFUSES: "the contract states none"})


def check_map_refuses(target: Target, triple: Contract, ask: Ask) -> Iterator[Verdict]:
    """Is nothing promised at a distance that is none?"""
    asked = Round(ask, [MAP_REFUSES], len(NO_DISTANCES), len(NO_DISTANCES))
    for number in asked:
        setting, d_in = triple.settings[0], NO_DISTANCES[number]
        with suppress(Skip):
            made = _made(asked, number, target, triple, setting)
            answer = asked.heard(number, setting, made.map(d_in), f"map({d_in!r})")
            asked.count(MAP_REFUSES)
            d_out = number_of(answer)
            if d_out is not None and _is_promise(triple, setting, d_in, d_out):
                witness = f"map({d_in!r}) = {answer!r}, a promise for what is no distance"
                asked.fail(MAP_REFUSES, number, setting, witness, {"d_in": shown(d_in), "map(d_in)": shown(answer)})
    yield from asked.verdicts()


def _is_promise(triple: Contract, setting: Stated, d_in: object, d_out: Fraction | float) -> bool:
    """Whether a bound is told where there is none; what no two inputs exceed may be told at an infinite distance."""
    if d_out == math.inf or d_out != d_out:
        return False
    return d_in != math.inf or d_out < 0 or _order(triple, setting, max(triple.distances), d_out) is Order.LESS


def check_maps(target: Target, triple: Contract, ask: Ask) -> Iterator[Verdict]:
    """Is the map sound, is it the stated bound, is it the least float?"""
    cases = [(setting, d_in) for setting in triple.settings for d_in in (*triple.distances, 0 * triple.distances[0])]
    asked = Round(ask, [MAP_SOUND, MAP_PRINTED, MAP_LEAST], len(cases), ask.effort.maps)
    for number in asked:
        setting, d_in = cases[number]
        with suppress(Skip):
            made = _made(asked, number, target, triple, setting)
            answer = asked.heard(number, setting, made.map(d_in), f"map({d_in!r})")
            asked.count(MAP_SOUND, MAP_PRINTED, MAP_LEAST)
            for clause, witness in _judged(triple, setting, d_in, answer):
                numbers = {"d_in": shown(d_in), "bound": _bound(triple, setting, d_in), "map(d_in)": shown(answer)}
                asked.fail(clause, number, setting, witness, numbers)
    yield from asked.verdicts()


def check_shape(target: Target, triple: Contract, ask: Ask) -> Iterator[Verdict]:
    """Is what is released of the stated type?"""
    cases = list(triple.combinations())
    asked = Round(ask, [SHAPE], len(cases), ask.effort.cases)
    for number in asked:
        setting, x = cases[number]
        with suppress(Skip):
            made = _made(asked, number, target, triple, setting)
            answers = [asked.heard(number, setting, a, call(x)) for a, _ in made.sample(x, ask.effort.tries)]
            asked.count(SHAPE)
            odd = [answer for answer in answers if isinstance(answer, Raised | Odd) or triple.read(answer) is None]
            if odd:
                witness = f"{call(x)} {told(odd[0])}, which is no output of the stated type"
                asked.fail(SHAPE, number, setting, witness, {"x": written(x)})
    yield from asked.verdicts()


def _made(asked: Round, number: int, target: Target, triple: Contract, setting: Stated) -> Made:
    made = asked.made(number, setting, target.make(triple.arguments(setting)))
    if isinstance(made, Trouble):
        raise Skip
    return made


def _judged(
    triple: Contract, setting: Stated, d_in: float, answer: Plain | Raised | Odd
) -> Iterator[tuple[Clause, str]]:
    """What is wrong with the answer of a map."""
    asked, bound = f"map({d_in!r})", _bound(triple, setting, d_in)
    if isinstance(answer, Raised):
        if d_in:
            yield MAP_PRINTED, f"{asked} raises {answer.type} at ordinary parameters"
        return
    d_out = number_of(answer)
    if d_out is None or d_out != d_out:
        yield MAP_SOUND, f"{asked} answers {answer!r}, which bounds nothing"
        return
    if d_out < 0:
        yield MAP_SOUND, f"{asked} = {answer!r} is negative"
        return
    order = _order(triple, setting, d_in, d_out)
    if order is Order.LESS and d_in:
        with precision(BITS):
            short = (triple.enclosed_bound(setting, Fraction(d_in)) - ball(Fraction(d_out))).str(2, radius=False)
        yield MAP_SOUND, f"{asked} = {answer!r} is below the bound, {bound}, by {short}"
    elif order is Order.GREATER and isinstance(d_out, Fraction):
        with precision(BITS):
            least = upper(triple.enclosed_bound(setting, Fraction(d_in)))
        if d_out > least * (1 + SLACK) + LEAST_NORMAL:
            yield MAP_PRINTED, f"{asked} = {answer!r} is far above the bound, {bound}"
        elif ulps := ulps_above(d_out, least):
            yield MAP_LEAST, f"{asked} = {answer!r} is {'1 ulp' if ulps == 1 else f'{ulps} ulps'} above the least float"
    elif order is Order.GREATER:
        yield MAP_PRINTED, f"{asked} = {answer!r} is far above the bound, {bound}"


def _order(triple: Contract, setting: Stated, d_in: float, d_out: Fraction | float) -> Order:
    """How an answer compares with the bound; one that no precision tells from it is as good as equal."""
    if isinstance(d_out, float):
        return Order.GREATER if triple.bound(setting, Fraction(d_in)) != math.inf else Order.EQUAL
    return compare(lambda: ball(d_out), lambda: triple.enclosed_bound(setting, Fraction(d_in)))


def _bound(triple: Contract, setting: Stated, d_in: float) -> str:
    found = triple.bound(setting, Fraction(d_in))
    if isinstance(found, int | Fraction):
        return shown(Fraction(found))
    with precision(BITS):
        return "infinity" if found == math.inf else triple.enclosed_bound(setting, Fraction(d_in)).str(17, radius=False)
