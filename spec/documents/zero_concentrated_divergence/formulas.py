"""Items of `zero_concentrated_divergence` that are formulas."""

from spec.logic.formula import INFINITY, Formula, Sort, Symbol, Term, exp, integral

x, mu, beta = Symbol("x"), Symbol("μ"), Symbol("β", Sort.POSITIVE)
a, b = Symbol("a"), Symbol("b")
c, d = Symbol("c", Sort.POSITIVE), Symbol("d")


def density(at: Term, location: Term, scale: Term) -> Term:
    """(1/β) e^(-e^(-z) - z), where z = (x - μ)/β."""
    z = (at - location) / scale
    return (1 / scale) * exp(-exp(-z) - z)


def distribution(at: Term) -> Term:
    """e^(-e^(-z)), which is P(X ≤ x) of a Gumbel variable."""
    return exp(-exp(-((at - mu) / beta)))


FORMULAS: dict[str, Formula] = {
    "definition_1_2": Formula(integral(x, density(x, mu, beta), -INFINITY, INFINITY).eq(1)),
    "eq1": Formula(integral(x, density(x, mu, beta), a, b).eq(distribution(b) - distribution(a))),
    "eq1.where": Formula((c * density(c * x + d, c * mu + d, c * beta)).eq(density(x, mu, beta))),
}
