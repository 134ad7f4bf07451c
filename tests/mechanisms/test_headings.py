"""Has a mechanism one name in all three rooms, its promises in `spec`, and a proof under the same four headings?"""

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pytest

from proofs.contents import CHAPTERS
from proofs.engine.ledger.ledger import Chapter
from proofs.engine.ledger.model import Proof, Step
from spec.logic.claim import Claim
from spec.logic.promise import Promise

ROOT = Path(__file__).parents[2]
HEADINGS = ("Law", "Errors", "Privacy", "Instances")


def headings(text: str) -> list[str]:
    """The headings of a proof, in order: lines of comment that begin with one of the words."""
    return re.findall(rf"^# ({'|'.join(HEADINGS)})\b", text, flags=re.MULTILINE)


def under(heading: str, text: str) -> str:
    """What stands under a heading, or on its line."""
    _, _, after = re.split(rf"^# ({heading})\b", text, maxsplit=1, flags=re.MULTILINE)
    return re.split(rf"^# (?:{'|'.join(HEADINGS)})\b", after, maxsplit=1, flags=re.MULTILINE)[0].strip()


def heading_faults(file: str, text: str) -> Iterator[str]:
    """What is wrong with the headings of a proof."""
    if headings(text) != list(HEADINGS):
        yield f"{file}:1: error: the headings must be {', '.join(HEADINGS)}, in this order, and are {headings(text)}"
        return
    yield from (f"{file}:1: error: nothing stands under {h}" for h in HEADINGS if not under(h, text))


def stated(module: str) -> list[Claim]:
    """The promises that a module of `spec` states."""
    values = vars(import_module(f"spec.{module}")).values()
    return [value for value in values if isinstance(value, Claim) and isinstance(value.statement, Promise)]


def here(module: str, claim: Claim) -> bool:
    """The module states the claim itself, and does not import it."""
    return f'"{claim.id}"' in (ROOT / "spec" / f"{module}.py").read_text(encoding="utf-8")


MODULES = sorted(path.stem for path in (ROOT / "spec").glob("*.py") if path.stem != "__init__")
PROMISES: Mapping[str, list[Claim]] = {
    module: claims for module in MODULES if (claims := [claim for claim in stated(module) if here(module, claim)])
}


def proof_files(name: str, room: Path) -> list[Path]:
    """The module of the mechanism; of a package, that which proves: the package itself, or one module a measure."""
    if (room / f"{name}.py").exists():
        return [room / f"{name}.py"]
    package = room / name
    if not package.is_dir():
        return []
    whole = package / "__init__.py"
    parts = [path for path in sorted(package.glob("*.py")) if path != whole]
    proving = [path for path in (whole, *parts) if "CHAPTER = " in path.read_text(encoding="utf-8")]
    return [whole] if whole in proving else proving


def naming_faults(names: Iterable[str], root: Path) -> Iterator[str]:
    """Mechanisms that promise something and lack a module of their name in another room."""
    for name in names:
        if not (root / "impl" / f"{name}.py").exists():
            yield f"spec/{name}.py:1: error: there is no impl/{name}.py"
        if not proof_files(name, root / "proofs" / "mechanisms"):
            yield f"spec/{name}.py:1: error: there is no proofs/mechanisms/{name}"


def proof_faults(promises: Mapping[str, list[Claim]], proved_in: Mapping[str, set[str]]) -> Iterator[str]:
    """Promises that no proof module of the same name proves; tight maps are proved together."""
    for module, claims in promises.items():
        for claim in claims:
            room = "tight_maps" if claim.id.endswith(".tight_privacy") else module
            if room not in proved_in.get(claim.id, set()):
                yield f"spec/{module}.py:1: error: {claim.id} is not proved in proofs/mechanisms/{room}"


def proved(root: Path) -> dict[str, set[str]]:
    """For each claim, the mechanisms whose modules prove it."""
    rooms: dict[str, set[str]] = {}
    for path in sorted((root / "proofs" / "mechanisms").rglob("*.py")):
        dotted = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        chapter = getattr(import_module(dotted), "CHAPTER", None)
        for proof in chapter.proofs if isinstance(chapter, Chapter) else ():
            rooms.setdefault(proof.claim, set()).add(dotted.split(".")[2])
    return rooms


