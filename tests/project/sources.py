"""The files of the project, as the lints read them."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest

from tests.project.floors import ROOMS

ROOT = Path(__file__).resolve().parents[2]

needs_git = pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="the list of files comes from git, and this is no checkout"
)
in_own_environment = pytest.mark.skipif(
    Path(sys.prefix).resolve() != ROOT / ".venv", reason="not run from the project's own .venv"
)


@dataclass(frozen=True)
class Source:
    """A file of the project: its path from the root, and its text."""

    path: PurePosixPath
    text: str

    @property
    def room(self) -> str:
        """The first part of the path."""
        return self.path.parts[0]

    @property
    def is_module(self) -> bool:
        """Tell whether this is Python code in one of the rooms."""
        return self.path.suffix == ".py" and self.room in ROOMS

    def error(self, line: int, what: str) -> str:
        """Return `what` as a line that editors can jump to."""
        return f"{self.path}:{line}: error: {what}"


Lint = Callable[[Source], Iterator[str]]


def sources(root: Path) -> list[Source]:
    """Return each file of the checkout at `root` that git tracks, or would track if it were added."""
    options = ["-z", "--cached", "--others", "--exclude-standard"]
    command = ["git", "-c", f"safe.directory={root}", "ls-files", *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    listed = subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True, text=True).stdout
    paths = [PurePosixPath(name) for name in sorted(set(listed.split("\0")) - {""})]
    return [Source(path, (root / path).read_text("utf-8", "replace")) for path in paths if (root / path).is_file()]


def assert_kept(lint: Lint) -> None:
    """Fail with each error that `lint` reports of the project, one a line."""
    errors = [error for source in sources(ROOT) for error in lint(source)]
    assert not errors, "\n".join(["violations:", *errors])


def found(lint: Lint, path: str, text: str) -> list[str]:
    """Return what `lint` reports of a file with this path and text."""
    return list(lint(Source(PurePosixPath(path), text)))
