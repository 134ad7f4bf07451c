"""An audit held against the baseline: no worse and no better than what was accepted."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from proofs.audit.baseline_file import Baseline
from proofs.audit.run import Audit, AuditedClaim
from proofs.engine.ledger.ledger import REFUTING
from proofs.engine.ledger.status import Status


class Difference(NamedTuple):
    """What an audit found that the baseline does not say; `name` is a claim, an erratum or a mechanism."""

    name: str
    what: str


def differences(audit: Audit, baseline: Baseline) -> list[Difference]:
    """All in which the audit departs from the baseline: changed evidence first, then what changed by it."""
    found = [*_own(audit, baseline), *_inherited(audit, baseline)]
    ledger = audit.ledger
    severities = {shown.erratum.id: shown.erratum.severity.value for shown in audit.errata}
    if audit.whole:
        found += [
            Difference(claim, f"{accepted.status} in the baseline, no longer in the ledger")
            for claim, accepted in baseline.claims.items()
            if claim not in ledger.claims
        ]
        found += _changed("erratum", baseline.errata, severities)
        found += _changed("mechanism", baseline.headlines, ledger.headlines)
    else:
        found += _changed("erratum", {e: s for e, s in baseline.errata.items() if e in severities}, severities)
    return found


def fallen_short(audit: Audit) -> list[Difference]:
    """Evidence that does not hold, for a claim that other evidence still holds up: no baseline can accept it."""
    return [
        Difference(line.claim.id, f"some evidence fell short ({evidence.checker}: {evidence.finding.detail})")
        for line in audit.claims
        for evidence in line.evidence
        if line.own is not None
        and line.own.rank < Status.OPEN.rank
        and evidence.place.proof != REFUTING
        and evidence.finding.status in (Status.OPEN, Status.REFUTED)
    ]


def _own(audit: Audit, baseline: Baseline) -> Iterator[Difference]:
    for line in audit.claims:
        accepted = baseline.claims.get(line.claim.id)
        if accepted is None:
            now = "" if line.own is None else f", now {line.own.value}{_reason(line)}"
            yield Difference(line.claim.id, f"not in the baseline{now}")
        elif line.own is not None and line.own.value != accepted.status:
            what = f"{accepted.status} in the baseline, now {line.own.value}{_reason(line)}"
            yield Difference(line.claim.id, what)


def _inherited(audit: Audit, baseline: Baseline) -> Iterator[Difference]:
    """What changed in claims whose own status did not."""
    own = {line.claim.id: line.own for line in audit.claims}
    for line in audit.claims:
        accepted = baseline.claims.get(line.claim.id)
        if accepted is None or line.standing is None or line.assumptions is None or line.own is None:
            continue
        if line.own.value != accepted.status:
            continue
        if line.standing.value != accepted.standing:
            culprits = [c for c in own if own[c] is line.standing and c in audit.ledger.closure([line.claim.id])]
            what = f"standing {accepted.standing} in the baseline, now {line.standing.value}"
            what += f" (rests on {', '.join(culprits)})" if culprits and culprits != [line.claim.id] else ""
            yield Difference(line.claim.id, what)
        for assumption in sorted({*line.assumptions} - {*accepted.assumptions}):
            yield Difference(line.claim.id, f"now assumes {assumption}, which the baseline does not say")
        for assumption in sorted({*accepted.assumptions} - {*line.assumptions}):
            yield Difference(line.claim.id, f"assumes {assumption} in the baseline, now no longer")


def _reason(line: AuditedClaim) -> str:
    """The first finding that alone would bring the claim to where it is."""
    for evidence in line.evidence:
        if evidence.finding.status is line.own and line.own.rank > Status.ARGUED.rank:
            return f" ({evidence.checker}: {evidence.finding.detail})"
    return "" if line.evidence else " (no evidence)"


def _changed(sort: str, before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Difference]:
    for name in (*before, *(n for n in now if n not in before)):
        if before.get(name) != now.get(name):
            old = f"{before[name]} in the baseline" if name in before else "not in the baseline"
            new = f"now {now[name]}" if name in now else "no longer in the ledger"
            yield Difference(name, f"{sort} {old}, {new}")
