"""Rebuild the kernel layer and hold it against the Python source: `make kernel`.

The steps: the emitted files are what the translator makes of the source; Coq compiles everything; the axioms are
those allowed; coqchk checks it again; the certificate says the same; the emitted code answers as Python does; planted
bugs are stopped, and harmless rewrites are not.

What takes long is asked together: which axioms all theorems rest on that are said to rest on the same, and whether the
proofs hold after all rewrites at once. Some theorems and some bugs, chosen by the seed, are followed by themselves;
`--all` follows everything by itself.
"""

import argparse
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from proofs.kernel.building import (
    Stopped,
    Theorem,
    ask,
    build,
    check_axioms,
    check_installed,
    compile_file,
    confirm,
    recheck,
)
from proofs.kernel.certificate import PLACE, RENEW, ROOT, certify, emitted, load
from proofs.kernel.changes import BUGS, REWRITES, THRESHOLD_BUGS, Change
from proofs.kernel.development import Development, KernelError, read
from proofs.kernel.planting import Fate, fates, together
from proofs.kernel.tapes import collect

ROUNDS = 5
"""So many rounds of cases are compared, of about thirty each."""
PLANTED, ASKED = 10, 10
"""So many planted bugs are followed, and so many theorems asked by themselves, chosen by the seed."""


def main(arguments: list[str] | None = None) -> int:
    """Run all steps; 2 if something is missing or not what it should be, 1 if a bug survives or a rewrite does not."""
    options = _options(arguments)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    try:
        return _run(options, seed, Progress())
    except (KernelError, Stopped) as error:
        print(error, file=sys.stderr)
        return 2


class Progress:
    """What is done so far, a line each, with the time that it took."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def say(self, what: str) -> None:
        """One line."""
        print(f"{time.monotonic() - self._began:6.0f} s  {what}", flush=True)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m proofs.kernel", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the certificate instead of comparing with it")
    parser.add_argument("--seed", type=int, help="the seed of the comparison, and of what is asked and planted")
    parser.add_argument(
        "--all", action="store_true", help="ask each theorem, and follow each bug and each rewrite, by itself"
    )
    return parser.parse_args(arguments)


def _run(options: argparse.Namespace, seed: int, progress: Progress) -> int:
    check_installed()
    development = read()
    development.check()
    emitted()
    progress.say("the emitted files are what the translator makes of the Python source")
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as where, ThreadPoolExecutor() as pool:
        folder = Path(where)
        _build(development, folder, progress)
        compared = pool.submit(_compare, folder, seed, progress)
        rechecked = pool.submit(_recheck, development, folder, progress)
        theorems = _asked(development, folder, options.write or options.all, chance, progress)
        rechecked.result()
        _certify(development, theorems, options.write, progress)
        compared.result()
        return _plant(development, folder, chance, options.all, progress)


def _build(development: Development, folder: Path, progress: Progress) -> None:
    done: list[str] = []

    def watch(name: str) -> None:
        done.append(name)
        progress.say(f"{len(done)}/{len(development.texts)} {name}.v")

    build(development, folder, watch)


def _recheck(development: Development, folder: Path, progress: Progress) -> None:
    recheck(development, folder)
    progress.say("coqchk has checked every file again")


def _asked(
    development: Development, folder: Path, every: bool, chance: random.Random, progress: Progress
) -> dict[str, Theorem]:
    """What Coq says of each theorem: of every one by itself, or of some and of all others together."""
    chosen = chance.sample(development.theorems, min(ASKED, len(development.theorems)))
    theorems = ask(development, folder, development.theorems if every else chosen)
    if not every:
        theorems = confirm(development, folder, load().theorems) | theorems
    check_axioms(theorems)
    progress.say(f"{len(theorems)} theorems rest on the axioms of the classical reals and nothing else")
    return theorems


def _certify(development: Development, theorems: dict[str, Theorem], write: bool, progress: Progress) -> None:
    now = certify(development, theorems)
    if write:
        PLACE.write_text(now.text(), encoding="utf-8")
    elif load().text() != now.text():
        raise KernelError(f"certificate.json: error: not what Coq says now: {RENEW}")
    progress.say(f"the certificate {'is written' if write else 'says the same'}")


def _compare(folder: Path, seed: int, progress: Progress) -> None:
    tapes = collect(seed, ROUNDS)
    (folder / "Tapes.v").write_text(tapes.text(), encoding="utf-8")
    try:
        compile_file(folder, "Tapes")
    except Stopped as stopped:
        raise KernelError(f"tapes: error: Python and Coq differ for --seed {seed}: {stopped}") from None
    progress.say(f"Python and Coq agree on {tapes.size} cases, {tapes.answered} with an answer, seed {seed}")


def _plant(development: Development, folder: Path, chance: random.Random, every: bool, progress: Progress) -> int:
    def follow(groups: list[tuple[Change, ...]], whole: bool = False) -> list[Fate]:
        return fates(groups, ROOT, development, folder, lambda fate: progress.say(str(fate)), whole)

    bugs = [*BUGS, *THRESHOLD_BUGS] if every else chance.sample([*BUGS, *THRESHOLD_BUGS], PLANTED)
    found = follow([*(_alone(REWRITES) if every else together(REWRITES, ROOT)), *_alone(bugs)])
    survivors = follow(_alone(f.change for f in found if f.change in bugs and f.stopped is None), whole=True)
    broken = [fate for fate in found if fate.change not in bugs and fate.stopped is not None]
    broken = [f for f in broken if not f.beside] + follow(_alone(fate.change for fate in broken if fate.beside))
    failed = False
    for fate in survivors:
        if fate.stopped is None:
            print(f"{fate.change.path}:1: error: a planted bug survives: {fate}", file=sys.stderr)
            failed = True
    for fate in broken:
        if fate.stopped is not None:
            print(f"{fate.change.path}:1: error: a harmless rewrite is stopped: {fate}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


def _alone(changes: Iterable[Change]) -> list[tuple[Change, ...]]:
    return [(change,) for change in changes]


if __name__ == "__main__":
    sys.exit(main())
