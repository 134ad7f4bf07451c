"""What a command leaves: text on the terminal, complaints, and files that are either whole or not there."""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, RenderableType
from rich.text import Text

from proofs.command.stop import FELL_SHORT, refused

_WIDTH_OF_A_FILE = 120
_ENDLESS = 1_000_000


def stdout() -> Console:
    """Where reports go: as wide as the terminal, or as our own source if it is a file."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _WIDTH_OF_A_FILE
    return Console(width=width, highlight=False, markup=False, emoji=False)


def tell(text: Text | str, indent: int = 0) -> None:
    """Print prose, wrapped between the indent and the edge of the terminal."""
    console = stdout()
    for line in Text.assemble(text).wrap(console, max(console.width - indent, 1)) or [Text()]:
        line.rstrip()
        console.print(Text.assemble(" " * indent, line), soft_wrap=True)


def tell_lines(lines: RenderableType) -> None:
    """Print lines that are whole: in a file each is one line, in a terminal it goes on below itself."""
    console = stdout()
    if sys.stdout.isatty():
        console.print(lines)
        return
    console.width = _ENDLESS
    with console.capture() as captured:
        console.print(lines, no_wrap=True)
    sys.stdout.write("\n".join(line.rstrip() for line in captured.get().split("\n")))


def complain(lines: Sequence[str]) -> int:
    """Put the complaints where errors go, below the report; the exit code says whether there are any."""
    sys.stdout.flush()
    for line in lines:
        print(line, file=sys.stderr)
    return FELL_SHORT if lines else 0


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
    """Write the text beside the file and move it into its place; a pipe or a device is written as it is."""
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
