"""Is each check asked what its proof says, and is a ledger that contradicts itself refused?"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from proofs.engine.ledger.ledger import REFUTING, Chapter, Ledger, LedgerError, Place
from proofs.engine.ledger.model import Check, Finding, Instance, Proof, Refutation, Step
from proofs.engine.ledger.status import Status
from spec.logic.claim import Claim, Kind, Statement
from spec.logic.formula import INFINITY, Formula, Symbol, both, derivative, exp, implies, integral, total
from spec.logic.proposition import Proposition
from tests.support.planted_proofs import ERRATUM, YES, a, b, claim, i, j, k, m, n, p, proof, s, step
from tests.support.toy_ledgers import Told


def test_tasks_ask_what_the_proof_says() -> None:
    """Is each step asked under the claim's hypotheses, with earlier steps and instances as lemmas?"""
    law = claim("law", Formula(exp(p) > b, (p > b,)))
    plain = claim("plain", Formula(total(i, m[i] * a) >= 0))
    top = claim("top", Formula(b < 2, (a > b,)))
    told = Instance("law", {p: a + 1, b: a})
    listed = Instance("plain", {a: b}, {m: (j, s[j] - b)})
    steps = (step("in words"), step(a < 1), step(b < 1, using=(2,)), step(b < 2, using=(3, told, listed)))
    ledger = Ledger(
        [
            Chapter(
                (law, plain, top),
                (Proof("top", steps),),
                (Refutation("law", "E1", check=YES),),
                (replace(ERRATUM, where=("top",)),),
            )
        ]
    )
    assert [task.query for task in ledger.tasks(["top"])] == [
        "in words",
        Formula(a < 1, (a > b,)),
        Formula(b < 1, (a > b,), (a < 1,)),
        Formula(
            b < 2,
            (a > b,),
            (b < 1, implies(both(a + 1 > 0, a + 1 > a), exp(a + 1) > a), total(i, (s[i] - b) * b) >= 0),
        ),
    ]
    assert [task.place for task in ledger.tasks()] == [
        Place("law", REFUTING, 0),
        *(Place("top", 0, at) for at in range(4)),
    ]
    assert ledger.uses == {"law": (), "plain": (), "top": ("law", "plain")}


def test_a_sentence_is_proved_by_formal_steps() -> None:
    """May steps towards a sentence be formulas, under no hypotheses?"""
    ledger = Ledger([Chapter((claim("one", "so it is"),), (Proof("one", (step(a >= 0),)),))])
    assert [task.query for task in ledger.tasks()] == [Formula(a >= 0)]


FORMAL = Formula(a * a >= 0, (a > 0,))


def one(statement: Formula | str, *steps: Step) -> Callable[[], Ledger]:
    """A ledger of one claim and one proof."""
    return lambda: Ledger([Chapter((claim("one", statement),), (Proof("one", steps),))])


def using(statement: Statement, support: int | Instance) -> Callable[[], Ledger]:
    """A ledger whose second claim is proved in one step from the first, or from an instance of it."""
    steps = (step("before"), step(a > b, using=(support,)), step(a > b))
    return lambda: Ledger([Chapter((claim("law", statement), claim("one", Formula(a > b))), (Proof("one", steps),))])


