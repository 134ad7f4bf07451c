"""What the page says of one claim: statement, verdict, contract, code, derivations, errata, neighbours."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from proofs.audit.functions import functions_in
from proofs.audit.listings import transcribed_at
from proofs.audit.run import Audit, AuditedClaim, Evidence
from proofs.audit.selection import errata_of
from proofs.audit.source_index import ROOT, SourceIndex, source
from proofs.engine.ledger.ledger import REFUTING
from proofs.engine.ledger.model import Instance, Step
from proofs.engine.ledger.status import Status
from proofs.report.kernel_statements import SideBySide, side_by_side
from proofs.report.statements import shown
from spec.documents import ITEMS
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula
from spec.logic.notation import show

_WORDS = {item.id: item for item in ITEMS}


@dataclass(frozen=True)
class Code:
    """Lines of our source: where they are, what they are, and the text where one transcribes a printed line."""

    places: tuple[str, ...]
    what: str
    text: str = ""


@dataclass(frozen=True)
class ShownStep:
    """A step with its evidence; a sentence is marked as prose, which a reader has to follow."""

    number: int
    statement: Markup
    because: str
    using: tuple[tuple[str, str], ...]
    is_prose: bool
    evidence: Evidence


@dataclass(frozen=True)
class Derivation:
    """A proof or a refutation, step by step; `bridged` if only sentences join its steps to the claim."""

    heading: str
    steps: tuple[ShownStep, ...]
    bridged: bool


@dataclass(frozen=True)
class Entry:
    """All that the page says of one claim."""

    line: AuditedClaim
    statement: Markup
    words: str
    printed_line: int | None
    where: str
    contracts: tuple[Code, ...]
    code: tuple[Code, ...]
    derivations: tuple[Derivation, ...]
    kernel: tuple[SideBySide, ...]
    errata: tuple[str, ...]
    repaired: tuple[str, ...]
    uses: tuple[str, ...]
    used_by: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id of the claim."""
        return self.line.claim.id

    @property
    def status(self) -> str:
        """The status in lower case, for colours and filters."""
        return "skipped" if self.line.own is None else self.line.own.value.lower()

    @property
    def standing(self) -> str:
        """The standing in lower case."""
        return "skipped" if self.line.standing is None else self.line.standing.value.lower()

    @property
    def engines(self) -> tuple[str, ...]:
        """The checkers that gave evidence."""
        return tuple(dict.fromkeys(evidence.checker for evidence in self.line.evidence))


class Entries:
    """The entries of an audit."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.ledger = audit.ledger
        self.index = SourceIndex(audit.ledger)

    def all(self) -> list[Entry]:
        """One entry a claim, in the ledger's order."""
        return [self._entry(line) for line in self.audit.claims]

    def _entry(self, line: AuditedClaim) -> Entry:
        claim = line.claim
        item = _WORDS.get(claim.id)
        refutations = self.ledger.refutations.get(claim.id, ())
        return Entry(
            line,
            shown(claim.statement),
            item.statement if item and isinstance(claim.statement, Formula) else "",
            item.line if item else None,
            self.index.where(claim),
            tuple(self._places("spec").get(claim.id, ())),
            tuple(_transcribed(claim)) or tuple(self._places("impl").get(claim.id, ())),
            tuple(self._derivations(line)),
            side_by_side(self.ledger, claim),
            errata_of(self.ledger, claim.id),
            tuple(dict.fromkeys(r.repaired for r in refutations if r.repaired is not None)),
            self.ledger.uses[claim.id],
            tuple(self._users.get(claim.id, ())),
        )

    def _derivations(self, line: AuditedClaim) -> Iterator[Derivation]:
        proofs = self.ledger.proofs.get(line.claim.id, ())
        for number in dict.fromkeys(evidence.place.proof for evidence in line.evidence):
            found = [evidence for evidence in line.evidence if evidence.place.proof == number]
            if number == REFUTING:
                yield Derivation("refutation", tuple(_refuting(evidence) for evidence in found), False)
                continue
            proof = proofs[number]
            title = proof.title or ("proof" if len(proofs) == 1 else f"proof {number + 1} of {len(proofs)}")
            steps = tuple(_step(evidence, proof.steps[evidence.place.step]) for evidence in found)
            general = all(evidence.finding.status.rank <= Status.ARGUED.rank for evidence in found)
            yield Derivation(title, steps, general and not _ends_in(line.claim, proof.steps[-1]))

    @cached_property
    def _users(self) -> dict[str, list[str]]:
        users: dict[str, list[str]] = {}
        for claim, used in self.ledger.uses.items():
            for other in used:
                users.setdefault(other, []).append(claim)
        return users

    def _places(self, room: str) -> Mapping[str, list[Code]]:
        return self._rooms[room]

    @cached_property
    def _rooms(self) -> dict[str, dict[str, list[Code]]]:
        """For each claim the triples in `spec`, and the functions in `impl` that keep them."""
        found: dict[str, dict[str, list[Code]]] = {"spec": {}, "impl": {}}
        for room, claims in found.items():
            places: dict[tuple[str, str], list[str]] = {}
            for path in sorted((ROOT / room).glob("*.py")):
                for function in functions_in(self.ledger, path.relative_to(ROOT).as_posix()):
                    for claim in function.claims:
                        places.setdefault((claim, function.name), []).append(function.lines.start)
            for (claim, name), lines in places.items():
                claims.setdefault(claim, []).append(Code(tuple(lines), name))
        return found


def _ends_in(claim: Claim, last: Step) -> bool:
    """Whether the last step is the claim itself, so that no sentence has to join the two."""
    statement = claim.statement.conclusion if isinstance(claim.statement, Formula) else claim.statement
    return not isinstance(statement, str) and last.statement == statement


def _step(evidence: Evidence, step: Step) -> ShownStep:
    using = tuple(_support(support) for support in step.using)
    prose = isinstance(step.statement, str)
    return ShownStep(evidence.place.step + 1, shown(step.statement), step.because, using, prose, evidence)


def _refuting(evidence: Evidence) -> ShownStep:
    return ShownStep(evidence.place.step + 1, Markup(""), evidence.because, (), False, evidence)


def _support(support: int | Instance) -> tuple[str, str]:
    """What a step builds on: a step, or a claim with what is put for its symbols."""
    if isinstance(support, int):
        return f"step {support}", ""
    terms = ", ".join(f"{show(symbol)} := {show(value)}" for symbol, value in support.terms.items())
    return support.claim, terms


def _transcribed(claim: Claim) -> Iterator[Code]:
    """The lines that transcribe a printed line, as printed and sound."""
    if claim.kind is not Kind.LISTING or claim.id not in _WORDS:
        return
    slug, _, printed = claim.id.partition(".listing.")
    as_printed, sound = transcribed_at(slug, printed)
    for what, file, lines in (
        ("as printed", f"impl/published/{slug}.py", as_printed),
        ("sound", f"impl/{slug}.py", sound),
    ):
        for line in lines:
            yield Code((f"{file}:{line}",), what, source(file).splitlines()[line - 1].strip())
