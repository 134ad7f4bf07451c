"""Propositions: statements that are written in the language of the proof kernel, and read as mathematics."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Proposition:
    """All that the named definitions of `proofs/kernel/coq/Statements.v` state.

    The formal statement is the kernel's; `says` is the same in words and mathematics, for those who read no Coq.
    """

    names: tuple[str, ...]
    says: str

    def show(self) -> str:
        """What it says."""
        return self.says
