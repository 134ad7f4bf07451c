"""Are the two Gumbel documents decided, line by line, and are wrong lines kept out?"""

from dataclasses import replace
from functools import cache

import pytest

from proofs.contents import CHAPTERS
from proofs.documents.report_noisy_max_gumbel import running
from proofs.documents.shared_sections import arithmetic
from proofs.engine.checkers.evaluated import Evaluated
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.ledger.ledger import REFUTING, Chapter, Ledger, LedgerError, Task
from proofs.engine.ledger.model import Instance, Proof, Step
from proofs.engine.ledger.status import Status
from spec.documents import ITEMS
from spec.documents import shared_formulas as both
from spec.documents.exponential_candidates_gumbel import formulas as older
from spec.documents.report_noisy_max_gumbel import formulas as newer
from spec.documents.shared_formulas import N, U, i, j, k, s, share, t, tau, weight
from spec.logic.claim import Claim, Kind
from spec.logic.formula import (
    INFINITY,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    derivative,
    exp,
    integral,
    largest,
    ln,
    smallest,
    total,
)
from spec.logic.substitution import NotReplaceable, relisted
from tests.support.toy_ledgers import Says

RNM, EXP = "report_noisy_max_gumbel", "exponential_candidates_gumbel"
UNDECIDED = {
    f"{RNM}.prose.literature_factor_two",
    f"{EXP}.prose.literature_factor_two",
    f"{EXP}.prose.linf_traditional",
}
REFUTED_IN_BOTH = """
    eq1 lemma_~_3 lemma_~_4 lemma_~_4.step_1 lemma_~_4.step_2 lemma_~_4.step_3 prose.exponentially_more_likely
    prose.cold_one_hot prose.underflow prose.shift_underflows prose.linf_factor_two prose.range_opposite_maximises
    prose.range_factor_two prose.monotonic_maximum
"""
REFUTED_IN_ONE = {
    RNM: """
        prose.selects_greatest prose.range_meaning prose.uses_linf postcondition postcondition.1 proof.domain_non_null
        proof.scale_positive lemma_3_1 proof.gumbel_centre privacy.step_9
    """,
    EXP: """
        theorem_2_1.step_2 theorem_2_1.step_4 lemma_4_1 privacy.step_1 privacy.step_5 prose.eq7_implies_eq8
        prose.tighter_analysis proof.m_is_private proof.symmetric_distance_compatible proof.inf_difference_compatible
    """,
}
REFUTED = {
    f"{slug}.{item.replace('~', str(section))}"
    for slug, section in ((RNM, 1), (EXP, 2))
    for item in (REFUTED_IN_BOTH + REFUTED_IN_ONE[slug]).split()
}
CERTIFIED_IN_BOTH = """
    prose.exp_can_underflow prose.exp_can_overflow prose.overflow prose.tails_vanish prose.rounding_accumulates
    prose.rounding_changes_law
"""
CERTIFIED_IN_ONE = """
    precondition.tia precondition.qo prose.metric_stores_monotonic proof.hypothesis proof.map_matches_bound
"""
ONLY_CERTIFIED = {f"{slug}.{item}" for slug in (RNM, EXP) for item in CERTIFIED_IN_BOTH.split()}
ONLY_CERTIFIED |= {f"{RNM}.{item}" for item in CERTIFIED_IN_ONE.split()}
ENGINES_OF_PROOF = {"sympy", "z3", "rule"}


@cache
def ledger() -> Ledger:
    """The whole ledger; one more claim rests on all others, so that none is an orphan."""
    top = Claim("everything", Kind.PROSE, "All of it", "none")
    uses = tuple(claim.id for chapter in CHAPTERS for claim in chapter.claims)
    proof = Proof(top.id, (Step("all", "all", Says(Status.OPEN)),), uses)
    return Ledger([*CHAPTERS, Chapter((top,), (proof,))])


ITEMS_HERE = {item.id for item in ITEMS if item.document in (RNM, EXP) and item.kind is not Kind.LISTING}


def test_all_items_have_evidence() -> None:
    """Has every item but three about other people's writing a proof or a refutation, and none both?"""
    proved = {item for item in ITEMS_HERE if ledger().proofs.get(item)}
    refuted = {item for item in ITEMS_HERE if ledger().refutations.get(item)}
    assert not proved & refuted
    assert ITEMS_HERE - proved - refuted == UNDECIDED
    assert refuted == REFUTED


def test_all_proofs_are_general_but_those_about_numbers() -> None:
    """Has every other item a proof by engines that decide for all n, and not by instances alone?"""
    general = {
        item
        for item in ITEMS_HERE
        for proof in ledger().proofs.get(item, ())
        if {step.check.checker for step in proof.steps} <= ENGINES_OF_PROOF
    }
    assert ITEMS_HERE - REFUTED - UNDECIDED - general == ONLY_CERTIFIED


