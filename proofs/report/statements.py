"""Statements as HTML: formulas as mathematics, sentences and promises as words."""

from markupsafe import Markup, escape

from spec.logic.claim import Statement
from spec.logic.formula import Formula, Term
from spec.logic.mathml import mathml
from spec.logic.notation import spoken, state


def shown(statement: Statement | Term) -> Markup:
    """The statement; a browser breaks the line between its parts and sets each formula by itself."""
    if isinstance(statement, Term):
        return Markup(mathml(statement))
    if isinstance(statement, Formula):
        parts = spoken(statement)
        return Markup("").join(escape(part) if isinstance(part, str) else Markup(mathml(part)) for part in parts)
    return escape(state(statement))
