"""Is a reading bound to all that both of its sides say, and to nothing else?"""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.command.readings import faults, needed
from proofs.contents import ledger
from proofs.kernel.checker import Kernel, definitions, hypotheses
from proofs.kernel.content import content
from proofs.kernel.definitions import Definitions, Unit
from proofs.kernel.development import Development, KernelError
from proofs.kernel.readings import Reading, coq_text, load, text, why_not
from spec.inverse_transform import law_of_inverse_transform
from spec.logic.promise import HasLaw
from spec.noisy_top_k import MAX_DIVERGENCE_LAW
from spec.samplers import EXP_HAS_LAW, RATIONAL_HAS_LAW
from spec.triple import Triple
from spec.weights import Law, rational

READING = Reading("for all x", ("t",), "s", "c")


def test_every_reading_of_the_project_is_up_to_date() -> None:
    """Was every statement that rests on Coq read beside its theorems, as both are now, and is no reading idle?"""
    assert faults(needed(ledger()), load()) == []


def test_every_hypothesis_is_a_claim_that_is_used() -> None:
    """Does every proof by the kernel use the claims that the hypotheses of its theorems are met?"""
    book = ledger()
    for proofs in book.proofs.values():
        for proof in proofs:
            for check in (step.check for step in proof.steps):
                if isinstance(check, Kernel):
                    assert {*hypotheses(check.theorems)} <= {*proof.uses}, proof.claim


def test_readings_come_back_as_they_are_written(tmp_path: Path) -> None:
    """Is what is written read again, and anything else refused with what to do?"""
    place = tmp_path / "readings.json"
    with pytest.raises(KernelError, match=r"readings\.json: error: not there: compare the two: noisymax readings"):
        load(place)
    place.write_text(text({"b": READING, "a": READING}), encoding="utf-8")
    assert load(place) == {"a": READING, "b": READING}
    for bad in (
        "",
        "[]",
        '{"a": {}}',
        '{"a": 1}',
        text({"a": READING}).replace("for all", "for  all").replace(" 1", ""),
    ):
        place.write_text(bad + " ", encoding="utf-8")
        with pytest.raises(KernelError, match=r"readings\.json: error: not what noisymax readings --renew writes"):
            load(place)


def test_a_reading_holds_for_both_digests_and_the_theorems() -> None:
    """Is a reading of other theorems, of another statement or of another Coq text none of this one?"""
    assert why_not(READING, {"any": READING}) is None
    assert "has changed since it was read" in str(why_not(READING, {"any": replace(READING, coq="d")}))
    for other in (replace(READING, statement="r"), replace(READING, theorems=("u",)), None):
        written = {} if other is None else {"any": other}
        assert str(why_not(READING, written)).startswith("nobody has read that t says this")


def test_faults_are_told_of_missing_stale_and_idle_readings() -> None:
    """Does every reading that is not as it should be get a line?"""
    now = {"one": READING, "two": replace(READING, statement="other")}
    assert faults(now, {"one": READING, "three": READING}) == [
        "readings.json: error: two: nobody has read that t says this, or it has changed since: compare the two: "
        "noisymax readings",
        "readings.json: error: three: no proof rests on it",
    ]


HALF = Fraction(1, 2)


def law_by_halves(x: Fraction) -> Law:
    """P(True) = 1/2."""
    return [(True, rational(HALF)), (False, rational(1 - HALF))]


def law_of(weight: Fraction) -> HasLaw:
    """A promise whose law holds on to a number."""

    def law(x: Fraction) -> Law:
        """Some law."""
        return [(True, rational(weight))]

    return HasLaw("impl.toy.toy", Triple(name="toy", law=law))


def test_all_that_a_promise_says_is_its_content(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do code, conditions, predicates, laws, what laws capture, name and call all count?"""
    triple = Triple(name="toy", law=law_by_halves)
    promise = HasLaw("impl.toy.toy", triple)
    variants = [
        promise,
        replace(promise, function="impl.toy.other"),
        replace(promise, triple=replace(triple, requires=(lambda x: x > 0,))),
        promise.provided(EXP_HAS_LAW),
        promise.provided(RATIONAL_HAS_LAW),
        law_of(Fraction(1, 2)),
        law_of(Fraction(1, 3)),
    ]
    before = [content(each) for each in variants]
    assert len(set(before)) == len(variants)
    assert before == [content(each) for each in variants]
    monkeypatch.setattr("tests.kernel.test_readings.HALF", Fraction(1, 3))
    assert content(promise) != before[0]


def test_what_a_law_calls_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does a promise say something else as soon as a function of `spec` that its law calls is another one?"""
    before = content(MAX_DIVERGENCE_LAW.statement)
    assert "spec.permute_and_flip._integral" in before
    monkeypatch.setattr("spec.noisy_top_k.law_of_permute_and_flip", law_of_inverse_transform)
    assert content(MAX_DIVERGENCE_LAW.statement) != before


TOY = Development(
    {
        "CoinPrograms": "Inductive prog := Ret | Fail. Definition rounds := 1.",
        "Python": "",
        "Evaluation": "",
        "Probability": "(* rounds *) Definition likely (m : prog) := rounds. Definition idle := 0.",
        "EmittedToy": "(* impl/toy.py: toy *)\nDefinition toy := Ret.\n\n"
        "(* impl/toy.py: Toy.other *)\nDefinition Toy_other := Fail.\n",
        "Statements": "Definition rounds := 2. Section S. Context (n : nat). Definition local := n. End S.\n"
        "Definition outer := local. Definition first : Prop := likely toy = outer.\n"
        "Definition second : Prop := rounds = 2 /\\ Fail = Fail.\n",
        "Proofs": "",
    }
)


def test_a_statement_unfolds_to_what_it_means() -> None:
    """Are the definitions found that a statement rests on, nearer ones hiding others, with their section's words?"""
    found = Definitions(TOY)
    assert [(each.file, each.name) for each in found.unfolded(["first"])] == [
        ("Statements", "first"),
        ("Statements", "local"),
        ("Statements", "outer"),
        ("Probability", "likely"),
        ("CoinPrograms", "prog"),
        ("CoinPrograms", "rounds"),
    ]
    assert {each.text for each in found.unfolded(["first"])} >= {"Context (n : nat). Definition local := n."}
    second = [(each.file, each.name) for each in found.unfolded(["second"])]
    assert second == [("Statements", "second"), ("Statements", "rounds"), ("CoinPrograms", "prog")]
    assert found.units(["first"]) == [Unit("impl/toy.py", "toy")]
    assert found.units(["second"]) == []
    with pytest.raises(KernelError, match=r"proofs/kernel/coq/Statements.v:1: error: no statement third"):
        found.stated("third")


def test_the_text_that_is_digested_is_the_whole_meaning() -> None:
    """Are the real statements digested down to what a probability is?"""
    digested = coq_text(("uniform_law",), definitions())
    assert digested.startswith("Statements: Definition uniform_law : Prop := forall n i : nat, (i < n)%nat ->")
    assert "Fixpoint mean (L : nat)" in digested
