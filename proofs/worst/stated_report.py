"""What `noisymax worst --triple FILE.py:NAME` shows."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from proofs.engine.divergence import Bounds
from proofs.worst.deciding import ORDERS, PARTLY, Decision, State, halvings
from proofs.worst.foreign import DEEPER
from proofs.worst.report import SCHEMA, edges, shown
from proofs.worst.stated_pairs import Basis, StatedPair
from proofs.worst.watched import MORE_RUNS, RUNS
from spec.space import ZeroConcentratedDivergence

_LEARNT = "its laws were learnt with its variables watched"
_BASES = {
    Basis.WATCHED: f"{_LEARNT}, and held against {RUNS:,} fresh runs",
    Basis.CONFIRMED: f"{_LEARNT}, and fresh runs confirm this: a false alarm has probability 1e-9 at most",
    Basis.UNCONFIRMED: f"{_LEARNT}, and {MORE_RUNS:,} fresh runs or more do not confirm what is achieved: {DEEPER}",
}


def told(name: str, found: Sequence[StatedPair]) -> Iterator[tuple[int, str]]:
    """What was found, line by line, each with its indent."""
    yield 0, f"{name}: {found[0].found.words}"
    for one in found:
        decision = one.found
        digits = f": equal as far as {decision.digits} digits tell" if decision.state is State.MET else ""
        yield 2, f"{one.setting.text}: {decision.words}{digits}"
        yield 4, f"x = {one.x!r}, x' = {one.neighbour!r}, within {one.d_in!r}"
        outcomes = ", ".join(_written(outcome) for outcome in decision.achieved.outcomes)
        yield 4, f"achieved {shown(decision.achieved.bounds)}" + (f" at {outcomes}" if outcomes else "")
        yield 4, f"claimed  {shown(decision.claimed)}"
        yield 4, f"ratio    {shown(one.ratio)}"
        yield from ((4, text) for text in _reasons(one) if text)


def _reasons(one: StatedPair) -> Iterator[str]:
    """What was compared of laws that are known in part, what was not, and how these laws are known."""
    decision, is_walked = one.found, bool(one.place)
    unknown = f"what is not known of a law ({_at_most(decision.left)})"
    if decision.state is State.UNDECIDED and one.basis is not Basis.UNCONFIRMED:
        why = f"{unknown} may lose more" if decision.left else "too few digits are known of what is claimed"
        yield why + (f": {DEEPER}" if decision.left and is_walked else "")
    elif decision.words.endswith(PARTLY):
        has_orders = isinstance(one.setting.measure, ZeroConcentratedDivergence)
        compared = f"outputs of probability 2^-{halvings(decision.least)} or more"
        at = f" at {len(ORDERS)} orders alpha" if has_orders else ""
        yield f"compared: {compared}{at}; not: rarer ones, and {unknown}"
    yield _BASES.get(one.basis, "")


def _at_most(share: Fraction) -> str:
    """The least power of one half that is no less than a share."""
    return f"2^-{halvings(share)} at most" if share and halvings(share) else "much of it"


def complaint(name: str, one: StatedPair) -> str:
    """What is exceeded, and where, in one line."""
    decision = one.found
    return (
        f"{name}: its map says {shown(decision.claimed)} at {one.d_in!r}, and {shown(decision.achieved.bounds)} is "
        f"reached at {one.setting.text}, x = {one.x!r}, x' = {one.neighbour!r}"
    )


def exceeded(found: Sequence[StatedPair]) -> list[StatedPair]:
    """The pairs that lose more than is claimed."""
    return [one for one in found if one.exceeded]


def document(name: str, found: Sequence[StatedPair]) -> dict[str, object]:
    """What was found, for JSON."""
    return {"schema": SCHEMA, "contract": name, "worst": [_as_json(one) for one in found]}


def _as_json(one: StatedPair) -> dict[str, object]:
    decision: Decision = one.found
    numbers = {"achieved": decision.achieved.bounds, "claimed": decision.claimed, "ratio": one.ratio}
    return {
        "parameters": one.setting.text,
        "d_in": one.d_in,
        "x": repr(one.x),
        "y": repr(one.neighbour),
        "outcomes": [_written(outcome) for outcome in decision.achieved.outcomes],
        "verdict": decision.words,
        "digits": decision.digits,
        "left": edges(Bounds(decision.left, decision.left))["upper"],
        "law": one.basis.value,
        **{name: edges(value) for name, value in numbers.items()},
    }


def _written(outcome: object) -> str:
    """An output; a contract's own are tuples of one."""
    return repr(outcome[0]) if isinstance(outcome, tuple) and len(outcome) == 1 else repr(outcome)
