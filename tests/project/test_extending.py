"""Are the examples of CONTRIBUTING.md whole: do they run as they are printed, and is each noticed when it is broken?"""

import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType

import pytest

import impl
import proofs.mechanisms
import spec
from impl import registry
from impl.registry import Mechanism, Setting
from proofs import contents
from proofs.conform.testing import assert_conforms
from proofs.documents.skeleton.blocks import TextError
from proofs.engine.law import by_contract
from proofs.engine.ledger.ledger import Ledger, LedgerError
from proofs.engine.ledger.model import Finding, WitnessGone
from proofs.engine.ledger.status import Status
from spec.documents import CatalogueGap
from spec.errors import DistanceNegative
from tests.project.sources import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^```python\n# ([\w/]+\.py)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL))
(TEXT,) = re.findall(r"^````text\n(.*?)^````$", GUIDE, re.MULTILINE | re.DOTALL)
PACKAGES = {"spec": spec, "impl": impl, "proofs/mechanisms": proofs.mechanisms}
ADDED = ("claim", "document", "listing", "spec.random_index", "impl.random_index", "proofs.mechanisms.random_index")

Load = Callable[..., ModuleType]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Load]:
    """Import a file of the guide where it would stand, perhaps with something in it put for something else."""

    def loaded(name: str, before: str = "", after: str = "", within: str = "") -> ModuleType:
        written = {**FILES, "coin_sum.txt": TEXT}
        if before:
            assert written[within].count(before) == 1
            written[within] = written[within].replace(before, after)
        for file, text in written.items():
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        for folder, package in PACKAGES.items():
            monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path / folder)])
        invalidate_caches()
        return import_module(name)

    yield loaded
    for name in ADDED:
        sys.modules.pop(name, None)
    for package, name in ((spec, "random_index"), (impl, "random_index"), (proofs.mechanisms, "random_index")):
        vars(package).pop(name, None)


def verdicts(ledger: Ledger, of: str) -> dict[str, list[Finding]]:
    """What the checks find of each claim whose id begins so."""
    found: dict[str, list[Finding]] = {}
    for task in ledger.tasks():
        if task.place.claim.startswith(of):
            found.setdefault(task.place.claim, []).append(task.check.run(task.query))
    return found


def statuses(ledger: Ledger, of: str) -> dict[str, set[Status]]:
    """The statuses of what is found of each claim."""
    return {claim: {finding.status for finding in found} for claim, found in verdicts(ledger, of).items()}


def small(load: Load, *changed: str) -> Ledger:
    """The ledger of the claim and the document, perhaps with something changed in a file."""
    document = load("document", *changed)
    return Ledger([import_module("claim").CHAPTER, document.CHAPTER])


def whole(load: Load, *changed: str) -> Ledger:
    """Our ledger with the mechanism in it, perhaps with something changed in a file."""
    return Ledger([*contents.CHAPTERS, load("proofs.mechanisms.random_index", *changed).CHAPTER])


def test_the_claim_and_the_document_come_to_their_verdicts(load: Load) -> None:
    """Does the small ledger decide every item as the guide says, by the evidence that it names?"""
    ledger = small(load)
    assert statuses(ledger, "coin") == {
        "coins.mean_of_two": {Status.PROVED},
        "coin_sum.listing.L1": {Status.TRANSCRIBED},
        "coin_sum.listing.L2": {Status.TRANSCRIBED},
        "coin_sum.postcondition.range": {Status.CERTIFIED},
        "coin_sum.postcondition.uniform": {Status.REFUTED},
        "coin_sum.eq1": {Status.PROVED},
    }
    assert ledger.errata["coin_sum.not_uniform"].witness() in " ".join(GUIDE.split())


def test_a_claim_that_is_false_is_not_proved(load: Load) -> None:
    """Is a wrong formula in the place of the claim not proved?"""
    ledger = small(load, "eq(2 * p)", "eq(3 * p)", "claim.py")
    assert statuses(ledger, "coins.") == {"coins.mean_of_two": {Status.REFUTED}}


def test_a_claim_that_serves_nothing_is_refused(load: Load) -> None:
    """Must a claim of our own serve another one?"""
    with pytest.raises(LedgerError, match=r"coins\.mean_of_two: nothing rests on this claim"):
        Ledger([load("claim").CHAPTER])


def test_a_line_that_is_not_as_printed_is_open(load: Load) -> None:
    """Is a transcription noticed that departs from the print?"""
    ledger = small(load, "draw.bit() + draw.bit()", "draw.bit() + 1", "listing.py")
    (found,) = verdicts(ledger, "coin_sum.listing.L2")["coin_sum.listing.L2"]
    assert found == Finding(Status.OPEN, "listing.py:5: L2 is printed otherwise")


def test_an_erratum_that_does_not_show_is_gone(load: Load) -> None:
    """Is the witness gone where the sums it compares are equally likely?"""
    ledger = small(load, "law[0] != law[1]", "law[0] != law[2]", "document.py")
    with pytest.raises(WitnessGone, match="not so any more"):
        ledger.errata["coin_sum.not_uniform"].witness()


@pytest.mark.parametrize(
    ("before", "after", "file", "error"),
    [
        ("The sum is at most 2.", "The sum is at most 3.", "coin_sum.txt", TextError),
        ('    "eq1": "the mean of the sum is 1",\n', "", "document.py", CatalogueGap),
    ],
)
def test_a_document_is_accounted_for(load: Load, before: str, after: str, file: str, error: type[Exception]) -> None:
    """Are a sentence that is not the named one, and an item that nobody stated, refused?"""
    with pytest.raises(error):
        small(load, before, after, file)


def test_the_mechanism_has_its_law_and_its_privacy(load: Load) -> None:
    """Does the mechanism join our ledger, and do its checks accept it?"""
    found = statuses(whole(load), "random_index.")
    assert found == {"random_index.code": {Status.CERTIFIED}, "random_index.privacy": {Status.CERTIFIED}}


def test_the_mechanism_can_be_made(load: Load) -> None:
    """Does the entry of the registry make a measurement with the law, the map and the refusals that it should have?"""
    load("impl.random_index")
    names = {**vars(registry)}
    exec(FILES["impl/registry.py"], names)
    entry = names["RANDOM_INDEX"]
    assert isinstance(entry, Mechanism)
    made = entry.make(Setting(size=2))
    assert [repr(weight) for _, weight in by_contract(made.invoke, [1.0, 2.0]).branches] == ["1/2", "1/2"]
    assert made.map(1.0) == 0.0
    with pytest.raises(DistanceNegative):
        made.map(-1.0)


@pytest.mark.parametrize(
    ("before", "after", "file", "of"),
    [
        ("return sample_uniform_uint_below(len(x), draw)", "return len(x) - 1", "impl/random_index.py", "code"),
        ("below(len(x), draw)", "below(2, draw) if x[0] > x[-1] else 0", "impl/random_index.py", "privacy"),
    ],
)
def test_a_wrong_mechanism_is_refuted(load: Load, before: str, after: str, file: str, of: str) -> None:
    """Is a mechanism refuted that has another law, or that tells something of the scores?"""
    assert Status.REFUTED in statuses(whole(load, before, after, file), "random_index.")[f"random_index.{of}"]


def test_the_contract_is_kept_and_broken(load: Load, tmp_path: Path) -> None:
    """Does the mechanism conform to its contract, and one that turns the bit over more often not?"""
    load("claim")
    file = tmp_path / "lazy_bit.py"
    assert_conforms(f"{file}:LazyBit", f"{file}:LAZY_BIT", only="law.coins")
    file.write_text(FILES["lazy_bit.py"].replace("== 2)", "== 1)"), encoding="utf-8")
    with pytest.raises(AssertionError, match=r"law\.coins"):
        assert_conforms(f"{file}:LazyBit", f"{file}:LAZY_BIT", only="law.coins")
