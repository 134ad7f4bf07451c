"""Coq as a checker: theorems about the emitted code, by the certificate of their build, read as the statement."""

from dataclasses import dataclass, field
from functools import cache

from proofs.engine.ledger.model import Finding, Proof, Step
from proofs.engine.ledger.status import Status
from proofs.kernel.building import ALLOWED
from proofs.kernel.certificate import Certificate, check
from proofs.kernel.definitions import Definitions
from proofs.kernel.development import KernelError, read
from proofs.kernel.readings import Reading, load, reading, why_not
from spec.logic.claim import Claim, Statement
from spec.logic.formula import Formula
from spec.logic.proposition import Proposition


@dataclass(frozen=True)
class Kernel:
    """Look theorems up in the certificate, which must be about the Coq files and the Python source as they are.

    A proposition must name exactly these theorems. Every statement must have been read beside them, and neither may
    have changed since. Coq itself runs in `make kernel`, never here: the same verdict on every machine.
    """

    theorems: tuple[str, ...]
    checker: str = field(default="coq", init=False)

    def run(self, statement: Statement) -> Finding:
        """Tell what the certificate and the readings say."""
        if isinstance(statement, str):
            return Finding(Status.OPEN, "a sentence: the kernel proves formal statements only")
        if isinstance(statement, Proposition) and statement.names != self.theorems:
            return Finding(Status.OPEN, f"the statement is {', '.join(statement.names)}, which is something else")
        try:
            return self._found(statement, _certificate())
        except KernelError as error:
            return Finding(Status.OPEN, str(error))

    def _found(self, statement: Statement, certificate: Certificate) -> Finding:
        axioms: set[str] = set()
        for name in self.theorems:
            if name not in certificate.theorems:
                return Finding(Status.OPEN, f"certificate.json: error: no theorem {name}: prove it in Proofs.v")
            axioms |= {*certificate.theorems[name].axioms}
        if not self.theorems or axioms - ALLOWED:
            beyond = ", ".join(sorted(axioms - ALLOWED)) or "no theorem"
            return Finding(Status.OPEN, f"certificate.json: error: it rests on {beyond}")
        if (problem := why_not(reading(statement, self.theorems, definitions()), _readings())) is not None:
            return Finding(Status.OPEN, f"readings.json: error: {problem}")
        on = ", ".join(sorted(axiom.rpartition(".")[2] for axiom in axioms)) or "no axioms"
        said = f"Coq {certificate.coq} by certificate, not rerun here: {', '.join(self.theorems)}, on {on}"
        return Finding(Status.VERIFIED, said)


def verified(claim: Claim, *theorems: str, uses: tuple[str, ...] = ()) -> Proof:
    """The proof of a claim by theorems, which rests on the claims that their hypotheses are met.

    `uses` are claims that say what the words of the claim mean, such as when scores are close.
    """
    statement = claim.statement.conclusion if isinstance(claim.statement, Formula) else claim.statement
    about = "a theorem about the translated source" if definitions().units(theorems) else "a theorem"
    met = hypotheses(theorems)
    because = f"{about}, if {' and '.join(met)}" if met else about
    return Proof(claim.id, (Step(statement, because, Kernel(theorems)),), (*met, *uses), "by the kernel")


def hypotheses(theorems: tuple[str, ...]) -> tuple[str, ...]:
    """The claims that the running code meets what the theorems suppose.

    `encloses` is about ball arithmetic. A theorem on `tight_map_of` supposes that a mechanism asks it with the losses
    and parameters that it has, and that losses told by balls are not too small: that is what is claimed of tight maps.
    """
    named = {each.name for each in definitions().unfolded(theorems)}
    units = {unit.name for unit in definitions().units(theorems)}
    flips = any("permute_and_flip" in name for name in theorems)
    return (
        *(("standard_gumbel.encloses",) if "encloses" in named else ()),
        *(
            (f"tight_maps.{'permute_and_flip' if flips else 'gumbel'}",)
            if {"tight_map_of", "Measurement.invoke"} <= units
            else ()
        ),
    )


@cache
def definitions() -> Definitions:
    """Those of the Coq files, read once in each process."""
    return Definitions(read())


@cache
def _certificate() -> Certificate:
    """Checked once in each process."""
    return check()


@cache
def _readings() -> dict[str, Reading]:
    """Read once in each process."""
    return load()
