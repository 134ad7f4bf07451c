"""Can other people's code, under `worst`, harm our process, deceive the search or break its output?"""

import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.command import main
from proofs.engine.law import Law
from proofs.targets.names import BadTarget
from proofs.worst import foreign, report
from proofs.worst.search import Effort
from tests.support.targets import worst_attacks
from tests.worst.test_command import mechanism

ROOT = Path(__file__).parents[2]
ATTACKS = Path(worst_attacks.__file__)
PACKAGES = ("spec", "impl", "proofs")
FACES = {0: Fraction(1, 2), 1: Fraction(1, 2)}
WHOLE_PART = "    while x > 1:\n"
EQUAL, UNEQUAL = (Fraction(0), Fraction(0)), (Fraction(0), Fraction(1))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "_FOREIGN", Effort(laws=40, confirmed=1, shrinking=60))
    monkeypatch.setenv("COLUMNS", "500")


def ours() -> dict[str, dict[str, int]]:
    """Everything that our own packages hold, by identity."""
    named = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in PACKAGES}
    return {name: {key: id(value) for key, value in vars(module).items()} for name, module in named.items()}


@pytest.fixture(autouse=True, scope="module")
def loaded() -> None:
    """Import what is imported when it is first needed: no target is to blame for that."""
    main(["worst", f"{ATTACKS}:dying_later", "-n", "2"])


def told(capfd: pytest.CaptureFixture[str], name: str, *arguments: str) -> tuple[int, str, list[str]]:
    """The exit code, what came out, and the lines of errors."""
    code = main(["worst", f"{ATTACKS}:{name}", "-n", "2", *arguments])
    captured = capfd.readouterr()
    return code, captured.out, captured.err.splitlines()


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("dying_later", "its process ended with exit code 9"),
        ("hanging_later", "its process gave no answer within 2 s"),
        ("garbling", "its process broke the line protocol"),
        ("lying_of_twice_the_mass", "its law cannot be measured: the probabilities do not sum to 1"),
        ("lying_of_a_negative_mass", "its law cannot be measured: a probability is negative"),
        ("lying_of_nothing", "its process broke the line protocol"),
        ("ignoring", "its law cannot be measured: the output depends on more than these coins"),
        ("secret", "its law cannot be measured: `invoke` takes no `draw`"),
        ("talkative", "its law cannot be measured: the message of a ValueError is too long to tell it from others"),
        ("refusing_a_bound", "ValueError: no bound"),
        ("strange_bound", "its map answers with a set, which is no bound"),
        ("no_mechanism", "it answers with a NoneType without invoke and map"),
        ("unsupported", "not in this release"),
    ],
)
def test_an_attack_is_one_line(
    name: str, complaint: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is each target that dies, hangs, lies or has no law refused in one line, with exit code 2 and nothing shown?"""
    monkeypatch.setattr(foreign, "PATIENCE", 2.0 if name == "hanging_later" else foreign.PATIENCE)
    before = ours()
    assert told(capfd, name) == (2, "", [f"noisymax: error: {ATTACKS}:{name}: {complaint}"])
    assert ours() == before


def test_our_packages_stay_as_they_are(capfd: pytest.CaptureFixture[str]) -> None:
    """Does a target that overwrites `spec`, `impl` and `proofs` reach only its own process, and is it judged there?"""
    before = ours()
    code, out, err = told(capfd, "patching")
    assert ours() == before
    assert code == 1
    assert "EXCEEDED" in out
    assert len(err) == 1


def test_what_a_target_prints_is_not_ours(capfd: pytest.CaptureFixture[str]) -> None:
    """Is nothing shown of what a target writes, wherever it writes it?"""
    code, out, err = told(capfd, "printing")
    assert (code, err) == (0, [])
    assert "of ours" not in out


def test_a_package_of_the_same_name_is_the_targets_own(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Does a target beside its own `spec`, `impl` and `proofs` get those, and is its law measured at the coins?"""
    for name in PACKAGES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"NAME = 'their {name}'\n")
    (tmp_path / "solution.py").write_text(
        "import impl, proofs, spec\n"
        "class M:\n"
        "  def invoke(self, x, draw): return [draw.bit(), impl.NAME, proofs.NAME, spec.NAME]\n"
        "  def map(self, d_in): return 0.0\n"
        "def make(): return M()\n"
    )
    assert main(["worst", f"{tmp_path / 'solution.py'}:make", "-n", "2"]) == 0
    out = capfd.readouterr().out
    assert out.splitlines()[0].endswith("max_divergence, map: held")
    with mechanism(f"{tmp_path / 'solution.py'}:make") as made:
        law = made.law(EQUAL, 1)
        assert isinstance(law, Law)
        theirs = ("their impl", "their proofs", "their spec")
        assert dict(law.branches) == {(face, *theirs): Fraction(1, 2) for face in (0, 1)}


