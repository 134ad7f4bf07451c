"""What a report of an audit is made from."""

from dataclasses import dataclass

from proofs.audit.baseline_file import Baseline
from proofs.audit.complaints import Complaint
from proofs.audit.run import Audit


@dataclass(frozen=True)
class Report:
    """An audit, the baseline that it was held against, and what is not as the baseline has it."""

    audit: Audit
    baseline: Baseline
    complaints: tuple[Complaint, ...]
