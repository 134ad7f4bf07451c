"""The Gumbel-max trick: its theorem and the three lemmas, line by line."""

from collections.abc import Iterator

from proofs.documents.printed import Printed
from proofs.engine.checkers.smt import Induction, Smt
from proofs.engine.checkers.symbolic import Symbolic
from proofs.engine.ledger.constructors import chapter, lemma
from proofs.engine.ledger.model import Instance, Proof, Step
from proofs.theory.gumbel_max import mu
from spec.documents.shared_formulas import OTHER_RATE, WEIGHTS, WINS, G, N, Z, gumbel_density, i, j, k, share, y
from spec.logic.claim import Claim, Kind
from spec.logic.formula import Formula, Symbol, every, implies, integral, largest, ln, smallest

GREATEST = largest(i, G[i])

IS_GREATEST = lemma(
    "argmax.is_greatest",
    Step(G[k].eq(GREATEST), "where nothing is greater stands the maximum", Induction()),
    given=(every(i, G[i] <= G[k]),),
)
NONE_GREATER = lemma(
    "argmax.no_other_is_greater",
    Step(G[j] <= GREATEST, "nothing exceeds the maximum", Induction()),
    Step(implies(G[k].eq(GREATEST), G[j] <= G[k]), "so nothing exceeds what equals it", Smt(), using=(1,)),
)
CHAIN = Claim("gumbel.chain_of_lines", Kind.LEMMA, Formula(WINS.eq(share(k) / (share(k) + OTHER_RATE))))

CHAPTER = chapter(IS_GREATEST, NONE_GREATER, CHAIN)
c = Symbol("c")
NO_TIES = Step(
    integral(y, gumbel_density(y, mu), c, c).eq(0),
    "that a noisy score equals another one, at c, has probability 0: ties have no say",
    Symbolic(),
)
LOGS_OF_LEAST = Step(
    smallest(i, ln(Z[i] / N)).eq(ln(smallest(i, Z[i]) / N)),
    "ln(z/N) increases in z, so it is least where z is",
    Induction(invariant=(smallest(i, Z[i]) > 0,)),
)
SIGNS = Step(largest(i, -ln(Z[i] / N)).eq(-smallest(i, ln(Z[i] / N))), "max_i -a_i = -min_i a_i", Induction())


def lines_of_the_theorem(document: Printed) -> Iterator[Proof]:
    """Those lines that both documents print alike."""
    yield document.proof(
        "theorem_~_1.step_1",
        NO_TIES,
        Step(
            implies(G[k].eq(GREATEST), G[j] <= G[k]),
            "K = k says that no G_j is above G_k; that is so if G_k is the maximum, and only then",
            Smt(),
            using=(Instance(NONE_GREATER.id),),
        ),
        uses=(IS_GREATEST.id,),
    )
    yield document.proof(
        "theorem_~_1.step_5",
        document.step("theorem_~_1.step_5", "the least of all is the lesser of Z_k and the least other one", Smt()),
    )
    yield document.proof(
        "theorem_~_1.step_6",
        document.step(
            "theorem_~_1.step_6",
            "the least of the others has the survival function of their joint rate",
            Smt(),
            Instance("gumbel.race_against_one"),
        ),
        uses=("exponential.minimum",),
    )
    yield document.same("theorem_~_1.step_7", "gumbel.race_won", "the race of two, of which one has the joint rate")
    yield document.proof(
        "theorem_~_1.step_8",
        document.step(
            "theorem_~_1.step_8",
            "p_k + Σ_{i≠k} p_i = (w_k + Σ_{i≠k} w_i)/N = 1",
            Smt(),
            Instance("gumbel.shares"),
            Instance("gumbel.own_and_others"),
        ),
    )
    yield document.same("theorem_~_1", "gumbel.max", "the theorem, proved in two ways")


def lines_as_meant(document: Printed) -> Iterator[Proof]:
    """The lines that only the later document prints as they are meant, and its whole chain."""
    yield document.proof(
        "theorem_~_1.step_2",
        Step(GREATEST.eq(largest(i, -ln(Z[i] / N))), "the same numbers have the same maximum", Induction()),
        document.step("theorem_~_1.step_2", "G_i = -log(Z_i/N), variable by variable", Smt(), 1),
        uses=(document.id("lemma_~_2"),),
    )
    yield document.proof("theorem_~_1.step_3", SIGNS, document.step("theorem_~_1.step_3", "turn the signs", Smt(), 1))
    yield document.proof(
        "theorem_~_1.step_4",
        LOGS_OF_LEAST,
        Step(smallest(i, Z[i]) > 0, "the least of positive numbers", Induction()),
        document.step("theorem_~_1.step_4", "ln(z/N) takes no value twice", Smt(), 1, 2),
    )
    yield Proof(
        CHAIN.id,
        (
            Step(
                WINS.eq(share(k) / (share(k) + OTHER_RATE)),
                "lines 1 to 5 are one substitution, as G_k is the greatest where Z_k is the least; then lines 6 and 7",
                Smt(),
                using=(
                    Instance("gumbel.becomes_a_race"),
                    Instance(document.id("theorem_~_1.step_6")),
                    Instance(document.id("theorem_~_1.step_7")),
                ),
            ),
        ),
        tuple(document.id(f"theorem_~_1.step_{number}") for number in range(1, 6)),
    )
    yield document.proof(
        "theorem_~_1",
        Step(WEIGHTS > 0, "a sum of exponentials", Smt(), using=(Instance("gumbel.weights_are_positive"),)),
        document.step(
            "theorem_~_1",
            "line 8, at N = Σ w_i",
            Smt(),
            1,
            Instance(CHAIN.id, {N: WEIGHTS}),
            Instance(document.id("theorem_~_1.step_8"), {N: WEIGHTS}),
        ),
        title="by its own lines",
    )
