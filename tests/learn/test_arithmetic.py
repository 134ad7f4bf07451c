"""Does the arithmetic of the page agree with the exact laws, number by number?"""

import json
import shutil
import subprocess
from fractions import Fraction
from importlib.resources import files

import pytest

from impl.registry import MECHANISMS, Setting
from proofs.engine.divergence import pair, range_divergence
from proofs.engine.enclosure import enclose
from proofs.engine.law import by_contract
from spec.space import RangeDistance
from spec.weights import ExpRatio, ExpSum

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
ARITHMETIC = files("proofs.learn").joinpath("templates/arithmetic.js")

CASES = [
    (("0", "1", "2"), "1"),
    (("1", "2", "2"), "1"),
    (("0", "0"), "1/4"),
    (("-4", "3.25", "0.5"), "0.75"),
    (("5",), "2"),
    (("1/3", "-2/7", "0", "1"), "3/2"),
]


def in_the_page(source: str, script: str) -> object:
    """What a script finds with the arithmetic of the page."""
    assert NODE is not None
    code = f"{source}\nconst A = learnArithmetic;\nconsole.log(JSON.stringify((() => {{ {script} }})()));"
    ended = subprocess.run([NODE, "-e", code], capture_output=True, text=True, check=True)
    return json.loads(ended.stdout)


def laws_in_the_page(source: str, function: str) -> list[list[tuple[ExpRatio, float]]]:
    """The laws of all cases: each probability exactly, and as a decimal."""
    script = f"""
    const terms = (sum) => [...sum].map(([q, c]) => [q, A.write(c)]);
    return {json.dumps(CASES)}.map(([scores, scale]) => A.{function}(scores.map(A.read), A.read(scale))
      .map((each) => [terms(each.above), terms(each.below), each.value]));
    """
    found = in_the_page(source, script)
    assert isinstance(found, list)
    return [[(ExpRatio(_sum(above), _sum(below)), value) for above, below, value in law] for law in found]


def _sum(terms: list[tuple[str, str]]) -> ExpSum:
    return ExpSum((Fraction(q), Fraction(c)) for q, c in terms)


def exact_laws(mechanism: str) -> list[list[ExpRatio]]:
    """What `noisymax law` prints of all cases."""
    laws = []
    for scores, scale in CASES:
        made = MECHANISMS[mechanism].make(Setting(float(Fraction(scale)), T=Fraction, size=len(scores)))
        law = dict(by_contract(made.invoke, [Fraction(score) for score in scores]).branches)
        laws.append([law[index] for index in range(len(scores))])
    return laws


def disagreements(source: str) -> list[str]:
    """Where the page and the exact laws differ."""
    found = []
    for function, mechanism in (("exponentialMechanism", "inverse_transform"), ("permuteAndFlip", "permute_and_flip")):
        for case, page, exact in zip(CASES, laws_in_the_page(source, function), exact_laws(mechanism), strict=True):
            for (shown, value), promised in zip(page, exact, strict=True):
                close = abs(value - float(enclose(promised, 128).mid())) <= 1e-12 * value
                if shown != promised or not close:
                    found.append(f"{function} on {case}")
    return found


@needs_node
def test_the_laws_of_the_page_are_exact() -> None:
    """Is every law the same sum of exponentials as the measured one, and every decimal right to 12 digits?"""
    assert disagreements(ARITHMETIC.read_text(encoding="utf-8")) == []


@needs_node
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("BigInt(taken.length + 1)", "BigInt(taken.length + 2)"),
        ("? -1n : 1n", "? 1n : 1n"),
        ("over(minus(best, score), scale)", "times(minus(best, score), scale)"),
        ("above.reduce(plus)", "above[0]"),
        ("10n ** BigInt(decimals.length)", "1n"),
    ],
)
def test_a_wrong_law_of_the_page_is_noticed(right: str, wrong: str) -> None:
    """Would a slip in the page's arithmetic be noticed?"""
    source = ARITHMETIC.read_text(encoding="utf-8")
    assert source.count(right) == 1
    assert disagreements(source.replace(right, wrong))


@needs_node
def test_the_losses_and_distances_of_the_page() -> None:
    """Are losses and range distance those of the engine, and is every loss within the distance over the scale?"""
    x, y = ("1", "0", "2"), ("2", "-1", "2")
    script = f"""
    const laws = [{json.dumps(x)}, {json.dumps(y)}].map((s) => A.exponentialMechanism(s.map(A.read), A.read("1/2")));
    const range = A.rangeDistance({json.dumps(x)}.map(A.read), {json.dumps(y)}.map(A.read));
    return [A.losses(...laws), A.write(range)];
    """
    found = in_the_page(ARITHMETIC.read_text(encoding="utf-8"), script)
    assert isinstance(found, list)
    losses, distance = found
    scores = [[Fraction(score) for score in vector] for vector in (x, y)]
    assert Fraction(distance) == RangeDistance(Fraction).distance(*scores)
    made = MECHANISMS["inverse_transform"].make(Setting(0.5, T=Fraction, size=3))
    apart = range_divergence(pair(*(by_contract(made.invoke, vector) for vector in scores)))
    assert abs(max(losses) - min(losses) - float(apart.bounds.lower)) < 1e-12
    assert max(map(abs, losses)) <= Fraction(distance) / Fraction(1, 2)
