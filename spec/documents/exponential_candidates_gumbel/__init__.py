"""`make_base_exponential_candidates_gumbel`: what it states, where, and its formulas."""

from spec.documents.document import Document
from spec.documents.exponential_candidates_gumbel import formulas, skeleton, statements

DOCUMENT = Document(
    slug="exponential_candidates_gumbel",
    file="003_2dbdca865836f537.txt",
    title="fn make_base_exponential_candidates_gumbel",
    date="2023-03-08",
    digest="e0e6e98065df047ecc48625252f5e53d727aa49a45a0ea3d4711d84d2b66469f",
    listing_digest="4918b501d373a3fb688b25d0504016dd1cc3563bb6e80f2f6328c88c962bd233",
    rows=skeleton.ROWS,
    silent=skeleton.SILENT,
    statements=statements.STATEMENTS,
    formulas=formulas.FORMULAS,
)
