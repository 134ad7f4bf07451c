"""The command `noisymax` whatever the subcommand: bad usage, help, interrupts, and output that cannot be written."""

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from proofs.audit.report.progress import watched
from proofs.engine.ledger.ledger import Place
from tests.support import toy_ledgers
from tests.support.command_runner import CommandRunner


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ([], "required: COMMAND"),
        (["adit"], "invalid choice: 'adit'"),
        (["audit", "--only", "toy.lw"], "nothing is called 'toy.lw'; close: toy.law"),
        (["audit", "--onl", "toy.law"], "unrecognized arguments"),
        (["audit", "--workers", "0"], "'0' is not a positive whole number"),
        (["audit", "--workers", "-1"], "'-1' is not a positive whole number"),
        (["audit", "--workers", "two"], "'two' is not a positive whole number"),
        (["audit", "--json", "."], "cannot write ."),
        (["audit", "--json", "no/such/folder"], "cannot write no/such/folder: No such file or directory"),
        (["trace", "toi"], "nothing is called 'toi'; close: toy"),
        (["explain", "toy.lw"], "nothing is called 'toy.lw'; close: toy.law"),
        (["errata", "E11"], "nothing is called 'E11'; close: E1"),
    ],
)
def test_bad_usage(runner: CommandRunner, arguments: list[str], what: str) -> None:
    """Is bad usage one line that says what is wrong, and exit code 2?"""
    code, out, errors = runner.run(toy_ledgers.sound, *arguments)
    assert (code, out, len(errors)) == (2, "", 1)
    assert errors[0].startswith("noisymax: error: ")
    assert what in errors[0]


@pytest.mark.parametrize(
    "arguments", [["--help"], ["audit", "--help"], ["trace", "--help"], ["explain", "-h"], ["errata", "-h"]]
)
def test_help_teaches(runner: CommandRunner, arguments: list[str]) -> None:
    """Does every help end with an example?"""
    code, out, errors = runner.run(toy_ledgers.sound, *arguments)
    assert (code, errors) == (0, [])
    assert "example:\n  noisymax " in out


def test_version(runner: CommandRunner) -> None:
    """Does the command say which it is?"""
    code, out, _ = runner.run(toy_ledgers.sound, "--version")
    assert code == 0
    assert out.startswith("noisymax ")


def test_progress_tells_what_runs() -> None:
    """Does a terminal see how far the audit is and which check runs, and a file nothing?"""
    for terminal in (True, False):
        console = Console(file=io.StringIO(), force_terminal=terminal, width=80, color_system=None)
        with watched(console, terminal, 3) as watch:
            for job in (Place("toy.law", 1, 0), Place("toy.law", -1, 0), "E1"):
                watch.started(job)
            watch.finished("E1")
            console.print(watch) if terminal else None
        assert isinstance(console.file, io.StringIO)
        text = console.file.getvalue()
        assert ("1/3" in text) == terminal
        assert ("toy.law, proof 2, step 1" in text) == terminal
        assert ("toy.law, refutation" in text) == terminal


# What starts tests in the background may have them ignore SIGINT, which every child inherits.
_WAITING = """
import signal
import sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
from proofs.command import main
from proofs.command.ledger_source import LedgerSource
sys.exit(main(sys.argv[2:], LedgerSource("tests.support.toy_ledgers:waiting", Path(sys.argv[1]))))
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupted_audit(tmp_path: Path, name: str) -> None:
    """Does an interrupt end the audit and its workers at once, in one line, with 130 and no file changed?"""
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "proofs").mkdir()
    baseline, report, pulse = tmp_path / "proofs" / "baseline.py", tmp_path / "a.json", tmp_path / "pulse"
    report.write_text("old", encoding="utf-8")
    audit = subprocess.Popen(
        [
            sys.executable,
            "-c",
            _WAITING,
            str(baseline),
            "audit",
            "--accept",
            "--json",
            str(report),
            "--workers",
            "1",
        ],
        env={**os.environ, toy_ledgers.PULSE: str(pulse)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (pulse.exists() and pulse.read_text(encoding="utf-8")):
        assert audit.poll() is None
        time.sleep(0.01)
    worker = int(pulse.read_text(encoding="utf-8"))
    audit.send_signal(getattr(signal, name))
    assert audit.communicate() == ("", "noisymax: interrupted\n")
    assert audit.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    assert report.read_text(encoding="utf-8") == "old"
    assert sorted(file.name for file in tmp_path.rglob("*")) == [
        "a.json",
        "proofs",
        "pulse",
        "pyproject.toml",
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_report_that_cannot_be_printed() -> None:
    """Is standard output that cannot be written one line and exit code 2?"""
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "noisymax", "errata"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
