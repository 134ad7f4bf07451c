"""A reader of the test vectors that shares nothing with the project: standard library, JSON and integers alone.

It runs the discrete samplers, permute-and-flip, peeling and the exponential mechanism, which shows that the vectors can
be met from their README. A rational is a pair (numerator, denominator).
"""

import hashlib
import itertools
import json
import math
from collections.abc import Callable, Iterator
from typing import Any

Tape = Iterator[int]
Ratio = tuple[int, int]


class Dry(Exception):
    """The tape has no further coin."""


class Reader:
    """The functions of the vectors, by name; a wrong reader overrides a part."""

    def __init__(self, tape: Iterator[int]) -> None:
        self._tape = tape
        self.used = 0

    def coin(self) -> int:
        try:
            coin = next(self._tape)
        except StopIteration:
            raise Dry from None
        self.used += 1
        return coin

    def number(self, coins: list[int]) -> int:
        return int("0" + "".join(map(str, coins)), 2)

    def attempt(self, n: int) -> int | None:
        value = self.number([self.coin() for _ in range(len(bin(n - 1)) - 2 if n > 1 else 0)])
        return value if value < n else None

    def below(self, n: int) -> int:
        return next(value for value in iter(lambda: self.attempt(n), -1) if value is not None)

    def rational(self, p: Ratio) -> bool:
        rest, whole = p
        while 0 < rest < whole:
            digit, rest = divmod(2 * rest, whole)
            coin = self.coin()
            if coin != digit:
                return coin < digit
        return rest >= whole

    def exp1(self, x: Ratio) -> bool:
        return next(k for k in itertools.count(1) if not self.rational((x[0], x[1] * k))) % 2 == 1

    def exp(self, x: Ratio) -> bool:
        units = max(-(-x[0] // x[1]) - 1, 0)
        return all(self.exp1((1, 1)) for _ in range(units)) and self.exp1((x[0] - units * x[1], x[1]))

    def second_place(self, order: list[int], at: int) -> list[int]:
        """What is left once the candidate at a place is passed over: the first one has moved there."""
        return [*order[1:at], order[0], *order[at + 1 :]] if at else order[1:]

    def flip(self, x: list[Ratio], scale: Ratio) -> int:
        if scale[0] == 0:
            return last_best(x)
        order = list(range(len(x)))
        while True:
            at = self.below(len(order))
            if self.exp(gaps(x, scale)[order[at]]):
                return order[at]
            order = self.second_place(order, at)

    def propose(self, x: list[Ratio], scale: Ratio) -> int | None:
        candidate = self.below(len(x))
        return candidate if self.exp(gaps(x, scale)[candidate]) else None

    def exponential(self, x: list[Ratio], scale: Ratio) -> int:
        if scale[0] == 0:
            return last_best(x)
        return next(found for found in iter(lambda: self.propose(x, scale), -1) if found is not None)

    def original(self, place: int, removed: list[int]) -> int:
        return [i for i in range(place + len(removed) + 1) if i not in removed][place]

    def peel(self, x: list[Ratio], scale: Ratio, k: int) -> list[int]:
        left, selected = list(x), list[int]()
        for _ in range(min(k, len(x))):
            place = self.flip(left, scale)
            del left[place]
            selected.append(self.original(place, selected))
        return selected


def whole(x: list[Ratio]) -> tuple[list[int], int]:
    """The scores as integers over one denominator."""
    common = math.prod(q for _, q in x)
    return [p * common // q for p, q in x], common


def last_best(x: list[Ratio]) -> int:
    return max((score, i) for i, score in enumerate(whole(x)[0]))[1]


def gaps(x: list[Ratio], scale: Ratio) -> list[Ratio]:
    """How far each score is below the best, in scales."""
    scores, common = whole(x)
    return [((max(scores) - score) * scale[1], common * scale[0]) for score in scores]


def ratio(text: str) -> Ratio:
    p, q = text.split("/")
    return int(p), int(q)


def ratios(texts: list[str]) -> list[Ratio]:
    return [ratio(text) for text in texts]


RUNS: dict[str, Callable[[Reader, dict[str, Any]], object]] = {
    "attempt_uniform_uint_below": lambda r, p: r.attempt(int(p["n"])),
    "sample_uniform_uint_below": lambda r, p: r.below(int(p["n"])),
    "sample_bernoulli_rational": lambda r, p: r.rational(ratio(p["p"])),
    "sample_bernoulli_exp1": lambda r, p: r.exp1(ratio(p["x"])),
    "sample_bernoulli_exp": lambda r, p: r.exp(ratio(p["x"])),
    "permute_and_flip": lambda r, p: r.flip(ratios(p["x"]), ratio(p["scale"])),
    "attempt_exponential_mechanism": lambda r, p: r.propose(ratios(p["x"]), ratio(p["scale"])),
    "exponential_mechanism": lambda r, p: r.exponential(ratios(p["x"]), ratio(p["scale"])),
    "peel": lambda r, p: r.peel(ratios(p["x"]), ratio(p["scale"]), p["k"]),
    "original_index": lambda r, p: r.original(p["place"], p["removed"]),
}


def run(reader: Reader, function: str, parameters: dict[str, Any]) -> object:
    """The output as JSON has it: a large integer is a string."""
    output = RUNS[function](reader, parameters)
    return str(output) if type(output) is int and abs(output) >= 2**53 else output


def differences(vectors: list[dict[str, Any]], kind: type[Reader] = Reader) -> list[str]:
    """The ids of the vectors that a reader does not meet, among those it knows to run."""
    found = []
    for vector in vectors:
        if vector["function"] not in RUNS:
            continue
        reader = kind(map(int, vector.get("tape", "")))
        outcome: dict[str, object]
        try:
            outcome = {"output": run(reader, vector["function"], vector["parameters"])}
        except Dry:
            outcome = {"error": "EntropyExhausted"}
        expected = {key: vector[key] for key in ("output", "error") if key in vector}
        if (outcome, reader.used) != (expected, vector.get("coins_used", 0)):
            found.append(str(vector["id"]))
    return found


def digest(row: dict[str, Any], runs: int) -> str:
    """The digest of so many runs of a row of digests.json."""
    written = hashlib.sha256()
    for i in range(runs):
        reader = Reader(tape(row["name"], i))
        output = run(reader, row["function"], row["parameters"][i % len(row["parameters"])])
        written.update(f"{i} {json.dumps(output, separators=(',', ':'))} {reader.used}\n".encode())
    return written.hexdigest()


def tape(name: str, i: int) -> Tape:
    for block in itertools.count():
        for byte in hashlib.sha256(f"noisymax/{name}/{i}/{block}".encode()).digest():
            yield from map(int, f"{byte:08b}")
