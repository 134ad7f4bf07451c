"""Targets that would harm or deceive whoever loads them: `invoke` takes coins, and `map` promises 1."""

import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Protocol

Scores = Sequence[Fraction]


class Coins(Protocol):
    def bit(self) -> int: ...

    def call(self, body: Callable[..., Any], *arguments: object) -> Any: ...


@dataclass
class Release:
    """What `body` does with scores and coins."""

    body: Callable[[Scores, Coins], object]
    bound: Callable[[object], object] = lambda d_in: 1.0

    def invoke(self, x: Scores, draw: Coins) -> object:
        return self.body(x, draw)

    def map(self, d_in: object) -> object:
        return self.bound(d_in)


def toss(x: Scores, draw: Coins) -> int:
    return draw.bit()


def leave(x: Scores, draw: Coins) -> int:
    """End the process, but not on equal scores."""
    if len({*x}) > 1:
        os._exit(9)
    return draw.bit()


def sleep(x: Scores, draw: Coins) -> int:
    """Never answer, but on equal scores."""
    while len({*x}) > 1:
        time.sleep(60)
    return draw.bit()


def write(x: Scores, draw: Coins) -> int:
    print("a result of ours", flush=True)
    os.write(1, b"a result of ours\n")
    os.write(2, b"an error of ours\n")
    return draw.bit()


def lopsided(x: Scores, draw: Coins) -> int:
    """Certain where the scores differ."""
    return 0 if len({*x}) > 1 else draw.bit()


def printing() -> Release:
    return Release(write)


def dying_later() -> Release:
    return Release(leave)


def hanging_later() -> Release:
    return Release(sleep)


def patching() -> Release:
    """Change our packages, as far as they can be reached."""
    patch()
    return Release(lopsided)


@cache
def patch() -> None:
    import impl.samplers
    import proofs.engine.law
    import spec.weights

    for module in (impl.samplers, proofs.engine.law, spec.weights):
        for name in [name for name in vars(module) if not name.startswith("__")]:
            setattr(module, name, None)
    sys.modules["proofs"] = sys.modules["spec"] = None  # type: ignore[assignment]


class Lie:
    """A law by contract that is none."""

    def __init__(self, **terms: dict[Fraction, Fraction]) -> None:
        weight = type("Weight", (), {part: type("Sum", (), {"terms": terms[part]}) for part in ("over", "under")})
        self.branches = [("true", weight)]


def lying(over: Fraction, under: Fraction) -> Release:
    """Put a law of its own in the place of the law engine's."""
    import proofs.engine.law as engine

    zero = Fraction(0)
    law = Lie(over={zero: over} if over else {}, under={zero: under} if under else {})
    vars(engine)["by_contract"] = lambda release, most_draws: law
    return Release(toss)


def lying_of_twice_the_mass() -> Release:
    return lying(Fraction(2), Fraction(1))


def lying_of_a_negative_mass() -> Release:
    return lying(Fraction(-1), Fraction(1))


def lying_of_nothing() -> Release:
    return lying(Fraction(1), Fraction(0))


def garbling() -> Release:
    """Answer in a language that nobody speaks."""
    serving: Any = sys.modules["noisymax_worker.serving"]
    serving.Server.do_contract = lambda self, *arguments: [[["i0", "what"]], ""]
    return Release(toss)


def certified() -> Release:
    """A sampler that breaks the contract which it brings along."""
    from spec.draw import sampler
    from spec.triple import Triple
    from spec.weights import rational

    half = rational(Fraction(1, 2))

    @Triple("coin", (), law=lambda lead: [(0, half), (1, half)])
    @sampler
    def coin(lead: bool, draw: Coins) -> int:
        return 0 if lead else draw.bit()

    return Release(lambda x, draw: coin(len({*x}) > 1, draw))


def ignoring() -> Release:
    return Release(lambda x, draw: random.getrandbits(1))


def talkative() -> Release:
    def body(x: Scores, draw: Coins) -> int:
        if draw.bit():
            raise ValueError("x" * 300)
        return 0

    return Release(body)


def refusing_a_bound() -> Release:
    def bound(d_in: object) -> float:
        raise ValueError("no bound")

    return Release(toss, bound)


def strange_bound() -> Release:
    return Release(toss, lambda d_in: {1.0})


def no_mechanism() -> None:
    return None


def unsupported() -> None:
    from proofs.targets.adapters import Unsupported

    raise Unsupported("not in this release")


class Secret:
    """Shows no coins."""

    def invoke(self, x: Scores) -> int:
        return random.getrandbits(1)

    def map(self, d_in: object) -> float:
        return 1.0


def secret() -> Secret:
    return Secret()


def slowly_decided() -> Release:
    """Two coins for each digit of 1/3: a law that nobody walks to its end in few coins."""

    def body(x: Scores, draw: Coins) -> int:
        while True:
            first, second = draw.bit(), draw.bit()
            if first or second:
                return first
            draw.bit()

    return Release(body)


def lopsided_release() -> Release:
    return Release(lopsided)
