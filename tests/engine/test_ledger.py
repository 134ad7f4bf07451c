"""Are verdicts computed as the design says, and is a ledger that contradicts itself refused?"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product

import pytest

from proofs.engine.ledger.ledger import REFUTING, Chapter, Ledger, LedgerError, Place, Verdict
from proofs.engine.ledger.model import Check, Erratum, Finding, Instance, Proof, Refutation, Severity, Step
from proofs.engine.ledger.status import Status, best, worst
from spec.logic.claim import Claim, Kind
from spec.logic.formula import (
    INFINITY,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    both,
    derivative,
    exp,
    implies,
    integral,
    total,
)
from tests.support.toy_ledgers import Says, Tells

a, b = Symbol("a"), Symbol("b")
p, n = Symbol("p", Sort.POSITIVE), Symbol("n", Sort.NATURAL)
i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
m, s = Family("m"), Family("s")
YES = Says(Status.PROVED)
SCALE = (Status.PROVED, Status.CERTIFIED, Status.TESTED, Status.ASSUMED, Status.OPEN, Status.REFUTED)


def claim(
    name: str, statement: Formula | str = "so it is", document: str | None = "paper", kind: Kind = Kind.LEMMA
) -> Claim:
    return Claim(name, kind, statement, document)


def step(
    statement: Term | str = "by hand", status: Status = Status.PROVED, using: tuple[int | Instance, ...] = ()
) -> Step:
    return Step(statement, "because", Says(status), using)


def proof(of: str, *statuses: Status, uses: tuple[str, ...] = ()) -> Proof:
    return Proof(of, tuple(step(status=status) for status in statuses), uses)


ERRATUM = Erratum("E1", "paper", ("one",), Severity.TYPO, "says", "truth", "repair", Tells())


def verdicts(*proofs: Proof, refuted: Mapping[str, Status] | None = None) -> dict[str, Verdict]:
    """What the planted findings of the proofs amount to, for the claims that occur in them."""
    refuted = refuted or {}
    names = dict.fromkeys([*refuted, *(name for q in proofs for name in (*q.uses, q.claim))])
    refutations = tuple(Refutation(name, "E1", check=Says(status)) for name, status in refuted.items())
    erratum = replace(ERRATUM, where=tuple(names)[:1])
    ledger = Ledger([Chapter(tuple(map(claim, names)), proofs, refutations, (erratum,))])
    return ledger.verdicts({task.place: task.check.run(task.query) for task in ledger.tasks()})


def test_a_chain_is_as_strong_as_its_weakest_link() -> None:
    """Is the worst of statuses the weaker one, the best the stronger one, for every pair, and for none at all?"""
    for (strong, one), (weak, other) in product(enumerate(SCALE), repeat=2):
        assert worst([one, other]) is SCALE[max(strong, weak)]
        assert best([one, other]) is SCALE[min(strong, weak)]
    assert (worst([]), best([])) == (Status.PROVED, Status.OPEN)


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
    assert found["lemma"] == Verdict(Status.PROVED, Status.TESTED, ())
    assert found["top"] == Verdict(Status.PROVED, Status.ASSUMED, ("axiom",))
    assert found["apart"] == Verdict(Status.CERTIFIED, Status.CERTIFIED, ())
    assert found["axiom"].assumptions == ("axiom",)


def test_only_the_chosen_proof_is_rested_on() -> None:
    """Does a claim rest on what its best proof uses, and not on what a weaker one does?"""
    found = verdicts(
        proof("axiom", Status.ASSUMED), proof("one", Status.TESTED, uses=("axiom",)), proof("one", Status.PROVED)
    )
    assert found["one"] == Verdict(Status.PROVED, Status.PROVED, ())


def test_listing_lines_take_no_part_in_standings() -> None:
    """Is a claim about a transcribed line no weaker for it, and a line itself nothing but transcribed?"""
    found = verdicts(
        proof("open", Status.OPEN),
        proof("line", Status.TRANSCRIBED, uses=("open",)),
        proof("one", Status.PROVED, uses=("line",)),
        proof("two", Status.TESTED, uses=("line", "open")),
    )
    assert found["line"] == Verdict(Status.TRANSCRIBED, Status.TRANSCRIBED, ())
    assert found["one"].standing is Status.PROVED
    assert found["two"].standing is Status.OPEN


@pytest.mark.parametrize(("evidence", "own"), [(Status.OPEN, Status.REFUTED), (Status.TESTED, Status.REFUTED)])
def test_a_witness_refutes(evidence: Status, own: Status) -> None:
    """Does a witness make a claim refuted, and with it all that rests on the claim?"""
    found = verdicts(
        proof("one", evidence), proof("two", Status.PROVED, uses=("one",)), refuted={"one": Status.REFUTED}
    )
    assert found["one"] == Verdict(own, own, ())
    assert found["two"] == Verdict(Status.PROVED, Status.REFUTED, ())
    assert verdicts(proof("one", evidence), refuted={"one": Status.OPEN})["one"].own is evidence


@pytest.mark.parametrize("status", [Status.PROVED, Status.CERTIFIED])
def test_a_claim_is_not_both_true_and_false(status: Status) -> None:
    """Is it an internal error if one check proves what another refutes?"""
    with pytest.raises(LedgerError, match=f"one is both {status.value} and REFUTED"):
        verdicts(proof("one", status), refuted={"one": Status.REFUTED})


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
    ledger = Ledger([Chapter((claim("one"),), (Proof("one", (step(a >= 0),)),))])
    assert [task.query for task in ledger.tasks()] == [Formula(a >= 0)]


FORMAL = Formula(a * a >= 0, (a > 0,))


def one(statement: Formula | str, *steps: Step) -> Callable[[], Ledger]:
    """A ledger of one claim and one proof."""
    return lambda: Ledger([Chapter((claim("one", statement),), (Proof("one", steps),))])


def using(statement: Formula | str, support: int | Instance) -> Callable[[], Ledger]:
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
    assert str(refused.value) == message


X = Symbol("x")
NO_INSTANCE = {
    "it is a sentence": ("so it is", Instance("law")),
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
def test_what_a_claim_says_nothing_about(reason: str, law: Formula | str, instance: Instance) -> None:
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
    proofs = (proof("top", Status.PROVED, uses=("lemma",)),)
    refutation = Refutation("one", "E1", "repair", YES)
    ledger = Ledger([Chapter((claim("one"), *ours), proofs, (refutation,), (ERRATUM,), {"mechanism": "top"})])
    assert ledger.headlines == {"mechanism": "top"}
    check: Check = next(ledger.tasks(["one"])).check
    assert check.run("anything") == Finding(Status.PROVED, "as planted")
