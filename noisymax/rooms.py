"""The names of our rooms: whether `spec`, `impl` and `proofs` are ours here, or hidden by modules of the same name."""

from importlib.util import find_spec
from pathlib import Path

ROOMS = ("spec", "impl", "proofs")
_HOME = Path(__file__).resolve().parents[1]


def hidden_room(home: Path = _HOME) -> str | None:
    """A line on the first room that some other module hides, if one does; nothing is imported."""
    for room in ROOMS:
        where = _where(room)
        if where != str(home / room / "__init__.py"):
            return f"the package {room} of noisymax is hidden: here {room} is {where}; rename that, or run elsewhere"
    return None


def _where(room: str) -> str:
    """The file that an import of this name would load, or has loaded."""
    try:
        found = find_spec(room)
    except ValueError:
        return "a module that no file defines"
    if found is None:
        return "nowhere"
    return str(Path(found.origin).resolve()) if found.origin else "a folder without __init__.py"
