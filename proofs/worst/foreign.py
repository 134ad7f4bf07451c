"""Other people's mechanisms as subjects of the search: a worker process measures their laws and asks their maps."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeGuard, TypeVar

from proofs.engine.divergence import AnyLaw, Bounds, exactly, pair
from proofs.engine.law import Law
from proofs.targets.child import Limits
from proofs.targets.names import BadTarget, defined_at, parse
from proofs.targets.process import ProcessMade, ProcessTarget
from proofs.targets.target import Answer, Died, Odd, Raised, Trouble, Unsupported, Walk
from proofs.targets.worker.serving import NO_DRAW
from proofs.targets.worker.values import LONGEST_MESSAGE
from proofs.targets.worker.walking import TOO_MANY_CHOICES, TOO_WIDE
from proofs.worst.subject import Metric, Scores, Subject
from spec.space import AtomDomain, AtomType, Measure, VectorDomain

T = TypeVar("T")

ANSWERS, COINS = 20_000, 200_000
"""How many answers of samplers, and how many coins, the law of one score vector may take."""
MISSING, TELLING = Fraction(1, 1 << 20), Fraction(1, 4)
"""How far a law is walked, and how much of one may be missing that still tells something."""
BITS = 128
RAISED = "raised"
"""So begins an outcome that is an error."""
PATIENCE = 300.0
"""Seconds that one answer may take, for each time that a law is to be walked as deep."""
DEEPER = "--depth N walks N times as deep"


@dataclass(frozen=True)
class Setting:
    """What a factory is called with, besides n and k."""

    metric: Metric
    measure: Measure
    scale: float

    def arguments(self, n: int, k: int, atom: AtomType) -> dict[str, object]:
        """The parameters of all triples by name, for scores of this type."""
        return {
            "input_domain": VectorDomain(AtomDomain(atom), n),
            "input_metric": replace(self.metric, T=atom),
            "privacy_measure": self.measure,
            "k": k,
            "scale": self.scale,
            "temperature": self.scale,
            "negate": False,
            "optimize": "max",
        }


@contextmanager
def foreign(
    target: str, python: str, setting: Setting, n: int, k: int, depth: int = 1
) -> Iterator[tuple[Subject, str]]:
    """The target as a subject, and `file:line` of its factory, while its process lives; it must run on n equal scores.

    Its laws are exact by contract where that ends, else walked at the coins, `depth` times as deep. An error is an
    outcome like any other.
    """
    name = parse(target)
    with ProcessTarget(name, python, patient(depth)) as process:
        about = process.describe()
        mechanism = ForeignMechanism(process, setting, about.parameters, depth)
        mechanism.choose_number_type(n, k)
        subject = Subject(
            law=mechanism.law,
            claim=mechanism.claim,
            measure=setting.measure,
            metric=setting.metric,
            scale=Fraction(setting.scale) or Fraction(1),
        )
        yield subject, f"{about.path}:{defined_at(about.path, name.factory or '')}"


def patient(depth: int) -> Limits:
    """What a target may use whose laws are walked."""
    return Limits(seconds=PATIENCE * depth, walking=PATIENCE * depth)


@dataclass
class ForeignMechanism:
    """A target in its process, made once for each n and k from those of the parameters that its factory names."""

    process: ProcessTarget
    setting: Setting
    parameters: tuple[str, ...]
    depth: int = 1
    _atom: AtomType = Fraction
    _contracts: bool = True
    _made: dict[tuple[int, int, AtomType], ProcessMade] = field(default_factory=dict)

    def choose_number_type(self, n: int, k: int) -> None:
        """Ask in fractions, or in floats if fractions are refused; a target that refuses both is refused."""
        refusal = self._refusal(n, k)
        if refusal is not None:
            self._atom = float
            if self._refusal(n, k) is not None:
                raise BadTarget(refusal)

    def _refusal(self, n: int, k: int) -> str | None:
        """Why the target does not run on n equal scores, if it does not."""
        try:
            law = self.law((Fraction(0),) * n, k)
        except Refused as error:
            return str(error)
        branches = law.branches if isinstance(law, Law) else law
        errors = [f"{outcome[1]}: {outcome[2]}" for outcome, _ in branches if is_error(outcome)]
        return f"it does not run: {'; '.join(errors)}" if len(errors) == len(branches) else None

    def law(self, x: Scores, k: int) -> AnyLaw:
        """The exact law of what `invoke` releases, or as much of it as was walked."""
        made, scores = self._mechanism(len(x), k), [self._number(score) for score in x]
        if self._contracts:
            law = answered(made.contract(scores, ANSWERS))
            if not law.reason:
                return checked([(outcome_of(outcome), weight) for outcome, weight in law.branches])
            if law.reason == NO_DRAW:
                raise BadTarget(f"its law cannot be measured: {law.reason}")
            self._contracts = False
        return checked(walked(answered(made.walk(scores, MISSING, COINS * self.depth))))

    def claim(self, d_in: Fraction, n: int, k: int) -> Bounds:
        """What the map says."""
        answer = self._mechanism(n, k).map(self._number(d_in))
        if isinstance(answer, Odd):
            raise BadTarget(f"its map answers with a {answer.type}, which is no bound")
        bound = answered(answer)
        if isinstance(bound, bool) or not isinstance(bound, int | float | Fraction) or not bound >= 0:
            raise BadTarget(f"its map answers {bound!r}, which is no bound")
        return exactly(bound)

    def _mechanism(self, n: int, k: int) -> ProcessMade:
        key = n, k, self._atom
        if key not in self._made:
            arguments = self.setting.arguments(n, k, self._atom)
            self._made[key] = answered(
                self.process.make({name: arguments[name] for name in self.parameters if name in arguments})
            )
        return self._made[key]

    def _number(self, exact: Fraction) -> Fraction | float:
        """The number in the type that the target takes."""
        if self._atom is Fraction:
            return exact
        if Fraction(float(exact)) != exact:
            raise BadTarget(
                "it takes floats alone, and not all scores here are floats: let scale and distance be powers of two"
            )
        return float(exact)


class Refused(BadTarget):
    """The target raised an exception where an answer was due."""


def answered(answer: T | Trouble) -> T:
    """The answer; there is none if the target fails or dies."""
    match answer:
        case Died(how):
            raise BadTarget(f"its process {how}")
        case Raised(kind, message):
            raise Refused(f"{kind}: {message}")
        case Unsupported(message):
            raise Refused(message)
        case Odd(kind):
            raise Refused(f"it answers with a {kind}")
    return answer


def walked(walk: Walk) -> Law[Fraction]:
    """A walk as a law; one that misses too much tells nothing."""
    if walk.missing > TELLING:
        advice = f" ({DEEPER})" if walk.reason in (TOO_MANY_CHOICES, TOO_WIDE) else ""
        raise BadTarget(f"its law cannot be measured: {walk.reason}{advice}")
    return in_part(walk)


def in_part(walk: Walk) -> Law[Fraction]:
    """As much of a law as was walked."""
    return Law(tuple((outcome_of(outcome), mass) for outcome, mass in walk.branches), walk.missing)


def outcome_of(answer: Answer) -> object:
    """An outcome by which it can be told from every other one."""
    match answer:
        case Raised(kind, message) if len(message) < LONGEST_MESSAGE:
            return RAISED, kind, message
        case Raised(kind):
            raise BadTarget(f"its law cannot be measured: the message of a {kind} is too long to tell it from others")
        case Odd(kind, text) if text:
            return kind, text
        case Odd(kind):
            raise BadTarget(f"its law cannot be measured: a {kind} cannot be told from others of its type")
    return answer


def is_error(outcome: object) -> TypeGuard[tuple[str, str, str]]:
    """Whether an outcome is an error."""
    return isinstance(outcome, tuple) and outcome[:1] == (RAISED,)


def checked(law: AnyLaw) -> AnyLaw:
    """The law, if it is one: a target that has changed its worker may answer anything."""
    try:
        pair(law, law).logs(BITS)
    except ValueError as error:
        raise BadTarget(f"its law cannot be measured: {error}") from error
    return law
