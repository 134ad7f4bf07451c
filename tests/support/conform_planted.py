"""Targets of a conformance run that live in this process: a correct mechanism, and parts of it to override."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from impl.directed import inf_cast
from proofs.conform.ask import Ask, Effort
from proofs.conform.checks.construction import check_accepts, check_refuses
from proofs.conform.checks.errors import check_errors
from proofs.conform.checks.maps import check_map_refuses, check_maps
from proofs.conform.checks.outputs import check_scale_zero, check_shape, check_ties
from proofs.conform.model import Outcome, Verdict
from proofs.conform.triples import NOISY_TOP_K, Selection
from proofs.targets.target import Answer, Died, Made, Odd, Plain, Raised, Target, Trouble, Unsupported, Walk
from spec.space import Atom, LInfDistance, Measure, RangeDivergence, VectorDomain, ZeroConcentratedDivergence

Factory = Callable[..., object]
Check = Callable[[Target, Selection, Ask], Iterator[Verdict]]

CHECKS: tuple[Check, ...] = (
    check_refuses,
    check_accepts,
    check_map_refuses,
    check_maps,
    check_errors,
    check_shape,
    check_scale_zero,
    check_ties,
)

LITTLE = Effort(cases=60, maps=420, tries=3, seconds=1e9)
SOURCE = random.Random("releases")


class TopK:
    """A correct `make_noisy_top_k` but for the law of its output; what is planted overrides one method."""

    def __init__(
        self,
        input_domain: VectorDomain,
        input_metric: LInfDistance,
        privacy_measure: Measure,
        k: int,
        scale: float,
        negate: bool,
    ) -> None:
        self.domain, self.monotonic, self.measure = input_domain, input_metric.monotonic, privacy_measure
        self.k, self.scale, self.negate = k, scale, negate
        self.concentrated = isinstance(privacy_measure, ZeroConcentratedDivergence)
        self.ranged = isinstance(privacy_measure, RangeDivergence)
        self.refuse()

    def refuse(self) -> None:
        self.refuse_scale()
        self.refuse_nan()
        self.refuse_measure()
        self.refuse_k()

    def refuse_k(self) -> None:
        if self.k < 0 or (self.domain.size is not None and self.k > self.domain.size):
            raise ValueError("k")

    def refuse_measure(self) -> None:
        if self.ranged:
            raise ValueError("measure")

    def refuse_scale(self) -> None:
        if not self.scale >= 0 or math.isinf(self.scale):
            raise ValueError("scale")

    def refuse_nan(self) -> None:
        if self.domain.element_domain.nan:
            raise ValueError("nan")

    def invoke(self, x: Sequence[float]) -> object:
        self.complain(x)
        return self.select(x)

    def complain(self, x: Sequence[float]) -> None:
        """Raise no error."""

    def select(self, x: Sequence[float]) -> list[int]:
        order = list(range(len(x)))
        if self.scale == 0:
            order.sort(key=lambda i: (x[i] if self.negate else -x[i], -i))
        else:
            SOURCE.shuffle(order)
        return order[: self.k]

    def map(self, d_in: Atom) -> object:
        if not d_in >= 0 or d_in == math.inf:
            raise ValueError("d_in")
        if d_in == 0:
            return 0.0
        return math.inf if self.scale == 0 else self.rounded(self.bound(Fraction(d_in)))

    def rounded(self, exact: Fraction) -> object:
        return inf_cast(exact)

    def range_distance(self, d_in: Fraction) -> Fraction:
        return d_in if self.monotonic else 2 * d_in

    def eta(self, d_in: Fraction) -> Fraction:
        return self.range_distance(d_in) / Fraction(self.scale)

    def bound(self, d_in: Fraction) -> Fraction:
        return self.k * self.one_round(self.eta(d_in))

    def one_round(self, eta: Fraction) -> Fraction:
        return eta**2 / 8 if self.concentrated else eta


def nothing(self: TopK) -> None:
    """Refuse nothing."""


class Here:
    """A target in this process."""

    def __init__(self, factory: Factory) -> None:
        self.factory = factory

    def make(self, arguments: Mapping[str, object]) -> Made | Trouble:
        try:
            made = self.factory(**arguments)
        except Exception as error:
            return trouble(error)
        return Odd(type(made).__name__) if made is None else MadeHere(made)

    def renew(self) -> None:
        """There is but this process."""


class MadeHere:
    """What a factory of this process returned."""

    has_coins = False

    def __init__(self, made: object) -> None:
        self.made = made

    def invoke(self, x: Sequence[object]) -> Answer:
        return self._ask("invoke", list(x))

    def map(self, d_in: object) -> Answer:
        return self._ask("map", d_in)

    def sample(self, x: Sequence[object], count: int, seconds: float) -> Sequence[tuple[Answer, int]]:
        return list(Counter(self.invoke(x) for _ in range(count)).items())

    def series(self, x: Sequence[object], count: int) -> Sequence[Answer]:
        raise NotImplementedError

    def walk(self, x: Sequence[object], missing: Fraction, seconds: float, doubt: Fraction) -> Walk | Trouble:
        raise NotImplementedError

    def _ask(self, method: str, argument: object) -> Answer:
        try:
            return plain(getattr(self.made, method)(argument))
        except Exception as error:
            return trouble(error)


def trouble(error: Exception) -> Trouble:
    match error:
        case NotImplementedError():
            return Unsupported(str(error))
        case SystemError():
            return Died(str(error))
        case _:
            return Raised(type(error).__name__, str(error))


def plain(value: object) -> Plain | Odd:
    if isinstance(value, list | tuple):
        items = [plain(item) for item in value]
        return tuple(item for item in items if not isinstance(item, Odd))
    if value is None or isinstance(value, bool | int | float | Fraction | str):
        return value
    return Odd(type(value).__name__)


def verdicts(
    factory: Factory, *checks: Check, triple: Selection = NOISY_TOP_K, effort: Effort = LITTLE
) -> dict[str, Verdict]:
    found = (v for check in checks for v in check(Here(factory), triple, Ask(effort=effort)))
    return {verdict.clause.name: verdict for verdict in found}


def failed(found: Mapping[str, Verdict]) -> set[str]:
    return {name for name, verdict in found.items() if verdict.outcome is Outcome.FAILED}


def overriding(**methods: object) -> Factory:
    return type("Planted", (TopK,), methods)
