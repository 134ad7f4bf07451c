"""What `noisymax worst` finds and shows."""

import inspect
import json
import math
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction

from rich.console import Console
from rich.table import Table

from impl.directed import inf_cast
from proofs.audit.places import at
from proofs.command.output import complain, refuse_unwritable, stdout, tell, write_file
from proofs.command.stop import refused
from proofs.engine.divergence import Bounds, Verdict, exactly
from proofs.worst.child import Broken, Setting
from proofs.worst.foreign import foreign
from proofs.worst.maps import ANY, BY_RANGE, MAPS, MEASURES, ONE_WAY, RANGE, Map, Question, questions
from proofs.worst.search import Effort, Witness, Worst, search
from proofs.worst.subject import Metric, is_monotonic
from spec.errors import NoisymaxError
from spec.space import Measure, RangeDistance

SCHEMA = "noisymax.worst/1"
_TABLE, _ONE, _FOREIGN = Effort(laws=1500), Effort(), Effort(laws=400)


@dataclass(frozen=True)
class Line:
    """What was asked, and what was found."""

    of: Map
    metric: Metric
    found: Worst
    place: str


def report(options: Namespace) -> int:
    """Search, show what was found, and complain of what is exceeded."""
    if options.json is not None:
        refuse_unwritable(options.json)
    try:
        lines = list(_lines(options))
    except (NoisymaxError, Broken) as error:
        raise refused(f"{options.target}: {error}" if isinstance(error, Broken) else str(error)) from error
    if options.json is not None:
        rows = [_as_json(line, options) for line in lines]
        write_file(options.json, json.dumps({"schema": SCHEMA, "worst": rows}, indent=2) + "\n")
    if options.target is None:
        stdout().print(_table(lines))
    else:
        for line in lines:
            _tell(line, options)
    return complain([_complaint(line) for line in lines if _exceeded(line) and not line.of.published])


def _lines(options: Namespace) -> Iterator[Line]:
    if options.target is not None and ":" in options.target:
        yield _foreign_line(options)
        return
    asked = list(_asked(options))
    if not asked:
        raise refused("there is no such map: leave out --measure, or choose another k")
    for number, group in enumerate(asked, start=1):
        first = group[0].of
        with _status(f"{number}/{len(asked)} {first.mechanism}, {_name_of(first.measure)}, {first.kind}"):
            found = [question.ask(_ONE if options.target else _TABLE) for question in group]
        worst = max(found, key=lambda one: (one.verdict is Verdict.EXCEEDED, one.worst.ratio.lower))
        yield Line(first, group[0].metric, worst, _place(first))


def _asked(options: Namespace) -> Iterator[tuple[Question, ...]]:
    """Every map that is asked for; of a mechanism that is named, at n and k alone."""
    measure = MEASURES[options.measure] if options.measure else None
    maps = [known for known in MAPS if options.target in (None, known.mechanism) and measure in (None, known.measure)]
    if options.claim is not None:
        sound = [known for known in maps if not known.published]
        maps = list(
            {known.measure: replace(known, kind="claim", claim=lambda *_: options.claim) for known in sound}.values()
        )
    for group in questions(tuple(maps), options.scale, options.d_in, options.n, options.k):
        chosen = group if options.target is None else [q for q in group if (q.n, q.k) == (options.n, options.k)]
        if chosen and not (options.monotonic and group[0].metric == ANY):
            yield tuple(chosen)


def _foreign_line(options: Namespace) -> Line:
    measure = MEASURES[options.measure or "max_divergence"]
    metric: Metric = ONE_WAY if options.monotonic else BY_RANGE if measure == RANGE else ANY
    kind = "map" if options.claim is None else "claim"
    with foreign(Setting(options.target, metric, measure, options.scale), options.n, options.k) as (subject, place):
        if options.claim is not None:
            subject = replace(subject, claim=lambda d_in, n, k: exactly(options.claim))
        with _status(options.target):
            found = search(subject, options.d_in, options.n, options.k, _FOREIGN)
    return Line(Map(options.target, kind, measure, (metric,), lambda *_: math.inf), metric, found, place)


def _exceeded(line: Line) -> bool:
    return line.found.verdict is Verdict.EXCEEDED


def _place(known: Map) -> str:
    """Where the claim is made: in our source, or on the command line."""
    if known.kind == "claim":
        return "noisymax"
    code = inspect.unwrap(known.claim)
    return at(inspect.getfile(code), code.__code__.co_firstlineno)


