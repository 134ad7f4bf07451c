"""The files of test vectors: written by `noisymax vectors`, and compared with what they should be."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from impl.registry import Mechanism
from proofs.vectors import directed, gumbel, maps, mechanisms, refused, samplers, selection, tight_maps
from proofs.vectors.digests import MILESTONES, STREAMS, Stream, row
from proofs.vectors.encoding import Json, render
from proofs.vectors.model import PlannedCall, vector

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "vectors"
COMMAND = "noisymax vectors"
DIGESTS = "digests.json"
VECTORS: Mapping[str, tuple[str, Sequence[PlannedCall]]] = {
    "samplers.json": ("discrete samplers", samplers.CASES),
    "selection.json": ("permute-and-flip, peeling, exponential mechanism, exact inverse transform", selection.CASES),
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


def vectors_of(mechanism: Mechanism) -> str:
    """The vectors of one mechanism, from all files, in the form of a file."""
    cases = [case for _, cases in VECTORS.values() for case in cases if _is_of(mechanism, case.function)]
    return render(_head(mechanism.name), "vectors", [vector(case) for case in cases])


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


def stale_of(mechanism: Mechanism, folder: Path) -> list[str]:
    """A line for each vector of one mechanism that the folder does not hold as it should be; digests go unlooked at."""
    found = []
    for name, (_, cases) in VECTORS.items():
        wanted = [case for case in cases if _is_of(mechanism, case.function)]
        try:
            lines = (folder / name).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            lines = []
        committed = {line.rstrip(","): number for number, line in enumerate(lines, start=1)}
        for case in wanted:
            if json.dumps(vector(case), ensure_ascii=False) not in committed:
                start = json.dumps({"id": case.id})[:-1]
                line = next((number for text, number in committed.items() if text.startswith(start)), 1)
                found.append(f"{folder / name}:{line}: error: {case.id} is stale or missing; write it with: {COMMAND}")
    return found


def _is_of(mechanism: Mechanism, function: str) -> bool:
    """Whether a function is that of the mechanism, or makes, invokes or maps it."""
    return function.partition(".")[0] in (mechanism.name, mechanism.triple.name.partition(".")[0])


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
