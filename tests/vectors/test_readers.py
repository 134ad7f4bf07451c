"""Are the test vectors enough to check an implementation without ours?"""

import pytest

from proofs.vectors.files import DIGESTS
from tests.support.committed_vectors import ALL, DEEPER, READ
from tests.support.vector_reader import RUNS, Ratio, Reader, differences, digest, last_best


def test_an_independent_reader_meets_the_vectors() -> None:
    """Do samplers and selections written anew, on integers alone, meet every vector of theirs?"""
    assert {vector["function"] for vector in ALL} >= set(RUNS)
    assert differences(ALL) == []


def test_an_independent_reader_meets_the_digests() -> None:
    """Do 1,000 tapes a function come out the same to the coin?"""
    known = [kept for kept in READ[DIGESTS]["digests"] if kept["function"] in RUNS]
    assert len(known) == 9
    for kept in known:
        assert digest(kept, DEEPER) == kept["sha256"][str(DEEPER)], kept["name"]


class LastCoinFirst(Reader):
    def number(self, coins: list[int]) -> int:
        return super().number(coins[::-1])


class Modulo(Reader):
    def attempt(self, n: int) -> int | None:
        return self.number([self.coin() for _ in range((n - 1).bit_length())]) % n


class OneCoinMore(Reader):
    def rational(self, p: tuple[int, int]) -> bool:
        self.coin()
        return super().rational(p)


class SixtyFourBits(Reader):
    def rational(self, p: tuple[int, int]) -> bool:
        return super().rational((p[0] * 2**64 // p[1], 2**64))


class StopsDividing(Reader):
    def exp1(self, x: tuple[int, int]) -> bool:
        k = 1
        while self.rational((x[0], x[1] * min(k, 2))):
            k += 1
        return k % 2 == 1


class RestFirst(Reader):
    def exp(self, x: tuple[int, int]) -> bool:
        return self.exp1((x[0] % x[1], x[1])) and all(self.exp1((1, 1)) for _ in range(x[0] // x[1]))


class Shifts(Reader):
    def second_place(self, order: list[int], at: int) -> list[int]:
        return order[:at] + order[at + 1 :]


class NeverTwice(Reader):
    def exponential(self, x: list[Ratio], scale: Ratio) -> int:
        return self.flip(x, scale)


class BestInstead(Reader):
    def propose(self, x: list[Ratio], scale: Ratio) -> int | None:
        found = super().propose(x, scale)
        return last_best(x) if found is None else found


class InOrderOfRemoval(Reader):
    def original(self, place: int, removed: list[int]) -> int:
        for index in removed:
            place += index <= place
        return place


@pytest.mark.parametrize(
    ("wrong", "caught"),
    [
        (LastCoinFirst, "attempt_uniform_uint_below/first_coin_weighs_most"),
        (Modulo, "attempt_uniform_uint_below/n_itself"),
        (OneCoinMore, "sample_bernoulli_rational/zero"),
        (SixtyFourBits, "sample_bernoulli_rational/long_tie"),
        (StopsDividing, "sample_bernoulli_exp1/third_says_no"),
        (RestFirst, "sample_bernoulli_exp/above_one_true"),
        (Shifts, "permute_and_flip/swapped_not_shifted"),
        (NeverTwice, "exponential_mechanism/turned_down_and_taken"),
        (BestInstead, "attempt_exponential_mechanism/turned_down"),
        (InOrderOfRemoval, "original_index/unsorted"),
    ],
)
def test_a_wrong_reader_is_caught(wrong: type[Reader], caught: str) -> None:
    """Does the vector that is there for a mistake catch it?"""
    assert caught in differences(ALL, wrong)
