"""Other laws that a target may have instead: to name what it does, and to gather evidence from many cases at once.

Evidence. For a rival with probabilities q against the promised p, every draw multiplies the evidence by
r = (1 - m) q/p + m, m = MIXED, whose mean is 1 under the promised law. So the product over all draws of all cases
is an e-process, whatever is drawn when, and whoever reaches 1/alpha is a false alarm with probability alpha at most.
ln r is rounded down to a multiple of 2^-40: sums of whole numbers, which err on the safe side.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import floor

from impl.ball import Ball, ball, lower, precision, upper
from impl.scores import exact
from proofs.conform.ball_laws import BITS, Probabilities, enclosed_law
from proofs.conform.checks.law_cases import LawCase
from proofs.conform.contract import Contract, Stated, exactly
from proofs.conform.promised_law import OCTAVE, REST, Outcome, Promised
from proofs.conform.triples import Noise, Selection
from proofs.conform.usual_mistakes import MISTAKES, MOST, Mistake

UNIT = 1 << 40
MIXED = Fraction(1, 100)

RivalLaw = Callable[[Contract, LawCase], Probabilities]


@dataclass(frozen=True)
class Rival:
    """A law by name; to be named, it must make the draws likelier by e^doubt than one that needs no doubt.

    One that is `near` takes many cases to be told from the promised law, one that is `slight` very many draws.
    """

    name: str
    law: RivalLaw
    doubt: float = 0.0
    near: bool = False
    slight: bool = False


_OTHER: dict[Noise, Noise] = {"gumbel": "permute-and-flip", "permute-and-flip": "gumbel"}
PROMISED, OTHER = "the promised law", "the other mechanism"
_NOISES = ((PROMISED, False), (OTHER, True))
_MECHANISMS: dict[Noise, str] = {"gumbel": "the exponential mechanism", "permute-and-flip": "permute-and-flip"}
_DIRECTIONS = ((1, ""), (-1, " in the opposite direction"))
SLIGHT_DOUBT = 9.0
_FACTORS = (
    (Fraction(1), "", 0.0),
    (Fraction(1, 2), " at half the scale", 2.0),
    (Fraction(2), " at twice the scale", 2.0),
    (Fraction(2, 3), " at 2/3 of the scale", 7.0),
    (Fraction(3, 2), " at 3/2 of the scale", 7.0),
    (Fraction(9, 10), " at 9/10 of the scale", 7.0),
    (Fraction(11, 10), " at 11/10 of the scale", 7.0),
    (Fraction(97, 100), " at 97/100 of the scale", SLIGHT_DOUBT),
    (Fraction(103, 100), " at 103/100 of the scale", SLIGHT_DOUBT),
)


def rivals(triple: Contract) -> Iterator[Rival]:
    """The known laws, of which the first is the promised one."""
    if not isinstance(triple, Selection):
        yield from _stated(triple)
        return
    for name, other in _NOISES:
        for sign, direction in _DIRECTIONS:
            for factor, at, doubt in _FACTORS:
                near = sign > 0 and ((other and factor == 1) or (not other and doubt > 2))
                law = _noisy(other, sign, factor.__mul__)
                yield Rival(f"{name}{direction}{at}", law, doubt, near, doubt == SLIGHT_DOUBT)
            inverse = _noisy(other, sign, lambda scale: 1 / scale)
            yield Rival(f"{name}{direction} at the inverse of the scale", inverse, 2.0)
            yield Rival(f"{name}{direction} at scale one", _noisy(other, sign, lambda scale: Fraction(1)), 2.0)
    yield Rival("the best without noise", _noisy(False, 1, lambda scale: Fraction(0)))
    yield Rival("the worst without noise", _noisy(False, -1, lambda scale: Fraction(0)))
    yield Rival("the uniform law", lambda triple, case: _uniform(len(case.x), case.setting.k))
    yield Rival("the right indices in ascending order", _rearranged(lambda order: tuple(sorted(order))))
    yield Rival("the right indices, worst first", _rearranged(lambda order: order[::-1]))
    yield Rival("places among those left, not indices", _rearranged(_places))
    for name, mistake in MISTAKES.items() if triple.indices else ():
        yield Rival(name, _mistaken(mistake), 2.0, near=True)


def _stated(triple: Contract) -> Iterator[Rival]:
    """The laws that a contract names, and its own law on other parameters."""
    yield Rival(PROMISED, promised_law)
    for name in triple.rivals:
        yield Rival(name, _instead(_named(name)), near=True)
    for factor, at, doubt in _FACTORS[1:] if triple.scaled_by else ():
        yield Rival(f"{PROMISED}{at}", _noisier(factor), doubt, near=doubt > 2, slight=doubt == SLIGHT_DOUBT)
    for setting in triple.settings:
        yield Rival(f"the promised law at {setting.text}", _instead(_at(setting)), doubt=2.0)


def _noisier(factor: Fraction) -> RivalLaw:
    def found(triple: Contract, case: LawCase) -> Probabilities:
        return law_at_noise(triple, case, factor) or promised_law(triple, case)

    return found


def _named(name: str) -> Callable[[Contract, LawCase], Promised]:
    return lambda triple, case: triple.promised(case.setting, case.x, name)


def _at(setting: Stated) -> Callable[[Contract, LawCase], Promised]:
    """The law on other parameters, as far as the input is one that they allow."""
    return lambda triple, case: triple.promised(setting if case.x in triple.members(setting) else case.setting, case.x)


def _instead(law: Callable[[Contract, LawCase], Promised]) -> RivalLaw:
    """Another law on the cells of the promised one."""

    def found(triple: Contract, case: LawCase) -> Probabilities:
        return triple.promised(case.setting, case.x).banded.law(law(triple, case))

    return found


def tilts(triple: Contract) -> tuple["Tilt", ...]:
    """The events that are looked at in all cases together."""
    return TILTS if isinstance(triple, Selection) else ()


def spelled_out(name: str, noise: Noise) -> str:
    """The name of a rival where this noise is promised."""
    if name.startswith(PROMISED + " "):
        return name.replace(PROMISED, _MECHANISMS[noise])
    return name.replace(OTHER, _MECHANISMS[_OTHER[noise]])


def promised_law(triple: Contract, case: LawCase) -> Probabilities:
    """The law that the pseudocode defines, in balls."""
    if not isinstance(triple, Selection):
        return triple.promised(case.setting, case.x).banded.cells
    return enclosed_law(triple.noise(case.setting), scores(case), Fraction(case.setting.scale), case.setting.k)


def cells_of(triple: Contract, case: LawCase) -> Callable[[Outcome], Outcome]:
    """In which cell of the promised law an outcome is counted: each in its own where scores are selected from."""
    return tuple if isinstance(triple, Selection) else triple.promised(case.setting, case.x).banded.cell


def told_cell(triple: Contract, cell: Outcome) -> str:
    """A cell in words."""
    if cell == REST:
        return "any other output"
    if cell[0] == OCTAVE and len(cell) > 1:
        return f"an output of a probability of 2^{cell[1]} to 2^{cell[1] + 1}"
    return triple.shown(cell)


def law_at_noise(triple: Contract, case: LawCase, factor: Fraction) -> Probabilities | None:
    """The law with so many times the noise, if it is known what the noise is proportional to, and there is a law."""
    setting = case.setting
    if isinstance(triple, Selection):
        return enclosed_law(triple.noise(setting), scores(case), factor * Fraction(setting.scale), setting.k)
    if not triple.scaled_by or not isinstance(setting, Stated):
        return None
    values = {**setting.values, triple.scaled_by: factor * exactly(setting.values[triple.scaled_by])}
    changed = replace(setting, values=values, text=f"{setting.text} times {factor}")
    try:
        return triple.promised(case.setting, case.x).banded.law(triple.promised(changed, case.x))
    except Exception:  # what is stated for some parameters need not be a law for others
        return None


@lru_cache(maxsize=1)
def scores(case: LawCase) -> tuple[Fraction, ...]:
    """The scores, the best the greatest."""
    return tuple(-score if case.setting.negate else score for score in exact(case.x))


def _noisy(other: bool, sign: int, scale: Callable[[Fraction], Fraction]) -> RivalLaw:
    def found(triple: Contract, case: LawCase) -> Probabilities:
        assert isinstance(triple, Selection)
        noise = triple.noise(case.setting)
        y = [sign * score for score in scores(case)]
        return enclosed_law(_OTHER[noise] if other else noise, y, scale(Fraction(case.setting.scale)), case.setting.k)

    return found


def _mistaken(mistake: Mistake) -> RivalLaw:
    def found(triple: Contract, case: LawCase) -> Probabilities:
        assert isinstance(triple, Selection)
        setting, y = case.setting, scores(case)
        if setting.k == 1 or len(y) > MOST or triple.noise(setting) == "gumbel":
            return promised_law(triple, case)
        return mistake(y, Fraction(setting.scale), setting.k)

    return found


def _uniform(n: int, k: int) -> Probabilities:
    return enclosed_law("gumbel", [Fraction(0)] * n, Fraction(1), k)


def _rearranged(change: Callable[[Outcome], Outcome]) -> RivalLaw:
    def found(triple: Contract, case: LawCase) -> Probabilities:
        merged: Probabilities = {}
        for order, probability in promised_law(triple, case).items():
            merged[change(order)] = merged.get(change(order), ball(0)) + probability
        return merged

    return found


def _places(order: Outcome) -> Outcome:
    return tuple(index - sum(earlier < index for earlier in order[:m]) for m, index in enumerate(order))


@dataclass(frozen=True)
class Tilt:
    """The promised law with one event made likelier or rarer: q = p e^(theta f) / E e^(theta f), f = 0 or 1."""

    name: str
    theta: Fraction
    event: Callable[[LawCase, Outcome], bool]


def _best_first(case: LawCase, order: Outcome) -> bool:
    y = scores(case)
    return y[order[0]] == max(y)


def _best_last(case: LawCase, order: Outcome) -> bool:
    y = scores(case)
    return all(y[order[-1]] >= y[i] for i in range(len(y)) if i not in order)


def _best_at(place: int) -> Callable[[LawCase, Outcome], bool]:
    """Whether the best of those left comes at a place, counted from 0."""
    return lambda case, order: len(order) > place and _best_last(case, order[: place + 1])


_EVENTS: tuple[tuple[str, Callable[[LawCase, Outcome], bool]], ...] = (
    ("a best score comes first", _best_first),
    ("a best of those left comes second", _best_at(1)),
    ("a best of those left comes third", _best_at(2)),
    ("a best of those left comes last", _best_last),
    ("index 0 comes first", lambda case, order: order[0] == 0),
    ("the last index comes first", lambda case, order: order[0] == len(case.x) - 1),
)
_THETAS = tuple(sign * theta for theta in (Fraction(1, 32), Fraction(1, 8), Fraction(1, 2)) for sign in (1, -1))
TILTS = tuple(Tilt(name, theta, event) for name, event in _EVENTS for theta in _THETAS)


def steps_of_rival(promised: Probabilities, rival: Probabilities) -> dict[Outcome, int]:
    """ln r of each outcome in units of 2^-40, rounded down."""
    with precision(BITS):
        ratios = {order: rival[order] / p if order in rival else ball(0) for order, p in promised.items()}
        return {order: _units((ball(1 - MIXED) * ratio + ball(MIXED)).log()) for order, ratio in ratios.items()}


def steps_of_tilt(promised: Probabilities, tilt: Tilt, case: LawCase) -> dict[Outcome, int]:
    """ln q/p of each outcome in units of 2^-40, rounded down."""
    happens = {order for order in promised if tilt.event(case, order)}
    with precision(BITS):
        likely = sum((promised[order] for order in happens), start=ball(0))
        norm = (1 + likely * (ball(tilt.theta).exp() - 1)).log()
        return {order: _units((ball(tilt.theta) if order in happens else ball(0)) - norm) for order in promised}


def threshold(alpha: Fraction) -> int:
    """ln(1/alpha) in units of 2^-40, rounded up."""
    with precision(BITS):
        return -floor(-upper((1 / ball(alpha)).log()) * UNIT)


def _units(x: Ball) -> int:
    return floor(lower(x) * UNIT)
