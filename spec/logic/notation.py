"""Formulas as one line of plain mathematics."""

from spec.logic.claim import Statement
from spec.logic.formula import Apply, Bind, Formula, Member, Number, Sort, Symbol, Term, walk
from spec.logic.promise import Promise
from spec.logic.proposition import Proposition

_TIGHTNESS = {
    "⟹": 1, "∨": 2, "∧": 3, "¬": 4,
    "=": 5, "≤": 5, "<": 5, "≥": 5, ">": 5,
    "+": 6, "-": 6, "neg": 7, "·": 8, "/": 8, "^": 9, "!": 10,
}  # fmt: skip
_BINDER_TIGHTNESS = 7
_ATOM = 11


def show(t: Term) -> str:
    """The term in one line."""
    return _show(t)[0]


def state(statement: Statement) -> str:
    """A statement in one line: a sentence as it is; else which symbols or inputs, which hypotheses, what follows."""
    if isinstance(statement, str):
        return statement
    if isinstance(statement, Promise | Proposition):
        return statement.show()
    hypotheses = " and ".join(_within(g, _TIGHTNESS["∧"]) for g in statement.hypotheses)
    return _quantifier(statement) + (f"if {hypotheses} then " if hypotheses else "") + show(statement.conclusion)


def ambiguous(formula: Formula) -> str | None:
    """A name that is printed for two different things, if there is one."""
    printed: dict[str, Term] = {}
    for part in (p for t in (*formula.hypotheses, formula.conclusion) for p in walk(t)):
        for named in (part, part.variable) if isinstance(part, Bind) else (part,):
            other = printed.setdefault(show(named), named)
            if other != named and (isinstance(named, Symbol | Member) or isinstance(other, Symbol | Member)):
                return show(named)
    return None


def _quantifier(formula: Formula) -> str:
    """Name each free symbol or family whose sort is not all of the reals."""
    sorts: dict[str, Sort] = {}
    for part in (p for t in (*formula.hypotheses, formula.conclusion) for p in walk(t)):
        match part:
            case Symbol(name, sort) if sort is not Sort.REAL:
                sorts[name] = sort
            case Member(family, index) if family.sort is not Sort.REAL:
                sorts[f"{family.name}_{index.name}"] = family.sort
            case _:
                pass
    named = ", ".join(f"{name} {sort.value}" for name, sort in sorted(sorts.items()))
    return f"for {named}: " if named else ""


def _within(t: Term, tightness: int) -> str:
    text, own = _show(t)
    return text if own > tightness else f"({text})"


def _show(t: Term) -> tuple[str, int]:
    match t:
        case Number(value):
            return str(value), _ATOM if value.denominator == 1 and value >= 0 else _TIGHTNESS["neg"]
        case Symbol(name):
            return name, _ATOM
        case Member(family, index):
            return f"{family.name}_{index.name}", _ATOM
        case Apply("neg", (x,)):
            return f"-{_within(x, _TIGHTNESS['neg'])}", _TIGHTNESS["neg"]
        case Apply("!", (x,)):
            return f"{_within(x, _TIGHTNESS['!'])}!", _TIGHTNESS["!"]
        case Apply("¬", (x,)):
            return f"¬{_within(x, _TIGHTNESS['¬'])}", _TIGHTNESS["¬"]
        case Apply("abs", (x,)):
            return f"|{show(x)}|", _ATOM
        case Apply(operation, arguments) if operation in _TIGHTNESS:
            return _infix(operation, arguments)
        case Apply(name, arguments):
            return f"{name}({', '.join(map(show, arguments))})", _ATOM
        case Bind("∫", variable, body, _, low, high) if low is not None and high is not None:
            return (
                f"∫[{show(low)}..{show(high)}] {_within(body, _BINDER_TIGHTNESS)} d{variable.name}",
                _BINDER_TIGHTNESS,
            )
        case Bind("lim", variable, body, _, low) if low is not None:
            return f"lim_{{{variable.name}↓{show(low)}}} {_within(body, _BINDER_TIGHTNESS)}", _BINDER_TIGHTNESS
        case Bind("d", variable, body):
            return f"d/d{variable.name} [{show(body)}]", _ATOM
        case Bind(operation, variable, body, without):
            scope = variable.name if without is None else f"{variable.name}≠{without.name}"
            tightness = 0 if operation == "∀" else _BINDER_TIGHTNESS
            return f"{operation}_{scope} {_within(body, tightness)}", tightness
        case _:
            raise TypeError(f"no notation for {type(t).__name__}")


def _infix(operation: str, arguments: tuple[Term, ...]) -> tuple[str, int]:
    tightness = _TIGHTNESS[operation]
    if operation == "^":
        base, power = arguments
        return f"{_within(base, tightness)}^{_within(power, tightness)}", tightness
    first, *rest = arguments
    # A sum or product may open with an equally tight term; what follows a minus or a slash may not.
    opening = _within(first, tightness - (operation in "+-·/"))
    closing = [_within(x, tightness - (operation in "+·∧∨" and _same(x, operation))) for x in rest]
    sign = operation if operation in "·/" else f" {operation} "
    return sign.join([opening, *closing]), tightness


def _same(x: Term, operation: str) -> bool:
    return isinstance(x, Apply) and x.operation == operation
