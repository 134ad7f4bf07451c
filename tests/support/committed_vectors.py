"""The committed test vectors, read once."""

import json
from typing import Any

from proofs.vectors.files import DIGESTS, FOLDER, VECTORS

READ = {name: json.loads((FOLDER / name).read_text(encoding="utf-8")) for name in (*VECTORS, DIGESTS)}


ALL: list[dict[str, Any]] = [vector for name in VECTORS for vector in READ[name]["vectors"]]

DEEPER = 1000
"""Tapes that are run where they are cheap."""
