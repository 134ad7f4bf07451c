"""What is generated in the guides: `python -m tests.project.readme`, which is `make readme`, writes it anew."""

import ast
import os
import re
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from proofs.command import SUBCOMMANDS
from tests.project import verdicts
from tests.project.examples import COMMANDS, files, shown
from tests.project.floors import FLOORS, FOLDERS_OF_TESTS, ROOMS
from tests.project.sources import ROOT

GENERATED = {
    "README.md": ("audit", "unsound", "first", "conform", "erratum", "counts", "promises", "response", "cite"),
    "docs/verdicts.md": ("statuses", "engines", "headlines", "documents"),
    "docs/commands.md": ("commands", "law"),
    "docs/map.md": ("map",),
}
"""The parts of each guide that are generated."""

PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

DURATIONS = {
    "audit": "60 s; again 4 s; `--only ID` a few seconds",
    "report": "60 s; after an audit 10 s",
    "trace": "1 s after an audit; else it checks what it shows, up to 60 s",
    "explain": "1 s after an audit; else 5 s",
    "readings": "2 s",
    "errata": "2 s",
    "law": "1 s",
    "select": "1 s",
    "conform": "`--effort quick` 20 s, `standard` 2 min, `deep` 20 min",
    "worst": "20 s",
    "leaks": "5 s",
    "learn": "2 s; `--exercise N` 10 s",
    "vectors": "40 s",
    "bench": "10 min; `--n 1000 -k 1` 10 s",
}
"""About how long each subcommand takes on two cores."""


class BadGuide(Exception):
    """A guide cannot be written anew, and why not."""


def rewritten(guide: str, text: str) -> str:
    """The guide with every generated part written anew."""
    parts: dict[str, Callable[[], str]] = {
        "audit": lambda: f"```text\n$ make audit\n{verdicts.last_lines_of_the_audit()}\n```",
        "counts": verdicts.statuses,
        "promises": verdicts.promises,
        "statuses": verdicts.statuses,
        "engines": verdicts.engines,
        "headlines": verdicts.headlines,
        "documents": verdicts.documents,
        "map": partial(floors, ROOT / guide),
        "commands": commands,
        "cite": cite,
        **{name: partial(shown, command, files(text)) for name, command in COMMANDS.items()},
    }
    wanted = GENERATED[guide]
    marked = [name for _, name, _ in PART.findall(text)]
    if sorted(marked) != sorted(wanted) or text.count("<!-- generated: ") != len(wanted):
        raise BadGuide(f"the generated parts must be {', '.join(wanted)}, each once and with its end")
    return PART.sub(lambda part: f"{part[1]}{parts[part[2]]()}\n{part[3]}", text)


def floors(guide: Path) -> str:
    """The rooms and floors, with what their docstrings say, and the tests of each; linked from a guide."""
    places = ["spec", "impl", *(f"proofs/{floor}" for floor in FLOORS), "noisymax"]
    rows = [(_link(place, guide), says(place), _asks(place, guide)) for place in places if _file(place)]
    rows += [("", "", _asks(name, guide)) for name in FOLDERS_OF_TESTS if name not in (*FLOORS, *ROOMS)]
    return verdicts.table(("place", "holds", "and `tests/` asks"), rows)


def _asks(place: str, guide: Path) -> str:
    folder = f"tests/{place.rpartition('/')[2]}"
    return f"{_link(folder, guide)}: {says(folder)}" if _file(folder) else ""


def _link(place: str, guide: Path) -> str:
    return f"[{place}]({os.path.relpath(ROOT / _file(place), guide.parent)})"


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


def cite() -> str:
    """The reference in BibTeX."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    fields = {
        "author": f"{{{project['authors'][0]['name']}}}",
        "title": f"{project['name']}: {project['description']}",
        "version": project["version"],
    }
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return f"```bibtex\n@software{{{project['name']},\n{lines}\n}}\n```"


def main() -> int:
    """Write the guides anew: all of them, or none if one cannot be."""
    before = {guide: (ROOT / guide).read_text(encoding="utf-8") for guide in GENERATED}
    after = {}
    for guide, text in before.items():
        try:
            after[guide] = rewritten(guide, text)
        except BadGuide as error:
            print(f"{guide}:1: error: {error}", file=sys.stderr)
            return 2
    for guide, text in after.items():
        (ROOT / guide).write_text(text, encoding="utf-8")
        print(f"{guide}: " + ("as it was" if text == before[guide] else "written anew"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
