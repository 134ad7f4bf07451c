"""What is wrong in the lemmas and the proof of `make_base_exponential_candidates_gumbel`."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from proofs.documents.exponential_candidates_gumbel.errata.listing import SOURCE
from proofs.documents.printed import EXPONENTIAL as DOCUMENT
from proofs.documents.witness import digits, keywords, log_digits, show, softmax
from proofs.engine.enclosure import compare
from proofs.engine.ledger.model import Severity
from spec.weights import ZERO, ExpRatio, exp_minus

Bound = Callable[[Sequence[int], Sequence[int]], int]


def other_metrics(source: str = SOURCE) -> str:
    """Compare the metrics of section 4.1 with those of the listing."""
    parts = keywords(source)
    text = f"the listing has {parts['input_metric']} on the input side and {parts['output_metric']} on the output side"
    return show("SymmetricDistance" not in parts["input_metric"] and "InfDiff" not in parts["output_metric"], text)


def total_weight(scores: Sequence[int]) -> ExpRatio:
    """The sum of e^(s_i)."""
    return sum((exp_minus(-score) for score in scores), ZERO)


def printed_bound(s: Sequence[int], t: Sequence[int]) -> int:
    """max_j (s_j - s'_j)."""
    return max(a - b for a, b in zip(s, t, strict=True))


def lemma_4_1(bound: Bound = printed_bound) -> str:
    """Hold the lower bound of lemma 4.1 against a pair."""
    s, t = (1, 0), (0, 0)
    ratio = total_weight(t) / total_weight(s)
    text = f"s = {s}, s' = {t}, eps = Delta = 1: ln(2/(1 + e)) = {log_digits(ratio)}, and not >= {bound(s, t)}"
    return show(compare(ratio, exp_minus(-bound(s, t))) < 0, text)


def wrong_direction(bound: Bound = lambda s, t: -printed_bound(s, t)) -> str:
    """Hold the upper bound of the fifth step, taken from lemma 4.1, against a pair."""
    s, t = (1, 0), (0, 0)
    ratio = softmax(s)[0] / softmax(t)[0]
    limit = s[0] - t[0] + bound(s, t)
    text = f"s = {s}, s' = {t}, k the first: the left side is {log_digits(ratio)}, the right side {limit}"
    return show(compare(ratio, exp_minus(-limit)) > 0, text)


def temperature_above(tau: Fraction = Fraction(2)) -> str:
    """Put this temperature where Delta/eps = 1 is substituted."""
    left = softmax((1 / tau, 0))[0] / softmax((0, 0))[0]
    right = softmax((1, 0))[0] / softmax((0, 0))[0]
    text = (
        f"s = (1, 0), s' = (0, 0), Delta = eps = 1, tau = {tau}: ln(P(first)/P'(first)) = {log_digits(left)}, "
        f"the right side {log_digits(right)}"
    )
    return show(left != right, text)


def under_max(values: Sequence[int], k: int, i: int) -> int:
    """What the printed step has under max_i: the index is k."""
    return values[k]


def certain_event(under: Callable[[Sequence[int], int, int], int] = under_max) -> str:
    """Ask which index the printed event names, where one is the greatest."""
    values = (0, 1)
    named = [k for k in (0, 1) if values[k] == max(under(values, k, i) for i in (0, 1))]
    text = f"-log(Z_i/N) = {values}: the event holds for indices {named}, so that it has probability 1, not p_k"
    return show(named == [0, 1], text)


def empty_event(subset: tuple[int, ...] = ()) -> str:
    """Take logarithms at this set of outcomes."""
    mass = sum((softmax((1, 0))[k] for k in subset), ZERO)
    text = f"K = {{}}: (7) holds as 0 <= e^eps 0, and (8) is ln(0/0); P(M(s) in K) = {digits(mass)}"
    return show(not mass, text)


ERRATA = (
    DOCUMENT.erratum(
        "other_metrics",
        Severity.INCONSISTENT,
        where=("proof.symmetric_distance_compatible", "proof.inf_difference_compatible", "listing.L14", "listing.L15"),
        says="the input metric is SymmetricDistance, the output metric InfDifferenceDistance",
        truth="that is another function, the scorer: here they are InfDifferenceDistance and MaxDivergence",
        repair="show that InfDifferenceDistance is defined on vectors of one length",
        witness=other_metrics,
    ),
    DOCUMENT.erratum(
        "lemma_4_1_sign",
        Severity.FALSE_STATEMENT,
        where=("lemma_4_1",),
        refutes=("lemma_4_1",),
        says="ln(sum e^(s'_i)/sum e^(s_i)) >= max_j (s_j - s'_j), with eps = Delta",
        truth="it is at least minus that, as the last line of the lemma's own proof has it",
        repair="add the minus sign",
        witness=lemma_4_1,
    ),
    DOCUMENT.erratum(
        "wrong_direction",
        Severity.FALSE_STATEMENT,
        where=("privacy.step_5", "proof.m_is_private"),
        refutes=("privacy.step_5",),
        says="the logarithm of the normalisers is at most -max_j (s_j - s'_j), by lemma 4.1",
        truth="lemma 4.1 bounds it from below; as printed, every loss would be at most 0",
        repair="use the upper bound max_j (s'_j - s_j), lemma 3.2 of report_noisy_max_gumbel",
        witness=wrong_direction,
    ),
    DOCUMENT.erratum(
        "temperature_above",
        Severity.FALSE_STATEMENT,
        where=("privacy.step_1",),
        refutes=("privacy.step_1",),
        says="the law at any tau >= Delta/eps equals that at tau = Delta/eps",
        truth="only at tau = Delta/eps; above it the largest loss is smaller, but not that of each outcome",
        repair="prove the bound with tau, and put d_Range/tau <= eps last",
        witness=temperature_above,
    ),
    DOCUMENT.erratum(
        "certain_event",
        Severity.TYPO,
        where=("theorem_2_1.step_2", "theorem_2_1.step_3", "theorem_2_1.step_4"),
        refutes=("theorem_2_1.step_2", "theorem_2_1.step_4"),
        says="P(G_k = max_i G_i) = P(-log(Z_k/N) = max_i -log(Z_k/N))",
        truth="the right side is 1, as what stands under max_i does not depend on i",
        repair="write Z_i under max_i and min_i",
        witness=certain_event,
    ),
    DOCUMENT.erratum(
        "empty_event",
        Severity.PROOF_GAP,
        where=("prose.eq7_implies_eq8", "eq8"),
        says="(7) for all sets K of outcomes implies (8) for all of them",
        truth="(8) has no meaning at a set of probability 0, such as the empty one",
        repair="state (8) for sets of positive probability",
        witness=empty_event,
    ),
)
