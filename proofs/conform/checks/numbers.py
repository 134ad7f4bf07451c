"""Numbers in witnesses: how answers are read, how numbers are written, and which factor explains a wrong bound."""

import math
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context
from fractions import Fraction

from impl.directed import round_up
from proofs.conform.triples import Selection, Setting
from proofs.targets.target import Answer, Odd, Raised
from spec import errors
from spec.directed import BINARY64
from spec.space import Measure, RangeDivergence, ZeroConcentratedDivergence

LONGEST = 60
"""Characters of a fraction that are still worth reading."""

DIGITS = Context(prec=18)
"""So many digits tell a bound from the floats beside it."""

NEAR = Fraction(1, 2**30)


def number_of(answer: Answer) -> Fraction | float | None:
    """The number that an answer is: a Fraction, or a float that is not finite; None if it is none."""
    if type(answer) is float and not math.isfinite(answer):
        return answer
    if isinstance(answer, int | float | Fraction) and not isinstance(answer, bool):
        return Fraction(answer)
    return None


def shown(value: object) -> str:
    """A value that can be put in again, bit for bit; a long fraction is only told roughly."""
    if isinstance(value, float):
        return f"{value!r} = {value.hex()}" if math.isfinite(value) else str(value)
    if isinstance(value, Fraction) and len(str(value)) > LONGEST:
        return roughly(value)
    return str(value) if isinstance(value, Fraction) else repr(value)


def roughly(value: Fraction) -> str:
    """A fraction to more digits than a float has."""
    return f"about {DIGITS.divide(value.numerator, value.denominator):g}"


def lacking(answer: Fraction | float, bound: Fraction) -> str:
    """By how much an answer is below a bound, if so little that digits hide it."""
    lack = bound - Fraction(answer) if math.isfinite(answer) else bound
    return f", by {DIGITS.divide(lack.numerator, lack.denominator):.2g}" if lack < NEAR * bound else ""


def call(x: object) -> str:
    """The release of an input, a long vector told by its beginning."""
    if not isinstance(x, list | tuple):
        return f"invoke({x!r})"
    told = ", ".join(map(repr, x)) if len(x) <= 8 else f"{', '.join(map(repr, x[:3]))}, ... {len(x)} scores"
    return f"invoke([{told}])"


def scale_of(triple: Selection) -> str:
    """What the triple calls the scale."""
    return "temperature" if "temperature" in triple.parameters else "scale"


def formula(triple: Selection, setting: Setting) -> str:
    """The printed bound, as one writes it."""
    scale = scale_of(triple)
    eta = f"d_in/{scale}" if setting.monotonic or "monotonic" not in triple.varies else f"2·d_in/{scale}"
    rounds = "" if setting.k == 1 else "k·"
    match setting.measure:
        case ZeroConcentratedDivergence():
            return f"{rounds}({eta})²/8"
        case RangeDivergence():
            return f"(2k - 1)·{eta}"
        case _:
            return f"{rounds}{eta}"


def ulps_above(answer: Fraction, bound: Fraction) -> int:
    """How many floats lie between the answer and the least float not below the bound; 0 if it is that or less."""
    try:
        found, least = float(round_up(answer, BINARY64)), float(round_up(bound, BINARY64))
    except errors.Overflow:
        return 0
    return max(_place(found) - _place(least), 0)


def _place(x: float) -> int:
    """The place of a nonnegative float among all of them."""
    place: int = struct.unpack("<q", struct.pack("<d", x))[0]
    return place


@dataclass(frozen=True)
class Miss:
    """A map that answers another number than the bound."""

    setting: Setting
    eta: Fraction
    ratio: Fraction


Factor = Callable[[Miss], Fraction]
AT_ANOTHER_LOSS: Mapping[str, Factor] = {
    "at half the distance": lambda miss: Fraction(1, 2),
    "at twice the distance": lambda miss: Fraction(2),
    "with 1/scale for the scale": lambda miss: Fraction(miss.setting.scale) ** 2,
}
"""What the loss of one round under max divergence would have to be multiplied by."""

TIMES: Mapping[str, Factor] = {
    "1/2": lambda miss: Fraction(1, 2),
    "2": lambda miss: Fraction(2),
    "1/4": lambda miss: Fraction(1, 4),
    "4": lambda miss: Fraction(4),
    "1/8": lambda miss: Fraction(1, 8),
    "8": lambda miss: Fraction(8),
    "1/k": lambda miss: Fraction(1, miss.setting.k),
    "k": lambda miss: Fraction(miss.setting.k),
    "8/η, η = d_range/scale": lambda miss: 8 / miss.eta,
    "η/8, η = d_range/scale": lambda miss: miss.eta / 8,
}


def named_factor(misses: Sequence[Miss]) -> str:
    """The simple change of the bound that explains every miss, if there is one."""
    for name, factor in TIMES.items():
        if misses and all(_is_near(miss.ratio, factor(miss)) for miss in misses):
            return f"what comes out is the bound times {name}"
    for name, factor in AT_ANOTHER_LOSS.items():
        if misses and all(_is_near(miss.ratio, factor(miss) ** _degree(miss.setting)) for miss in misses):
            return f"what comes out is the bound {name}"
    return ""


def _degree(setting: Setting) -> int:
    return 2 if setting.measure == ZeroConcentratedDivergence() else 1


def _is_near(ratio: Fraction, factor: Fraction) -> bool:
    return abs(ratio - factor) <= NEAR * factor


Trait = Callable[[Setting], bool]
TRAITS: Mapping[str, Trait] = {
    "monotonic": lambda setting: setting.monotonic,
    "not monotonic": lambda setting: not setting.monotonic,
    "k > 1": lambda setting: setting.k > 1,
    "integers": lambda setting: setting.T is int,
}


def what_they_share(failed: Sequence[Setting], asked: Sequence[Setting]) -> str:
    """What all settings that failed have in common, and not all that were asked."""
    measures: dict[str, Trait] = {type(s.measure).__name__: _measured(s.measure) for s in failed}
    shared = [
        name for name, holds in {**TRAITS, **measures}.items() if all(map(holds, failed)) and not all(map(holds, asked))
    ]
    return f"all with {', '.join(shared)}" if failed and shared else ""


def _measured(measure: Measure) -> Trait:
    return lambda setting: setting.measure == measure


def told(answer: Answer) -> str:
    """What a release did, in words."""
    match answer:
        case Raised(kind, message):
            return f"raises {kind}" + (f": {' '.join(message.split())[:LONGEST]}" if message else "")
        case Odd(kind):
            return f"= a value of type {kind}"
        case _:
            return f"= {answer!r}"
