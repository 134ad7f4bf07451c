"""Does the kernel verify what was certified and read, and leave everything else open?"""

from dataclasses import replace
from pathlib import Path

import pytest

from proofs.engine.ledger.ledger import Chapter, Ledger
from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.kernel import checker
from proofs.kernel.building import ALLOWED, VERSION, Theorem
from proofs.kernel.certificate import Certificate, certify, check
from proofs.kernel.changes import Change
from proofs.kernel.checker import Kernel, hypotheses, verified
from proofs.kernel.definitions import Definitions
from proofs.kernel.development import KernelError, read
from proofs.kernel.planting import planted
from proofs.kernel.readings import reading
from spec.logic.claim import Claim, Kind, Statement
from spec.logic.formula import Formula, Symbol
from spec.logic.proposition import Proposition
from spec.samplers import BERNOULLI_EXP, EXP_CODE, EXP_HAS_LAW, law_of_bernoulli_rational
from tests.kernel.toys import ROOT

THEOREMS = ("bernoulli_exp_law",)
PROPOSITION = Proposition(THEOREMS, "sample_bernoulli_exp answers True with probability e^-x")
X = Symbol("x")


def certificate(*axioms: str) -> Certificate:
    """A certificate of all theorems of the files as they are, each on these axioms."""
    development = read()
    return certify(development, {name: Theorem("as it is", axioms) for name in development.theorems})


def read_as(monkeypatch: pytest.MonkeyPatch, *statements: Statement) -> None:
    """Let these statements be read as the theorem, and nothing else."""
    found = {f"claim.{n}": reading(each, THEOREMS, checker.definitions()) for n, each in enumerate(statements)}
    monkeypatch.setattr(checker, "_readings", lambda: found)


@pytest.fixture(autouse=True)
def _certified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is proved, on two axioms that are allowed; the promise and the proposition are read."""
    found = certificate(*sorted(ALLOWED)[:2])
    monkeypatch.setattr(checker, "_certificate", lambda: found)
    read_as(monkeypatch, EXP_HAS_LAW, PROPOSITION, Formula(X > 0))


@pytest.mark.parametrize("statement", [EXP_HAS_LAW, PROPOSITION, Formula(X > 0)])
def test_what_is_certified_and_read_is_verified(statement: Statement) -> None:
    """Is a promise, a proposition or a formula verified by the theorem that it was read beside?"""
    found = Kernel(THEOREMS).run(statement)
    assert found.status is Status.VERIFIED
    assert found.detail == (
        f"Coq {VERSION} by certificate, not rerun here: bernoulli_exp_law, on sig_forall_dec, sig_not_dec"
    )
    assert Kernel(THEOREMS).checker == "coq"


NOT_READ = (
    "nobody has read that bernoulli_exp_law says this, or it has changed since: compare the two: noisymax readings"
)
REFUSED: dict[str, tuple[tuple[str, ...], Statement, str]] = {
    "a sentence": (THEOREMS, "e^-x it is", "a sentence: the kernel proves formal statements only"),
    "another proposition": (
        THEOREMS,
        Proposition(("uniform_law",), "something else"),
        "the statement is uniform_law, which is something else",
    ),
    "one of two theorems": (
        THEOREMS,
        Proposition((*THEOREMS, "uniform_law"), "more"),
        "the statement is bernoulli_exp_law, uniform_law, which is something else",
    ),
    "an unknown theorem": (
        ("no_such",),
        EXP_HAS_LAW,
        "certificate.json: error: no theorem no_such: prove it in Proofs.v",
    ),
    "no theorem": ((), EXP_HAS_LAW, "certificate.json: error: it rests on no theorem"),
    "an unread formula": (THEOREMS, Formula(X >= 0), f"readings.json: error: {NOT_READ}"),
    "a formula under another hypothesis": (THEOREMS, Formula(X > 0, (X > 1,)), f"readings.json: error: {NOT_READ}"),
    "an unread gloss": (THEOREMS, replace(PROPOSITION, says="otherwise"), f"readings.json: error: {NOT_READ}"),
    "another law": (
        THEOREMS,
        replace(EXP_HAS_LAW, triple=replace(BERNOULLI_EXP, law=law_of_bernoulli_rational)),
        f"readings.json: error: {NOT_READ}",
    ),
    "a weaker precondition": (
        THEOREMS,
        replace(EXP_HAS_LAW, triple=replace(BERNOULLI_EXP, requires=())),
        f"readings.json: error: {NOT_READ}",
    ),
    "other code": (
        THEOREMS,
        replace(EXP_HAS_LAW, function="impl.samplers.sample_bernoulli_exp1"),
        f"readings.json: error: {NOT_READ}",
    ),
}


@pytest.mark.parametrize(("theorems", "statement", "why"), REFUSED.values(), ids=REFUSED)
def test_everything_else_is_left_open(theorems: tuple[str, ...], statement: Statement, why: str) -> None:
    """Is a statement that the theorems were not read beside left open, with one line that says why?"""
    assert Kernel(theorems).run(statement) == Finding(Status.OPEN, why)


def test_a_changed_definition_ends_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a statement left open as soon as Coq's statement means something else, by a definition it unfolds to even?"""
    development = read()
    for file, old, new in (
        ("Statements", "probability (sample_bernoulli_exp x)", "probability (sample_bernoulli_exp (x + x))"),
        ("Probability", "if S a then 1 else 0", "if S a then 0 else 1"),
        ("CoinPrograms", "(fun t => g (false :: t))) / 2", "(fun t => g (false :: t))) / 3"),
    ):
        assert old in development.texts[file]
        other = development.replaced({file: development.texts[file].replace(old, new)})
        with monkeypatch.context() as patched:
            patched.setattr(checker, "definitions", lambda other=other: Definitions(other))
            assert Kernel(THEOREMS).run(EXP_HAS_LAW) == Finding(
                Status.OPEN,
                "readings.json: error: bernoulli_exp_law: what Coq states has changed since it was read: compare the "
                "two: noisymax readings",
            )