def test_a_contract_that_a_target_brings_is_not_believed() -> None:
    """Is a sampler that breaks the contract which its author gave it measured at the coins?"""
    with mechanism(f"{ATTACKS}:certified") as made:
        fair, certain = made.law(EQUAL, 1), made.law(UNEQUAL, 1)
        assert isinstance(fair, Law)
        assert isinstance(certain, Law)
        assert dict(fair.branches) == FACES
        assert dict(certain.branches) == {0: 1}


def test_a_target_that_does_not_load_is_told_at_its_line(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Is a mistake of the file told as `file:line: error: what`?"""
    (tmp_path / "wrong.py").write_text("\ndef make(:\n")
    assert main(["worst", f"{tmp_path / 'wrong.py'}:make"]) == 2
    assert capfd.readouterr().err == f"{tmp_path / 'wrong.py'}:2: error: SyntaxError: invalid syntax\n"


@pytest.fixture(scope="module")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An interpreter that has the standard library and nothing else."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return str(folder / "bin" / "python")


def test_a_target_in_another_interpreter(
    bare_python: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is a target judged that runs where nothing is installed, also by a law that is known only in part?"""
    code, out, (line,) = told(capfd, "lopsided_release", "--python", bare_python)
    assert code == 1
    assert "EXCEEDED" in out
    assert line.startswith(f"{ATTACKS}:")
    monkeypatch.setattr(foreign, "COINS", 40)
    with mechanism(f"{ATTACKS}:slowly_decided", bare_python) as made:
        law = made.law(EQUAL, 1)
        assert isinstance(law, Law)
        assert foreign.MISSING < law.missing <= foreign.TELLING
        found = {outcome: mass for outcome, mass in law.branches if isinstance(mass, Fraction)}
        for outcome, third in ((1, Fraction(2, 3)), (0, Fraction(1, 3))):
            assert found[outcome] <= third <= found[outcome] + law.missing
    monkeypatch.setattr(foreign, "COINS", 3)
    advice = r"it takes too many coins \(--depth N walks N times as deep\)"
    too_many = pytest.raises(BadTarget, match=f"its law cannot be measured: {advice}")
    with mechanism(f"{ATTACKS}:slowly_decided", bare_python) as made, too_many:
        made.law(EQUAL, 1)


def test_an_interpreter_is_for_a_factory(capfd: pytest.CaptureFixture[str]) -> None:
    """Is an interpreter refused that cannot be run, or that is named for a mechanism of ours?"""
    code, _, err = told(capfd, "secret", "--python", "no/such/python")
    assert (code, err) == (
        2,
        [f"noisymax: error: {ATTACKS}:secret: no/such/python cannot be run: No such file or directory"],
    )
    assert main(["worst", "noisy_top_k", "--python", sys.executable]) == 2
    assert capfd.readouterr().err == "noisymax: error: --python needs a factory (file.py:factory)\n"


@pytest.mark.parametrize("copied", [("impl",), ("spec", "impl"), ("spec", "impl", "proofs")], ids=len)
def test_a_fork_of_our_packages_is_measured_by_what_it_does(copied: tuple[str, ...], tmp_path: Path) -> None:
    """Is a copy of our packages with a broken sampler, whose contract still stands, measured at the coins?"""
    for name in copied:
        shutil.copytree(ROOT / name, tmp_path / name)
    sampler = tmp_path / "impl" / "samplers.py"
    text = sampler.read_text(encoding="utf-8")
    assert WHOLE_PART in text
    sampler.write_text(text.replace(WHOLE_PART, f"    return True\n{WHOLE_PART}"), encoding="utf-8")
    (tmp_path / "fork.py").write_text(
        "from fractions import Fraction\n"
        "from impl.permute_and_flip import permute_and_flip\n"
        "class M:\n"
        "  def invoke(self, x, draw): return permute_and_flip(tuple(x), Fraction(1), draw)\n"
        "  def map(self, d_in): return 1.0\n"
        "def make(): return M()\n"
    )
    with mechanism(f"{tmp_path / 'fork.py'}:make") as made:
        law = made.law(UNEQUAL, 1)
        assert isinstance(law, Law)
        assert dict(law.branches) == FACES
