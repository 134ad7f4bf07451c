"""Why directed arithmetic is right: the argument for every format, and the running code on all of small ones."""

import operator
from fractions import Fraction

from impl.directed import inf_add, inf_cast, inf_div, inf_mul, inf_powi
from proofs.checkers.exhaustive import Exhaustive
from proofs.floats import (
    CORNERS_SCOPE,
    SHAPES_SCOPE,
    RoundsUp,
    by_listing,
    by_neighbours,
    corner_gaps,
    corner_pairs,
    corner_powers,
    gaps_of_shapes,
    pairs_of_shapes,
    powers_of_shapes,
)
