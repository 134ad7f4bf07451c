"""What a verdict is worth: what was not checked and why, and the smallest bias that would have been seen."""

from collections.abc import Iterator
from fractions import Fraction

from proofs.conform.clauses import LAW_COINS, LAW_SAMPLED
from proofs.conform.model import Power, Verdict
from proofs.conform.run import Held

LIKELY = "with probability 0.99"
SURELY = "by walking its choices"


def lines(run: Held) -> Iterator[str]:
    """The last lines of a report."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in run.unchecked.items():
        by_reason.setdefault(reason, []).append(name)
    for reason, names in by_reason.items():
        yield f"not checked: {', '.join(names)}: {reason}"
    yield from (f"left open: {passed.clause.name}: {passed.doubt}" for passed in run.verdicts if passed.doubt)
    if run.request.kind is not None and run.request.only is None:
        yield f"not checked: what is no {run.request.kind.value}: it was not asked for"
    for found, how in ((_found(run, LAW_COINS.name), SURELY), (_found(run, LAW_SAMPLED.name), LIKELY)):
        if found is not None and found.power is not None:
            yield f"{found.clause.name} would have seen, {how}, on {found.power.reach}: {_worth(found.power)}"


def smallest(run: Held) -> dict[str, object]:
    """The same for programs."""
    return {
        found.clause.name: {
            "total_variation": [float(edge) for edge in found.power.total_variation],
            "noise": None if found.power.noise is None else float(found.power.noise),
            "probability": float(found.power.probability),
        }
        for found in run.verdicts
        if found.power is not None
    }


def _found(run: Held, name: str) -> Verdict | None:
    return next((found for found in run.verdicts if found.clause.name == name), None)


def _worth(power: Power) -> str:
    low, high = map(_short, power.total_variation)
    variation = f"a total variation of {low}" + ("" if low == high else f" to {high}")
    noise = f", noise {_percent(power.noise)} too large or too small in all of them" if power.noise is not None else ""
    return f"{variation}{noise}; the smallest probability looked at is {_short(power.probability)}"


def _short(value: Fraction) -> str:
    if 0 < value < Fraction(1, 2**20):
        return f"2^-{value.denominator.bit_length() - value.numerator.bit_length()}"
    return f"{float(value):.2g}"


def _percent(value: Fraction) -> str:
    return f"{float(100 * value):.3g} %"
