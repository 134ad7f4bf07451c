"""Digests of many runs: 10,000 tapes a function, of which a digest is kept after 10, 100, 1,000 and 10,000.

Tape i of a function is the bits of SHA-256("noisymax/name/i/0"), then of SHA-256("noisymax/name/i/1") and so on,
each byte's greatest bit first. It is run on the i-th parameters, counted round, and leaves a line `i output coins`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

from impl import registry
from impl.draws import TapeDraw
from impl.exponential_mechanism import attempt_exponential_mechanism, exponential_mechanism
from impl.gumbel import greater_than, gumbel_top_k
from impl.inverse_transform import inverse_transform
from impl.peeling import peel
from impl.permute_and_flip import permute_and_flip
from impl.range_divergence import RangeDivergence
from impl.registry import Mechanism
from impl.report_noisy_max_gumbel import gumbel_max
from impl.samplers import (
    attempt_uniform_uint_below,
    sample_bernoulli_exp,
    sample_bernoulli_exp1,
    sample_bernoulli_rational,
    sample_uniform_uint_below,
)
from proofs.vectors.encoding import Json, encode, one_line
from proofs.vectors.gumbel import noises, sample, samples, two
from proofs.vectors.mechanisms import CONCENTRATED, PURE, Parameters, candidates, invoked, of_size, ranged, top_k
from proofs.vectors.selection import given, peeled

MILESTONES = (10, 100, 1000, 10000)
LINES_SHOWN = 5


@dataclass(frozen=True)
class Stream:
    """A function, run again and again: `name` goes into its tapes, `parameters` are taken in turn."""

    name: str
    function: str
    run: Callable[..., object]
    parameters: Sequence[Mapping[str, object]]


def tape(name: str, i: int) -> Iterator[int]:
    """The i-th tape of a name; it does not end."""
    block = 0
    while True:
        word = int.from_bytes(sha256(f"noisymax/{name}/{i}/{block}".encode("ascii")).digest(), "big")
        yield from (word >> place & 1 for place in reversed(range(256)))
        block += 1


def lines(stream: Stream, runs: int) -> Iterator[str]:
    """What each run leaves."""
    for i in range(runs):
        draw = TapeDraw(tape(stream.name, i))
        output = stream.run(**stream.parameters[i % len(stream.parameters)], draw=draw)
        yield f"{i} {one_line(encode(output))} {draw.used}\n"


def row(stream: Stream, deepest: int) -> dict[str, Json]:
    """The stream's row in the file: its parameters, its first lines, and its digests as far as `deepest`."""
    running, shown, digests = sha256(), list[str](), dict[str, str]()
    for number, line in enumerate(lines(stream, deepest), start=1):
        running.update(line.encode("ascii"))
        if number <= LINES_SHOWN:
            shown.append(line.removesuffix("\n"))
        if number in MILESTONES:
            digests[str(number)] = running.hexdigest()
    return {
        "name": stream.name,
        "function": stream.function,
        "parameters": [{name: encode(value) for name, value in each.items()} for each in stream.parameters],
        "lines": shown,
        "sha256": digests,
    }


def _sampler(function: Callable[..., object], parameters: Sequence[Mapping[str, object]]) -> Stream:
    return Stream(function.__name__, function.__name__, function, parameters)


def _mechanism(mechanism: Mechanism, parameters: Sequence[Mapping[str, object]], of: str = "") -> Stream:
    name = mechanism.triple.name
    return Stream(f"{name}{of}", f"{name}.invoke", invoked(mechanism), parameters)


