"""The printed texts, where the reader has them: recognised by digest, and what is printed of each item."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from proofs.documents.skeleton.catalogue import catalogue
from proofs.documents.skeleton.sentences import SENTENCES
from spec.documents import DOCUMENTS

_BY_DIGEST = {document.digest: document for document in DOCUMENTS}


def printed_in(folder: Path) -> Mapping[str, str]:
    """What is printed of each item, by its id, of the documents whose texts are in a folder under any name."""
    printed: dict[str, str] = {}
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        content = path.read_bytes()
        document = _BY_DIGEST.get(hashlib.sha256(content).hexdigest())
        if document is not None:
            rows = catalogue(content.decode(), SENTENCES[document.slug]).rows
            printed |= {f"{document.slug}.{row.id}": row.text.strip() for row in rows}
    return printed
