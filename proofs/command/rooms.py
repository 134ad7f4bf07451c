"""The names of our rooms: whether `spec`, `impl` and `proofs` are ours here, or hidden by modules of the same name."""

from importlib.util import find_spec
from pathlib import Path

ROOMS = ("spec", "impl", "proofs")
_HOME = Path(__file__).resolve().parents[2]


def hidden_room(home: Path = _HOME) -> str | None:
    """A line on the first room that some other module hides, if one does; nothing is imported."""
    for room in ROOMS:
        found = find_spec(room)
        if found is None or found.origin is None or Path(found.origin).resolve().parents[1] != home:
            where = "nowhere" if found is None else found.origin or "a folder without __init__.py"
            return f"the package {room} of noisymax is hidden: here {room} is {where}; rename that, or run elsewhere"
    return None
