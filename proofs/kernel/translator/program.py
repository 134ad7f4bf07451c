"""Coin programs as the translator builds them, in a normal form, and their text in Gallina.

The normal form is that of the monad laws and of conditionals, so that a named subterm, an early return and a
conditional expression become the same text: nothing is bound only to be answered, nothing is answered only to be bound,
and what two branches answer is one answer.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

WIDTH = 110


@dataclass(frozen=True)
class Ret:
    """Answer."""

    term: str


@dataclass(frozen=True)
class Again:
    """Go round the loop once more, with this state."""

    term: str


@dataclass(frozen=True)
class Done:
    """Leave the loop with this answer."""

    term: str


@dataclass(frozen=True)
class Fail:
    """Raise an exception."""


@dataclass(frozen=True)
class Run:
    """A term that is a program."""

    term: str


@dataclass(frozen=True)
class Bind:
    """Run the first program, and the rest with what it answers under these names."""

    names: tuple[str, ...]
    first: "Program"
    rest: "Program"


@dataclass(frozen=True)
class Let:
    """The rest, where the name stands for the term."""

    name: str
    term: str
    rest: "Program"


@dataclass(frozen=True)
class If:
    """A choice."""

    test: str
    yes: "Program"
    no: "Program"


@dataclass(frozen=True)
class Match:
    """A choice by the shape of a term."""

    term: str
    cases: tuple[tuple[str, "Program"], ...]


@dataclass(frozen=True)
class Loop:
    """Repeat the body from this state until it is done."""

    names: tuple[str, ...]
    body: "Program"
    start: str


@dataclass(frozen=True)
class For:
    """Run the body for each item, from state to state."""

    items: str
    variable: str
    names: tuple[str, ...]
    body: "Program"


Program = Ret | Again | Done | Fail | Run | Bind | Let | If | Match | Loop | For
Effects = tuple[tuple[str, Program], ...]


def tuple_of(names: tuple[str, ...]) -> str:
    """The names as one term."""
    return "tt" if not names else names[0] if len(names) == 1 else f"({', '.join(names)})"


def bind(names: tuple[str, ...], first: Program, rest: Program) -> Program:
    """Run the first, then the rest."""
    if isinstance(rest, Ret) and rest.term == tuple_of(names):
        return first
    if isinstance(first, Ret) and len(names) == 1:
        return let(names[0], first.term, rest)
    return Bind(names, first, rest)


def bind_all(effects: Effects, rest: Program) -> Program:
    """Run the effects in their order, then the rest."""
    for name, first in reversed(effects):
        rest = bind((name,), first, rest)
    return rest


def let(name: str, term: str, rest: Program) -> Program:
    """The rest, where the name stands for the term."""
    if name == term:
        return rest
    if isinstance(rest, Ret | Done | Again) and rest.term == name:
        return type(rest)(term)
    return Let(name, term, rest)


def negb(term: str) -> str:
    """The contrary of a term that is true or false."""
    return term[len("(negb ") : -1] if term.startswith("(negb ") else f"(negb {term})"


def choice(test: str, yes: str, no: str) -> str:
    """A conditional term."""
    return (
        f"(if {negb(test)} then {no} else {yes})" if test.startswith("(negb ") else f"(if {test} then {yes} else {no})"
    )


def either(test: str, yes: Program, no: Program) -> Program:
    """A choice between two programs."""
    if test.startswith("(negb "):
        return either(negb(test), no, yes)
    if isinstance(yes, Ret) and isinstance(no, Ret):
        return Ret(yes.term if yes == no else choice(test, yes.term, no.term))
    if isinstance(yes, Done) and isinstance(no, Done):
        return Done(choice(test, yes.term, no.term))
    return If(test, yes, no)


def tokens(term: str) -> set[str]:
    """The names that occur in a term."""
    return set(re.findall(r"[A-Za-z_][A-Za-z_0-9']*", term))


def function_of(names: Iterable[str], body: Program) -> str:
    """A program with parameters, as a term; `fun x => f x` is f."""
    names = tuple(names)
    if isinstance(body, Run):
        head, *rest = body.term.rsplit(" ", len(names))
        if tuple(rest) == names and not tokens(head) & set(names):
            return f"({head})" if " " in head else head
    return f"(fun {' '.join(names)} => {flat(body)})"


def _pattern(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"'{tuple_of(names)}"


def flat(program: Program) -> str:
    """The program on one line."""
    match program:
        case Ret(term):
            return f"Ret {term}"
        case Again(term):
            return f"Ret (inl {term})"
        case Done(term):
            return f"Ret (inr {term})"
        case Fail():
            return "Fail"
        case Run(term):
            return term
        case Bind(names, first, rest):
            return f"{_pattern(names)} <- {_flat_inside(first)} ;; {flat(rest)}"
        case Let(name, term, rest):
            return f"let {name} := {term} in {flat(rest)}"
        case If(test, yes, no):
            return f"if {test} then {flat(yes)} else {flat(no)}"
        case Match(term, cases):
            return f"match {term} with {' '.join(f'| {shape} => {flat(case)}' for shape, case in cases)} end"
        case Loop(names, body, start):
            return f"Loop (fun {_pattern(names)} => {flat(body)}) {start}"
        case _:
            head = f"For {program.items} (fun {program.variable} {_pattern(program.names)} =>"
            return f"{head} {flat(program.body)}) {tuple_of(program.names)}"


def _flat_inside(program: Program) -> str:
    text = flat(program)
    return text if isinstance(program, Run | Fail | Ret | Match | Loop | For) else f"({text})"


def laid_out(program: Program, pad: str) -> str:
    """The program on as many lines as it takes; the first of them is not indented."""
    deeper = pad + "  "
    if isinstance(program, If | Match) and len(pad) + len(flat(program)) <= WIDTH and _is_leaf(program):
        return flat(program)
    match program:
        case Bind(names, first, rest):
            return f"{_pattern(names)} <- {_inside(first, pad)} ;;\n{pad}{laid_out(rest, pad)}"
        case Let(name, term, rest):
            return f"let {name} := {term} in\n{pad}{laid_out(rest, pad)}"
        case If(test, yes, no) if isinstance(yes, Ret | Done | Again | Fail):
            return f"if {test} then {flat(yes)} else\n{pad}{laid_out(no, pad)}"
        case If(test, yes, no):
            return f"if {test} then\n{deeper}{laid_out(yes, deeper)}\n{pad}else\n{deeper}{laid_out(no, deeper)}"
        case Match(term, cases):
            lines = [f"| {shape} =>\n{deeper}  {laid_out(case, deeper + '  ')}" for shape, case in cases]
            return f"match {term} with\n{pad}" + f"\n{pad}".join(lines) + f"\n{pad}end"
        case Loop(names, body, start):
            return f"Loop (fun {_pattern(names)} =>\n{deeper}  {laid_out(body, deeper + '  ')}) {start}"
        case For(items, variable, names, body):
            head = f"For {items} (fun {variable} {_pattern(names)} =>"
            return f"{head}\n{deeper}  {laid_out(body, deeper + '  ')}) {tuple_of(names)}"
        case _:
            return flat(program)


def _inside(program: Program, pad: str) -> str:
    text = _flat_inside(program)
    if len(pad) + len(text) <= WIDTH:
        return text
    text = laid_out(program, pad + "  ")
    return text if isinstance(program, Run | Loop | For | Match) else f"({text})"


def _is_leaf(program: Program) -> bool:
    parts = (program.yes, program.no) if isinstance(program, If) else ()
    return bool(parts) and all(isinstance(part, Ret | Done | Again | Fail | Run) for part in parts)


def outcome(program: Program, pad: str) -> str:
    """The same program as a term of type `outcome`: each bound program is evaluated, for none of them tosses a coin."""
    deeper = pad + "  "
    match program:
        case Ret(term):
            return f"Answer {term}"
        case Fail():
            return "Error"
        case Bind((name,), first, rest):
            return f"{name} <~ {_inside(first, pad)} ;;\n{pad}{outcome(rest, pad)}"
        case Let(name, term, rest):
            return f"let {name} := {term} in\n{pad}{outcome(rest, pad)}"
        case If(test, Fail(), no):
            return f"if {test} then Error else\n{pad}{outcome(no, pad)}"
        case If(test, yes, no):
            return f"if {test} then\n{deeper}{outcome(yes, deeper)}\n{pad}else\n{deeper}{outcome(no, deeper)}"
        case Match(term, cases):
            lines = [f"| {shape} =>\n{deeper}  {outcome(case, deeper + '  ')}" for shape, case in cases]
            return f"match {term} with\n{pad}" + f"\n{pad}".join(lines) + f"\n{pad}end"
        case _:
            raise ValueError(f"{type(program).__name__} makes no outcome")
