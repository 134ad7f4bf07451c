"""Does the JSON say all that was found, and what the verdicts trust?"""

import json
from pathlib import Path

import spec.logic.claim
from proofs.audit.baseline_file import Baseline
from proofs.audit.report.environment import trusted_base
from proofs.audit.report.json import render
from proofs.audit.report.model import Report
from proofs.audit.run import Audit
from proofs.engine.ledger.ledger import EVERYWHERE
from proofs.engine.ledger.status import Status
from tests.support import toy_ledgers
from tests.support.audits import audited


def render_json(audit: Audit) -> str:
    return render(Report(audit, Baseline(), ()))


def test_the_json_has_every_field() -> None:
    """Are the keys those of the schema, neither more nor fewer?"""
    document = json.loads(render_json(audited(toy_ledgers.sound)))
    assert list(document) == [
        "schema",
        "claims",
        "errata",
        "headline",
        "complaints",
        "summary",
        "environment",
    ]
    assert document["schema"] == "noisymax.audit/2"
    for claim in document["claims"]:
        assert " ".join(claim) == (
            "id document where kind statement status scope standing assumptions uses evidence erratum"
        )
        for evidence in claim["evidence"]:
            assert " ".join(evidence) == "step because checker status detail seconds"
    for erratum in document["errata"]:
        assert " ".join(erratum) == "id document where severity says truth repair witness"
    assert document["headline"] == {
        "toy": {"claim": "toy.privacy", "scope": EVERYWHERE, "standing": "ASSUMED", "assumptions": ["toy.paper"]}
    }
    planted = {"PROVED": 2, "ASSUMED": 1, "REFUTED": 1, "TRANSCRIBED": 1}
    assert document["summary"] == {status.value: planted.get(status.value, 0) for status in Status}


def test_the_json_says_what_was_found() -> None:
    """Do claims without a document, steps, errata and witnesses come out as they are?"""
    document = json.loads(render_json(audited(toy_ledgers.sound)))
    privacy, wrong = document["claims"][2], document["claims"][3]
    assert privacy["document"] is None
    assert privacy["statement"] == "for x > 0: x + 1 > 1"
    assert privacy["uses"] == ["toy.law", "toy.paper"]
    assert [e["step"] for e in privacy["evidence"]] == ["x > 0", "x + 1 > 1"]
    assert wrong["erratum"] == "E1"
    assert wrong["where"] == "paper"
    assert document["errata"][0]["where"] == "paper.eq1, paper.listing.L1"
    assert document["errata"][0]["witness"] == "1/2 > 1/3,\nby hand"
    assert document["environment"]["sympy"]


def test_the_json_of_a_partial_run() -> None:
    """Is what was left out told apart from every status, and a lost witness absent?"""
    document = json.loads(render_json(audited(toy_ledgers.slow, quick=True)))
    assert [claim["status"] for claim in document["claims"]][:1] == ["SKIPPED"]
    assert document["headline"]["toy"] == {
        "claim": "toy.privacy",
        "scope": EVERYWHERE,
        "standing": "SKIPPED",
        "assumptions": None,
    }
    assert document["summary"]["SKIPPED"] == 1
    assert json.loads(render_json(audited(toy_ledgers.forsaken)))["errata"][0]["witness"] is None
    assert json.loads(render_json(audited(toy_ledgers.sound, "toy.law")))["headline"] == {}


def test_the_trusted_base_is_followed_through_imports() -> None:
    """Are the engines and each module that a verdict passes through listed, with sizes, and no others?"""
    base = trusted_base(audited(toy_ledgers.sound))
    assert base.checkers == ("markers", "paper", "sympy", "witness", "z3")
    assert {"proofs.audit.workers", "proofs.engine.ledger.status", "spec.logic.formula"} <= set(base.modules)
    assert "proofs.audit.report.table" not in base.modules
    assert base.modules["spec.logic.claim"] == len(
        Path(spec.logic.claim.__file__).read_text(encoding="utf-8").splitlines()
    )
