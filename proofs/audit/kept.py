"""What is kept in files between commands, each under a key: a digest of all that it depends on."""

import hashlib
import json
import os
import platform
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

FOLDER = "NOISYMAX_CACHE"
"""The environment variable that names the folder; set and empty, nothing is kept."""
ROOT = Path(__file__).parents[2]


def folder() -> Path | None:
    """The folder in which evidence and answers are kept, or None."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Path(named) if named else None
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "noisymax"


def read(path: Path, key: str) -> object:
    """What a file keeps under this key; None if it is missing, corrupt or of another key."""
    try:
        raw = json.loads(path.read_bytes())
        kept, digest = raw["content"], raw["digest"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return kept if digest == _digest(key, kept) else None


def write(path: Path, key: str, content: object) -> None:
    """Keep something under a key, whole or not at all; raise OSError if it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(f".{os.getpid()}")
    try:
        half.write_text(json.dumps({"content": content, "digest": _digest(key, content)}), encoding="utf-8")
        half.replace(path)
    finally:
        with suppress(OSError):
            half.unlink()


@cache
def versions() -> bytes:
    """The interpreter, the machine and every distribution that is installed, by the folder that is named after both."""
    installed = {name for place in sys.path for name in _listed(place) if name.endswith((".dist-info", ".egg-info"))}
    here = [sys.version, sys.platform, platform.machine(), *platform.libc_ver()]
    return hashlib.sha256("\n".join([*here, *sorted(installed)]).encode()).digest()


def _listed(place: str) -> list[str]:
    try:
        return os.listdir(place or ".")
    except OSError:
        return []


def _digest(key: str, content: object) -> str:
    return hashlib.sha256(json.dumps([key, content]).encode()).hexdigest()
