"""Items of `zero_concentrated_divergence` that are formulas."""

from spec.formula import Formula

FORMULAS: dict[str, Formula] = {}
