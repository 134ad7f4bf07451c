"""Where in the source an object was made."""

import sys
from itertools import islice
from types import CodeType
from typing import NamedTuple


class Call(NamedTuple):
    """A call under way: its code, and the instruction that it is at."""

    code: CodeType
    instruction: int

    @property
    def lines(self) -> tuple[int, int]:
        """The first and the last line of the expression that is being evaluated."""
        first, last, _, _ = next(islice(self.code.co_positions(), self.instruction // 2, None))
        return first or self.code.co_firstlineno, last or first or self.code.co_firstlineno


def calls_under_way() -> tuple[Call, ...]:
    """The calls that lead to here, innermost first, as far as that of a module; generated code is left out."""
    calls: list[Call] = []
    frame = sys._getframe(1)
    while True:
        if not frame.f_code.co_filename.startswith("<"):
            calls.append(Call(frame.f_code, frame.f_lasti))
        if frame.f_code.co_name == "<module>" or frame.f_back is None:
            return tuple(calls)
        frame = frame.f_back
