"""The list of changes that make no difference: `survivors.toml`, with the reason of each."""

import tomllib
from pathlib import Path

ANY = "..."
"""The line after, where a change of the line need make no difference."""

_LISTED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

SURVIVORS: dict[str, dict[tuple[str, str], str]] = {
    module: {(entry["before"], after): entry["why"] for entry in entries for after in entry["after"]}
    for module, entries in _LISTED.items()
}
"""Of each module the line before and the line after a change, and why nobody can notice."""
