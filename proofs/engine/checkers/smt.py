"""z3 as a checker: a formula is proved when its negation is unsatisfiable, for lists of any length by induction."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count

import z3

from proofs.engine.ledger.model import Finding
from proofs.engine.ledger.status import Status
from proofs.engine.translate.scalars import FOLDS, Fresh, Unsupported, free_indices
from proofs.engine.translate.shape import well_formed
from proofs.engine.translate.to_z3 import Translation
from spec.logic.claim import Statement
from spec.logic.formula import Apply, Bind, Formula, Symbol, Term, both, term, walk
from spec.logic.notation import show
from spec.logic.substitution import rebuild

RESOURCES = 50_000_000
"""z3's own deterministic unit of work, at which a question is given up."""


@dataclass(frozen=True)
class Smt:
    """Prove a formula about numbers, or about single candidates, by refuting its negation.

    What is given of every candidate is used at those that are named; what follows for every one is shown of any.
    """

    resources: int = RESOURCES
    checker: str = field(default="z3", init=False)

    def run(self, statement: Statement) -> Finding:
        """Decide the formula."""
        if not isinstance(statement, Formula):
            return Finding(Status.OPEN, "a sentence gives z3 nothing to decide")
        try:
            return self.decide(well_formed(statement))
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))

    def decide(self, formula: Formula) -> Finding:
        """Decide a well-formed formula, in which symbols that engines have made up may stand for parts of it."""
        try:
            return self._at_single_candidates(formula)
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))

    def _at_single_candidates(self, formula: Formula) -> Finding:
        conclusion = formula.conclusion
        fresh = (Fresh(f"any{number}") for number in count())
        while isinstance(conclusion, Bind) and conclusion.operation == "∀":
            if conclusion.without is not None:
                raise Unsupported("'for all others' cannot be shown of a single candidate")
            conclusion = rebuild(conclusion.body, {conclusion.variable: next(fresh)})
        here, everywhere = _apart(formula.hypotheses)
        told = (*here, *_each(everywhere, free_indices([conclusion, *formula.hypotheses]), distinct=()))
        exact = all(rule.without is None for rule in everywhere)
        return _decide(told, conclusion, self.resources, exact)


@dataclass(frozen=True)
class Induction:
    """Prove a formula about a list of any length by induction on its items.

    `invariant` is carried along and proved with the conclusion. The list begins with the candidates that the formula
    names, or with `least` of them, 0 or 1; a hypothesis about every candidate is used for each item.
    """

    invariant: tuple[Term, ...] = ()
    least: int = 1
    resources: int = RESOURCES
    checker: str = field(default="z3", init=False)

    def __post_init__(self) -> None:
        if self.least not in (0, 1):
            raise ValueError("a list of one candidate must not be left out")

    def run(self, statement: Statement) -> Finding:
        """Close the base cases and the step."""
        if not isinstance(statement, Formula):
            return Finding(Status.OPEN, "a sentence gives z3 nothing to decide")
        claim = both(statement.conclusion, *self.invariant)
        try:
            return self._induct(well_formed(replace(statement, conclusion=claim)))
        except Unsupported as reason:
            return Finding(Status.OPEN, str(reason))

    def _induct(self, formula: Formula) -> Finding:
        claim = formula.conclusion
        if any(isinstance(part, Bind) and part.operation in FOLDS for g in formula.hypotheses for part in walk(g)):
            raise Unsupported("a hypothesis about the whole list says nothing about its beginnings")
        named = free_indices([claim, *formula.hypotheses])
        sizes: list[str] = []
        for start in self._beginnings(named):
            items = [same[0] for same in start]
            merged = {name: same[0] for same in start for name in same}
            here, everywhere = _apart(rebuild(g, merged) for g in formula.hypotheses)
            goal = _unfold(rebuild(claim, merged), items, growing=False)
            told = (*here, *_each(everywhere, items, items))
            found = _decide(told, goal, self.resources, exact=not self.invariant)
            if found.status is not Status.PROVED:
                return Finding(found.status, f"base case of {len(start)} candidates: {found.detail}")
            sizes.append(str(len(start)))
        new = Fresh("new")
        here, everywhere = _apart(formula.hypotheses)
        told = (*here, *_each(everywhere, [*named, new], [new]), claim)
        found = _decide(told, _unfold(claim, [new], growing=True), self.resources, exact=False)
        if found.status is not Status.PROVED:
            return Finding(Status.OPEN, f"induction step: {found.detail}")
        return Finding(Status.PROVED, f"any n: base n = {', '.join(sizes)} and step are unsat when negated")

    def _beginnings(self, named: Sequence[Symbol]) -> Iterator[list[list[Symbol]]]:
        """The named candidates, in every way in which some may be the same; or `least` anonymous ones."""
        if named:
            yield from _partitions(list(named))
        else:
            yield [[Fresh(f"item{i + 1}")] for i in range(self.least)]


