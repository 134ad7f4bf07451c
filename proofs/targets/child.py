"""A child process with other people's code in it: every exchange ends with its answer or with its death."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import proofs
from proofs.targets.worker.line import LOST_THE_LINE
from proofs.targets.worker.values import OUT_OF_MEMORY, Json

ROOT = Path(proofs.__file__).resolve().parents[1]
PATIENCE = 1.0
"""Seconds that a child is given to end by itself once it has closed the line."""
GLANCE = 0.05
"""Seconds after which a silent child is looked at: one that it forked may hold the line open when it is dead."""
LONGEST_LINE = 2**26
BROKE_THE_PROTOCOL = "broke the line protocol"
GAVE_NO_ANSWER = "gave no answer"
TAIL = 400
"""Bytes of the child's complaints that are kept."""
SIGNS_OF_NO_MEMORY = ("MemoryError", "memory allocation of", "bad_alloc", "out of memory", "Out of memory")

# The worker is loaded under a name of its own and nothing of ours comes before the target's own imports.
BOOT = """
import sys
if sys.version_info < (3, 10): sys.exit("Python 3.10 or newer is needed")
del sys.path[0]
from importlib import import_module, util
root, *ends = sys.argv[1:]
del sys.argv[1:]
spec = util.spec_from_file_location("noisymax_worker", root + "/proofs/targets/worker/__init__.py")
sys.modules[spec.name] = util.module_from_spec(spec)
import_module("noisymax_worker.line").main(root, *map(int, ends))
"""

# Each thread of a numerical library would reserve address space, which is limited.
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}


@dataclass(frozen=True)
class Limits:
    """What a target may use: bytes of address space, seconds for an answer, for a walk and for being loaded, and lives.

    The seconds are far beyond what is needed: they end what would not end, and no verdict depends on them. A death that
    takes long, of silence or of memory, counts as `slow` deaths.
    """

    memory: int = 4 * 2**30
    seconds: float = 10.0
    walking: float = 120.0
    loading: float = 60.0
    deaths: int = 40
    slow: int = 8


class Dead(Exception):
    """The child is no more, and how it ended."""


def environment(python: str, inherited: Mapping[str, str]) -> dict[str, str]:
    """What a target's interpreter sees: no setting of ours for Python, unless the interpreter is ours too."""
    kept = {name: value for name, value in inherited.items() if not name.startswith("PYTHON")}
    if python == sys.executable and "PYTHONPATH" in inherited:
        kept["PYTHONPATH"] = inherited["PYTHONPATH"]
    return {**ONE_THREAD, **kept, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}


class Child:
    """One worker process, and the line to it."""

    def __init__(self, python: str, memory: int, is_led: bool = True) -> None:
        """Unless it `is_led`, no source of randomness is touched."""
        theirs_in, self._requests = os.pipe()
        self._answers, theirs_out = os.pipe()
        lifeline, self._lifeline = os.pipe()
        self._complaints, theirs_err = os.pipe()
        theirs = (theirs_in, theirs_out, lifeline)
        self._open = True
        self._number = 0
        self.spent = 0.0
        """The processor time that the child had used when it answered last, in seconds."""
        self._tail = b""
        try:
            self._process = subprocess.Popen(
                [python, "-c", BOOT, str(ROOT), *map(str, theirs), str(memory), str(int(is_led))],
                env=environment(python, os.environ),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=theirs_err,
                pass_fds=theirs,
                start_new_session=True,
            )
        except OSError:
            self._hang_up()
            raise
        finally:
            for end in (*theirs, theirs_err):
                os.close(end)
        for end in (self._requests, self._answers, self._complaints):
            os.set_blocking(end, False)

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def ask(self, request: list[Json], seconds: float) -> Json:
        """Put a request and wait for the answer; a child that gives none within the time is killed."""
        self._number += 1
        question = json.dumps([self._number, *request]).encode() + b"\n"
        line = self._exchange(question, seconds)
        try:
            number, answer, spent = json.loads(line)
        except (ValueError, TypeError, RecursionError):
            number, answer, spent = None, None, None
        if number != self._number or not isinstance(spent, float):
            raise self._dead(BROKE_THE_PROTOCOL)
        self.spent = spent
        reply: Json = answer
        return reply

    def _exchange(self, question: bytes, seconds: float) -> bytes:
        deadline = time.monotonic() + seconds
        line = select.poll()
        line.register(self._answers, select.POLLIN)
        line.register(self._complaints, select.POLLIN)
        line.register(self._requests, select.POLLOUT)
        received = bytearray()
        self._tail = b""
        while not received.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or len(received) > LONGEST_LINE:
                raise self._dead(f"{GAVE_NO_ANSWER} within {seconds:g} s" if left <= 0 else BROKE_THE_PROTOCOL)
            ready = dict(line.poll(1000 * min(left, GLANCE)))
            if self._requests in ready:
                question = self._put(question)
                if not question:
                    line.unregister(self._requests)
            if self._complaints in ready and not self._listen():
                line.unregister(self._complaints)
            if self._answers in ready:
                received += self._receive()
            elif not ready and self._process.poll() is not None:
                raise self._dead()
        return bytes(received)

    def _put(self, question: bytes) -> bytes:
        """Send as much as the line takes, and return the rest; nobody needs the rest if nobody reads."""
        try:
            return question[os.write(self._requests, question) :]
        except BrokenPipeError:
            return b""

    def _listen(self) -> bytes:
        heard = os.read(self._complaints, 2**16)
        self._tail = (self._tail + heard)[-TAIL:]
        return heard

    def _receive(self) -> bytes:
        received = os.read(self._answers, 2**16)
        if not received:
            raise self._dead()
        return received

    def _dead(self, how: str = "") -> Dead:
        """End the child, with all that it started, and tell how it ended if nothing else was wrong."""
        if not how:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE)
            how = _manner(self._process.returncode)
        self._kill()
        with suppress(BlockingIOError):
            self._listen()
        self.close()
        complaint = self._tail.decode(errors="replace").strip()
        if how.startswith(("killed", "ended")) and any(sign in complaint for sign in SIGNS_OF_NO_MEMORY):
            return Dead(OUT_OF_MEMORY)
        return Dead(f"{how}: {complaint.splitlines()[-1].strip()}" if complaint else how)

    def close(self) -> None:
        """End the child."""
        if self._open:
            self._kill()
            self._hang_up()

    def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def _hang_up(self) -> None:
        self._open = False
        for end in (self._requests, self._answers, self._lifeline, self._complaints):
            os.close(end)


def _manner(code: int | None) -> str:
    if code is None or code == LOST_THE_LINE:
        return BROKE_THE_PROTOCOL
    return f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
