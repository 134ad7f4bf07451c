"""Laws that are learnt with variables watched: are they believed only as far as fresh runs go?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest

from proofs.conform.contract import Contract, Stated
from proofs.engine.divergence import AnyLaw, Bounds, divergence, exactly, pair
from proofs.engine.law import Law
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.targets.process import ProcessMade
from proofs.targets.target import Answer, Died, Forecast, Trouble
from proofs.worst import watched
from proofs.worst.deciding import Claim
from proofs.worst.stated_pairs import Basis, worst_pairs
from proofs.worst.stated_report import told
from proofs.worst.watched import MORE_RUNS, RUNS, WatchedLaw, loosened, watch
from spec.space import MaxDivergence
from spec.weights import rational

RATE = FalseAlarmRate(Fraction(1, 10**10))
HALF, LITTLE = Fraction(1, 2), Fraction(1, 2**30)
FAIR = Forecast(((0, HALF), (1, HALF - LITTLE)), LITTLE, whole=True)
NOTHING = Law[Fraction]((), Fraction(1))


@dataclass
class Foretold(ProcessMade):
    """What was made, and is foretold so; `surprises` come in each thousand runs."""

    target: Any = None
    handle: int = 0
    arguments: Any = None
    answer: Forecast | Trouble = FAIR
    surprises: tuple[tuple[Answer, int, int], ...] = ()
    asked: list[int] = field(default_factory=list)

    def foresee(self, x: object, missing: Fraction, work: int, plays: int, way: str) -> Forecast | Trouble:
        self.asked.append(plays)
        if not isinstance(self.answer, Forecast):
            return self.answer
        came = tuple((answer, c * plays // 1000, s * plays // 1000) for answer, c, s in self.surprises)
        return replace(self.answer, plays=plays, surprises=came if plays else ())


@pytest.mark.parametrize(
    ("made", "walked", "believed"),
    [
        (Foretold(), NOTHING, True),
        (Foretold(), Law(((0, Fraction(1, 4)), (1, Fraction(1, 4))), HALF), True),
        (Foretold(surprises=((1, 2, 0),)), NOTHING, True),
        (Foretold(surprises=((1, 2, 0), (0, 0, 2))), NOTHING, False),
        (Foretold(answer=replace(FAIR, otherwise=1)), NOTHING, False),
        (Foretold(answer=replace(FAIR, whole=False)), NOTHING, False),
        (Foretold(answer=replace(FAIR, steady=False)), NOTHING, False),
        (Foretold(answer=replace(FAIR, reason="no coins")), NOTHING, False),
        (Foretold(answer=Died("fell")), NOTHING, False),
        (Foretold(), Law(((0, Fraction(5, 8)),), Fraction(3, 8)), False),
        (Foretold(), Law(((0, Fraction(1, 8)),), Fraction(1, 4)), False),
        (Foretold(), Law(((2, Fraction(1, 8)),), Fraction(7, 8)), False),
    ],
)
def test_what_is_learnt_must_agree(made: Foretold, walked: Law[Fraction], believed: bool) -> None:
    """Is a law believed only if no fresh run goes another way than foretold, and no walked run contradicts it?"""
    found = watch(made, 0, walked, 1)
    assert (found is not None) == believed
    if found is not None:
        assert found.law == Law(FAIR.branches, LITTLE)
        assert made.asked[-1] == RUNS


def test_how_far_a_law_is_off() -> None:
    """Do fresh runs bound by how much a law is off, the better the more there are, and not at all if they fail?"""
    made = Foretold()
    found = watch(made, 0, NOTHING, 1)
    assert found is not None
    few, many = found.off(RUNS, RATE), found.off(MORE_RUNS, RATE)
    assert 0 < 5 * many < few < Fraction(1, 500)
    assert max(b - a for a, b in zip(made.asked, made.asked[1:], strict=False)) <= watched.AT_ONCE
    made.surprises = ((1, 5, 0),)
    assert Fraction(5, 1000) < found.off(MORE_RUNS, RATE) < Fraction(7, 1000)
    made.answer = Died("fell")
    assert found.off(RUNS, RATE) == 1


def test_loosened() -> None:
    """Is every pair of laws that are off by so much among those that are left possible?"""
    of = pair([(0, Fraction(3, 4)), (1, Fraction(1, 4))], [(0, Fraction(1, 4)), (1, Fraction(3, 4))])
    loose = loosened(of, Fraction(1, 8), Fraction(0))
    first, second = loose.masses
    assert (first.p, first.q, second.p, second.q) == (Fraction(5, 8), Fraction(1, 4), Fraction(1, 8), Fraction(3, 4))
    assert (loose.p_missing, loose.q_missing) == (Fraction(1, 4), Fraction(0))
    assert loosened(of, Fraction(1, 2), Fraction(0)).masses[1].p == 0
    assert divergence(MaxDivergence(), loose).bounds.lower < math.log(5 / 2) + 1e-9


CONTRACT = Contract(
    name="Fair",
    valid=[{"bias": 0}],
    inputs=(0, 1),
    metric=lambda x, y: abs(x - y),
    distances=(1,),
    measure=MaxDivergence(),
    law=lambda x, bias: [(x, Fraction(1))],
    map=lambda d_in: 1,
)


@dataclass
class Source:
    """Laws that are known in part, and learnt ones of which so many runs in 100,000 go another way."""

    walked: Sequence[AnyLaw]
    learnt: Sequence[Law[Fraction] | None] = ()
    deviating: int = 0
    claimed: Fraction = Fraction(1)
    depth: int = 1
    runs: list[int] = field(default_factory=list)

    def law(self, setting: Stated, x: Any) -> AnyLaw:
        found: AnyLaw = self.walked[x]
        return found

    def closer(self, setting: Stated, x: Any) -> WatchedLaw | None:
        def play(runs: int) -> Forecast:
            self.runs.append(runs)
            return Forecast((), Fraction(0), plays=runs, surprises=((0, self.deviating * runs // 100_000, 0),))

        found = self.learnt[x] if self.learnt else None
        return WatchedLaw(found, play) if found else None

    def claim(self, setting: Stated, d_in: float) -> Bounds:
        return exactly(self.claimed)

    def claim_at(self, setting: Stated, d_in: float) -> Claim:
        return lambda bits: exactly(self.claimed)

    def place(self, setting: Stated) -> str:
        return "it.py:7"


def response(p: Fraction, missing: Fraction = LITTLE) -> tuple[Law[Fraction], Law[Fraction]]:
    """0 and 1 with probability p and the rest, and the other way round."""
    q = 1 - p - missing
    return Law(((0, p), (1, q)), missing), Law(((0, q), (1, p)), missing)


UNKNOWN = (NOTHING, NOTHING)
CERTAIN, LEARNT = response(Fraction(3, 4)), response(Fraction(3, 4))
BY_CONTRACT = [(0, rational(Fraction(1, 4))), (1, rational(Fraction(3, 4)))]
ABOUT_ONE = response(Fraction(7312, 10_000))


@pytest.mark.parametrize(
    ("source", "words", "basis", "runs"),
    [
        (Source(CERTAIN), "EXCEEDED", Basis.CERTAIN, 0),
        (Source(CERTAIN, LEARNT), "EXCEEDED", Basis.CERTAIN, 0),
        (Source(UNKNOWN), "undecided", Basis.CERTAIN, 0),
        (Source(UNKNOWN, LEARNT), "EXCEEDED", Basis.CONFIRMED, RUNS),
        (Source((NOTHING, BY_CONTRACT), (LEARNT[0], None)), "EXCEEDED", Basis.CONFIRMED, RUNS),
        (Source(UNKNOWN, LEARNT, claimed=Fraction(9, 8)), "held where compared", Basis.WATCHED, 0),
        (Source(UNKNOWN, ABOUT_ONE), "EXCEEDED", Basis.CONFIRMED, MORE_RUNS),
        (Source(UNKNOWN, ABOUT_ONE, deviating=10), "undecided", Basis.UNCONFIRMED, MORE_RUNS),
        (Source(UNKNOWN, ABOUT_ONE, deviating=10, depth=4), "undecided", Basis.UNCONFIRMED, 4 * MORE_RUNS),
        (Source(UNKNOWN, LEARNT, deviating=10_000), "undecided", Basis.UNCONFIRMED, MORE_RUNS),
    ],
)
def test_what_is_learnt_exceeds_only_if_runs_confirm_it(source: Source, words: str, basis: Basis, runs: int) -> None:
    """Is what was walked decided by that alone, and what is learnt said to exceed only where fresh runs show it?"""
    (found,) = worst_pairs(CONTRACT, source)  # type: ignore[arg-type]
    assert (found.found.words, found.basis, found.place) == (words, basis, "it.py:7")
    assert max(source.runs, default=0) == runs
    lines = [line for _, line in told("it", [found])]
    assert lines[0] == f"it: {words}"
    learnt = [line for line in lines if line.startswith("its laws were learnt with its variables watched")]
    assert bool(learnt) == (basis is not Basis.CERTAIN)
    assert any("do not confirm" in line and "--depth N" in line for line in lines) == (basis is Basis.UNCONFIRMED)
    assert any(line.startswith("compared: outputs of probability 2^-") for line in lines) == (words.startswith("held"))
    undecided = "what is not known of a law (much of it) may lose more: --depth N walks N times as deep"
    assert (undecided in lines) == (words == "undecided" and basis is Basis.CERTAIN)


def test_a_pair_that_is_undecided_comes_before_one_that_holds() -> None:
    """Is a pair that is not decided shown, and not another one that comes nearer and is decided?"""
    close = response(Fraction(73, 100))
    inputs = replace(CONTRACT, inputs=(0, 1, 2), metric=lambda x, y: 1)
    source = Source((*close, NOTHING))
    (found,) = worst_pairs(inputs, source)  # type: ignore[arg-type]
    assert found.found.words == "undecided"
    assert 2 in (found.x, found.neighbour)
