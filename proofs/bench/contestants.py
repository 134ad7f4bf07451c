"""Who is timed: the twin, the literal function, other libraries where they are installed, and plain float noise."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impl.noisy_top_k import make_noisy_top_k
from spec.measurement import Measurement
from spec.space import AtomDomain, AtomType, LInfDistance, MaxDivergence, Measure, VectorDomain

Contestant = Callable[[], object]
Scores = NDArray[Any]

LITERAL = "literal"
NAIVE = "naive float"
TWIN, TWIN_LIST = "twin", "twin, list"
OPENDP, OPENDP_LIST = "opendp", "opendp, list"
DIFFPRIVLIB = "diffprivlib"
NAMES = (TWIN, TWIN_LIST, LITERAL, OPENDP, OPENDP_LIST, DIFFPRIVLIB, NAIVE)
SCALE = 1.0


def contestants(x: Scores, k: int, measure: Measure) -> Mapping[str, Contestant]:
    """All that can release k indices of these scores, each on the input it likes: arrays, or lists where it says so."""
    atom: AtomType = int if x.dtype.kind == "i" else float
    listed = x.tolist()
    made = ours(k, measure, atom)
    found: dict[str, Contestant] = {
        TWIN: partial(made.invoke, x),
        TWIN_LIST: partial(made.invoke, listed),
        LITERAL: partial(made.literal.invoke, listed),
        NAIVE: partial(naive, x, k, measure, np.random.default_rng()),
    }
    if find_spec("opendp") is not None:
        theirs = opendp(k, measure, atom)
        found |= {OPENDP: partial(theirs, x), OPENDP_LIST: partial(theirs, listed)}
    if find_spec("diffprivlib") is not None and k == 1:
        found[DIFFPRIVLIB] = partial(diffprivlib, listed, measure)
    return found


def ours(k: int, measure: Measure, atom: AtomType) -> Measurement[list[int]]:
    """Our mechanism."""
    space = VectorDomain(AtomDomain(atom)), LInfDistance(atom, monotonic=True)
    return make_noisy_top_k(*space, measure, k, SCALE, False)


def opendp(k: int, measure: Measure, atom: AtomType) -> Callable[[object], object]:
    """The library's mechanism of the same name."""
    dp: Any = import_module("opendp.prelude")
    dp.enable_features("contrib")
    domain = dp.atom_domain(T=float, nan=False) if atom is float else dp.atom_domain(T=int)
    by = dp.max_divergence() if measure == MaxDivergence() else dp.zero_concentrated_divergence()
    metric = dp.linf_distance(T=atom, monotonic=True)
    made: Callable[[object], object] = dp.m.make_noisy_top_k(dp.vector_domain(domain), metric, by, k, SCALE, False)
    return made


def diffprivlib(listed: list[float], measure: Measure) -> object:
    """The library's mechanism with the same law, which is made anew for every vector of scores."""
    mechanisms: Any = import_module("diffprivlib.mechanisms")
    kind = mechanisms.PermuteAndFlip if measure == MaxDivergence() else mechanisms.Exponential
    return kind(epsilon=1 / SCALE, sensitivity=1, utility=listed, monotonic=True).randomise()


def naive(x: Scores, k: int, measure: Measure, noise: np.random.Generator) -> list[int]:
    """Float noise and a partial sort: the limit of what NumPy can do, and neither exact nor private to the last bit."""
    n = len(x)
    draws = noise.exponential(SCALE, n) if measure == MaxDivergence() else noise.gumbel(0.0, SCALE, n)
    noisy = x + draws
    if k == 1:
        return [int(noisy.argmax())]
    best = np.argpartition(noisy, n - min(k, n))[n - min(k, n) :]
    ordered: list[int] = best[np.argsort(-noisy[best])].tolist()
    return ordered
