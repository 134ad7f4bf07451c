"""Does no file name a path of one machine, or an address to fetch something from?

Prose may link to what is published: a document, a paper, a library. Prose is the docstrings of Python files, and
Markdown but for what is set as code. Package indexes, archives and repositories to install from are named nowhere.
"""

import ast
import re
from collections.abc import Iterator
from itertools import accumulate

import pytest

from tests.project.sources import Source, assert_kept, found, needs_git

MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|tmp|root|home|Users)/")
ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*:" + "//", re.IGNORECASE)
LINK = re.compile(r"\bhttps?:" + "//", re.IGNORECASE)
PACKAGES = re.compile(
    r"""
      \b(?:pypi\.org|pypi\.python\.org|pythonhosted\.org|anaconda\.(?:org|com)|npmjs\.(?:org|com)|crates\.io
        |rubygems\.org|golang\.org|maven\.org|debian\.org|ubuntu\.com|docker\.io|ghcr\.io)\b
    | index[-_]url | --inde[x]\b | find[-_]links | default[-_]index | tool\.uv\.index
    | \w/\+?simple(?![\w.-])                      # where an index of packages stands on any server
    | \b(?:git|hg|svn|bzr)\+\w+: | \bgit@ | \w\.git(?![\w.-])
    | /releases/downloa[d]/ | /archive/ref[s]/ | /(?:tar|zip)ball\b
    | (?::/|\.[a-z]{2,})/\S*\.(?:whl|egg|zip|tar|t[abgx]z2?|conda|deb|rpm|crate|gem|exe|dmg|msi)(?:\.\w{1,3})?(?!\w)
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Package registries, options that name one, repositories and archives to install from."""


def names_a_place(source: Source) -> Iterator[str]:
    """Report paths of one machine, addresses outside prose, and addresses of packages anywhere."""
    code = code_of(source) if ADDRESS.search(source.text) else source.text
    for number, (line, rest) in enumerate(zip(source.text.split("\n"), code.split("\n"), strict=True), start=1):
        if MACHINE_PATH.search(line):
            yield source.error(number, "a path of one machine")
        if PACKAGES.search(line):
            yield source.error(number, "an address to fetch packages from")
        elif ADDRESS.search(rest) or ADDRESS.search(LINK.sub("", line)):
            yield source.error(number, "an address that is no link in prose")


def code_of(source: Source) -> str:
    """Return the text with its prose blanked out, line by line."""
    if source.path.suffix == ".md":
        return "\n".join(code_of_markdown(source.text.split("\n")))
    return code_of_python(source.text) if source.path.suffix == ".py" else source.text


def code_of_markdown(lines: list[str]) -> Iterator[str]:
    """Yield of each line what is set as code: fenced, indented or between backquotes."""
    fence = ""
    for line in lines:
        mark = re.match(r" {0,3}(`{3,}|~{3,})(.*)", line)
        if fence:
            yield line
            fence = "" if mark and mark[1].startswith(fence) and not mark[2].strip() else fence
        elif mark:
            yield line
            fence = mark[1]
        elif line.startswith(("    ", "\t")):
            yield line
        else:
            yield " ".join(span for _, span in re.findall(r"(`+)(.*?)\1", line))


def code_of_python(text: str) -> str:
    """Return the text with its docstrings blanked out: strings that are statements."""
    code = bytearray(text.encode())
    starts = [0, *accumulate(len(line) + 1 for line in code.split(b"\n"))]
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(ast.Constant(str()), end_lineno=int() as last, end_col_offset=int() as end):
                span = slice(starts[node.lineno - 1] + node.col_offset, starts[last - 1] + end)
                code[span] = re.sub(rb"[^\n]", b" ", code[span])
            case _:
                pass
    return code.decode()


def link(address: str, scheme: str = "https") -> str:
    """Return an address that this file does not itself contain."""
    return f"{scheme}:" + f"//{address}"


PAGE = link("docs.example/page")
OUTSIDE = "an address that is no link in prose"
FETCHED = "an address to fetch packages from"


@needs_git
def test_no_file_names_a_place() -> None:
    """Is every file free of paths of one machine and of addresses to fetch something from?"""
    assert_kept(names_a_place)


@pytest.mark.parametrize("folder", ["work", "tmp", "root", "home", "Users"])
def test_a_path_of_one_machine_is_reported(folder: str) -> None:
    """Is an absolute path into somebody's folders reported, wherever it stands in the line?"""
    for text in (f"/{folder}/x", f'open("/{folder}/x")', f"see [it](/{folder}/x)"):
        assert found(names_a_place, "README.md", f"fine\n{text}") == ["README.md:2: error: a path of one machine"]
    assert found(names_a_place, "README.md", f"./{folder}/x a/{folder}/x /usr/bin/env") == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("README.md", f"See [the paper]({PAGE}), or <{PAGE}>."),
        ("README.md", f"```\ncode\n```\n{PAGE}"),
        ("README.md", f"~~~ text\n```\n~~~\n{PAGE} and `code`"),
        ("spec/a.py", f'"""A module.\n\nÜber: {PAGE}\n"""\nx = 1'),
        ("spec/a.py", f'def f():\n    """See {PAGE}."""'),
        ("spec/a.py", f'LIMIT = 1\n"""As in {PAGE}."""'),
    ],
)
def test_a_link_in_prose_is_allowed(path: str, text: str) -> None:
    """May Markdown and docstrings link to what is published?"""
    assert found(names_a_place, path, text) == []


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("constraints.txt", f"opendp @ {PAGE}", 1),
        ("pyproject.toml", f'[project.urls]\nHomepage = "{PAGE}"', 2),
        ("Makefile", f"get:\n\tcurl {PAGE}", 2),
        (".ci/run", f"# see {PAGE}", 1),
        ("notes.rst", PAGE, 1),
        ("spec/a.py", f'url = "{PAGE}"', 1),
        ("spec/a.py", f"# {PAGE}", 1),
        ("spec/a.py", f'def f(): return """\n{PAGE}"""', 2),
        ("spec/a.py", f'"""Über."""; url = "{PAGE}"', 1),
        ("spec/a.py", f'f"""{PAGE}"""', 1),
        ("README.md", f"```\ncurl {PAGE}\n```", 2),
        ("README.md", f"````\n```\n{PAGE}", 3),
        ("README.md", f"~~~\n```\n{PAGE}", 3),
        ("README.md", f"    curl {PAGE}", 1),
        ("README.md", f"\tcurl {PAGE}", 1),
        ("README.md", f"Run `curl {PAGE}`.", 1),
        ("README.md", f"Run ``curl `x` {PAGE}``.", 1),
        ("README.md", link("host/page", "ftp"), 1),
        ("README.md", link("/page", "file"), 1),
        ("README.md", f"{PAGE} and {link('host/page', 'SSH')}", 1),
        ("spec/a.py", f'"""From {link("host/page", "ftp")}."""', 1),
    ],
)
def test_an_address_outside_prose_is_reported(path: str, text: str, line: int) -> None:
    """Is an address reported that is not a link in prose, whatever it leads to?"""
    assert found(names_a_place, path, text) == [f"{path}:{line}: error: {OUTSIDE}"]


