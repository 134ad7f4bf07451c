"""Values as JSON that any language can read: no number in it is rounded, and nothing in it is Python's."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import FunctionType

from impl.gumbel import GumbelPSRN, GumbelRV
from spec.space import (
    AtomDomain,
    LInfDistance,
    MaxDivergence,
    RangeDivergence,
    VectorDomain,
    ZeroConcentratedDivergence,
)
from spec.weights import ExpSum

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]

GREATEST_NUMBER = 2**53 - 1
"""An integer beyond is written as a string of decimal digits, since many readers keep numbers as binary64."""
NAMES: Mapping[object, str] = {
    int: "integer",
    float: "float",
    Fraction: "rational",
    MaxDivergence: "max_divergence",
    ZeroConcentratedDivergence: "zero_concentrated_divergence",
    RangeDivergence: "range_divergence",
}


def encode(value: object) -> Json:
    """The value: a rational as "p/q", a float in hexadecimal, an object as its fields, a function or type as its name.

    Law: what is unequal or of unequal type is written differently.
    """
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if abs(value) <= GREATEST_NUMBER else str(value)
        case float():
            return value.hex()
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case GumbelRV():
            return {"shift": encode(value.shift), "scale": encode(value.scale)}
        case GumbelPSRN():
            return {"shift": encode(value.shift), "scale": encode(value.scale), "bits": bits(value)}
        case ExpSum():
            return [[encode(q), encode(c)] for q, c in sorted(value.terms.items())]
        case VectorDomain(AtomDomain(atom, nan), size):
            return {"atom": encode(atom), "nan": nan, "size": encode(size)}
        case LInfDistance(atom, monotonic):
            return {"atom": encode(atom), "monotonic": encode(monotonic)}
        case list() | tuple():
            return [encode(part) for part in value]
        case MaxDivergence() | ZeroConcentratedDivergence() | RangeDivergence():
            return NAMES[type(value)]
        case type():
            return NAMES[value]
        case FunctionType():
            return value.__name__
        case _:
            raise TypeError(f"a {type(value).__name__} has no place in a test vector")


def bits(sample: GumbelPSRN) -> str:
    """The coins drawn for a sample so far, first coin first."""
    return f"{sample.numerator:0{sample.refinements}b}" if sample.refinements else ""


def one_line(value: Json) -> str:
    """The value as JSON without a space: the canonical text that digests are taken of."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def render(head: Mapping[str, Json], name: str, rows: Sequence[Json]) -> str:
    """A file: the head's entries one a line, and under `name` the rows one a line, so that differences show."""
    entries = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    listed = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return "{\n" + "".join(f"{entry},\n" for entry in entries) + f'"{name}": [\n{listed}\n]\n}}\n'
