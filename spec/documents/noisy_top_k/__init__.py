"""`make_noisy_top_k`: what it states, where, and its formulas."""

from spec.documents.document import Document
from spec.documents.noisy_top_k import formulas, skeleton, statements

DOCUMENT = Document(
    slug="noisy_top_k",
    file="004_96f5bc4303b214ba.txt",
    title="fn make_noisy_top_k",
    date="2025-09-19",
    digest="eadfa93597bcc92f50220a676554b86548896040d6292de2fe091a57f589d91b",
    listing_digest="510b23b1955f1bbfcab33244edbea19909d237694a767162c76fb52dee7380c0",
    rows=skeleton.ROWS,
    silent=skeleton.SILENT,
    statements=statements.STATEMENTS,
    formulas=formulas.FORMULAS,
)
