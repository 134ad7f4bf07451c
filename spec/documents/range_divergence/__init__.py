"""`SelectionMeasure` for `RangeDivergence`: what it states, where, and its formulas."""

from spec.documents.document import Document
from spec.documents.range_divergence import formulas, skeleton, statements

DOCUMENT = Document(
    slug="range_divergence",
    file="001_0790a3b9e9a10b00.txt",
    title="impl SelectionMeasure for RangeDivergence",
    date="2025-02-26",
    digest="b167b477806744027c07b80843352db2225626e03a3b254cb4bd6ebe98b7bef8",
    listing_digest="d07acbccdbb4b7710b6ab62557a59e34a4e729231299d05dc21e72faef6b07b4",
    rows=skeleton.ROWS,
    silent=skeleton.SILENT,
    statements=statements.STATEMENTS,
    formulas=formulas.FORMULAS,
)
