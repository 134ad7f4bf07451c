"""Laws of logarithms, for the rewriting of quotients of likelihoods."""

from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Step
from spec.logic.formula import Sort, Symbol, Term, exp, ln

a, b, c, d = (Symbol(name, Sort.POSITIVE) for name in "abcd")
v = Symbol("v")

LAWS: dict[str, tuple[Term, str]] = {
    "quotient": (ln(a / b).eq(ln(a) - ln(b)), "the logarithm of a quotient"),
    "reciprocal": (ln(a / b).eq(-ln(b / a)), "the logarithm of a reciprocal"),
    "double_quotient": (ln((a / b) / (c / d)).eq(ln(a * d / (c * b))), "divisors of divisors multiply"),
    "regrouped": (ln((a / b) / (c / d)).eq(ln((a / c) * (d / b))), "factors may be grouped at will"),
    "product": (ln((a / b) * (c / d)).eq(ln(a / b) + ln(c / d)), "the logarithm of a product"),
    "fraction_of_products": (ln(a * b / (c * d)).eq(ln(a / c) + ln(b / d)), "the logarithm of a product"),
    "cancelled": (ln(exp(v) * a / a).eq(v), "a factor cancels, and ln undoes exp"),
}
CHAPTER = chapter(*(lemma(f"logarithm.{id}", Step(law, because, Symbolic())) for id, (law, because) in LAWS.items()))
