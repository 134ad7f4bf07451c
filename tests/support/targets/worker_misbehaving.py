"""Everything that foreign code can do to its process; `invoke` does what `how` says."""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress


class PanicException(BaseException):  # as compiled libraries raise
    pass


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError


def exit_at_once() -> None:
    os._exit(3)


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def hang() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM, signal.SIGIO, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(1e6)


def fork_and_return() -> int:
    os.fork()
    return 7


def fork_and_exit() -> None:
    if os.fork() == 0:
        time.sleep(1e6)
    os._exit(4)


def close_everything() -> None:
    os.closerange(0, 256)


def answer_in_our_name() -> None:
    for end in range(3, 64):
        with suppress(OSError):
            os.write(end, b"garbage\n")


def never_end_a_line() -> None:
    junk = b"x" * 2**20
    while True:
        for end in range(3, 64):
            with suppress(OSError):
                os.write(end, junk)


def write_everywhere() -> int:
    print("[1, 2]")
    os.write(1, b"[1, 2]\n" * 100_000)
    os.write(2, b"complaint\n" * 100_000)
    return 8


def last_words() -> None:
    os.write(2, b"x" * 10_000 + b"\nthese are my last words\n")
    os._exit(5)


def abort_without_memory() -> None:
    os.write(2, b"memory allocation of 123 bytes failed\n")
    os.abort()


def lose_the_streams() -> int:
    sys.stdin = sys.stdout = sys.stderr = None
    return 9


def recurse() -> None:
    recurse()


def allocate() -> int:
    return len(bytearray(10 * 2**30))


def leave() -> None:
    sys.exit(6)


def interrupt() -> None:
    raise KeyboardInterrupt


def panic() -> None:
    raise PanicException("index out of bounds" + "!" * 1000)


def raise_the_unprintable() -> None:
    raise Unprintable


class Misbehaving:
    def __init__(self, action: Callable[[], object]) -> None:
        self._action = action

    def invoke(self, x: object) -> object:
        return self._action()

    def map(self, d_in: object) -> object:
        return d_in


def make(how: str) -> Misbehaving:
    action: Callable[[], object] = globals()[how]
    return Misbehaving(action)
