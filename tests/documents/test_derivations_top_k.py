"""Peeling, composition, bounded range and their documents: do the proofs close, and does no wrong variant of them?"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from proofs.contents import CHAPTERS
from proofs.documents import range_divergence, zero_concentrated_divergence
from proofs.documents.noisy_top_k import introduction, triple
from proofs.documents.noisy_top_k.errata_on_noise import (
    dependent_noise,
    exponential_noise,
    geometric_noise,
    selects_least,
    trick_in_floats,
)
from proofs.documents.range_divergence.running import Pair, map_bounds_the_range, pairs
from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.rules import Rule
from proofs.engine.checkers.smt import Induction
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Chapter, Ledger
from proofs.engine.ledger.model import WitnessGone
from proofs.engine.ledger.status import Status
from proofs.mechanisms.noisy_top_k.zero_concentrated_divergence import Case, is_concentrated
from proofs.mechanisms.noisy_top_k.zero_concentrated_divergence import Pair as Neighbours
from proofs.mechanisms.permute_and_flip import odds, other_forms, zcdp
from proofs.mechanisms.permute_and_flip import range as permute_and_flip_range
from proofs.mechanisms.range_divergence import Pair as SoundPair
from proofs.mechanisms.range_divergence import is_private
from proofs.theory import composition, exponential_mechanism, one_shot
from proofs.theory.concentration import chord, from_bounded_loss, from_bounded_range, rho
from proofs.theory.concentration.rho import H2, H3, N, bend, u, x, y
from proofs.theory.concentration.rho import rho as price
from spec.documents import ITEMS
from spec.documents.formulas import FORMULAS
from spec.logic.claim import Kind
from spec.logic.formula import (
    INFINITY,
    Apply,
    Bind,
    Family,
    Formula,
    Sort,
    Symbol,
    Term,
    absolute,
    both,
    derivative,
    every,
    exp,
    integral,
    limit,
    product,
    term,
    total,
    walk,
)
from spec.logic.notation import show
from spec.logic.substitution import rebuild
from spec.measurement import Measurement

a, s, t, v = Symbol("a", Sort.POSITIVE), Symbol("s"), Symbol("t"), Symbol("v")
q, j = Family("q", Sort.POSITIVE), Symbol("j")
real = Symbol("z")
QUICK = (
    chord,
    composition,
    exponential_mechanism,
    other_forms,
    one_shot,
    odds,
    permute_and_flip_range,
    from_bounded_loss,
)
REACHED = (chord, exponential_mechanism, odds, from_bounded_loss)
"""The chapters without code of their own that their checks alone run."""
MINE = (chord, rho, from_bounded_range, from_bounded_loss, odds, permute_and_flip_range, zcdp)
DECIDED = (
    range_divergence,
    zero_concentrated_divergence,
    triple,
    introduction,
)


def status(rule: str, conclusion: Term, known: tuple[Term, ...] = (), given: tuple[Term, ...] = ()) -> Status:
    return Rule(rule).run(Formula(conclusion, given, known)).status


IN_TIME = integral(s, exp(-s) * product(j, 1 - exp(-s) * q[j]), 0, INFINITY)
ON_UNIT = integral(v, product(j, 1 - v * q[j]), 0, 1)


def test_substitution_of_a_falling_exponential() -> None:
    """Is u = e^-s put in as it should, and in no other way?"""
    assert status("exponential_time", IN_TIME.eq(ON_UNIT)) is Status.PROVED
    for wrong in (
        integral(s, exp(-s) * product(j, 1 - exp(-s) * q[j]), 1, INFINITY).eq(ON_UNIT),
        IN_TIME.eq(integral(v, product(j, 1 - v * q[j]), 0, 2)),
        IN_TIME.eq(integral(v, product(j, 1 + v * q[j]), 0, 1)),
        integral(s, exp(s) * product(j, 1 - exp(-s) * q[j]), 0, INFINITY).eq(ON_UNIT),
        integral(s, exp(-s) * (s * exp(-s)), 0, INFINITY).eq(integral(v, s * v, 0, 1)),
        integral(s, exp(-s) * (1 / exp(-s)), 0, INFINITY).eq(integral(v, 1 / v, 0, 1)),
    ):
        assert status("exponential_time", wrong) is Status.OPEN


def test_reflection() -> None:
    """Is v = 1 - t put in as it should, and in no other way?"""
    reflected = integral(t, (1 - t) ** 2, 0, 1).eq(integral(v, v**2, 0, 1))
    assert status("reflect", reflected) is Status.PROVED
    assert Symbolic().run(Formula(reflected)).status is Status.PROVED
    for wrong in (
        integral(t, t**2, 0, 1).eq(integral(v, v**2, 0, 1)),
        integral(t, (1 - t) ** 2, 0, 2).eq(integral(v, v**2, 0, 2)),
        integral(t, t * (1 - t), 0, 1).eq(integral(v, t * v, 0, 1)),
    ):
        assert status("reflect", wrong) is Status.OPEN


def test_what_starts_at_zero_and_rises() -> None:
    """Does the rule ask for the limit, the slope and its sign, for every x > 0?"""
    f, slope = exp(x) - 1 - x, exp(x) - 1
    premises = (limit(x, f).eq(0), derivative(x, f).eq(slope), term(0) <= slope)
    assert status("rises", term(0) <= f, premises) is Status.PROVED
    for missing in range(3):
        assert status("rises", term(0) <= f, premises[:missing] + premises[missing + 1 :]) is Status.OPEN
    assert status("rises", term(0) <= f, premises, (x < 1,)) is Status.OPEN
    assert status("rises", term(0) <= f, (), premises) is Status.OPEN
    assert status("rises", term(0) <= -f, premises) is Status.OPEN
    anywhere = (limit(real, real).eq(0), derivative(real, real).eq(term(1)), term(0) <= term(1))
    assert status("rises", term(0) <= real, anywhere) is Status.OPEN


def test_what_holds_of_any_candidate() -> None:
    """Is a statement on a candidate generalised only if nothing is given of that candidate?"""
    known = (q[j] > 0,)
    assert status("generalise", every(j, q[j] > 0), known) is Status.PROVED
    assert status("generalise", every(j, q[j] > 1), known) is Status.OPEN
    assert status("generalise", every(j, q[j] > 1), (q[j] > 1,), (q[j] > 2,)) is Status.OPEN
    assert status("generalise", every(j, q[j] > 1), (), (q[j] > 1,)) is Status.OPEN


def test_linear_arithmetic_refutes_nothing() -> None:
    """Does the abstraction prove what follows from the shape, and say no more than open to all else?"""
    follows = Formula(exp(real) + 1 <= 3, (exp(real) <= 2,))
    assert Linear().run(follows).status is Status.PROVED
    for other in (Formula(exp(real) <= 0), Formula(exp(real) > 0), Formula(real * real >= 0)):
        assert Linear().run(other).status is Status.OPEN
    assert Linear().run("a sentence").status is Status.OPEN


def test_differentiation_proves_what_rises() -> None:
    """Does it prove e^x ≥ 1 + x + x²/2 and the bend of ρ, and nothing that is negative somewhere?"""
    assert Differentiation().run(Formula(term(0) <= exp(x) - 1 - x - Fraction(1, 2) * x**2)).status is Status.PROVED
    assert Differentiation().run(Formula(term(0) <= N(x))).status is Status.PROVED
    for wrong in (
        term(0) <= exp(x) - 1 - x - x**2,
        term(0) <= x - 1,
        term(0) <= 1 - x,
        term(0) <= N(x) - x**9,
        term(0) <= exp(real) - 1,
        term(0) <= exp(x) - exp(y),
        term(0) <= exp(x**2) - 1,
        exp(x) - 1 >= 0,
        term(0) <= exp(x) / x,
    ):
        assert Differentiation().run(Formula(wrong)).status is Status.OPEN
    assert Differentiation().run("a sentence").status is Status.OPEN


def test_limits_are_shown_and_proved() -> None:
    """Is a limit printed, proved if it is right, and not if it is not?"""
    f = (exp(x) - 1) / x
    assert show(limit(x, f)) == "lim_{x↓0} (exp(x) - 1)/x"
    assert Symbolic().run(Formula(limit(x, f).eq(1))).status is Status.PROVED
    assert Symbolic().run(Formula(limit(x, f).eq(2))).status is not Status.PROVED
    assert Symbolic().run(Formula(limit(x, 1 / x).eq(limit(x, 2 / x)))).status is not Status.PROVED


def _risings() -> Iterator[tuple[str, Symbol, Term, Term]]:
    """Every use of the rule: the variable, the function and its slope."""
    for module in (rho, chord, from_bounded_loss):
        for proof in module.CHAPTER.proofs:
            for first, second in zip(proof.steps, proof.steps[1:], strict=False):
                match first.statement, second.statement:
                    case Apply("=", (Bind("lim", variable, f), _)), Apply("=", (Bind("d"), slope)):
                        yield proof.claim, variable, f, slope
                    case _:
                        pass


@pytest.mark.parametrize("rising", tuple(_risings()), ids=lambda rising: rising[0])
def test_balls_agree_with_limits_and_derivatives(rising: tuple[str, Symbol, Term, Term]) -> None:
    """Is the function small near 0, and its difference quotient near the slope, at exact points?"""
    _, variable, f, slope = rising
    others = {part for part in walk(f) if isinstance(part, Symbol)} - {variable}
    here: dict[Symbol | Family, Fraction] = dict.fromkeys(others, Fraction(3, 2))
    near = Balls(({**here, variable: Fraction(1, 2**30)},)).run(Formula(absolute(f) < Fraction(1, 2**20)))
    assert near.status is Status.CERTIFIED
    step = Fraction(1, 2**40)
    moved = Formula(absolute((_at(f, variable, step) - f) / step - slope) < Fraction(1, 2**20))
    assert Balls(({**here, variable: Fraction(2)},)).run(moved).status is Status.CERTIFIED


def _at(f: Term, variable: Symbol, step: Fraction) -> Term:
    return rebuild(f, {variable: variable + step})


@pytest.mark.parametrize(
    "module",
    [pytest.param(module, marks=pytest.mark.untraced) if module in REACHED else module for module in QUICK],
    ids=lambda module: module.__name__.rpartition(".")[2],
)
def test_theorems_close(module: object) -> None:
    """Is every step of these chapters proved, and every instance certified?"""
    chapter = getattr(module, "CHAPTER", None)
    assert isinstance(chapter, Chapter)
    found = {task.place: task.check.run(task.query) for task in _without_support(chapter).tasks()}
    assert found
    assert all(finding.status in (Status.PROVED, Status.CERTIFIED) for finding in found.values())


def _without_support(chapter: Chapter) -> Ledger:
    """The chapter among all others, reduced to its own proofs."""
    chapters = [*CHAPTERS, *(module.CHAPTER for module in MINE if module.CHAPTER not in CHAPTERS)]
    whole = Ledger(chapters)
    own = {claim.id for claim in chapter.claims}
    whole.proofs = {claim: proofs for claim, proofs in whole.proofs.items() if claim in own}
    whole.refutations = {}
    return whole


E, low, high = Symbol("E", Sort.POSITIVE), Symbol("low", Sort.POSITIVE), Symbol("high")
b, n, m = Family("b", Sort.POSITIVE), Family("N", Sort.POSITIVE), Family("M", Sort.POSITIVE)


def test_range_does_not_compose_by_adding() -> None:
    """Is E a round too little for the rounds after the first, where E² is enough?"""
    claim = composition.LATER.claim.statement
    assert isinstance(claim, Formula)
    index = composition.m_
    one = Formula(composition.TOWARDS_Y <= product(index, composition.E) * composition.TOWARDS_Z, claim.given)
    invariant = (both(composition.TOWARDS_Y > 0, composition.TOWARDS_Z > 0, product(index, composition.E) > 0),)
    assert Induction(invariant=invariant, least=0).run(one).status is not Status.PROVED


def test_smallest_pair_on_which_the_printed_range_map_fails() -> None:
    """Is it four scores, and is every smaller pair within the map?"""
    failing = next(pair for pair in pairs() if not map_bounds_the_range(pair))
    assert failing == Pair((1, 1, 0, 0), (0, 0, 0, 0), 2)
    assert is_private(SoundPair(failing.x, failing.other, 1.0, failing.k))


def test_range_of_the_smallest_pair_by_hand() -> None:
    """With weights (2, 2, 1, 1) against (1, 1, 1, 1), is e^range 5, more than 2²?"""
    race = composition.Race((2, 2, 1, 1), (1, 1, 1, 1), 2)
    assert composition.spread(race) == 5 > 2**2
    assert composition.spread(composition.Race((200, 2, 100, 1), (100, 1, 100, 1), 2)) == Fraction(812, 103)


def test_printed_density_is_refuted_and_the_other_proved() -> None:
    """Does sympy prove the density of the one document only, and do balls refute the other?"""
    symbols: list[Symbol | Family] = [*_symbols("range_divergence.eq1")]
    point = dict(zip(symbols, (-2, -1, 0, 1), strict=True))
    assert Balls((point,)).run(FORMULAS["range_divergence.eq1"]).status is Status.REFUTED
    assert Symbolic().run(FORMULAS["range_divergence.eq1"]).status is not Status.PROVED
    assert Symbolic().run(FORMULAS["zero_concentrated_divergence.eq1"]).status is Status.PROVED


def _symbols(id: str) -> list[Symbol]:
    """a, b, μ and β, without the variable of integration."""
    found = {part for part in walk(FORMULAS[id].conclusion) if isinstance(part, Symbol)}
    return sorted((symbol for symbol in found if symbol.name in "abμβ"), key=lambda symbol: "abμβ".index(symbol.name))


def test_a_map_that_is_too_small_is_noticed() -> None:
    """Would the grid over α tell a tenth of the bound from the bound?"""
    pair = Neighbours(Case((0, 3), 0.5, 1, False), (1, 2), False)
    assert is_concentrated(pair)

    class Smaller(Case):
        def mechanism(self, monotonic: bool = False) -> Measurement[list[int]]:
            whole = super().mechanism(monotonic)
            return replace(whole, privacy_map=lambda d_in: whole.privacy_map(d_in) / 10)

    assert not is_concentrated(pair._replace(case=Smaller(*pair.case)))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("wrong", "check"),
    [
        (Formula(term(0) <= price(x) - x**2 / 8), Linear()),
        (Formula(derivative(x, H2(x)).eq(-H3(x))), Symbolic()),
        (Formula(derivative(x, H3(x)).eq(bend(x))), Symbolic()),
        (Formula(limit(x, H3(x)).eq(Fraction(1, 3))), Symbolic()),
        (Formula((u + u**2 / y).eq(u + u / y)), Symbolic()),
        (Formula(total(j, q[j] / a).eq(total(j, q[j]) * a)), Induction()),
    ],
)
def test_wrong_variants_do_not_pass(wrong: Formula, check: Symbolic | Linear | Induction) -> None:
    """Is a flipped sign, another constant or a swapped operation refused?"""
    assert check.run(wrong).status is not Status.PROVED


@pytest.mark.parametrize("slug", ["range_divergence", "zero_concentrated_divergence", "noisy_top_k"])
def test_every_item_is_decided(slug: str) -> None:
    """Has every item that is no listing line a proof or a refutation, and every refutation of ours a repair?"""
    claimed = {proof.claim for module in DECIDED for proof in module.CHAPTER.proofs}
    refutations = [refutation for module in DECIDED for refutation in module.CHAPTER.refutations]
    decided = claimed | {refutation.claim for refutation in refutations}
    items = {item.id for item in ITEMS if item.document == slug and item.kind is not Kind.LISTING}
    assert items <= decided
    assert all(refutation.repaired for refutation in refutations)
    assert not claimed & {refutation.claim for refutation in refutations}


def test_witnesses_tell_their_defect() -> None:
    """Do the witnesses of this chapter show what they say?"""
    assert "41" in trick_in_floats()
    assert "always wins" in dependent_noise()
    assert "(0,)" in selects_least()
    assert "variance 2," in geometric_noise()
    assert "20.78" in exponential_noise()


@pytest.mark.parametrize(
    "repaired",
    [
        lambda: trick_in_floats(120),
        lambda: dependent_noise(0),
        lambda: selects_least(False),
        lambda: exponential_noise(5, 6),
    ],
)
def test_a_repair_makes_the_witness_disappear(repaired: object) -> None:
    """Is the defect gone with more bits, the likelier winner, the other direction, or a small ρ?"""
    assert callable(repaired)
    with pytest.raises(WitnessGone):
        repaired()


def test_the_tight_constant_is_between_the_known_bounds() -> None:
    """Is ρ(1) = 0.1233, ρ(4) = 1.670 and ρ(8) = 4.923, below η²/8 and η?"""
    eta = Symbol("η", Sort.POSITIVE)
    for value, about in ((1, Fraction(1233, 10000)), (4, Fraction(1670, 1000)), (8, Fraction(4923, 1000))):
        near = Formula(absolute(price(eta) - about) < Fraction(1, 1000))
        assert Balls(({eta: value},)).run(near).status is Status.CERTIFIED
        below = Formula(both(price(eta) < eta**2 / 8, price(eta) < eta))
        assert Balls(({eta: value},)).run(below).status is Status.CERTIFIED
