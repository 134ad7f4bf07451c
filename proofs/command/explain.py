"""`noisymax explain`: a claim, its derivations step by step, the evidence for each step, and where all that stands."""

from argparse import Namespace

from proofs.command import answers
from proofs.command.ledger_source import LedgerSource
from proofs.command.output import complain, tell
from proofs.command.parser import Parser, add_cache, add_workers

_EXAMPLES = """  noisymax explain permute_and_flip.law
      walk through the derivation of the law of permute-and-flip
  noisymax explain 000:183
  noisymax explain report_noisy_max_gumbel:183
      what document 000 states on line 183: lemma 3.2, in words and as a formula, its proof and its verdict
  noisymax explain 004:104
      line 35 of the listing of document 004: its transcriptions, its errata, and the claims that it matters to
  noisymax explain sample_bernoulli_exp.code
      a claim that the proof kernel has verified: the promise, Coq's statement of it, and the Python that it is about
  noisymax explain impl/noisy_top_k.py:80
      the printed lines behind a line of our source, and what is promised of the function around it"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument(
        "name", metavar="NAME", help="the id of a claim, a mechanism, or a place: DOCUMENT:LINE or FILE:LINE"
    )
    add_workers(parser)
    add_cache(parser)


def run(options: Namespace, source: LedgerSource) -> int:
    """Check the claims that are named and tell each step; of a function, tell what is promised of it."""
    parts = answers.explained(answers.load(source, options.cached), options.name)
    complaints: list[str] = []
    if parts is None:
        from proofs.command.derivations import explain

        parts, complaints = explain(source, options)
    for number, part in enumerate(filter(None, parts)):
        if number:
            tell("")
        for text, indent in part:
            tell(text, indent)
    return complain(complaints)
