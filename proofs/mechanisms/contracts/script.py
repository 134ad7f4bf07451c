"""A draw whose answers are arguments of the harness: what a mechanism decides is then a function of them."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from impl.draws import Coins

T = TypeVar("T")


class Scripted(Coins):
    """Answers the calls of the samplers in the script by their functions there, and runs all others."""

    def __init__(self, script: Mapping[Callable[..., object], Callable[..., Any]]) -> None:
        self._script = {inspect.unwrap(sampler): answer for sampler, answer in script.items()}
        self.asked: list[tuple[Any, ...]] = []

    def call(self, body: Callable[..., T], *arguments: object) -> T:
        """Answer from the script, and note what was asked."""
        if body not in self._script:
            return super().call(body, *arguments)
        self.asked.append(arguments)
        answer: T = self._script[body](*arguments)
        return answer
