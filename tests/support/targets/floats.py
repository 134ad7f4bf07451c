"""Noisy top k under max divergence on borrowed draws, right and wrong: a factory for each way to select one index."""

import math
import os
import random
import secrets
from collections.abc import Callable, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import numpy

generator = numpy.random.default_rng()
OFF = 1 - 2**-20
Accept = Callable[[float], bool]
Select = Callable[[Sequence[float], float], int]
"""Select the place of one of some scores at a scale."""


class TopK:
    """Peel k indices off; everything but the selection of one index is right."""

    def __init__(self, select: Select, k: int, scale: float, negate: bool, monotonic: bool) -> None:
        self.select, self.k, self.scale, self.negate, self.monotonic = select, k, scale, negate, monotonic

    def invoke(self, x: Sequence[float]) -> list[int]:
        y = [-score for score in x] if self.negate else list(x)
        if self.scale == 0:
            return sorted(range(len(y)), key=lambda i: (y[i], i), reverse=True)[: self.k]
        left, chosen = list(range(len(y))), list[int]()
        for _ in range(min(self.k, len(y))):
            chosen.append(left.pop(self.select([y[i] for i in left], self.scale)))
        return chosen

    def map(self, d_in: Any) -> float:
        if type(d_in) not in (int, float) or not 0 <= d_in < math.inf:
            raise ValueError("no distance")
        if d_in == 0 or self.scale == 0:
            return math.inf if d_in else 0.0
        bound = self.k * Fraction(d_in) * (1 if self.monotonic else 2) / Fraction(self.scale)
        try:
            nearest = float(bound)
        except OverflowError:
            return math.inf
        return nearest if nearest >= bound else math.nextafter(nearest, math.inf)


def made(select: Select, input_domain: Any, input_metric: Any, privacy_measure: Any, k: int, **others: Any) -> TopK:
    scale = others["scale"]
    if type(privacy_measure).__name__ != "MaxDivergence" or input_domain.element_domain.nan:
        raise ValueError("max divergence without NaN only")
    if not 0 <= scale < math.inf or math.copysign(1, scale) < 0 or not 0 <= k <= (input_domain.size or k):
        raise ValueError("no mechanism")
    return TopK(select, k, scale, others["negate"], input_metric.monotonic)


def odds(y: Sequence[float], scale: float) -> list[float]:
    top = max(y)
    return [math.exp((score - top) / scale) for score in y]


def flips(accept: Accept, pick: Callable[[int], int] = random.randrange, factor: float = 1.0) -> Select:
    """Permute and flip: pick one of those left, and accept it with its odds."""

    def select(y: Sequence[float], scale: float) -> int:
        p, left = odds(y, scale * factor), list(range(len(y)))
        while len(left) > 1:
            place = left.pop(pick(len(left)))
            if accept(p[place]):
                return place
        return left[0]

    return select


def shuffled(shuffle: Callable[[list[int]], Any], accept: Accept) -> Select:
    """Permute and flip, the whole permutation first."""

    def select(y: Sequence[float], scale: float) -> int:
        order = list(range(len(y)))
        order = shuffle(order) or order
        p = odds(y, scale)
        return next((int(place) for place in order if accept(p[int(place)])), int(order[-1]))

    return select


def noisy(noise: Callable[[float, int], Sequence[float]]) -> Select:
    """Add noise to each and report the best."""

    def select(y: Sequence[float], scale: float) -> int:
        added = noise(scale, len(y))
        return max(range(len(y)), key=lambda i: y[i] + added[i])

    return select


def uniform(p: float) -> bool:
    return random.random() < p


def in_bits(bits: int, rounding: Callable[[float], float] = float) -> Accept:
    return lambda p: secrets.randbits(bits) < rounding(p * 2**bits)


def by_digits(bits: int) -> Accept:
    """A coin of any float probability, so many binary digits at a time."""

    def accept(p: float) -> bool:
        left = Fraction(p)
        while True:
            left *= 1 << bits
            digits = secrets.randbits(bits)
            if digits != int(left):
                return digits < left
            left -= digits

    return accept


exactly, lazily = by_digits(1), by_digits(32)


def lazily_near_the_end(p: float) -> bool:
    """The same, with the last word first."""
    left = Fraction(p) * 2**32
    digits = int.from_bytes(secrets.token_bytes(4), "little")
    return digits < int(left) or (digits == int(left) and exactly(float(left - digits)))


def exponential(factor: float = 1.0) -> Callable[[float, int], list[float]]:
    return lambda scale, n: [random.expovariate(1 / (scale * factor)) for _ in range(n)]


class Stored:
    """Draws a thousand numbers ahead: right, and no function of what a release draws."""

    def __init__(self) -> None:
        self.store: list[float] = []

    def __call__(self, p: float) -> bool:
        if not self.store:
            self.store = [random.random() for _ in range(1000)]
        return self.store.pop() < p


