"""Where the audited ledger and its baseline come from."""

from dataclasses import dataclass
from pathlib import Path

BASELINE = Path(__file__).parents[1] / "baseline.py"


@dataclass(frozen=True)
class LedgerSource:
    """The ledger to audit, by the function that builds it (`module:function`), and the baseline for it."""

    ledger: str = "proofs.contents:ledger"
    baseline: Path = BASELINE
