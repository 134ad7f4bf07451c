"""The exact law of an unmodified program: at the coins, by contract, and together with the coins it used."""

from proofs.engine.law.coins import CoinUse, at_the_coins, with_coins_used
from proofs.engine.law.contract import by_contract
from proofs.engine.law.nearly import nearly_by_contract
from proofs.engine.law.outcome import Failure, Unfinished, key_of
from proofs.engine.law.tree import Law

__all__ = [
    "CoinUse",
    "Failure",
    "Law",
    "Unfinished",
    "at_the_coins",
    "by_contract",
    "key_of",
    "nearly_by_contract",
    "with_coins_used",
]
