"""Coq at work: files are compiled, theorems asked for statement and axioms, and all is checked again."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from proofs.kernel.development import LIBRARY, STATEMENTS, THEOREMS, Development, KernelError

VERSION = "8.16.1"
INSTALL = "apt-get install coq libcoq-coquelicot"
SECONDS = 600
"""After so long a file is given up."""

ALLOWED = {
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
"""The axioms of Coq's classical real numbers."""

_ALL_OF = "all_of_"
"""How a name begins that stands for several theorems at once."""

UNSAFE = ("relying on type-in-type", "relying on unsafe (co)fixpoints", "whose positivity is assumed")

Watch = Callable[[str], None]


class Stopped(Exception):
    """Coq does not accept a file: where, and what it says."""

    def __init__(self, name: str, line: int, says: str) -> None:
        super().__init__(f"proofs/kernel/coq/{name}.v:{line}: error: {says}")
        self.name = name
        self.line = line


@dataclass(frozen=True)
class Theorem:
    """What Coq says of a theorem."""

    statement: str
    axioms: tuple[str, ...]


def check_installed() -> None:
    """Coq of the version that the files are written for is there, with the library of real analysis."""
    for tool in ("coqc", "coqchk"):
        if shutil.which(tool) is None:
            raise KernelError(f"{tool}: error: not found: {INSTALL}")
    found = re.search(r"version (\S+)", _asked("--version"))
    if found is None or found[1] != VERSION:
        there = found[1] if found else "of an unknown version"
        raise KernelError(f"coqc: error: Coq {there} is installed, the proofs are for {VERSION}: install that version")
    if not (Path(_asked("-where").strip()) / "user-contrib" / "Coquelicot").is_dir():
        raise KernelError(f"coqc: error: Coquelicot not found: {INSTALL}")


def _asked(option: str) -> str:
    return subprocess.run(["coqc", option], capture_output=True, text=True, check=False).stdout


def compile_file(folder: Path, name: str, *options: str) -> str:
    """Compile one file, of which those before it are compiled; what Coq prints."""
    command = ["coqc", "-q", "-w", "none", *options, "-Q", ".", LIBRARY, f"{name}.v"]
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Stopped(name, 1, f"not done after {SECONDS} s") from None
    if run.returncode:
        place = re.search(r'File "[^"]*", line (\d+)', run.stderr)
        says = " ".join(run.stderr[place.end() :].split())[:300] if place else run.stderr.strip()[:300]
        raise Stopped(name, int(place[1]) if place else 1, says)
    return run.stdout


def build(development: Development, folder: Path, watch: Watch, only: list[str] | None = None) -> None:
    """Compile the files, or some of them, as many at a time as there are processors."""
    for name in development.texts if only is None else only:
        (folder / f"{name}.v").write_text(development.texts[name], encoding="utf-8")
    todo = list(development.texts if only is None else only)
    done = set(development.texts) - set(todo)
    running: dict[Future[str], str] = {}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        while todo or running:
            ready = [name for name in todo if set(development.imports[name]) <= done]
            for name in ready:
                running[pool.submit(compile_file, folder, name)] = name
                todo.remove(name)
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                name = running.pop(future)
                future.result()
                done.add(name)
                watch(name)


def ask(development: Development, folder: Path, names: Sequence[str]) -> dict[str, Theorem]:
    """The statement and the axioms of each of these theorems, one by one, from compiled files."""
    axioms = _axioms(folder, {name: (name,) for name in names})
    return {name: Theorem(development.statements[name], axioms[name]) for name in names}


def confirm(development: Development, folder: Path, known: Mapping[str, Theorem]) -> dict[str, Theorem]:
    """The same of all theorems, where it is known: those that are said to rest on the same axioms are asked together.

    To ask for the axioms of one takes more than a second, and of many hardly longer. So it is confirmed that none rests
    on more; where one does, or is not known, it is asked by itself.
    """
    said: dict[tuple[str, ...], list[str]] = {}
    for name in development.theorems:
        if name in known:
            said.setdefault(known[name].axioms, []).append(name)
    found = _axioms(folder, {f"group{number}": tuple(names) for number, names in enumerate(said.values())})
    held = {
        name
        for (axioms, names), seen in zip(said.items(), found.values(), strict=True)
        if {*seen} <= {*axioms}
        for name in names
    }
    asked = ask(development, folder, [name for name in development.theorems if name not in held])
    told = {name: Theorem(development.statements[name], known[name].axioms) for name in held}
    return {name: {**told, **asked}[name] for name in development.theorems}


def _axioms(folder: Path, groups: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The axioms of each group of theorems, every one of which proves its statement."""
    many = os.cpu_count() or 1
    parts = [part for start in range(many) if (part := list(groups.items())[start::many])]
    with ThreadPoolExecutor() as pool:
        answers = pool.map(lambda part: _axioms_in_turn(folder, *part), enumerate(parts))
    found = {name: axioms for part in answers for name, axioms in part.items()}
    return {name: found[name] for name in groups}


def _axioms_in_turn(
    folder: Path, number: int, groups: Sequence[tuple[str, tuple[str, ...]]]
) -> dict[str, tuple[str, ...]]:
    lines = [f"From {LIBRARY} Require {STATEMENTS} {THEOREMS}."]
    for group, names in groups:
        lines.append(f'Goal True. idtac "@@ {group}". Abort.')
        lines += [f"Check ({THEOREMS}.{name} : {STATEMENTS}.{name})." for name in names]
        lines.append(f"Definition {_ALL_OF}{group} := ({', '.join(f'{THEOREMS}.{name}' for name in names)}).")
        lines.append(f"Print Assumptions {_ALL_OF}{group}.")
    (folder / f"Ask{number}.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = {}
    for answer in compile_file(folder, f"Ask{number}").split("@@ ")[1:]:
        name, _, rest = answer.partition("\n")
        found[name.strip()] = tuple(sorted(set(re.findall(r"(?m)^([\w.']+)", rest.partition("Axioms:\n")[2]))))
    return found


def check_axioms(theorems: dict[str, Theorem]) -> None:
    """No theorem rests on more than the axioms of the classical reals."""
    for name, theorem in theorems.items():
        if beyond := sorted(set(theorem.axioms) - ALLOWED):
            raise KernelError(f"proofs/kernel/coq/{THEOREMS}.v:1: error: {name} rests on {', '.join(beyond)}: prove it")


def recheck(development: Development, folder: Path) -> None:
    """Have the compiled files of ours checked again, by the checker that shares nothing with the tactics."""
    modules = [word for name in development.texts for word in ("-norec", f"{LIBRARY}.{name}")]
    command = ["coqchk", "-silent", "-o", "-Q", ".", LIBRARY, *modules]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    if run.returncode:
        raise KernelError(f"coqchk: error: {' '.join(run.stderr.split())[-300:]}")
    for what in UNSAFE:
        if f"{what}: <none>" not in run.stdout + run.stderr:
            raise KernelError(f"coqchk: error: something is {what}: see coqchk -o")
