"""What witnesses share: showing a defect or saying that it is gone, running what may fail, exact laws."""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from impl.ball import Ball, precision
from impl.draws import TapeDraw
from proofs.documents.transcription import FOLDER
from proofs.engine.enclosure import Weight, enclose
from proofs.engine.ledger.model import WitnessGone
from spec.weights import ZERO, ExpRatio, exp_minus

T = TypeVar("T")

COINS = (0, 1, 1, 0, 1, 0, 0, 1) * 32
BITS = 128


def show(defect: bool, text: str) -> str:
    """The text, while the defect shows."""
    if not defect:
        raise WitnessGone(f"not so any more: {text}")
    return text


def built(make: Callable[..., T], *arguments: object) -> T:
    """What is built; where building is refused, the defect is gone."""
    try:
        return make(*arguments)
    except Exception as error:
        raise WitnessGone(f"it is refused: {type(error).__name__}") from error


@dataclass(frozen=True)
class Raised:
    """The outcome of a call that failed."""

    error: str

    def __str__(self) -> str:
        return self.error


def outcome(call: Callable[..., object], *arguments: object) -> object:
    """What a call returns or raises."""
    try:
        return call(*arguments)
    except Exception as error:
        return Raised(type(error).__name__)


def coins() -> TapeDraw:
    """A tape that is long enough for one release."""
    return TapeDraw(COINS)


def softmax(scores: Sequence[Fraction | int]) -> list[ExpRatio]:
    """p_i = e^(s_i) / (sum of e^(s_j)), exactly."""
    weights = [exp_minus(-score) for score in scores]
    return [weight / sum(weights, ZERO) for weight in weights]


def digits(number: Weight | Ball) -> str:
    """Some leading digits of a number; they are read, and decide nothing."""
    return (number if isinstance(number, Ball) else enclose(number, BITS)).str(6, radius=False)


def log_digits(weight: Weight) -> str:
    """Some leading digits of the logarithm of a positive weight."""
    enclosed = enclose(weight, BITS)
    with precision(BITS):
        return digits(enclosed.log())


def published_source(slug: str) -> str:
    """The text of a transcribed listing."""
    return (FOLDER / f"{slug}.py").read_text("utf-8")


def keywords(source: str) -> dict[str, str]:
    """The keyword arguments of the constructor that a listing returns, as code."""
    returned = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Return)]
    calls = [value for value in returned if isinstance(value, ast.Call) and len(value.keywords) > 2]
    return {word.arg: ast.unparse(word.value) for call in calls for word in call.keywords if word.arg}


def annotations(source: str) -> dict[str, str]:
    """The types that a listing prints for the parameters of its functions, by name."""
    arguments = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.arg)]
    return {argument.arg: ast.unparse(argument.annotation) for argument in arguments if argument.annotation}


def names(source: str) -> Iterator[str]:
    """Every name that a listing uses."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name):
                yield name
