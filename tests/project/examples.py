"""The commands that the guides show: run as they are printed there, in a folder with the files that a guide shows."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

VARIES = (re.compile(r"CPython [\d.]+"), re.compile(r"\d+ s(?=,)"))
"""What an output says of the machine that it was recorded on."""

COMMANDS = {
    "unsound": "noisymax errata | grep unsound",
    "first": "noisymax conform solution.py:make_noisy_top_k --only 'map.sound#0' 2>&1 | grep error",
    "erratum": "noisymax errata range_divergence.range_does_not_add",
    "conform": "noisymax conform solution.py:make_noisy_top_k --only 'map.sound#0'",
    "response": "noisymax conform response.py:Response --triple response.py:RESPONSE --only 'map.sound#2'",
    "law": "noisymax law permute_and_flip --scores 1,2,2 --scale 1",
}


def files(guide: str) -> dict[str, str]:
    """The files that a guide shows: blocks of Python that begin with a comment that is a file's name."""
    return dict(re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL))


def shown(command: str, given: dict[str, str]) -> str:
    """The command and all that it prints, as a block of Markdown; errors come first."""
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        for name, text in given.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        run = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
    lines = [f"$ {command}", *run.stderr.splitlines(), *run.stdout.rstrip().splitlines()]
    return "\n".join(["```text", *(line.rstrip() for line in lines), "```"])


def alike(text: str) -> str:
    """The text without what varies between machines."""
    for pattern in VARIES:
        text = pattern.sub("…", text)
    return text