def test_layout_and_comments_do_not_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does a reading outlive a comment, another line break and a theorem beside it?"""
    development = read()
    text = development.texts["Statements"].replace(
        "Definition bernoulli_exp_law :", "(* new *)\nDefinition\n bernoulli_exp_law :"
    )
    other = development.replaced({"Statements": f"{text}\nDefinition another : Prop := 0 = 0.\n"})
    monkeypatch.setattr(checker, "definitions", lambda: Definitions(other))
    assert Kernel(THEOREMS).run(EXP_HAS_LAW).status is Status.VERIFIED


def test_an_axiom_outside_the_list_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a theorem left open that rests on more than the classical reals?"""
    monkeypatch.setattr(checker, "_certificate", lambda: certificate("Proofs.cheat"))
    assert Kernel(THEOREMS).run(EXP_HAS_LAW) == Finding(
        Status.OPEN, "certificate.json: error: it rests on Proofs.cheat"
    )


def test_a_stale_certificate_leaves_all_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is nothing verified by a certificate that is about other files?"""

    def stale() -> Certificate:
        raise KernelError("certificate.json: error: not about Proofs.v as it is")

    monkeypatch.setattr(checker, "_certificate", stale)
    assert Kernel(THEOREMS).run(PROPOSITION) == Finding(
        Status.OPEN, "certificate.json: error: not about Proofs.v as it is"
    )


def test_a_changed_line_of_python_fails_the_audit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Is a claim no longer verified once a line of its code is changed, until that is proved again?"""
    place = tmp_path / "certificate.json"
    place.write_text(certificate().text(), encoding="utf-8")
    ledger = Ledger([Chapter((replace(EXP_CODE, document="toy"),), (verified(EXP_CODE, *THEOREMS),))])

    def verdict(root: Path) -> Status:
        monkeypatch.setattr(checker, "_certificate", lambda: check(root, place=place))
        found = {task.place: task.check.run(task.query) for task in ledger.tasks()}
        return ledger.verdicts(found)[EXP_CODE.id].own

    planted([Change("impl/samplers.py", (("while x > 1:", "while x > 2:"),))], ROOT, tmp_path / "source")
    assert verdict(ROOT) is Status.VERIFIED
    assert verdict(tmp_path / "source") is Status.OPEN


def test_a_proof_rests_on_the_hypotheses_of_its_theorems() -> None:
    """Are the claims on enclosures and on tight maps used by every proof whose theorems suppose them, and no other?"""
    assert hypotheses(("gumbel_max_law",)) == ("standard_gumbel.encloses",)
    assert hypotheses(("noisy_top_k_max_divergence_private", "uniform_law")) == ()
    assert hypotheses(("tight_map_of_permute_and_flip",)) == ("tight_maps.permute_and_flip",)
    assert hypotheses(("tight_map_of_gumbel_range",)) == ("standard_gumbel.encloses", "tight_maps.gumbel")
    assert hypotheses(("tight_map_exact",)) == ()
    claim = Claim("toy", Kind.LAW, Proposition(("gumbel_max_law",), "so"))
    proof = verified(claim, "gumbel_max_law", uses=("words",))
    assert proof.uses == ("standard_gumbel.encloses", "words")
    assert proof.steps[0].because == "a theorem about the translated source, if standard_gumbel.encloses"
    assert verified(Claim("toy", Kind.LAW, Formula(X > 0)), "lemma_1_3").steps[0].statement == (X > 0)
