"""The page of the whole ledger, made once: nothing is run for it, and the pictures are small ones."""

import pytest

from proofs.audit.report.model import Report
from proofs.report import measured
from proofs.report.page import render
from tests.report.pages import report_of


@pytest.fixture(scope="session")
def whole() -> Report:
    """The report behind the page."""
    return report_of()


@pytest.fixture(scope="session")
def html(whole: Report) -> str:
    """The page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measured, "plots", lambda: (PLOT,))
        return render(whole)


PLOT = measured.Plot(
    "noisy_top_k",
    "range",
    "range distance",
    "k",
    (measured.Fraction(1), measured.Fraction(2)),
    (measured.Series("published", (0.5, 1.0)), measured.Series("achieved", (0.5, 1.5))),
    ("published",),
)
