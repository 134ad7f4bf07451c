"""Wrong variants of formulas, made mechanically, and an oracle that tells which of them are false."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

from impl.ball import precision
from proofs.engine.translate.scalars import Unsupported, free_indices
from proofs.engine.translate.to_ball import Setting, truth, value
from proofs.engine.translate.values import Value
from spec.logic.formula import INFINITY, Apply, Bind, Family, Formula, Member, Number, Sort, Symbol, Term, walk
from spec.logic.notation import state
from spec.logic.substitution import NotReplaceable, free_in, rebuild

OTHER_OPERATION = {
    "≤": ("≥", "<"), "≥": ("≤", ">"), "<": (">",), ">": ("<",), "=": ("<", ">"),
    "+": ("-",), "-": ("+",), "·": ("/", "+"), "/": ("·",), "max": ("min",), "min": ("max",), "∧": ("∨",),
    "sinh": ("cosh",), "cosh": ("sinh",), "ln": ("exp",), "exp": ("neg",),
}  # fmt: skip
OTHER_BINDER = {"max": "min", "min": "max", "Σ": "Π", "Π": "Σ"}


def variants(formula: Formula) -> Iterator[Formula]:
    """Every formula that differs from this one in one place: its conclusion is changed, or a hypothesis weakened."""
    for changed in _changed(formula.conclusion):
        yield replace(formula, conclusion=changed)
    for one, other in _exchanges(formula.conclusion):
        try:
            yield replace(formula, conclusion=rebuild(formula.conclusion, {one: other, other: one}))
        except NotReplaceable:
            continue
    for place, hypothesis in enumerate(formula.hypotheses):
        yield _without(formula, place)
        for weaker in _weaker(hypothesis):
            yield _without(formula, place, weaker)


def _without(formula: Formula, place: int, *instead: Term) -> Formula:
    """The formula with other hypotheses, or none, instead of the one at the place."""
    hypotheses = (*formula.hypotheses[:place], *instead, *formula.hypotheses[place + 1 :])
    given = len(formula.given) + (len(instead) - 1 if place < len(formula.given) else 0)
    return Formula(formula.conclusion, hypotheses[:given], hypotheses[given:])


def _changed(t: Term) -> Iterator[Term]:
    """The term, changed at one place: an operation, a sign, a constant, an index, a term or factor that is dropped."""
    match t:
        case Number(number):
            yield Number(number + 1)
        case Apply(operation, arguments):
            yield from (Apply(other, arguments) for other in OTHER_OPERATION.get(operation, ()))
            if operation in ("+", "·", "-", "/", "neg", "max", "min", "exp", "∧"):
                yield from arguments
            if operation in ("-", "/", "^", "⟹") and len(arguments) == 2:
                yield Apply(operation, arguments[::-1])
            if operation == "exp":
                yield Apply("exp", (-arguments[0],))
            for place, argument in enumerate(arguments):
                for changed in _changed(argument):
                    yield Apply(operation, (*arguments[:place], changed, *arguments[place + 1 :]))
        case Bind(operation, _, body, without, low, high):
            if operation in OTHER_BINDER:
                yield replace(t, operation=OTHER_BINDER[operation])
            if without is not None:
                yield replace(t, without=None)
            yield from (replace(t, body=changed) for changed in _changed(body))
            yield from (replace(t, low=changed) for changed in (() if low is None else _changed(low)))
            yield from (replace(t, high=changed) for changed in (() if high is None else _changed(high)))
        case _:
            pass


def _exchanges(t: Term) -> Iterator[tuple[Symbol, Symbol]]:
    """Pairs of symbols of one sort, numbers with numbers and candidates with candidates."""
    names = frozenset(free_indices([t]))
    symbols = sorted(free_in([t]) - {INFINITY}, key=lambda symbol: symbol.name)
    for place, one in enumerate(symbols):
        yield from (
            (one, other)
            for other in symbols[place + 1 :]
            if one.sort is other.sort and (one in names) == (other in names)
        )


def _weaker(t: Term) -> Iterator[Term]:
    match t:
        case Apply("≤" | "<" as relation, (left, right)):
            yield Apply(relation, (left, right + 1))
        case Apply("≥" | ">" as relation, (left, right)):
            yield Apply(relation, (left, right - 1))
        case Apply("=", (left, right)):
            yield left <= right
        case Bind("∀", _, body):
            yield from (replace(t, body=weaker) for weaker in _weaker(body))
        case Apply("∧", parts):
            yield parts[0]
        case _:
            pass


GRID: dict[Sort, tuple[Fraction, ...]] = {
    Sort.REAL: tuple(Fraction(n, 2) for n in (-4, -2, -1, 0, 0, 1, 2, 3, 6)),
    Sort.POSITIVE: tuple(Fraction(n, 3) for n in (1, 2, 3, 3, 6, 10)),
    Sort.NONNEGATIVE: tuple(Fraction(n, 2) for n in (0, 1, 2, 5)),
    Sort.UNIT: (Fraction(1, 9), Fraction(1, 2), Fraction(8, 9)),
    Sort.NATURAL: tuple(map(Fraction, (0, 1, 2, 3))),
}


def falsified(formula: Formula, random: Random, tries: int = 150) -> Setting | None:
    """A setting of exact numbers at which the hypotheses hold and the conclusion fails, if one is met.

    What is known must follow from what is given; where a lemma is false itself, nothing is said of the formula.
    """
    if any(_is_false(Formula(lemma, formula.given), tries) for lemma in formula.known):
        return None
    terms = (*formula.hypotheses, formula.conclusion)
    parts = [part for t in terms for part in walk(t)]
    symbols = sorted({part for part in parts if isinstance(part, Symbol)} - {INFINITY}, key=repr)
    families = sorted({part.family for part in parts if isinstance(part, Member)}, key=repr)
    names = free_indices(terms)
    for _ in range(tries):
        setting = _setting(formula, symbols, families, names, random)
        try:
            with precision(128):
                if all(truth(h, setting) for h in formula.hypotheses) and truth(formula.conclusion, setting) is False:
                    return setting
        except Unsupported:
            return None
    return None


@cache
def _is_false(lemma: Formula, tries: int) -> bool:
    """Whether a point is met at which a lemma fails; many variants share their lemmas."""
    return falsified(lemma, Random(state(lemma)), tries) is not None


def _setting(
    formula: Formula, symbols: Sequence[Symbol], families: Sequence[Family], names: Sequence[Symbol], random: Random
) -> Setting:
    size = random.choice((1, 2, 3))
    numbers: dict[Symbol, Value] = {symbol: random.choice(GRID[symbol.sort]) for symbol in symbols}
    lists: dict[Family, tuple[Value, ...]] = {
        family: tuple(random.choice(GRID[family.sort]) for _ in range(size)) for family in families
    }
    setting = Setting(numbers, lists, {name: random.randrange(size) for name in names})
    for hypothesis in formula.hypotheses:
        match hypothesis:
            case Apply("=", (Symbol() as symbol, meaning)) if symbol.sort is Sort.REAL and random.random() < 0.8:
                try:
                    numbers[symbol] = value(meaning, setting)
                except Unsupported:
                    continue
    return setting
