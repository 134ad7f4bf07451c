"""The ledger itself: a checked graph of claims, what each check is asked, and verdicts computed from findings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, TypeVar

from proofs.engine.ledger.instance import instance_of
from proofs.engine.ledger.model import Check, Erratum, Finding, Instance, Proof, Refutation, Witnessed
from proofs.engine.ledger.status import Status, worst
from spec.logic.claim import Claim, Kind, Statement
from spec.logic.formula import Formula, Term
from spec.logic.notation import ambiguous
from spec.logic.promise import Promise
from spec.logic.proposition import Proposition
from spec.logic.substitution import NotReplaceable

Named = TypeVar("Named", Claim, Erratum)


class LedgerError(Exception):
    """The ledger contradicts itself; no verdict of it can be trusted."""


@dataclass(frozen=True)
class Chapter:
    """What one module contributes to the ledger; `headlines` name the privacy claim of each mechanism."""

    claims: tuple[Claim, ...] = ()
    proofs: tuple[Proof, ...] = ()
    refutations: tuple[Refutation, ...] = ()
    errata: tuple[Erratum, ...] = ()
    headlines: Mapping[str, str] = field(default_factory=dict)


class Place(NamedTuple):
    """Where a piece of evidence belongs: the step of a proof of a claim; a refutation's proof number is -1."""

    claim: str
    proof: int
    step: int


REFUTING = -1
EVERYWHERE = "all values, every n"  # the scope of what is verified, proved or argued


class Task(NamedTuple):
    """One check to run: what is asked, why it should hold, and by which engine."""

    place: Place
    query: Statement
    because: str
    check: Check


@dataclass(frozen=True)
class Verdict:
    """What the evidence amounts to for one claim, and for which cases: `scope` is that of its own status."""

    own: Status
    standing: Status
    assumptions: tuple[str, ...]
    scope: str


class _Support(NamedTuple):
    """The best that is known of a claim by itself: its status, its scope, and the claims which that rests on."""

    status: Status
    scope: str
    uses: tuple[str, ...]


