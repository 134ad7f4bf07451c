"""The worst pair of a contract of one's own: every pair that it states, by its laws or by an implementation's."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from proofs.conform.contract import Contract, Stated
from proofs.engine.divergence import Bounds, Edge, divergence, pair
from proofs.engine.divergence.pair import Pair
from proofs.engine.statistics.budget import RUN, Budget, FalseAlarmRate
from proofs.worst.deciding import Decision, State, decide
from proofs.worst.stated import ContractItself, Implementation
from proofs.worst.watched import MORE_RUNS, RUNS, WatchedLaw, loosened

EXACT, ABOUT = Fraction(0), Fraction(1, 2**13)
"""By how much laws are off that are not learnt, and at most, about, those that fresh runs have confirmed."""


class Basis(Enum):
    """How laws are known: for certain, or learnt with variables watched; what these exceed is confirmed, or not."""

    CERTAIN = "certain"
    WATCHED = "watched"
    CONFIRMED = "confirmed"
    UNCONFIRMED = "unconfirmed"


@dataclass(frozen=True)
class StatedPair:
    """A choice of parameters, two inputs at a distance, and what their laws say of what is claimed of them."""

    setting: Stated
    d_in: float
    x: object
    neighbour: object
    found: Decision
    basis: Basis = Basis.CERTAIN
    place: str = ""

    @property
    def ratio(self) -> Bounds:
        """achieved / claimed."""
        return self.found.achieved.bounds.over(self.found.claimed)

    @property
    def exceeded(self) -> bool:
        """Whether more is lost than is claimed."""
        return self.found.state is State.EXCEEDED


def worst_pairs(contract: Contract, of: ContractItself | Implementation) -> list[StatedPair]:
    """Of each choice of parameters the pair that exceeds, is undecided or comes nearest, the worst of all first."""
    cases: dict[Stated, list[tuple[float, object, object]]] = {}
    for setting, d_in, x, y in contract.pairs():
        cases.setdefault(setting, []).append((d_in, x, y))
    budget = Budget()
    questions = (_Question(of, setting, budget.spend(RUN / len(cases))) for setting in cases)
    return sorted((question.worst(cases[question.setting]) for question in questions), key=_badness, reverse=True)


@dataclass(frozen=True)
class _Question:
    """Which pair is the worst of one choice of parameters, and with which rate of false alarms at most."""

    of: ContractItself | Implementation
    setting: Stated
    alpha: FalseAlarmRate

    def worst(self, cases: Sequence[tuple[float, object, object]]) -> StatedPair:
        """What is walked decides; laws are learnt only where that does not."""
        found = [self._walked(*case) for case in cases]
        if not any(one.exceeded for one in found):
            found = [self._watched(one) if one.found.state is State.UNDECIDED else one for one in found]
            seeming = [one for one in found if one.exceeded]
            if seeming:
                return self._confirmed(max(seeming, key=self._ratio_about))
        return max(found, key=_badness)

    def _walked(self, d_in: float, x: object, y: object) -> StatedPair:
        laws = pair(self.of.law(self.setting, x), self.of.law(self.setting, y))
        found = decide(self.setting.measure, laws, self.of.claim_at(self.setting, d_in))
        return StatedPair(self.setting, d_in, x, y, found, place=self.of.place(self.setting))

    def _watched(self, one: StatedPair) -> StatedPair:
        """The same by laws that are learnt, if there are any and they tell more."""
        if not any(self._learnt(one)):
            return one
        found = decide(self.setting.measure, self._laws(one), self.of.claim_at(self.setting, one.d_in))
        return replace(one, found=found, basis=Basis.WATCHED)

    def _confirmed(self, one: StatedPair) -> StatedPair:
        """What seems to be exceeded, held against fresh runs of both inputs, and against more if these do not tell."""
        rate, learnt = FalseAlarmRate(self.alpha / 2), self._learnt(one)
        for runs in (RUNS, MORE_RUNS * self.of.depth):
            confirmed = self._loosened(one, *(law.off(runs, rate) if law else EXACT for law in learnt))
            if confirmed.exceeded:
                return confirmed
        return replace(one, found=replace(one.found, state=State.UNDECIDED), basis=Basis.UNCONFIRMED)

    def _ratio_about(self, one: StatedPair) -> Edge:
        """What fresh runs may show, about."""
        return self._loosened(one, *(ABOUT if law else EXACT for law in self._learnt(one))).ratio.lower

    def _loosened(self, one: StatedPair, p_off: Fraction, q_off: Fraction) -> StatedPair:
        """What is lost for certain if all probabilities are off by so much."""
        achieved = divergence(self.setting.measure, loosened(self._laws(one), p_off, q_off))
        exceeds = achieved.bounds.lower > one.found.claimed.upper
        found = replace(one.found, state=State.EXCEEDED if exceeds else State.UNDECIDED, achieved=achieved)
        return replace(one, found=found, basis=Basis.CONFIRMED)

    def _learnt(self, one: StatedPair) -> list[WatchedLaw | None]:
        return [self.of.closer(self.setting, z) for z in (one.x, one.neighbour)]

    def _laws(self, one: StatedPair) -> Pair:
        """The laws of the two inputs, as they are learnt where they are."""
        both = zip(self._learnt(one), (one.x, one.neighbour), strict=True)
        return pair(*(learnt.law if learnt else self.of.law(self.setting, z) for learnt, z in both))


def _badness(one: StatedPair) -> tuple[int, Edge]:
    """What is exceeded comes first, then what is undecided, and what was compared in part before what was in full."""
    grave = {State.EXCEEDED: 3, State.UNDECIDED: 2}.get(one.found.state, 1 if one.found.left else 0)
    return grave, one.ratio.lower
