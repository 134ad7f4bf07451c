"""The Coq files as they stand: their order, what each imports, and words that none of them may use."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from proofs.kernel.translator import COQ

LIBRARY = "Noisymax"
STATEMENTS = "Statements"
"""The module that an auditor reads: definitions of propositions."""
THEOREMS = "Proofs"
"""The module in which each of them is proved, under the same name."""

FORBIDDEN = {
    "Admitted": "prove it",
    "admit": "prove it",
    "give_up": "prove it",
    "Axiom": "prove it, or make it a hypothesis of the theorem",
    "Axioms": "prove it, or make it a hypothesis of the theorem",
    "Parameter": "define it, or make it a hypothesis of the theorem",
    "Parameters": "define it, or make it a hypothesis of the theorem",
    "Conjecture": "prove it",
    "bypass_check": "let the kernel check it",
    "Guard Checking": "let the kernel check it",
    "Positivity Checking": "let the kernel check it",
    "Universe Checking": "let the kernel check it",
}
"""Words by which a file would be believed without a proof, each with what to do instead."""

_MARK = re.compile(r'"|\(\*|\*\)')
"""Where a string or a comment begins or ends."""
_NO_BREAK = re.compile(r"[^\n]")


class KernelError(Exception):
    """What is wrong with the kernel layer, and what to do, in one line."""


@dataclass(frozen=True)
class Development:
    """The text of every Coq file by its name, in the order of compilation."""

    texts: Mapping[str, str]

    @cached_property
    def imports(self) -> dict[str, tuple[str, ...]]:
        """For each file those of ours that it imports."""
        found = {}
        for name, text in self.texts.items():
            lines = re.findall(rf"From {LIBRARY} Require (?:Import|Export)?\s*([\w\s]+?)\.\s", without_comments(text))
            found[name] = tuple(word for line in lines for word in line.split())
        return found

    @cached_property
    def theorems(self) -> tuple[str, ...]:
        """The names of the theorems that are certified."""
        return tuple(re.findall(r"(?m)^\s*Theorem\s+([\w']+)", without_comments(self.texts.get(THEOREMS, ""))))

    @cached_property
    def statements(self) -> dict[str, str]:
        """The statement of each theorem, as it is written."""
        shape = r"Definition\s+([\w']+)\s*:\s*Prop\s*:=\s*(.*?)\.(?=\s)"
        found = re.findall(shape, without_comments(self.texts.get(STATEMENTS, "")), re.DOTALL)
        return {name: " ".join(text.split()) for name, text in found}

    def replaced(self, texts: Mapping[str, str]) -> "Development":
        """The same with other texts for some files."""
        return Development({**self.texts, **texts})

    def dependents(self, changed: set[str]) -> list[str]:
        """The changed files and all that rest on them, in order."""
        dirty = set(changed)
        for name, imports in self.imports.items():
            if dirty & set(imports):
                dirty.add(name)
        return [name for name in self.texts if name in dirty]

    def needed(self, wanted: set[str], among: list[str]) -> list[str]:
        """The wanted files and what they rest on, of those that are given, in order."""
        found = set(wanted)
        for name in reversed(among):
            if name in found:
                found |= set(self.imports[name])
        return [name for name in among if name in found]

    def check(self) -> None:
        """Every file is in order after what it imports, and none uses a forbidden word."""
        seen: set[str] = set()
        for name, imports in self.imports.items():
            for missing in sorted(set(imports) - seen):
                raise KernelError(f"{_place(name, 1)}: error: {missing} is not before {name} in the file `order`")
            seen.add(name)
        for name, text in self.texts.items():
            for line, word in forbidden(text):
                raise KernelError(f"{_place(name, line)}: error: {word}: {FORBIDDEN[word]}")
        for name in sorted(set(self.statements).symmetric_difference(self.theorems)):
            file = STATEMENTS if name in self.statements else THEOREMS
            other = "is not proved in Proofs.v" if name in self.statements else "is not stated in Statements.v"
            raise KernelError(f"{_place(file, self._line(file, name))}: error: {name} {other}")
        if not self.theorems:
            raise KernelError(f"{_place(THEOREMS, 1)}: error: there is no theorem to certify")

    def _line(self, file: str, name: str) -> int:
        place = re.search(rf"(?:Definition|Theorem)\s+{name}\b", self.texts[file])
        return self.texts[file].count("\n", 0, place.start()) + 1 if place else 1


def read(folder: Path = COQ) -> Development:
    """The files of a folder, each of which must be named in its `order`."""
    try:
        names = (folder / "order").read_text(encoding="utf-8").split()
        there = {file.stem for file in folder.glob("*.v")}
        for name in sorted(there.symmetric_difference(names)):
            what = "is not in the file `order`" if name in there else "is in the file `order` and not there"
            raise KernelError(f"{_place(name, 1)}: error: {what}")
        return Development({name: (folder / f"{name}.v").read_text(encoding="utf-8") for name in names})
    except OSError as error:
        raise KernelError(f"proofs/kernel/coq/order:1: error: {error.strerror}") from None


def forbidden(text: str) -> Iterator[tuple[int, str]]:
    """The forbidden words of a file, each with its line."""
    bare = without_comments(text)
    for word in FORBIDDEN:
        for found in re.finditer(rf"(?<![\w']){word}(?![\w'])", bare):
            yield bare.count("\n", 0, found.start()) + 1, word


def without_comments(text: str) -> str:
    """The text with blanks for comments, which nest, and for strings."""
    out, depth, place, quoted = [], 0, 0, False
    for mark in _MARK.finditer(text):
        between = text[place : mark.start()]
        out.append(_NO_BREAK.sub(" ", between) if depth or quoted else between)
        place = mark.end()
        if mark[0] == '"':
            quoted = not quoted
        elif not quoted and (mark[0] == "(*" or depth):
            depth += 1 if mark[0] == "(*" else -1
        elif not quoted:
            out.append(mark[0])
            continue
        out.append(" " * len(mark[0]))
    rest = text[place:]
    return "".join([*out, _NO_BREAK.sub(" ", rest) if depth or quoted else rest])


def _place(name: str, line: int) -> str:
    return f"proofs/kernel/coq/{name}.v:{line}"
