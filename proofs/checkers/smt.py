"""z3 as a checker: a formula is proved when its negation is unsatisfiable, for lists of any length by induction."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import z3

from proofs.ledger.model import Finding
from proofs.ledger.status import Status
from proofs.translate.scalars import FOLDS, free_indices
from proofs.translate.to_z3 import Translation, Unsupported
from spec.formula import Apply, Bind, Formula, Symbol, Term, both, rebuild, term, walk

RESOURCES = 50_000_000
"""z3's own deterministic unit of work, at which a question is given up."""


@dataclass(frozen=True)
class Smt:
    """Prove a formula about numbers, or about single candidates, by refuting its negation."""

    resources: int = RESOURCES
    checker: str = field(default="z3", init=False)

    def run(self, statement: Formula | str) -> Finding:
        """Decide the formula."""
        if isinstance(statement, str):
            return Finding(Status.OPEN, "a sentence gives z3 nothing to decide")
        try:
            formula = _at_single_candidates(statement)
            return _decide(formula.given, formula.conclusion, self.resources)
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))


@dataclass(frozen=True)
class Induction:
    """Prove a formula about a list of any length by induction on its items.

    `invariant` is carried along and proved with the conclusion. The list begins with the candidates that the formula
    names, or with `least` of them; a hypothesis about every candidate is used for each item.
    """

    invariant: tuple[Term, ...] = ()
    least: int = 1
    resources: int = RESOURCES
    checker: str = field(default="z3", init=False)

    def run(self, statement: Formula | str) -> Finding:
        """Close the base cases and the step."""
        if isinstance(statement, str):
            return Finding(Status.OPEN, "a sentence gives z3 nothing to decide")
        try:
            return self._induct(statement)
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))

    def _induct(self, formula: Formula) -> Finding:
        claim = both(formula.conclusion, *self.invariant)
        shared = tuple(g for g in formula.given if not _is_every(g))
        rules = tuple(g for g in formula.given if _is_every(g))
        if any(_folds(g) for g in shared):
            raise Unsupported("a hypothesis about the whole list says nothing about its beginnings")
        named = free_indices([claim, *formula.given])
        proved: list[str] = []
        for start in self._beginnings(named):
            items = [same[0] for same in start]
            merged = _merge(start)
            given = (*(rebuild(g, merged) for g in shared), *_each(rules, items))
            found = _decide(given, _unfold(rebuild(claim, merged), items, None), self.resources)
            if found.status is not Status.PROVED:
                return Finding(found.status, f"base case of {len(start)} candidates: {found.detail}")
            proved.append(str(len(start)))
        new = Symbol("new")
        given = (*shared, *_each(rules, [*named, new]), claim)
        found = _decide(given, _unfold(claim, [new], claim), self.resources)
        if found.status is not Status.PROVED:
            return Finding(Status.OPEN, f"induction step: {found.detail}")
        return Finding(Status.PROVED, f"any n: base n = {', '.join(proved)} and step are unsat when negated")

    def _beginnings(self, named: Sequence[Symbol]) -> Iterator[list[list[Symbol]]]:
        """The named candidates, in every way in which some may be the same; or `least` anonymous ones."""
        if named:
            yield from _partitions(list(named))
        else:
            yield [[Symbol(f"item{i + 1}")] for i in range(self.least)]


def satisfiable(given: Iterable[Term], resources: int = RESOURCES) -> bool:
    """Tell whether z3 shows a model of the hypotheses."""
    translation = Translation()
    stated = [translation.truth(g) for g in given]
    return bool(_ask(translation, stated, resources)[0] == z3.sat)


