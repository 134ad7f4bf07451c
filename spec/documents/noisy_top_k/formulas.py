"""Items of `noisy_top_k` that are formulas; those of its introduction are in the two older documents too."""

from spec.documents.shared_formulas import PROSE, WEIGHTS, WINS, c, k, p_k, sensitivity, tau, weight
from spec.documents.shared_readings import INTRODUCTION
from spec.logic.formula import Family, Formula, Sort, Symbol, exp

SHARED = (
    "prose.exponentially_more_likely",
    "prose.temperature_calibrates",
    "prose.underflow",
    "prose.overflow",
    "prose.shift_invariance",
    "prose.shift_prevents_overflow",
    "prose.shift_underflows",
)

d_out, rounds = Symbol("d_out", Sort.POSITIVE), Symbol("k", Sort.NATURAL)
increase, lead = Symbol("δ", Sort.POSITIVE), Symbol("s_i - s_j", Sort.POSITIVE)

j, u, v = Symbol("j"), Symbol("u", Sort.NONNEGATIVE), Symbol("v", Sort.NONNEGATIVE)
q = Family("q", Sort.POSITIVE)

FORMULAS: dict[str, Formula] = {
    **{name: PROSE[name] for name in SHARED},
    **{name: formula for name, formula in INTRODUCTION.items() if name != "prose.epsilon_distinguishes"},
    "eq2": Formula(p_k.eq(weight(k) / WEIGHTS), given=(p_k.eq(c * weight(k)), (c * WEIGHTS).eq(1))),
    "eq3": Formula(tau.eq(sensitivity / d_out), given=(rounds >= 1, d_out.eq(rounds * (sensitivity / tau)))),
    "prose.d_out_cools": Formula(sensitivity / (d_out + increase) < sensitivity / d_out),
    "prose.d_out_distinguishes": Formula(
        exp(d_out * lead / sensitivity) < exp((d_out + increase) * lead / sensitivity)
    ),
    "prose.naive_equals_gumbel": Formula(WINS.eq(weight(k) / WEIGHTS)),
}
