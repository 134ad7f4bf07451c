"""How loose the maps are: by which factor a sound map exceeds what is needed, and how much is left to gain.

Notation: η = d_Range/scale; ρ is that of `proofs/theory/concentration/rho.py`, and R(ε) = 2·ln(2·e^(ε/2) - 1).
"""

from fractions import Fraction

from proofs.engine.checkers.balls import Balls
from proofs.engine.checkers.linear import Linear
from proofs.engine.checkers.smt import Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, theorem
from proofs.engine.ledger.model import Instance, Step
from proofs.mechanisms.tight_maps.tightness import JENSEN
from proofs.theory.concentration.monotonicity import BELOW_ETA, BELOW_PURE, HALF, R
from proofs.theory.concentration.rho import EIGHTH, H2, rho, x, y
from spec.logic.formula import Sort, Symbol, Term, both, derivative, exp, function, ln, term
from spec.permute_and_flip import LAW as FLIPPED_LAW

FACTOR = x**2 / (8 * rho(x))
NEEDED = 8 * rho(x) / x**2
CLASSICAL = theorem(
    "tightness.classical_zero_concentrated",
    Step(
        derivative(x, NEEDED).eq(-(8 * (2 * rho(x) - x * H2(x)) / x**3)),
        "differentiate the part of it that is needed",
        Symbolic(),
    ),
    Step(
        term(0) <= 2 * rho(x) - x * H2(x),
        "it does not rise, as 2·ρ ≥ η·ρ'",
        Linear(),
        using=(Instance("rho.chord", {y: x}),),
    ),
    Step(
        both(derivative(x, NEEDED) <= 0, NEEDED <= 1),
        "so the classical map η²/8 is too large by a factor of η²/(8·ρ(η)) ≥ 1, which does not fall as η grows: the "
        "more a round costs, the more the tight map saves",
        Smt(),
        using=(1, 2, Instance(EIGHTH.id)),
    ),
)


def between(low: str, quotient: Term, high: str) -> Term:
    """The number lies between two decimals."""
    return both(term(Fraction(low)) < quotient, quotient < Fraction(high))


def enclosed(quotient: Term, at: str, low: str, high: str, because: str) -> Step:
    """The number at a point, by balls."""
    return Step(between(low, quotient, high), f"at {x.name} = {at}: {because}", Balls(({x: Fraction(at)},)))


NUMBERS = theorem(
    "tightness.factors",
    "The classical zero-concentrated map is too large by factors of 1.0137 at η = 1, 1.197 at η = 4 and 1.625 at η = "
    "8; the map of document 002, k·η, by 80.0 at η = 1/10, 8.11 at η = 1 and 1.625 at η = 8",
    enclosed(FACTOR, "1", "1.0137", "1.0138", "(η²/8)/ρ(η)"),
    enclosed(FACTOR, "4", "1.197", "1.198", "(η²/8)/ρ(η)"),
    enclosed(FACTOR, "8", "1.625", "1.626", "(η²/8)/ρ(η)"),
    enclosed(x / rho(x), "1/10", "80.01", "80.02", "η/ρ(η)"),
    enclosed(x / rho(x), "1", "8.11", "8.12", "η/ρ(η)"),
    enclosed(x / rho(x), "8", "1.625", "1.626", "η/ρ(η)"),
)
PUBLISHED = theorem(
    "tightness.document_002",
    Step(rho(x) <= x, "ρ(η) ≤ η", Linear(), using=(Instance(BELOW_ETA.id),)),
    Step(8 * rho(x) <= x**2, "and ρ(η) ≤ η²/8", Smt(), using=(Instance(EIGHTH.id),)),
    Step(
        both(rho(x) <= x, 8 * rho(x) <= x**2),
        "so the map that document 002 prints, k·η, is sound, and too large by a factor of η/ρ(η), which is at least 1 "
        "and at least 8/η",
        Smt(),
        using=(1, 2),
    ),
    uses=("zero_concentrated_divergence.postcondition.2", "composition.zero_concentrated"),
)

# Permute-and-flip.
OF_R = 2 * exp(HALF * x) - 1
BEATS = theorem(
    "tightness.permute_and_flip_beats_pure",
    Step(exp(HALF * R(x)).eq(OF_R), "Y = e^(R/2)", Symbolic()),
    Step(exp(R(x)).eq(OF_R**2), "and Y² = e^R", Symbolic()),
    Step((2 * ln((1 + OF_R) / 2)).eq(x), "then 2·ln((1 + Y)/2) is ε", Symbolic()),
    Step(
        (1 - 8 / (OF_R**2 + 2 * OF_R + 5)).eq(function("tanh", HALF * x)),
        "and 1 - 8/(Y² + 2Y + 5) is tanh(ε/2)",
        Symbolic(),
    ),
    Step(R(x) > 0, "the range is positive", Smt()),
    Step(
        rho(R(x)) <= x * function("tanh", HALF * x),
        "so permute-and-flip costs no more under zero-concentrated divergence than its pure loss alone implies",
        Smt(),
        using=(1, 2, 3, 4, 5, Instance(BELOW_PURE.id, {x: R(x)})),
    ),
    uses=("permute_and_flip.zero_concentrated",),
)
ahead = Symbol("D", Sort.POSITIVE)
first, first_nearby = 1 - exp(-ahead) / 2, exp(ahead - x) / 2
KL = first * ln(first / first_nearby) + (1 - first) * ln((1 - first) / (1 - first_nearby))
NEARLY = theorem(
    "tightness.permute_and_flip_zero_concentrated",
    "Two candidates bring permute-and-flip to 0.988·ρ(R(ε)) at ε = 1, 0.976·ρ(R(ε)) at ε = 4 and 0.986·ρ(R(ε)) at ε = "
    "8: no map below that is sound there. Whether ρ(R(ε)) itself is approached is not known",
    *(
        Step(
            KL >= Fraction(share) * rho(R(x)),
            f"ε = {at}: the first is ahead by D = {by} on the one side, and behind by ε - D on the other",
            Balls(({x: Fraction(at), ahead: Fraction(by)},)),
        )
        for at, by, share in (("1", "0.423", "0.988"), ("4", "1.1325", "0.976"), ("8", "1.6335", "0.986"))
    ),
    uses=(JENSEN.id, FLIPPED_LAW.id),
)

CHAPTER = chapter(CLASSICAL, NUMBERS, PUBLISHED, BEATS, NEARLY)
