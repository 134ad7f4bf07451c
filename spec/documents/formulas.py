"""The formal items of the documents, by id: what is printed, as a formula that checkers can be asked about."""

from collections.abc import Mapping

from spec.documents import DOCUMENTS
from spec.logic.formula import Formula

FORMULAS: Mapping[str, Formula] = {
    f"{document.slug}.{name}": formula for document in DOCUMENTS for name, formula in document.formulas.items()
}
