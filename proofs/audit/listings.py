"""The lines of the listings in our source: where each is transcribed, and where the sound mechanism departs from it."""

import re
from functools import cache
from importlib import import_module

from proofs.audit.source_index import source

_MARKERS = re.compile(r"# ((?:[LE][1-9]\d*\s*)+)~?$")


@cache
def markers_in(file: str) -> dict[int, tuple[str, ...]]:
    """The markers of each marked line: `L13` for a printed line, `E2` for a departure."""
    searched = ((line, _MARKERS.search(text)) for line, text in enumerate(source(file).splitlines(), start=1))
    return {line: tuple(found[1].split()) for line, found in searched if found is not None}


def transcribed_at(slug: str, printed: str) -> tuple[list[int], list[int]]:
    """The lines that transcribe `L13`: in `impl/published`, as printed, and in `impl`, in the sound mechanism."""
    as_printed, sound = (markers_in(file) for file in (f"impl/published/{slug}.py", f"impl/{slug}.py"))
    return [at for at, found in as_printed.items() if printed in found], [
        at for at, found in sound.items() if printed in found
    ]


def departures(slug: str, markers: tuple[str, ...]) -> tuple[str, ...]:
    """The errata behind the markers of a line."""
    numbers = [int(marker[1:]) for marker in markers if marker.startswith("E")]
    if not numbers:
        return ()
    behind: tuple[tuple[str, ...], ...] = import_module(f"proofs.documents.{slug}.errata").DEPARTURES
    return tuple(dict.fromkeys(erratum for number in numbers for erratum in behind[number - 1]))
