"""What a Coq statement means: the definitions that it unfolds to, and the Python that it speaks of."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from proofs.kernel.development import STATEMENTS, Development, KernelError, without_comments

READ = ("CoinPrograms", "Python", "Evaluation", "Probability", STATEMENTS)
"""The files whose definitions give a statement its meaning, in the order in which later names hide earlier ones."""

_WORD = re.compile(r"[A-Za-z_][\w']*")
_SENTENCE = re.compile(r"\s*(.*?\.)(?=\s|\Z)", re.DOTALL)
_DEFINES = re.compile(r"(?:Definition|Fixpoint|Inductive|Record)\s+([\w']+)")
_CONSTRUCTOR = re.compile(r"(?:\||:=)\s*([A-Z]\w*)")
_UNIT = re.compile(r"\(\* (\S+\.py): (\S+) \*\)\n(?:Definition|Record|Inductive|Fixpoint) ([\w']+)")


class Definition(NamedTuple):
    """A definition of a file, as it is written there, with the variables of its section."""

    file: str
    name: str
    text: str


class Unit(NamedTuple):
    """A function, a method, a class or a constant of the Python source that was translated."""

    path: str
    name: str


class Definitions:
    """The definitions of a development."""

    def __init__(self, development: Development) -> None:
        self._development = development
        self._uses: dict[Definition, tuple[Definition, ...]] = {}

    def stated(self, name: str) -> Definition:
        """The statement of this name."""
        if name not in self._development.statements:
            raise KernelError(f"proofs/kernel/coq/{STATEMENTS}.v:1: error: no statement {name}")
        return self._found[STATEMENTS][name]

    def unfolded(self, names: Iterable[str]) -> list[Definition]:
        """The statements and all that they unfold to, without the emitted code: the statements first."""
        found: dict[Definition, None] = {}
        first = [self.stated(name) for name in names]
        todo = list(first)
        while todo:
            here = todo.pop(0)
            if here not in found:
                found[here] = None
                if here not in self._uses:
                    self._uses[here] = tuple(self._used(here))
                todo.extend(self._uses[here])
        order = {file: number for number, file in enumerate(READ)}
        return sorted(found, key=lambda each: (-order[each.file], each not in first, each.name))

    def units(self, names: Iterable[str]) -> list[Unit]:
        """The translated Python that the statements name, or that what they unfold to names."""
        words = {word for each in self.unfolded(names) for word in _WORD.findall(each.text)}
        return [unit for name, unit in self._units.items() if name in words]

    def _used(self, definition: Definition) -> Iterator[Definition]:
        """The definitions that one names: its own file hides those before it."""
        files = READ[: READ.index(definition.file) + 1][::-1]
        for word in dict.fromkeys(_WORD.findall(definition.text)):
            for file in files:
                if word in self._found[file]:
                    yield self._found[file][word]
                    break

    @cached_property
    def _found(self) -> Mapping[str, Mapping[str, Definition]]:
        return {file: _defined(file, self._development.texts.get(file, "")) for file in READ}

    @cached_property
    def _units(self) -> Mapping[str, Unit]:
        emitted = (text for name, text in self._development.texts.items() if name.startswith("Emitted"))
        return {name: Unit(path, unit) for text in emitted for path, unit, name in _UNIT.findall(text)}


def _defined(file: str, text: str) -> dict[str, Definition]:
    """The definitions of a file by their names and by those of their constructors."""
    found: dict[str, Definition] = {}
    context = ""
    for sentence in _SENTENCE.findall(without_comments(text)):
        written = " ".join(sentence.split())
        if written.startswith(("Section ", "End ")):
            context = ""
        elif written.startswith(("Context ", "Variable ", "Variables ")):
            context += f"{written} "
        elif named := _DEFINES.match(written):
            definition = Definition(file, named[1], context + written)
            constructors = _CONSTRUCTOR.findall(written) if written.startswith("Inductive") else []
            found |= dict.fromkeys((named[1], *constructors), definition)
    return found
