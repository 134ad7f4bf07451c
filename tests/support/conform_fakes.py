"""Targets without a process: outputs that come exactly as often as a law says, so that no test depends on luck."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf

from proofs.conform.ball_laws import Probabilities
from proofs.conform.checks.law_cases import LawCase, Scores
from proofs.conform.known_laws import promised_law
from proofs.conform.triples import NOISY_TOP_K, Selection, Setting
from proofs.targets.target import (
    Answer,
    Forecast,
    Led,
    Made,
    Raised,
    Reached,
    Run,
    Trouble,
    Unsupported,
    Walk,
    one_by_one,
)
from proofs.targets.worker.certifying import NO_COINS
from spec.space import AtomDomain, LInfDistance, MaxDivergence, Measure, VectorDomain

Law = Callable[[Selection, LawCase], Probabilities]
Map = Callable[[Selection, Setting, Fraction], Answer]


def promised_map(triple: Selection, setting: Setting, d_in: Fraction) -> Answer:
    """The printed bound itself."""
    return triple.bound(setting, d_in)


Vector = Sequence[object]
REFUSED = Raised("ValueError", "refused")


@dataclass
class LawMade:
    """An object whose draws follow a law as closely as whole numbers can, and whose methods can each be replaced."""

    triple: Selection
    setting: Setting
    law: Law
    bound: Map
    invoking: Callable[[Vector], Answer] | None = None
    sampling: Callable[[Vector, int], Sequence[tuple[Answer, int]]] | None = None
    listing: Callable[[Vector, int], Sequence[Answer]] | None = None
    walking: "Callable[[LawMade, Vector], Walk | Trouble] | None" = None
    foreseeing: "Callable[[LawMade, Vector, int, str], Forecast | Trouble] | None" = None
    leading: Callable[[Sequence[int], int], Led | Trouble] = lambda places, plays: Led(Fraction(0), 0)
    reaching: Callable[[Vector], Reached | Trouble] = lambda x: Unsupported("its runs are not led")
    cornering: Sequence[Answer] | Trouble | Callable[[Vector], Sequence[Answer]] = ()
    places: Mapping[str, str] = field(default_factory=dict)

    @property
    def takes_draw(self) -> bool:
        return self.walking is not None

    def sample(self, x: Vector, count: int) -> Sequence[tuple[Answer, int]]:
        if self.sampling is not None:
            return self.sampling(x, count)
        if not x or inf > max(map(abs, as_scores(x))) > 1e30 * self.setting.scale:
            return [(self.invoke(x), count)]
        found = self.law(self.triple, LawCase(self.setting, as_scores(x), ""))
        often: list[tuple[Answer, int]] = []
        passed, given = 0.0, 0
        for order, p in found.items():
            passed += float(p.mid())
            upto = max(round(count * passed), given)
            often.append((order if self.triple.indices else order[0], upto - given))
            given = upto
        return [(answer, n) for answer, n in often if n]

    def invoke(self, x: Vector) -> Answer:
        if self.invoking is not None:
            return self.invoking(x)
        return tuple(range(min(self.setting.k, len(x)))) if self.triple.indices else 0

    def series(self, x: Vector, count: int, other: Vector | None = None) -> Sequence[Answer]:
        if self.listing is not None:
            return self.listing(x, count)
        series = [[answer for answer, n in self.sample(one, count) for _ in range(n)] for one in (x, other or x)]
        return [series[turn % 2][turn] for turn in range(len(series[0]))]

    def map(self, d_in: object) -> Answer:
        if not isinstance(d_in, int | float) or not 0 <= d_in < inf:
            return REFUSED
        return self.bound(self.triple, self.setting, Fraction(d_in))

    def walk(self, x: Vector, missing: Fraction, most: int) -> Walk | Trouble:
        assert self.walking is not None
        return self.walking(self, x)

    def foresee(self, x: Vector, missing: Fraction, work: int, plays: int, way: str) -> Forecast | Trouble:
        if self.foreseeing is None:
            return Forecast((), Fraction(1), reason=NO_COINS)
        return self.foreseeing(self, x, plays, way)

    def lead(self, x: Vector, missing: Fraction, work: int, places: Sequence[int], plays: int) -> Led | Trouble:
        return self.leading(places, plays)

    def reach(self, x: Vector, wanted: Sequence[Answer], runs: Sequence[Run], work: int) -> Reached | Trouble:
        return self.reaching(x)

    def corners(self, x: Vector, first: bool = False) -> Sequence[Answer] | Trouble:
        return self.cornering(x) if callable(self.cornering) else self.cornering


def as_scores(x: Vector) -> Scores:
    """The vector as the families have it."""
    whole = tuple(score for score in x if type(score) is int)
    return whole if len(whole) == len(x) else tuple(float(score) for score in x if isinstance(score, int | float))


@dataclass
class LawTarget:
    """A factory whose objects have a law and a map."""

    law: Law = promised_law
    bound: Map = promised_map
    triple: Selection = NOISY_TOP_K
    refuses: Callable[[Setting], bool] = lambda setting: False
    made: Callable[[LawMade], Made] = lambda made: made
    looks: int = 0

    def make(self, arguments: Mapping[str, object]) -> Made | Trouble:
        try:
            setting = setting_of(arguments)
        except AssertionError:
            return REFUSED
        if self.refuses(setting) or not 0 < setting.scale < inf or not 0 <= setting.k <= (setting.size or inf):
            return REFUSED
        return self.made(LawMade(self.triple, setting, self.law, self.bound))

    def mapped(self, cases: Sequence[tuple[Mapping[str, object], object]]) -> Sequence[tuple[bool, Answer]]:
        return [*one_by_one(self, cases)]

    def renew(self) -> None:
        pass

    @property
    def spent(self) -> float:
        """A second more whenever it is looked at."""
        self.looks += 1
        return float(self.looks)


def setting_of(arguments: Mapping[str, object]) -> Setting:
    """The setting that a triple's arguments were made from."""
    domain, metric = arguments["input_domain"], arguments.get("input_metric", LInfDistance(float))
    measure, k = arguments.get("privacy_measure", MaxDivergence()), arguments.get("k", 1)
    scale = arguments.get("scale", arguments.get("temperature"))
    assert isinstance(domain, VectorDomain)
    assert isinstance(domain.element_domain, AtomDomain)
    assert isinstance(metric, LInfDistance)
    assert isinstance(measure, Measure)
    assert isinstance(k, int)
    assert isinstance(scale, float)
    assert not domain.element_domain.nan
    assert arguments.get("optimize") in (None, "max", "min")
    return replace(
        Setting(scale, k, measure=measure, monotonic=metric.monotonic, T=domain.element_domain.T, size=domain.size),
        negate=bool(arguments.get("negate", arguments.get("optimize") == "min")),
    )
