"""Other people's mechanisms, loaded in a process of their own; what comes back are laws and bounds, as data."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from proofs.engine.divergence import AnyLaw, exactly
from proofs.engine.law import Law
from proofs.worst.child import Broken, Setting, serve
from proofs.worst.subject import Subject

PATIENCE = 300.0
LEAVING = 10.0
"""Seconds that one law may take, and that the child is given to leave by itself."""


@contextmanager
def foreign(setting: Setting, n: int, k: int) -> Iterator[tuple[Subject, str]]:
    """The target as a subject, and `file:line` of its factory, while its process lives; it must run on n equal scores.

    An exact law is by contract where that ends, else at the coins; an error is an outcome like any other.
    """
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=serve, args=(setting, theirs), daemon=True)
    process.start()
    theirs.close()
    line = _Line(ours, process)
    try:
        place = line.ask("place", n, k)
        subject = Subject(
            law=lambda x, k: _law(line.ask("law", len(x), k, x)),
            claim=lambda d_in, n, k: exactly(_number(line.ask("claim", n, k, d_in))),
            measure=setting.measure,
            metric=setting.metric,
            scale=Fraction(setting.scale) or Fraction(1),
        )
        yield subject, str(place)
    finally:
        ours.close()
        process.join(LEAVING)
        process.kill()
        process.join()


@dataclass(frozen=True)
class _Line:
    connection: Connection
    process: BaseProcess

    def ask(self, what: str, *details: object) -> object:
        with suppress(OSError):
            self.connection.send((what, *details))
        try:
            if not self.connection.poll(PATIENCE):
                raise Broken(f"no answer within {PATIENCE:.0f} seconds")
            found, answer = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            raise Broken(f"its process died (exit code {self.process.exitcode})") from None
        if not found:
            raise Broken(str(answer))
        return answer


def _law(answer: object) -> AnyLaw:
    assert isinstance(answer, Law)
    return answer


def _number(answer: object) -> float | Fraction:
    if isinstance(answer, bool) or not isinstance(answer, int | float | Fraction) or not answer >= 0:
        raise Broken(f"its map answers {answer!r}, which is no bound")
    return Fraction(answer) if isinstance(answer, int) else answer
