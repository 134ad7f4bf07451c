"""Are verdicts computed from findings as the design says?"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest

from proofs.engine.ledger.ledger import Chapter, Ledger, LedgerError, Verdict
from proofs.engine.ledger.model import Proof, Refutation, Step
from proofs.engine.ledger.status import Status, worst
from tests.support.planted_proofs import ERRATUM, SCALE, SO_IT_IS, YES, claim, proof, step, verdict
from tests.support.toy_ledgers import Says


def verdicts(*proofs: Proof, refuted: Mapping[str, Status] | None = None) -> dict[str, Verdict]:
    """What the planted findings of the proofs amount to, for the claims that occur in them."""
    refuted = refuted or {}
    names = dict.fromkeys([*refuted, *(name for q in proofs for name in (*q.uses, q.claim))])
    refutations = tuple(Refutation(name, "E1", check=Says(status)) for name, status in refuted.items())
    erratum = replace(ERRATUM, where=tuple(names)[:1])
    ledger = Ledger([Chapter(tuple(map(claim, names)), proofs, refutations, (erratum,))])
    return ledger.verdicts({task.place: task.check.run(task.query) for task in ledger.tasks()})


def test_a_chain_is_as_strong_as_its_weakest_link() -> None:
    """Is the worst of statuses the weaker one, for every pair?"""
    for (strong, one), (weak, other) in product(enumerate(SCALE), repeat=2):
        assert worst([one, other]) is SCALE[max(strong, weak)]


@pytest.mark.parametrize(
    ("proofs", "own"),
    [
        ((), Status.OPEN),
        ((proof("one", Status.PROVED, Status.CERTIFIED),), Status.CERTIFIED),
        ((proof("one", Status.TESTED), proof("one", Status.PROVED), proof("one", Status.OPEN)), Status.PROVED),
        ((proof("one", Status.PROVED, Status.OPEN), proof("one", Status.TESTED)), Status.TESTED),
        ((proof("one", Status.PROVED, Status.ASSUMED),), Status.ASSUMED),
        ((proof("one", Status.PROVED, Status.REFUTED),), Status.OPEN),
        ((proof("one", Status.TRANSCRIBED),), Status.TRANSCRIBED),
    ],
)
def test_a_claim_is_as_good_as_its_best_proof(proofs: tuple[Proof, ...], own: Status) -> None:
    """Does a proof count as its worst step and a claim as its best proof, and does a false step refute only a proof?"""
    assert verdicts(proof("two", Status.PROVED, uses=("one",)), *proofs)["one"].own is own


def test_standing_is_the_worst_that_a_claim_rests_on() -> None:
    """Are own verdict, standing and assumptions told apart, through chains of any length?"""
    found = verdicts(
        proof("axiom", Status.ASSUMED),
        proof("tried", Status.TESTED),
        proof("lemma", Status.PROVED, uses=("tried",)),
        proof("top", Status.PROVED, uses=("lemma", "axiom")),
        proof("apart", Status.CERTIFIED),
    )
    assert found["lemma"] == verdict(Status.PROVED, Status.TESTED)
    assert found["top"] == verdict(Status.PROVED, Status.ASSUMED, ("axiom",))
    assert found["apart"] == verdict(Status.CERTIFIED, Status.CERTIFIED)
    assert found["axiom"].assumptions == ("axiom",)


@pytest.mark.parametrize("status", [Status.VERIFIED, Status.PROVED])
def test_a_sentence_is_argued_at_best(status: Status) -> None:
    """Is a sentence, or a claim that no step states, ARGUED however good its steps are, and a formula not?"""
    steps = (step(status=status),)
    sentence, formal = claim("words", "it is 0-DP for every n"), claim("formal")
    ledger = Ledger([Chapter((sentence, formal), (Proof("words", steps), Proof("formal", steps)))])
    found = ledger.verdicts({task.place: task.check.run(task.query) for task in ledger.tasks()})
    assert found["words"] == verdict(Status.ARGUED, Status.ARGUED)
    assert found["formal"] == verdict(status, status)


def test_the_scope_is_that_of_the_weakest_steps() -> None:
    """Is the scope of a certified claim what its certified steps say, each once, and that of its chosen proof?"""
    few, more = Says(Status.CERTIFIED, detail="3 cases"), Says(Status.CERTIFIED, detail="n <= 6, 12 cases")
    steps = tuple(Step(SO_IT_IS.conclusion, "because", check) for check in (few, YES, more, few))
    proofs = (Proof("one", steps), proof("one", Status.TESTED))
    ledger = Ledger([Chapter((claim("one"),), proofs)])
    found = ledger.verdicts({task.place: task.check.run(task.query) for task in ledger.tasks()})
    assert found["one"].scope == "3 cases; n <= 6, 12 cases"


def test_only_the_chosen_proof_is_rested_on() -> None:
    """Does a claim rest on what its best proof uses, and not on what a weaker one does?"""
    found = verdicts(
        proof("axiom", Status.ASSUMED), proof("one", Status.TESTED, uses=("axiom",)), proof("one", Status.PROVED)
    )
    assert found["one"] == verdict(Status.PROVED, Status.PROVED)


def test_listing_lines_take_no_part_in_standings() -> None:
    """Is a claim about a transcribed line no weaker for it, and a line itself nothing but transcribed?"""
    found = verdicts(
        proof("open", Status.OPEN),
        proof("line", Status.TRANSCRIBED, uses=("open",)),
        proof("one", Status.PROVED, uses=("line",)),
        proof("two", Status.TESTED, uses=("line", "open")),
    )
    assert found["line"] == verdict(Status.TRANSCRIBED, Status.TRANSCRIBED)
    assert found["one"].standing is Status.PROVED
    assert found["two"].standing is Status.OPEN


@pytest.mark.parametrize(("evidence", "own"), [(Status.OPEN, Status.REFUTED), (Status.TESTED, Status.REFUTED)])
def test_a_witness_refutes(evidence: Status, own: Status) -> None:
    """Does a witness make a claim refuted, and with it all that rests on the claim?"""
    found = verdicts(
        proof("one", evidence), proof("two", Status.PROVED, uses=("one",)), refuted={"one": Status.REFUTED}
    )
    assert found["one"] == Verdict(own, own, (), "")
    assert found["two"] == verdict(Status.PROVED, Status.REFUTED)
    assert verdicts(proof("one", evidence), refuted={"one": Status.OPEN})["one"].own is evidence


@pytest.mark.parametrize("status", [Status.VERIFIED, Status.PROVED, Status.CERTIFIED])
def test_a_claim_is_not_both_true_and_false(status: Status) -> None:
    """Is it an internal error if one check proves what another refutes?"""
    with pytest.raises(LedgerError, match=f"one is both {status.value} and REFUTED"):
        verdicts(proof("one", status), refuted={"one": Status.REFUTED})
