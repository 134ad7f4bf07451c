"""`noisymax vectors`: write the test vectors, or say which of them are stale."""

from argparse import Namespace
from pathlib import Path

from proofs.command.ledger_source import LedgerSource
from proofs.command.mechanisms import NAMES, mechanism_named
from proofs.command.output import complain, tell, write_file
from proofs.command.parser import Parser
from proofs.command.stop import refused
from proofs.vectors.files import FOLDER, generate, stale, stale_of, vectors_of

_EXAMPLES = """  noisymax vectors --check
      make every vector and digest anew, and exit with 1 if a committed file differs
  noisymax vectors permute_and_flip
      print the vectors of one mechanism
  noisymax vectors permute_and_flip --check
      make these alone anew, and say which of the files are stale"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument(
        "mechanism",
        metavar="NAME",
        nargs="?",
        type=mechanism_named,
        help=f"print or check the vectors of this mechanism alone: {NAMES}",
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; compare the files with what they should be"
    )
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=FOLDER, help="where they are (default: tests/vectors)"
    )


def run(options: Namespace, source: LedgerSource) -> int:
    """Make every file, or the vectors of one mechanism; write or print, or compare."""
    if not options.out.is_dir():
        raise refused(f"{options.out} is not a directory")
    if options.mechanism is not None and options.check:
        return complain(stale_of(options.mechanism, options.out))
    if options.mechanism is not None:
        print(vectors_of(options.mechanism), end="")
        return 0
    files = generate()
    if options.check:
        return complain(stale(options.out, files))
    for name, text in files.items():
        write_file(options.out / name, text)
    tell(f"{len(files)} files in {options.out}")
    return 0
