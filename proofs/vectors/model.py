"""A test vector: a call with exact parameters and a tape of coins, and all that must come of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from proofs.vectors.encoding import Json, encode
from proofs.vectors.trace import Log, LoggedTape, watching
from spec.errors import NoisymaxError


@dataclass(frozen=True)
class PlannedCall:
    """A call to make, and why: `id` is `function/what`; without a tape, the function tosses no coins."""

    id: str
    run: Callable[..., object]
    parameters: Mapping[str, object]
    reason: str
    tape: str | None = None
    watched: tuple[Callable[..., Any], ...] = ()

    @property
    def function(self) -> str:
        """What is called."""
        return self.id.partition("/")[0]


def cases(
    function: str,
    run: Callable[..., object],
    rows: Iterable[tuple[str, Mapping[str, object], str, str]],
    watched: tuple[Callable[..., Any], ...] = (),
) -> list[PlannedCall]:
    """Cases of one function: what each is, its parameters, its tape and the reason for it."""
    return [PlannedCall(f"{function}/{what}", run, given, reason, tape, watched) for what, given, tape, reason in rows]


def vector(case: PlannedCall) -> dict[str, Json]:
    """Make the call, and write down what was asked, what happened inside and what came out: an output or an error."""
    log = Log()
    draw = {} if case.tape is None else {"draw": LoggedTape(case.tape, log, case.function)}
    outcome: dict[str, Json]
    with watching(log, case.watched):
        try:
            outcome = {"output": encode(case.run(**case.parameters, **draw))}
        except NoisymaxError as error:
            outcome = {"error": type(error).__name__}
    return {
        "id": case.id,
        "function": case.function,
        "parameters": {name: encode(value) for name, value in case.parameters.items()},
        **({} if case.tape is None else {"tape": case.tape}),
        **({"intermediates": log.calls} if case.tape is not None or case.watched else {}),
        **outcome,
        **({} if case.tape is None else {"coins_used": log.coins_used}),
        "reason": case.reason,
    }
