"""Which claims and errata an audit is about."""

from collections.abc import Collection
from dataclasses import dataclass
from fnmatch import fnmatchcase

from proofs.audit.costs import is_long
from proofs.audit.nearest import UnknownName
from proofs.engine.ledger.ledger import Ledger


@dataclass(frozen=True)
class Selection:
    """The claims and errata that an audit is about, and those of them that it skips as they take long."""

    claims: tuple[str, ...]
    errata: tuple[str, ...]
    skipped: frozenset[str] = frozenset()


def select(ledger: Ledger, patterns: Collection[str] = (), quick: bool = False) -> Selection:
    """The claims that some pattern names, with their errata, and the errata that some pattern names.

    A pattern is an id, the beginning of ids up to a dot, or a glob; without patterns all is selected.
    A quick audit skips every claim that has a check which takes long, as declared in `costs`.
    """
    known = (*ledger.claims, *ledger.errata)
    named = set(known) if not patterns else {name for p in patterns for name in _matches(p, known)}
    claims = tuple(c for c in ledger.claims if c in named)
    errata = {e for c in claims for e in errata_of(ledger, c)} | (named & set(ledger.errata))
    long = {t.place.claim for t in ledger.tasks(claims) if is_long(t)} if quick else set()
    return Selection(claims, tuple(e for e in ledger.errata if e in errata), frozenset(long))


def errata_of(ledger: Ledger, claim: str) -> tuple[str, ...]:
    """The errata that a claim carries: that of its refutation first, then those of its own document."""
    refuting = [r.erratum for r in ledger.refutations.get(claim, ())]
    own = ledger.claims[claim].document
    about = (e for e in ledger.errata.values() if claim in e.where)
    placed = [e.id for e in sorted(about, key=lambda erratum: erratum.document != own)]
    return tuple(dict.fromkeys((*refuting, *placed)))


def _matches(pattern: str, known: Collection[str]) -> list[str]:
    if pattern in known:
        return [pattern]
    stem = pattern.removesuffix(".") + "."
    found = [name for name in known if name.startswith(stem) or fnmatchcase(name, pattern)]
    if not found:
        raise UnknownName(pattern, known)
    return found
