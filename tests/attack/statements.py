"""Statements to attack with: random ones, true ones with one thing changed, and limits and integrals at their edges."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

from hypothesis import strategies as st

from proofs import contents
from spec.logic.formula import (
    INFINITY,
    Apply,
    Bind,
    Family,
    Formula,
    Member,
    Number,
    Sort,
    Symbol,
    Term,
    absolute,
    every,
    exp,
    factorial,
    function,
    greater,
    largest,
    lesser,
    ln,
    no,
    smallest,
    term,
    total,
    walk,
)
from spec.logic.formula import product as product_of
from spec.logic.substitution import free_in
from tests.attack.judge import Point

x, y = Symbol("x"), Symbol("y")
p, q = Symbol("p", Sort.POSITIVE), Symbol("q", Sort.POSITIVE)
d, v, n = Symbol("d", Sort.NONNEGATIVE), Symbol("v", Sort.UNIT), Symbol("n", Sort.NATURAL)
m, w = Family("m"), Family("w", Sort.POSITIVE)
i, k = Symbol("i"), Symbol("k")
HALF = Fraction(1, 2)


def _fractions(text: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, text.split()))


SYMBOLS = (x, y, p, q, d, v, n, m[k], w[k])
CONSTANTS = tuple(map(Number, _fractions("0 1 -1 2 1/2 3")))
VALUES: Mapping[Sort, Sequence[Fraction]] = {
    Sort.REAL: _fractions("0 1 -1 2 1/2 -3 7/3"),
    Sort.POSITIVE: _fractions("1 1/2 2 3 1/7"),
    Sort.NONNEGATIVE: _fractions("0 1 1/2 3"),
    Sort.UNIT: _fractions("1/2 1/5 6/7"),
    Sort.NATURAL: _fractions("0 1 2 5"),
}
"""What the judge tries; the edges of each sort come first."""

_WIDER: Mapping[Sort, Sequence[Sort]] = {
    Sort.REAL: (),
    Sort.POSITIVE: (Sort.NONNEGATIVE, Sort.REAL),
    Sort.NONNEGATIVE: (Sort.REAL,),
    Sort.UNIT: (Sort.POSITIVE, Sort.REAL),
    Sort.NATURAL: (Sort.NONNEGATIVE, Sort.REAL),
}
_OTHERS: Mapping[str, Sequence[str]] = {
    "≤": ("<", "≥", "="), "<": ("≤", ">", "="), "≥": (">", "≤", "="), ">": ("≥", "<", "="), "=": ("≤", "≥", "<"),
    "+": ("-", "·"), "-": ("+",), "·": ("+", "/"), "/": ("·",), "max": ("min", "+"), "min": ("max", "+"),
    "Σ": ("Π", "max"), "Π": ("Σ",), "exp": ("neg", "abs"), "neg": ("abs", "exp"), "abs": ("neg",), "ln": ("exp",),
    "∧": ("∨",), "∨": ("∧",), "⟹": ("∧",),
}  # fmt: skip

leaves = st.sampled_from((*SYMBOLS, *SYMBOLS, *CONSTANTS))


def _larger(parts: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    two = (Term.__add__, Term.__sub__, Term.__mul__, Term.__truediv__, Term.__pow__, greater, lesser)
    one = (exp, ln, absolute, Term.__neg__, lambda t: function("sqrt", t), lambda t: function("tanh", t), factorial)
    over = (total, product_of, largest, smallest)
    return st.one_of(
        st.builds(lambda f, a, b: f(a, b), st.sampled_from(two), parts, parts),
        st.builds(lambda f, a: f(a), st.sampled_from(one), parts),
        st.builds(lambda f, a: f(i, _indexed(a)), st.sampled_from(over), parts),
    )


def _indexed(t: Term) -> Term:
    """The term at the bound candidate in place of the free one."""
    return changed(t, lambda part: Member(part.family, i) if isinstance(part, Member) else part)


terms = st.recursive(leaves, _larger, max_leaves=5)
relations = st.sampled_from((Term.eq, Term.eq, Term.__le__, Term.__lt__, Term.__ge__))
statements = st.builds(lambda relation, a, b: relation(a, b), relations, terms, terms)
hypotheses = st.lists(statements, max_size=2).map(tuple)

REWRITES: tuple[Callable[[Term, Term], Term], ...] = (
    lambda f, g: (f / g * g).eq(f), lambda f, g: exp(ln(f)).eq(f), lambda f, g: ln(exp(f)).eq(f),
    lambda f, g: function("sqrt", f**2).eq(f), lambda f, g: ln(f * g).eq(ln(f) + ln(g)),
    lambda f, g: exp(f + g).eq(exp(f) * exp(g)), lambda f, g: (f**g * f).eq(f ** (g + 1)),
    lambda f, g: ((f**g) ** 2).eq(f ** (2 * g)), lambda f, g: absolute(f * g).eq(absolute(f) * absolute(g)),
    lambda f, g: (1 / (1 / f)).eq(f), lambda f, g: (f / f + g).eq(1 + g), lambda f, g: ln(f**2).eq(2 * ln(f)),
    lambda f, g: (greater(f, g) - g).eq(greater(f - g, 0)), lambda f, g: f * g <= (f**2 + g**2) / 2,
    lambda f, g: exp(f) >= 1 + f, lambda f, g: term(0) <= f * g, lambda f, g: f <= absolute(g),
    lambda f, g: total(i, w[i]) >= f, lambda f, g: largest(i, m[i]) <= total(i, absolute(m[i])) - f,
    lambda f, g: every(i, m[i] <= f), lambda f, g: no(f.eq(g)),
    lambda f, g: (total(i, w[i] * f) / f).eq(total(i, w[i])),
    lambda f, g: factorial(n).eq(n * factorial(n - 1)) if f == n else (f**2 - g**2).eq((f - g) * (f + g)),
)  # fmt: skip

rewritten = st.builds(lambda rule, f, g: rule(f, g), st.sampled_from(REWRITES), terms, terms)
random_formulas = st.builds(Formula, st.one_of(statements, rewritten), hypotheses)


def changed(t: Term, change: Callable[[Term], Term]) -> Term:
    """The term with each part changed, the innermost first."""
    match t:
        case Apply(operation, arguments):
            return change(Apply(operation, tuple(changed(part, change) for part in arguments)))
        case Bind(_, _, body, _, low, high):
            ends = [None if end is None else changed(end, change) for end in (low, high)]
            return change(replace(t, body=changed(body, change), low=ends[0], high=ends[1]))
        case _:
            return change(t)


@cache
def true_formulas() -> tuple[Formula, ...]:
    """What the checkers of the ledger are asked, as far as the judge can evaluate it."""
    asked = {task.query: None for task in contents.ledger().tasks() if isinstance(task.query, Formula)}
    return tuple(formula for formula in asked if sum(1 for t in _all(formula) for _ in walk(t)) <= 60)


def _all(formula: Formula) -> tuple[Term, ...]:
    return (*formula.given, *formula.known, formula.conclusion)


@st.composite
def mutants(draw: st.DrawFn) -> Formula:
    """A true formula in which one thing is changed: an operation, a number, a symbol, a sort, or a hypothesis.

    Where more values are let in, what was a lemma is a mere hypothesis.
    """
    formula = draw(st.sampled_from(true_formulas()))
    kind = draw(st.sampled_from(("part", "part", "part", "sort", "hypothesis")))
    if kind == "part":
        return replace(formula, conclusion=_with_another_part(draw, formula.conclusion))
    if kind == "sort":
        formula = _widened(draw, formula)
    dropped = draw(st.integers(0, len(formula.given)))
    given = formula.given if kind == "sort" else (*formula.given[:dropped], *formula.given[dropped + 1 :])
    return Formula(formula.conclusion, (*given, *formula.known))


def _widened(draw: st.DrawFn, formula: Formula) -> Formula:
    parts = [part for t in _all(formula) for part in walk(t)]
    found: list[Symbol | Family] = [part for part in parts if isinstance(part, Symbol) and _WIDER[part.sort]]
    found += [part.family for part in parts if isinstance(part, Member) and _WIDER[part.family.sort]]
    if not found:
        return formula
    old = draw(st.sampled_from(found))
    new = replace(old, sort=draw(st.sampled_from(_WIDER[old.sort])))

    def change(part: Term) -> Term:
        match part:
            case Symbol() if part == old:
                return new if isinstance(new, Symbol) else part
            case Member(family, index) if family == old and isinstance(new, Family):
                return Member(new, index)
            case Bind(_, variable) if variable == old and isinstance(new, Symbol):
                return replace(part, variable=new)
            case _:
                return part

    given, known = (tuple(changed(t, change) for t in told) for told in (formula.given, formula.known))
    return Formula(changed(formula.conclusion, change), given, known)


def _with_another_part(draw: st.DrawFn, t: Term) -> Term:
    place = draw(st.integers(0, sum(1 for _ in walk(t)) - 1))
    numbers = sorted(free_in([t]), key=repr) or [x]
    seen = -1

    def change(part: Term) -> Term:
        nonlocal seen
        seen += 1
        if seen != place:
            return part
        match part:
            case Number(value):
                return Number(value + draw(st.sampled_from(_fractions("1 -1 1/2"))))
            case Symbol():
                return draw(st.sampled_from((-part, part + 1, *numbers)))
            case Member():
                return draw(st.sampled_from((-part, part + 1, part * part)))
            case Apply(operation, arguments) if operation in _OTHERS:
                return Apply(draw(st.sampled_from(_OTHERS[operation])), arguments)
            case Bind(operation) if operation in _OTHERS:
                return replace(part, operation=draw(st.sampled_from(_OTHERS[operation])))
            case Bind(_, _, _, without) if without is not None:
                return replace(part, without=None)
            case _:
                return part

    return changed(t, change)


def points(formula: Formula) -> Iterator[Point]:
    """Where the judge looks for a counterexample: the edges first."""
    parts = [part for t in _all(formula) for part in walk(t)]
    families = sorted({part.family for part in parts if isinstance(part, Member)}, key=repr)
    indices = {part.index for part in parts if isinstance(part, Member)}
    indices |= {part.without for part in parts if isinstance(part, Bind) and part.without is not None}
    symbols = sorted(free_in(_all(formula)) - {INFINITY}, key=repr)
    named = [symbol for symbol in symbols if symbol not in indices]
    for number, length in product(range(14), (1, 2, 3) if families or indices else (1,)):
        numbers = {of: _value(of, number * (1 + 2 * at) + at) for at, of in enumerate(named)}
        lists = {
            of: tuple(_value(of, number + 2 * at + step * (at + 1)) for step in range(length))
            for at, of in enumerate(families)
        }
        for shift in range(length):
            places = {index: (shift + at) % length for at, index in enumerate(sorted(indices, key=repr))}
            yield Point(numbers, lists, length, places)


def _value(of: Symbol | Family, number: int) -> Fraction:
    return VALUES[of.sort][number % len(VALUES[of.sort])]
