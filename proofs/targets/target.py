"""What a check sees of a target: answers as plain values, and troubles as values too."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from spec.weights import ExpRatio

Plain = None | bool | int | float | Fraction | str | tuple["Plain", ...]
"""What the line protocol can carry; lists and arrays arrive as tuples, numbers of other libraries as Python's."""


@dataclass(frozen=True)
class Raised:
    """The target raised an exception, by the names of its class and of the classes it descends from."""

    type: str
    message: str
    ancestors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unsupported:
    """The target's adapter says that the library has no such thing."""

    message: str


GIVEN_UP = "given up"
"""So begins how a target died that is not started again."""


@dataclass(frozen=True)
class Died:
    """The target's process ended, hung or ran out of memory; the next question is put to a new one."""

    how: str


@dataclass(frozen=True)
class Odd:
    """An answer that is no plain value, by the name of its type; `text` tells it from every other one, if any can."""

    type: str
    text: str = field(default="", repr=False)


Run = tuple[int, ...]
"""The cells that the draws of a run took."""
Trouble = Raised | Died | Odd | Unsupported
Answer = Plain | Trouble


@dataclass(frozen=True)
class Walk:
    """The sub-law of the output over fair coins; each probability is in [weight, weight + missing], with certainty.

    `reason` says why the walk ended before it reached what it was asked for, if it did.
    """

    branches: tuple[tuple[Answer, Fraction], ...]
    missing: Fraction
    reason: str = ""


@dataclass(frozen=True)
class Forecast:
    """A forecast of the output from the draws that a target borrows, its law, and how it did in plays made since.

    In a play an outcome may have come unforetold, or been foretold and stayed away: `surprises` has how often each did.
    In `otherwise` of the plays the draws were not as foretold. It is `whole` if every draw is cut to the cell.
    `reason` says why there is none. `rough` is by how much its law is expected to be off, where it is not cut. It is
    `steady` if the same draws led to the same, wherever that was tried. To learn it took so much `work`. States that
    look alike may have been taken to be one: then it is `folded`.
    """

    branches: tuple[tuple[Answer, Fraction], ...]
    missing: Fraction
    whole: bool = False
    reason: str = ""
    plays: int = 0
    otherwise: int = 0
    surprises: tuple[tuple[Answer, int, int], ...] = ()
    rough: Fraction = Fraction(0)
    steady: bool = True
    work: int = 0
    folded: bool = True


@dataclass(frozen=True)
class Led:
    """How likely draws are that are foretold to lead to some outputs, and in how many plays of such draws they do."""

    mass: Fraction
    came: int


@dataclass(frozen=True)
class Reached:
    """Runs by their draws that end as was wanted, and one for each other end; the finest draw, and the work it took."""

    runs: tuple[Run, ...]
    ends: tuple[tuple[Answer, Run], ...] = ()
    finest: int = 2
    work: int = 0


@dataclass(frozen=True)
class ContractLaw:
    """The exact law of the output, if every sampler of noisymax that the target calls keeps its contract.

    `reason` says why it could not be had, and then there is none.
    """

    branches: tuple[tuple[Answer, ExpRatio], ...]
    reason: str = ""


class Made(Protocol):
    """What a factory returned. Every call is one exchange with the target's process."""

    @property
    def takes_draw(self) -> bool:
        """Whether `invoke` accepts coins."""
        ...

    @property
    def places(self) -> Mapping[str, str]:
        """`file:line` of `invoke` and of `map`, where they are known."""
        ...

    def invoke(self, x: Any) -> Answer:
        """Release once."""
        ...

    def map(self, d_in: object) -> Answer:
        """Ask for the bound at a distance."""
        ...

    def sample(self, x: Any, count: int) -> Sequence[tuple[Answer, int]]:
        """Release `count` times: each distinct answer and how often it came."""
        ...

    def series(self, x: Any, count: int, other: Any = None) -> Sequence[Answer]:
        """Release `count` times, by turns of another input if there is one: the answers in order."""
        ...

    def walk(self, x: Any, missing: Fraction, most: int) -> Walk | Trouble:
        """Measure the law of the output at the coins, all but `missing` of it, or as much as `most` coins allow."""
        ...

    def foresee(self, x: Any, missing: Fraction, work: int, plays: int, way: str) -> Forecast | Trouble:
        """Learn with so much work, in a way of `certifying`, to foretell the output from borrowed draws, and try it."""
        ...

    def lead(self, x: Any, missing: Fraction, work: int, places: Sequence[int], plays: int) -> Led | Trouble:
        """Play what is foretold to end as some places of the foretold law do, so many times."""
        ...

    def corners(self, x: Any, first: bool = False) -> Sequence[Answer] | Trouble:
        """The outputs that come where every borrowed draw is extreme, or some of them at a `first` look."""
        ...

    def reach(self, x: Any, wanted: Sequence[Answer], runs: Sequence[Run], work: int) -> Reached | Trouble:
        """Look with so much work for runs that end as is wanted, from some that did so on a like input."""
        ...


class Target(Protocol):
    """Other people's code, in a process of its own."""

    def make(self, arguments: Mapping[str, object]) -> Made | Trouble:
        """Call the factory."""
        ...

    def renew(self) -> None:
        """Go on in a new process."""
        ...

    @property
    def spent(self) -> float:
        """The processor time that the process has used, in seconds."""
        ...

    def mapped(self, cases: Sequence[tuple[Mapping[str, object], object]]) -> Sequence[tuple[bool, Answer]]:
        """Call the factory for each case and ask for the bound: was it made, and what came."""
        ...


def one_by_one(target: Target, cases: Sequence[tuple[Mapping[str, object], object]]) -> Iterator[tuple[bool, Answer]]:
    """The bounds of some cases, each asked by itself."""
    for arguments, d_in in cases:
        made = target.make(arguments)
        yield (False, made) if isinstance(made, Trouble) else (True, made.map(d_in))
