"""`noisymax trace`: what a mechanism or a claim rests on, down to assumptions, and what one must believe."""

from argparse import Namespace

from rich.text import Text
from rich.tree import Tree

from impl.registry import MEASURES
from proofs.command import answers
from proofs.command.answers import Traced
from proofs.command.ledger_source import LedgerSource
from proofs.command.output import complain, tell, tell_lines
from proofs.command.parser import Parser, add_cache, add_workers

_EXAMPLES = """  noisymax trace noisy_top_k --measure max_divergence
      check the privacy claim of the mechanism and all that it rests on, and show that as a tree
  noisymax trace report_noisy_max_gumbel.lemma_3_2
  noisymax trace 000:183
      the same of a lemma, by its id and by the line of the document that states it
  noisymax trace impl/permute_and_flip.py:25
      what is promised of the function around a line of the source"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument(
        "name", metavar="NAME", help="a mechanism, the id of a claim, or a place: DOCUMENT:LINE or FILE:LINE"
    )
    parser.add_argument("--measure", choices=MEASURES, help="of a mechanism, only the privacy in this measure")
    add_workers(parser)
    add_cache(parser)


def run(options: Namespace, source: LedgerSource) -> int:
    """Check what is named and all it rests on, and show each from the top."""
    found = answers.traced(answers.load(source, options.cached), options.name, options.measure)
    complaints: list[str] = []
    if found is None:
        from proofs.command.foundations import trace

        found, complaints = trace(source, options)
    seen: set[str] = set()
    for root in found.roots:
        tell_lines(_tree(found, root, seen))
        tell("\ntaken on trust:")
        for each in found.trusted[root]:
            tell(each, indent=2)
    return complain(complaints)


def _tree(found: Traced, claim: str, seen: set[str]) -> Tree:
    """A claim that was shown before is not unfolded again."""
    uses = found.uses[claim]
    if claim in seen and uses:
        return Tree(Text.assemble(found.labels[claim], ("  (see above)", "dim")), guide_style="dim")
    seen.add(claim)
    tree = Tree(found.labels[claim], guide_style="dim")
    tree.children.extend(_tree(found, used, seen) for used in uses)
    return tree