@pytest.mark.parametrize("path", ["README.md", "spec/a.py", "constraints.txt"])
@pytest.mark.parametrize(
    "address",
    [
        link("py" + "pi.org/project/opendp"),
        link("test.py" + "pi.org/p", "http"),
        link("files.python" + "hosted.org/p"),
        "PYPI" + ".ORG",
        link("mirror.example/root/+sim" + "ple/"),
        "-i mirror.example/sim" + "ple",
        "--ind" + "ex-url=mirror",
        "--extra-index" + "-url $(MIRROR)",
        "PIP_INDEX" + "_URL=mirror",
        "UV_DEFAULT" + "_INDEX=mirror",
        "--find" + "-links wheels",
        "uv pip install --" + "index mirror",
        link("hub.example/owner/repository/releases" + "/download/v1/file"),
        link("hub.example/owner/repository/tar" + "ball/main"),
        "[[tool.uv" + ".index]]",
        "git" + "+" + link("host/repository"),
        "git" + "+ssh:repository",
        "git" + "@host:owner/repository",
        link("host/owner/repository" + ".git"),
        link("host/opendp-0.14-py3-none-any" + ".whl") + "#sha256=1",
        link("host/releases/opendp" + ".tar.gz") + ", as above",
        link("host/opendp" + ".zip") + "?raw=1",
        link("host/opendp" + ".TGZ"),
        "curl www.host.example/opendp" + ".whl",
    ],
)
def test_an_address_of_packages_is_reported_even_in_prose(path: str, address: str) -> None:
    """Is an address to install from reported in Markdown, in docstrings and in files that are read by tools?"""
    text = f'"""Install from:\n{address}\n"""' if path.endswith(".py") else f"Install from:\n{address}"
    assert found(names_a_place, path, text) == [f"{path}:2: error: {FETCHED}"]


@pytest.mark.parametrize(
    "text",
    [
        f"[zip codes]({link('docs.example/zip')}), a simple index, `.gitignore`, `*.whl`, and so on.",
        f"A paper: {link('docs.example/abs/1905.04273')}. A library: {link('hub.example/opendp/opendp')}.",
    ],
)
def test_words_that_only_look_like_packages_are_allowed(text: str) -> None:
    """Are links and words left alone that share a word with an address of packages?"""
    assert found(names_a_place, "README.md", text) == []
