"""Randomness as an argument: one program, read as a run, as a coin tree or as a composition of contracts."""

import functools
import inspect
from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Draw(Protocol):
    """A source of fair coins.

    Law of `bit`: 0 and 1 with probability 1/2 each, independent of every other coin. This is the one
    assumption that noisymax makes about randomness.
    """

    def bit(self) -> int:
        """Toss a fair coin."""
        ...

    def call(self, body: Callable[..., T], *arguments: object) -> T:
        """Answer `body(*arguments, draw)`, by running it or from its law."""
        ...


def sampler(body: Callable[P, T]) -> Callable[P, T]:
    """Make `body(..., draw)` a boundary: every call goes through `draw.call`, which may answer it from its law."""
    signature = inspect.signature(body)

    @functools.wraps(body)
    def sample(*args: P.args, **kwargs: P.kwargs) -> T:
        values: tuple[Any, ...] = signature.bind(*args, **kwargs).args if kwargs else args
        *arguments, draw = values
        answer: T = draw.call(body, *arguments)
        return answer

    return sample


@sampler
def retry(attempt: Callable[..., T | None], *arguments_and_draw: Any) -> T:
    """Repeat `attempt(*arguments, draw)` until it answers.

    Law: that of one attempt, conditioned on an answer other than None.
    """
    while True:
        answer = attempt(*arguments_and_draw)
        if answer is not None:
            return answer
