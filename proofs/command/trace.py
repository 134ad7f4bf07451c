"""`noisymax trace`: what a mechanism or a claim rests on, down to assumptions."""

from argparse import Namespace

from rich.text import Text
from rich.tree import Tree

from proofs.audit.report.table import word
from proofs.audit.run import Audit, Line
from proofs.audit.selection import Selection, UnknownName, closure
from proofs.command.parser import Commands, add_command, add_workers
from proofs.command.session import Book, Session, complain, refused, stdout
from proofs.engine.ledger.ledger import Ledger
from proofs.engine.ledger.status import Status
from spec.logic.notation import state

_EXAMPLE = """  noisymax trace make_noisy_top_k
      check the privacy claims of the mechanism and all they rest on, and show that as a tree"""


def configure(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(commands, "trace", "show what a mechanism or a claim rests on, as a tree", _EXAMPLE)
    parser.add_argument("name", metavar="NAME", help="a mechanism, or the id of a claim")
    add_workers(parser)
    parser.set_defaults(run=run)


def run(options: Namespace, book: Book) -> int:
    """Check what is named and all it rests on, and show each from the top."""
    session = Session(book)
    ledger = session.ledger
    roots = roots_of(ledger, options.name)
    below = closure(ledger, roots)
    selection = Selection(tuple(claim for claim in ledger.claims if claim in below), ())
    done = session.perform(selection, options.workers)
    lines = {line.claim.id: line for line in done.lines}
    seen: set[str] = set()
    for root in roots:
        stdout().print(_tree(done, lines, root, seen), no_wrap=True, overflow="ellipsis")
        stdout().print(f"\nassumes: {', '.join(lines[root].assumptions or ()) or 'nothing'}", soft_wrap=True)
    return complain(session.complaints(done))


def roots_of(ledger: Ledger, name: str) -> list[str]:
    """The claim of this id, or the privacy claims of the mechanism, which may have one for each measure."""
    if name in ledger.claims:
        return [name]
    roots = [claim for mechanism, claim in ledger.headlines.items() if name in (mechanism, mechanism.partition(" ")[0])]
    if not roots:
        raise refused(str(UnknownName(name, (*ledger.headlines, *ledger.claims))))
    return roots


def _tree(done: Audit, lines: dict[str, Line], claim: str, seen: set[str]) -> Tree:
    """A claim that was shown before is not unfolded again."""
    uses = done.ledger.uses[claim]
    if claim in seen and uses:
        return Tree(Text.assemble(_label(lines[claim]), ("  (see above)", "dim")), guide_style="dim")
    seen.add(claim)
    tree = Tree(_label(lines[claim]), guide_style="dim")
    tree.children.extend(_tree(done, lines, used, seen) for used in uses)
    return tree


def _label(line: Line) -> Text:
    status = Text.assemble(word(line.own, ""), f" ({line.scope})" if line.scope else "")
    if line.standing is not line.own and line.own is not Status.TRANSCRIBED:
        status = Text.assemble(status, ", standing ", word(line.standing, ""))
    return Text.assemble((line.claim.id, "bold"), "  ", status, (f"  {state(line.claim.statement)}", "dim"))