def satisfiable(given: Iterable[Term], resources: int = RESOURCES) -> bool:
    """Tell whether z3 shows a model of the hypotheses."""
    translation = Translation()
    stated = [translation.truth(g) for g in given]
    return bool(_ask([*stated, *_background(translation)], resources)[0] == z3.sat)


@lru_cache(maxsize=1 << 12)
def _decide(given: tuple[Term, ...], conclusion: Term, resources: int, exact: bool) -> Finding:
    """Ask whether the conclusion follows; only if `exact`, what is given is all there is, and a model refutes.

    Work is limited by count and not by time, so that the same question has the same answer: it is asked once.
    """
    translation = Translation()
    hypotheses = [translation.truth(g) for g in given]
    goal = translation.truth(conclusion)
    background = _background(translation)
    answer, solver = _ask([*hypotheses, z3.Not(goal), *background], resources)
    if answer == z3.unsat:
        shown, _ = _ask([*hypotheses, *background], resources)
        if shown == z3.sat:
            return Finding(Status.PROVED, "the negation is unsat")
        return Finding(Status.OPEN, "vacuous: z3 shows no model of the hypotheses")
    if answer == z3.unknown:
        return Finding(Status.OPEN, f"z3 gave up: {solver.reason_unknown()}")
    if translation.opaque or not exact:
        return Finding(Status.OPEN, "z3 finds no contradiction, but does not know all that is involved")
    model = solver.model()
    values = {show(t): model[variable] for t, variable in translation.variables.items()}
    witness = ", ".join(f"{name} = {value}" for name, value in sorted(values.items()) if value is not None)
    return Finding(Status.REFUTED, f"false at {witness or 'every value'}")


def _background(translation: Translation) -> list[z3.BoolRef]:
    """What is true of all that was translated, whatever was stated of it."""
    return [*translation.laws(), *translation.facts]


def _ask(stated: list[z3.BoolRef], resources: int) -> tuple[object, z3.Solver]:
    solver = z3.Solver()
    solver.set("rlimit", resources)
    solver.add(*stated)
    return solver.check(), solver


def _apart(hypotheses: Iterable[Term]) -> tuple[list[Term], list[Bind]]:
    """The hypotheses about numbers and single candidates, and those about every one."""
    here: list[Term] = []
    everywhere: list[Bind] = []
    for hypothesis in hypotheses:
        if isinstance(hypothesis, Bind) and hypothesis.operation == "∀":
            everywhere.append(hypothesis)
        else:
            here.append(hypothesis)
    return here, everywhere


def _each(rules: Iterable[Bind], candidates: Sequence[Symbol], distinct: Collection[Symbol]) -> Iterator[Term]:
    """The rules, at each of the candidates; those about all others only at names of no other candidate."""
    for rule in rules:
        for candidate in candidates:
            if rule.without is None or (candidate in distinct and candidate != rule.without):
                yield rebuild(rule.body, {rule.variable: candidate})


def _unfold(t: Term, items: Sequence[Symbol], growing: bool) -> Term:
    """The term after `items` were added to the list of which it speaks, or else to an empty one."""
    match t:
        case Bind(operation, _, body) if operation in FOLDS:
            if any(isinstance(part, Bind) for part in walk(body)):
                raise Unsupported("induction does not look into a sum inside a sum")
            return _grown(t, items, t if growing else None)
        case Bind(_, _, body, _, low, high):
            limits = [None if end is None else _unfold(end, items, growing) for end in (low, high)]
            return replace(t, body=_unfold(body, items, growing), low=limits[0], high=limits[1])
        case Apply(operation, arguments):
            return Apply(operation, tuple(_unfold(part, items, growing) for part in arguments))
        case _:
            return t


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


def _partitions(items: list[Symbol]) -> Iterator[list[list[Symbol]]]:
    if not items:
        yield []
        return
    first, *rest = items
    for partition in _partitions(rest):
        for place in range(len(partition)):
            yield [*partition[:place], [first, *partition[place]], *partition[place + 1 :]]
        yield [[first], *partition]
