"""The tails: can an output that comes on one input come on every close one, and about as often?

Floats run out of small numbers. Where an output can come on one input and cannot on a close one, the loss is
infinite. It cannot come, if every draw is cut to the cell, all but 2^-100 of the law is walked, and no run with extreme
draws shows it.

Where scores are selected from, one falls ever farther behind the other, and the output vanishes between two leads that
differ by one; the leads are so small that it is promised to come more often than 2^-100. A contract states its inputs:
an output that has 2^-80 of the law on one of them must not be impossible on a close one.

So rare an output may be hidden in a few cells amid a draw, where nobody finds it. That it cannot come counts if the
plays had to show it, or if it is promised less than one cell of the finest draw, which nothing has. It counts as well
if it came with the most extreme draws while it could, or in the last few cells of all: then it ran out of cells. And
whatever comes in the corners must come there again and again, else more than the draws decides.

All that is told of draws that are cut. Exact samplers, on coins or small integers, are led to rare outputs instead, and
what they never release is told by `rare`.

An output that never vanishes may stop falling instead: the last step is from two cells to one, between leads that
hardly differ. Nothing is hidden on the far side of a step, if no less was found there than is promised.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

from impl.ball import ball, lower, precision, upper
from proofs.conform.ask import Ask, Round, Skip
from proofs.conform.ball_laws import BITS
from proofs.conform.checks.coins import BOUNDS
from proofs.conform.checks.law_cases import PairCase, pair_cases
from proofs.conform.checks.privacy import claimed_by_the_map
from proofs.conform.checks.rare import LARGER, UNDECIDED, Rare, Undecided
from proofs.conform.checks.tail_cases import FAR, SCALE, Tail, tails_of
from proofs.conform.checks.walked import Walks, most_promised
from proofs.conform.checks.walked_law import Event, WalkedLaw
from proofs.conform.clauses import PRIVACY_TAILS
from proofs.conform.model import Verdict
from proofs.conform.pool import Bench, indices
from proofs.conform.promised_law import Outcome
from proofs.conform.triples import Selection, Setting
from proofs.engine.enclosure import enclose
from proofs.engine.statistics.budget import FalseAlarmRate
from proofs.engine.statistics.loss import least_loss
from proofs.targets.target import Trouble
from spec.space import Measure, ZeroConcentratedDivergence

LEADS = (8, 16, 32, 64, 120)
"""At the last one the output is promised with probability e^-60, above 2^-87."""
MISSING, NEGLIGIBLE, LEAST = Fraction(1, 2**110), Fraction(1, 2**100), Fraction(1, 2**80)
PAIRS = 8
"""Pairs of a contract that are asked, spread over all."""
UNTOLD = "what cannot come is told only of borrowed draws that can all be cut to the cell"
IN_DOUBT = "an output was not seen on a close input, and is promised too rarely there to say that it cannot come"
FLOATS, LARGE, FEW = 2**53, 2**48, 8
"""The cells of a float; so many that a draw among them has no cells to spare; and so few that they run out."""
INFINITE = "infinity"
STEP = 1 / 8
"""How little the leads differ between which a probability falls for the last time."""
TIMES = 12
"""How often corners are looked at before anything is said to be impossible."""


class InDoubt(Skip):
    """An output was not seen where it may yet come."""


def check_tails(bench: Bench, ask: Ask, alpha: FalseAlarmRate) -> Iterator[Verdict]:
    """`privacy.tails`."""
    triple = bench.triple
    cases: list[Tail | PairCase] = [*(tails_of(triple) if isinstance(triple, Selection) else pair_cases(triple))]
    asked = Round(ask, [PRIVACY_TAILS], len(cases), len(cases) if isinstance(triple, Selection) else PAIRS)
    walks = Walks(bench, ask, PRIVACY_TAILS, FalseAlarmRate(alpha / BOUNDS), MISSING)
    rare, told, doubt, pairs, is_lost = Rare(bench, ask), UNTOLD, "", 0, False
    settled: set[Setting | Measure] = set()
    uncut: set[Measure] = set()
    for number in asked:
        case = cases[number]
        if not settled.isdisjoint({case.setting, case.setting.measure}) or is_lost:
            continue
        try:
            (words, numbers), led = _looked_at(bench, walks, rare, case, case.setting.measure not in uncut)
        except Undecided:
            doubt = UNDECIDED
            continue
        except InDoubt:
            doubt = IN_DOUBT
            continue
        except Skip:
            if isinstance(case, Tail):
                settled.add(case.setting)  # of the other score nobody could tell either
                uncut.add(case.setting.measure)
            continue
        asked.count(PRIVACY_TAILS)
        pairs += 1
        told = _told(case, pairs, led)
        if words:
            if isinstance(case, Tail):
                settled.add(case.setting.measure)  # other tails would tell no more
            is_lost = led  # what others would tell takes long
            asked.fail(PRIVACY_TAILS, number, case.setting, words, numbers)
    words = "" if asked.has_enough(PRIVACY_TAILS, 1) else told if pairs or not doubt else doubt
    for found in asked.verdicts({PRIVACY_TAILS: words}):
        yield replace(found, doubt=doubt if pairs else "")


def _told(case: Tail | PairCase, pairs: int, led: bool) -> str:
    if isinstance(case, Tail):
        return f"an output that trails by up to {(FAR if led else LEADS[-1]) / SCALE:g} scales can always come"
    asked = f"the {pairs} pairs that were asked" if pairs > 1 else "the pair that was asked"
    return f"on {asked}, whatever has 2^-{34 if led else 80} of the law on one input can come on the other"


def _looked_at(
    bench: Bench, walks: Walks, rare: Rare, case: Tail | PairCase, may_cut: bool
) -> tuple[tuple[str, dict[str, str]], bool]:
    """What a case says, and whether runs were led to it: at once where all draws are among few, or if none are cut.

    Where draws have not been cut before, under the same measure, they hardly can be now: nobody tries if none `may` be.
    """
    x = case.x(1) if isinstance(case, Tail) else case.x
    if rare.is_for(case.setting, x):
        return rare.lost(case), True
    if not may_cut:
        raise Skip
    try:
        return _of_scores(bench, walks, case) if isinstance(case, Tail) else _stated(bench, walks, case), False
    except InDoubt:
        raise
    except Skip:
        if not rare.is_for(case.setting, x, LARGER):
            raise
        return rare.lost(case), True


def _of_scores(bench: Bench, walks: Walks, tail: Tail) -> tuple[str, dict[str, str]]:
    last = _vanishes(bench, walks, tail)
    if last is None:
        with suppress(Skip):  # that it can come is told all the same
            return _falls(bench, walks, tail)
        return "", {}
    if _can_come(bench, walks, tail, last + 1, certain=True):
        raise Skip
    _check_steady(bench, tail.setting, tail.x(last), tail.x(last + 1))
    if not _runs_out(bench, walks, tail, last):
        raise InDoubt
    x, neighbour = list(tail.x(last)), list(tail.x(last + 1))
    event = list(tail.event)
    words = f"{x} and {neighbour}: output {event} can come on the first and not on the second: an infinite loss"
    return words, {"loss": INFINITE, "d_in": "1.0", "x": str(x), "x'": str(neighbour)}


def _falls(bench: Bench, walks: Walks, tail: Tail) -> tuple[str, dict[str, str]]:
    """The last step of a probability that stops falling, if a loss is a matter of single outputs, however rare."""
    if tail.behind == 0 or isinstance(tail.setting.measure, ZeroConcentratedDivergence):
        return "", {}
    event, near, far = tail.event, float(LEADS[0]), float(LEADS[-1])
    last = walks.learnt(tail.setting, tail.x(far))
    least = last.mass(event)
    if not last.whole or least <= 2 * most_promised(bench.triple, tail.setting, tail.x(far))[event]:
        return "", {}
    while far - near > STEP:
        middle = near + (far - near) // (2 * STEP) * STEP
        falls_on = walks.learnt(tail.setting, tail.x(middle)).mass(event) > least
        near, far = (middle, far) if falls_on else (near, middle)
    return _steeper(bench, walks, PairCase(tail.setting, STEP, tail.x(near), tail.x(far), ""), event)


def _steeper(bench: Bench, walks: Walks, case: PairCase, event: Outcome) -> tuple[str, dict[str, str]]:
    """What a step says that is steeper than the map allows; nothing if more may be hidden on its far side."""
    law, other = (walks.exactly(case.setting, x) for x in case.both)
    most = most_promised(bench.triple, case.setting, case.neighbour)[event]
    claimed = claimed_by_the_map(bench, case)
    if claimed is None or not (law.is_exact and other.is_exact) or other.mass(event) < most:
        return "", {}
    loss = least_loss(case.setting.measure, law.mass(event), other.mass(event) + other.missing)
    if not loss > ball(claimed):
        return "", {}
    _check_steady(bench, case.setting, *case.both)
    on, then = (f"{float(found.mass(event)):.8g}" for found in (law, other))
    words = f"{case.shown}: output {list(event)} has probability {on} on the first and {then} on the second"
    told = loss.str(8, radius=False)
    numbers = {"loss at least": told, "claimed": repr(float(claimed)), "d_in": repr(case.d_in)}
    return f"{words}: a loss of at least {told}, above the claimed {float(claimed)!r}", numbers


def _stated(bench: Bench, walks: Walks, case: PairCase) -> tuple[str, dict[str, str]]:
    """The likeliest output that cannot come on the neighbour; skip where nobody can tell, or nothing is claimed."""
    if claimed_by_the_map(bench, case) is None:
        raise Skip
    law = walks.exactly(case.setting, case.x)
    if not law.is_exact:
        raise Skip
    can_come = {event: mass for event, mass in law.masses.items() if event is not None and mass >= LEAST}
    in_doubt = False
    for event in sorted(can_come, key=lambda event: (-can_come[event], str(event))):
        if _possible(bench, walks, case.setting, case.neighbour, event):
            continue
        if not _is_certain(bench, case, event, law, walks.exactly(case.setting, case.neighbour)):
            in_doubt = True
            continue
        _check_steady(bench, case.setting, case.x, case.neighbour)
        p = f"{float(can_come[event]):.8g}"
        words = f"{case.shown}: output {list(event)} has probability {p} on the first and cannot come on the second"
        return f"{words}: an infinite loss", {"loss": INFINITE, "d_in": repr(case.d_in), "probability": p}
    if in_doubt:
        raise InDoubt
    return "", {}


def _is_certain(bench: Bench, case: PairCase, event: Outcome, law: WalkedLaw, other: WalkedLaw) -> bool:
    """Whether an output that was not found on the neighbour cannot come there, if the contract is kept.

    Then the plays had to show it; or its probability would be less than one cell of all draws together.
    """
    promised = bench.triple.promised(case.setting, case.neighbour)
    weight = promised.weights().get(event)
    with precision(BITS):
        least, most = (lower(p), upper(p)) if (p := weight and enclose(weight, BITS)) else (Fraction(0), Fraction(0))
    most += promised.above(event)
    cells = lcm(*(mass.denominator for found in (law, other) for mass in found.masses.values()))
    return not most or least > other.hidden or (cells >= LARGE and most < Fraction(1, max(cells, FLOATS)))


def _check_steady(bench: Bench, setting: Setting, *inputs: Any) -> None:
    """Skip where the corners do not always show the same: the draws are not all that decides."""
    for x in inputs:
        first = _corners(bench, setting, x)
        if any(_corners(bench, setting, x) != first for _ in range(TIMES)):
            raise Skip


def _runs_out(bench: Bench, walks: Walks, tail: Tail, last: int) -> bool:
    """Whether an output that vanishes was extreme, or down to few cells, when it came last."""
    event, x = tail.event, tail.x(last)
    if _is_cornered(bench, tail.setting, x, event):
        return True
    law = walks.learnt(tail.setting, x)
    cells = lcm(*(mass.denominator for mass in law.masses.values()))
    return cells >= LARGE and 0 < law.mass(event) * cells <= FEW


def _vanishes(bench: Bench, walks: Walks, tail: Tail) -> int | None:
    """The last lead at which the output can come, if it cannot at the next; skip where nobody can tell."""
    possible = 0
    for lead in LEADS:
        if not _can_come(bench, walks, tail, lead):
            while lead - possible > 1:
                middle = (possible + lead) // 2
                if _can_come(bench, walks, tail, middle):
                    possible = middle
                else:
                    lead = middle
            return possible
        possible = lead
    return None


def _can_come(bench: Bench, walks: Walks, tail: Tail, lead: int, certain: bool = False) -> bool:
    """Whether the output that trails can come, for certain or as it seems."""
    return _possible(bench, walks, tail.setting, tail.x(lead), tail.event, certain)


def _possible(bench: Bench, walks: Walks, setting: Setting, x: Any, event: Outcome, certain: bool = True) -> bool:
    """Whether an output can come; skip where nobody can tell. If it cannot for `certain`, plays have confirmed it."""
    if _is_cornered(bench, setting, x, event):
        return True
    law = walks.learnt(setting, x)
    if law.mass(event):
        return True
    if not law.whole or law.missing > NEGLIGIBLE or (certain and not walks.exactly(setting, x).is_exact):
        raise Skip
    return False


def _is_cornered(bench: Bench, setting: Setting, x: Any, event: Outcome) -> bool:
    """Whether an output comes where every draw is extreme, which mostly shows at a first look."""
    return any(event in _corners(bench, setting, x, first) for first in (True, False))


def _corners(bench: Bench, setting: Setting, x: Any, first: bool = False) -> set[Event]:
    """The outputs that come where every draw is extreme, or some at a `first` look; skip where nobody can tell."""
    made = bench.made(bench.first, setting)
    if isinstance(made, Trouble) or made.takes_draw:
        raise Skip
    corners = made.corners(x, first)
    if isinstance(corners, Trouble) or not corners:
        raise Skip
    return {indices(bench.triple, answer) for answer in corners}
