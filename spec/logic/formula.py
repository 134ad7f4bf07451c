"""Formulas as values: what is printed and what every checker is asked come from the same object.

Terms keep the shape in which they are written: nothing is simplified on construction, so that a line of a derivation
can be shown and checked as it stands. Sums, products, extrema and 'for all' range over the items of one finite list of
any length n.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction


class Sort(Enum):
    """Which numbers a symbol stands for."""

    REAL = "real"
    POSITIVE = "> 0"
    NONNEGATIVE = "≥ 0"
    UNIT = "in (0, 1)"
    NATURAL = "in {0, 1, 2, ...}"


class Term:
    """A number- or truth-valued expression; Python's operators build larger ones, `==` compares the shape."""

    def __add__(self, other: "Operand") -> "Apply":
        return Apply("+", (self, term(other)))

    def __radd__(self, other: "Operand") -> "Apply":
        return Apply("+", (term(other), self))

    def __sub__(self, other: "Operand") -> "Apply":
        return Apply("-", (self, term(other)))

    def __rsub__(self, other: "Operand") -> "Apply":
        return Apply("-", (term(other), self))

    def __mul__(self, other: "Operand") -> "Apply":
        return Apply("·", (self, term(other)))

    def __rmul__(self, other: "Operand") -> "Apply":
        return Apply("·", (term(other), self))

    def __truediv__(self, other: "Operand") -> "Apply":
        return Apply("/", (self, term(other)))

    def __rtruediv__(self, other: "Operand") -> "Apply":
        return Apply("/", (term(other), self))

    def __pow__(self, other: "Operand") -> "Apply":
        return Apply("^", (self, term(other)))

    def __neg__(self) -> "Apply":
        return Apply("neg", (self,))

    def __le__(self, other: "Operand") -> "Apply":
        return Apply("≤", (self, term(other)))

    def __lt__(self, other: "Operand") -> "Apply":
        return Apply("<", (self, term(other)))

    def __ge__(self, other: "Operand") -> "Apply":
        return Apply("≥", (self, term(other)))

    def __gt__(self, other: "Operand") -> "Apply":
        return Apply(">", (self, term(other)))

    def eq(self, other: "Operand") -> "Apply":
        """The equation self = other."""
        return Apply("=", (self, term(other)))


Operand = Term | int | Fraction


@dataclass(frozen=True)
class Number(Term):
    """A rational constant."""

    value: Fraction


@dataclass(frozen=True)
class Symbol(Term):
    """A variable, universally quantified over its sort."""

    name: str
    sort: Sort = Sort.REAL


@dataclass(frozen=True)
class Family:
    """A finite list of numbers of one sort, one for each candidate: `x[i]` is its member at i."""

    name: str
    sort: Sort = Sort.REAL

    def __getitem__(self, index: Symbol) -> "Member":
        return Member(self, index)


@dataclass(frozen=True)
class Member(Term):
    """One member of a family."""

    family: Family
    index: Symbol


@dataclass(frozen=True)
class Apply(Term):
    """An operation or relation of `OPERATIONS` applied to terms."""

    operation: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True)
class Bind(Term):
    """Σ, Π, max, min or ∀ over all candidates or all but `without`, ∫ from `low` to `high`, d/dv, lim at `low`."""

    operation: str
    variable: Symbol
    body: Term
    without: Symbol | None = None
    low: Term | None = None
    high: Term | None = None


@dataclass(frozen=True)
class Formula:
    """For all values of the symbols: if everything in `given` holds, so does `conclusion`.

    Each statement in `known` is a lemma: for all values of the symbols, it follows from `given`.
    """

    conclusion: Term
    given: tuple[Term, ...] = ()
    known: tuple[Term, ...] = ()

    @property
    def hypotheses(self) -> tuple[Term, ...]:
        """All that may be used to show the conclusion."""
        return (*self.given, *self.known)


def term(value: Operand) -> Term:
    """A term from a term or a rational."""
    return value if isinstance(value, Term) else Number(Fraction(value))


def exp(x: Operand) -> Apply:
    """e^x."""
    return Apply("exp", (term(x),))


def ln(x: Operand) -> Apply:
    """The natural logarithm of x."""
    return Apply("ln", (term(x),))


def absolute(x: Operand) -> Apply:
    """|x|."""
    return Apply("abs", (term(x),))


def greater(*xs: Operand) -> Apply:
    """max(x, y, ...) of finitely many written terms."""
    return Apply("max", tuple(term(x) for x in xs))


def lesser(*xs: Operand) -> Apply:
    """min(x, y, ...) of finitely many written terms."""
    return Apply("min", tuple(term(x) for x in xs))


def factorial(n: Operand) -> Apply:
    """n!."""
    return Apply("!", (term(n),))


def function(name: str, *xs: Operand) -> Apply:
    """A function of the fixed vocabulary: sinh, cosh, tanh, sqrt."""
    return Apply(name, tuple(term(x) for x in xs))


def both(*parts: Term) -> Term:
    """Conjunction."""
    return parts[0] if len(parts) == 1 else Apply("∧", parts)


def either(*parts: Term) -> Apply:
    """Disjunction."""
    return Apply("∨", parts)


def no(part: Term) -> Apply:
    """Negation."""
    return Apply("¬", (part,))


def implies(hypothesis: Term, conclusion: Term) -> Apply:
    """Implication."""
    return Apply("⟹", (hypothesis, conclusion))


def total(index: Symbol, body: Operand, without: Symbol | None = None) -> Bind:
    """Σ over the candidates."""
    return Bind("Σ", index, term(body), without)


def product(index: Symbol, body: Operand, without: Symbol | None = None) -> Bind:
    """Π over the candidates."""
    return Bind("Π", index, term(body), without)


def largest(index: Symbol, body: Operand, without: Symbol | None = None) -> Bind:
    """max over the candidates."""
    return Bind("max", index, term(body), without)


def smallest(index: Symbol, body: Operand, without: Symbol | None = None) -> Bind:
    """min over the candidates."""
    return Bind("min", index, term(body), without)


def every(index: Symbol, body: Term, without: Symbol | None = None) -> Bind:
    """∀ over the candidates."""
    return Bind("∀", index, body, without)


def integral(variable: Symbol, body: Operand, low: Operand, high: Operand) -> Bind:
    """∫ of body over [low, high]."""
    return Bind("∫", variable, term(body), None, term(low), term(high))


def derivative(variable: Symbol, body: Operand) -> Bind:
    """d/dv of body, at v."""
    return Bind("d", variable, term(body))


def limit(variable: Symbol, body: Operand) -> Bind:
    """The limit of body as v falls to 0."""
    return Bind("lim", variable, term(body), None, term(0))


INFINITY = Symbol("∞")


def children(t: Term) -> tuple[Term, ...]:
    """The direct parts of a term."""
    match t:
        case Apply(_, arguments):
            return arguments
        case Bind(_, _, body, _, low, high):
            return tuple(part for part in (body, low, high) if part is not None)
        case _:
            return ()


def walk(t: Term) -> Iterator[Term]:
    """The term and all its parts, outermost first."""
    todo = [t]
    while todo:
        part = todo.pop()
        yield part
        todo.extend(reversed(children(part)))
