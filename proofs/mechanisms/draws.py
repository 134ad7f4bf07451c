"""The one assumption about randomness, and what it takes to run the mechanisms on it.

The theorems about mechanisms speak of independent fair coins. A release on the operating system's entropy keeps them
if that entropy consists of such coins, and if each of them is used once.
"""

from collections.abc import Iterable

from impl.draws import FETCH, SystemDraw
from proofs.engine.checkers.assumed import Assumed
from proofs.engine.checkers.exhaustive import Exhaustive
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from spec.draws import FAIR_COINS, RELEASE

COINS = 2 * 8 * FETCH
"""As many as two refills hold."""


def single_bits() -> Iterable[int]:
    """The places of a bit that alone is set, in entropy for two refills."""
    return range(COINS)


def is_handed_on(place: int) -> bool:
    """Of all coins, the one at the place of the bit shows 1, the lowest bit of a byte coming first."""
    entropy = (1 << place).to_bytes(2 * FETCH, "little")
    refills = iter((entropy[:FETCH], entropy[FETCH:]))
    draw = SystemDraw(source=lambda size: next(refills))
    return [i for i in range(COINS) if draw.bit()] == [place]


CHAPTER = Chapter(
    claims=(FAIR_COINS, RELEASE),
    proofs=(
        Proof(
            FAIR_COINS.id,
            (
                Step(
                    "The bits of the operating system are independent fair coins",
                    "no program can show this of its own coins",
                    Assumed("the operating system's random number generator, read through os.urandom"),
                ),
            ),
        ),
        Proof(
            RELEASE.id,
            (
                Step(
                    "The coins are the bits of the entropy, in order",
                    "a bit that is dropped, repeated or moved would show; so the coins are as good as the bits",
                    Exhaustive("each bit of two refills, set alone", single_bits, is_handed_on),
                ),
            ),
            uses=(
                FAIR_COINS.id,
                "make_noisy_top_k.max_divergence.privacy",
                "make_noisy_top_k.zero_concentrated.privacy",
                "make_report_noisy_max_gumbel.privacy",
                "make_base_exponential_candidates_gumbel.privacy",
                "make_inverse_transform.privacy",
                "RangeDivergence.privacy",
                "fast.privacy",
            ),
        ),
    ),
    headlines={"any mechanism, on the operating system's coins": RELEASE.id},
)
