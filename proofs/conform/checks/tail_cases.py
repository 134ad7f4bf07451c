"""Two scores of which one falls ever farther behind: the settings in which that is looked at."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from proofs.conform.cases import fitted
from proofs.conform.promised_law import Outcome
from proofs.conform.triples import Selection, Setting

SCALE = 2.0
FAR = 60
"""The lead up to which runs are led to the output: it is promised with probability e^-30."""


@dataclass(frozen=True)
class Tail:
    """Two scores of which one falls behind: the first or the second. Some are looked at only where runs are led."""

    setting: Setting
    behind: int
    led: bool = False

    @property
    def event(self) -> Outcome:
        """The output that falls behind."""
        return (self.behind, 1 - self.behind)[: self.setting.k]

    def x(self, lead: float) -> tuple[float, float]:
        """The scores, the one that falls behind at the lead."""
        score = float(lead if self.setting.negate else -lead)
        return (score, 0.0) if self.behind == 0 else (0.0, score)


def tails_of(triple: Selection) -> Iterator[Tail]:
    """Under each measure either score."""
    for measure in triple.measures:
        usual = fitted(triple, [Setting(measure=measure, monotonic=True)])[0]
        yield from (Tail(replace(usual, scale=SCALE, size=2), behind) for behind in (1, 0))
    for measure in triple.measures:
        others = [Setting(k=2, measure=measure, monotonic=True), Setting(negate=True, measure=measure, monotonic=True)]
        for setting in fitted(triple, others):
            if setting not in fitted(triple, [Setting(measure=measure, monotonic=True)]):
                yield Tail(replace(setting, scale=SCALE, size=2), 0 if setting.negate else 1, led=True)
