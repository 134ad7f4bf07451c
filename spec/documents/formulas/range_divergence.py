"""Items of `range_divergence` that are formulas."""

from spec.formula import Formula

FORMULAS: dict[str, Formula] = {}