class Repeating:
    """Uses its noise again in every fiftieth release of the same length."""

    def __init__(self) -> None:
        self.count, self.last = 0, list[float]()

    def __call__(self, scale: float, n: int) -> list[float]:
        self.count += 1
        if self.count % 50 or len(self.last) != n:
            self.last = exponential()(scale, n)
        return self.last


def fair_remainder(n: int) -> int:
    """A remainder of 16 bits, those beyond the last whole multiple drawn again."""
    while (bits := secrets.randbits(16)) >= 2**16 - 2**16 % n:
        pass
    return bits % n


def amid(p: float) -> bool:
    """A coin whose second half lies amid the draw, where nobody looks if it is thin."""
    u = random.random()
    return u < p / 2 or 0.5170731 <= u < 0.5170731 + p / 2 if p < 0.9 else u < p


def odd_pick(n: int) -> int:
    """Any of n, but for one cell in 65,536."""
    return 0 if secrets.randbits(16) == 12345 else secrets.randbelow(n)


def odd_acceptance(p: float) -> bool:
    """A coin of probability p, but for one cell in 65,536."""
    left = Fraction(p) * 2**16
    digits = secrets.randbits(16)
    return digits == 54321 or digits < int(left) or (digits == int(left) and exactly(float(left - digits)))


def swapped(order: list[int]) -> None:
    """A shuffle that swaps each place with any: not all orders are equally likely."""
    for i in range(len(order)):
        j = secrets.randbelow(len(order))
        order[i], order[j] = order[j], order[i]


def keys_apart(order: list[int]) -> list[int]:
    """Sorted by keys of 16 bits, all drawn again if any two tie."""
    while len({*(keys := [secrets.randbits(16) for _ in order])}) < len(order):
        pass
    return sorted(order, key=lambda place: keys[place])


def narrow_above(few: int, factor: float = 0.99) -> Callable[[float, int], list[float]]:
    """Noise that is right for few scores, and too small for more."""
    return lambda scale, n: exponential(factor if n > few else 1.0)(scale, n)


