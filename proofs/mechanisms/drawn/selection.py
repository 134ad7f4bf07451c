"""Selection beyond every list: any number of candidates and rounds, scores and scales of any size.

Given what the samplers answer, a selection is determined. What it must be is said here once more, from the law: in
which order candidates come up, which coin is tossed for each, and what follows from what it shows.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import NamedTuple

from impl.exponential_mechanism import attempt_exponential_mechanism, exponential_mechanism
from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from impl.samplers import sample_bernoulli_exp, sample_uniform_uint_below
from proofs.engine.drawn import Drawn, octaves
from proofs.mechanisms.drawn.proof import holds_on, holds_on_some, proof_of
from proofs.mechanisms.drawn.scripted import Scripted
from spec.draw import Draw, sampler
from spec.peeling import CODE as PEEL_CODE
from spec.permute_and_flip import CODE as FLIP_CODE
from spec.samplers import EXP_CODE, UNIFORM_CODE

MOST = 2000
"""How many candidates there may be."""

BRANCHES = 24
"""Of how many answers of one call the continuations are compared."""


class Selection(NamedTuple):
    """Scores, a scale, and the places that are drawn one after the other."""

    x: tuple[Fraction, ...]
    scale: Fraction
    places: tuple[int, ...]


def selections() -> Iterator[Selection]:
    """Every octave of n; scores far apart, near and equal; the candidate taken is any from the first to the last."""
    drawn = Drawn("selections")
    for n in octaves("selections", MOST):
        for rounds in {1, drawn.size(min(n, 300)), min(n, 300)}:
            yield Selection(scores(drawn, n), drawn.fraction(), tuple(drawn.below(n - m) for m in range(rounds)))
    for rounds in (500, 1001, MOST):
        yield Selection(scores(drawn, MOST), drawn.fraction(), tuple(drawn.below(MOST - m) for m in range(rounds)))
    for bits in range(1, 1000, 8):
        x = tuple(Fraction(drawn.of_bits(bits), drawn.of_bits(1 + drawn.below(bits))) for _ in range(3))
        yield Selection(x, Fraction(1), (drawn.below(3), drawn.below(2)))
        yield Selection(scores(drawn, 9), Fraction(drawn.of_bits(bits)), (drawn.below(9),))
        yield Selection(scores(drawn, 9), Fraction(1, drawn.of_bits(bits)), (drawn.below(9),))


def scores(drawn: Drawn, n: int) -> tuple[Fraction, ...]:
    """Scores of all sizes, or small integers with ties, or all equal."""
    match drawn.below(4):
        case 0:
            return tuple(Fraction(drawn.below(max(n // 2, 1))) for _ in range(n))
        case 1:
            return (drawn.signed(),) * n
        case _:
            longest = drawn.size(512)
            return tuple(drawn.signed(longest) for _ in range(n))


@dataclass(frozen=True)
class PermutesAndFlips:
    """Each candidate's coin has probability e^-(gap/scale); the first that shows True is the answer.

    Which candidate comes up at which answer of the uniform sampler is the code's to choose, as long as different
    answers bring up different candidates, none of which has come up before.
    """

    function: Callable[..., int] = permute_and_flip

    def __call__(self, case: Selection) -> bool:
        """Follow the places, with one coin that shows True: the first, the last, and one between."""
        last = len(case.places) - 1
        sooner = [self._taken(case, case.places[: m + 1]) for m in sorted({0, last // 2} - {last})]
        left = len(case.x) - last
        others = [self._taken(case, (*case.places[:last], place)) for place in range(0, left, max(left // BRANCHES, 1))]
        taken = [self._taken(case, case.places), *sooner, *others]
        return None not in taken and len({*sooner, *others}) == len(sooner) + len(others)

    def _taken(self, case: Selection, places: Sequence[int]) -> int | None:
        """Which candidate is taken if only the last coin shows True; None if another coin was tossed than should be."""
        flips = [*repeat(False, len(places) - 1), True]
        draw = Scripted(answers={sample_uniform_uint_below: places, sample_bernoulli_exp: flips})
        candidate = self.function(case.x, case.scale, draw)
        gap = (max(case.x) - case.x[candidate]) / case.scale
        below = [(len(case.x) - m,) for m in range(len(places))]
        return candidate if draw.asked[::2] == below and draw.asked[2 * len(places) - 1 :] == [(gap,)] else None


@dataclass(frozen=True)
class TurnsDown:
    """The candidate is the uniform integer; a coin of probability e^-(gap/scale) decides whether it is taken."""

    function: Callable[..., int | None] = attempt_exponential_mechanism

    def __call__(self, case: Selection) -> bool:
        """Compare what was asked and both answers."""
        place = case.places[0]
        asked = [(len(case.x),), ((max(case.x) - case.x[place]) / case.scale,)]
        for shows, expected in ((True, place), (False, None)):
            draw = Scripted(answers={sample_uniform_uint_below: [place], sample_bernoulli_exp: [shows]})
            if self.function(case.x, case.scale, draw) != expected or draw.asked != asked:
                return False
        return True


@dataclass(frozen=True)
class TriesAgain:
    """The answer is that of the first attempt that is not turned down."""

    function: Callable[..., int] = exponential_mechanism

    def __call__(self, case: Selection) -> bool:
        """Turn down all attempts but the last."""
        places = [place % len(case.x) for place in case.places]
        attempts = [*repeat(None, len(places) - 1), places[-1]]
        draw = Scripted(answers={attempt_exponential_mechanism: attempts})
        asked = [(case.x, case.scale)] * len(attempts)
        return self.function(case.x, case.scale, draw) == places[-1] and draw.asked == asked


def is_the_last_of_the_greatest(case: Selection, select: Callable[..., int]) -> bool:
    """Without noise: no score is greater, and no later one as great."""
    answer = select(case.x, Fraction(0), Scripted())
    return all(case.x[answer] > later for later in case.x[answer + 1 :]) and case.x[answer] == max(case.x)


@dataclass(frozen=True)
class WithoutNoise:
    """At scale 0 no coin is tossed, and the last of the greatest scores is selected."""

    function: Callable[..., int]

    def __call__(self, case: Selection) -> bool:
        """Select on an empty tape."""
        return is_the_last_of_the_greatest(case, self.function)


class Rounds(NamedTuple):
    """Scores, a scale, the number of rounds asked for, and the place that each round selects among what is left."""

    x: tuple[Fraction, ...]
    scale: Fraction
    k: int
    places: tuple[int, ...]


def rounds() -> Iterator[Rounds]:
    """Every octave of n with few, many and all rounds; and more rounds than there are scores, of every octave."""
    drawn = Drawn("rounds")
    for n in octaves("rounds", MOST):
        for k in {0, 1, drawn.size(min(n, 250)), min(n, 250)}:
            yield Rounds(scores(drawn, n), drawn.fraction(), k, tuple(drawn.below(n - m) for m in range(k)))
    for k in octaves("rounds", 1 << 400):
        n = 1 + drawn.below(12)
        yield Rounds(scores(drawn, n), drawn.fraction(), k, tuple(drawn.below(n - m) for m in range(min(k, n))))


@sampler
def select_as_scripted(x: Sequence[Fraction], scale: Fraction, draw: Draw) -> int:
    """Stands for a selection that the script answers."""
    raise NotImplementedError


@dataclass(frozen=True)
class Peels:
    """Each round sees the scores that are left, in their order, and takes one; the answer is their indices in x."""

    function: Callable[..., tuple[int, ...]] = peel

    def __call__(self, case: Rounds) -> bool:
        """Compare the answer and what each round was asked."""
        draw = Scripted(answers={select_as_scripted: case.places})
        answer = self.function(select_as_scripted, case.x, case.scale, case.k, draw)
        left, taken, asked = list(range(len(case.x))), [], []
        for place in case.places:
            asked.append((tuple(case.x[i] for i in left), case.scale))
            taken.append(left.pop(place))
        return answer == tuple(taken) and draw.asked == asked


ANY_SCORES = "n of every octave up to 2000, scores and scales of up to 1024 bits, ties"
FLIP = proof_of(
    FLIP_CODE,
    holds_on_some(
        "Different answers of the uniform sampler bring up different candidates, none of them twice; the coin of each "
        "has probability e^-(gap/scale), and the first that shows True is the answer",
        f"{ANY_SCORES}; the candidate that is taken comes first, last or between",
        selections,
        PermutesAndFlips(),
    ),
    holds_on(
        "Without noise the last of the greatest scores is the answer",
        ANY_SCORES,
        selections,
        WithoutNoise(permute_and_flip),
    ),
    uses=(UNIFORM_CODE, EXP_CODE),
)
PEEL = proof_of(
    PEEL_CODE,
    holds_on(
        "Each round is asked about the scores that are left, in their order; the answer is the indices of those taken",
        f"{ANY_SCORES}; k of every octave up to 250, and up to 2^400 where n is smaller",
        rounds,
        Peels(),
    ),
)

PROOFS = (FLIP, PEEL)
