"""What one must believe to believe a claim: coins, Coq, the file on Python, the translator, a reading, hypotheses."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from proofs.engine.ledger.ledger import Ledger
from proofs.engine.ledger.model import Proof
from proofs.kernel.building import VERSION, Theorem
from proofs.kernel.certificate import load
from proofs.kernel.checker import Kernel, definitions
from proofs.kernel.translator import COQ
from proofs.kernel.translator.catalogue import ASSUMED
from spec.logic.claim import Statement
from spec.logic.notation import state

COINS = "fair coins"
"""The words by which a statement says that it speaks of independent fair coins."""
TRANSLATOR = Path(__file__).resolve().parent / "translator"


@dataclass(frozen=True)
class Trusted:
    """Something that is believed: in a few words, and in a sentence."""

    short: str
    whole: str


def trusted(ledger: Ledger, claim: str, assumed: Iterable[str] = ()) -> tuple[Trusted, ...]:
    """All that a claim takes on trust: the kernel's proof counts where there is one, else every proof.

    `assumed` are the claims below it that are assumed.
    """
    claims, theorems, engines = _reached(ledger, claim)
    found: list[Trusted] = []
    if any(speaks_of_coins(ledger.claims[name].statement) for name in claims):
        found.append(Trusted(COINS, "the coins of a release are independent and fair, as the statement says"))
    found += _of_kernel(theorems) if theorems else ()
    found += (Trusted(f"`{name}`", f"{name}: {HYPOTHESES_MET[name]}") for name in claims if name in HYPOTHESES_MET)
    found += (Trusted(f"`{name}`", f"{name}, which is assumed") for name in assumed)
    return (*found, *(Trusted(f"`{engine}`", f"the engine {engine}") for engine in sorted(engines - {"assumption"})))


def speaks_of_coins(statement: Statement) -> bool:
    """Whether what is stated holds on independent fair coins."""
    return COINS in state(statement)


def _reached(ledger: Ledger, claim: str) -> tuple[list[str], tuple[str, ...], set[str]]:
    """The claims that a claim rests on, the theorems of the kernel, and the other engines."""
    claims: list[str] = []
    theorems: dict[str, None] = {}
    engines: set[str] = set()
    todo = [claim]
    while todo:
        if (name := todo.pop()) in claims:
            continue
        claims.append(name)
        for proof in _proofs(ledger, name):
            todo.extend(proof.rests_on)
            for check in (step.check for step in proof.steps):
                if isinstance(check, Kernel):
                    theorems |= dict.fromkeys(check.theorems)
                else:
                    engines.add(check.checker)
    return claims, tuple(theorems), engines


def _proofs(ledger: Ledger, claim: str) -> list[Proof]:
    proofs = ledger.proofs.get(claim, [])
    return [proof for proof in proofs if any(isinstance(step.check, Kernel) for step in proof.steps)][:1] or proofs


HYPOTHESES_MET = {
    "standard_gumbel.encloses": "that python-flint's balls enclose logarithms, beyond the points that were looked at",
    "tight_maps.gumbel": "that tight maps round their losses up, beyond the cases that were looked at",
    "tight_maps.permute_and_flip": "that tight maps round their losses up, beyond the cases that were looked at",
}
"""Claims that meet hypotheses of theorems, each with what is believed of cases that were not looked at."""


def _of_kernel(theorems: tuple[str, ...]) -> Iterator[Trusted]:
    """What one believes who believes theorems of the kernel."""
    known = _certified()
    axioms = sorted({axiom.rpartition(".")[2] for name in theorems if name in known for axiom in known[name].axioms})
    yield Trusted(
        f"Coq {VERSION} with {len(axioms)} axioms",
        f"the kernel of Coq {VERSION}, by certificate, not rerun here (make kernel does), with the axioms of the "
        f"classical reals {', '.join(axioms)}",
    )
    if definitions().units(theorems):
        python, translator = _lines(COQ / "Python.v"), sum(map(_lines, sorted(TRANSLATOR.glob("*.py"))))
        yield Trusted(f"Python.v, {python} lines", f"that Python does what Python.v says, {python} lines")
        yield Trusted(
            f"translator, {translator} lines",
            f"the translator of Python, {translator} lines, and {len(ASSUMED)} definitions around the translated code "
            "that are read and not translated",
        )
    words = len(definitions().unfolded(theorems))
    yield Trusted(
        f"readings of {len(theorems)} theorems",
        f"whoever compared what is claimed with {len(theorems)} theorems, {words} definitions to read with them: "
        f"{', '.join(theorems)}",
    )


@cache
def _certified() -> dict[str, Theorem]:
    return load().theorems


@cache
def _lines(file: Path) -> int:
    return file.read_text(encoding="utf-8").count("\n")