RIGHT: dict[str, Select] = {
    "floats": flips(uniform),
    "float_picks": flips(uniform, lambda n: int(n * random.random())),
    "amid_a_draw": flips(amid),
    "system_floats": flips(lambda p: random.SystemRandom().random() < p),
    "generator_floats": flips(lambda p: bool(generator.random() < p)),
    "legacy_floats": flips(lambda p: bool(numpy.random.random_sample() < p)),
    "legacy_bits": flips(lambda p: numpy.random.randint(0, 2**53) < p * 2**53),
    "digits": flips(exactly),
    "digits_of_a_million": flips(lambda p: random.randrange(10**6) + random.random() < p * 10**6),
    "normal_numbers": flips(lambda p: NormalDist().cdf(random.gauss(0.0, 1.0)) < p),
    "words": flips(lazily, secrets.randbelow),
    "words_backwards": flips(lazily_near_the_end, lambda n: random.choice(range(n))),
    "sixty_four_bits": flips(in_bits(64)),
    "shuffled_floats": shuffled(random.shuffle, uniform),
    "sampled_order": shuffled(lambda order: random.sample(order, len(order)), exactly),
    "numpy_order": shuffled(lambda order: generator.permutation(order).tolist(), uniform),
    "sorted_by_keys": shuffled(lambda order: sorted(order, key=lambda _: random.random()), uniform),
    "keys_apart": shuffled(keys_apart, exactly),
    "stored": flips(Stored()),
    "rejected_remainder": flips(exactly, fair_remainder),
    "long_remainder": flips(exactly, lambda n: secrets.randbits(128) % n),
    "bytes": flips(lambda p: Fraction(int.from_bytes(os.urandom(16), "little"), 2**128) < Fraction(p)),
    "numpy_shuffle": shuffled(generator.shuffle, lambda p: bool(generator.random() < p)),
    "legacy_order": shuffled(lambda o: numpy.random.permutation(o).tolist(), uniform),
    "legacy_shuffle": shuffled(numpy.random.shuffle, uniform),
    "chosen_order": shuffled(lambda o: numpy.random.choice(o, len(o), replace=False).tolist(), uniform),
    "generator_choice": shuffled(lambda o: generator.choice(o, len(o), replace=False).tolist(), uniform),
}
WRONG: dict[str, tuple[Select, str]] = {
    "one_percent": (flips(uniform, factor=0.99), "privacy.coins#0"),
    "one_permille": (flips(uniform, factor=0.999), "privacy.coins#4"),
    "too_much": (flips(uniform, factor=1.001), "law.coins#0"),
    "sixteen_bits": (flips(in_bits(16)), "law.coins#0"),
    "twelve_bits": (flips(in_bits(12, round)), "law.coins#0"),
    "twenty_four_bits": (flips(in_bits(24)), "law.coins#0"),
    "legacy_odds": (flips(lambda p: bool(numpy.random.choice(2, p=(1 - p * OFF, p * OFF)))), "law.coins#0"),
    "generator_odds": (flips(lambda p: bool(generator.choice(2, p=(1 - p * OFF, p * OFF)))), "law.coins#0"),
    "half_floats": (flips(lambda p: bool(generator.random(dtype=numpy.float32) < p)), "law.coins#0"),
    "modulo": (flips(exactly, lambda n: secrets.randbits(8) % n), "law.coins#1"),
    "scaled_byte": (flips(exactly, lambda n: secrets.randbits(8) * n >> 8), "law.coins#1"),
    "modulo_16_bits": (flips(exactly, lambda n: random.getrandbits(16) % n), "law.coins#1"),
    "modulo_32_bits": (flips(exactly, lambda n: secrets.randbits(32) % n), "law.coins#1"),
    "modulo_bytes": (flips(exactly, lambda n: int.from_bytes(os.urandom(2), "little") % n), "law.coins#1"),
    "modulo_of_a_thousand": (flips(exactly, lambda n: random.randrange(1000) % n), "law.coins#1"),
    "modulo_and_floats": (flips(uniform, lambda n: secrets.randbits(16) % n), "law.coins#1"),
    "one_odd_pick": (flips(exactly, odd_pick), "law.coins#1"),
    "one_odd_acceptance": (flips(odd_acceptance), "law.coins#0"),
    "one_odd_cell_in_a_million": (flips(lambda p: random.randrange(10**6) == 654_321 or uniform(p)), "law.coins#2"),
    "an_odd_stretch": (flips(lambda p: (u := random.random()) < p or 0.9 < u < 0.90000000001), "law.coins#2"),
    "twelve_bit_floats": (flips(lambda p: random.getrandbits(12) / 4096 < p), "law.coins#0"),
    "sixteen_bit_floats": (flips(lambda p: int.from_bytes(os.urandom(2), "big") / 65535 < p), "law.coins#0"),
    "three_coupled": (noisy(narrow_above(2)), "law.coins#4"),
    "four_coupled": (noisy(narrow_above(3)), "law.coins#2"),
    "narrow_above_five": (noisy(narrow_above(5, 0.8)), "law.sampled"),
    "narrow_above_seven": (noisy(narrow_above(7, 0.8)), "law.sampled"),
    "permutation": (shuffled(lambda o: generator.permutation(o).tolist(), lambda p: uniform(p**1.01)), "law.coins#0"),
    "swapped_too_often": (shuffled(swapped, uniform), "law.coins#1"),
    "made_generator": (
        noisy(lambda s, n: numpy.random.Generator(numpy.random.PCG64()).exponential(0.99 * s, n).tolist()),
        "law.coins#0",
    ),
    "made_legacy": (noisy(lambda s, n: numpy.random.RandomState().exponential(0.99 * s, n).tolist()), "law.coins#0"),
    "keys_of_four_bits": (shuffled(lambda o: sorted(o, key=lambda _: secrets.randbits(4)), uniform), "law.coins#0"),
    "keys_of_12_bits": (shuffled(lambda o: sorted(o, key=lambda _: secrets.randbits(12)), uniform), "law.coins#0"),
    "keys_of_16_bits": (shuffled(lambda o: sorted(o, key=lambda _: secrets.randbits(16)), exactly), "law.coins#1"),
    "keys_of_32_bits": (shuffled(lambda o: sorted(o, key=lambda _: random.getrandbits(32)), exactly), "law.coins#0"),
    "never_the_last": (shuffled(lambda o: o[: random.randrange(len(o))] + o[:], uniform), "law.coins#0"),
    "legacy_exponential": (noisy(lambda s, n: numpy.random.exponential(0.99 * s, n).tolist()), "law.coins#0"),
    "numpy_exponential": (noisy(lambda s, n: generator.exponential(0.99 * s, n).tolist()), "law.coins#0"),
    "gumbel": (noisy(lambda s, n: generator.gumbel(0.0, s, n).tolist()), "law.coins#0"),
    "laplace": (noisy(lambda s, n: generator.laplace(0.0, s, n).tolist()), "law.coins#0"),
    "exponential_one_percent": (noisy(exponential(0.99)), "law.coins#0"),
    "shared_noise": (noisy(lambda s, n: exponential()(s, 1) * n), "law.coins#0"),
    "float_tail": (noisy(exponential()), "privacy.tails#0"),
    "legacy_integers": (flips(lambda p: numpy.random.randint(2**20) < int(p * 2**20)), "privacy.tails#0"),
    "short_tail": (flips(lambda p: secrets.randbits(53) < int(p * 2**53)), "privacy.tails#0"),
    "complement": (flips(lambda p: 1 - random.random() <= p), "privacy.tails#0"),
    "repeating": (noisy(Repeating()), "law.fresh"),
}


def __getattr__(name: str) -> Callable[..., TopK]:
    """The factory of a selection, by its name."""
    if name not in RIGHT and name not in WRONG:
        raise AttributeError(name)
    select = RIGHT[name] if name in RIGHT else WRONG[name][0]
    return lambda **arguments: made(select, **arguments)
