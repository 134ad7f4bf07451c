"""`noisymax vectors`: write the test vectors, or say which of them are stale."""

from argparse import Namespace
from pathlib import Path

from proofs.command.output import write_file
from proofs.command.parser import Commands, add_command
from proofs.command.session import Book, complain, refused, tell
from proofs.vectors.files import FOLDER, generate, stale

_EXAMPLE = """  noisymax vectors --check
      make every vector and digest anew, and exit with 1 if a committed file differs"""


def configure(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(commands, "vectors", "write the test vectors for implementations in any language", _EXAMPLE)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; compare the files with what they should be"
    )
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=FOLDER, help="where they are (default: tests/vectors)"
    )
    parser.set_defaults(run=run)


def run(options: Namespace, book: Book) -> int:
    """Make every file; write it, or compare it."""
    if not options.out.is_dir():
        raise refused(f"{options.out} is not a directory")
    files = generate()
    if options.check:
        return complain(stale(options.out, files))
    for name, text in files.items():
        write_file(options.out / name, text)
    tell(f"{len(files)} files in {options.out}")
    return 0
