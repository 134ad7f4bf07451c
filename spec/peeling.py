"""Peeling: select one candidate after the other, each time without those already selected.

Promised, to whoever calls it with a `select` that has the law of its own triple: on independent fair coins the indices
have exactly the law that is written here. And of that law: if no round loses more than δ on what any rounds before it
have left, then k rounds lose k·δ at most.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from spec.logic.claim import Claim, Kind
from spec.logic.promise import HasLaw, Judge, NotAbout, Promise
from spec.space import MaxDivergence
from spec.triple import Triple, law_of
from spec.weights import ONE, ExpRatio, Law


def k_is_natural(k: int) -> bool:
    """k >= 0."""
    return k >= 0


def indices_are_distinct(result: Sequence[int]) -> bool:
    """No candidate is selected twice."""
    return len(set(result)) == len(result)


def indices_are_in_range(x: Sequence[Fraction], result: Sequence[int]) -> bool:
    """Every selected index names a candidate."""
    return all(0 <= index < len(x) for index in result)


def as_many_as_asked_for(x: Sequence[Fraction], k: int, result: Sequence[int]) -> bool:
    """k indices, or all of them if there are fewer."""
    return len(result) == min(k, len(x))


OneRound = Callable[[Sequence[Fraction], Fraction], Law]
"""The law of one selection, from scores and scale."""


def law_of_peel(select: Callable[..., int], x: Sequence[Fraction], scale: Fraction, k: int) -> Law:
    """P(i_1, ..., i_k) = Π_m P(select, on what is left of x after i_1, ..., i_{m-1}, answers i_m)."""
    return law_of_rounds(law_of(select), x, scale, k)


def law_of_rounds(one_round: OneRound, x: Sequence[Fraction], scale: Fraction, k: int) -> Law:
    """P(i_1, ..., i_k) = Π_m P(one round, on what is left of x after i_1, ..., i_{m-1}, answers i_m)."""
    return list(_extend(one_round, x, scale, k, (), ONE))


def _extend(
    one_round: OneRound,
    x: Sequence[Fraction],
    scale: Fraction,
    k: int,
    taken: tuple[int, ...],
    weight: ExpRatio,
) -> Iterator[tuple[tuple[int, ...], ExpRatio]]:
    left = [i for i in range(len(x)) if i not in taken]
    if len(taken) == k or not left:
        yield taken, weight
        return
    for place, share in one_round(tuple(x[i] for i in left), scale):
        assert isinstance(place, int)
        yield from _extend(one_round, x, scale, k, (*taken, left[place]), weight * share)


PEEL = Triple(
    name="peel",
    cite=("noisy_top_k.prose.permute_and_flip_peels",),
    requires=(k_is_natural,),
    ensures=(indices_are_distinct, indices_are_in_range, as_many_as_asked_for),
    law=law_of_peel,
)


class Rounds(NamedTuple):
    """A case: one round, two lists of scores, the scale, the number of rounds, and what a round may lose."""

    one_round: OneRound
    x: Sequence[Fraction]
    x_prime: Sequence[Fraction]
    scale: Fraction
    k: int
    delta: Fraction


@dataclass(frozen=True)
class LossesAdd(Promise):
    """Under max divergence, the losses of rounds add up.

    For every law of one round, all x, x' of n rationals, every scale >= 0, k and δ >= 0: if for every set R of fewer
    than n candidates the laws P, P' of one round on x, x' without R have P(S) <= e^δ P'(S) for every set S, in either
    order, then the laws Q, Q' of `law_of_rounds` on x, x' have Q(S) <= e^(kδ) Q'(S) for every set S of outputs, in
    either order.

    A case is a `Rounds`.
    """

    @property
    def about(self) -> str:
        """The law of the rounds."""
        return f"{law_of_rounds.__module__}.{law_of_rounds.__qualname__}"

    def show(self) -> str:
        """For all rounds: what k of them lose."""
        return (
            "for every law of one round, all x, x' of n rationals, scale ≥ 0, k and δ ≥ 0: if for every set R of fewer "
            "than n candidates the laws P, P' of one round on x, x' without R have P(S) ≤ e^δ·P'(S) for every set S, "
            "then the laws Q, Q' of k rounds on x, x' have Q(S) ≤ e^(k·δ)·Q'(S) for every set S of outputs"
        )

    def holds(self, case: Rounds, judge: Judge) -> bool:
        """The losses of k rounds are within k times what no single round exceeds."""
        places = range(len(case.x))
        for left in (left for size in places for left in combinations(places, size + 1)):
            p, q = (case.one_round([scores[i] for i in left], case.scale) for scores in (case.x, case.x_prime))
            if not judge.within(MaxDivergence(), p, q, case.delta, {}):
                raise NotAbout("one round loses more than δ")
        p, q = (law_of_rounds(case.one_round, scores, case.scale, case.k) for scores in (case.x, case.x_prime))
        return judge.within(MaxDivergence(), p, q, case.k * case.delta, {})


HAS_LAW = HasLaw("impl.peeling.peel", PEEL)

CODE = Claim("peeling.code", Kind.CONTRACT, HAS_LAW)
MAX_DIVERGENCE = Claim("peeling.max_divergence", Kind.PRIVACY, LossesAdd())
