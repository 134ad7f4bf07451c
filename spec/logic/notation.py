"""Formulas as one line of plain mathematics."""

import re
from collections.abc import Iterator

from spec.logic.claim import Statement
from spec.logic.formula import Apply, Bind, Formula, Member, Number, Sort, Symbol, Term, walk
from spec.logic.promise import Promise
from spec.logic.proposition import Proposition

TIGHTNESS = {
    "⟹": 1, "∨": 2, "∧": 3, "¬": 4,
    "=": 5, "≤": 5, "<": 5, "≥": 5, ">": 5,
    "+": 6, "-": 6, "neg": 7, "·": 8, "/": 8, "^": 9, "!": 10,
}  # fmt: skip
"""The operations that stand between, before or after their arguments, and how tightly each binds."""
BINDER_TIGHTNESS = 7
ATOM = 11
_WORD = re.compile(r"[^\W\d]\w*'*|∞")
"""Only a symbol or a member of a family is printed like this."""


def show(t: Term) -> str:
    """The term in one line."""
    return _show(t)[0]


def state(statement: Statement) -> str:
    """A statement in one line: a sentence as it is; else which symbols or inputs, which hypotheses, what follows."""
    if isinstance(statement, str):
        return statement
    if isinstance(statement, Promise | Proposition):
        return statement.show()
    return "".join(part if isinstance(part, str) else show(part) for part in spoken(statement))


def spoken(formula: Formula) -> Iterator[str | Term]:
    """A formula as words and terms in turn: for which symbols, if what, then what."""
    for place, (part, sort) in enumerate(_sorted_symbols(formula)):
        yield from (", " if place else "for ", part, f" {sort.value}")
    if _sorted_symbols(formula):
        yield ": "
    for place, hypothesis in enumerate(formula.hypotheses):
        loose = _show(hypothesis)[1] <= TIGHTNESS["∧"]
        yield from (" and " if place else "if ", *(("(", hypothesis, ")") if loose else (hypothesis,)))
    if formula.hypotheses:
        yield " then "
    yield formula.conclusion


def ambiguous(formula: Formula) -> str | None:
    """A name that is printed for two different things, if there is one."""
    printed: dict[str, Term] = {}
    parts = {id(p): p for t in (*formula.hypotheses, formula.conclusion) for p in walk(t)}.values()
    variables = [part.variable for part in parts if isinstance(part, Bind)]
    for named in (*variables, *(part for part in parts if isinstance(part, Symbol | Member))):
        if printed.setdefault(show(named), named) != named:
            return show(named)
    if all(map(_WORD.fullmatch, printed)):
        return None
    return next((show(p) for p in parts if not isinstance(p, Symbol | Member) and show(p) in printed), None)


def _sorted_symbols(formula: Formula) -> list[tuple[Symbol | Member, Sort]]:
    """Each symbol and member of a family whose sort is not all of the reals, by name."""
    sorts: dict[str, tuple[Symbol | Member, Sort]] = {}
    for part in (p for t in (*formula.hypotheses, formula.conclusion) for p in walk(t)):
        match part:
            case Symbol(_, sort) if sort is not Sort.REAL:
                sorts[show(part)] = part, sort
            case Member(family) if family.sort is not Sort.REAL:
                sorts[show(part)] = part, family.sort
            case _:
                pass
    return [sorts[name] for name in sorted(sorts)]


def _within(t: Term, tightness: int) -> str:
    text, own = _show(t)
    return text if own > tightness else f"({text})"


def _show(t: Term) -> tuple[str, int]:
    match t:
        case Number(value):
            return str(value), ATOM if value.denominator == 1 and value >= 0 else TIGHTNESS["neg"]
        case Symbol(name):
            return name, ATOM
        case Member(family, index):
            return f"{family.name}_{index.name}", ATOM
        case Apply("neg", (x,)):
            return f"-{_within(x, TIGHTNESS['neg'])}", TIGHTNESS["neg"]
        case Apply("!", (x,)):
            return f"{_within(x, TIGHTNESS['!'])}!", TIGHTNESS["!"]
        case Apply("¬", (x,)):
            return f"¬{_within(x, TIGHTNESS['¬'])}", TIGHTNESS["¬"]
        case Apply("abs", (x,)):
            return f"|{show(x)}|", ATOM
        case Apply(operation, arguments) if operation in TIGHTNESS:
            return _infix(operation, arguments)
        case Apply(name, arguments):
            return f"{name}({', '.join(map(show, arguments))})", ATOM
        case Bind("∫", variable, body, _, low, high) if low is not None and high is not None:
            return (
                f"∫[{show(low)}..{show(high)}] {_within(body, BINDER_TIGHTNESS)} d{variable.name}",
                BINDER_TIGHTNESS,
            )
        case Bind("lim", variable, body, _, low) if low is not None:
            return f"lim_{{{variable.name}↓{show(low)}}} {_within(body, BINDER_TIGHTNESS)}", BINDER_TIGHTNESS
        case Bind("d", variable, body):
            return f"d/d{variable.name} [{show(body)}]", ATOM
        case Bind(operation, variable, body, without):
            scope = variable.name if without is None else f"{variable.name}≠{without.name}"
            tightness = 0 if operation == "∀" else BINDER_TIGHTNESS
            return f"{operation}_{scope} {_within(body, tightness)}", tightness
        case _:
            raise TypeError(f"no notation for {type(t).__name__}")


def _infix(operation: str, arguments: tuple[Term, ...]) -> tuple[str, int]:
    tightness = TIGHTNESS[operation]
    if operation == "^":
        base, power = arguments
        return f"{_within(base, tightness)}^{_within(power, tightness)}", tightness
    first, *rest = arguments
    # A sum or product may open with an equally tight term; what follows a minus or a slash may not.
    opening = _within(first, tightness - (operation in "+-·/"))
    closing = [_within(x, tightness - (operation in "+·∧∨" and same(x, operation))) for x in rest]
    sign = operation if operation in "·/" else f" {operation} "
    return sign.join([opening, *closing]), tightness


def same(x: Term, operation: str) -> bool:
    """The term is made by this very operation, which needs no brackets inside itself if it is associative."""
    return isinstance(x, Apply) and x.operation == operation
