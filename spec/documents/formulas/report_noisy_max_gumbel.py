"""Items of `report_noisy_max_gumbel` that are formulas."""

from spec.formula import Formula

FORMULAS: dict[str, Formula] = {}
