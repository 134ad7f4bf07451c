"""The known laws, by their names."""

from proofs.conform.known_laws import rivals

KNOWN = {rival.name: rival.law for rival in rivals()}
