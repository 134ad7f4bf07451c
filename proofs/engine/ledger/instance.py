"""Instances of claims: other terms and lists put for what a formula speaks of, on the conditions that it needs."""

from proofs.engine.ledger.model import Instance
from spec.logic.claim import Statement
from spec.logic.formula import INFINITY, Formula, Member, Term, both, implies, walk
from spec.logic.proposition import Proposition
from spec.logic.substitution import NotReplaceable, free_in, membership, rebuild, relisted


def instance_of(statement: Statement, instance: Instance) -> Term:
    """The statement with terms put for its symbols, on the conditions that they are of its sorts and that it needs."""
    terms, lists = instance.terms, instance.lists
    if not isinstance(statement, Formula):
        kinds = {str: "a sentence", Proposition: "a proposition"}
        raise NotReplaceable(f"it is {kinds.get(type(statement), 'a promise')}")
    parts = [part for t in (*statement.hypotheses, statement.conclusion) for part in walk(t)]
    symbols = free_in((*statement.hypotheses, statement.conclusion)) - {INFINITY}
    families = {part.family for part in parts if isinstance(part, Member)}
    strange = {symbol.name for symbol in terms.keys() - symbols} | {family.name for family in lists.keys() - families}
    if strange:
        raise NotReplaceable(f"it says nothing of any {min(strange)}")
    if INFINITY in free_in((*terms.values(), *(written for _, written in lists.values()))):
        raise NotReplaceable("infinity is no number")
    if any(isinstance(part, Member) and part.family in lists for t in terms.values() for part in walk(t)):
        raise NotReplaceable("a term must not speak of a list that is itself replaced")
    needed = [need for symbol, t in terms.items() for need in membership(t, symbol.sort)]
    needed += [relisted(rebuild(hypothesis, terms), lists) for hypothesis in statement.hypotheses]
    conclusion = relisted(rebuild(statement.conclusion, terms), lists)
    return implies(both(*needed), conclusion) if needed else conclusion
