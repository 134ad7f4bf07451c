"""The worst pair of a contract of one's own: every pair that it states, its law or an implementation's, exactly."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

from proofs.conform.contract import Contract, Stated
from proofs.conform.contract_file import claimed, law_of
from proofs.engine.divergence import AnyLaw, Bounds, Divergence, Verdict, divergence, exactly, judge, pair
from proofs.targets.child import Limits
from proofs.targets.names import BadTarget, defined_at, parse
from proofs.targets.process import ProcessMade, ProcessTarget
from proofs.targets.target import Odd
from proofs.targets.worker.serving import NO_DRAW
from proofs.worst.foreign import ANSWERS, COINS, MISSING, PATIENCE, answered, checked, outcome_of, walked


@dataclass(frozen=True)
class StatedPair:
    """A choice of parameters, two inputs at a distance, how far apart their laws are, and what is claimed of it."""

    setting: Stated
    d_in: float
    x: object
    neighbour: object
    achieved: Divergence
    claimed: Bounds
    verdict: Verdict

    @property
    def ratio(self) -> Bounds:
        """achieved / claimed."""
        return self.achieved.bounds.over(self.claimed)


class ContractItself:
    """The law and the map that a contract states."""

    place = ""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract

    def law(self, setting: Stated, x: object) -> AnyLaw:
        """The stated law."""
        return law_of(self._contract.promised(setting, x))

    def claim(self, setting: Stated, d_in: float) -> Bounds:
        """The stated bound."""
        return claimed(self._contract, setting, d_in)


class Implementation:
    """The law and the map of a target: by contract where that ends, else walked at its coins."""

    def __init__(self, process: ProcessTarget, contract: Contract, place: str) -> None:
        self._process = process
        self._contract = contract
        self._made: dict[Stated, ProcessMade] = {}
        self._laws: dict[tuple[Stated, str], AnyLaw] = {}
        self.place = place

    def law(self, setting: Stated, x: object) -> AnyLaw:
        """The law of what `invoke` releases."""
        key = setting, repr(x)
        if key not in self._laws:
            self._laws[key] = self._measured(self.mechanism(setting), x)
        return self._laws[key]

    def claim(self, setting: Stated, d_in: float) -> Bounds:
        """What the map says."""
        answer = self.mechanism(setting).map(d_in)
        bound = None if isinstance(answer, Odd) else answered(answer)
        if isinstance(bound, bool) or not isinstance(bound, int | float | Fraction) or not bound >= 0:
            raise BadTarget(f"its map answers {answer!r}, which is no bound")
        return exactly(bound)

    def _measured(self, made: ProcessMade, x: object) -> AnyLaw:
        law = answered(made.contract(x, ANSWERS))
        if not law.reason:
            return checked([(outcome_of(outcome), weight) for outcome, weight in law.branches])
        if law.reason == NO_DRAW:
            raise BadTarget(f"its law cannot be measured: {law.reason}")
        return checked(walked(answered(made.walk(x, MISSING, COINS))))

    def mechanism(self, setting: Stated) -> ProcessMade:
        """What the factory made of a setting."""
        if setting not in self._made:
            self._made[setting] = answered(self._process.make(self._contract.arguments(setting)))
        return self._made[setting]


@contextmanager
def measured_by(target: str | None, python: str, contract: Contract) -> Iterator[ContractItself | Implementation]:
    """The contract itself, or a target while its process lives."""
    if target is None:
        yield ContractItself(contract)
        return
    name = parse(target)
    with ProcessTarget(name, python, Limits(seconds=PATIENCE)) as process:
        about = process.describe()
        yield Implementation(process, contract, f"{about.path}:{defined_at(about.path, name.factory or '')}")


def worst_pairs(contract: Contract, of: ContractItself | Implementation) -> list[StatedPair]:
    """Of each choice of parameters the pair that comes nearest to its claim, the worst of all first."""
    found = [_measured_pair(of, *case) for case in contract.pairs()]
    worst: dict[Stated, StatedPair] = {}
    for one in found:
        if one.setting not in worst or _badness(one) > _badness(worst[one.setting]):
            worst[one.setting] = one
    return sorted(worst.values(), key=_badness, reverse=True)


def _measured_pair(
    of: ContractItself | Implementation, setting: Stated, d_in: float, x: object, y: object
) -> StatedPair:
    both = pair(of.law(setting, x), of.law(setting, y))
    achieved, claim = divergence(setting.measure, both), of.claim(setting, d_in)
    return StatedPair(setting, d_in, x, y, achieved, claim, judge(setting.measure, both, claim, achieved))


def _badness(one: StatedPair) -> tuple[bool, Fraction | float]:
    return one.verdict is Verdict.EXCEEDED, one.ratio.lower
