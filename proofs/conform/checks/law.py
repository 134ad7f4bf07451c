"""The output law, by sampling: is it the one that the pseudocode defines, and if not, which is it?

Every case has a sequential test of its own, and all cases together one for each rival law. Draws go to all cases alike,
in stages, then to those that are suspect: any rule for what to draw next keeps the false alarm rates.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Self

from proofs.conform.ask import Ask
from proofs.conform.checks.law_cases import LawCase, law_cases, size_of
from proofs.conform.checks.law_evidence import Experiment
from proofs.conform.checks.law_pool import Pool
from proofs.conform.clauses import LAW_SAMPLED
from proofs.conform.contract import Contract
from proofs.conform.known_laws import PROMISED, Rival, rivals, spelled_out
from proofs.conform.model import Case, Failure, Power, Verdict, verdict
from proofs.conform.pool import GROWTH, Bench, Stages, costing
from proofs.conform.power import least_change, power_of
from proofs.conform.triples import Selection, Setting
from proofs.engine.statistics.budget import Budget, FalseAlarmRate
from proofs.engine.statistics.power import least_probability, least_total_variation
from proofs.targets.target import Answer, Died, Raised, Target, Trouble
from spec.space import Measure

FIRST_BATCH = 50
STAGES_OF_DOUBT, STAGES_OF_ALL = 4, 2
"""What is suspect is drawn more often, until it is rejected or so many stages are over: one case, and all of them. So a
deviation that is about to show, shows in every run, whatever chance adds."""
SUSPICION = 2.0
"""ln of the evidence that makes one case suspect: a few are that have the promised law, until they are drawn again."""
UNKNOWN = "no law that is known here"
MUCH_LIKELIER = 9.0
"""ln of how much likelier a law must make the draws to be named in place of the promised one, if that fits, too."""

LARGER_DRAWS, LARGER_SECONDS = 1350, 1.0
"""Draws of each case that stands for larger inputs, whatever the effort, if they take no more processor time."""

MOST_FAILURES = 5
AFTERTHOUGHT, QUICKEST = 2000, 60
"""Draws of some cases after the first rejection, for more witnesses and a name: of those that are quick to draw."""


def _once_more(experiment: Experiment) -> int:
    """What there must be more of, so that there are GROWTH times as many draws."""
    return (GROWTH - 1) * experiment.draws


class LawCheck:
    """The clause `law.sampled`, in several sittings: a glance sees what is plain, and what is more is added later."""

    def __init__(self, bench: Bench, ask: Ask, budget: Budget, rate: Fraction, tolerated: str | None = None) -> None:
        """A law of the `tolerated` name is noted and fails nothing."""
        self._tolerated = tolerated
        self._bench = bench
        self._ask = ask
        cases = list(law_cases(bench.triple))
        each = budget.spend(rate / 2)
        self._experiments = [
            Experiment(bench.triple, case, number, FalseAlarmRate(each / len(cases)))
            for number, case in enumerate(cases)
            if ask.only is None or ask.only == number
        ]
        pooled, taken = budget.spend(rate / 2), _taken_together(bench.triple)
        self._pools = [Pool(bench.triple, pooled / len(taken), takes) for takes in taken]
        self._batch = FIRST_BATCH
        self._refused: set[int] = set()

    def at(self, bench: Bench, ask: Ask) -> Self:
        """The same clause, asked elsewhere: what is drawn there counts here."""
        other = copy(self)
        other._bench, other._ask = bench, ask
        return other

    def glance(self, measure: Measure | None = None) -> bool:
        """Draw a little of every case, or of those under a measure; True if something is plainly wrong."""
        chosen = [e for e in self._live if measure in (None, e.case.setting.measure)]
        self._round(chosen, lambda e: min(FIRST_BATCH, self._lacks(e)))
        if not self.failed:
            self._weigh()
            if self._pooled is not None and self._tolerated is None:
                self._ask.found(self._pooled_failure(chosen, self._pooled))
        return self.failed

    def draw_the_least(self) -> None:
        """Draw what the effort asks for, unless the law is rejected before."""
        while not self.failed and (short := [e for e in self._live if self._lacks(e) > 0]):
            self._round(short, lambda e: min(self._batch, self._lacks(e)))
            self._batch *= GROWTH
        self._weigh()

    def draw_on(self, seconds: float) -> None:
        """Draw in whole stages, as many as fit into the processor time."""
        stages = Stages(seconds, len(self._live), self._ask.effort.most)
        while not self.failed:
            chosen = [e for e in self._live if stages.affords(e.number, e.draws, e.cost)]
            if not chosen:
                break
            self._round(chosen)
            self._weigh()

    def draw_what_is_suspect(self) -> None:
        """Draw cases, and then all of them, if they are suspect."""
        self._draw_suspects(self._suspects, STAGES_OF_DOUBT)
        self._draw_suspects(self._all_if_suspect, STAGES_OF_ALL)

    def verdict(self) -> Verdict:
        """What came out."""
        if self.failed and self._live and len(self._rejected) < MOST_FAILURES:
            self._round(sorted(self._live, key=lambda e: e.cost)[:QUICKEST], lambda e: AFTERTHOUGHT)
        return self._verdict()

    @property
    def failed(self) -> bool:
        """Whether the law is rejected."""
        return bool(self._rejected) or self._pooled is not None

    @property
    def _pooled(self) -> str | None:
        """The rival that many cases together speak for, if they do."""
        return next((pool.rejects for pool in self._pools if pool.rejects is not None), None)

    @property
    def _live(self) -> list[Experiment]:
        return [e for e in self._experiments if not e.rejected and e.number not in self._refused]

    @property
    def _rejected(self) -> list[Experiment]:
        return [e for e in self._experiments if e.rejected]

    def _lacks(self, experiment: Experiment) -> int:
        least = self._ask.effort.least(size_of(experiment.case.x))
        if experiment.case.stands_for_larger and LARGER_DRAWS * experiment.cost <= LARGER_SECONDS:
            least = max(least, LARGER_DRAWS)
        return least - experiment.draws

    def _draw_suspects(self, suspects: Callable[[], list[Experiment]], stages: int) -> None:
        for _ in range(stages):
            if not self.failed and (doubted := suspects()):
                self._round(doubted)
                self._weigh()

    def _suspects(self) -> list[Experiment]:
        return [e for e in self._live if e.evidence > SUSPICION]

    def _all_if_suspect(self) -> list[Experiment]:
        return [e for e in self._live if any(pool.doubts and pool.takes(e) for pool in self._pools)]

    @property
    def _draws(self) -> int:
        return sum(e.draws for e in self._experiments)

    def _weigh(self) -> None:
        if not self._rejected and self._ask.only is None:
            for pool in self._pools:
                pool.weigh(self._live)

    def _round(self, experiments: Sequence[Experiment], often: Callable[[Experiment], int] = _once_more) -> None:
        """Draw so many of each."""

        def draw(target: Target, experiment: Experiment) -> Sequence[tuple[Answer, int]]:
            self._ask.go_on(f"{LAW_SAMPLED.name}: {self._draws:,} draws")
            made = self._bench.made(target, experiment.case.setting)
            if isinstance(made, Trouble):
                return [(made, 0)]
            more = often(experiment)
            with costing(target, more, lambda cost: setattr(experiment, "cost", cost)):
                return made.sample(experiment.case.x, more)

        for experiment, answers in self._bench.each(experiments, draw):
            self._take(experiment, answers)

    def _take(self, experiment: Experiment, answers: Sequence[tuple[Answer, int]]) -> None:
        for answer, count in answers:
            if isinstance(answer, Died):
                self._ask.died(Case(LAW_SAMPLED, experiment.number), experiment.case.setting, answer)
            if isinstance(answer, Died) or not count:
                self._refused.add(experiment.number)
                return
        if experiment.case.may_be_refused and not experiment.draws and _are_refusals(answers):
            self._refused.add(experiment.number)
            return
        experiment.feed(answers)
        if experiment.rejected and len(self._rejected) == 1 and self._tolerated is None:
            self._ask.found(self._failure(experiment))

    def _failure(self, e: Experiment) -> Failure:
        words, numbers = e.witness()
        return Failure(Case(LAW_SAMPLED, e.number), e.case.setting, f"on {e.case.shown}: {words}", numbers)

    def _verdict(self) -> Verdict:
        asked = [e for e in self._experiments if e.draws or e.rejected]
        failures = [self._failure(e) for e in self._rejected[:MOST_FAILURES]]
        if not failures and self._pooled is not None:
            failures = [self._pooled_failure(asked, self._pooled)]
        if not failures:
            told, power = self._worth(asked)
            return verdict(LAW_SAMPLED, len(asked), [], told, power=power)
        names = self._instead(asked)
        noted = set(names.values()) == {self._tolerated}
        return verdict(replace(LAW_SAMPLED, gates=not noted), len(asked), failures, self._told(names))

    def _pooled_failure(self, asked: list[Experiment], name: str) -> Failure:
        strongest = max(asked, key=lambda e: e.evidence)
        words, numbers = strongest.witness()
        return Failure(
            Case(LAW_SAMPLED),
            strongest.case.setting,
            f"over all cases the draws speak for another law ({name}); on {strongest.case.shown}: {words}",
            numbers,
        )

    def _instead(self, asked: list[Experiment]) -> dict[Measure, str]:
        """The known law that fits all draws, the likeliest if several do, for each measure that was drawn under."""
        doubted = not self._rejected
        drawn = dict.fromkeys(e.case.setting.measure for e in asked)
        return {
            measure: _fitting(self._bench.triple, [e for e in asked if e.case.setting.measure == measure], doubted)
            for measure in drawn
        }

    def _told(self, names: Mapping[Measure, str]) -> str:
        triple = self._bench.triple
        if isinstance(triple, Selection):
            names = {m: spelled_out(name, triple.noise(Setting(measure=m))) for m, name in names.items()}
        if len(set(names.values())) == 1:
            return f"the draws fit {next(iter(names.values()))}"
        return f"the draws fit {', '.join(f'under {type(measure).__name__} {name}' for measure, name in names.items())}"

    def _worth(self, asked: list[Experiment]) -> tuple[str, Power | None]:
        if not asked:
            return "nothing could be drawn", None
        draws = [e.draws for e in asked]
        looks = [(e.case, least_total_variation(len(e.null.cells), e.alpha, e.draws)) for e in asked]
        power = power_of(self._bench.triple, looks, least_probability(max(draws)))
        if power is not None and self._ask.only is None:
            noises = (power.noise, least_change(lambda change: self._pools[0].shows(asked, change)))
            power = replace(power, noise=min((noise for noise in noises if noise), default=None))
        each = f"{min(draws):,}" + (f" to {max(draws):,}" if min(draws) < max(draws) else "")
        return f"{sum(draws):,} draws, {each} a case", power


def _are_refusals(answers: Sequence[tuple[Answer, int]]) -> bool:
    return all(isinstance(answer, Raised) for answer, _ in answers)


def _taken_together(triple: Contract) -> list[Callable[[LawCase], bool]]:
    """The cases whose draws are weighed at once: all, those of several indices, those in which the least come first."""
    found: list[Callable[[LawCase], bool]] = [lambda case: True]
    if isinstance(triple, Selection) and triple.indices:
        found.append(lambda case: case.setting.k > 1)
    if isinstance(triple, Selection) and "negate" in triple.varies:
        found.append(lambda case: case.setting.negate)
    return found


def _fitting(triple: Contract, asked: Sequence[Experiment], doubted: bool) -> str:
    """The law that fits; the promised one unless it is `doubted` or another makes the draws much likelier."""
    telling = sorted(asked, key=lambda e: -e.evidence)
    promised, *others = rivals(triple)
    base = _fit(telling, promised)
    fits = ((_fit(telling, rival), rival) for rival in others)
    fitting = [(likelihood - rival.doubt, rival.name) for likelihood, rival in fits if likelihood is not None]
    likelihood, name = max(fitting, default=(-inf, UNKNOWN))
    if base is None or likelihood > base + MUCH_LIKELIER:
        return name
    return UNKNOWN if doubted else PROMISED


def _fit(asked: Sequence[Experiment], rival: Rival) -> float | None:
    """ln of the chance of the draws under a rival that fits them all, roughly."""
    likelihood = 0.0
    for e in asked:
        law = rival.law(e.triple, e.case)
        if not e.fits(law):
            return None
        likelihood += e.likelihood(law)
    return likelihood
