"""`noisymax select`: run a sound mechanism on scores."""

from argparse import Namespace

from proofs.command.mechanisms import add_mechanism, make
from proofs.command.parser import Commands, add_command
from proofs.command.session import Book, refused, tell
from spec.errors import NoisymaxError

_EXAMPLE = """  noisymax select noisy_top_k --scores 1,2,30,2 --scale 1 -k 2
      two indices, counted from 0, best first, and what their release costs"""


def configure(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(commands, "select", "run a sound mechanism on scores", _EXAMPLE)
    add_mechanism(parser)
    parser.set_defaults(run=run)


def run(options: Namespace, book: Book) -> int:
    """Release once, on the operating system's coins."""
    mechanism, scores = make(options)
    try:
        loss, tight = mechanism.map(options.d_in), mechanism.tight_map(options.d_in)
        released = mechanism.invoke(scores)
    except NoisymaxError as error:
        raise refused(str(error)) from error
    tell(" ".join(map(str, released if isinstance(released, list) else [released])))
    tight_bound = f", by the tight map {tight!r}" if tight < loss else ""
    tell(f"{type(mechanism.output_measure).__name__} at distance {options.d_in}: {loss!r}{tight_bound}")
    return 0
