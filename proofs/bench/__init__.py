"""How fast the twins are, side by side with the literal functions and with other libraries."""

from proofs.bench.measure import Row, Setting, Timing, measure, settings

__all__ = ["Row", "Setting", "Timing", "measure", "settings"]
