"""Formulas as MathML, which browsers set as mathematics by themselves; brackets come from the table of `notation`."""

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, tostring

from spec.logic.formula import Apply, Bind, Member, Number, Symbol, Term
from spec.logic.notation import ATOM, BINDER_TIGHTNESS, TIGHTNESS, same, show

_SIGNS = {"-": "−", "·": "⋅"}
_BIG = {"Σ": "∑", "Π": "∏"}
_SUBSCRIPTED = re.compile(r"([^\W\d_]+)('*)(?:_(\w+|∞))?")

Shown = tuple[Element, int]
"""What is displayed, and how tightly it binds."""


def mathml(t: Term) -> str:
    """The term as one `math` element, which has the line of plain text as its alternative."""
    root = _made("math", _show(t)[0])
    root.set("alttext", show(t))
    return tostring(root, encoding="unicode")


def _show(t: Term, flat: bool = False) -> Shown:
    """The term; `flat` inside an exponent, where a fraction is written with a slash."""
    match t:
        case Number(value):
            return _number(value.numerator, value.denominator, flat)
        case Symbol(name):
            return _name(name), ATOM
        case Member(family, index):
            return _named(family.name, _name(index.name)), ATOM
        case Apply(operation, arguments):
            return _applied(operation, arguments, flat)
        case Bind():
            return _bound(t, flat)
        case _:
            raise TypeError(f"no notation for {type(t).__name__}")


def _applied(operation: str, arguments: tuple[Term, ...], flat: bool) -> Shown:
    first = arguments[0]
    match operation:
        case "neg" | "¬":
            sign = "−" if operation == "neg" else operation
            return _row(_leaf("mo", sign), _within(first, TIGHTNESS[operation], flat)), TIGHTNESS[operation]
        case "!":
            return _row(_within(first, TIGHTNESS["!"], flat), _leaf("mo", "!")), TIGHTNESS["!"]
        case "abs":
            return _fenced("|", [_show(first, flat)[0]], "|"), ATOM
        case "sqrt":
            return _made("msqrt", _show(first, flat)[0]), ATOM
        case "exp":
            return _made("msup", _leaf("mi", "e"), _show(first, True)[0]), TIGHTNESS["^"]
        case "/" if not flat:
            return _made("mfrac", _show(first, flat)[0], _show(arguments[1], flat)[0]), TIGHTNESS["^"]
        case "^":
            return _made("msup", _within(first, TIGHTNESS["^"], flat), _show(arguments[1], True)[0]), TIGHTNESS["^"]
        case _ if operation in TIGHTNESS:
            return _infix(operation, arguments, flat)
        case _:
            listed = [part for x in arguments for part in (_leaf("mo", ","), _show(x, flat)[0])][1:]
            return _row(_leaf("mi", operation), _fenced("(", listed, ")")), ATOM


def _infix(operation: str, arguments: tuple[Term, ...], flat: bool) -> Shown:
    tightness = TIGHTNESS[operation]
    first, *rest = arguments
    parts = [_within(first, tightness - (operation in "+-·/"), flat)]
    for x in rest:
        parts.append(_leaf("mo", _SIGNS.get(operation, operation)))
        parts.append(_within(x, tightness - (operation in "+·∧∨" and same(x, operation)), flat))
    return _row(*parts), tightness


def _bound(t: Bind, flat: bool) -> Shown:
    match t:
        case Bind("∫", variable, body, _, low, high) if low is not None and high is not None:
            sign = _made("msubsup", _leaf("mo", "∫"), _show(low, flat)[0], _show(high, flat)[0])
            ending = _row(_leaf("mi", "d"), _name(variable.name))
            return _row(sign, _within(body, BINDER_TIGHTNESS, flat), _space(), ending), BINDER_TIGHTNESS
        case Bind("lim", variable, body, _, low) if low is not None:
            where = _row(_name(variable.name), _leaf("mo", "↓"), _show(low, flat)[0])
            sign = _made("munder", _leaf("mo", "lim"), where)
            return _row(sign, _within(body, BINDER_TIGHTNESS, flat)), BINDER_TIGHTNESS
        case Bind("d", variable, body):
            over, under = _leaf("mi", "d"), _row(_leaf("mi", "d"), _name(variable.name))
            return _row(_made("mfrac", over, under), _fenced("[", [_show(body, flat)[0]], "]")), ATOM
        case Bind(operation, variable, body, without):
            scope = _name(variable.name)
            if without is not None:
                scope = _row(scope, _leaf("mo", "≠"), _name(without.name))
            tightness = 0 if operation == "∀" else BINDER_TIGHTNESS
            sign = _made("msub" if operation == "∀" else "munder", _leaf("mo", _BIG.get(operation, operation)), scope)
            return _row(sign, _within(body, tightness, flat)), tightness


def _within(t: Term, tightness: int, flat: bool = False) -> Element:
    shown, own = _show(t, flat)
    return shown if own > tightness else _fenced("(", [shown], ")")


def _number(over: int, under: int, flat: bool) -> Shown:
    digits, tightness = _leaf("mn", str(abs(over))), ATOM
    if under != 1 and flat:
        digits, tightness = _row(digits, _leaf("mo", "/"), _leaf("mn", str(under))), TIGHTNESS["/"]
    elif under != 1:
        digits, tightness = _made("mfrac", digits, _leaf("mn", str(under))), TIGHTNESS["^"]
    return (_row(_leaf("mo", "−"), digits), TIGHTNESS["neg"]) if over < 0 else (digits, tightness)


def _name(name: str) -> Element:
    """A letter with primes and an index; any other name stands whole, as it is written."""
    found = _SUBSCRIPTED.fullmatch(name)
    if found is None:
        return _leaf("mi", name)
    return _named(found[1] + found[2], None if found[3] is None else _leaf("mi", found[3]))


def _named(letter: str, index: Element | None) -> Element:
    """A letter with primes, and what stands below it."""
    bare = letter.rstrip("'")
    base, primes = _leaf("mi", bare), _leaf("mo", "\N{PRIME}" * (len(letter) - len(bare)))
    if primes.text and index is not None:
        return _made("msubsup", base, index, primes)
    if primes.text:
        return _made("msup", base, primes)
    return base if index is None else _made("msub", base, index)


def _fenced(opening: str, inside: Sequence[Element], closing: str) -> Element:
    return _row(_leaf("mo", opening), *inside, _leaf("mo", closing))


def _row(*children: Element) -> Element:
    return _made("mrow", *children)


def _made(tag: str, *children: Element) -> Element:
    element = Element(tag)
    element.extend(children)
    return element


def _leaf(tag: str, text: str) -> Element:
    element = Element(tag)
    element.text = text
    return element


def _space() -> Element:
    space = Element("mspace")
    space.set("width", "0.17em")
    return space
