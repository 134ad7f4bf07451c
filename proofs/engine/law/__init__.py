"""The exact law of an unmodified program: at the coins, by contract, and together with the coins it used."""

from proofs.engine.law.measure import CoinUse, Law, at_the_coins, by_contract, with_coins_used
from proofs.engine.law.outcome import Failure, Unfinished, key_of

__all__ = [
    "CoinUse",
    "Failure",
    "Law",
    "Unfinished",
    "at_the_coins",
    "by_contract",
    "key_of",
    "with_coins_used",
]