BROKEN: dict[str, Callable[[], Ledger]] = {
    "one: stated twice": lambda: Ledger([Chapter((claim("one"),)), Chapter((claim("one"),))]),
    "evidence: unknown claim two": lambda: Ledger([Chapter((), (proof("two", Status.PROVED),))]),
    "evidence: unknown claim three": lambda: Ledger([Chapter((), (), (Refutation("three", "E1"),), (ERRATUM,))]),
    "evidence: unknown claim four": lambda: Ledger([Chapter(headlines={"mechanism": "four"})]),
    "two chapters give one mechanism a headline": lambda: Ledger(
        [Chapter((claim("one"),), headlines={"x": "one"}), Chapter((claim("two"),), headlines={"x": "two"})]
    ),
    "one: unknown claim nothing": lambda: Ledger(
        [Chapter((claim("one"),), (proof("one", Status.OPEN, uses=("nothing",)),))]
    ),
    "one: unknown erratum E2": lambda: Ledger([Chapter((claim("one"),), (), (Refutation("one", "E2", check=YES),))]),
    "one: unknown claim repaired": lambda: Ledger(
        [Chapter((claim("one"),), (), (Refutation("one", "E1", "repaired", YES),), (ERRATUM,))]
    ),
    "erratum E1: unknown claim one": lambda: Ledger([Chapter((), (), (), (ERRATUM,))]),
    "claims rest on each other in a circle: one -> two -> one": lambda: Ledger(
        [
            Chapter((claim("one"),), (proof("one", Status.OPEN, uses=("two",)),)),
            Chapter((claim("two"),), (proof("two", Status.OPEN, uses=("one",)),)),
        ]
    ),
    "claims rest on each other in a circle: one -> one": one("it is so", step(using=(Instance("one"),))),
    "ours: nothing rests on this claim": lambda: Ledger([Chapter((claim("ours", document=None),))]),
    "ours: a privacy claim without any proof": lambda: Ledger(
        [Chapter((claim("ours", document=None, kind=Kind.PRIVACY),), headlines={"mechanism": "ours"})]
    ),
    "toy: top is about no code that runs": lambda: headline(Told("of a law", "spec.law"), "code"),
    "toy: a proof of top rests on no claim about its code": lambda: headline("it is so", "words"),
    "toy: a proof of top rests on no claim about its code (another's)": lambda: headline(
        Told("it is so", "impl.other"), "code"
    ),
    "one: a proof without steps": one(FORMAL),
    "one: the proof does not end in the claim": one(FORMAL, step(a * a >= 0), step(a * a > 0)),
    "one: step 1 builds on step 2, which it cannot": one(FORMAL, step(a >= 0, using=(2,)), step(a * a >= 0)),
    "one: step 1 builds on step 1, which it cannot": one(FORMAL, step(a * a >= 0, using=(1,))),
    "one: step 1 builds on step 0, which it cannot": one(FORMAL, step(a * a >= 0, using=(0,))),
    "one: step 1 builds on step 9, which it cannot": one(FORMAL, step(a * a >= 0, using=(9,))),
    "one: step 2 builds on step 1, which it cannot": using("so it is", 1),
    "one: two different things are called p": one(Formula(p > 0), step(Symbol("p") > 0), step(p > 0, using=(1,))),
    "two: two different things are called m_k": lambda: Ledger(
        [Chapter((claim("two", Formula(m[k] > Symbol("m_k"))),))]
    ),
}  # fmt: skip


@pytest.mark.parametrize(("message", "build"), BROKEN.items(), ids=BROKEN)
def test_what_contradicts_itself_is_refused(message: str, build: Callable[[], Ledger]) -> None:
    """Is each way in which a ledger can be broken told in one line, when it is built?"""
    with pytest.raises(LedgerError) as refused:
        build()
    assert str(refused.value) == message.partition(" (")[0]


@pytest.mark.parametrize("top", ["it is so", Told("it is so"), Told("it is so", "impl.toy.part"), FORMAL])
def test_a_headline_rests_on_its_code(top: Statement) -> None:
    """Does a headline stand whose proofs all look at its own code, or at code at all if it names none?"""
    assert headline(top, "code").headlines == {"toy": "top"}


def test_every_proof_of_a_headline_looks_at_its_code() -> None:
    """Is one proof that looks at no code enough to refuse the headline?"""
    with pytest.raises(LedgerError, match="a proof of top rests on no claim about its code"):
        headline(Told("it is so"), "code", "words")


def test_a_promise_is_stated_in_its_own_proof() -> None:
    """Does a step that states the promise itself count as looking at the code?"""
    promise = Told("it is so")
    top = Claim("top", Kind.PRIVACY, promise)
    ledger = Ledger([Chapter((top,), (Proof("top", (Step(promise, "it is run", YES),)),), headlines={"toy": "top"})])
    assert ledger.headlines == {"toy": "top"}


