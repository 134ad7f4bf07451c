"""Two scores of which one falls ever farther behind, or two that are left: the settings in which that is looked at."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from proofs.conform.cases import fitted
from proofs.conform.promised_law import Outcome
from proofs.conform.triples import Selection, Setting

SCALE = 2.0
AHEAD = 400.0
"""A score that is so far ahead of the others comes first, but with a probability of e^-200."""
FAR = 60
"""The lead up to which runs are led to the output: it is promised with probability e^-30."""


@dataclass(frozen=True)
class Tail:
    """Two scores of which one falls behind, the first or the second; or one more is `ahead` of both and comes first."""

    setting: Setting
    behind: int
    ahead: bool = False

    @property
    def event(self) -> Outcome:
        """The output that falls behind."""
        return (2, self.behind) if self.ahead else (self.behind, 1 - self.behind)[: self.setting.k]

    def x(self, lead: float) -> tuple[float, ...]:
        """The scores, the one that falls behind at the lead."""
        sign = -1 if self.setting.negate else 1
        scores = (-sign * float(lead), 0.0) if self.behind == 0 else (0.0, -sign * float(lead))
        return (*scores, sign * AHEAD) if self.ahead else scores


def tails_of(triple: Selection) -> Iterator[Tail]:
    """Under each measure either score."""
    for measure in triple.measures:
        usual = fitted(triple, [Setting(measure=measure, monotonic=True)])[0]
        yield from (Tail(replace(usual, scale=SCALE, size=2), behind) for behind in (1, 0))
    for measure in triple.measures:
        others = [Setting(k=2, measure=measure, monotonic=True), Setting(negate=True, measure=measure, monotonic=True)]
        for setting in fitted(triple, others):
            if setting not in fitted(triple, [Setting(measure=measure, monotonic=True)]):
                yield Tail(replace(setting, scale=SCALE, size=2), 0 if setting.negate else 1)
    for measure in triple.measures if triple.indices else ():
        setting = Setting(k=2, measure=measure, monotonic=True, scale=SCALE, size=3)
        yield Tail(setting, 1, ahead=True)
