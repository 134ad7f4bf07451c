"""What takes long: is it declared of claims and engines that there are, and is the rest quick?"""

from fnmatch import fnmatchcase

from proofs import contents
from proofs.audit.costs import CLAIMS, ENGINES, LONG, is_long, seconds
from proofs.audit.run import jobs
from proofs.audit.selection import select
from proofs.engine.ledger.ledger import Place
from tests.support import toy_ledgers


def test_what_is_declared_is_there() -> None:
    """Does every declared cost speak of a claim or an engine of the ledger?"""
    ledger = contents.ledger()
    assert {pattern for pattern in CLAIMS if not any(fnmatchcase(claim, pattern) for claim in ledger.claims)} == set()
    assert {*ENGINES} <= {task.check.checker for task in ledger.tasks()}
    assert all(cost >= LONG for cost in (*CLAIMS.values(), *ENGINES.values()))


def test_a_quick_audit_is_still_an_audit() -> None:
    """Are most claims still checked, among them some of every document and some of our own?"""
    ledger = contents.ledger()
    quick = select(ledger, quick=True)
    checked = [claim for claim in quick.claims if claim not in quick.skipped]
    assert len(checked) > len(quick.claims) / 2
    documents = {ledger.claims[claim].document for claim in quick.claims}
    assert {ledger.claims[claim].document for claim in checked} == documents


def test_what_takes_longest_comes_first() -> None:
    """Is the order of checks that of their declared costs, and is a witness last?"""
    ledger = toy_ledgers.slow()
    costs = {task.place: seconds(task) for task in ledger.tasks()}
    assert [is_long(task) for task in ledger.tasks()].count(True) == 1
    first, second, *rest = jobs(ledger, select(ledger))
    assert (first, second) == (Place("toy.law", 0, 0), Place("toy.privacy", 0, 1))
    assert sorted(costs.values())[-2:] == [0.25, 2.0]
    assert "E1" in rest
