"""Coq as a checker: a theorem about the emitted code, by the certificate of a build of it."""

from dataclasses import dataclass, field
from functools import cache

from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.kernel.certificate import Certificate, check
from proofs.kernel.development import KernelError
from spec.logic.formula import Formula

BY_KERNEL = Status.PROVED
"""What the ledger says of a claim that Coq's kernel has accepted."""


@dataclass(frozen=True)
class Kernel:
    """Look a theorem up in the certificate, which must be about the Coq files and the Python source as they are.

    Coq itself runs in `make kernel`, never here: the same verdict on every machine.
    """

    theorem: str
    checker: str = field(default="coq", init=False)

    def run(self, statement: Formula | str) -> Finding:
        """Tell what the certificate says; the statement is the reader's, the theorem is Coq's."""
        try:
            certificate = _certificate()
        except KernelError as error:
            return Finding(Status.OPEN, str(error))
        found = certificate.theorems.get(self.theorem)
        if found is None:
            return Finding(Status.OPEN, f"certificate.json: error: no theorem {self.theorem}: prove it in Proofs.v")
        axioms = ", ".join(axiom.rpartition(".")[2] for axiom in found.axioms) or "no axioms"
        detail = f"Coq {certificate.coq} by certificate, not rerun here: {self.theorem}, on {axioms}"
        return Finding(BY_KERNEL, detail)


@cache
def _certificate() -> Certificate:
    """Checked once in each process."""
    return check()
