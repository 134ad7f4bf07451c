"""The headline theorems: what stands, on what, and what is taken on trust."""

import pytest

from proofs.audit.baseline_file import Baseline, read
from proofs.command.foundations import roots_of
from proofs.command.ledger_source import BASELINE
from proofs.contents import ledger
from proofs.engine.ledger.ledger import Ledger

BELIEVED = ("fast.floats", "randomness.fair_coins")
STANDINGS = {
    "make_noisy_top_k (max divergence)": ("VERIFIED", "VERIFIED", ()),
    "make_noisy_top_k (zero-concentrated divergence)": ("VERIFIED", "CERTIFIED", ()),
    "make_report_noisy_max_gumbel": ("VERIFIED", "CERTIFIED", ()),
    "make_base_exponential_candidates_gumbel": ("VERIFIED", "CERTIFIED", ()),
    "make_inverse_transform": ("ARGUED", "CERTIFIED", ()),
    "RangeDivergence.noisy_top_k": ("VERIFIED", "CERTIFIED", ()),
    "permute_and_flip (max divergence)": ("VERIFIED", "VERIFIED", ()),
    "permute_and_flip (zero-concentrated divergence)": ("VERIFIED", "VERIFIED", ()),
    "permute_and_flip (range divergence)": ("VERIFIED", "VERIFIED", ()),
    "exponential_mechanism (max divergence)": ("VERIFIED", "VERIFIED", ()),
    "exponential_mechanism (zero-concentrated divergence)": ("VERIFIED", "VERIFIED", ()),
    "exponential_mechanism (range divergence)": ("VERIFIED", "VERIFIED", ()),
    "tight_map of make_noisy_top_k (max divergence)": ("VERIFIED", "CERTIFIED", ()),
    "tight_map of make_noisy_top_k (zero-concentrated divergence)": ("VERIFIED", "CERTIFIED", ()),
    "tight_map of make_report_noisy_max_gumbel": ("VERIFIED", "CERTIFIED", ()),
    "tight_map of make_base_exponential_candidates_gumbel": ("VERIFIED", "CERTIFIED", ()),
    "tightness of every map": ("CERTIFIED", "CERTIFIED", ()),
    "any mechanism, on the operating system's coins": (
        "CERTIFIED",
        "ASSUMED",
        ("fast.floats", "randomness.fair_coins"),
    ),
    "the fast twin of any mechanism": ("CERTIFIED", "ASSUMED", ("fast.floats", "randomness.fair_coins")),
}
"""What each headline is by itself, how it stands, and what it assumes."""

MOST_ARGUED = 20
"""So many claims may be sentences that machine-checked steps are joined to by prose."""


@pytest.fixture(scope="module")
def book() -> Ledger:
    """The real ledger."""
    return ledger()


@pytest.fixture(scope="module")
def accepted() -> Baseline:
    """The real baseline."""
    return read(BASELINE)


def test_every_headline_stands_as_pinned(book: Ledger, accepted: Baseline) -> None:
    """Does each mechanism's privacy stand on what it stood on, and on nothing assumed but fair coins and floats?"""
    found = {name: accepted.claims[claim] for name, claim in book.headlines.items()}
    assert {name: (line.status, line.standing, line.assumptions) for name, line in found.items()} == STANDINGS


def test_few_claims_are_argued(accepted: Baseline) -> None:
    """Are at most twenty claims joined to their steps by prose?"""
    assert sum(line.status == "ARGUED" for line in accepted.claims.values()) <= MOST_ARGUED


def test_the_baseline_speaks_of_this_ledger(book: Ledger, accepted: Baseline) -> None:
    """Are claims, errata and mechanisms of the baseline those of the ledger, no more and no fewer?"""
    assert set(accepted.claims) == set(book.claims)
    assert set(accepted.errata) == set(book.errata)
    assert dict(accepted.headlines) == dict(book.headlines)


def test_little_of_the_documents_is_undecided(book: Ledger, accepted: Baseline) -> None:
    """Of the items other than listing lines, are at least 95 % proved, argued, certified or refuted?"""
    items = [accepted.claims[claim.id].status for claim in book.claims.values() if claim.document is not None]
    decided = [
        status in ("VERIFIED", "PROVED", "ARGUED", "CERTIFIED", "REFUTED")
        for status in items
        if status != "TRANSCRIBED"
    ]
    assert sum(decided) >= 0.95 * len(decided)


def test_every_listing_line_is_transcribed(book: Ledger, accepted: Baseline) -> None:
    """Is every line of every listing marked and reached?"""
    lines = [claim.id for claim in book.claims.values() if ".listing.L" in claim.id]
    assert len(lines) > 100
    assert {accepted.claims[line].status for line in lines} == {"TRANSCRIBED"}


def test_a_mechanism_is_traced_under_each_of_its_measures(book: Ledger) -> None:
    """Does the bare name of a mechanism lead to all of its privacy claims, and a claim's id to that claim?"""
    assert roots_of(book, "make_noisy_top_k") == [
        "make_noisy_top_k.zero_concentrated.privacy",
        "make_noisy_top_k.max_divergence.privacy",
    ]
    assert roots_of(book, "permute_and_flip.law") == ["permute_and_flip.law"]
