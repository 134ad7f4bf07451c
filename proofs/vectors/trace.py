"""What happens inside a call: the calls in it, in order, with arguments, answers and the coins they took."""

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from unittest.mock import patch

from impl.directed import inf_cast
from impl.draws import TapeDraw
from impl.gumbel import GumbelPSRN
from proofs.vectors.encoding import Json, encode
from spec.draw import retry
from spec.gumbel import Edge

T = TypeVar("T")


@dataclass
class Log:
    """The calls so far, callers before callees; `depth` counts the calls under way."""

    calls: list[dict[str, Json]] = field(default_factory=list)
    depth: int = 0
    coins_used: int = 0

    def record(self, name: str, arguments: Mapping[str, Json], run: Callable[[], T]) -> T:
        """Run, and keep what was asked and answered; a call that ends in an error has no answer."""
        begun = self.coins_used
        entry: dict[str, Json] = {"depth": self.depth, "call": name, "arguments": arguments}
        self.calls.append(entry)
        self.depth += 1
        try:
            answer = run()
            entry["answer"] = encode(answer)
        finally:
            self.depth -= 1
            entry["coins"] = [begun, self.coins_used]
        return answer


class LoggedTape(TapeDraw):
    """A tape that logs the samplers run on it; `outermost`, whose inside is looked at, and `retry` go unlogged."""

    def __init__(self, tape: str, log: Log, outermost: str) -> None:
        super().__init__(map(int, tape))
        self._log = log
        self._unlogged = (outermost, retry.__name__)

    def bit(self) -> int:
        """Read the next coin."""
        coin = super().bit()
        self._log.coins_used = self.used
        return coin

    def call(self, body: Callable[..., T], *arguments: object) -> T:
        """Run `body` on these coins and log it."""
        if body.__name__ in self._unlogged:
            return body(*arguments, self)
        return self._log.record(body.__name__, named(body, *arguments), lambda: body(*arguments, self))


def named(function: Callable[..., object], *arguments: object) -> dict[str, Json]:
    """The arguments under the names that the function has for them; coins are no argument."""
    bound = inspect.signature(function).bind_partial(*arguments).arguments
    return {name: encode(value) for name, value in bound.items() if name != "draw"}


@contextmanager
def watching(log: Log, functions: tuple[Callable[..., Any], ...]) -> Iterator[None]:
    """Log these functions too, which are no samplers, wherever `impl` calls them."""
    with ExitStack() as stack:
        for function in functions:
            for module in [module for name, module in sys.modules.items() if name.startswith("impl.")]:
                if vars(module).get(function.__name__) is function:
                    stack.enter_context(patch.object(module, function.__name__, _logged(log, function)))
        yield


def _logged(log: Log, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: object) -> object:
        told = named(function, *arguments)
        if function.__name__ == "surely_above":
            told |= compared_edges(*arguments)
        return log.record(function.__name__, told, lambda: function(*arguments))

    return call


def compared_edges(a: Any, b: Any) -> dict[str, Json]:
    """The edges of two samples that tell whether a > b, as floats: the lower one rounded down, the upper one up."""
    assert isinstance(a, GumbelPSRN)
    assert isinstance(b, GumbelPSRN)
    return {"lower_of_a": encode(-_upward(-a.lower)), "upper_of_b": encode(_upward(b.upper))}


def _upward(edge: Edge) -> float:
    return edge if isinstance(edge, float) else inf_cast(edge)
