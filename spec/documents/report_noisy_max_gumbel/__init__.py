"""`make_report_noisy_max_gumbel`: what it states, where, and its formulas."""

from spec.documents.document import Document
from spec.documents.report_noisy_max_gumbel import formulas, skeleton, statements

DOCUMENT = Document(
    slug="report_noisy_max_gumbel",
    file="000_a5a91874d004951b.txt",
    title="fn make_report_noisy_max_gumbel",
    date="2025-08-22",
    digest="0c974d9eb1a0ea56b54d37fbfd685c6101520fcba48e6a1b1a787c577e271758",
    listing_digest="253f428e2545133ce2728f07a16016fd8b24dbf5c4a62f539a652738990fcc71",
    rows=skeleton.ROWS,
    silent=skeleton.SILENT,
    statements=statements.STATEMENTS,
    formulas=formulas.FORMULAS,
)
