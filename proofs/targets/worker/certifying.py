"""Hold a forecast against the program, with fresh cells.

P(the program gives A) - P(A is foretold) is P(A comes, not foretold) - P(A is foretold, does not come), whatever the
forecast is: it was made before, so counts of both bound the law of the program. A poor forecast bounds it badly, and no
worse than the outcomes alone would.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from .cells import FIRST, HIGH, LAST, LOW, Cells, Chance
from .counting import Priced, calls_of, dearness
from .forecast import NOTHING, OTHERWISE, Node, Open, foretold, is_cut, is_exact, law, roughness
from .learning import Learner
from .mentioning import Number
from .remembering import Play, Remembered
from .watching import Watcher, is_as_foretold

FOLDED, EXACT, SWEPT, SWEPT_FARTHER, WATCHED = "folded", "exact", "swept", "swept farther", "watched"
"""Ways to learn a program."""
SWEEPS = {SWEPT: 2**16, SWEPT_FARTHER: 2**20}
"""Draws among so many are tried cell by cell."""
NO_COINS = "a release draws nothing from the random sources of Python or numpy, or uses what was drawn ahead"
NOT_ITS_COINS = "to foretell the output from its draws takes too much work, or it depends on more than these"
PROBES, EXTREME, LEAST_PILOT, PILOT = 16, 4, 500, 2000
"""Runs by chance and near the ends that tell what a run costs; plays that try a forecast, and if any deviates."""
WRONG, UNFORESEEN = Fraction(1, 40), Fraction(1, 8)
"""A forecast that is wrong more often than this, or foretells nothing, tells no more than samples do."""
LEAST_UNFOLDED = Fraction(1, 2**20)
FEWEST, LITTLE, MORE = 256, Fraction(1, 2**13), 64
"""Draws among no more have no cells to hide in; a watched law tells too little if more of it is missing than that, and
than so many times what may be."""
MOST_SWEPT, MOST_ODD = 1, 12
"""How many draws are tried cell by cell, and how many cells may be odd; with more, the law is not known to the cell."""
CORNERS, FIRST_CORNERS, DEEPEST_CORNER, FEW, CORNER_WORK = 512, 32, 24, 8, 60_000
"""How many runs look for outcomes in the corners, in all and at a first look, how deep, among how few all are corners;
and what work ends it."""


@dataclass
class Plays:
    """What came of fresh plays: how often each outcome came unforetold, and was foretold and did not come.

    In `otherwise` of them the draws were not as foretold: then any outcome may have been foretold.
    """

    plays: int = 0
    otherwise: int = 0
    came: dict[str, int] = field(default_factory=dict)
    stayed_away: dict[str, int] = field(default_factory=dict)

    @property
    def deviations(self) -> int:
        """How many plays did not go as foretold."""
        return sum(self.came.values())

    @property
    def mistakes(self) -> int:
        """In how many of these something else was foretold."""
        return self.otherwise + sum(self.stayed_away.values())

    def add(self, play: Play, root: Node, plays: int, chance: Chance) -> "Plays":
        """Play on."""
        for _ in range(plays):
            cells = Cells((), None, chance)
            outcome = play(cells)
            told = foretold(root, cells.among, cells.taken)
            if told != outcome:
                self.came[outcome] = self.came.get(outcome, 0) + 1
                self.otherwise += told == OTHERWISE
                if told not in (NOTHING, OTHERWISE):
                    self.stayed_away[told] = self.stayed_away.get(told, 0) + 1
        self.plays += plays
        return self


@dataclass
class Foreseen:
    """A forecast of a program with its law, why there is none, and the plays since it was made.

    It is `whole` if every draw is cut to the cell: what is not missing of its law is exact if no states are folded.
    It is `steady` if the same cells did the same, wherever that was tried. It took so much `work` to learn and to try,
    of which some may have been to `watch` its states in vain.
    """

    root: Node | None = None
    masses: dict[str, Fraction] = field(default_factory=dict)
    missing: Fraction = Fraction(1)
    rough: Fraction = Fraction(0)
    whole: bool = False
    folded: bool = False
    steady: bool = True
    reason: str = ""
    work: int = 0
    in_vain: int = 0
    since: Plays = field(default_factory=Plays)
    chance: Chance = field(default_factory=lambda: Chance(3))


def foresee(
    play: Play, work: int, missing: Fraction, way: str, numbers: Sequence[Number] = (), watching: int = 0
) -> Foreseen:
    """Learn a program, which mentions some numbers, with so much work, and try the forecast.

    Where states are FOLDED that look alike, the forecast may be wrong in what is rare; it is learnt without folding if
    it fails at once. Where all draws are among few, states are watched first, with so much work for `watching`. EXACT
    folds none, and what is SWEPT has also every cell tried of a draw that is not too large. WATCHED folds where the
    program is in the same state. A dear program gets less work, in runs much less: hardly any can be foretold.
    """
    done, priced = 0, Priced(play)
    remembered = Remembered(priced)

    def counted(cells: Cells) -> str:
        nonlocal done
        outcome = remembered(cells)
        done += cells.work
        return outcome

    chance = Chance(1)
    probes = [Cells((), tape, chance) for tape in (*[None] * PROBES, *[LOW, HIGH] * EXTREME)]
    calls = calls_of(lambda: [*map(counted, probes)])
    draws = sum(len(cells.taken) for cells in probes)
    if not draws:
        return Foreseen(reason=NO_COINS)
    times = priced.times = dearness(calls, draws + len(probes))
    in_vain = 0
    if way == FOLDED and watching and max(n for cells in probes for n in cells.among) <= FEWEST:
        found = _watched(counted, watching // times**2, missing, chance)
        if not found.reason and found.missing <= LITTLE:
            steady = found.steady and remembered.is_steady
            return replace(found, work=done * times, steady=steady, whole=found.whole and steady)
        in_vain = done * times
    found = _foreseen(counted, work // times**2, max(PILOT // times, LEAST_PILOT), missing, way, numbers, chance)
    steady = found.steady and remembered.is_steady
    return replace(found, work=done * times, steady=steady, whole=found.whole and steady, in_vain=in_vain)


def _foreseen(
    play: Play, work: int, plays: int, missing: Fraction, way: str, numbers: Sequence[Number], chance: Chance
) -> Foreseen:
    if way == WATCHED:
        return _watched(play, work, missing, chance)
    folding = way == FOLDED
    learner = Learner(play, work, missing, folding, numbers=numbers, must_end=way == EXACT)
    root, steady = learner.learn(), learner.cutter.is_steady
    if isinstance(root, Open):
        return Foreseen(reason=NOT_ITS_COINS, steady=steady)
    large = [draw for draw in learner.large if draw[1] <= SWEEPS.get(way, 0)][:MOST_SWEPT]
    swept = {n for _, n in large}
    odd = _odd_cells(play, root, large, chance)
    known = all(len(cells) <= MOST_ODD for cells in odd.values())
    if odd and known:
        root = Learner(play, work, missing, folding, odd=odd, numbers=numbers).learn()
    pilot = Plays().add(play, root, LEAST_PILOT, chance)
    if pilot.deviations:
        pilot.add(play, root, plays - LEAST_PILOT, chance)
    if folding and pilot.deviations > 1 and learner.work > 0 and is_cut(root):
        other = Learner(play, work, LEAST_UNFOLDED, folding=False, numbers=numbers).learn()
        again = Plays().add(play, other, plays, chance)
        root, pilot = (other, again) if again.deviations < pilot.deviations else (root, pilot)
    if pilot.deviations > UNFORESEEN * pilot.plays or pilot.mistakes > WRONG * pilot.plays:
        return Foreseen(reason=NOT_ITS_COINS, steady=steady)
    masses, left = law(root, folding)
    whole = known and steady and is_exact(root, swept) and not pilot.deviations
    rough = roughness(root) or Fraction(2 * pilot.mistakes, pilot.plays)
    return Foreseen(root, masses, left, rough, whole, folding and learner.folds > 0, steady)


def _watched(play: Play, work: int, missing: Fraction, chance: Chance) -> Foreseen:
    """A forecast that tells apart what is rare; it is `whole` if no draw has cells to hide in."""
    learner = Watcher(play, work, missing)
    root, steady = learner.learn(), learner.cutter.is_steady
    too_little = learner.left > max(LITTLE, MORE * missing)
    if isinstance(root, Open) or too_little or not is_as_foretold(play, root, chance):
        return Foreseen(reason=NOT_ITS_COINS, steady=steady)
    masses, left = law(root, True, missing)
    return Foreseen(root, masses, left, whole=steady and is_exact(root), steady=steady)


def _odd_cells(
    play: Play, root: Node, large: Sequence[tuple[tuple[int, ...], int]], chance: Chance
) -> dict[int, set[int]]:
    """The cells, by the size of their draw, that do not do what is foretold: draws are swept from end to end."""
    odd: dict[int, set[int]] = {}
    for script, n in large:
        for cell in range(n):
            cells = Cells((*script, cell), None, chance)
            outcome = play(cells)
            if foretold(root, cells.among, cells.taken) not in (outcome, NOTHING):
                odd.setdefault(n, set()).add(cell)
    return odd


def in_the_corners(play: Play, most: int = CORNERS) -> set[str]:
    """The outcomes of runs whose draws take the first or last cells of all: where a rare outcome is possible at all.

    What follows such draws is as extreme, or anything. Where nothing is drawn, there are no corners. Whoever looks at
    fewer sees some of what those see who look at more.
    """
    extremes = [Cells((), tape, Chance(5)) for tape in (FIRST, LAST, 0)]
    calls = calls_of(lambda: [*map(play, extremes)])
    draws = sum(len(cells.taken) for cells in extremes)
    left = CORNER_WORK // dearness(calls, draws + len(extremes))
    outcomes: set[str] = set()
    waiting: list[tuple[int, ...]] = [()] if draws else []
    for script in waiting:
        for tape in (FIRST, LAST, 0):
            cells = Cells(script, tape, Chance(5))
            outcomes.add(play(cells))
            left -= cells.work
        if left < 0:
            break
        if len(script) < min(len(cells.among), DEEPEST_CORNER) and len(waiting) < most:
            n = cells.among[len(script)]
            waiting += [(*script, cell) for cell in (range(n) if n <= FEW else (0, 1, n - 2, n - 1))]
    return outcomes
