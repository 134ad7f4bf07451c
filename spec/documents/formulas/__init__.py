"""The formal items of the documents, by id: what is printed, as a formula that checkers can be asked about."""

from collections.abc import Mapping

from spec.documents.formulas import (
    exponential_candidates_gumbel,
    noisy_top_k,
    range_divergence,
    report_noisy_max_gumbel,
    zero_concentrated_divergence,
)
from spec.formula import Formula

FORMULAS: Mapping[str, Formula] = {
    f"{module.__name__.rpartition('.')[2]}.{name}": formula
    for module in (
        report_noisy_max_gumbel,
        range_divergence,
        zero_concentrated_divergence,
        exponential_candidates_gumbel,
        noisy_top_k,
    )
    for name, formula in module.FORMULAS.items()
}
