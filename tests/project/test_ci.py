"""Does the continuous integration run what a contributor runs, with the documents' texts if they are there?"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.project.sources import ROOT

MAKE = '#!/bin/sh\necho "make $* with ${NOISYMAX_DOCUMENTS-no documents}${NOISYMAX_CACHE+, no evidence}"\nexit 3\n'
COQC = '#!/bin/sh\ndirname "$0"\n'
APT = '#!/bin/sh\necho "apt-get $1"\n'
SKIPPED = ".ci/run: NOISYMAX_DOCUMENTS names no folder: the tests that need the documents' texts are skipped\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with a copy of .ci/run and, beside it, commands that tell how they were called, a Coq and a Chromium."""
    (tmp_path / "checkout" / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", tmp_path / "checkout" / ".ci" / "run")
    (tmp_path / "bin" / "user-contrib" / "Coquelicot").mkdir(parents=True)
    for name, text in (("make", MAKE), ("coqc", COQC), ("apt-get", APT), ("chromium", "")):
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path / "checkout"


def run(checkout: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run .ci/run from another folder, with these settings."""
    path = f"{checkout.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {name: value for name, value in os.environ.items() if name != "NOISYMAX_DOCUMENTS"}
    return subprocess.run(
        [checkout / ".ci" / "run"],
        cwd=checkout.parent,
        env={**environment, "PATH": path, **settings},
        capture_output=True,
        text=True,
    )


def test_without_the_texts_one_line_says_so(checkout: Path) -> None:
    """If the texts are not there, does one line say what is skipped, and does the check run and decide?"""
    done = run(checkout)
    assert (done.stdout, done.stderr, done.returncode) == (
        f"{SKIPPED}make check deep kernel with no documents, no evidence\n",
        "",
        3,
    )


def test_the_texts_beside_the_checkout_are_named(checkout: Path) -> None:
    """Are the texts named, by a path that holds in every folder, if they are beside the checkout?"""
    texts = checkout.parent / "shared" / "seeds"
    texts.mkdir(parents=True)
    assert run(checkout).stdout == f"make check deep kernel with {texts}, no evidence\n"


def test_texts_that_are_named_already_are_kept(checkout: Path) -> None:
    """Does a folder that is named already come first, and is an empty name none?"""
    (checkout.parent / "shared" / "seeds").mkdir(parents=True)
    assert (
        run(checkout, NOISYMAX_DOCUMENTS="elsewhere").stdout == "make check deep kernel with elsewhere, no evidence\n"
    )
    assert (
        run(checkout, NOISYMAX_DOCUMENTS="").stdout
        == f"make check deep kernel with {checkout.parent}/shared/seeds, no evidence\n"
    )


@pytest.mark.parametrize(("user", "asked"), [("0", ["apt-get update", "apt-get install"]), ("1000", [])])
def test_coq_is_installed_where_it_is_missing_and_may_be(checkout: Path, user: str, asked: list[str]) -> None:
    """Is Coq with its library of analysis installed by whoever may, and only if it is missing?"""
    (checkout.parent / "bin" / "id").write_text(f"#!/bin/sh\necho {user}\n")
    (checkout.parent / "bin" / "id").chmod(0o755)
    assert "apt-get" not in run(checkout).stdout
    (checkout.parent / "bin" / "user-contrib" / "Coquelicot").rmdir()
    assert [line for line in run(checkout).stdout.splitlines() if line.startswith("apt-get")] == asked
