"""A small ledger of planted verdicts; each other ledger here is that one with one thing changed."""

import os
import signal
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from proofs.engine.ledger.ledger import Chapter, Ledger
from proofs.engine.ledger.model import Check, Erratum, Finding, Instance, Proof, Refutation, Severity, Step, WitnessGone
from proofs.engine.ledger.status import Status
from spec.logic.claim import Claim, Kind, Statement
from spec.logic.formula import Formula, Sort, Symbol, exp
from spec.logic.promise import Judge, Promise

PULSE = "NOISYMAX_TEST_PULSE"
"""The environment variable that names the file by which a waiting check tells that it runs."""

X = Symbol("x", Sort.POSITIVE)


@dataclass(frozen=True)
class Says:
    """Answers what it is told to."""

    status: Status
    checker: str = "toy"
    detail: str = "as planted"
    seconds_hint: float = 0.0

    def run(self, statement: Statement) -> Finding:
        return Finding(self.status, self.detail)


@dataclass(frozen=True)
class Raises:
    checker: str = "toy"

    def run(self, statement: Statement) -> Finding:
        print("noise that nobody may see")
        raise ArithmeticError("two\nlines")


@dataclass(frozen=True)
class Dies:
    checker: str = "toy"

    by: int | None = None

    def run(self, statement: Statement) -> Finding:
        if self.by is not None:
            os.kill(os.getpid(), self.by)
        os._exit(3)


@dataclass(frozen=True)
class Waits:
    """Tells its process by a file and then runs for longer than any test."""

    checker: str = "toy"

    def run(self, statement: Statement) -> Finding:
        Path(os.environ[PULSE]).write_text(str(os.getpid()))
        time.sleep(600)
        raise AssertionError


@dataclass(frozen=True)
class Tells:
    """A witness that tells a text, or is gone."""

    text: str = "1/2 > 1/3,\nby hand"
    gone: bool = False

    def __call__(self) -> str:
        if self.gone:
            raise WitnessGone(self.text)
        return self.text


@dataclass(frozen=True)
class Told(Promise):
    """A promise about toy code that says a text."""

    text: str
    code: str = "impl.toy"

    @property
    def about(self) -> str:
        return self.code

    def show(self) -> str:
        return self.text

    def holds(self, case: object, judge: Judge) -> bool:
        return True


PROVED = Says(Status.PROVED, "sympy")
UNDECIDED = Says(Status.OPEN, "z3", "a model")


def build(
    law: Check = PROVED,
    second: Check = PROVED,
    wrong: Check = UNDECIDED,
    gone: bool = False,
    severity: Severity = Severity.UNSOUND,
    extra: tuple[Claim, ...] = (),
    mechanism: str = "toy",
    prose: str = "a lemma that a paper proves",
    again: Check | None = None,
) -> Ledger:
    """A mechanism whose privacy rests on a law and on a paper, and a document with a false line."""
    claims = (
        Claim("toy.law", Kind.LAW, Formula(exp(X) > 1)),
        Claim("toy.paper", Kind.LEMMA, Told(prose)),
        Claim("toy.privacy", Kind.PRIVACY, Formula(X + 1 > 1)),
        Claim("paper.eq1", Kind.EQUATION, "an equation that is printed and false", "paper"),
        Claim("paper.listing.L1", Kind.LISTING, "x = 1", "paper"),
        *extra,
    )
    privacy = Proof(
        "toy.privacy",
        (
            Step(X > 0, "x is positive", second, using=(Instance("toy.law", {X: X + Fraction(1, 2)}),)),
            Step(X + 1 > 1, "add 1", Says(Status.PROVED, "z3", "unsat", seconds_hint=0.25), using=(1,)),
        ),
        uses=("toy.paper",),
    )
    proofs = (
        Proof("toy.law", (Step(exp(X) > 1, "exp increases", law),), title="by monotonicity"),
        Proof("toy.paper", (Step("cited", "cited", Says(Status.ASSUMED, "paper", "Lemma 3")),)),
        privacy,
        Proof("paper.eq1", (Step("it is so", "as printed", wrong),)),
        Proof("paper.listing.L1", (Step("marked", "marked", Says(Status.TRANSCRIBED, "markers")),)),
        *(() if again is None else (Proof("toy.law", (Step(exp(X) > 1, "once more", again),), title="again"),)),
    )
    refutation = Refutation("paper.eq1", "E1", check=Says(Status.REFUTED, "witness", "at x = 1"))
    erratum = Erratum(
        "E1",
        "paper",
        ("paper.eq1", "paper.listing.L1"),
        severity,
        "all is well",
        "it is not",
        "repair it",
        Tells(gone=gone),
    )
    return Ledger([Chapter(claims, proofs, (refutation,), (erratum,), {mechanism: "toy.privacy"})])


def sound() -> Ledger:
    return build()


def degraded() -> Ledger:
    return build(law=Says(Status.OPEN, "z3", "gave up at rlimit 9"))


def contested() -> Ledger:
    return build(again=Says(Status.REFUTED, "statistics", "rejected"))


def corroborated() -> Ledger:
    return build(again=Says(Status.TESTED, "statistics", "not rejected"))


def grown() -> Ledger:
    return build(extra=(Claim("paper.new", Kind.PROSE, "new", "paper"),))


def assuming() -> Ledger:
    return build(law=Says(Status.ASSUMED, "paper"))


def renamed() -> Ledger:
    return build(mechanism="other")


def raising() -> Ledger:
    return build(law=Raises())


def deadly() -> Ledger:
    return build(law=Raises(), second=Dies(), wrong=Dies(by=signal.SIGKILL))


def contradictory() -> Ledger:
    return build(wrong=PROVED)


def forsaken() -> Ledger:
    return build(gone=True)


def graver() -> Ledger:
    return build(severity=Severity.TYPO)


def slow() -> Ledger:
    return build(law=Says(Status.PROVED, "sympy", seconds_hint=2.0))


def verbose() -> Ledger:
    return build(
        law=Says(Status.PROVED, "an engine with a name that is far too long for any terminal"),
        prose="very " * 99,
    )


def waiting() -> Ledger:
    return build(law=Waits())


def broken() -> Ledger:
    return Ledger([Chapter(headlines={"toy": "toy.nowhere"})])


def impossible() -> Ledger:
    claim = Claim("toy.law", Kind.LAW, Formula(X > 0), "paper")
    steps = (Step(X > 0, "by what follows", PROVED, using=(2,)), Step(X > 0, "as before", PROVED))
    return Ledger([Chapter((claim,), (Proof("toy.law", steps),))])


def unbuildable() -> Ledger:
    raise RuntimeError("no chapter\nat all")