def headline(top: Statement, *uses: str) -> Ledger:
    """A ledger of a mechanism's headline, with a proof by each of these claims."""
    claims = (
        Claim("top", Kind.PRIVACY, top),
        Claim("code", Kind.CONTRACT, Told("it runs", "impl.toy.part"), "paper"),
        Claim("words", Kind.LEMMA, "in words", "paper"),
    )
    last = top.conclusion if isinstance(top, Formula) else "so"
    proofs = tuple(Proof("top", (Step(last, "by it", YES),), (used,)) for used in uses)
    return Ledger([Chapter(claims, proofs, headlines={"toy": "top"})])


def test_a_sentence_is_neither_proved_nor_verified() -> None:
    """Is a sentence ARGUED at best, whatever the checks of its steps say, and a proposition verified by its own?"""
    proposition = Proposition(("t",), "it is so")
    for statement, steps, status in (
        ("it is so", (step("it is so"),), Status.ARGUED),
        ("it is so", (step(a >= 0),), Status.ARGUED),
        (proposition, (step("it is so"),), Status.ARGUED),
        (proposition, (Step(Proposition(("t",), "otherwise"), "", YES),), Status.ARGUED),
        (proposition, (Step(proposition, "", YES),), Status.VERIFIED),
    ):
        ledger = Ledger([Chapter((Claim("one", Kind.LEMMA, statement, "paper"),), (Proof("one", steps),))])
        found = {task.place: Finding(Status.VERIFIED, "planted") for task in ledger.tasks()}
        assert ledger.verdicts(found)["one"].own is status


X = Symbol("x")
NO_INSTANCE: dict[str, tuple[Statement, Instance]] = {
    "it is a sentence": ("so it is", Instance("law")),
    "it is a proposition": (Proposition(("t",), "so it is"), Instance("law")),
    "it is a promise": (Told("so it is"), Instance("law")),
    "it says nothing of any b": (Formula(a > 0), Instance("law", {b: a})),
    "it says nothing of any p": (Formula(Symbol("p") > 0), Instance("law", {p: a})),
    "it says nothing of any s": (Formula(m[k] > 0), Instance("law", {}, {s: (i, a)})),
    "it says nothing of any ∞": (Formula(integral(X, exp(-X), 0, INFINITY) < 2), Instance("law", {INFINITY: b})),
    "infinity is no number": (Formula(integral(X, exp(-X), 0, a) < 1), Instance("law", {a: INFINITY})),
    "a term must not speak of a list that is itself replaced": (
        Formula(m[k] > a),
        Instance("law", {a: m[k]}, {m: (i, s[i])}),
    ),
    "i is a name, for which no other term can stand": (Formula(m[i] > 0), Instance("law", {i: a + 1})),
    "x is a name, for which no other term can stand": (Formula(derivative(X, X) > 0), Instance("law", {X: a + 3})),
    "what stands for a natural number must be put together from natural numbers": (
        Formula(n >= 0),
        Instance("law", {n: a}),
    ),
}


@pytest.mark.parametrize(("reason", "law", "instance"), [(why, *what) for why, what in NO_INSTANCE.items()])
def test_what_a_claim_says_nothing_about(reason: str, law: Statement, instance: Instance) -> None:
    """Is an instance refused that the claim does not have?"""
    with pytest.raises(LedgerError) as refused:
        using(law, instance)()
    assert str(refused.value) == f"one: step 2 takes no instance of law: {reason}"


def test_what_serves_is_no_orphan() -> None:
    """May a claim of ours serve another claim, a repair or a headline?"""
    ours = (
        claim("lemma", document=None),
        claim("repair", document=None),
        claim("top", document=None, kind=Kind.PRIVACY),
    )
    proofs = (proof("top", Status.PROVED, uses=("lemma", "code")),)
    refutation = Refutation("one", "E1", "repair", YES)
    code = Claim("code", Kind.CONTRACT, Told("it runs"))
    ledger = Ledger([Chapter((claim("one"), code, *ours), proofs, (refutation,), (ERRATUM,), {"mechanism": "top"})])
    assert ledger.headlines == {"mechanism": "top"}
    check: Check = next(ledger.tasks(["one"])).check
    assert check.run("anything") == Finding(Status.PROVED, "as planted")
