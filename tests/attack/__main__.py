"""The long run: at least so many false statements, counted, with progress shown; it fails on the first accepted one."""

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count

from rich.console import Console
from rich.progress import Progress

from tests.attack.run import Attacked, attacked

STATEMENTS = 100_000
WORKERS = len(os.sched_getaffinity(0))


def main(statements: int, start: int) -> int:
    """Attack with one seed after the other, on all cores, until enough false statements were put to every check."""
    put = 0
    with (
        ProcessPoolExecutor(WORKERS) as pool,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        shown = progress.add_task("false statements", total=statements)
        for seed, found in in_order(pool, start):
            put += found.put
            progress.update(shown, completed=put)
            if found.fooled is not None:
                print(f"{found.fooled}; again: make attack ARGS='--seed {seed}'")
                return 1
            if put >= statements:
                break
    print(f"{put} false statements were put to every check; none was proved or certified")
    return 0


def in_order(pool: ProcessPoolExecutor, start: int) -> Iterator[tuple[int, Attacked]]:
    """What each seed comes to, in the order of the seeds; what waits at the end is dropped."""
    waiting: list[tuple[int, Future[Attacked]]] = []
    try:
        for seed in count(start):
            waiting.append((seed, pool.submit(attacked, seed)))
            if len(waiting) > WORKERS:
                first, future = waiting.pop(0)
                yield first, future.result()
    finally:
        for _, future in waiting:
            future.cancel()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make attack", description=__doc__)
    parser.add_argument("--statements", type=int, default=STATEMENTS, help="how many false statements at least")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; each grows the same statements every time")
    asked = parser.parse_args()
    sys.exit(main(asked.statements, asked.seed))
