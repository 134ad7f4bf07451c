"""Laws of the output that were walked: at the coins that a target takes, or as its borrowed draws foretell them.

What a walk at the coins leaves outside is certain. A forecast is held against fresh plays, and its bounds fail with a
probability that is part of the run's false alarms; it is wrong by no more than GRAIN where it cuts every draw to the
cell and no play ever deviated: that is as exact as floats are, and takes draws to be monotone between the cuts. An
output of which much was never found may be hidden amid a draw all the same: how rare it is, the plays alone tell.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from impl.ball import Ball, precision, upper
from proofs.conform.ask import Ask, Skip
from proofs.conform.ball_laws import BITS
from proofs.conform.checks.law_cases import LawCase, Scores
from proofs.conform.checks.walk_plan import TOO_LITTLE, WalkPlan
from proofs.conform.checks.walked_law import WHOLE, Event, WalkedLaw
from proofs.conform.contract import Contract
from proofs.conform.known_laws import promised_law
from proofs.conform.model import Clause
from proofs.conform.pool import Bench, indices
from proofs.conform.triples import Selection, Setting
from proofs.engine.enclosure import enclose
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.interval import bounds
from proofs.targets.target import Answer, Died, Forecast, Led, Made, Odd, Raised, Target, Trouble, Walk
from proofs.targets.worker.certifying import EXACT, FOLDED
from proofs.targets.worker.certifying import NOT_ITS_COINS as NOT_FORETOLD
from proofs.targets.worker.diverting import LEAST_SECRET
from proofs.targets.worker.seeding import SEEDED, SHORT_SEED
from proofs.targets.worker.walking import NOT_ITS_COINS

MISSING, MISSING_UNFOLDED = Fraction(1, 2**40), Fraction(1, 2**50)
"""How much of a law may be missing, of one that is learnt to the cell less than any difference that counts."""
COINS, WORK, WORK_UNFOLDED = 3_500, 60_000, 150_000
"""How many coins a walk takes, and how much work a forecast."""
LITTLE, WORK_FARTHER = Fraction(1, 2**13), 240_000
"""A walk that misses more is tried in another way, and one of a clause with so much work."""
PLAYS = 20_000
"""Plays that are asked for at once."""
TELLING = Fraction(1, 4)
"""A walk that misses more than this tells nothing."""
REFUSED = "the target refuses the setting"
IN_DOUBT = " (less of an output was found than is promised: the rest may hide amid a draw)"

Job = tuple[Setting, Scores, str]
"""What is walked, and in which way it is learnt."""


class Walks:
    """Walks of one target, each vector walked once a process.

    None is exact if more than the draws showed itself in any: what decides between two cells may come from elsewhere.
    """

    def __init__(
        self,
        bench: Bench,
        ask: Ask,
        clause: Clause,
        alpha: FalseAlarmRate,
        unfolded: Fraction = MISSING_UNFOLDED,
        farther: int = 0,
    ) -> None:
        """`alpha` is the rate of false alarms of each bound; so much of a law that is `unfolded` may be missing.

        So many laws are learnt `farther`, the first of those that are not learnt with ordinary work.
        """
        self._unfolded = unfolded
        self._farther = farther
        self._bench = bench
        self._ask = ask
        self._doing = clause.name
        self._alpha = alpha
        self._known: dict[Job, WalkedLaw] = {}
        self._why: dict[Job, str] = {}
        self._died = ""
        self._is_steady = True
        self._plan = WalkPlan()
        self._work: dict[Job, int] = {}
        self._outputs: dict[Job, Sequence[Event]] = {}
        self.foreign = ""
        """Why no walk at the coins tells what the law is: some walk showed that they are not all the randomness."""
        self.is_in_doubt = False
        """Whether an output may hide in a law that was to be exact."""
        self.unconfirmed = ""
        """A difference that was walked and that neither plays nor an exact walk confirm."""

    def all(self, vectors: Iterable[tuple[Setting, Scores]], way: str = FOLDED) -> None:
        """Walk many vectors, as long as there is work left and hope."""
        for job in dict.fromkeys((*vector, way) for vector in vectors):
            hopeless = self._plan.hopeless(*job[:2]) if way == FOLDED else ""
            self._keep(job, hopeless or self._walked(self._bench.first, job, 0 if way == FOLDED else WHOLE))

    def walk(self, setting: Setting, x: Scores, plays: int = 0) -> WalkedLaw:
        """The law of one vector, after so many plays; skip the case if there is none that tells anything."""
        return self._had((setting, x, FOLDED), plays)

    def learnt(self, setting: Setting, x: Scores) -> WalkedLaw:
        """The same law, whether it has been tried or not."""
        return self._had((setting, x, EXACT), 0)

    def exactly(self, setting: Setting, x: Scores, way: str = EXACT) -> WalkedLaw:
        """The law of one vector, without folding states, and tried as often as it takes to be exact."""
        return self._had((setting, x, way), WHOLE)

    def _had(self, job: Job, plays: int) -> WalkedLaw:
        known = self._known.get(job)
        if job not in self._why and (known is None or (known.alpha is not None and known.plays < plays)):
            self._keep(job, self._walked(self._bench.first, job, plays))
        if job in self._why:
            raise Skip
        law = self._known[job]
        return law if self._is_steady else replace(law, whole=False)

    def _keep(self, job: Job, found: WalkedLaw | str) -> None:
        if isinstance(found, str):
            self._why[job] = found
        else:
            self._known[job] = found

    def _walked(self, target: Target, job: Job, plays: int) -> WalkedLaw | str:
        setting, x, way = job
        if self._died:
            return self._died
        self._ask.go_on(f"{self._doing}: {len(self._known):,} laws walked")
        made = self._bench.made(target, setting)
        if isinstance(made, Trouble):
            return REFUSED
        walked: WalkedLaw | str = ""
        if made.takes_draw:
            walk = made.walk(x, MISSING, COINS)
            if not isinstance(walk, Walk):
                return self._trouble(walk)
            if walk.reason == NOT_ITS_COINS:
                self.foreign = walk.reason
            self._plan.note(setting, x, walk)
            walked = _read(self._bench.triple, walk)
            if self.foreign or walk.missing <= LITTLE:
                return walked
        found = self._forecast(made, job, plays)
        if not isinstance(found, Forecast):
            return self._trouble(found)
        self._is_steady = self._is_steady and found.steady
        self._outputs[job] = [indices(self._bench.triple, answer) for answer, _ in found.branches]
        foretold = _foretold(self._bench.triple, found, self._alpha, way == FOLDED and found.folded)
        return walked if isinstance(foretold, str) and walked else foretold

    def _forecast(self, made: Made, job: Job, plays: int) -> Forecast | Trouble:
        """What is learnt; one that is learnt and not played may take more work if that leaves much open."""
        setting, x, way = job
        if way != FOLDED:
            return _foreseen(made, x, plays, way, self._unfolded, WORK_UNFOLDED)
        work = self._work.setdefault(job, WORK)
        found = _foreseen(made, x, plays, way, MISSING, work)
        if isinstance(found, Forecast) and not plays:
            self._plan.note(setting, x, found)
            if self._farther and found.missing > LITTLE and found.reason in ("", NOT_FORETOLD):
                self._farther -= 1
                self._work[job] = WORK_FARTHER
                found = _foreseen(made, x, plays, way, MISSING, WORK_FARTHER)
        return found

    def likely(self, setting: Setting, x: Scores, event: Event, plays: int) -> tuple[Fraction, Fraction]:
        """How likely an output is at least, and roughly, by plays that are led to it as a law foretells."""
        job = (setting, x, FOLDED)
        places = [place for place, output in enumerate(self._outputs.get(job, ())) if output == event]
        made = self._bench.made(self._bench.first, setting)
        if not places or isinstance(made, Trouble):
            return Fraction(0), Fraction(0)
        self._ask.go_on(f"{self._doing}: {plays:,} plays are led to a rare output")
        led = made.lead(x, MISSING, self._work.get(job, WORK), places, plays)
        if not isinstance(led, Led):
            return Fraction(0), Fraction(0)
        return led.mass * bounds(led.came, plays, self._alpha)[0], led.mass * Fraction(led.came, plays)

    def _trouble(self, trouble: Trouble) -> str:
        """Why there is no walk; a target that died of one is not walked again."""
        if isinstance(trouble, Died):
            self._died = f"it cannot be walked: {trouble.how}"
        return self._died or f"it cannot be walked: {trouble.type if isinstance(trouble, Raised | Odd) else trouble}"

    def seeded(self, setting: Setting, x: Scores) -> str:
        """Why the law is wrong in any case, if releases have no randomness but seeds that are not random, or short."""
        why = self._why.get((setting, x, FOLDED), "")
        is_short = why == SHORT_SEED and not _is_dyadic(self._bench.triple, setting, x)
        return why if why == SEEDED or is_short else ""

    @property
    def are_certain(self) -> bool:
        """Whether nothing that was walked is in doubt."""
        return all(law.alpha is None for law in self._known.values())

    @property
    def scope(self) -> str:
        """How much of the laws was walked, or why nothing was."""
        why = [reason for reason in self._why.values() if reason != REFUSED]
        laws = [law for (_, _, way), law in self._known.items() if way == FOLDED]
        if not laws:
            return next(iter(why), REFUSED)
        missing = max(float(law.missing) for law in laws)
        words = f"{len(laws)} laws walked, all but {missing:.2g} of each{IN_DOUBT if self.is_in_doubt else ''}"
        parts = [words, *([f"{len(why)} not: {why[0]}"] if why else []), self.unconfirmed]
        return "; ".join(part for part in parts if part)


def _foreseen(made: Made, x: Scores, plays: int, way: str, missing: Fraction, work: int) -> Forecast | Trouble:
    """What is learnt, and then played: no play makes exact what is not cut to the cell."""
    found = made.foresee(x, missing, work, 0, way)
    for so_many in (*range(PLAYS, plays, PLAYS), plays) if plays else ():
        if not isinstance(found, Forecast) or (way == EXACT and not found.whole):
            break
        found = made.foresee(x, missing, work, so_many, way)
    return found


def _read(triple: Contract, walk: Walk) -> WalkedLaw | str:
    if walk.missing > TELLING:
        return walk.reason
    return WalkedLaw(merged(triple, walk.branches), walk.missing)


def _foretold(triple: Contract, found: Forecast, alpha: FalseAlarmRate, folded: bool) -> WalkedLaw | str:
    if found.reason or found.missing > TELLING:
        return found.reason or TOO_LITTLE
    surprises: dict[Event, tuple[int, int]] = {}
    for answer, came, stayed in found.surprises:
        event = indices(triple, answer)
        before = surprises.get(event, (0, 0))
        surprises[event] = before[0] + came, before[1] + stayed
    masses = merged(triple, found.branches)
    return WalkedLaw(
        masses, found.missing, found.plays, found.otherwise, found.whole, folded, surprises, alpha, found.rough
    )


def merged(triple: Contract, branches: Sequence[tuple[Answer, Fraction]]) -> dict[Event, Fraction]:
    """How likely each output is, and whatever is none."""
    merged: dict[Event, Fraction] = {}
    for answer, mass in branches:
        event = indices(triple, answer)
        merged[event] = merged.get(event, Fraction(0)) + mass
    return merged


def promised_events(
    triple: Contract, setting: Setting, x: Scores
) -> tuple[dict[Event, Ball], Callable[[Event], Fraction]]:
    """The promised law in balls, and by how much each probability may be greater than it says."""
    if isinstance(triple, Selection):
        return dict(promised_law(triple, LawCase(setting, x, "")).items()), lambda event: Fraction(0)
    law = triple.promised(setting, x)
    return {outcome: enclose(weight, BITS) for outcome, weight in law.weights().items()}, law.above


def _is_dyadic(triple: Contract, setting: Setting, x: Scores) -> bool:
    """Whether fewer bits than a secret has may make this law: each probability is a whole number of equal parts."""
    promised, above = promised_events(triple, setting, x)
    with precision(BITS):
        return all((p * 2**LEAST_SECRET).contains_integer() or above(event) for event, p in promised.items())


def most_promised(triple: Contract, setting: Setting, x: Scores) -> dict[Event, Fraction]:
    """How likely each output is at most, if the contract is kept."""
    promised, above = promised_events(triple, setting, x)
    with precision(BITS):
        return {event: upper(p) + above(event) for event, p in promised.items()}
