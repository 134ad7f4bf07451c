"""Items of `exponential_candidates_gumbel` that are formulas."""

from spec.formula import Formula

FORMULAS: dict[str, Formula] = {}
