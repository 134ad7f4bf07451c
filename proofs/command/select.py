"""`noisymax select`: run a sound mechanism on scores."""

from argparse import Namespace

from proofs.command.ledger_source import LedgerSource
from proofs.command.mechanisms import add_mechanism, make
from proofs.command.output import tell
from proofs.command.parser import Parser
from proofs.command.stop import refused
from spec.errors import NoisymaxError

_EXAMPLES = """  noisymax select noisy_top_k --scores 1,2,30,2 --scale 1 -k 2
      two indices, counted from 0, best first, and what their release costs
  noisymax select inverse_transform --file scores.txt --scale 2 --monotonic
      one index, by the exponential mechanism; the file has one score a line"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    add_mechanism(parser)


def run(options: Namespace, source: LedgerSource) -> int:
    """Release once, on the operating system's coins."""
    mechanism, scores = make(options)
    try:
        loss, tight = mechanism.map(options.d_in), mechanism.tight_map(options.d_in)
    except NoisymaxError as error:
        raise refused(f"nothing is released, for the loss at --d-in {options.d_in} is not known: {error}") from error
    try:
        released = mechanism.invoke(scores)
    except NoisymaxError as error:
        raise refused(str(error)) from error
    tell(" ".join(map(str, released if isinstance(released, list) else [released])))
    tight_bound = f", by the tight map {tight!r}" if tight < loss else ""
    tell(f"{type(mechanism.output_measure).__name__} at distance {options.d_in}: {loss!r}{tight_bound}")
    return 0
