"""What is written where in our source: the lines that state, prove or refute a claim, and the claims of a line."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from proofs.engine.ledger.ledger import Ledger
from proofs.engine.ledger.model import Erratum, Proof, Refutation
from spec.documents import printed_at
from spec.logic.claim import Claim
from spec.logic.source import Call

ROOT = Path(__file__).parents[2]
ROOMS = ("spec", "proofs")


class Lines(NamedTuple):
    """Lines of a file, which is named from the root of the project."""

    file: str
    first: int
    last: int

    @property
    def start(self) -> str:
        """`file:line`."""
        return f"{self.file}:{self.first}"

    def distance(self, line: int) -> int:
        """How many lines away a line is; 0 inside."""
        return max(self.first - line, line - self.last, 0)


class Entry(NamedTuple):
    """Lines, and the claims that are written there."""

    lines: Lines
    claims: tuple[str, ...]


class SourceIndex:
    """The source behind a ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def where(self, claim: Claim) -> str:
        """`file:line` of the document that prints a claim or of our source that states it, else its document."""
        stated = self.stated(claim.id)
        return printed_at(claim.id) or (stated.start if stated else claim.document or "")

    def place(self, name: str) -> Lines | None:
        """Where to look if something is wrong with a claim or an erratum: the proof, the witness, the statement."""
        if name in self.ledger.errata:
            return self.erratum(name)
        if name not in self.ledger.claims:
            return None
        witnesses = [self.erratum(refutation.erratum) for refutation in self.ledger.refutations.get(name, ())]
        return next(filter(None, (*self.proved(name), *witnesses, self.stated(name))), None)

    def stated(self, claim: str) -> Lines | None:
        """Where a claim is stated."""
        return self._narrowest(self.ledger.claims[claim].made_by)

    def proved(self, claim: str) -> list[Lines]:
        """Where a claim is proved."""
        found = [self._narrowest(proof.made_by) for proof in self.ledger.proofs.get(claim, ())]
        return [lines for lines in found if lines is not None]

    def refuted(self, claim: str) -> list[Lines]:
        """Where a claim is refuted."""
        found = [self._narrowest(refutation.made_by) for refutation in self.ledger.refutations.get(claim, ())]
        return [lines for lines in found if lines is not None]

    def erratum(self, erratum: str) -> Lines | None:
        """Where an erratum is written."""
        return self._narrowest(self.ledger.errata[erratum].made_by)

    def entries(self, file: str) -> list[Entry]:
        """All that is written in a file of `spec` or `proofs`."""
        return [entry for entry in self._entries if entry.lines.file == file] + list(self._named(file))

    def files(self) -> list[str]:
        """The files in which anything is stated, proved or refuted."""
        return sorted({entry.lines.file for entry in self._entries})

    @cached_property
    def _entries(self) -> list[Entry]:
        claims: dict[Lines | None, dict[str, None]] = {}
        for claim in self.ledger.claims:
            for lines in (self.stated(claim), *self.proved(claim), *self.refuted(claim)):
                claims.setdefault(lines, {})[claim] = None
        for erratum in self.ledger.errata.values():
            claims.setdefault(self.erratum(erratum.id), {}).update(dict.fromkeys(erratum.where))
        return [Entry(lines, tuple(made)) for lines, made in claims.items() if lines is not None]

    def _narrowest(self, calls: Iterable[Call]) -> Lines | None:
        """Of the calls that made something the one that made the least besides: no helper, and no loop over all."""
        return min(_in_rooms(calls), key=lambda lines: self._made[lines], default=None)

    @cached_property
    def _made(self) -> Counter[Lines]:
        ledger = self.ledger
        proofs = (proof for proofs in ledger.proofs.values() for proof in proofs)
        refutations = (refutation for refutations in ledger.refutations.values() for refutation in refutations)
        made: list[Claim | Proof | Refutation | Erratum] = [*ledger.claims.values(), *ledger.errata.values()]
        made += [*proofs, *refutations]
        return Counter(lines for each in made for lines in set(_in_rooms(each.made_by)))

    def _named(self, file: str) -> Iterator[Entry]:
        """Functions, entries of dictionaries and rows of tables whose name, after the file's own, is that of claims."""
        folders = {*Path(file).with_suffix("").parts}
        for name, lines in _names_in(file):
            claims = tuple(
                c for c in self._named_so.get(name, ()) if {*c.removesuffix(name).split(".")} - {""} <= folders
            )
            if claims:
                yield Entry(lines, claims)

    @cached_property
    def _named_so(self) -> dict[str, list[str]]:
        """The claims by the ends of their ids."""
        found: dict[str, list[str]] = {}
        for claim in self.ledger.claims:
            parts = claim.split(".")
            for start in range(1, len(parts)):
                found.setdefault(".".join(parts[start:]), []).append(claim)
        return found


def _in_rooms(calls: Iterable[Call]) -> list[Lines]:
    """The lines of the calls, if the innermost is in one of the rooms that claims are made in."""
    return [lines for lines in takewhile(bool, map(lines_of, calls)) if lines is not None]


@cache
def lines_of(call: Call) -> Lines | None:
    """The lines of a call, if it is in one of the rooms that claims are made in."""
    file = Path(call.code.co_filename)
    if not any(file.is_relative_to(ROOT / room) for room in ROOMS):
        return None
    return Lines(file.relative_to(ROOT).as_posix(), *call.lines)


@cache
def source(file: str) -> str:
    """The text of a file of the project."""
    return (ROOT / file).read_text(encoding="utf-8")


def _names_in(file: str) -> Iterator[tuple[str, Lines]]:
    for node in ast.walk(ast.parse(source(file))):
        match node:
            case ast.FunctionDef(name=name):
                yield name, Lines(file, node.lineno, node.end_lineno or node.lineno)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield key.value, Lines(file, key.lineno, value.end_lineno or key.lineno)
            case ast.Tuple(elts=[ast.Constant(value=str(name)), *_]):
                yield name, Lines(file, node.lineno, node.end_lineno or node.lineno)
            case _:
                pass
