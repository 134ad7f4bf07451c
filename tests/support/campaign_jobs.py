"""Jobs for campaigns: they can be found by every process that has the checkout."""

import os
import signal
import time
from pathlib import Path


def squared(number: int) -> int:
    """An ordinary job."""
    print("a job may print")
    return number * number


def odd_ones_fail(number: int) -> int:
    """Every third job dies of a signal, every third raises."""
    if number % 3 == 1:
        os.kill(os.getpid(), signal.SIGSEGV)
    if number % 3 == 2:
        raise ArithmeticError("two\nlines")
    return number


def surroundings(_: int) -> tuple[str | None, int, int, str | None]:
    """The hash seed, the process, its group, and what PYTHONPATH its own children would get."""
    return os.environ.get("PYTHONHASHSEED"), os.getpid(), os.getpgid(0), os.environ.get("PYTHONPATH")


def endless(folder: str, number: int, first: int = 1) -> int:
    """A job that tells its process and goes on; those before the first of this kind end."""
    Path(folder, str(number)).write_text(str(os.getpid()), encoding="utf-8")
    while number >= first:
        time.sleep(0.05)
    return number


def noted(folder: str, number: int) -> int:
    """A job that takes a while, and leaves a note of each time that it is done."""
    time.sleep(0.3)
    with Path(folder, str(number)).open("a", encoding="utf-8") as note:
        note.write("done\n")
    return number


def kills_its_worker(number: int) -> int:
    """The job with number 3 kills whoever started its process."""
    if number == 3:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)
    return number
