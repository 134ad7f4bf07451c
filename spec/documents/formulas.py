"""The formal items of the documents, by id: what is printed, as a formula that checkers can be asked about."""

from collections.abc import Mapping

from spec.documents.exponential_candidates_gumbel import formulas as exponential_candidates_gumbel
from spec.documents.noisy_top_k import formulas as noisy_top_k
from spec.documents.range_divergence import formulas as range_divergence
from spec.documents.report_noisy_max_gumbel import formulas as report_noisy_max_gumbel
from spec.documents.zero_concentrated_divergence import formulas as zero_concentrated_divergence
from spec.logic.formula import Formula

FORMULAS: Mapping[str, Formula] = {
    f"{module.__name__.split('.')[-2]}.{name}": formula
    for module in (
        report_noisy_max_gumbel,
        range_divergence,
        zero_concentrated_divergence,
        exponential_candidates_gumbel,
        noisy_top_k,
    )
    for name, formula in module.FORMULAS.items()
}