@pytest.mark.deep
def test_all_refutations_refute() -> None:
    """Does each false item have a witness that shows it?"""
    tasks = [task for task in ledger().tasks(sorted(REFUTED)) if task.place.proof == REFUTING]
    for task in tasks:
        assert task.check.run(task.query).status is Status.REFUTED, task.place


def test_all_that_is_refuted_is_repaired() -> None:
    """Does each false item have a repaired statement with a proof?"""
    repaired = {item: {r.repaired for r in ledger().refutations[item]} - {None} for item in REFUTED}
    assert all(len(claims) == 1 for claims in repaired.values())
    assert all(ledger().proofs[str(claim)] for claims in repaired.values() for claim in claims)


def last_task(claim: str, proof: int = 0) -> Task:
    return [task for task in ledger().tasks([claim]) if task.place.proof == proof][-1]


RATES = both.rate_1, both.rate_2
WRONG: dict[str, tuple[str, Term]] = {
    "all but the winner": (f"{RNM}.theorem_1_1", both.WINS.eq(weight(k) / both.OTHERS)),
    "cooled twice": (f"{RNM}.theorem_1_1", both.WINS.eq(exp(s[k] / (2 * tau)) / both.WEIGHTS)),
    "the winner races itself": (f"{EXP}.theorem_2_1.step_6", both.FIRST.eq(exp(-share(k)) * both.BEATS)),
    "the share of the others": (
        f"{RNM}.theorem_1_1.step_7",
        both.BEATS.eq(both.OTHER_RATE / (share(k) + both.OTHER_RATE)),
    ),
    "a share above one": (f"{RNM}.theorem_1_1.step_8", (share(k) / both.OTHER_RATE).eq(share(k))),
    "noise turned": (f"{RNM}.lemma_1_2.step_4", (ln(share(k) * N) + ln(-ln(U))).eq(ln(share(k) * N / -ln(U)))),
    "reciprocal forgotten": (f"{EXP}.lemma_2_2.step_5", ln(share(k) * N / -ln(U)).eq(-ln(share(k) * N / -ln(U)))),
    "rates multiplied": (
        f"{RNM}.lemma_1_3.step_3",
        (exp(-(RATES[0] * t)) * exp(-(RATES[1] * t))).eq(exp(-(RATES[0] * RATES[1] * t))),
    ),
    "the printed minus sign": ("exponential.race.outer", both.NEGATED.eq(RATES[0] / (RATES[0] + RATES[1]))),
    "the least rise": (
        f"{RNM}.lemma_3_2",
        ln(newer.SCALED_PRIME / newer.SCALED)
        <= both.epsilon * smallest(j, newer.x_prime[j] - newer.x[j]) / both.sensitivity,
    ),
    "half the range": (f"{RNM}.privacy.step_8", newer.BOTH_MOVED <= newer.RANGE / (2 * tau)),
    "the printed sign": (
        f"{EXP}.repaired.lemma_4_1",
        ln(older.SUM_PRIME / older.SUM) >= both.epsilon * older.GREATEST_FALL / both.sensitivity,
    ),
    "the printed direction": (f"{EXP}.repaired.privacy_step_5", older.MOVED <= older.BOUNDED),
    "no loss": (f"{EXP}.repaired.m_is_private", older.SCALED_LOSS <= 0),
    "one score shifted": (
        f"{RNM}.prose.shift_invariance",
        (exp((s[k] + both.c) / tau) / both.WEIGHTS).eq(weight(k) / both.WEIGHTS),
    ),
    "the index of the maximum": (f"{RNM}.theorem_1_1.step_2", both.G[k].eq(largest(i, -ln(both.Z[k] / N)))),
    "hot and unequal": ("softmax.nearly_uniform", total(j, weight(j)) <= total(j, 1) * weight(k)),
    "order turned": ("softmax.order", both.iff(share(i) <= share(j), s[j] <= s[i])),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_lines_are_not_proved(wrong: str) -> None:
    """Does the engine that closes a line refuse it once it is wrong?"""
    claim, statement = WRONG[wrong]
    task = last_task(claim)
    assert isinstance(task.query, Formula)
    assert task.check.run(task.query).status is Status.PROVED
    assert task.check.run(replace(task.query, conclusion=statement)).status is not Status.PROVED


x, y, m = Symbol("x"), Symbol("y"), Family("m")
positive = Symbol("a", Sort.POSITIVE)


def test_exp_and_ln_undo_each_other() -> None:
    """Does z3 know that ln(a) ≤ x exactly if a ≤ e^x, for positive a only?"""
    assert Smt().run(Formula(both.iff(ln(positive) <= x, positive <= exp(x)))).status is Status.PROVED
    assert Smt().run(Formula(ln(exp(x)).eq(x))).status is Status.PROVED
    assert Smt().run(Formula(both.iff(ln(y) <= x, y <= exp(x)))).status is not Status.PROVED
    assert Smt().run(Formula(both.iff(ln(positive) <= x, positive <= exp(2 * x)))).status is not Status.PROVED


def test_lists_are_put_for_families() -> None:
    """Does a lemma about a list hold for any list that is written for it, with nothing captured?"""
    spread = total(i, m[i] * x)
    assert relisted(spread, {m: (j, s[j] + 1)}) == total(i, (s[i] + 1) * x)
    assert relisted(total(x, m[x]), {m: (j, s[j] * x)}) == total(Symbol("x'"), s[Symbol("x'")] * x)
    assert relisted(m[k], {m: (j, total(k, s[k] * s[j]))}) == total(Symbol("k'"), s[Symbol("k'")] * s[k])
    with pytest.raises(NotReplaceable):
        relisted(derivative(x, m[k] * x), {m: (j, s[j] * x)})
    with pytest.raises(NotReplaceable):
        relisted(total(i, Family("w", Sort.POSITIVE)[i]), {Family("w", Sort.POSITIVE): (j, s[j])})


LISTED = Claim("toy.lists", Kind.LEMMA, Formula(total(i, m[i] * x).eq(x * total(i, m[i]))))


@pytest.mark.parametrize(
    ("instance", "complaint"),
    [
        (Instance("toy.lists", {}, {Family("n"): (j, s[j])}), "nothing of any n"),
        (Instance("toy.lists", {x: m[k]}, {m: (j, s[j])}), "itself replaced"),
        (Instance("toy.lists", {}, {m: (j, INFINITY)}), "infinity"),
    ],
)
def test_lists_that_cannot_be_put_are_refused(instance: Instance, complaint: str) -> None:
    """Is an instance of a lemma refused where its lists make no sense?"""
    user = Claim("toy.user", Kind.LEMMA, "uses it", "none")
    proofs = (Proof("toy.lists", (Step(total(i, m[i] * x).eq(x * total(i, m[i])), "", Induction()),)),
              Proof("toy.user", (Step(x.eq(x), "", Smt(), (instance,)),)))  # fmt: skip
    with pytest.raises(LedgerError, match=complaint):
        list(Ledger([Chapter((LISTED, user), proofs)]).tasks())


def test_values_at_a_point_refute_and_never_prove() -> None:
    """Are unequal integrals told apart, equal ones left open, and points outside a sort refused?"""
    area = integral(positive, exp(-(positive * t)), 0, INFINITY)
    found = Evaluated({t: 2}).run(Formula(area.eq(1)))
    assert (found.status, found.detail) == (Status.REFUTED, "1/2 is not 1, at t = 2")
    assert Evaluated({t: 2}).run(Formula(area.eq(1 / t))).status is Status.OPEN
    assert Evaluated({}).run(Formula(area.eq(1))).status is Status.OPEN
    assert Evaluated({t: 2}).run(Formula(area.eq(1), given=(t > 3,))).status is Status.OPEN
    assert Evaluated({t: 2}).run("a sentence").status is Status.OPEN
    with pytest.raises(ValueError, match="> 0"):
        Evaluated({t: 0})


def test_rounded_sums_are_those_of_the_machine() -> None:
    """Are the cumulative sums that floats give the ones computed, and exact where nothing is rounded?"""
    for n in range(1, 40):
        total_so_far = 0.0
        for mass in arithmetic.naive_cumulative(n):
            total_so_far += 1.0 / n
            assert mass == total_so_far
    assert not any(arithmetic.sum_misses_one(n) for n in (1, 2, 3, 4, 5, 8))
    assert not any(arithmetic.errors_grow(n) or arithmetic.law_is_another(n) for n in (1, 2, 4, 8))


def test_checks_of_running_code_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do the checks on the published listing notice another map, another constructor, another metric?"""
    assert running.is_the_bound(running.Asked(0.1, 3.0, False))
    monkeypatch.setattr(running, "built", lambda scale, monotonic=False: triple_of_half(scale))
    assert not running.is_the_bound(running.Asked(0.1, 3.0, False))
    assert not running.is_possible(((0, 0), (1, 0)))
    assert not running.is_possible(((0, 0), (2, 0)))
    assert not running.metric_is_linf("input_metric")


def triple_of_half(scale: float) -> object:
    class Half:
        @staticmethod
        def privacy_map(d_in: float) -> float:
            return d_in / scale / 2

    return Half()
