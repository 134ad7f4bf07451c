"""Python source to Gallina, by the syntax tree alone: a small subset, and a refusal of all that is not in it."""

from proofs.kernel.translator.refusal import Refused
from proofs.kernel.translator.units import COQ, translate

__all__ = ["COQ", "Refused", "translate"]
