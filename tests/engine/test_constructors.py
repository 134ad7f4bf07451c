"""Do the constructors of results and chapters say what they are given, and nothing else?"""

import pytest

from proofs.engine.ledger.constructors import Result, chapter, lemma, result, theorem
from proofs.engine.ledger.ledger import Chapter, Ledger, LedgerError
from proofs.engine.ledger.model import Erratum, Proof, Refutation, Severity, Step
from proofs.engine.ledger.status import Status
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula, Symbol
from tests.support.toy_ledgers import Says, Tells

x = Symbol("x")
FIRST = Step(x > 1, "by hand", Says(Status.PROVED))
LAST = Step(x > 0, "1 > 0", Says(Status.PROVED), using=(1,))
TOLD = Step("it is so", "by hand", Says(Status.PROVED))


def test_a_lemma_says_what_its_last_step_does() -> None:
    """Is the last step the conclusion, under what is given, and are all steps the proof?"""
    stated = lemma("toy.lemma", FIRST, LAST, given=(x > 2,), uses=("toy.other",))
    assert stated.claim == Claim("toy.lemma", Kind.LEMMA, Formula(x > 0, (x > 2,)))
    assert stated.proof == Proof("toy.lemma", (FIRST, LAST), ("toy.other",))
    assert stated.id == "toy.lemma"


def test_a_theorem_may_be_a_sentence() -> None:
    """Is a sentence the claim where there is one, whatever the steps are?"""
    stated = theorem("toy.theorem", "So it is", TOLD, uses=("toy.lemma",))
    assert stated == Result(
        Claim("toy.theorem", Kind.THEOREM, "So it is"), Proof("toy.theorem", (TOLD,), ("toy.lemma",))
    )


def test_a_step_in_words_is_no_formal_claim() -> None:
    """Is a result refused that says nothing of its own and ends in a sentence?"""
    with pytest.raises(TypeError, match=r"toy\.law: the last step is a sentence"):
        result("toy.law", Kind.LAW, FIRST, TOLD)


def test_a_chapter_holds_its_parts_in_order() -> None:
    """Are claims, results, proofs, refutations, errata and chapters joined, each kind in the order given?"""
    one, two = lemma("toy.one", FIRST), theorem("toy.two", LAST)
    claim = Claim("paper.line", Kind.STEP, "printed", "paper")
    again, refutation = Proof("toy.one", (FIRST,), title="again"), Refutation("paper.line", "E1", "toy.two")
    joined = chapter(two, chapter(claim, erratum()), one, refutation, again, headlines={"toy": "toy.one"})
    assert joined == Chapter(
        claims=(two.claim, claim, one.claim),
        proofs=(two.proof, one.proof, again),
        refutations=(refutation,),
        errata=(erratum(),),
        headlines={"toy": "toy.one"},
    )


def test_a_mechanism_has_one_headline() -> None:
    """Are the headlines of all parts kept, and is a second one of the same mechanism refused?"""
    part = Chapter(headlines={"toy": "toy.one"})
    assert chapter(part, headlines={"other": "toy.two"}).headlines == {"toy": "toy.one", "other": "toy.two"}
    with pytest.raises(LedgerError, match="one mechanism a headline"):
        chapter(part, headlines={"toy": "toy.two"})


def erratum(*refutes: str) -> Erratum:
    """An erratum at one line, whose witness refutes these claims."""
    return Erratum("E1", "paper", ("paper.line",), Severity.TYPO, "says", "truth", "repair", Tells(), refutes)


def test_the_witness_of_an_erratum_refutes_what_it_says() -> None:
    """Is a claim refuted by the erratum that names it, and is a claim that is none of its places refused?"""
    claims = [Claim(f"paper.{name}", Kind.STEP, "printed", "paper") for name in ("line", "other")]
    ledger = Ledger([chapter(*claims, erratum("paper.line"))])
    (task,) = ledger.tasks()
    assert (task.place.claim, task.check.checker) == ("paper.line", "witness")
    verdicts = ledger.verdicts({task.place: task.check.run(task.query)})
    assert [verdicts[claim.id].own for claim in claims] == [Status.REFUTED, Status.OPEN]
    with pytest.raises(LedgerError, match=r"E1 refutes paper\.other, which is none of its places"):
        Ledger([chapter(*claims, erratum("paper.other"))])


def test_what_is_stated_twice_is_refused() -> None:
    """Is a lemma that another chapter has stated already no second one?"""
    with pytest.raises(LedgerError, match=r"toy\.one: stated twice"):
        Ledger([chapter(lemma("toy.one", FIRST)), chapter(theorem("toy.one", LAST))])
