"""How the cases of a clause are built: settings as a triple reads them, and combinations, simple ones first."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import TypeVar

from proofs.conform.triples import Selection, Setting

First = TypeVar("First")
Second = TypeVar("Second")


def fitted(triple: Selection, settings: Iterable[Setting]) -> list[Setting]:
    """The settings as the triple reads them, each once: what it has no parameter for is as usual.

    A single index is selected from a domain without the empty vector, of three scores where nothing else is said.
    """
    usual = {field.name: getattr(Setting(), field.name) for field in fields(Setting) if field.name not in triple.varies}
    read = (replace(setting, **usual) for setting in settings)
    if not triple.indices:
        read = (replace(setting, size=setting.size or 3) for setting in read)
    return list(dict.fromkeys(read))


def diagonal(first: Sequence[First], second: Sequence[Second]) -> list[tuple[First, Second]]:
    """Every combination of what comes simple first, in the order of the places' sum."""
    places = [(i, j) for i in range(len(first)) for j in range(len(second))]
    return [(first[i], second[j]) for i, j in sorted(places, key=sum)]
