"""Tiny random programs as data, one sampler that runs them, and their laws by brute force over all tapes."""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from impl.draws import TapeDraw
from proofs.engine.law import Failure, key_of
from spec.draw import Draw, retry, sampler
from spec.errors import EntropyExhausted, Overflow

Program = tuple[Any, ...]
VALUES = (None, True, False, 1, 0, 1.0, 0.0, -0.0, Fraction(1), "1", (1,), (True,), (0.0,), (-0.0, (1.0,)))


@sampler
def run(program: Program, draw: Draw) -> Any:
    """Run a program; every part of it is a call of its own."""
    match program:
        case ("value", value):
            return value
        case ("fail",):
            raise Overflow
        case ("coin", tails, heads):
            return run(heads if draw.bit() else tails, draw)
        case ("both", first, second):
            return run(first, draw), run(second, draw)
        case ("list", first, second):
            answers = [run(first, draw)]
            append(answers, second, draw)
            return answers
        case ("rescue", risky, other):
            try:
                return run(risky, draw)
            except Overflow:
                return run(other, draw)
        case ("again", attempt):
            return retry(run, attempt, draw)
        case ("wait", after):
            while draw.bit() == 0:
                pass
            return run(after, draw)
        case _:
            raise AssertionError(program)


@sampler
def append(answers: list[Any], program: Program, draw: Draw) -> None:
    """Change an argument: no law of its own could stand for this call."""
    answers.append(run(program, draw))


LEAVES = st.one_of(st.sampled_from(VALUES).map(lambda value: ("value", value)), st.just(("fail",)))


def _larger(parts: st.SearchStrategy[Program]) -> st.SearchStrategy[Program]:
    attempt = st.tuples(st.just("coin"), parts, st.just(("value", "answered")))
    return st.one_of(
        st.tuples(st.sampled_from(("coin", "both", "list", "rescue")), parts, parts),
        st.tuples(st.just("wait"), parts),
        st.tuples(st.just("again"), attempt),
    )


PROGRAMS: st.SearchStrategy[Program] = st.recursive(LEAVES, _larger, max_leaves=6)


def waits(program: Any) -> bool:
    """Tell whether the program has a loop other than `retry`."""
    return isinstance(program, tuple) and (program[:1] == ("wait",) or any(map(waits, program)))


def brute_force(body: Callable[..., Any], *arguments: object, coins: int) -> dict[tuple[Hashable, int], Fraction]:
    """The mass of each outcome with each number of coins used, over all tapes of this many coins."""
    tapes: Counter[tuple[Hashable, int]] = Counter()
    for tape in product((0, 1), repeat=coins):
        draw = TapeDraw(tape)
        try:
            outcome = body(*arguments, draw)
        except EntropyExhausted:
            continue
        except Overflow as error:
            outcome = Failure(error)
        tapes[key_of(outcome), draw.used] += 1
    return {key: Fraction(count, 2**coins) for key, count in tapes.items()}
