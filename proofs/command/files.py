"""Files that are either whole or not there: written beside their place and moved into it."""

import os
import shutil
from pathlib import Path


def probe(path: Path) -> None:
    """Raise OSError if a report could not be written here; leave everything as it was."""
    if _is_stream(path):
        return
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a directory")
    draft = _draft(path)
    try:
        _create(draft)
    finally:
        draft.unlink(missing_ok=True)


def write(path: Path, text: str) -> None:
    """Put the text in the file, at once; a pipe or a device is written as it is."""
    if _is_stream(path):
        path.write_text(text, encoding="utf-8")
        return
    draft = _draft(path)
    try:
        _create(draft)
        draft.write_text(text, encoding="utf-8")
        if path.exists():
            shutil.copymode(path, draft)
        os.replace(draft, path.resolve())
    finally:
        draft.unlink(missing_ok=True)


def _is_stream(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def _draft(path: Path) -> Path:
    target = path.resolve()
    return target.with_name(f".{target.name}.{os.getpid()}")


def _create(draft: Path) -> None:
    """A new file with the permissions that any new file gets here."""
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