def _status(text: str) -> AbstractContextManager[object]:
    """A line for whoever is at the terminal, which vanishes; and nothing elsewhere."""
    console = Console(stderr=True)
    looked_at = sys.stderr.isatty() and not console.is_dumb_terminal
    return console.status(f"searching {text}") if looked_at else nullcontext()


def _complaint(line: Line) -> str:
    witness = line.found.smallest or line.found.worst
    return (
        f"{line.place}: error: {line.of.mechanism}: its {line.of.kind} says {_shown(witness.claimed)} under "
        f"{_name_of(line.of.measure)}, and {_shown(witness.achieved.bounds)} is reached at "
        f"x = {_vector(witness.at.x)}, x' = {_vector(witness.at.y)}, k = {witness.at.k}"
    )


def _table(lines: list[Line]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for heading in ("mechanism", "measure", "map", "moves", "n", "k"):
        table.add_column(heading, no_wrap=True)
    table.add_column("ratio", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("x", overflow="fold")
    table.add_column("x'", overflow="fold")
    for line in lines:
        witness = line.found.worst
        table.add_row(
            line.of.mechanism,
            _name_of(line.of.measure),
            line.of.kind,
            _moves(line.metric),
            str(witness.at.n),
            str(witness.at.k),
            f"{float(witness.ratio.lower):.6f}",
            witness.verdict.value,
            _vector(witness.at.x).replace(" ", ""),
            _vector(witness.at.y).replace(" ", ""),
        )
    return table


def _tell(line: Line, options: Namespace) -> None:
    tell(f"{line.of.mechanism}, {_name_of(line.of.measure)}, {line.of.kind}: {line.found.verdict.value}")
    _tell_witness(line.found.worst, options, line.metric)
    if line.found.smallest is not None and line.found.smallest.at != line.found.worst.at:
        tell("smallest violation found:", 2)
        _tell_witness(line.found.smallest, options, line.metric)
    tell("")


def _tell_witness(witness: Witness, options: Namespace, metric: Metric) -> None:
    found = witness.achieved
    tell(f"k = {witness.at.k}, scale {options.scale!r}, {_moves(metric)} moves within {options.d_in}", 4)
    tell(f"x  = {_vector(witness.at.x)}", 4)
    tell(f"x' = {_vector(witness.at.y)}", 4)
    for seen in witness.seen:
        tell(f"{seen.outcome} has probability {_shown(seen.on_x)} on x and {_shown(seen.on_y)} on x'", 4)
    order = "" if found.alpha is None else f" at alpha {'-> 1' if found.alpha == 1 else f'= {float(found.alpha):.6g}'}"
    way = "" if len(found.outcomes) != 1 else " as D(x' || x)" if found.backward else " as D(x || x')"
    tell(f"achieved {_shown(found.bounds)}{order}{way}", 4)
    tell(f"claimed  {_shown(witness.claimed)}", 4)
    tell(f"ratio    {_shown(witness.ratio)}", 4)


def _as_json(line: Line, options: Namespace) -> dict[str, object]:
    return {
        "mechanism": line.of.mechanism,
        "map": line.of.kind,
        "measure": _name_of(line.of.measure),
        "moves": _moves(line.metric),
        "scale": options.scale,
        "d_in": str(options.d_in),
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
        "achieved": _edges(witness.achieved.bounds),
        "claimed": _edges(witness.claimed),
        "ratio": _edges(witness.ratio),
        "verdict": witness.verdict.value,
    }


def _edges(bounds: Bounds) -> dict[str, str]:
    return {"lower": repr(-inf_cast(-bounds.lower)), "upper": repr(inf_cast(bounds.upper))}


def _shown(bounds: Bounds) -> str:
    low, high = (f"{float(edge):.9g}" for edge in (bounds.lower, bounds.upper))
    return low if low == high else f"{low} to {high}"


def _vector(scores: tuple[Fraction, ...]) -> str:
    return "(" + ", ".join(map(str, scores)) + ")"


def _moves(metric: Metric) -> str:
    if isinstance(metric, RangeDistance):
        return "range"
    return "monotonic" if is_monotonic(metric) else "any"


def _name_of(measure: Measure) -> str:
    return next(name for name, known in MEASURES.items() if known == measure)
