"""Do the verdicts on tightness close, and does no wrong variant of them?"""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from proofs.contents import ledger
from proofs.engine.checkers.balls import Balls, Region
from proofs.engine.checkers.differentiation import Differentiation
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.ledger import Ledger, Task
from proofs.engine.ledger.model import Check
from proofs.engine.ledger.status import Status
from proofs.mechanisms.tight_maps import looseness, privacy, tightness, verdicts
from proofs.mechanisms.tight_maps.looseness import FACTOR, KL, NEEDED, OF_R, ahead, between
from proofs.mechanisms.tight_maps.tightness import (
    E,
    K,
    divergence,
    factors,
    j,
    m,
    mean,
    mean_prime,
    own,
    ratio,
    rest,
    rest_prime,
    short,
)
from proofs.mechanisms.tight_maps.verdicts import (
    NearlyTight,
    diverges_nearly_as_much,
    far_ahead,
    loses_nearly_all,
    two_groups,
)
from proofs.theory.concentration import monotonicity
from proofs.theory.concentration.monotonicity import HALF, RISEN, SLOPE, R
from proofs.theory.concentration.rho import H2, rho, x
from spec.logic.formula import Formula, Term, derivative, every, exp, function, limit, ln, product, term
from spec.space import MaxDivergence, Measure, ZeroConcentratedDivergence

SHOWN = (Status.VERIFIED, Status.PROVED, Status.CERTIFIED)


@pytest.fixture(scope="module")
def book() -> Ledger:
    """The real ledger."""
    return ledger()


def tasks(book: Ledger) -> Iterator[Task]:
    """All checks of the chapters but those that run code, and but what takes sympy seconds."""
    chapters = (monotonicity, privacy, tightness, looseness)
    wanted = [claim.id for chapter in chapters for claim in chapter.CHAPTER.claims]
    for task in book.tasks(wanted):
        slow = isinstance(task.check, Symbolic) and task.place.claim.startswith("tight_bounds")
        if not slow and task.check.checker != "statistics":
            yield task


@pytest.mark.deep
def test_every_step_closes(book: Ledger) -> None:
    """Is every step of the tight bounds, of their privacy and of their tightness shown?"""
    found = {task.place: task.check.run(task.query) for task in tasks(book)}
    assert len(found) > 80
    assert [place for place, finding in found.items() if finding.status not in SHOWN] == []


def test_every_claim_is_proved_but_the_numbers(book: Ledger) -> None:
    """Do only claims that quote numbers or run code rest on balls or cases?"""
    chapters = (monotonicity, privacy, tightness, looseness, verdicts)
    certified = {
        claim.id
        for chapter in chapters
        for claim in chapter.CHAPTER.claims
        if any(step.check.checker in ("arb", "exhaustion") for proof in book.proofs[claim.id] for step in proof.steps)
    }
    assert certified == {
        "tightness.factors",
        "tightness.permute_and_flip_zero_concentrated",
        "tightness.verdicts",
    }


WRONG: tuple[tuple[str, Check, Term, tuple[Term, ...]], ...] = (
    ("ρ falls", Differentiation(), term(0) <= -SLOPE, ()),
    ("x²/8 is below ρ", Differentiation(), term(0) <= 4 * SLOPE - x**2 * RISEN**2, ()),
    ("R is above 2·ε", Smt(), R(x) >= 2 * x, ()),
    ("R(ε) is e^(R/2)", Symbolic(), exp(HALF * R(x)).eq(2 * exp(x) - 1), ()),
    ("tanh of ε", Symbolic(), (1 - 8 / (OF_R**2 + 2 * OF_R + 5)).eq(function("tanh", x)), ()),
    ("the slope of 1/factor", Symbolic(), derivative(x, NEEDED).eq(-(8 * (2 * rho(x) - H2(x)) / x**3)), ()),
    ("a heavy one too light", Smt(), E * (K + m) / (K + E * m) >= E * (1 - short), (E > 1, K >= m)),
    ("I and I' exchanged", Smt(), E * (mean / mean_prime) >= E * (1 - short), (mean <= HALF, mean_prime >= HALF / 2)),
    (
        "a round that loses less",
        Induction(least=0),
        product(j, factors[j]) >= product(j, E),
        (every(j, factors[j] >= 1),),
    ),
    (
        "reached where none moved",
        Smt(),
        ratio * (own + rest_prime) < E * (ratio * own + rest),
        (E >= 1, ratio >= 1, ratio <= E, rest >= rest_prime),
    ),
    ("another limit", Symbolic(), limit(tightness.u, ln(E * exp(-tightness.u))).eq(ln(E) - 1), ()),
    ("no move, no divergence", Symbolic(), divergence(tightness.a, tightness.b).eq(0), ()),
)


