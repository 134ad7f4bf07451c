"""Try every change of every module in scope, and compare those that no test notices with the list."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import Progress

from proofs.campaign.local import Local
from proofs.campaign.model import Death, Unseen, Where
from tests.mutation.scope import TESTS
from tests.mutation.survivors import ANY, SURVIVORS
from tests.mutation.trial import Trial, changes_of, survives
from tests.support.campaigns import add_where, chosen


def main(modules: Sequence[str], where: Where) -> int:
    """Report for each module what survived; fail if something did that is not listed, or is listed and did not."""
    print(f"{'module':44} {'changes':>8} {'noticed':>8} {'listed':>8} {'unlisted':>8}", flush=True)
    unlisted = 0
    with (
        TemporaryDirectory() as directory,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        perform = partial(survives, directory if isinstance(where, Local) else None)
        shown = progress.add_task("changes", total=0)
        trials = _trials(modules)
        waiting, found = list(modules), dict[str, dict[int, bool]]()
        with closing(where.run(perform, trials, Unseen())) as answers:
            for (module, number), survived in answers:
                if survived is None or isinstance(survived, Death):
                    what = "its tests fail without a change" if survived is None else f"the worker died: {survived.how}"
                    raise SystemExit(f"{module}:1: error: {what}")
                found.setdefault(module, {})[number] = survived
                over = sum(map(len, found.values()))
                progress.update(shown, total=sum(len(changes_of(each)) for each in found), completed=over)
                while waiting and len(found.get(waiting[0], ())) == len(changes_of(waiting[0])):
                    unlisted += _reported(waiting[0], found[waiting.pop(0)])
        for module in waiting:
            unlisted += _reported(module, found.get(module, {}))
    return 1 if unlisted else 0


def _trials(modules: Sequence[str]) -> Iterator[Trial]:
    for module in modules:
        for number in range(len(changes_of(module))):
            yield Trial(module, number)


def _reported(module: str, survived: dict[int, bool]) -> int:
    """Tell what survived of a module; how much of it is not as listed."""
    tried = changes_of(module)
    listed = SURVIVORS.get(module, {})
    passed = [change for number, change in enumerate(tried) if survived[number]]
    of = {change: key for change in passed for key in (change.shown, (change.before, ANY)) if key in listed}
    new = [change for change in passed if change not in of]
    gone = listed.keys() - of.values()
    counts = (len(tried), len(tried) - len(passed), len(passed) - len(new), len(new))
    print(f"{module:44}", *(f"{count:8}" for count in counts), flush=True)
    for change in new:
        print(f"{module}:{change.line}: error: no test notices `{change.before}` -> `{change.after}`")
    for before, after in gone:
        print(f"{module}:1: error: listed as surviving, but noticed or gone: `{before}` -> `{after}`")
    return len(new) + len(gone)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="only these (default: all in scope)")
    add_where(parser)
    asked = parser.parse_args()
    if unknown := [name for name in asked.modules if name not in TESTS]:
        print(f"tests/mutation: error: {unknown[0]} is not in scope: see tests/mutation/scope.py", file=sys.stderr)
        sys.exit(2)
    with chosen(asked.dask) as where:
        code = main(asked.modules or list(TESTS), where)
    sys.exit(code)
