"""The certificate: what was proved, by which Coq, about which files and which Python source."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from proofs.kernel.building import ALLOWED, VERSION, Theorem
from proofs.kernel.development import Development, KernelError, read
from proofs.kernel.translator import COQ, Refused, translate

ROOT = Path(__file__).resolve().parents[2]
PLACE = Path(__file__).resolve().parent / "certificate.json"
RENEW = "run make kernel ARGS=--write on a machine with Coq"


@dataclass(frozen=True)
class Certificate:
    """Digests of the files, and the theorems with the axioms that they rest on."""

    coq: str
    files: dict[str, str]
    theorems: dict[str, Theorem]

    def text(self) -> str:
        """The certificate as it is written."""
        return json.dumps(asdict(self), indent=1, sort_keys=True) + "\n"


def digest(text: str) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def certify(development: Development, theorems: dict[str, Theorem]) -> Certificate:
    """The certificate of a build."""
    return Certificate(VERSION, {name: digest(text) for name, text in development.texts.items()}, theorems)


def load(place: Path = PLACE) -> Certificate:
    """The certificate that is written, if it is one."""
    try:
        raw = json.loads(place.read_text(encoding="utf-8"))
        theorems = {n: Theorem(str(t["statement"]), tuple(map(str, t["axioms"]))) for n, t in raw["theorems"].items()}
        found = Certificate(str(raw["coq"]), {str(n): str(d) for n, d in raw["files"].items()}, theorems)
        if set(raw) != {"coq", "files", "theorems"} or found.text() != place.read_text(encoding="utf-8"):
            raise ValueError
    except FileNotFoundError:
        raise KernelError(f"certificate.json: error: not there: {RENEW}") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise KernelError(f"certificate.json: error: not a certificate: {RENEW}") from None
    return found


def emitted(root: Path = ROOT, folder: Path = COQ) -> dict[str, str]:
    """What the translator makes of the Python source; it must be what the folder has."""
    try:
        texts = translate(root)
    except Refused as refused:
        raise KernelError(str(refused)) from None
    for name, text in texts.items():
        place = folder / f"{name}.v"
        if not place.is_file() or place.read_text(encoding="utf-8") != text:
            what = "not what the Python source says: run python -m proofs.kernel.translator and prove it again"
            raise KernelError(f"proofs/kernel/coq/{name}.v:{_first_difference(place, text)}: error: {what}")
    return texts


def check(root: Path = ROOT, folder: Path = COQ, place: Path = PLACE) -> Certificate:
    """The certificate, if it is about the Coq files and the Python source that are here now."""
    found = load(place)
    if found.coq != VERSION:
        raise KernelError(f"certificate.json: error: by Coq {found.coq}, not {VERSION}: {RENEW}")
    emitted(root, folder)
    now = {name: digest(text) for name, text in read(folder).texts.items()}
    for other, _ in sorted(now.items() ^ found.files.items()):
        raise KernelError(f"certificate.json: error: not about {other}.v as it is: {RENEW}")
    for name, theorem in found.theorems.items():
        if beyond := sorted(set(theorem.axioms) - ALLOWED):
            raise KernelError(f"certificate.json: error: {name} rests on {', '.join(beyond)}: prove it")
    return found


def _first_difference(place: Path, text: str) -> int:
    there = place.read_text(encoding="utf-8") if place.is_file() else ""
    same = 0
    for one, other in zip(there.splitlines(), text.splitlines(), strict=False):
        if one != other:
            break
        same += 1
    return same + 1
