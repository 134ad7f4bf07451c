"""Does every triple cite items that the catalogue has?"""

import pkgutil
from collections.abc import Iterable
from importlib import import_module

import pytest

import spec
from spec.documents import ITEMS
from spec.triple import Triple


def triples() -> list[Triple]:
    """Every triple of `spec/`, once."""
    modules = [import_module(f"spec.{module.name}") for module in pkgutil.iter_modules(spec.__path__)]
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Triple)]
    return list({id(triple): triple for triple in found}.values())


def unresolved(stated: Iterable[Triple]) -> list[str]:
    """What triples cite that is no catalogued item, or cite twice."""
    known = {item.id for item in ITEMS}
    return [
        f"{triple.name} cites {cited!r}"
        for triple in stated
        for place, cited in enumerate(triple.cite)
        if cited not in known or cited in triple.cite[:place]
    ]


def test_every_cite_resolves() -> None:
    """Is each cited item one that a document prints, and is something cited at all?"""
    found = triples()
    assert len({triple.name for triple in found}) > 20
    assert sum(bool(triple.cite) for triple in found) > 20
    assert not unresolved(found)


@pytest.mark.parametrize(
    "cite",
    [("noisy_top_k.eq99",), ("noisy_top_k.prose, which names it",), ("noisy_top_k",), ("", "noisy_top_k.eq1")],
)
def test_a_wrong_cite_is_found(cite: tuple[str, ...]) -> None:
    """Is a cite found that names no item, is prose, a document, or empty?"""
    assert unresolved([Triple("planted", cite)]) == [f"planted cites {cite[0]!r}"]


def test_an_item_is_cited_once() -> None:
    """Is an item found that one triple cites twice?"""
    assert unresolved([Triple("planted", ("noisy_top_k.eq1",) * 2)]) == ["planted cites 'noisy_top_k.eq1'"]
