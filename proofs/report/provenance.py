"""Where the page comes from: versions, the commit, and digests of all that the verdicts speak of."""

import hashlib
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from proofs.audit.source_index import ROOT
from proofs.kernel import certificate
from spec.documents import DOCUMENTS

_ROOMS = ("spec", "impl", "proofs")


def commit(root: Path = ROOT) -> str:
    """The commit of the checkout, and whether anything in it is changed; nothing where there is no checkout."""
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        return ""
    head = _git(git, root, "rev-parse", "HEAD")
    changed = _git(git, root, "status", "--porcelain", "--untracked-files=no", "--", *_ROOMS)
    return f"{head}{', with changes' if head and changed else ''}"


def digests() -> Mapping[str, str]:
    """SHA-256 of our source, of the certificate of Coq, and of the text of each document."""
    source = hashlib.sha256()
    for path in sorted(path for room in _ROOMS for path in (ROOT / room).rglob("*.py")):
        source.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    kernel = certificate.PLACE.read_bytes() if certificate.PLACE.is_file() else b""
    return {
        "the source of spec, impl and proofs": source.hexdigest(),
        "the certificate of Coq": hashlib.sha256(kernel).hexdigest(),
        **{f"{document.title}, {document.date}": document.digest for document in DOCUMENTS},
    }


def _git(git: str, root: Path, *arguments: str) -> str:
    ended = subprocess.run([git, "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    return ended.stdout.strip()
