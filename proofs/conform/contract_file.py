"""A contract in a file: `contract.py:NAME`, loaded, and refused unless it agrees with itself."""

import math
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from importlib import util
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import ModuleType

from impl.ball import Ball, lower, precision, upper
from impl.registry import SPELLINGS
from proofs.conform.ask import spread
from proofs.conform.contract import BadContract, Contract, Stated, part
from proofs.conform.contract_form import check_form
from proofs.conform.promised_law import Promised
from proofs.conform.triples import TRIPLES
from proofs.engine.divergence import Bounds, Verdict, divergence, exactly, judge, pair
from proofs.engine.law import Law
from proofs.targets.names import BadTarget
from spec.weights import ExpRatio

MOST_PAIRS = 40
"""Pairs of a contract's own inputs on which its law is held against its map as it is loaded."""
BITS = 256


def contract_named(text: str, watch: Callable[[str], None] = lambda line: None) -> Contract:
    """One of our triples, by its name or that of its mechanism, or the one of a file by `file.py:NAME`.

    `watch` hears what is under way: to measure the laws of a contract may take long.
    """
    ours = SPELLINGS[text].triple.name if text in SPELLINGS else text
    if ours in TRIPLES:
        return TRIPLES[ours]
    where, colon, name = text.rpartition(":")
    if not colon or not name.isidentifier():
        raise BadTarget(f"{text!r} is not one of the triples, {', '.join(TRIPLES)}, nor FILE.py:NAME of a contract")
    if not Path(where).is_file():
        raise BadTarget(f"there is no file {where}")
    with _faults_of(where):
        contract = getattr(_loaded(Path(where).resolve()), name, None)
    if not isinstance(contract, Contract):
        raise BadTarget(f"{where} has no Contract that is called {name}")
    with _faults_of(where, name):
        check(contract, watch)
    return contract


def check(contract: Contract, watch: Callable[[str], None] = lambda line: None) -> None:
    """Refuse a contract that lacks something, whose law is none, or whose own law loses more than its own map says."""
    check_form(contract)
    law = "program" if contract.law is None else "law"
    laws = [(*case, rival) for case in contract.combinations() for rival in ("", *contract.rivals)]
    for number, (setting, x, rival) in enumerate(laws):
        doing = f"{contract.name}: {number:,} of {len(laws):,} laws measured"
        watch(doing)
        named = f"rivals[{rival!r}]" if rival else law
        with contract.watched(partial(_tell_more, watch, doing)), part(f"{named}{setting.place} on {x!r}"):
            contract.promised(setting, x, rival)
    with part("metric"):
        pairs = list(contract.pairs())
        for setting, _, x, y in (pairs[place] for place in spread(len(pairs), MOST_PAIRS)):
            if contract.distance(setting, x, y) != contract.distance(setting, y, x):
                raise BadContract(f"from {x!r} to {y!r} it is another than from {y!r} to {x!r}")
    if not pairs:
        raise BadContract("no two of its inputs are as close as one of its distances")
    for setting in contract.settings:
        for d_in in (*contract.distances, 0 * contract.distances[0]):
            with part(f"map({d_in!r}){setting.place}"):
                claimed(contract, setting, d_in)
    for number, place in enumerate(spread(len(pairs), MOST_PAIRS)):
        watch(f"{contract.name}: its law held against its map on {number:,} pairs")
        setting, d_in, x, y = pairs[place]
        claim = claimed(contract, setting, d_in)
        of = pair(law_of(contract.promised(setting, x)), law_of(contract.promised(setting, y)))
        if judge(setting.measure, of, claim) is Verdict.EXCEEDED:
            loss, bound = float(divergence(setting.measure, of).bounds.lower), float(claim.upper)
            apart = f"between {x!r} and {y!r}, and its map says {bound:.6g} at {d_in!r}"
            raise BadContract(f"{setting.place} its law loses {loss:.6g} {apart}".strip())


def _tell_more(watch: Callable[[str], None], doing: str, line: str) -> None:
    watch(f"{doing}; {line}")


def law_of(promised: Promised) -> Law[ExpRatio]:
    """The promised law as divergences read it."""
    return Law(promised.branches, max(promised.tail, promised.doubt))


def claimed(contract: Contract, setting: Stated, d_in: float, bits: int = BITS) -> Bounds:
    """What the stated map says at a distance, between two edges, working with this many bits."""
    with precision(bits):
        bound = contract.bound(setting, Fraction(d_in))
        if isinstance(bound, Ball) and bound.is_finite():
            found = Bounds(lower(bound), upper(bound))
        elif not isinstance(bound, bool | Ball) and (isinstance(bound, int | Fraction) or bound == math.inf):
            found = exactly(bound)
        else:
            raise BadContract(f"it is {bound!r}: a bound is an int, a Fraction, a finite ball or math.inf")
    if found.upper < 0:
        raise BadContract(f"it is {bound}, which is negative")
    return found


def _loaded(path: Path) -> ModuleType:
    """The module of a file, which may import what lies beside it."""
    spec = util.spec_from_file_location("noisymax_contract", path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module


@contextmanager
def _faults_of(where: str, name: str = "") -> Iterator[None]:
    """Whatever goes wrong is the file's fault, at the line that raised it or where the contract is stated."""
    try:
        yield
    except SyntaxError as error:
        raise BadTarget(f"SyntaxError: {error.msg}", f"{where}:{error.lineno or 1}") from error
    except (Exception, SystemExit) as error:
        ours = [frame for frame in _frames(error) if frame.filename == str(Path(where).resolve())]
        line = ours[-1].lineno if ours else stated_at(where, name)
        is_told = isinstance(error, BadContract) or (isinstance(error, ValueError) and not ours)
        what = str(error) if is_told else f"{type(error).__name__}: {error}"
        raise BadTarget(f"{name}: {what}" if name else what, f"{where}:{line}") from error


def _frames(error: BaseException | None) -> Iterator[FrameSummary]:
    """Where an error was raised, and what it was raised from."""
    while error is not None:
        yield from extract_tb(error.__traceback__)
        error = error.__cause__


def stated_at(where: str, name: str) -> int:
    """The line of a file where a name is given its value, as far as its text tells."""
    lines = Path(where).read_text(encoding="utf-8", errors="replace").splitlines()
    return next((n for n, text in enumerate(lines, start=1) if re.match(rf"{re.escape(name)}\b", text)), 1)
