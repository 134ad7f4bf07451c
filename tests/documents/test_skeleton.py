"""Does the generator of the skeleton account for every piece of a text, and notice whatever is altered?"""

import hashlib
import re
from pathlib import Path

import pytest

from proofs.documents.skeleton.__main__ import main, module, read
from proofs.documents.skeleton.blocks import TextError, blocks, digest
from proofs.documents.skeleton.catalogue import Catalogue, catalogue
from proofs.documents.skeleton.sentences import SENTENCES
from spec.documents import DOCUMENTS, Document

TEXT = """

# fn example

An Author

May 1, 2024

## 1 Claims

Water is wet. It is also
clear (or so they say). $x$ is a number.

$$x = 1 \\quad (1)$$

where $x$ is as above.

**Lemma 1.1.** One is two.

*Proof.*

$$\\begin{aligned}
 a &= b && \\text{by habit} \\\\
 &\\leq c
 \\end{aligned}$$

$\\square$

Let us go on.

$$\\begin{aligned} & a \\\\ & \\leq b \\\\ & = c \\end{aligned}$$

### Precondition

- `x` is positive
  - and does not overflow, when

it is doubled, or raise
an error.

```
1 def f(
2   x,
```

```

3 ):
4
5     # done

```

¹See the margin.

## References

- [1] Somebody.
"""
NAMES = "".join(
    f"{digest(sentence)} {named}\n"
    for sentence, named in (
        ("Water is wet.", "prose.wet"),
        ("It is also clear (or so they say).", "prose.clear prose.hearsay"),
        ("$x$ is a number.", "- notation"),
        ("where $x$ is as above.", "eq1.where"),
        ("*Proof.*", "- heading"),
        ("Let us go on.", "- pointer"),
        ("- `x` is positive", "precondition.x"),
        ("- and does not overflow, when it is doubled, or raise an error.", "precondition.doubling"),
    )
)


def example(text: str = TEXT) -> Document:
    """The document that has this text, and the listing of `TEXT`."""
    listing = "1 def f(\n2   x,\n3 ):\n4\n5     # done"
    return Document(
        slug="example",
        file="example.txt",
        title="fn example",
        date="2024-05-01",
        digest=hashlib.sha256(text.encode()).hexdigest(),
        listing_digest=hashlib.sha256(listing.encode()).hexdigest(),
    )


def test_every_piece_of_a_text_is_accounted_for() -> None:
    """Do all shapes of text, page breaks included, come out as items or as silence, on the right lines?"""
    found = catalogue(TEXT, NAMES)
    assert [(row.id, row.kind, row.line) for row in found.rows] == [
        ("prose.wet", "prose", 11),
        ("prose.clear", "prose", 11),
        ("prose.hearsay", "prose", 11),
        ("eq1", "equation", 14),
        ("eq1.where", "equation", 16),
        ("lemma_1_1", "lemma", 18),
        ("lemma_1_1.step_1", "step", 23),
        ("lemma_1_1.step_2", "step", 24),
        ("claims.step_1", "step", 31),
        ("claims.step_2", "step", 31),
        ("precondition.x", "precondition", 35),
        ("precondition.doubling", "precondition", 36),
        ("listing.L1", "listing", 42),
        ("listing.L2", "listing", 43),
        ("listing.L3", "listing", 48),
        ("listing.L5", "listing", 50),
    ]
    assert [(row.line, row.reason) for row in found.silent] == [
        (3, "metadata"),
        (5, "metadata"),
        (7, "metadata"),
        (9, "heading"),
        (12, "notation"),
        (20, "heading"),
        (29, "pointer"),
        (33, "heading"),
        (54, "footnote"),
        (56, "heading"),
        (58, "reference"),
    ]
    assert found.rows[6].digest == digest("a &= b && \\text{by habit}")
    assert found.rows[-1].digest == digest("# done")


def test_spacing_and_wrapping_are_no_change() -> None:
    """Is a digest of the words alone?"""
    assert digest("a  b\n c") == digest("a b c") != digest("ab c")
    assert blocks("a\n\nb") != blocks("a b")


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("Water is wet.", "Water is dry.", 11, "has no name here"),
        ("Water is wet. ", "", 11, "has no name here"),
        ("Let us go on.", "Let us go on. The end.", 29, "has no name here"),
        ("it is doubled,", "it is halved,", 36, "has no name here"),
        ("- `x` is positive\n", "- `x` is positive\n- `y` too\n", 36, "has no name here"),
        ("1 def f(\n2   x,", "2   x,\n1 def f(", 42, "line 1 of the listing is expected"),
        ("4\n5 ", "5 ", 49, "line 4 of the listing is expected"),
        ("3 ):", "):", 48, "line 3 of the listing is expected"),
        ("\n\n```\n\n¹", "\n\n¹", 46, "this listing has no end"),
        ("c \\end{aligned}$$", "c \\end{aligned}", 31, "this displayed formula has no end"),
        (" \\quad (1)", "", 14, "neither numbered nor a derivation"),
        ("&\\leq c", "& c", 22, "has no relation sign"),
        ("**Lemma 1.1.** One", "**Lemma 1.1.** A.\n\n**Lemma 1.1.** One", 20, "a second lemma_1_1"),
    ],
)
def test_an_altered_text_is_reported_at_its_line(old: str, new: str, line: int, what: str) -> None:
    """Is each way to alter a text noticed where it happens?"""
    assert TEXT.count(old) == 1
    with pytest.raises(TextError, match=re.escape(what)) as caught:
        catalogue(TEXT.replace(old, new), NAMES)
    assert caught.value.line == line


