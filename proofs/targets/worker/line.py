"""The life of a worker: one request a line, one answer a line, until the line is closed."""

import fcntl
import json
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from typing import BinaryIO

from .diverting import DIVERSION
from .loading import Ours
from .serving import Server

LOST_THE_LINE = 97
"""The exit code of a worker that cannot answer any more."""


def main(root: str, requests: int, answers: int, lifeline: int, memory: int, led: int) -> None:
    """Serve the line between two ends, with so many bytes of memory, until it is closed.

    Unless what is random is `led`, it stays as it always was, and nothing can be walked.
    """
    die_with(lifeline)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_AS, memory)
    if led:
        DIVERSION.install()
    with os.fdopen(requests, "rb") as lines:
        serve(Server(Ours(root)), lines, answers)


def serve(server: Server, requests: BinaryIO, answers: int) -> None:
    """Answer each request in turn. A child that the target forked is no worker."""
    worker = os.getpid()
    for line in requests:
        number, *request = json.loads(line)
        answer = server.answer(request)
        if os.getpid() != worker:
            os._exit(0)
        message = json.dumps([number, answer, time.process_time()]).encode() + b"\n"
        try:
            while message:
                message = message[os.write(answers, message) :]
        except OSError:
            os._exit(LOST_THE_LINE)


def die_with(lifeline: int) -> None:
    """Have the kernel kill this process and what it started when the other end of the lifeline is closed."""
    if sys.platform == "linux":
        with suppress(OSError):  # a sandbox may not know of it
            fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
            fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)


def _limit(what: int, most: int) -> None:
    with suppress(ValueError, OSError):  # not every system knows every limit
        resource.setrlimit(what, (most, most))