def test_every_listed_mechanism_promises_something() -> None:
    """Does each of the thirteen mechanisms state promises in its module of `spec`, and no other module any?"""
    assert sorted(PROMISES) == [
        "directed",
        "exponential_candidates_gumbel",
        "exponential_mechanism",
        "gumbel",
        "inverse_transform",
        "maps",
        "noisy_top_k",
        "peeling",
        "permute_and_flip",
        "range_divergence",
        "report_noisy_max_gumbel",
        "samplers",
        "tight_maps",
    ]


def test_every_promise_is_in_the_ledger() -> None:
    """Is nothing promised in `spec` that the ledger does not hold, word for word, and the other way round?"""
    promised = [claim for claims in PROMISES.values() for claim in claims]
    held = [claim for chapter in CHAPTERS for claim in chapter.claims if isinstance(claim.statement, Promise)]
    assert sorted(claim.id for claim in promised) == sorted(claim.id for claim in held)
    assert all(claim in held for claim in promised)


def test_one_mechanism_has_one_name() -> None:
    """Has every mechanism that promises something a module of its name in `impl` and in `proofs/mechanisms`?"""
    assert list(naming_faults(PROMISES, ROOT)) == []


def test_a_promise_is_proved_under_the_same_name() -> None:
    """Is every promise proved in the room of `proofs/mechanisms` that has the name of the module that states it?"""
    assert list(proof_faults(PROMISES, proved(ROOT))) == []


@pytest.mark.parametrize("name", PROMISES)
def test_every_proof_has_the_same_headings(name: str) -> None:
    """Law, Errors, Privacy, Instances: are all there, once, in this order, with something under each?"""
    files = proof_files(name, ROOT / "proofs" / "mechanisms")
    assert files
    for file in files:
        assert list(heading_faults(str(file), file.read_text(encoding="utf-8"))) == []


GOOD = "# Law\n\nx = 1\n\n# Errors\n\n# None of its own.\n\n# Privacy: see below.\n\n# Instances\n\ny = 2\n"


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        (GOOD.replace("# Errors\n", ""), "must be Law, Errors, Privacy, Instances"),
        (GOOD.replace("# Law", "# Instances", 1), "must be Law"),
        (GOOD.replace("# Privacy: see below.", "# Law"), "must be Law"),
        (GOOD + "\n# Law\n", "must be Law"),
        (GOOD.replace("# None of its own.\n", ""), "nothing stands under Errors"),
        (GOOD.replace("y = 2\n", ""), "nothing stands under Instances"),
        ("x = 1\n", "and are []"),
    ],
)
def test_planted_headings_are_refused(planted: str, fault: str) -> None:
    """Is a heading noticed that is missing, misplaced, repeated or empty?"""
    assert list(heading_faults("a.py", GOOD)) == []
    (found,) = heading_faults("a.py", planted)
    assert found.startswith("a.py:1: error: ")
    assert fault in found


def test_another_name_is_refused(tmp_path: Path) -> None:
    """Is a mechanism noticed that has another name in `impl`, or none in `proofs/mechanisms`?"""
    for path in ("impl/peeling.py", "proofs/mechanisms/peeling/__init__.py", "impl/selection.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("CHAPTER = 1\n", encoding="utf-8")
    assert list(naming_faults(["peeling"], tmp_path)) == []
    assert list(naming_faults(["selection"], tmp_path)) == [
        "spec/selection.py:1: error: there is no proofs/mechanisms/selection"
    ]
    (tmp_path / "impl/peeling.py").unlink()
    assert list(naming_faults(["peeling"], tmp_path)) == ["spec/peeling.py:1: error: there is no impl/peeling.py"]


def test_a_promise_proved_elsewhere_is_refused() -> None:
    """Is a promise noticed that another mechanism's module proves, or none?"""
    (claim, *_) = PROMISES["peeling"]
    for rooms in ({claim.id: {"samplers"}}, {}):
        (fault,) = proof_faults({"peeling": [claim]}, rooms)
        assert fault == f"spec/peeling.py:1: error: {claim.id} is not proved in proofs/mechanisms/peeling"


def test_every_proof_of_a_promise_states_it_or_argues() -> None:
    """Has every promise at least one proof that states the promise itself and decides cases of it?"""
    by_claim: dict[str, list[Proof]] = {}
    for proof in (proof for chapter in CHAPTERS for proof in chapter.proofs):
        by_claim.setdefault(proof.claim, []).append(proof)

    def states(step: Step) -> bool:
        return isinstance(step.statement, Promise)

    without = [
        claim.id
        for claims in PROMISES.values()
        for claim in claims
        if not any(states(step) for proof in by_claim[claim.id] for step in proof.steps)
    ]
    assert without == []
