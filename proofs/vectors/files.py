"""The files of test vectors: written by `noisymax vectors`, and compared with what they should be."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from proofs.vectors import directed, gumbel, maps, mechanisms, refused, samplers, selection, tight_maps
from proofs.vectors.digests import MILESTONES, STREAMS, Stream, row
from proofs.vectors.encoding import Json, render
from proofs.vectors.model import Case, vector

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "vectors"
COMMAND = "noisymax vectors"
DIGESTS = "digests.json"
VECTORS: Mapping[str, tuple[str, Sequence[Case]]] = {
    "samplers.json": ("discrete samplers", samplers.CASES),
    "selection.json": ("permute-and-flip, peeling, exact inverse transform", selection.CASES),
    "gumbel.json": ("partially sampled Gumbel numbers", gumbel.CASES),
    "mechanisms.json": ("mechanisms, invoked", mechanisms.CASES),
    "maps.json": ("privacy maps", maps.CASES),
    "tight_maps.json": ("tight privacy maps", tight_maps.CASES),
    "directed.json": ("directed arithmetic", directed.CASES),
    "refused.json": ("what must be refused", refused.CASES),
}


def vectors(name: str) -> str:
    """The file of vectors with this name."""
    what, cases = VECTORS[name]
    return render(_head(what), "vectors", [vector(case) for case in cases])


def digests(streams: Sequence[Stream], deepest: int) -> str:
    """The file of digests, as far as `deepest`."""
    return render(_head("digests of many runs"), "digests", [row(stream, deepest) for stream in streams])


def generate(deepest: int = MILESTONES[-1]) -> dict[str, str]:
    """Every generated file by its name."""
    return {**{name: vectors(name) for name in VECTORS}, DIGESTS: digests(STREAMS, deepest)}


def stale(folder: Path, fresh: Mapping[str, str], deepest: int = MILESTONES[-1]) -> list[str]:
    """A line for each file in the folder that is not what it should be; digests beyond `deepest` go unlooked at."""
    found = []
    for name, text in fresh.items():
        try:
            committed = (folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            found.append(f"{folder / name}:1: error: missing or unreadable; write it with: {COMMAND}")
            continue
        if name == DIGESTS:
            committed = shallow(committed, deepest)
        if committed != text:
            pairs = zip(committed.splitlines(), text.splitlines(), strict=False)
            line = next((number for number, (old, new) in enumerate(pairs, start=1) if old != new), 1)
            found.append(f"{folder / name}:{line}: error: stale; if the change is meant, write it anew with: {COMMAND}")
    return found


def shallow(text: str, deepest: int) -> str:
    """The file of digests without those beyond `deepest`; what is no such file stays as it is."""
    try:
        read = json.loads(text)
        for each in read["digests"]:
            each["sha256"] = {number: digest for number, digest in each["sha256"].items() if int(number) <= deepest}
        rows = read.pop("digests")
        return render(read, "digests", rows)
    except (ValueError, KeyError, TypeError):
        return text


def _head(what: str) -> dict[str, Json]:
    return {"schema": "schema.json", "what": what, "written_by": COMMAND}
