"""The listing of `make_base_exponential_candidates_gumbel`, as printed."""

# ruff: noqa: RUF100, UP006, UP035, E731, PGH003
# fmt: off

from typing import List  # +

from impl.published.vocabulary import (  # +
    AllDomain,  # +
    InfDifferenceDistance,  # +
    ListedVectorDomain as VectorDomain,  # +
    MaxDivergence,  # +
    Transformation,  # +
    ln,  # +
    sample_uniform,  # +
    u32,  # +
)  # +
from spec.draw import Draw  # +
from spec.space import Atom  # +

TI = T0 = Atom  # +


# type: ignore  # L1
