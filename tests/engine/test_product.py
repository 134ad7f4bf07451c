"""Are laws that share their rounds the laws of the contracts, and products as good as what they multiply out to?"""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from impl.registry import MAX
from proofs.engine.divergence import NotALaw, Pair, Verdict, exactly, judge, pair
from proofs.engine.divergence.pair import Mass
from proofs.engine.enclosure import as_product, compare, enclose, sign
from proofs.engine.product import Factor, Product, law_of_shared_rounds, without_common
from proofs.worst.maps import _softmax
from spec.gumbel import law_of_noisy_order
from spec.peeling import OneRound, law_of_rounds
from spec.permute_and_flip import law_of_permute_and_flip
from spec.weights import ONE, ZERO, ExpRatio, Law, exp_minus, rational

F = Fraction
VECTORS = [(5,), (0, 0, 0), (3, -1, 0, 2), (0, F(1, 3), 7, 1)]


def scores(x: Sequence[int | Fraction]) -> tuple[Fraction, ...]:
    return tuple(map(F, x))


def of_contract(one_round: OneRound, x: Sequence[Fraction], scale: Fraction, k: int) -> Law:
    if one_round is _softmax:
        return law_of_noisy_order(x, scale, k)
    return law_of_rounds(one_round, x, scale, k)


@pytest.mark.parametrize("one_round", [law_of_permute_and_flip, _softmax])
@pytest.mark.parametrize("x", VECTORS, ids=str)
@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_shared_rounds_are_the_law(one_round: OneRound, x: Sequence[int], k: int) -> None:
    """Has every outcome exactly the probability that the contract says, rounds multiplied out?"""
    stated = dict(of_contract(one_round, scores(x), F(2), k))
    shared = dict(law_of_shared_rounds(one_round, scores(x), F(2), k))
    assert stated.keys() == shared.keys()
    assert all(stated[order] == shared[order].multiplied_out() for order in stated)


@pytest.mark.parametrize("one_round", [law_of_permute_and_flip, _softmax])
def test_shared_rounds_without_noise(one_round: OneRound) -> None:
    """Is the law at scale 0 the one order that the contract says, and nothing else?"""
    x = scores((1, 3, 3, 2))
    shared = law_of_shared_rounds(one_round, x, F(0), 3)
    assert [(order, share.multiplied_out()) for order, share in shared if share] == of_contract(one_round, x, F(0), 3)


def test_each_set_is_asked_once() -> None:
    """Is one round computed once for each set of candidates that can be left?"""
    asked: list[tuple[Fraction, ...]] = []

    def counting(x: Sequence[Fraction], scale: Fraction) -> Law:
        asked.append(tuple(x))
        return law_of_permute_and_flip(x, scale)

    law_of_shared_rounds(counting, scores((0, 1, 2, 3)), F(1), 3)
    assert len(asked) == len(set(asked)) == 1 + 4 + 6


def products() -> list[tuple[Product, ExpRatio]]:
    third = ONE / (ONE + exp_minus(1) + exp_minus(2))
    factors = [Factor(third), Factor(rational(F(1, 3)) + exp_minus(F(1, 2))), Factor(-exp_minus(4))]
    return [(Product(tuple(factors[:m])), Product(tuple(factors[:m])).multiplied_out()) for m in range(4)]


def test_products_are_what_they_multiply_out_to() -> None:
    """Do signs, balls and comparisons agree with those of the one quotient?"""
    for product, quotient in products():
        assert sign(product) == sign(quotient)
        for bits in (64, 128, 64):
            assert enclose(product, bits).overlaps(enclose(quotient, bits))
        assert enclose(product, 128).rad() < 2.0**-100
        assert compare(product, quotient) == 0
        assert compare(product, quotient + exp_minus(900)) == -1
        assert bool(product) is bool(quotient)
        assert product.terms >= len(quotient.over.terms) * len(quotient.under.terms)
        assert as_product(product) is product
        assert as_product(quotient).multiplied_out() == quotient
    nothing = Product((Factor(ONE), Factor(ZERO)))
    assert not nothing
    assert sign(nothing) == 0


def test_what_is_common_goes() -> None:
    """Do factors that differ by one exponential leave that, and do all others stay?"""
    a, b = ONE + exp_minus(1), ONE + exp_minus(3)
    over = Product((Factor(a * exp_minus(2)), Factor(a), Factor(ZERO), Factor(a / b)))
    under = Product((Factor(a * rational(3)), Factor(b), Factor(a), Factor(exp_minus(1) * a / b)))
    left, below = without_common(over, under)
    assert [factor.weight for factor in left.factors] == [
        exp_minus(2) / rational(3), a, ZERO, exp_minus(-1),
    ]  # fmt: skip
    assert [factor.weight for factor in below.factors] == [ONE, b, a, ONE]
    assert left.multiplied_out() * under.multiplied_out() == over.multiplied_out() * below.multiplied_out()


def test_a_round_that_is_forgotten_makes_no_law() -> None:
    """Are products that leave a round out refused, since they sum to more than 1?"""
    law = law_of_shared_rounds(law_of_permute_and_flip, scores((0, 1, 2)), F(1), 2)
    cut = [(order, Product(share.factors[:1])) for order, share in law]
    with pytest.raises(NotALaw):
        pair(cut, law)


@pytest.mark.parametrize(("claim", "verdict"), [(F(4), Verdict.HELD), (4 - F(1, 2**200), Verdict.EXCEEDED)])
def test_a_claim_that_four_rounds_reach_is_decided(claim: Fraction, verdict: Verdict) -> None:
    """Is a loss of exactly 4 in four rounds told from a claim of 4 - 2^-200, however many terms there are?"""
    x = scores((0, F(1, 3), F(1, 2), 1, F(5, 3), 2, 3))
    rounds = [share for _, share in law_of_permute_and_flip(x, F(1))[:4]]
    p, q = (Product(tuple(Factor(share * factor) for share in rounds)) for factor in (ONE, exp_minus(1)))
    assert p.terms * q.terms > 2**30
    of = Pair((Mass(0, p, q),), F(0), F(0))
    assert judge(MAX, of, exactly(claim)) is verdict


def test_equal_laws_in_other_words_are_identical() -> None:
    """Are the laws at shifted scores told to be the same, though no ball shows it?"""
    x = scores((0, 1, 5))
    laws = [law_of_shared_rounds(_softmax, [score + shift for score in x], F(1), 2) for shift in (0, 3)]
    assert pair(*laws).identical()
    assert not pair(laws[0], law_of_shared_rounds(_softmax, scores((0, 1, 6)), F(1), 2)).identical()