def test_a_sentence_that_is_gone_is_reported() -> None:
    """Is a name that no sentence answers to an error?"""
    with pytest.raises(TextError, match="0123456789abcdef is named, but is not in the text"):
        catalogue(TEXT, NAMES + "0123456789abcdef prose.gone\n")


def test_only_the_very_text_is_read(tmp_path: Path) -> None:
    """Is a text refused when one byte differs, or when the lines of its listing do?"""
    path = tmp_path / "example.txt"
    path.write_text(TEXT, encoding="utf-8")
    assert isinstance(read(example(), path, NAMES), Catalogue)
    path.write_text(TEXT.replace("margin", "Margin"), encoding="utf-8")
    with pytest.raises(TextError, match="not the text that was catalogued"):
        read(example(), path, NAMES)
    swapped = TEXT.replace("1 def f(", "1   x,").replace("2   x,", "2 def f(")
    path.write_text(swapped, encoding="utf-8")
    with pytest.raises(TextError, match="not the listing that was catalogued"):
        read(example(swapped), path, NAMES)


def test_the_skeleton_holds_no_word_of_the_text() -> None:
    """Does the generated module hold ids and digests, and no sentence?"""
    written = module(example(), catalogue(TEXT, NAMES))
    assert '    ("prose.wet", "prose", 11, "' in written
    assert '    (54, "' in written
    assert "Water" not in written


# The command


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str], into: Path) -> str:
    """Return the one line that the command prints when it cannot use its input."""
    assert main(arguments, into) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.rstrip("\n")


def test_a_directory_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Is a wrong directory one clear line and exit code 2, and an empty one too?"""
    missing = tmp_path / "missing"
    assert refused(["--texts", str(missing)], capsys, tmp_path) == f"{missing}: error: no such directory"
    first = tmp_path / DOCUMENTS[0].file
    assert refused(["--texts", str(tmp_path)], capsys, tmp_path) == f"{first}: error: No such file or directory"


def test_an_altered_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Is a file of the right name and the wrong text, text or not, refused and nothing written?"""
    first = tmp_path / DOCUMENTS[0].file
    for content in (b"something else\n", b"\xff\xfe"):
        first.write_bytes(content)
        error = refused(["--texts", str(tmp_path)], capsys, tmp_path)
        assert error == f"{first}: error: this is not the text that was catalogued: its SHA-256 differs"
    assert list(tmp_path.iterdir()) == [first]


def test_a_sentence_without_a_name_is_refused_at_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Does the command name file and line when a text holds more than the names account for?"""
    (tmp_path / "example.txt").write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr("proofs.documents.skeleton.__main__.DOCUMENTS", (example(),))
    monkeypatch.setitem(SENTENCES, "example", NAMES.split("\n", 1)[1])
    error = refused(["--texts", str(tmp_path)], capsys, tmp_path)
    assert error.startswith(f"{tmp_path / 'example.txt'}:11: error: sentence ")


def test_a_stale_skeleton_fails_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Does --check write nothing, pass what was just written, and fail when a line of it is gone?"""
    (tmp_path / "example.txt").write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr("proofs.documents.skeleton.__main__.DOCUMENTS", (example(),))
    monkeypatch.setitem(SENTENCES, "example", NAMES)
    written = tmp_path / "example" / "skeleton.py"
    command = ["--texts", str(tmp_path)]
    assert main([*command, "--check"], tmp_path) == 1
    assert not written.exists()
    assert main(command, tmp_path) == main([*command, "--check"], tmp_path) == 0
    lines = written.read_text(encoding="utf-8").splitlines(keepends=True)
    written.write_text("".join(lines[:4] + lines[5:]), encoding="utf-8")
    assert main([*command, "--check"], tmp_path) == 1
    error = f"{written}: error: not what the text holds; write it again without --check\n"
    assert capsys.readouterr().err == error * 2
