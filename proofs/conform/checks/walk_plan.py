"""How much work the walks of a clause may take, counted: what comes first gets it, and what comes to nothing ends."""

from fractions import Fraction

from proofs.conform.checks.law_cases import Scores, size_of
from proofs.conform.contract import Stated
from proofs.conform.triples import Setting
from proofs.targets.target import Forecast, Walk

ALL_WORK, COIN_WORK = 700_000, 20_000
"""Work of a clause: what would come after that is not walked; and what a walk counts for that takes all its coins."""
PATIENCE, FRUITLESS, LEAST_FRUITLESS = 150_000, Fraction(1, 16), 50_000
"""So much work on walks that come to nothing, or miss more than this, ends those of inputs as large, which will hardly
do better; each counts for so much at least."""
TOO_LITTLE = "too little of it can be foretold"
NO_WORK_LEFT = "the work that walks may take is done"


class WalkPlan:
    """What is left of the work, and what came to nothing."""

    def __init__(self) -> None:
        self._left = ALL_WORK
        self._fruitless: list[tuple[Setting, int, int, str]] = []

    def hopeless(self, setting: Setting, x: Scores) -> str:
        """Why a vector is not walked: others that are no larger came to nothing, or there is no work left."""
        alike = [found for found in self._fruitless if found[0] == _kind(setting) and found[1] <= size_of(x)]
        if sum(work for _, _, work, _ in alike) >= PATIENCE:
            return alike[0][-1]
        return "" if self._left > 0 else NO_WORK_LEFT

    def note(self, setting: Setting, x: Scores, found: Walk | Forecast) -> None:
        """Take off the work of a walk, and remember if it came to little."""
        work = found.work if isinstance(found, Forecast) else COIN_WORK if found.reason else 0
        self._left -= work
        if found.missing > FRUITLESS:
            work = max(work, LEAST_FRUITLESS)
            self._fruitless.append((_kind(setting), size_of(x), work, found.reason or TOO_LITTLE))


def _kind(setting: Setting) -> Setting:
    """What settings have in common whose laws are as hard to walk: a measure, and whether more than one comes out."""
    return setting if isinstance(setting, Stated) else Setting(measure=setting.measure, k=min(setting.k, 2))
