"""What is generated in the README: `python -m tests.project.readme`, which is `make readme`, writes it anew."""

import ast
import re
import sys
from collections.abc import Callable
from functools import partial

from proofs.command import SUBCOMMANDS
from tests.project import verdicts
from tests.project.examples import COMMANDS, files, shown
from tests.project.floors import FLOORS, FOLDERS_OF_TESTS, ROOMS
from tests.project.sources import ROOT

README = ROOT / "README.md"
PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

DURATIONS = {
    "audit": "90 s; `--only ID` a few seconds",
    "report": "90 s",
    "trace": "up to 60 s: it checks what it shows",
    "explain": "5 s",
    "readings": "2 s",
    "errata": "2 s",
    "law": "1 s",
    "select": "1 s",
    "conform": "`--effort quick` 20 s, `standard` 2 min, `deep` 20 min",
    "worst": "20 s",
    "leaks": "5 s",
    "vectors": "40 s",
}
"""About how long each subcommand takes on two cores."""


class BadReadme(Exception):
    """The README cannot be written anew, and why not."""


def rewritten(readme: str) -> str:
    """The README with every generated part written anew."""
    parts: dict[str, Callable[[], str]] = {
        "audit": lambda: f"```text\n$ make audit\n{verdicts.last_lines_of_the_audit()}\n```",
        "statuses": verdicts.statuses,
        "headlines": verdicts.headlines,
        "documents": verdicts.documents,
        "map": floors,
        "commands": commands,
        **{name: partial(shown, command, files(readme)) for name, command in COMMANDS.items()},
    }
    marked = [name for _, name, _ in PART.findall(readme)]
    if sorted(marked) != sorted(parts) or readme.count("<!-- generated: ") != len(parts):
        raise BadReadme(f"the generated parts must be {', '.join(sorted(parts))}, each once and with its end")
    return PART.sub(lambda part: f"{part[1]}{parts[part[2]]()}\n{part[3]}", readme)


def floors() -> str:
    """The rooms and floors, with what their docstrings say, and the tests of each."""
    places = ["spec", "impl", *(f"proofs/{floor}" for floor in FLOORS)]
    rows = [(f"[{place}]({_file(place)})", says(place), _asks(place)) for place in places if _file(place)]
    rows += [("", "", _asks(name)) for name in FOLDERS_OF_TESTS if name not in (*FLOORS, *ROOMS)]
    return verdicts.table(("place", "holds", "and `tests/` asks"), rows)


def _asks(place: str) -> str:
    folder = f"tests/{place.rpartition('/')[2]}"
    return f"[{folder}]({folder}): {says(folder)}" if _file(folder) else ""


def _file(place: str) -> str:
    """The folder or the module of this name; nothing if there is none."""
    return next((name for name in (place, f"{place}.py") if (ROOT / name).exists()), "")


def says(place: str) -> str:
    """The first line of the docstring of a package or a module."""
    file = ROOT / _file(place)
    source = file / "__init__.py" if file.is_dir() else file
    return (ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def commands() -> str:
    """The subcommands, with what their help says and how long they take."""
    rows = [(f"`noisymax {name}`", does, DURATIONS[name]) for name, does in SUBCOMMANDS.items()]
    return verdicts.table(("command", "does", "takes about"), rows)


def main() -> int:
    """Write the README anew."""
    before = README.read_text(encoding="utf-8")
    try:
        after = rewritten(before)
    except BadReadme as error:
        print(f"README.md:1: error: {error}", file=sys.stderr)
        return 2
    README.write_text(after, encoding="utf-8")
    print("README.md: " + ("as it was" if after == before else "written anew"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
