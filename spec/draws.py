"""The coins of the operating system: what is assumed of them, and what a release on them promises.

The promises of the mechanisms speak of independent fair coins. Assumed: that the bits of the operating system are such
coins; no program can show that of its own. Promised, on this one assumption: a release on them keeps all that the
mechanisms promise, because each bit is handed on as a coin, once and in order.
"""

from spec.logic.claim import Claim, Kind

FAIR_COINS = Claim(
    "randomness.fair_coins",
    Kind.PRECONDITION,
    "The bits that the operating system hands out are 0 or 1 with probability 1/2 each, independent of each other",
)
RELEASE = Claim(
    "randomness.release",
    Kind.PRIVACY,
    "A release on the operating system's entropy keeps what the theorems promise of fair coins",
)
