"""Is what theory proves general, and does it rest on mathematics alone?"""

import pkgutil
from importlib import import_module

import pytest

from proofs import contents, theory
from proofs.audit.baseline_file import read
from proofs.command.ledger_source import BASELINE
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.ledger import Chapter, Ledger

READS_FORMULAS = {"coq", "differentiation", "rule", "sympy", "z3"}
"""The engines that see a formula and nothing else."""

SAMPLES = "statistics"
"""Evidence on the running code that mechanisms put beside a theorem."""

GENERAL = ("VERIFIED", "PROVED", "ARGUED")
ON_A_MECHANISM = {("temperature.of_k_rounds", "peeling.max_divergence")}
"""The claims of theory that rest on what is proved of a mechanism."""


def chapters() -> dict[str, Chapter]:
    """The chapters of all modules of theory."""
    names = [module.name for module in pkgutil.walk_packages(theory.__path__, "proofs.theory.") if not module.ispkg]
    return {name: import_module(name).CHAPTER for name in names if hasattr(import_module(name), "CHAPTER")}


@pytest.fixture(scope="module")
def book() -> Ledger:
    """The whole ledger."""
    return contents.ledger()


@pytest.fixture(scope="module")
def claims() -> set[str]:
    """The ids of all claims of theory."""
    return {claim.id for chapter in chapters().values() for claim in chapter.claims}


def test_every_chapter_is_in_the_ledger() -> None:
    """Is no chapter of theory left out of the table of contents?"""
    assert [name for name, chapter in chapters().items() if chapter not in contents.CHAPTERS] == []


def test_every_claim_is_general(claims: set[str]) -> None:
    """Is every claim of theory accepted as holding for any number of candidates?"""
    accepted = read(BASELINE).claims
    assert len(claims) > 90
    assert {claim: accepted[claim].status for claim in claims if accepted[claim].status not in GENERAL} == {}


def test_no_check_runs_code_of_ours(book: Ledger, claims: set[str]) -> None:
    """Is theory decided by engines that read formulas, and are the few cases tried out ones of its own functions?"""
    for task in book.tasks(claims):
        if task.check.checker not in {*READS_FORMULAS, SAMPLES}:
            assert isinstance(task.check, Exhaustive)
            tried = (task.check.cases, task.check.holds)
            assert all(function.__module__.startswith("proofs.theory.") for function in tried), task.place


def test_theory_rests_on_theory(book: Ledger, claims: set[str]) -> None:
    """Does no claim of theory use a claim about a mechanism or a document, but those that are listed?"""
    assert {(claim, used) for claim in claims for used in book.uses[claim] if used not in claims} == ON_A_MECHANISM
