"""Checks side by side: each lane has a process of the target to itself, and asks in the same order in every run."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from queue import SimpleQueue
from threading import Event

from proofs.conform.ask import Ask
from proofs.conform.model import Failure, Verdict
from proofs.targets.turns import TURNS

Check = Callable[[Ask], Iterator[Verdict]]
Lane = Sequence[Check]
Heard = SimpleQueue[Verdict | Failure | None]


class _Abandoned(Exception):
    """Nobody waits for what a lane finds."""


def side_by_side(lanes: Sequence[Lane], ask: Ask) -> Iterator[Verdict]:
    """Run the lanes at the same time; verdicts and first failures are told as they come, in this thread."""
    heard: Heard = SimpleQueue()
    abandoned = Event()

    def progress(line: str) -> None:
        if abandoned.is_set():
            raise _Abandoned
        ask.progress(line)

    with ThreadPoolExecutor(len(lanes)) as pool:
        asked = replace(ask, found=heard.put, progress=progress)
        running = [pool.submit(_run, lane, asked, heard) for lane in lanes]
        try:
            for _ in lanes:
                yield from _told(heard, ask)
        finally:
            abandoned.set()
    for lane in running:
        lane.result()


def _run(lane: Lane, ask: Ask, heard: Heard) -> None:
    try:
        with TURNS.taken():
            for check in lane:
                for found in check(ask):
                    heard.put(found)
    finally:
        heard.put(None)


def _told(heard: Heard, ask: Ask) -> Iterator[Verdict]:
    """What is told until a lane ends."""
    while (told := heard.get()) is not None:
        if isinstance(told, Failure):
            ask.found(told)
        else:
            yield told
