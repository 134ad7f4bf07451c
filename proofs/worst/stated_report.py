"""What `noisymax worst --triple FILE.py:NAME` shows."""

from collections.abc import Iterator, Sequence

from proofs.engine.divergence import Bounds, Verdict
from proofs.worst.report import SCHEMA, edges, shown
from proofs.worst.stated import StatedPair


def told(name: str, found: Sequence[StatedPair]) -> Iterator[tuple[int, str]]:
    """What was found, line by line, each with its indent."""
    yield 0, f"{name}: {found[0].verdict.value}"
    for one in found:
        yield 2, f"{one.setting.text}: {one.verdict.value}"
        yield 4, f"x = {one.x!r}, x' = {one.neighbour!r}, within {one.d_in!r}"
        outcomes = ", ".join(_written(outcome) for outcome in one.achieved.outcomes)
        yield 4, f"achieved {shown(one.achieved.bounds)}" + (f" at {outcomes}" if outcomes else "")
        yield 4, f"claimed  {shown(one.claimed)}"
        yield 4, f"ratio    {shown(one.ratio)}"


def complaint(name: str, one: StatedPair) -> str:
    """What is exceeded, and where, in one line."""
    return (
        f"{name}: its map says {shown(one.claimed)} at {one.d_in!r}, and {shown(one.achieved.bounds)} is reached at "
        f"{one.setting.text}, x = {one.x!r}, x' = {one.neighbour!r}"
    )


def exceeded(found: Sequence[StatedPair]) -> list[StatedPair]:
    """The pairs that lose more than is claimed."""
    return [one for one in found if one.verdict is Verdict.EXCEEDED]


def document(name: str, found: Sequence[StatedPair]) -> dict[str, object]:
    """What was found, for JSON."""
    return {"schema": SCHEMA, "contract": name, "worst": [_as_json(one) for one in found]}


def _as_json(one: StatedPair) -> dict[str, object]:
    bounds: dict[str, Bounds] = {"achieved": one.achieved.bounds, "claimed": one.claimed, "ratio": one.ratio}
    return {
        "parameters": one.setting.text,
        "d_in": one.d_in,
        "x": repr(one.x),
        "y": repr(one.neighbour),
        "outcomes": [_written(outcome) for outcome in one.achieved.outcomes],
        "verdict": one.verdict.value,
        **{name: edges(value) for name, value in bounds.items()},
    }


def _written(outcome: object) -> str:
    """An output; a contract's own are tuples of one."""
    return repr(outcome[0]) if isinstance(outcome, tuple) and len(outcome) == 1 else repr(outcome)
