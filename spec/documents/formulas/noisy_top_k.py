"""Items of `noisy_top_k` that are formulas."""

from spec.formula import Formula

FORMULAS: dict[str, Formula] = {}
