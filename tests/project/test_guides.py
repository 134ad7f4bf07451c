"""Do the guides name commands that are understood, and files, headings and places that are there?"""

import os
import re
import shlex
from pathlib import Path

import pytest

from proofs.command import SUBCOMMANDS, _parser, main
from proofs.command.stop import Stop
from tests.project.sources import ROOT, sources

PAGES = tuple(sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs").glob("*.md")))
GUIDES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", *PAGES)


def read(guide: str) -> str:
    """The text of a guide."""
    return (ROOT / guide).read_text(encoding="utf-8")


def named_commands(text: str) -> list[list[str]]:
    """The arguments of every call of `noisymax` in a guide: in backquotes, indented, or in a workflow."""
    spans = re.findall(r"`noisymax ([^`]+)`|^ +(?:- run: |entry: )?noisymax (.+)$", text, re.MULTILINE)
    return [shlex.split(re.split(r" {2,}", inline or line)[0]) for inline, line in spans]


def not_understood(text: str) -> list[list[str]]:
    """The calls in a guide that the command refuses; a name alone must be that of a subcommand."""
    refused = []
    for arguments in named_commands(text):
        try:
            if len(arguments) > 1:
                _parser().parse_args(arguments)
            elif arguments[0] not in SUBCOMMANDS:
                refused.append(arguments)
        except Stop:
            refused.append(arguments)
    return refused


@pytest.mark.parametrize("guide", GUIDES)
def test_every_command_that_is_named_is_understood(guide: str) -> None:
    """Does the command take every call that a guide shows?"""
    text = read(guide).replace("`noisymax COMMAND --help`", "")
    assert guide == "docs/map.md" or named_commands(text)
    assert not_understood(text) == []


def test_a_call_that_is_refused_is_noticed() -> None:
    """Are an unknown subcommand, an unknown option and a wrong choice found, wherever they stand?"""
    good = "`noisymax trace\nmake_noisy_top_k`\n    noisymax audit --quick   as said\n      - run: noisymax errata\n"
    assert not_understood(good) == []
    bad = "`noisymax auditt` `noisymax audit\n--quickk`\n    noisymax conform x --effort none   as said\n"
    assert not_understood(bad) == [["auditt"], ["audit", "--quickk"], ["conform", "x", "--effort", "none"]]


def test_the_line_that_is_to_be_explained_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Does `explain` answer at the two places that the README sends its reader to?"""
    for place in ("noisy_top_k:104", "impl/noisy_top_k.py:80"):
        assert place in read("README.md")
        assert main(["explain", place, "--workers", "1"]) == 0
        assert "noisy_top_k" in capsys.readouterr().out


@pytest.mark.parametrize("guide", GUIDES)
def test_every_path_and_anchor_is_there(guide: str) -> None:
    """Does every file, folder and heading that a guide names exist?"""
    assert missing_from(read(guide), guide) == []


def missing_from(text: str, guide: str = "README.md") -> list[str]:
    """The paths and headings that a guide names and that are not there; links start from its folder."""
    known = {str(source.path) for source in sources(ROOT)}
    known |= {str(parent) for path in known for parent in Path(path).parents}
    linked = re.findall(r"\]\((?!https:)([^)#]*)(?:#([\w-]+))?\)", text)
    places = {path: os.path.normpath(Path(guide).parent / path) for path, _ in linked if path}
    named = re.findall(r"`((?:spec|impl|proofs|noisymax|tests|docs|\.ci)/[\w./-]*)`", text)
    places |= {path: path.rstrip("/") for path in named}
    absent = sorted(path for path, place in places.items() if place not in known)
    there = [(read(places[path]) if path else text, anchor) for path, anchor in linked if path not in absent and anchor]
    return absent + [anchor for page, anchor in there if anchor not in anchors(page)]


def anchors(text: str) -> set[str]:
    """The names by which the headings of a guide are linked to."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_a_path_that_is_not_there_is_noticed() -> None:
    """Are a dead link, a dead path in backquotes and a dead anchor each found, and live ones not?"""
    live = "# A heading, here\n[a](README.md) [b](tests/vectors/README.md) [c](#a-heading-here) `proofs/engine/law`"
    assert missing_from(live) == []
    dead = "[a](no.md) [b](#nowhere) `proofs/loose.py` [c](README.md#x)"
    assert missing_from(dead) == ["no.md", "proofs/loose.py", "nowhere", "x"]
    assert missing_from("[a](README.md) `docs/map.md`", "docs/conform.md") == ["README.md"]


def test_the_oldest_python_is_that_of_the_package() -> None:
    """Do the guides ask for the Python that the package asks for?"""
    (oldest,) = re.findall(r'^requires-python = ">=([\d.]+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    for guide in GUIDES[:2]:
        assert f"Python {oldest} or newer, git and make" in read(guide)
