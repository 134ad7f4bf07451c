"""What `noisymax worst` finds and shows."""

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction

from rich.table import Table

from impl.directed import inf_cast
from impl.registry import MEASURES, RANGE, measure_name
from proofs.engine.divergence import Bounds, Verdict, exactly
from proofs.engine.divergence.bounds import Edge
from proofs.worst.foreign import Setting, foreign
from proofs.worst.maps import ANY, BY_RANGE, MAPS, ONE_WAY, Map, Question, questions
from proofs.worst.search import Effort, Witness, Worst, search
from proofs.worst.subject import Metric, is_monotonic
from spec.space import RangeDistance

SCHEMA = "noisymax.worst/1"
_TABLE, _ONE, _FOREIGN = Effort(laws=1500), Effort(), Effort(laws=400)

Watch = Callable[[str], AbstractContextManager[object]]
"""Show what is under way, until the context ends."""


class NoSuchMap(Exception):
    """Nothing that is asked for exists."""


@dataclass(frozen=True)
class SearchRequest:
    """What the user asks for: a target or all maps, under one measure or all, on n scores and k indices.

    `claim` is a bound to test in place of the map's, `python` the interpreter of a target that is not ours, of which a
    law is walked `depth` times as deep.
    """

    target: str | None
    python: str | None
    measure: str | None
    monotonic: bool
    n: int
    k: int
    scale: float
    d_in: Fraction
    claim: Fraction | None
    depth: int = 1


@dataclass(frozen=True)
class Line:
    """What was asked, and what was found; `place` is `file:line` of a factory that is not ours."""

    of: Map
    metric: Metric
    found: Worst
    place: str = ""

    @property
    def fails(self) -> bool:
        """Whether a map is exceeded that is not a document's."""
        return self.found.verdict is Verdict.EXCEEDED and not self.of.published


def search_all(request: SearchRequest, watch: Watch) -> Iterator[Line]:
    """Search for the worst pair of every map that is asked for."""
    if request.target is not None and ":" in request.target:
        yield _foreign_line(request, request.target, watch)
        return
    groups = asked(request)
    for number, group in enumerate(groups):
        first = group[0].of
        with watch(f"{number + 1}/{len(groups)} {first.mechanism}, {measure_name(first.measure)}, {first.kind}"):
            yield line(request, number, search_one(request, number))


def asked(request: SearchRequest) -> list[tuple[Question, ...]]:
    """The questions on each map that is asked for, always in the same order."""
    if not (groups := list(_asked(request))):
        raise NoSuchMap("there is no such map: leave out --measure, or choose another k")
    return groups


def search_one(request: SearchRequest, number: int) -> Worst:
    """The worst pair of the map with this number."""
    found = [question.ask(_ONE if request.target else _TABLE) for question in asked(request)[number]]
    return max(found, key=lambda one: (one.verdict is Verdict.EXCEEDED, one.worst.ratio.lower))


def line(request: SearchRequest, number: int, found: Worst) -> Line:
    """What was found of the map with this number."""
    first = asked(request)[number][0]
    return Line(first.of, first.metric, found)


def _asked(request: SearchRequest) -> Iterator[tuple[Question, ...]]:
    """Every map that is asked for; of a mechanism that is named, at n and k alone."""
    measure = MEASURES[request.measure] if request.measure else None
    maps = [known for known in MAPS if request.target in (None, known.mechanism) and measure in (None, known.measure)]
    if request.claim is not None:
        claim, sound = request.claim, [known for known in maps if not known.published]
        maps = list({known.measure: replace(known, kind="claim", claim=lambda *_: claim) for known in sound}.values())
    for group in questions(tuple(maps), request.scale, request.d_in, request.n, request.k):
        chosen = group if request.target is None else [q for q in group if (q.n, q.k) == (request.n, request.k)]
        if chosen and not (request.monotonic and group[0].metric == ANY):
            yield tuple(chosen)


def _foreign_line(request: SearchRequest, target: str, watch: Watch) -> Line:
    measure = MEASURES[request.measure or "max_divergence"]
    metric: Metric = ONE_WAY if request.monotonic else BY_RANGE if measure == RANGE else ANY
    setting = Setting(metric, measure, request.scale)
    python = request.python or sys.executable
    with foreign(target, python, setting, request.n, request.k, request.depth) as (subject, place):
        if request.claim is not None:
            bound = exactly(request.claim)
            subject = replace(subject, claim=lambda d_in, n, k: bound)
        with watch(target):
            found = search(subject, request.d_in, request.n, request.k, _FOREIGN)
    kind = "map" if request.claim is None else "claim"
    return Line(Map(target, kind, measure, (metric,), lambda *_: math.inf), metric, found, place)


def complaint(line: Line) -> str:
    """What is exceeded, and where, in one line."""
    witness = line.found.smallest or line.found.worst
    return (
        f"{line.of.mechanism}: its {line.of.kind} says {shown(witness.claimed)} under "
        f"{measure_name(line.of.measure)}, and {shown(witness.achieved.bounds)} is reached at "
        f"x = {_vector(witness.at.x)}, x' = {_vector(witness.at.y)}, k = {witness.at.k}"
    )


