"""The shape of formulas: which operations there are, how many numbers or statements they take, and what they give."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from proofs.engine.translate.scalars import OVER_NUMBERS, Unsupported, is_infinite
from spec.logic.formula import INFINITY, Apply, Bind, Formula, Member, Number, Symbol, Term, children

_ANY = range(1, 1 << 20)
_ONE, _TWO = range(1, 2), range(2, 3)
_ARITHMETIC: Mapping[str, range] = {
    **dict.fromkeys(("+", "·", "max", "min"), _ANY),
    **dict.fromkeys(("-", "/", "^"), _TWO),
    **dict.fromkeys(("neg", "abs", "!", "exp", "ln", "sqrt", "sinh", "cosh", "tanh"), _ONE),
}
_RELATIONS = ("=", "≤", "<", "≥", ">")
_CONNECTIVES: Mapping[str, range] = {"∧": _ANY, "∨": _ANY, "¬": _ONE, "⟹": _TWO}
_ENDS: Mapping[str, tuple[bool, bool]] = {
    **dict.fromkeys(("Σ", "Π", "max", "min", "∀", "d"), (False, False)),
    "lim": (True, False),
    "∫": (True, True),
}
"""Of each binder, whether it has a lower end, and an upper one."""


def well_formed(formula: Formula) -> Formula:
    """The formula, if it says something, no symbol is both a number and a candidate, and infinity only an end."""
    for t in (*formula.hypotheses, formula.conclusion):
        check_statement(t)
    numbers: set[Symbol] = set()
    candidates: set[Symbol] = set()
    for part in (p for t in (*formula.hypotheses, formula.conclusion) for p in _parts(t)):
        match part:
            case Symbol():
                numbers.add(part)
            case Member(_, index):
                candidates.add(index)
            case Bind(operation, variable, _, without):
                (numbers if operation in OVER_NUMBERS else candidates).add(variable)
                candidates.update(() if without is None else (without,))
            case _:
                pass
    if INFINITY in numbers:
        raise Unsupported("infinity is no number; it can only end an integral")
    if mixed := sorted(symbol.name for symbol in numbers & candidates):
        raise Unsupported(f"{mixed[0]} is both a number and the name of a candidate")
    return formula


def check_statement(t: Term) -> None:
    """Refuse what is no statement about numbers and candidates."""
    match t:
        case Apply(relation, (left, right)) if relation in _RELATIONS:
            check_number(left)
            check_number(right)
        case Apply(connective, parts) if len(parts) in _CONNECTIVES.get(connective, ()):
            for part in parts:
                check_statement(part)
        case Bind("∀"):
            _check_binder(t)
            check_statement(t.body)
        case Apply(operation) | Bind(operation):
            raise Unsupported(f"{operation} makes no statement here")
        case _:
            raise Unsupported(f"a {type(t).__name__} makes no statement")


def check_number(t: Term) -> None:
    """Refuse what is no number."""
    match t:
        case Number(Fraction()):
            pass
        case Symbol():
            _check_symbol(t)
        case Member(_, index):
            _check_symbol(index)
        case Apply(operation, parts) if len(parts) in _ARITHMETIC.get(operation, ()):
            for part in parts:
                check_number(part)
        case Bind(operation) if operation != "∀":
            _check_binder(t)
            check_number(t.body)
        case Apply(operation) | Bind(operation):
            raise Unsupported(f"{operation} makes no number here")
        case _:
            raise Unsupported(f"a {type(t).__name__} is no number")


def _check_binder(t: Bind) -> None:
    ends = (t.low is not None, t.high is not None)
    if ends != _ENDS.get(t.operation) or (t.without is not None and t.operation in ("d", "lim", "∫")):
        raise Unsupported(f"{t.operation} is not bound like this")
    for name in (t.variable, t.without):
        if name is not None:
            _check_symbol(name)
    for end in (t.low, t.high):
        if end is not None and not is_infinite(end):
            check_number(end)


def _check_symbol(symbol: Symbol) -> None:
    """Refuse names that an engine has made up: they must not be mistaken for a symbol of the formula."""
    if type(symbol) is not Symbol:
        raise Unsupported(f"{symbol.name} is a name that engines make up, and no formula may use it")
    if symbol.name == INFINITY.name and symbol != INFINITY:
        raise Unsupported("infinity is no number; it can only end an integral")


def _parts(t: Term) -> Iterator[Term]:
    """The term and all its parts but the infinite ends of integrals."""
    yield t
    inner = children(t)
    if isinstance(t, Bind):
        inner = (t.body, *(end for end in inner[1:] if not is_infinite(end)))
    for part in inner:
        yield from _parts(part)
