"""All that `trace`, `explain`, `errata` and `readings` can tell of a whole audit, as plain data to be kept."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from impl.registry import MEASURES, SPELLINGS
from proofs.audit.lookup import Found, places
from proofs.audit.run import Audit
from proofs.audit.source_index import SourceIndex
from proofs.command.answers import Told, packed
from proofs.command.derivations import named, told
from proofs.command.foundations import headlines_of, roots_at, traced
from proofs.command.readings import needed
from proofs.command.session import Session
from proofs.command.surroundings import Surroundings
from proofs.command.witnesses import told as told_erratum


def gathered(session: Session, done: Audit) -> dict[str, Any]:
    """The answers to every question about an audit in which each claim was checked."""
    index = SourceIndex(session.ledger)
    found = dict(places(index))
    return {
        "trace": _trace(done, found),
        "explain": _explain(session, done, index, found),
        "errata": [asdict(told_erratum(each)) for each in done.errata],
        "readings": {name: asdict(each) for name, each in needed(session.ledger).items()},
    }


def _trace(done: Audit, found: dict[str, Found]) -> dict[str, Any]:
    ledger = done.ledger
    whole = traced(done, [*ledger.claims])
    roots = dict(_roots(done, found))
    labels = {claim: packed(label) for claim, label in whole.labels.items()}
    return {"roots": roots, "labels": labels, "uses": whole.uses, "trusted": whole.trusted}


def _roots(done: Audit, found: dict[str, Found]) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """The claims that a trace of a mechanism, in one measure or in all, or of a place begins with."""
    for name in (*SPELLINGS, *done.ledger.headlines):
        yield name, {measure or "": headlines_of(done.ledger, name, measure) for measure in (None, *MEASURES)}
    for place, each in found.items():
        yield place, {"": roots_at(done.ledger, each)}


def _explain(session: Session, done: Audit, index: SourceIndex, found: dict[str, Found]) -> dict[str, Any]:
    around = Surroundings(index, session.baseline)
    claims = {line.claim.id: _packed(told(done, line, around)) for line in done.claims}
    functions: dict[str, int] = {}
    names: dict[str, tuple[tuple[str, ...], int]] = {}
    texts: list[Any] = []
    for name in (*claims, *SPELLINGS, *found):
        each = found[name] if name in found else named(index, name)
        text = _packed(around.of_functions(each))
        place = functions.setdefault(repr(text), len(texts))
        texts += [text] if place == len(texts) else []
        names[name] = each.claims, place
    return {"claims": claims, "functions": texts, "names": names}


def _packed(lines: Told) -> list[Any]:
    return [[packed(text), indent] for text, indent in lines]