@pytest.mark.parametrize(("check", "statement", "given"), [entry[1:] for entry in WRONG], ids=[e[0] for e in WRONG])
def test_wrong_variants_do_not_close(check: Check, statement: Term, given: tuple[Term, ...]) -> None:
    """Is a wrong variant of a step refused?"""
    assert check.run(Formula(statement, given)).status not in SHOWN


@pytest.mark.parametrize(
    ("number", "at"),
    [
        (between("1.0138", FACTOR, "1.0139"), {x: Fraction(1)}),
        (between("8.12", x / rho(x), "8.13"), {x: Fraction(1)}),
        (KL >= Fraction("0.989") * rho(R(x)), {x: Fraction(1), ahead: Fraction("0.423")}),
        (KL >= Fraction("0.988") * rho(R(x)), {x: Fraction(1), ahead: Fraction("0.8")}),
        (KL >= Fraction("0.988") * rho(2 * x), {x: Fraction(1), ahead: Fraction("0.423")}),
    ],
    ids=["factor", "published", "share", "another pair", "2·ε for R"],
)
def test_wrong_numbers_are_refuted(number: Term, at: Region) -> None:
    """Is a number refuted that is off in the last digit, or that belongs to another pair?"""
    assert Balls((at,)).run(Formula(number)).status is Status.REFUTED


def test_pairs_that_lose_nearly_all() -> None:
    """Do the pairs reach their share of the tight map, no more than there is, and other pairs less?"""
    pairs = [pair for pair in far_ahead() if pair.k < 3]
    assert all(map(loses_nearly_all, pairs))
    near = pairs[0]._replace(scores=(pairs[0].eta, Fraction(0)), nearby=(Fraction(0), Fraction(0)))
    gumbel = near._replace(mechanism=ZeroConcentratedDivergence())
    assert loses_nearly_all(near._replace(share=Fraction(1, 2)))
    assert not loses_nearly_all(gumbel)
    assert not any(loses_nearly_all(pair._replace(share=Fraction(1001, 1000))) for pair in pairs)


def test_a_map_that_is_exceeded_is_noticed() -> None:
    """Is a pair refused that loses more than a map says, here because half the distance is asked?"""

    class Half(NearlyTight):
        def claimed(self, measure: Measure) -> Fraction:
            return super().claimed(measure) / 2

    assert not any(loses_nearly_all(Half(*pair)) for pair in far_ahead() if pair.k == 1)
    assert not any(diverges_nearly_as_much(Half(*pair)) for pair in two_groups() if pair.k == 1)


def test_pairs_that_diverge_nearly_as_much() -> None:
    """Do the pairs reach their share of the tight map, and no greater share?"""
    assert all(map(diverges_nearly_as_much, two_groups()))
    assert not any(diverges_nearly_as_much(pair._replace(share=Fraction(1))) for pair in two_groups() if pair.k == 1)


def test_permute_and_flip_reaches_its_bound() -> None:
    """Do two candidates lose all of the bound by permute-and-flip, and less than all with Gumbel noise?"""
    nearby = (Fraction(-1), Fraction(0))
    pair = NearlyTight(Fraction(1), (Fraction(0), Fraction(0)), nearby, 1, MaxDivergence(), Fraction(1))
    assert loses_nearly_all(pair)
    assert not loses_nearly_all(pair._replace(mechanism=ZeroConcentratedDivergence()))