class Ledger:
    """Claims, proofs, refutations and errata of all chapters, validated on construction."""

    def __init__(self, chapters: Iterable[Chapter]) -> None:
        parts = tuple(chapters)
        self.claims = _by_id(c for part in parts for c in part.claims)
        self.errata = _by_id(e for part in parts for e in part.errata)
        self.headlines = {name: claim for part in parts for name, claim in part.headlines.items()}
        if len(self.headlines) < sum(len(part.headlines) for part in parts):
            raise LedgerError("two chapters give one mechanism a headline")
        self.proofs: dict[str, list[Proof]] = {}
        self.refutations: dict[str, list[Refutation]] = {}
        for erratum in self.errata.values():
            for claim in erratum.refutes:
                self.refutations.setdefault(claim, []).append(Refutation(claim, erratum.id))
        for part in parts:
            for proof in part.proofs:
                self.proofs.setdefault(proof.claim, []).append(proof)
            for refutation in part.refutations:
                self.refutations.setdefault(refutation.claim, []).append(refutation)
        self._validate()

    @cached_property
    def uses(self) -> dict[str, tuple[str, ...]]:
        """For each claim, the claims that its proofs rest on."""
        return {
            claim: tuple(sorted({used for proof in self.proofs.get(claim, ()) for used in proof.rests_on}))
            for claim in self.claims
        }

    def tasks(self, wanted: Iterable[str] | None = None) -> Iterator[Task]:
        """Every check of the wanted claims (all of them by default)."""
        return (task for claim in (self.claims if wanted is None else wanted) for task in self._tasks[claim])

    @cached_property
    def _tasks(self) -> dict[str, list[Task]]:
        return {claim: [*self._asked(claim)] for claim in self.claims}

    def _asked(self, claim: str) -> Iterator[Task]:
        for p, proof in enumerate(self.proofs.get(claim, ())):
            for s, step in enumerate(proof.steps):
                yield Task(Place(claim, p, s), self._query(proof, s), step.because, step.check)
        for s, refutation in enumerate(self.refutations.get(claim, ())):
            check = refutation.check or Witnessed(self.errata[refutation.erratum].witness)
            yield Task(Place(claim, REFUTING, s), self.claims[claim].statement, "a witness shows it false", check)

    def verdicts(self, findings: Mapping[Place, Finding]) -> dict[str, Verdict]:
        """Compute every claim's verdict from what the checks found."""
        chosen = {claim: self._own(claim, findings) for claim in self.claims}
        verdicts: dict[str, Verdict] = {}
        for claim in TopologicalSorter(self.uses).static_order():
            own, scope, uses = chosen[claim]
            below = [verdicts[used] for used in uses if chosen[used].status is not Status.TRANSCRIBED]
            assumed = {a for v in below for a in v.assumptions} | ({claim} if own is Status.ASSUMED else set())
            standing = own if own is Status.TRANSCRIBED else worst([own, *(v.standing for v in below)])
            verdicts[claim] = Verdict(own, standing, tuple(sorted(assumed)), scope)
        return {claim: verdicts[claim] for claim in self.claims}

    def _own(self, claim: str, findings: Mapping[Place, Finding]) -> _Support:
        """What the best proof amounts to, or REFUTED by a witness."""
        proved = [self._proved(p, proof, findings) for p, proof in enumerate(self.proofs.get(claim, ()))]
        refuted = any(
            findings[Place(claim, REFUTING, s)].status is Status.REFUTED
            for s in range(len(self.refutations.get(claim, ())))
        )
        chosen = min(proved, key=lambda support: support.status.rank, default=_Support(Status.OPEN, "", ()))
        if refuted and chosen.status.rank <= Status.CERTIFIED.rank:
            raise LedgerError(f"{claim} is both {chosen.status.value} and REFUTED")
        return _Support(Status.REFUTED, "", ()) if refuted else chosen

    def _proved(self, number: int, proof: Proof, findings: Mapping[Place, Finding]) -> _Support:
        """A proof counts as its worst step; if it does not end in exactly the claim, prose joins the two.

        A false step spoils the proof and says nothing of the claim.
        """
        found = [findings[Place(proof.claim, number, s)] for s in range(len(proof.steps))]
        status = worst(finding.status for finding in found)
        if status is Status.REFUTED:
            return _Support(Status.OPEN, "", proof.rests_on)
        general = status.rank <= Status.PROVED.rank
        if general and not self._ends_in(proof):
            status = Status.ARGUED
        return _Support(status, EVERYWHERE if general else _scope(status, found), proof.rests_on)

    def _ends_in(self, proof: Proof) -> bool:
        """Whether the last step is the claim itself, which then is no sentence."""
        statement, last = self.claims[proof.claim].statement, proof.steps[-1].statement
        return not isinstance(last, str) and last == (
            statement.conclusion if isinstance(statement, Formula) else statement
        )

    def _query(self, proof: Proof, index: int) -> Statement:
        """What the check of a step is asked: its statement under the claim's hypotheses and what it builds on."""
        step = proof.steps[index]
        if isinstance(step.statement, str | Promise | Proposition):
            return step.statement
        claim = self.claims[proof.claim].statement
        given = claim.hypotheses if isinstance(claim, Formula) else ()
        return Formula(step.statement, given, tuple(self._support(proof, index, u) for u in step.using))

    def _support(self, proof: Proof, index: int, support: int | Instance) -> Term:
        where = f"{proof.claim}: step {index + 1}"
        if isinstance(support, Instance):
            try:
                return instance_of(self.claims[support.claim].statement, support)
            except NotReplaceable as reason:
                raise LedgerError(f"{where} takes no instance of {support.claim}: {reason}") from reason
        earlier = proof.steps[support - 1].statement if 1 <= support <= index else "not yet reached"
        if isinstance(earlier, str | Promise | Proposition):
            raise LedgerError(f"{where} builds on step {support}, which it cannot")
        return earlier

    def _validate(self) -> None:
        for claim in (*self.proofs, *self.refutations, *self.headlines.values()):
            self._known(claim, "evidence")
        for proof in (proof for proofs in self.proofs.values() for proof in proofs):
            for used in proof.rests_on:
                self._known(used, proof.claim)
            self._ends_in_its_claim(proof)
        for refutation in (r for refutations in self.refutations.values() for r in refutations):
            if refutation.erratum not in self.errata:
                raise LedgerError(f"{refutation.claim}: unknown erratum {refutation.erratum}")
            if refutation.repaired is not None:
                self._known(refutation.repaired, refutation.claim)
        for erratum in self.errata.values():
            for place in erratum.where:
                self._known(place, f"erratum {erratum.id}")
            for claim in erratum.refutes:
                if claim not in erratum.where:
                    raise LedgerError(f"erratum {erratum.id} refutes {claim}, which is none of its places")
        try:
            TopologicalSorter(self.uses).prepare()
        except CycleError as error:
            raise LedgerError(f"claims rest on each other in a circle: {' -> '.join(error.args[1])}") from error
        self._no_orphans()
        self._no_name_for_two()
        for mechanism, claim in self.headlines.items():
            self._rests_on_code(mechanism, claim)

    def _known(self, claim: str, by: str) -> None:
        if claim not in self.claims:
            raise LedgerError(f"{by}: unknown claim {claim}")

    def _ends_in_its_claim(self, proof: Proof) -> None:
        statement = self.claims[proof.claim].statement
        if not proof.steps:
            raise LedgerError(f"{proof.claim}: a proof without steps")
        if isinstance(statement, Formula) and not self._ends_in(proof):
            raise LedgerError(f"{proof.claim}: the proof does not end in the claim")
        stated = [step.statement for step in proof.steps if isinstance(step.statement, Promise)]
        if stated and not self._is_stated(statement, stated, proof.rests_on):
            raise LedgerError(f"{proof.claim}: the proof states other promises than the claim")

    def _is_stated(self, claim: Statement, stated: Iterable[Promise], uses: Iterable[str]) -> bool:
        """The stated promises are the claim's, no more and no fewer, under its own conditions and what it uses."""
        if not isinstance(claim, Promise):
            return False
        known = {kept for used in uses if isinstance(kept := self.claims[used].statement, Promise)}
        parts = [part for promise in stated for part in promise.parts]
        conditions = {kept for part in parts for kept in part.given}
        bare = {part.provided() for part in claim.parts}
        return {part.provided() for part in parts} == bare and conditions <= known | {
            kept for part in claim.parts for kept in part.given
        }

    def _no_orphans(self) -> None:
        """A claim that no document makes must serve another claim, a repair or a headline."""
        serving = {used for claim in self.uses for used in self.uses[claim]} | set(self.headlines.values())
        serving |= {r.repaired for rs in self.refutations.values() for r in rs if r.repaired is not None}
        for claim in self.claims.values():
            if claim.document is None and claim.id not in serving:
                raise LedgerError(f"{claim.id}: nothing rests on this claim")
            if claim.kind is Kind.PRIVACY and claim.document is None and not self.proofs.get(claim.id):
                raise LedgerError(f"{claim.id}: a privacy claim without any proof")

    def _rests_on_code(self, mechanism: str, claim: str) -> None:
        """What is promised of a mechanism is promised of code that runs, and every proof of it looks at that code."""
        statement = self.claims[claim].statement
        promised = _code(statement)
        if isinstance(statement, Promise) and not promised:
            raise LedgerError(f"{mechanism}: {claim} is about no code that runs")
        for proof in self.proofs.get(claim, ()):
            below = [self.claims[used].statement for used in self.closure(proof.rests_on)]
            shown = {code for stated in (*(step.statement for step in proof.steps), *below) for code in _code(stated)}
            if not any(f"{code}.".startswith(f"{name}.") for code in shown for name in promised or {code}):
                raise LedgerError(f"{mechanism}: a proof of {claim} rests on no claim about its code")

    def closure(self, claims: Iterable[str]) -> set[str]:
        """The claims and all that they rest on."""
        found: set[str] = set()
        todo = list(claims)
        while todo:
            claim = todo.pop()
            if claim not in found:
                found.add(claim)
                todo.extend(self.uses[claim])
        return found

    def _no_name_for_two(self) -> None:
        """What is printed says what is checked only if different things have different names."""
        statements = [(claim.id, claim.statement) for claim in self.claims.values()]
        for claim, statement in [*statements, *((task.place.claim, task.query) for task in self.tasks())]:
            if isinstance(statement, Formula) and (name := ambiguous(statement)) is not None:
                raise LedgerError(f"{claim}: two different things are called {name}")


def _by_id(entries: Iterable[Named]) -> dict[str, Named]:
    found: dict[str, Named] = {}
    for entry in entries:
        if entry.id in found:
            raise LedgerError(f"{entry.id}: stated twice")
        found[entry.id] = entry
    return found


def _code(statement: object) -> set[str]:
    """The names of the running code that a promise speaks of."""
    parts = statement.parts if isinstance(statement, Promise) else ()
    return {part.about for part in parts if part.about.startswith("impl.")}


def _scope(status: Status, found: Iterable[Finding]) -> str:
    """What the steps say that hold the proof down; a transcribed line has no scope."""
    said = [] if status is Status.TRANSCRIBED else [finding.detail for finding in found if finding.status is status]
    return "; ".join(dict.fromkeys(said))
