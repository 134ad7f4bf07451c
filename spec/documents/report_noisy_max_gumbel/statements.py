"""What `make_report_noisy_max_gumbel` states, item by item, as printed, errors included."""

STATEMENTS: dict[str, str] = {
    "prose.selects_greatest": ("the mechanism built here releases a noisy argmax: one index, near the top score"),
    "prose.postprocessing": "looking the released index up in a public set costs no further privacy",
    "prose.naive_law": "the naive mechanism draws k from a categorical law whose weights follow the scores",
    "prose.inverse_transform": "k = min{k : Σ_{i≤k} p_i > U} with U ~ Uniform(0, 1) selects k",
    "eq1": "M(s) = argmin_i (Σ_{i=1}^k p_i ≥ U), the minimum being over i",
    "prose.normalisation": "P(M(s) = k) is e^(s_k/τ), normalised",
    "prose.exponentially_more_likely": "P(M(s) = k) grows exponentially in s_k",
    "eq2": "p_k = e^(s_k/τ) / Σ_i e^(s_i/τ)",
    "prose.temperature_calibrates": "τ sets how far apart two scores seem: p_i/p_j = e^((s_i - s_j)/τ)",
    "prose.hot_uniform": "p tends to the uniform law as τ grows",
    "prose.hot_private": "privacy gets better as τ grows",
    "prose.cold_one_hot": "p tends to a one-hot vector as τ falls",
    "prose.cold_less_private": "privacy gets worse as τ falls",
    "eq3": "τ = Δ/ε",
    "prose.epsilon_cools": "τ falls as ε grows",
    "prose.epsilon_distinguishes": "candidates are told apart more easily as ε grows",
    "prose.normalised_sensitivity": "scores are divided by their global sensitivity, so that it becomes 1",
    "prose.literature_factor_two": ("elsewhere the exponential mechanism is often stated with twice the sensitivity"),
    "prose.factor_in_metric": "here the factor 2 is part of Δ, through a metric that knows monotonicity",
    "prose.exp_can_underflow": "e^(s_i/τ), computed, can become 0",
    "prose.exp_can_overflow": "e^(s_i/τ), computed, can become infinite",
    "prose.underflow": "in binary64, e^-709 underflows to 0",
    "prose.overflow": "in binary64, e^710 overflows to infinity",
    "prose.shift_invariance": "in exact arithmetic p(s + c) = p(s) for every constant c",
    "prose.shift_prevents_overflow": "in finite arithmetic e^((s_i - max s)/τ) does not overflow",
    "prose.shift_underflows": "in finite arithmetic the shift by max s makes underflow more likely",
    "prose.tails_vanish": "after the shift by max s the tail of p rounds to 0",
    "prose.rounding_accumulates": ("inverse transform sampling in finite arithmetic accumulates rounding errors"),
    "prose.rounding_changes_law": "those rounding errors alter the probabilities of selection",
    "prose.gumbel_private": "the Gumbel-max trick selects an index privately",
    "prose.gumbel_inverse_transform": "inverse transforms of u_k iid uniform on (0, 1) sample K",
    "eq4": "M(s) = argmax_k (s_k/τ - log(-log u_k))",
    "theorem_1_1": "P(K = k) = p_k, so that K has the law of the softmax",
    "theorem_1_1.step_1": "P(K = k) = P(G_k = max_i G_i), by the definition of K",
    "theorem_1_1.step_2": "P(G_k = max_i G_i) = P(-log(Z_k/N) = max_i -log(Z_i/N)), by 1.2",
    "theorem_1_1.step_3": (
        "P(-log(Z_k/N) = max_i -log(Z_i/N)) = P(log(Z_k/N) = min_i log(Z_i/N)), as max -a_i = -min_i a_i"
    ),
    "theorem_1_1.step_4": "P(log(Z_k/N) = min_i log(Z_i/N)) = P(Z_k = min_i Z_i), by monotonicity",
    "theorem_1_1.step_5": "P(Z_k = min_i Z_i) = P(Z_k ≤ min_{i≠k} Z_i)",
    "theorem_1_1.step_6": "P(Z_k ≤ min_{i≠k} Z_i) = P(Z_k ≤ Q) with Q ~ Exp(Σ_{i≠k} p_i), by 1.3",
    "theorem_1_1.step_7": "P(Z_k ≤ Q) = p_k / (p_k + Σ_{i≠k} p_i), by 1.4",
    "theorem_1_1.step_8": "p_k / (p_k + Σ_{i≠k} p_i) = p_k, as p_k + Σ_{i≠k} p_i = 1",
    "lemma_1_2": "G_k = -log(Z_k/N), where Z_k ~ Exp(p_k) and N = Σ_i e^(s_i/τ)",
    "lemma_1_2.step_1": "G_k = s_k/τ - log(-log U_k), which is called the Gumbel PDF centred at s_k/τ",
    "lemma_1_2.step_2": "s_k/τ - log(-log U_k) = log(e^(s_k/τ)) - log(-log U_k)",
    "lemma_1_2.step_3": "log(e^(s_k/τ)) - log(-log U_k) = log(p_k N) - log(-log U_k), as p_k = e^(s_k/τ)/N",
    "lemma_1_2.step_4": "log(p_k N) - log(-log U_k) = log(p_k N / (-log U_k))",
    "lemma_1_2.step_5": "log(p_k N / (-log U_k)) = -log(-log U_k / (p_k N))",
    "lemma_1_2.step_6": "-log(-log U_k / (p_k N)) = -log(Z_k/N), with Z_k = -log U_k / p_k",
    "lemma_1_3": "X_1 ~ Exp(λ_1), X_2 ~ Exp(λ_2), Z ~ Exp(λ_1 + λ_2) ⟹ min(X_1, X_2) ~ Z",
    "lemma_1_3.step_1": "P(min(X_1, X_2) ≥ x) = P(X_1 ≥ x) P(X_2 ≥ x), by independence",
    "lemma_1_3.step_2": "P(X_1 ≥ x) P(X_2 ≥ x) = e^(-λ_1 x) e^(-λ_2 x), called the exponential density",
    "lemma_1_3.step_3": "e^(-λ_1 x) e^(-λ_2 x) = e^(-(λ_1 + λ_2) x)",
    "lemma_1_3.step_4": "e^(-(λ_1 + λ_2) x) = P(Z ≥ x), called the exponential density",
    "lemma_1_4": "X_1 ~ Exp(λ_1), X_2 ~ Exp(λ_2) ⟹ P(X_1 ≤ X_2) = λ_1/(λ_1 + λ_2)",
    "lemma_1_4.step_1": (
        "P(X_1 ≤ X_2) = ∫[0..∞] ∫[x_1..∞] λ_1 λ_2 e^(-λ_1 x_1) e^(-λ_2 x_2) dx_1 dx_2, dx_1 standing first"
    ),
    "lemma_1_4.step_2": (
        "∫[0..∞] ∫[x_1..∞] λ_1 λ_2 e^(-λ_1 x_1) e^(-λ_2 x_2) dx_1 dx_2"
        " = ∫[0..∞] -λ e^(-(λ_1 + λ_2) x_1) dx_1, "
        "where λ has no index"
    ),
    "lemma_1_4.step_3": "∫[0..∞] -λ e^(-(λ_1 + λ_2) x_1) dx_1 = λ_1/(λ_1 + λ_2), where λ has no index",
    "prose.linf_meaning": "the L_∞ distance of score vectors is the largest change of a single score",
    "eq5": "Δ_∞ = max_{x~x'} d_∞(f(x), f(x')) = max_{x~x'} max_i |f(x)_i - f(x')_i|",
    "prose.linf_factor_two": "with d_∞ the guarantee of the exponential mechanism is too weak by 2, always",
    "prose.opposite_directions": "the cause: e^(s_i/τ) and Σ_i e^(s_i/τ) may move in opposite directions",
    "prose.monotonic_no_factor": "if the scorer is monotonic the factor 2 is not needed",
    "prose.monotonic_same_direction": (
        "if the scorer is monotonic, e^(s_i/τ) and Σ_i e^(s_i/τ) move in the same direction, always"
    ),
    "prose.range_meaning": "RangeDistance is the largest difference in scores",
    "eq6": (
        "Δ_Range = max_{x~x'} d_Range(f(x), f(x')) = max_{x~x'} max_{i,j} |(f(x)_i - f(x')_i) - (f(x)_j - f(x')_j)|"
    ),
    "prose.range_opposite_maximises": (
        "without monotonicity Δ_Range is attained where x_i - x'_i and x_j - x'_j are extreme and opposite"
    ),
    "prose.range_factor_two": "without monotonicity Δ_Range has the factor 2 as well",
    "prose.monotonic_signs_match": "with monotonicity x_i - x'_i and x_j - x'_j have one sign",
    "prose.monotonic_magnitudes_cancel": "with monotonicity |x_i - x'_i| and |x_j - x'_j| cancel",
    "prose.monotonic_maximum": "with monotonicity Δ_Range is attained where one of the two terms is 0",
    "prose.tighter_analysis": (
        "section 3.1 shows that the exponential mechanism can be analysed more tightly through d_Range"
    ),
    "prose.uses_linf": "the input metric of the mechanism is the infinity distance",
    "prose.metric_stores_monotonic": ("the metric carries a boolean that says whether the scores are monotonic"),
    "precondition.tia": "TIA, the type of a score, implements Number and CastInternalRational",
    "precondition.qo": (
        "Q0, the type of an output distance, implements Float, CastInternalRational, and DistanceConstant from TIA"
    ),
    "listing.L1": "define the constructor",
    "listing.L2": "take a domain of vectors of TIA",
    "listing.L3": "take RangeDistance as input metric",
    "listing.L4": "take a scale of type Q0",
    "listing.L5": "take the direction, max or min",
    "listing.L6": "promise a Measurement",
    "listing.L7": "test whether the element domain has NaN",
    "listing.L8": "refuse a domain with NaN",
    "listing.L10": "test whether scale < 0",
    "listing.L11": "refuse a negative scale",
    "listing.L13": "when maximising",
    "listing.L14": "keep the sign of scores",
    "listing.L15": "when minimising",
    "listing.L16": "flip the sign of scores",
    "listing.L17": "in every other case",
    "listing.L18": "refuse the direction",
    "listing.L20": "make the scale an exact fraction",
    "listing.L22": "define the function on scores",
    "listing.L23": "define the noisy version of one score",
    "listing.L24": "a partially sampled Gumbel number with shift = sign · score and the given scale",
    "listing.L25": "make every score noisy",
    "listing.L27": "define which of two indexed noisy scores to keep",
    "listing.L28": "keep the first if it is greater, else the second",
    "listing.L29": "fold over all indexed noisy scores and return the index that is left",
    "listing.L31": "define the privacy map on distances of type TIA",
    "listing.L32": "comment: the next statement turns the distance into a range distance",
    "listing.L33": "comment: by doubling, unless monotonic",
    "listing.L34": "ask the input metric for the range distance of d_in",
    "listing.L36": "cast d_in to Q0, rounding up",
    "listing.L37": "test whether d_in < 0",
    "listing.L38": "refuse a negative distance",
    "listing.L40": "test whether d_in = 0",
    "listing.L41": "no distance, no loss",
    "listing.L43": "return d_in / scale, rounded up",
    "listing.L45": "build the measurement",
    "listing.L46": "from the input domain",
    "listing.L47": "the function",
    "listing.L48": "the input metric",
    "listing.L49": "MaxDivergence over Q0, passed as output_metric",
    "listing.L50": "and the privacy map",
    "listing.L51": "end of the call",
    "postcondition": "given the preconditions, every call is an error or yields a valid measurement",
    "postcondition.1": ("for all members x, x' of the domain: invoke fails on both with one error, or on neither"),
    "postcondition.2": (
        "for all members x, x' and all d_in, d_out: d_in-close x, x' and privacy_map(d_in) = d_out, "
        "no error, give "
        "d_out-close function(x), function(x')"
    ),
    "proof.domain_non_null": ("the constructor demands a domain without nulls, which makes the Gumbel sample valid"),
    "proof.scale_positive": "the constructor demands scale > 0",
    "lemma_3_1": "P(function(x) = i) = P(argmax_k (u_k/τ - ln(-ln U_k)) = i), where u_k is not introduced",
    "proof.gumbel_centre": "function samples, for each s_k, a Gumbel variable centred at sign · s_k/τ",
    "proof.sign_irrelevant": "the guarantee is the same for sign = +1 and sign = -1",
    "proof.gumbel_additive": "a Gumbel sample is its centre plus -ln(-ln U_k), U_k ~ Uniform(0, 1)",
    "proof.returns_argmax": "function returns where the largest Gumbel variable stands, and nothing else",
    "proof.law_of_argmax": ("P(function(x) = i) is the probability that the i-th Gumbel variable is the largest"),
    "lemma_3_2": "x, x' in input_domain ⟹ ln(Σ_i exp(ε x'_i/Δ) / Σ_i exp(ε x_i/Δ)) ≤ ε max_j (x'_j - x_j)/Δ",
    "lemma_3_2.step_1": (
        "ln(Σ_i exp(ε x'_i/Δ) / Σ_i exp(ε x_i/Δ)) = ln(Σ_i exp(ε (x'_i - x_i + x_i)/Δ) / Σ_i exp(ε x_i/Δ))"
    ),
    "lemma_3_2.step_2": (
        "ln(Σ_i exp(ε (x'_i - x_i + x_i)/Δ) / Σ_i exp(ε x_i/Δ))"
        " = ln(Σ_i exp(ε (x'_i - x_i)/Δ) exp(ε x_i/Δ) / Σ_i exp(ε x_i/Δ))"
    ),
    "lemma_3_2.step_3": (
        "ln(Σ_i exp(ε (x'_i - x_i)/Δ) exp(ε x_i/Δ) / Σ_i exp(ε x_i/Δ))"
        " ≤ ln(exp(ε max_j (x'_j - x_j)/Δ) Σ_i exp(ε x_i/Δ) / Σ_i exp(ε x_i/Δ))"
    ),
    "lemma_3_2.step_4": (
        "ln(exp(ε max_j (x'_j - x_j)/Δ) Σ_i exp(ε x_i/Δ) / Σ_i exp(ε x_i/Δ)) = ε max_j (x'_j - x_j)/Δ"
    ),
    "proof.hypothesis": ("assumed: x, x' in input_domain, d_in-close under LInfDistance, privacy_map(d_in) ≤ d_out"),
    "privacy.step_1": (
        "max_{x~x'} D_∞(Y || Y') ≤ max_{x~x'} max_i ln(P(function(x) = i) / P(function(x') = i)), by MaxDivergence"
    ),
    "privacy.step_2": (
        "max_{x~x'} max_i ln(P(function(x) = i) / P(function(x') = i)) = max_{x~x'} max_i ln("
        "P(argmax_k (x_k/τ - ln(-ln U_k)) = i) / P(argmax_k (x'_k/τ - ln(-ln U_k)) = i)), by 3.1"
    ),
    "privacy.step_3": (
        "max_{x~x'} max_i ln(P(argmax_k (x_k/τ - ln(-ln U_k)) = i) / P(argmax_k (x'_k/τ - ln(-ln U_k)) = i))"
        " = max_{x~x'} max_i ln((exp(x_i/τ) / Σ_k exp(x_k/τ)) / (exp(x'_i/τ) / Σ_k exp(x'_k/τ))), by 1"
    ),
    "privacy.step_4": (
        "max_{x~x'} max_i ln((exp(x_i/τ) / Σ_k exp(x_k/τ)) / (exp(x'_i/τ) / Σ_k exp(x'_k/τ)))"
        " = max_{x~x'} max_i ln(exp(x_i/τ) Σ_k exp(x'_k/τ) / (exp(x'_i/τ) Σ_k exp(x_k/τ)))"
    ),
    "privacy.step_5": (
        "max_{x~x'} max_i ln(exp(x_i/τ) Σ_k exp(x'_k/τ) / (exp(x'_i/τ) Σ_k exp(x_k/τ)))"
        " = max_{x~x'} max_i ln(exp(x_i/τ) / exp(x'_i/τ)) + ln(Σ_k exp(x'_k/τ) / Σ_k exp(x_k/τ))"
    ),
    "privacy.step_6": (
        "max_{x~x'} max_i ln(exp(x_i/τ) / exp(x'_i/τ)) + ln(Σ_k exp(x'_k/τ) / Σ_k exp(x_k/τ))"
        " = max_{x~x'} max_i (x_i - x'_i)/τ + ln(Σ_k exp(x'_k/τ) / Σ_k exp(x_k/τ))"
    ),
    "privacy.step_7": (
        "max_{x~x'} max_i (x_i - x'_i)/τ + ln(Σ_k exp(x'_k/τ) / Σ_k exp(x_k/τ))"
        " ≤ max_{x~x'} max_i (x_i - x'_i)/τ + max_j (x'_j - x_j)/τ, by 3.2"
    ),
    "privacy.step_8": (
        "max_{x~x'} max_i (x_i - x'_i)/τ + max_j (x'_j - x_j)/τ ≤ max_{x~x'} max_{i,j} |(x_i - x'_i) - (x_j - x'_j)|/τ"
    ),
    "privacy.step_9": "max_{x~x'} max_{i,j} |(x_i - x'_i) - (x_j - x'_j)|/τ = d_in/τ, by RangeDistance",
    "proof.map_matches_bound": "the printed privacy map returns the bound just derived, d_in/τ",
    "proof.conclusion": "so the output_measure between function(x) and function(x') is at most d_out",
}