def _decide(given: Iterable[Term], conclusion: Term, resources: int) -> Finding:
    translation = Translation()
    hypotheses = [translation.truth(g) for g in given]
    goal = translation.truth(conclusion)
    answer, solver = _ask(translation, [*hypotheses, z3.Not(goal)], resources)
    if answer == z3.unsat:
        shown, _ = _ask(translation, hypotheses, resources)
        if shown == z3.sat:
            return Finding(Status.PROVED, "the negation is unsat")
        return Finding(Status.OPEN, "vacuous: z3 shows no model of the hypotheses")
    if answer == z3.unknown:
        return Finding(Status.OPEN, f"z3 gave up: {solver.reason_unknown()}")
    if translation.opaque:
        return Finding(Status.OPEN, "z3 finds no contradiction, but does not know all the functions involved")
    model = solver.model()
    witness = ", ".join(f"{d.name()} = {model[d]}" for d in sorted(model.decls(), key=lambda d: str(d.name())))
    return Finding(Status.REFUTED, f"false at {witness or 'every value'}")


def _ask(translation: Translation, stated: list[z3.BoolRef], resources: int) -> tuple[object, z3.Solver]:
    solver = z3.Solver()
    solver.set("rlimit", resources)
    solver.add(*stated, *translation.laws(), *translation.facts)
    return solver.check(), solver


def _is_every(t: Term) -> bool:
    return isinstance(t, Bind) and t.operation == "∀"


def _folds(t: Term) -> list[Bind]:
    return [part for part in walk(t) if isinstance(part, Bind) and part.operation in FOLDS]


def _at_single_candidates(formula: Formula) -> Formula:
    """Use hypotheses about every candidate at the candidates that are named, and prove such a conclusion of any one."""
    conclusion = formula.conclusion
    fresh = (Symbol(f"any{number}") for number in count())
    while isinstance(conclusion, Bind) and conclusion.operation == "∀":
        if conclusion.without is not None:
            raise Unsupported("'for all others' cannot be shown of a single candidate")
        conclusion = rebuild(conclusion.body, {conclusion.variable: next(fresh)})
    rules = [g for g in formula.given if _is_every(g)]
    named = free_indices([conclusion, *formula.given])
    shared = (g for g in formula.given if not _is_every(g))
    return Formula(conclusion, (*shared, *_each(rules, named)))


def _each(rules: Iterable[Term], candidates: Sequence[Symbol]) -> Iterator[Term]:
    """The rules, at each of the candidates."""
    for rule in rules:
        assert isinstance(rule, Bind)
        for candidate in candidates:
            if rule.without is None:
                yield rebuild(rule.body, {rule.variable: candidate})


def _unfold(t: Term, items: Sequence[Symbol], before: Term | None) -> Term:
    """The term after `items` were added to an empty list, or to the list that `before` speaks of."""
    changed: dict[Term, Term] = {}
    for fold in _folds(t):
        if any(isinstance(part, Bind) for part in walk(fold.body)):
            raise Unsupported("induction does not look into a sum inside a sum")
        changed[fold] = _grown(fold, items, None if before is None else fold)
    return rebuild(t, changed)


def _grown(fold: Bind, items: Sequence[Symbol], so_far: Term | None) -> Term:
    result = so_far
    if result is None and fold.operation in ("Σ", "Π"):
        result = term(int(fold.operation == "Π"))
    for item in items:
        if item == fold.without:
            continue
        value = rebuild(fold.body, {fold.variable: item})
        operation = {"Σ": "+", "Π": "·"}.get(fold.operation, fold.operation)
        result = value if result is None else Apply(operation, (result, value))
    if result is None:
        raise Unsupported(f"the {fold.operation} of no candidate")
    return result


def _merge(start: list[list[Symbol]]) -> dict[Term, Term]:
    """Put, for each name, the first of the names of the same candidate."""
    return {name: same[0] for same in start for name in same}


def _partitions(items: list[Symbol]) -> Iterator[list[list[Symbol]]]:
    if not items:
        yield []
        return
    first, *rest = items
    for partition in _partitions(rest):
        for place in range(len(partition)):
            yield [*partition[:place], [first, *partition[place]], *partition[place + 1 :]]
        yield [[first], *partition]
