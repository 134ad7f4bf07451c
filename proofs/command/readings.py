"""`noisymax readings`: what the ledger states beside what Coq states, and whether somebody has compared the two."""

from argparse import Namespace
from collections.abc import Mapping

from rich.table import Table
from rich.text import Text

from proofs.audit.nearest import UnknownName
from proofs.command import answers
from proofs.command.ledger_source import LedgerSource
from proofs.command.output import complain, refuse_unwritable, tell, tell_lines, write_file
from proofs.command.parser import Parser
from proofs.command.stop import refused
from proofs.engine.ledger.ledger import Ledger
from proofs.kernel.checker import Kernel, definitions
from proofs.kernel.development import STATEMENTS, KernelError
from proofs.kernel.readings import PLACE, Reading, load, reading, text, why_not

_EXAMPLES = """  noisymax readings
      list the claims that rest on Coq, each with the theorems that are read as saying the same
  noisymax readings sample_bernoulli_exp.law
      the two sides of one of them: the promise, and Coq's statement with the definitions that it unfolds to
  noisymax readings sample_bernoulli_exp.law --renew
      record that you have compared them; without an id, all that have changed"""


def configure(parser: Parser) -> None:
    """Add the arguments."""
    parser.teach(_EXAMPLES)
    parser.add_argument("id", metavar="ID", nargs="*", help="show both sides of these claims")
    parser.add_argument("--renew", action="store_true", help="record these claims, or all that have changed, as read")


def run(options: Namespace, source: LedgerSource) -> int:
    """List the readings or show some; renew them if asked to; complain about those that are missing or stale."""
    try:
        now = _needed(source)
        written = load() if PLACE.exists() or not options.renew else {}
    except KernelError as error:
        return complain([str(error)])
    for name in options.id:
        if name not in now:
            raise refused(str(UnknownName(name, now)))
    if options.renew:
        refuse_unwritable(PLACE)
        chosen = options.id or [name for name, each in now.items() if written.get(name) != each]
        written = {name: now[name] if name in chosen else written[name] for name in now if name in {*chosen, *written}}
        write_file(PLACE, text(written))
        options.id = chosen
    for name in options.id:
        _show(name, now[name])
    if not options.id:
        tell_lines(_list(now, written))
    return complain(faults(now, written))


def _needed(source: LedgerSource) -> dict[str, Reading]:
    if (kept := answers.load(source, cached=True)) is not None:
        return {name: Reading(**{**each, "theorems": (*each["theorems"],)}) for name, each in kept["readings"].items()}
    from proofs.command.session import Session

    return needed(Session(source, baseline_needed=False).ledger)


def needed(ledger: Ledger) -> dict[str, Reading]:
    """The readings that the ledger rests on, as its statements and Coq's are now."""
    found: dict[str, Reading] = {}
    for task in ledger.tasks():
        if isinstance(task.check, Kernel):
            found[task.place.claim] = reading(task.query, task.check.theorems, definitions())
    return found


def faults(now: Mapping[str, Reading], written: Mapping[str, Reading]) -> list[str]:
    """A line for each reading that is missing, stale or of no use."""
    found = [f"readings.json: error: {name}: {why}" for name, each in now.items() if (why := why_not(each, written))]
    return found + [f"readings.json: error: {name}: no proof rests on it" for name in written if name not in now]


def _list(now: Mapping[str, Reading], written: Mapping[str, Reading]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for heading in ("claim", "read", "theorems"):
        table.add_column(heading, no_wrap=True, overflow="ignore")
    for name, each in now.items():
        table.add_row(name, "no" if why_not(each, written) else "yes", ", ".join(each.theorems))
    return table


def _show(name: str, shown: Reading) -> None:
    tell(Text(name, "bold"))
    tell(Text("the ledger states", "dim"))
    tell(shown.says, indent=2)
    tell(Text(f"Coq states, in {STATEMENTS}.v and what it imports", "dim"))
    for each in definitions().unfolded(shown.theorems):
        tell(f"{each.text}" if each.file == STATEMENTS else f"{each.text}  (* {each.file}.v *)", indent=2)
    tell("")
