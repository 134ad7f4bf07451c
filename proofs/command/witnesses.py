"""Errata with what their witnesses tell."""

from argparse import Namespace

from proofs.audit.nearest import UnknownName
from proofs.audit.run import AuditedErratum
from proofs.audit.selection import Selection
from proofs.campaign.local import Local
from proofs.command.answers import ToldErratum
from proofs.command.ledger_source import LedgerSource
from proofs.command.session import Session
from proofs.command.stop import refused


def show(source: LedgerSource, options: Namespace) -> tuple[dict[str, ToldErratum], list[str]]:
    """All errata; of the one that is named run the witness, and complain if it is gone."""
    session = Session(source, cached=options.cached)
    ledger = session.ledger
    if options.id is None:
        return {id: told(AuditedErratum(erratum, None)) for id, erratum in ledger.errata.items()}, []
    if options.id not in ledger.errata:
        raise refused(str(UnknownName(options.id, ledger.errata)))
    done = session.perform(Selection((), (options.id,)), Local(1))
    return {options.id: told(done.errata[0])}, session.complaints(done)


def told(shown: AuditedErratum) -> ToldErratum:
    """An erratum in words."""
    e = shown.erratum
    return ToldErratum(e.id, e.document, e.where, e.severity.value, e.says, e.truth, e.repair, shown.text)
