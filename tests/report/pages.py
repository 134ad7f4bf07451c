"""Reports for the tests of the page."""

from functools import cache

from proofs.audit.baseline_file import Baseline
from proofs.audit.complaints import Complaint
from proofs.audit.report.model import Report
from proofs.contents import ledger
from tests.support.audits import as_planted


@cache
def report_of() -> Report:
    """The whole ledger as planted, with one complaint."""
    complaint = Complaint("permute_and_flip.law", "<planted> & so", "spec/x.py:1", (), (), "noisymax audit")
    return Report(as_planted(ledger()), Baseline(), (complaint,))
