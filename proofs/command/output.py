"""Files that a command is asked to write: refused before the work if they cannot be, and whole or not there at all."""

from pathlib import Path

from proofs.command.files import probe, write
from proofs.command.session import refused


def refuse_unwritable(path: Path) -> None:
    """Stop before the work if the file could not be written after it."""
    try:
        probe(path)
    except OSError as error:
        raise refused(f"cannot write {path}: {error.strerror or error}") from error


def write_file(path: Path, text: str) -> None:
    """Write the file, or stop with one line."""
    try:
        write(path, text)
    except OSError as error:
        raise refused(f"cannot write {path}: {error.strerror or error}") from error
