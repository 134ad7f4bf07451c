"""The long run: at least so many false statements, counted, with progress shown; it fails on the first accepted one."""

import argparse
import sys
from collections.abc import Generator
from contextlib import closing
from itertools import count

from rich.console import Console
from rich.progress import Progress

from proofs.campaign.model import Death, Unseen, Where
from tests.attack.run import Attacked, attacked
from tests.support.campaigns import add_where, chosen

STATEMENTS = 100_000


def main(statements: int, start: int, where: Where) -> int:
    """Attack with one seed after the other until enough false statements were put to every check."""
    put = 0
    with Progress(console=Console(stderr=True), transient=True) as progress:
        shown = progress.add_task("false statements", total=statements)
        with closing(in_order(where, start)) as answers:
            for seed, found in answers:
                wrong = f"a check ended without an answer: {found.how}" if isinstance(found, Death) else found.fooled
                if isinstance(found, Death) or wrong is not None:
                    print(f"{wrong}; again: make attack ARGS='--seed {seed}'")
                    return 1
                put += found.put
                progress.update(shown, completed=put)
                if put >= statements:
                    break
    print(f"{put} false statements were put to every check; none was proved or certified")
    return 0


def in_order(where: Where, start: int) -> Generator[tuple[int, Attacked | Death]]:
    """What each seed comes to, in the order of the seeds; what waits at the end is dropped."""
    early: dict[int, Attacked | Death] = {}
    wanted = count(start)
    seed = next(wanted)
    with closing(where.run(attacked, count(start), Unseen())) as answers:
        for done, found in answers:
            early[done] = found
            while seed in early:
                yield seed, early.pop(seed)
                seed = next(wanted)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make attack", description=__doc__)
    parser.add_argument("--statements", type=int, default=STATEMENTS, help="how many false statements at least")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; each grows the same statements every time")
    add_where(parser)
    asked = parser.parse_args()
    with chosen(asked.dask) as where:
        code = main(asked.statements, asked.seed, where)
    sys.exit(code)
