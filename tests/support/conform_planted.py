"""Targets of a conformance run that live in this process: a correct mechanism, and parts of it to override."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from proofs.conform.ask import Ask, Effort
from proofs.conform.checks.construction import check_accepts, check_refuses
from proofs.conform.checks.errors import check_errors
from proofs.conform.checks.maps import check_map_refuses, check_maps
from proofs.conform.checks.outputs import check_scale_zero, check_shape, check_ties
from proofs.conform.model import Outcome, Verdict
from proofs.conform.triples import NOISY_TOP_K, Selection
from proofs.targets.target import Died, Target, Trouble, Unsupported
from tests.support.mechanisms_in_parts import ManyIndices
from tests.support.target_here import TargetHere, raised

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

LITTLE = Effort(cases=60, maps=420, tries=3)
SOURCE = random.Random("releases")


class TopK(ManyIndices):
    """A correct `make_noisy_top_k` but for the law of its output; what is planted overrides one method."""

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


def nothing(self: TopK) -> None:
    """Refuse nothing."""


def trouble(error: Exception) -> Trouble:
    """What an adapter does not support and how a process dies, by exceptions that no mechanism here raises."""
    match error:
        case NotImplementedError():
            return Unsupported(str(error))
        case SystemError():
            return Died(str(error))
        case _:
            return raised(error)


def here(factory: Factory) -> Target:
    """The factory as a target in this process."""
    return TargetHere(factory, trouble=trouble)


def verdicts(
    factory: Factory, *checks: Check, triple: Selection = NOISY_TOP_K, effort: Effort = LITTLE
) -> dict[str, Verdict]:
    found = (v for check in checks for v in check(here(factory), triple, Ask(effort=effort)))
    return {verdict.clause.name: verdict for verdict in found}


def failed(found: Mapping[str, Verdict]) -> set[str]:
    return {name for name, verdict in found.items() if verdict.outcome is Outcome.FAILED}


def overriding(**methods: object) -> Factory:
    return type("Planted", (TopK,), methods)
