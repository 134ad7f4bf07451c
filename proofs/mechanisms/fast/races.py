"""Why a race selects as the rounds do, and why its floats tell where they are trusted.

Notation: candidate j arrives at the times of a Poisson process of rate w_j; W is the sum of the rates that are left.
E = -ln(1 - U) is a wait, of rate 1; U is known as v, off by at most ε, and E as E'.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from impl.fast.clocks import CROWD_ERROR, GAP_ERROR, LEAST_ODDS, ROUNDING, TIME_ERROR, Unsure
from impl.fast.coins import FLOAT_BITS, Recorded, Stream
from impl.fast.field import NEAR, Field, Together
from impl.fast.race import FLIP_ERROR, by_floats
from impl.fast.race_by_balls import race_by_balls
from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.drawn import OneIn
from proofs.engine.ledger.constructors import lemma
from proofs.engine.ledger.model import Instance, Step
from proofs.mechanisms.fast import filters
from proofs.mechanisms.fast.filters import LIBRARY, UNIT, power
from proofs.mechanisms.fast.undecided import TANGENT, e
from spec.logic.formula import Sort, Symbol, absolute, both, exp, implies, term

# The law of a race

t, s = Symbol("t", Sort.NONNEGATIVE), Symbol("s", Sort.NONNEGATIVE)
w, W = Symbol("w", Sort.POSITIVE), Symbol("W", Sort.POSITIVE)

MEMORYLESS = lemma(
    "fast.race.memoryless",
    Step(
        exp(-(W * (s + t))).eq(exp(-(W * s)) * exp(-(W * t))),
        "that nobody has arrived by s + t is as likely as that nobody has by s, times that nobody arrives within t: "
        "whatever happened before, those who are left race as if anew; a crowd is one process, whose rates add up",
        Symbolic(),
    ),
    uses=("exponential.survival", "exponential.minimum", "exponential.race_against_any"),
)
CLOCK = lemma(
    "fast.race.clock",
    Step(
        exp(-((W * w) * (t / w))).eq(exp(-(W * t))),
        "with w the rate of the best and W w that of all who are left: w times the wait for the next of them is "
        "exponential of rate W, which is what `thinning` asks of the times of proposals",
        Symbolic(),
    ),
    uses=("exponential.minimum",),
)

# What times are off by

u, v, eps = Symbol("U", Sort.POSITIVE), Symbol("v", Sort.POSITIVE), Symbol("ε", Sort.NONNEGATIVE)
E, E_, D = Symbol("E", Sort.POSITIVE), Symbol("E'", Sort.POSITIVE), Symbol("D", Sort.NONNEGATIVE)
SMALL = Fraction(1) / Fraction(LEAST_ODDS)
g = Symbol("g", Sort.NONNEGATIVE)

CURVE = lemma(
    "fast.race.curve",
    Step(term(0) <= 1 - (1 + e) * exp(-e), "at e = 0 it is 0, and its slope is e e^-e", Differentiation()),
)
APART = lemma(
    "fast.race.apart",
    Step(
        D * (1 - v) <= v - u,
        "1 - v is e^-D times 1 - U, and (1 + D) e^-D at most 1: waits are no farther apart than numbers, but for 1 - v",
        Smt(),
        using=(Instance(CURVE.id, {e: D}), Instance(MEMORYLESS.id, {W: term(1), s: E, t: D})),
    ),
    given=((1 - u).eq(exp(-E)), (1 - v).eq(exp(-(E + D)))),
)
WAITS = lemma(
    "fast.race.waits",
    Step(E >= u, "1 - U = e^-E is at least 1 - E", Smt(), using=(Instance(TANGENT.id, {e: E}),)),
    Step(
        implies(E_ >= E, (E_ - E) * (1 - v) <= v - u),
        "a wait that is too long",
        Smt(),
        using=(Instance(APART.id, {D: E_ - E}),),
    ),
    Step(
        implies(E >= E_, (E - E_) * (1 - u) <= u - v),
        "a wait that is too short",
        Smt(),
        using=(Instance(APART.id, {u: v, v: u, E: E_, D: E - E_}),),
    ),
    Step(
        absolute(E_ - E) * (v * (1 - v)) <= 2 * eps * E,
        "E is off by a factor of at most 1 + 2 ε/(v (1 - v))",
        Smt(),
        using=(1, 2, 3),
    ),
    given=(
        u < 1,
        v < 1,
        absolute(v - u) <= eps,
        eps <= term(SMALL) * (v * (1 - v)),
        (1 - u).eq(exp(-E)),
        (1 - v).eq(exp(-E_)),
    ),
)
x, y, L = Symbol("x"), Symbol("y", Sort.NONNEGATIVE), Symbol("L", Sort.NONNEGATIVE)
LOGARITHM = lemma(
    "fast.race.logarithm",
    Step(
        L <= Fraction(4, 3) * y,
        "a factor between 1 - y and 1/(1 - y) moves a logarithm by L, where e^-L is 1 - y at least",
        Smt(),
        using=(Instance(CURVE.id, {e: L}),),
    ),
    given=(y <= Fraction(1, 4), 1 - y <= exp(-L)),
    uses=(CURVE.id,),
)
SLACK = Fraction(1, 2**FLOAT_BITS)
TIMES = lemma(
    "fast.race.times",
    "The float of the logarithm of an arrival's time is within 2^-40 + 2^-50 g + 4 ε/(U (1 - U)) of it, g its gap; "
    "2^-41 more if there is a crowd, and 2^-52 more for every wait that was drawn",
    Step(
        term(power(65)) + term(UNIT / 2) <= term(SLACK) * Fraction(3, 4),
        "U is off by half a unit of the bits not drawn, and by the rounding of a number below 1: less than ε = 2^-53",
        Smt(),
    ),
    Step(
        term(Fraction(4, 3)) * (term(2 * SLACK) + term(2 * LIBRARY)) + term(45 * LIBRARY) + term(64 * UNIT)
        <= term(Fraction(TIME_ERROR)) / 2 + term(4 * SLACK),
        "E is off by a factor of 2 ε/(U (1 - U)) and the library's error; ln E, between -45 and 4, by 4/3 of that and "
        "by the library's error of its own",
        Smt(),
    ),
    Step(
        term(power(51)) * g + term(UNIT) * (g + 64) <= term(Fraction(GAP_ERROR)) * g + term(Fraction(TIME_ERROR)) / 4,
        "a gap is off by 2^-51 of it, and a last sum is rounded",
        Smt(),
    ),
    Step(
        term(38 * LIBRARY) + term(64 * UNIT) <= term(Fraction(CROWD_ERROR)),
        "the length of a crowd's line is known exactly, and its logarithm is between -38 and 38: the library's error",
        Smt(),
    ),
    Step(
        term(Fraction(4, 3)) * term(UNIT) <= term(Fraction(ROUNDING)),
        "a sum of waits is known up to the error of each of them, and a rounding for every one",
        Smt(),
    ),
    uses=(WAITS.id, LOGARITHM.id, filters.FLOATS.id, filters.ACCURATE.id, "fast.cells"),
)

# What acceptances are off by

now, begun, m = Symbol("y", Sort.NONNEGATIVE), Symbol("y_0", Sort.NONNEGATIVE), Symbol("m", Sort.NONNEGATIVE)
p, A, F = Symbol("p", Sort.UNIT), Symbol("A", Sort.UNIT), Symbol("s", Sort.UNIT)
ACCEPTS = lemma(
    "fast.race.accepts",
    "The float of s - A (1 - (1 - s) p) is within 2^-30 + 8 m (1 + y) + 2 ε of it, m the error of logarithms of times "
    "and y = w_best times the time of the arrival",
    Step(
        implies(both(begun <= now, x <= 2 * m * now + 2 * m * begun), x <= 4 * m * now),
        "a time is off by a factor of at most 1 + 2 m, and y_0, that of the last accepted, is not above y: the "
        "exponent of s = e^-(y - y_0) is off by 4 m y, and s by no more",
        Smt(),
    ),
    Step(
        implies(both(x <= 4 * m * now, D <= 2 * m), x + (x + D) <= 8 * m * (1 + now)),
        "s counts twice, and p = e^-gap is off by 2 m",
        Smt(),
    ),
    Step(
        term(4 * LIBRARY) + term(64 * UNIT) <= term(Fraction(FLIP_ERROR)) / 8,
        "the library and rounding add less than an eighth of 2^-30, the coin 2 ε",
        Smt(),
    ),
    Step(
        implies(both(F >= 1 - (now - begun), A + (now - begun) < 1), A * (1 - (1 - F) * p) < F),
        "s is at least 1 - (y - y_0), and a coin below it accepts anybody",
        Smt(),
    ),
    uses=(TIMES.id,),
)

# On the same words


class Tape(NamedTuple):
    """Scores, a scale, how many are wanted, how many more have clocks (None: all), the noise, and a seed of words."""

    x: tuple[float, ...]
    scale: float
    k: int
    spare: int | None
    flip: bool
    seed: int


def tapes() -> Iterator[Tape]:
    """Scores of many shapes: near, far, tied, a crowd that arrives, and one that does not."""
    chance = random.Random(38)
    for n, k, spare in ((12, 3, 16), (40, 16, 2), (60, 5, 2), (150, 20, 16), (12, 12, None), (70, 16, None)):
        for x in (
            tuple(chance.uniform(0, 5) for _ in range(n)),
            tuple(float(chance.randrange(4)) for _ in range(n)),
            tuple(map(float, range(n))),
            tuple(chance.choice((0.0, 1.0, -1e7, -1e300)) for _ in range(n)),
            (1.0, *(0.0,) * (n - 1)),
        ):
            for scale, flip in ((1.0, False), (1.0, True), (0.01, False), (7.0, True)):
                if spare is not None or not (flip or max(x) - min(x) > NEAR * scale):
                    yield Tape(x, scale, k, spare, flip, chance.getrandbits(64))


def is_selected_by_balls(case: Tape) -> bool:
    """What floats select is what balls select on the same words."""
    words = Stream(random.Random(case.seed).randbytes)
    recorded = Recorded(words)

    def field() -> Field:
        if case.spare is None:
            return Together(np.array(case.x), case.scale, max(case.x))
        return Field(np.array(case.x), case.scale, case.k, case.spare)

    try:
        with np.errstate(all="ignore"):
            selected = by_floats(field(), case.k, case.flip, recorded)
    except Unsure:
        return False
    return selected == race_by_balls(field(), case.k, case.flip, recorded.again(), words)


SAME = lemma(
    "fast.race.same",
    "On the same words, the floats of a race select what balls select",
    Step(
        "What is selected by floats is what balls select",
        "clocks, cells and coins are the same words; of these tapes floats leave none open",
        Exhaustive("96 tapes of up to 150 scores", OneIn(3, tapes), is_selected_by_balls),
    ),
    Step(
        term(Fraction(GAP_ERROR)) * term(int(NEAR)) <= term(power(30)),
        "those who race are within 2^20 scales, so that a gap adds 2^-30 at most",
        Smt(),
    ),
    uses=(TIMES.id, ACCEPTS.id, "fast.found", "fast.ticks"),
)
