"""Rebuild the kernel layer and hold it against the Python source: `make kernel`.

The steps: the emitted files are what the translator makes of the source; Coq compiles everything; the axioms are
those allowed; coqchk checks it again; the certificate says the same; the emitted code answers as Python does; planted
bugs are stopped, and harmless rewrites are not.
"""

import argparse
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from proofs.kernel.building import Stopped, ask, build, check_axioms, check_installed, compile_file, recheck
from proofs.kernel.certificate import PLACE, RENEW, ROOT, certify, emitted, load
from proofs.kernel.changes import BUGS, REWRITES, THRESHOLD_BUGS
from proofs.kernel.development import Development, KernelError, read
from proofs.kernel.planting import Fate, fates
from proofs.kernel.tapes import collect

ROUNDS = 5
"""So many rounds of cases are compared, of about thirty each."""
PLANTED, REWRITTEN = 10, 6
"""So many planted bugs and harmless rewrites are followed, chosen by the seed; `--all` follows every one."""


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
    parser.add_argument("--seed", type=int, help="the seed of the comparison and of what is planted and rewritten")
    parser.add_argument("--all", action="store_true", help="follow every planted bug and every rewrite")
    return parser.parse_args(arguments)


def _run(options: argparse.Namespace, seed: int, progress: Progress) -> int:
    check_installed()
    development = read()
    development.check()
    emitted()
    progress.say("the emitted files are what the translator makes of the Python source")
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where)
        _build(development, folder, progress)
        _certify(development, folder, options.write, progress)
        _compare(folder, seed, progress)
        return _plant(development, folder, random.Random(seed), options.all, progress)


def _build(development: Development, folder: Path, progress: Progress) -> None:
    done: list[str] = []

    def watch(name: str) -> None:
        done.append(name)
        progress.say(f"{len(done)}/{len(development.texts)} {name}.v")

    build(development, folder, watch)


def _certify(development: Development, folder: Path, write: bool, progress: Progress) -> None:
    theorems = ask(development, folder)
    check_axioms(theorems)
    progress.say(f"{len(theorems)} theorems rest on the axioms of the classical reals and nothing else")
    recheck(development, folder)
    progress.say("coqchk has checked every file again")
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
    bugs = [*BUGS, *THRESHOLD_BUGS]
    chosen = bugs if every else chance.sample(bugs, PLANTED)
    follow: Callable[[Fate], None] = lambda fate: progress.say(str(fate))  # noqa: E731
    doubtful = [fate.change for fate in fates(chosen, ROOT, development, folder, follow) if fate.stopped is None]
    again = fates(doubtful, ROOT, development, folder, follow, whole=True)
    survivors = [fate for fate in again if fate.stopped is None]
    rewrites = REWRITES if every else chance.sample(REWRITES, REWRITTEN)
    broken = [fate for fate in fates(rewrites, ROOT, development, folder, follow) if fate.stopped is not None]
    for fate in survivors:
        print(f"{fate.change.path}:1: error: a planted bug survives: {fate}", file=sys.stderr)
    for fate in broken:
        print(f"{fate.change.path}:1: error: a harmless rewrite is stopped: {fate}", file=sys.stderr)
    return 1 if survivors or broken else 0


if __name__ == "__main__":
    sys.exit(main())
