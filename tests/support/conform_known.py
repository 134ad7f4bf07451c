"""The known laws, by their names."""

from proofs.conform.known_laws import rivals
from proofs.conform.triples import NOISY_TOP_K

KNOWN = {rival.name: rival.law for rival in rivals(NOISY_TOP_K)}
