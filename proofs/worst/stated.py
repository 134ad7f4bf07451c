"""The laws and the map of a contract of one's own, or those of an implementation of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial

from proofs.conform.contract import Contract, Stated
from proofs.conform.contract_file import claimed, law_of
from proofs.engine.divergence import AnyLaw, Bounds, exactly
from proofs.engine.law import Law
from proofs.targets.names import BadTarget, defined_at, from_here, is_beside, parse
from proofs.targets.process import ProcessMade, ProcessTarget
from proofs.targets.target import Odd
from proofs.targets.worker.serving import NO_DRAW
from proofs.targets.worker.walking import NOT_ITS_COINS
from proofs.worst.deciding import Claim
from proofs.worst.foreign import ANSWERS, COINS, MISSING, answered, checked, in_part, outcome_of, patient
from proofs.worst.watched import WatchedLaw, watch


class ContractItself:
    """The law and the map that a contract states."""

    depth = 1

    def __init__(self, contract: Contract) -> None:
        self._contract = contract

    def law(self, setting: Stated, x: object) -> AnyLaw:
        """The stated law."""
        return law_of(self._contract.promised(setting, x))

    def closer(self, setting: Stated, x: object) -> WatchedLaw | None:
        """What is stated is not learnt."""
        return None

    def claim(self, setting: Stated, d_in: float) -> Bounds:
        """The stated bound."""
        return claimed(self._contract, setting, d_in)

    def claim_at(self, setting: Stated, d_in: float) -> Claim:
        """The stated bound, with more and more bits."""
        return partial(claimed, self._contract, setting, d_in)

    def place(self, setting: Stated) -> str:
        """Where the map stands, which the contract itself does not know."""
        return ""


class Implementation:
    """The law and the map of a target: by contract where that ends, else walked at its coins, `depth` times as deep."""

    def __init__(self, process: ProcessTarget, contract: Contract, path: str, factory: str, depth: int) -> None:
        self._process = process
        self._contract = contract
        self._path, self._factory = path, factory
        self.depth = depth
        self._made: dict[Stated, ProcessMade] = {}
        self._laws: dict[tuple[Stated, str], AnyLaw] = {}
        self._walked: dict[tuple[Stated, str], Law[Fraction]] = {}
        self._closer: dict[tuple[Stated, str], WatchedLaw | None] = {}

    def law(self, setting: Stated, x: object) -> AnyLaw:
        """The law of what `invoke` releases, or as much of it as was walked."""
        key = setting, repr(x)
        if key not in self._laws:
            self._laws[key] = self._exactly(setting, x) or self._in_part(setting, x)
        return self._laws[key]

    def closer(self, setting: Stated, x: object) -> WatchedLaw | None:
        """The law with variables watched, where much of it was not walked."""
        self.law(setting, x)
        key = setting, repr(x)
        walked = self._walked.get(key)
        if walked is None or walked.missing <= MISSING:
            return None
        if key not in self._closer:
            self._closer[key] = watch(self.mechanism(setting), x, walked, self.depth)
        return self._closer[key]

    def claim(self, setting: Stated, d_in: float) -> Bounds:
        """What the map says."""
        answer = self.mechanism(setting).map(d_in)
        bound = None if isinstance(answer, Odd) else answered(answer)
        if isinstance(bound, bool) or not isinstance(bound, int | float | Fraction) or not bound >= 0:
            raise BadTarget(f"its map answers {answer!r}, which is no bound")
        return exactly(bound)

    def claim_at(self, setting: Stated, d_in: float) -> Claim:
        """The same, which is exact."""
        bound = self.claim(setting, d_in)
        return lambda bits: bound

    def place(self, setting: Stated) -> str:
        """`file:line` of the map, or of the factory where the map is not the target's own."""
        at = self.mechanism(setting).places.get("map", "")
        return from_here(at if at and is_beside(at, self._path) else self._factory)

    def _exactly(self, setting: Stated, x: object) -> AnyLaw | None:
        """The law by contract, if that ends."""
        law = answered(self.mechanism(setting).contract(x, ANSWERS))
        if law.reason == NO_DRAW:
            raise BadTarget(f"its law cannot be measured: {law.reason}")
        return None if law.reason else checked([(outcome_of(outcome), weight) for outcome, weight in law.branches])

    def _in_part(self, setting: Stated, x: object) -> AnyLaw:
        """As much of the law as is walked at the coins."""
        walk = answered(self.mechanism(setting).walk(x, MISSING, COINS * self.depth))
        if walk.reason == NOT_ITS_COINS:
            raise BadTarget(f"its law cannot be measured: {walk.reason}")
        walked = self._walked[setting, repr(x)] = in_part(walk)
        return checked(walked)

    def mechanism(self, setting: Stated) -> ProcessMade:
        """What the factory made of a setting."""
        if setting not in self._made:
            self._made[setting] = answered(self._process.make(self._contract.arguments(setting)))
        return self._made[setting]


@contextmanager
def measured_by(
    target: str | None, python: str, contract: Contract, depth: int = 1
) -> Iterator[ContractItself | Implementation]:
    """The contract itself, or a target while its process lives."""
    if target is None:
        yield ContractItself(contract)
        return
    name = parse(target)
    with ProcessTarget(name, python, patient(depth)) as process:
        path = process.describe().path
        yield Implementation(process, contract, path, f"{path}:{defined_at(path, name.factory or '')}", depth)
