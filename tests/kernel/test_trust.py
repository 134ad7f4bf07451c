"""Is everything named that one must believe to believe a headline?"""

from dataclasses import replace

import pytest

from proofs.contents import ledger
from proofs.engine.ledger.ledger import Chapter, Ledger
from proofs.engine.ledger.model import Proof, Step
from proofs.engine.ledger.status import Status
from proofs.kernel import trust
from proofs.kernel.building import Theorem
from proofs.kernel.checker import verified
from proofs.kernel.development import read
from proofs.kernel.trust import COINS, Trusted, speaks_of_coins, trusted
from spec.gumbel import ENCLOSES, MAX_CODE
from spec.logic.claim import Claim, Kind
from spec.logic.proposition import Proposition
from spec.samplers import EXP_CODE
from tests.support.toy_ledgers import Says


@pytest.fixture(autouse=True)
def _certified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every theorem is proved on one axiom."""
    theorems = {name: Theorem("as it is", ("Classical_Prop.classic",)) for name in read().theorems}
    monkeypatch.setattr(trust, "_certified", lambda: theorems)


def shorts(found: tuple[Trusted, ...]) -> list[str]:
    return [each.short for each in found]


def test_a_verified_law_names_all_that_it_takes_on_trust() -> None:
    """Are coins, Coq, axioms, Python.v, the translator and the reading named, with sizes, and nothing else?"""
    by_coins = Proof(EXP_CODE.id, (Step(EXP_CODE.promise, "walked", Says(Status.CERTIFIED, "coins")),))
    book = Ledger(
        [
            Chapter(
                (Claim(EXP_CODE.id, EXP_CODE.kind, EXP_CODE.statement, "toy"),),
                (by_coins, verified(EXP_CODE, "bernoulli_exp_law")),
            )
        ]
    )
    coins, coq, python, translator, read_as = trusted(book, EXP_CODE.id)
    assert coins == Trusted(COINS, "the coins of a release are independent and fair, as the statement says")
    assert coq.short == "Coq 8.16.1 with 1 axioms"
    assert coq.whole.endswith(
        "by certificate, not rerun here (make kernel does), with the axioms of the classical reals classic"
    )
    lines = read().texts["Python"].count("\n")
    assert python == Trusted(f"Python.v, {lines} lines", f"that Python does what Python.v says, {lines} lines")
    assert translator.short.startswith("translator, ")
    assert int(translator.short.split()[1]) > 1000
    assert read_as.short == "readings of 1 theorems"
    assert "bernoulli_exp_law" in read_as.whole


def test_hypotheses_engines_and_assumptions_are_named() -> None:
    """Is a hypothesis that the code meets named as long as the kernel does not prove it, and what is assumed too?"""
    claims = [replace(each, document="toy") for each in (MAX_CODE, ENCLOSES)]
    met = Proof(ENCLOSES.id, (Step(ENCLOSES.promise, "by balls", Says(Status.CERTIFIED, "exhaustion")),))
    book = Ledger([Chapter(tuple(claims), (verified(MAX_CODE, "gumbel_max_law"), met))])
    found = shorts(trusted(book, MAX_CODE.id, assumed=("a.paper",)))
    assert found[-3:] == ["`standard_gumbel.encloses`", "`a.paper`", "`exhaustion`"]


def test_a_theorem_about_no_code_needs_no_translator() -> None:
    """Does a proposition of pure mathematics take neither Python nor coins on trust?"""
    claim = Claim("toy", Kind.LEMMA, Proposition(("lemma_1_3",), "rates add up"), "toy")
    found = shorts(trusted(Ledger([Chapter((claim,), (verified(claim, "lemma_1_3"),))]), "toy"))
    assert found == ["Coq 8.16.1 with 1 axioms", "readings of 1 theorems"]


def test_no_headline_takes_nothing_on_trust() -> None:
    """Does every headline name what it trusts, and fair coins whenever its statement speaks of them?"""
    book = ledger()
    for claim in book.headlines.values():
        found = shorts(trusted(book, claim))
        assert found, claim
        assert COINS in found or not speaks_of_coins(book.claims[claim].statement), claim


def test_headlines_on_coins_alone_need_no_enclosure() -> None:
    """Is there zero-concentrated selection that rests on no enclosure, and does Gumbel noise say that it does?"""
    book = ledger()
    needed = {
        name: "`standard_gumbel.encloses`" in shorts(trusted(book, claim)) for name, claim in book.headlines.items()
    }
    assert not needed["exponential_mechanism (zero-concentrated divergence)"]
    assert not needed["permute_and_flip (zero-concentrated divergence)"]
    assert not needed["make_noisy_top_k (max divergence)"]
    assert needed["make_noisy_top_k (zero-concentrated divergence)"]
    assert needed["make_report_noisy_max_gumbel"]