def table(lines: list[Line]) -> Table:
    """A row a map."""
    rows = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for heading in ("mechanism", "measure", "map", "moves", "n", "k"):
        rows.add_column(heading, no_wrap=True)
    rows.add_column("ratio", justify="right", no_wrap=True)
    rows.add_column("", no_wrap=True)
    rows.add_column("x", overflow="fold")
    rows.add_column("x'", overflow="fold")
    for line in lines:
        witness = line.found.worst
        rows.add_row(
            line.of.mechanism,
            measure_name(line.of.measure),
            line.of.kind,
            _moves(line.metric),
            str(witness.at.n),
            str(witness.at.k),
            f"{float(witness.ratio.lower):.6f}",
            witness.verdict.value,
            _vector(witness.at.x).replace(" ", ""),
            _vector(witness.at.y).replace(" ", ""),
        )
    return rows


def told(line: Line, request: SearchRequest) -> Iterator[tuple[int, str]]:
    """What was found, line by line, each with its indent."""
    yield 0, f"{line.of.mechanism}, {measure_name(line.of.measure)}, {line.of.kind}: {line.found.verdict.value}"
    yield from _told_witness(line.found.worst, request, line.metric)
    if line.found.smallest is not None and line.found.smallest.at != line.found.worst.at:
        yield 2, "smallest violation found:"
        yield from _told_witness(line.found.smallest, request, line.metric)
    yield 0, ""


def _told_witness(witness: Witness, request: SearchRequest, metric: Metric) -> Iterator[tuple[int, str]]:
    found = witness.achieved
    yield 4, f"k = {witness.at.k}, scale {request.scale!r}, {_moves(metric)} moves within {request.d_in}"
    yield 4, f"x  = {_vector(witness.at.x)}"
    yield 4, f"x' = {_vector(witness.at.y)}"
    for seen in witness.seen:
        yield 4, f"{seen.outcome} has probability {shown(seen.on_x)} on x and {shown(seen.on_y)} on x'"
    order = "" if found.alpha is None else f" at alpha {'-> 1' if found.alpha == 1 else f'= {float(found.alpha):.6g}'}"
    way = "" if len(found.outcomes) != 1 else " as D(x' || x)" if found.backward else " as D(x || x')"
    yield 4, f"achieved {shown(found.bounds)}{order}{way}"
    yield 4, f"claimed  {shown(witness.claimed)}"
    yield 4, f"ratio    {shown(witness.ratio)}"


def document(lines: list[Line], request: SearchRequest) -> dict[str, object]:
    """What was found, for JSON."""
    return {"schema": SCHEMA, "worst": [_as_json(line, request) for line in lines]}


def _as_json(line: Line, request: SearchRequest) -> dict[str, object]:
    return {
        "mechanism": line.of.mechanism,
        "map": line.of.kind,
        "measure": measure_name(line.of.measure),
        "moves": _moves(line.metric),
        "scale": request.scale,
        "d_in": str(request.d_in),
        "verdict": line.found.verdict.value,
        "laws": line.found.laws,
        "worst": _witness_as_json(line.found.worst),
        "smallest": _witness_as_json(line.found.smallest) if line.found.smallest else None,
    }


def _witness_as_json(witness: Witness) -> dict[str, object]:
    return {
        "n": witness.at.n,
        "k": witness.at.k,
        "x": list(map(str, witness.at.x)),
        "y": list(map(str, witness.at.y)),
        "outcomes": [str(outcome) for outcome in witness.achieved.outcomes],
        "alpha": None if witness.achieved.alpha is None else str(witness.achieved.alpha),
        "achieved": edges(witness.achieved.bounds),
        "claimed": edges(witness.claimed),
        "ratio": edges(witness.ratio),
        "verdict": witness.verdict.value,
    }


def edges(bounds: Bounds) -> dict[str, str]:
    """A number between two edges, for JSON: floats on either side of it, or infinity."""
    low, high = bounds.lower, bounds.upper
    return {
        "lower": repr(-inf_cast(-low) if isinstance(low, Fraction) else low),
        "upper": repr(inf_cast(high) if isinstance(high, Fraction) else high),
    }


def shown(bounds: Bounds) -> str:
    """A number between two edges, for people; where there is no upper one, no digit is rounded up."""
    if bounds.upper == math.inf != bounds.lower:
        return f"at least {_digits(bounds.lower, ROUND_FLOOR)}"
    low, high = _digits(bounds.lower), _digits(bounds.upper)
    return low if low == high else f"{low} to {high}"


def _digits(edge: Edge, rounding: str | None = None) -> str:
    """Nine digits, also of a number that is too little for a float."""
    if isinstance(edge, float) or not edge or (float(edge) and rounding is None):
        return f"{float(edge):.9g}"
    with localcontext(prec=9, rounding=rounding):
        return f"{Decimal(edge.numerator) / edge.denominator:g}"


def _vector(scores: tuple[Fraction, ...]) -> str:
    return "(" + ", ".join(map(str, scores)) + ")"


def _moves(metric: Metric) -> str:
    if isinstance(metric, RangeDistance):
        return "range"
    return "monotonic" if is_monotonic(metric) else "any"