_N = (1, 2, 3, 5, 6, 7, 8, 100, 1000003, 10**90)  # the last takes more coins than one block has
_X = [Fraction(p, q) for p, q in ((0, 1), (1, 7), (1, 3), (1, 2), (2, 3), (99, 100), (1, 1))]
_ONE_INDEX = (given(0, 1, 2), given(4, 4, 4), given("1/2", "-1/3", 5, 4, scale="3/2"), given(7), given(1, 0))
DISCRETE = (
    _sampler(attempt_uniform_uint_below, [{"n": n} for n in _N]),
    _sampler(sample_uniform_uint_below, [{"n": n} for n in _N]),
    _sampler(sample_bernoulli_rational, [{"p": p} for p in (*_X, Fraction(3, 8), Fraction(10**30, 3 * 10**30 + 1))]),
    _sampler(sample_bernoulli_exp1, [{"x": x} for x in _X]),
    _sampler(sample_bernoulli_exp, [{"x": x} for x in (*_X, Fraction(5, 3), Fraction(2), Fraction(22, 7))]),
    *(
        _sampler(select, _ONE_INDEX)
        for select in (permute_and_flip, attempt_exponential_mechanism, exponential_mechanism)
    ),
    _sampler(
        peel, [peeled(0, 1, 2, k=2), peeled(4, 4, 4, k=3), peeled(3, 1, 4, 1, 5, k=2, scale=2), peeled(1, 0, k=5)]
    ),
)
_NOISES = (noises(0, 1, 2, k=2), noises(4, 4, 4, k=3), noises("1/2", "-1/3", 2, k=1, scale="3/2"), noises(1, 0, k=5))
_SAMPLES = (samples(0, 1, 2), samples(4, 4), samples("1/2", "-1/3", 2, scale="3/2"), samples(7))
_COMPARED = (
    two(sample(0), sample(0)),
    two(sample(0), sample(1)),
    two(sample("1/3", scale="1/4"), sample(0, scale="1/4")),
    two(sample(2, "01"), sample(1, "1")),
)
_SHARES = (given(0, 1), given(4, 4, 4), given("1/2", "-1/3", 2, scale="3/2"), given(7))
_FLOATS = ([0.0, 1.0, 2.0], [0.1, 0.2], [-1.5, 3.0, 3.0], [7.0])


def _top_k(measure: object) -> Sequence[Parameters]:
    chosen = zip(_FLOATS, (1.0, 0.1, 4.0, 1.0), (False, False, True, False), strict=True)
    return [{**top_k(scores, 2, scale, negate), "privacy_measure": measure} for scores, scale, negate in chosen]


CONTINUOUS = (
    _sampler(greater_than, _COMPARED),
    _sampler(gumbel_top_k, _NOISES),
    _sampler(gumbel_max, _SAMPLES),
    _sampler(inverse_transform, _SHARES),
    *(_mechanism(registry.NOISY_TOP_K, _top_k(measure), f".{encode(measure)}") for measure in (PURE, CONCENTRATED)),
    _mechanism(
        registry.REPORT_NOISY_MAX_GUMBEL,
        [
            of_size(x, scale=s, optimize=o)
            for x, s, o in zip(_FLOATS, (1.0, 0.1, 4.0, 1.0), ("max", "min") * 2, strict=True)
        ],
    ),
    _mechanism(
        registry.EXPONENTIAL_CANDIDATES_GUMBEL,
        [candidates(x, t) for x, t in zip(_FLOATS, (1.0, 0.1, 4.0, 1.0), strict=True)],
    ),
    Stream(
        registry.RANGE_DIVERGENCE.triple.name,
        registry.RANGE_DIVERGENCE.triple.name,
        RangeDivergence.noisy_top_k,
        [
            ranged(x, 2, s, n)
            for x, s, n in zip(_FLOATS, (1.0, 0.1, 4.0, 1.0), (False, False, True, False), strict=True)
        ],
    ),
    _mechanism(
        registry.INVERSE_TRANSFORM,
        [of_size(x, scale=s) for x, s in zip(_FLOATS, (1.0, 0.1, 4.0, 1.0), strict=True)],
    ),
)
STREAMS: tuple[Stream, ...] = (*DISCRETE, *CONTINUOUS)
