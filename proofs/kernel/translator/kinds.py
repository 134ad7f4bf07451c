"""What a Python value is in Coq."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A type of Coq: a name, or a name applied to others.

    `*` is a product, `table` a partial function of the members of a union. `->` is a function that is called with
    coins, `=>` one that is called without; the last of the parts is what it answers.
    """

    head: str
    parts: tuple["Kind", ...] = ()

    def __str__(self) -> str:
        if self.head == "*":
            return f"({' * '.join(map(str, self.parts))})"
        if self.head == "table":
            return f"{self.parts[0]} -> option {self.parts[1].atom}"
        if self.is_function:
            return " -> ".join([*(part.atom for part in self.parts[:-1]), f"prog {self.parts[-1].atom}"])
        return " ".join([self.head, *(part.atom for part in self.parts)])

    @property
    def atom(self) -> str:
        """The type, in parentheses where it is made of several words."""
        text = str(self)
        return f"({text})" if " " in text and self.head != "*" else text

    @property
    def is_list(self) -> bool:
        """A list or tuple of items of one kind."""
        return self.head == "list"

    @property
    def is_function(self) -> bool:
        """Something that can be called."""
        return self.head in ("->", "=>")

    @property
    def item(self) -> "Kind":
        """What the list, the option or the iterator holds."""
        return self.parts[0]


Z, Q, FL, NUM, BOOL, UNIT = (Kind(name) for name in ("Z", "Q", "fl", "num", "bool", "unit"))
TYPE, TEXT, EDGE, DRAW, NONE = (Kind(name) for name in ("pytype", "str", "Edge", "draw", "None"))
UNKNOWN, FORWARDED = Kind("?"), Kind("*args")


def list_of(item: Kind) -> Kind:
    """A list or a tuple."""
    return Kind("list", (item,))


def option(item: Kind) -> Kind:
    """Something, or None."""
    return Kind("option", (item,))


def iterator(item: Kind) -> Kind:
    """A lazy list, of which the term is the program that makes it; it can be consumed once."""
    return Kind("iterator", (item,))


def program(answer: Kind) -> Kind:
    """A function of whatever arguments, which are handed on to it together with the coins."""
    return Kind("prog", (answer,))


def product(*parts: Kind) -> Kind:
    """A tuple of values of several kinds."""
    return Kind("*", parts)


def table(of: Kind, to: Kind) -> Kind:
    """A dictionary whose keys are the classes of a union."""
    return Kind("table", (of, to))


def function(coins: bool, *parts: Kind) -> Kind:
    """A function; the last part is what it answers."""
    return Kind("->" if coins else "=>", parts)
