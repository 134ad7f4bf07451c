"""`TopKMeasure` for `ZeroConcentratedDivergence`: what it states, where, and its formulas."""

from spec.documents.document import Document
from spec.documents.zero_concentrated_divergence import formulas, skeleton, statements

DOCUMENT = Document(
    slug="zero_concentrated_divergence",
    file="002_cfbbf0e447f500bd.txt",
    title="impl TopKMeasure for ZeroConcentratedDivergence",
    date="2025-08-19",
    digest="2d4a59bfe2404e15ecc81771b32327878b4bc6e048801fee48596c8627814744",
    listing_digest="46234c826cee8099ebf7ee148e5df61ca943c83b1f74b473c4a22d4f3ff6a807",
    rows=skeleton.ROWS,
    silent=skeleton.SILENT,
    statements=statements.STATEMENTS,
    formulas=formulas.FORMULAS,
)
