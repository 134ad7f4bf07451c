"""Is every printed line transcribed, as printed and where it was printed, and does it run?"""

import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from proofs.documents.transcription import FOLDER, Transcribed, Transcription, listing, transcription
from proofs.documents.transcription.exercises import EXERCISES
from proofs.documents.transcription.markers import Fault, faults
from proofs.documents.transcription.reached import reached
from proofs.engine.ledger.status import Status
from spec.documents import DOCUMENTS, listing_lines

SLUGS = [document.slug for document in DOCUMENTS]


def source_of(slug: str) -> str:
    return (FOLDER / f"{slug}.py").read_text("utf-8")


def complaints(slug: str, source: str) -> list[str]:
    return [fault.what for fault in faults(source, listing(slug))]


# Markers


@pytest.mark.parametrize("slug", SLUGS)
def test_every_printed_line_is_transcribed(slug: str) -> None:
    """Is every printed line there once, in its place, as printed, and does it run?"""
    assert transcription(slug).faults == ()
    for number in listing_lines(slug):
        finding = Transcribed(slug, number).run("")
        assert finding.status is Status.TRANSCRIBED, finding.detail


@pytest.mark.parametrize("slug", SLUGS)
def test_a_missing_line_is_reported(slug: str) -> None:
    """Is each printed line missed when it alone is gone?"""
    lines = source_of(slug).split("\n")
    for number in listing_lines(slug):
        marker = f"# L{number}"
        kept = [line for line in lines if not line.removesuffix(" ~").endswith(marker)]
        assert len(kept) == len(lines) - 1
        assert f"L{number} is missing" in _told(slug, kept)


def _told(slug: str, lines: list[str]) -> list[str]:
    """What is told of lines that may be no Python any more: they are shown as the string that they are."""
    found = faults("pass  # +\n" + "\n".join(_inert(line) for line in lines), listing(slug))
    return [fault.what for fault in found]


def _inert(line: str) -> str:
    code, sign, marker = line.rpartition("  # ")
    return f"# {code}{sign}{marker}" if sign else ""


PLANTED = {
    "a repeated line": (
        "        sign = +1  # L14\n",
        "        sign = +1  # L14\n        sign = +1  # L14\n",
        ["L14 is repeated"],
    ),
    "reordered lines": (
        "        input_domain=input_domain,  # L46\n        function=function,  # L47\n",
        "        function=function,  # L47\n        input_domain=input_domain,  # L46\n",
        ["L46 stands after L47"],
    ),
    "an unmarked line": (
        "    scale_frac = Fraction(scale)  # L20\n",
        "    scale = max(scale, 1)\n    scale_frac = Fraction(scale)  # L20\n",
        ["the line has no marker"],
    ),
    "an unmarked comment": (
        "    scale_frac = Fraction(scale)  # L20\n",
        "    # now exactly\n    scale_frac = Fraction(scale)  # L20\n",
        ["the line has no marker"],
    ),
    "a changed line": ("    if scale < 0:  # L10", "    if scale <= 0:  # L10", ["L10 is printed otherwise"]),
    "a changed line that owns up to it": (
        "    if scale < 0:  # L10",
        "    if scale <= 0:  # L10 ~",
        ["L10 is printed otherwise", "L10 is marked as a departure and is none"],
    ),
    "a change under cover of a departure": (
        "return a if a[1].greater_than(b[1], draw) else b  # L28 ~",
        "return a if not a[1].greater_than(b[1], draw) else b  # L28 ~",
        ["L28 is printed otherwise"],
    ),
    "a departure that is not marked": (
        "greater_than(b[1], draw) else b  # L28 ~",
        "greater_than(b[1], draw) else b  # L28",
        ["L28 is printed otherwise"],
    ),
    "a departure that is none": (
        "        sign = +1  # L14",
        "        sign = +1  # L14 ~",
        ["L14 is marked as a departure and is none"],
    ),
    "a blank printed line": (
        "\n    if scale < 0:  # L10",
        "\n    pass  # L9\n    if scale < 0:  # L10",
        ["the listing has no line L9"],
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_reported(name: str) -> None:
    """Is each kind of fault in a transcription told from all others?"""
    whole, part, expected = PLANTED[name]
    source = source_of("report_noisy_max_gumbel")
    assert source.count(whole) == 1
    assert complaints("report_noisy_max_gumbel", source.replace(whole, part)) == expected


# Reaching


@pytest.mark.parametrize("slug", SLUGS)
def test_without_calls_no_body_is_reached(slug: str) -> None:
    """Is a line that only some call reaches told from one that loading the module reaches?"""

    def idle(module: ModuleType) -> None:
        assert module is not None

    found = Transcription("x.py", transcription(slug).places, (), reached(FOLDER / f"{slug}.py", idle))
    last = max(found.places)
    assert found.verdict(2).status is Status.TRANSCRIBED
    assert found.verdict(last).status is Status.OPEN
    assert found.verdict(last).detail == f"x.py:{found.places[last]}: the line is never reached"


def test_a_line_in_a_faulty_file_is_open() -> None:
    """Does a fault anywhere in a transcription keep all its lines from counting?"""
    found = Transcription("x.py", {1: 1}, (Fault(7, "L4 is missing"),), frozenset({1}))
    assert found.verdict(1).status is Status.OPEN
    assert found.verdict(1).detail == "x.py:7: L4 is missing"


def test_what_counts_as_reached(tmp_path: Path) -> None:
    """Is a branch not taken unreached, a lambda not called, a comment before what does not run?"""
    path = tmp_path / "sample.py"
    path.write_text(
        textwrap.dedent(
            """\
            def choose(
                x: int,
            ) -> int:
                if x:
                    return 1
                # or else
                else:
                    # nothing
                    return 2

            made = [
                lambda: 1,
            ]
            # the end
            """
        )
    )
    assert reached(path, lambda module: None) == {1, 2, 3, 10, 11, 13}
    assert reached(path, lambda module: module.choose(1)) == {1, 2, 3, 4, 5, 10, 11, 13}
    assert reached(path, lambda module: module.choose(0)) == {1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13}
    assert 12 in reached(path, lambda module: module.made[0]())


def test_every_listing_is_exercised() -> None:
    """Is there an exercise for each document?"""
    assert list(EXERCISES) == SLUGS
