"""What `make_base_exponential_candidates_gumbel` states, item by item, as printed, errors included."""

STATEMENTS: dict[str, str] = {
    "prose.selects_greatest": ("given candidate scores, the mechanism releases roughly the index of the largest"),
    "prose.postprocessing": "looking the released index up in the public set costs no further privacy",
    "prose.naive_law": "the naive mechanism draws k from a categorical law whose weights follow the scores",
    "prose.inverse_transform": "k = min{k : Σ_{i≤k} p_i > U} with U ~ Uniform(0, 1) selects k",
    "eq1": "M(s) = argmin_k (Σ_i^k p_i >= U), the sum having no first index",
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
    "theorem_2_1": "P(K = k) = p_k, so that K has the law of the softmax",
    "theorem_2_1.step_1": "P(K = k) = P(G_k = max_i G_i), by the definition of K",
    "theorem_2_1.step_2": (
        "P(G_k = max_i G_i) = P(-log(Z_k/N) = max_i -log(Z_k/N)), by 2.2, with index k under the max_i"
    ),
    "theorem_2_1.step_3": (
        "P(-log(Z_k/N) = max_i -log(Z_k/N)) = P(log(Z_k/N) = min_i log(Z_k/N)), as max -a_i = -min_i a_i, "
        "with index k under the max_i and the min_i"
    ),
    "theorem_2_1.step_4": (
        "P(log(Z_k/N) = min_i log(Z_k/N)) = P(Z_k = min_i Z_i), by monotonicity, with index k under the first min_i"
    ),
    "theorem_2_1.step_5": "P(Z_k = min_i Z_i) = P(Z_k ≤ min_{i≠k} Z_i)",
    "theorem_2_1.step_6": "P(Z_k ≤ min_{i≠k} Z_i) = P(Z_k ≤ Q) with Q ~ Exp(Σ_{i≠k} p_i), by 2.3",
    "theorem_2_1.step_7": "P(Z_k ≤ Q) = p_k / (p_k + Σ_{i≠k} p_i), by 2.4",
    "theorem_2_1.step_8": "p_k / (p_k + Σ_{i≠k} p_i) = p_k, as p_k + Σ_{i≠k} p_i = 1",
    "lemma_2_2": "G_k = -log(Z_k/N), where Z_k ~ Exp(p_k) and N = Σ_i e^(s_i/τ)",
    "lemma_2_2.step_1": "G_k = s_k/τ - log(-log U_k), which is called the Gumbel PDF centred at s_k/τ",
    "lemma_2_2.step_2": "s_k/τ - log(-log U_k) = log(e^(s_k/τ)) - log(-log U_k)",
    "lemma_2_2.step_3": "log(e^(s_k/τ)) - log(-log U_k) = log(p_k N) - log(-log U_k), as p_k = e^(s_k/τ)/N",
    "lemma_2_2.step_4": "log(p_k N) - log(-log U_k) = log(p_k N / (-log U_k))",
    "lemma_2_2.step_5": "log(p_k N / (-log U_k)) = -log(-log U_k / (p_k N))",
    "lemma_2_2.step_6": "-log(-log U_k / (p_k N)) = -log(Z_k/N), with Z_k = -log U_k / p_k",
    "lemma_2_3": "X_1 ~ Exp(λ_1), X_2 ~ Exp(λ_2), Z ~ Exp(λ_1 + λ_2) ⟹ min(X_1, X_2) ~ Z",
    "lemma_2_3.step_1": "P(min(X_1, X_2) ≥ x) = P(X_1 ≥ x) P(X_2 ≥ x), by independence",
    "lemma_2_3.step_2": "P(X_1 ≥ x) P(X_2 ≥ x) = e^(-λ_1 x) e^(-λ_2 x), called the exponential density",
    "lemma_2_3.step_3": "e^(-λ_1 x) e^(-λ_2 x) = e^(-(λ_1 + λ_2) x)",
    "lemma_2_3.step_4": "e^(-(λ_1 + λ_2) x) = P(Z ≥ x), called the exponential density",
    "lemma_2_4": "X_1 ~ Exp(λ_1), X_2 ~ Exp(λ_2) ⟹ P(X_1 ≤ X_2) = λ_1/(λ_1 + λ_2)",
    "lemma_2_4.step_1": (
        "P(X_1 ≤ X_2) = ∫[0..∞] ∫[x_1..∞] λ_1 λ_2 e^(-λ_1 x_1) e^(-λ_2 x_2) dx_1 dx_2, dx_1 standing first"
    ),
    "lemma_2_4.step_2": (
        "∫[0..∞] ∫[x_1..∞] λ_1 λ_2 e^(-λ_1 x_1) e^(-λ_2 x_2) dx_1 dx_2"
        " = ∫[0..∞] -λ e^(-(λ_1 + λ_2) x_1) dx_1, "
        "where λ has no index"
    ),
    "lemma_2_4.step_3": "∫[0..∞] -λ e^(-(λ_1 + λ_2) x_1) dx_1 = λ_1/(λ_1 + λ_2), where λ has no index",
    "listing.L1": "comment: keep the type checker quiet",
    "listing.L2": "define the constructor from a temperature of type TI",
    "listing.L3": "define the function on scores",
    "listing.L4": "the noisy score of i: scores[i] · temperature - ln(-ln u), u fresh and uniform",
    "listing.L5": "return the index of the largest noisy score",
    "listing.L7": "define the privacy relation between d_in of type u32 and d_out",
    "listing.L8": "accept iff d_out · temperature ≥ d_in",
    "listing.L10": "build a Transformation",
    "listing.L11": "input domain: all vectors of TI",
    "listing.L12": "output domain: all of T0",
    "listing.L13": "the function",
    "listing.L14": "input metric: InfDifferenceDistance over TI",
    "listing.L15": "MaxDivergence over TI, passed as output_metric",
    "listing.L16": "the privacy relation",
    "listing.L17": "end of the call",
    "prose.linf_traditional": "sensitivity is traditionally measured by InfDistance",
    "prose.linf_meaning": "InfDistance, an L_∞ norm, is the largest change of a single score",
    "eq5": "Δ_∞ = max_{s~s'} max_i |s_i - s'_i|",
    "prose.linf_factor_two": "with d_∞ the guarantee of the exponential mechanism is too weak by 2, always",
    "prose.opposite_directions": "the cause: e^(s_i/τ) and Σ_i e^(s_i/τ) may move in opposite directions",
    "prose.monotonic_no_factor": "if the scorer is monotonic the factor 2 is not needed",
    "prose.monotonic_same_direction": (
        "if the scorer is monotonic, e^(s_i/τ) and Σ_i e^(s_i/τ) move in the same direction, always"
    ),
    "eq6": "Δ_∞' = max_{s~s'} max_{ij} |(s_i - s'_i) - (s_j - s'_j)|",
    "prose.range_opposite_maximises": (
        "without monotonicity Δ_∞' is attained where s_i - s'_i and s_j - s'_j are extreme and opposite"
    ),
    "prose.range_factor_two": "without monotonicity Δ_∞' has the factor 2 as well",
    "prose.monotonic_signs_match": "with monotonicity s_i - s'_i and s_j - s'_j have one sign",
    "prose.monotonic_magnitudes_cancel": "with monotonicity |s_i - s'_i| and |s_j - s'_j| cancel",
    "prose.monotonic_maximum": "with monotonicity Δ_∞' is attained where one of the two terms is 0",
    "prose.tighter_analysis": (
        "section 4.2 shows that the exponential mechanism can be analysed more tightly through this metric"
    ),
    "proof.symmetric_distance_compatible": "the input metric SymmetricDistance is defined on vector domains",
    "proof.inf_difference_compatible": "the output metric InfDifferenceDistance is defined on vector domains",
    "prose.dp_definition": "M is ε-DP if (7) holds for all adjacent score vectors s, s' and all K ⊆ Range(M)",
    "eq7": "P(M(s) ∈ K) ≤ e^ε P(M(s') ∈ K)",
    "prose.eq7_implies_eq8": "(7) ⟹ (8)",
    "eq8": "ln(P(M(s) ∈ K) / P(M(s') ∈ K)) ≤ ε",
    "proof.m_is_private": "the M of equation (1) is differentially private, by the derivation that follows",
    "privacy.step_1": (
        "ln(P(M(s) = k) / P(M(s') = k)) = ln((exp(ε s_k/Δ) / Σ_i exp(ε s_i/Δ)) / (exp(ε s'_k/Δ) / Σ_i"
        " exp(ε s'_i/Δ)))"
        ", by (2), for τ ≥ Δ/ε"
    ),
    "privacy.step_2": (
        "ln((exp(ε s_k/Δ) / Σ_i exp(ε s_i/Δ)) / (exp(ε s'_k/Δ) / Σ_i exp(ε s'_i/Δ)))"
        " = ln((exp(ε s_k/Δ) / exp(ε s'_k/Δ)) (Σ_i exp(ε s'_i/Δ) / Σ_i exp(ε s_i/Δ)))"
    ),
    "privacy.step_3": (
        "ln((exp(ε s_k/Δ) / exp(ε s'_k/Δ)) (Σ_i exp(ε s'_i/Δ) / Σ_i exp(ε s_i/Δ)))"
        " = ln(exp(ε s_k/Δ) / exp(ε s'_k/Δ)) + ln(Σ_i exp(ε s'_i/Δ) / Σ_i exp(ε s_i/Δ))"
    ),
    "privacy.step_4": (
        "ln(exp(ε s_k/Δ) / exp(ε s'_k/Δ)) + ln(Σ_i exp(ε s'_i/Δ) / Σ_i exp(ε s_i/Δ))"
        " = ε (s_k - s'_k)/Δ + ln(Σ_i exp(ε s'_i/Δ) / Σ_i exp(ε s_i/Δ))"
    ),
    "privacy.step_5": (
        "ε (s_k - s'_k)/Δ + ln(Σ_i exp(ε s'_i/Δ) / Σ_i exp(ε s_i/Δ))"
        " ≤ ε (s_k - s'_k)/Δ + (-ε max_j (s_j - s'_j))/Δ, by 4.1"
    ),
    "privacy.step_6": ("ε (s_k - s'_k)/Δ + (-ε max_j (s_j - s'_j))/Δ ≤ ε max_{ij} |(s_i - s'_i) - (s_j - s'_j)|/Δ"),
    "privacy.step_7": "ε max_{ij} |(s_i - s'_i) - (s_j - s'_j)|/Δ ≤ ε",
    "lemma_4_1": "ln(Σ_i exp(ε s'_i/Δ) / Σ_i exp(ε s_i/Δ)) ≥ ε max_j (s_j - s'_j)/Δ",
    "lemma_4_1.step_1": (
        "ln(Σ_i exp(ε s'_i/Δ) / Σ_i exp(ε s_i/Δ)) = ln(Σ_i exp(ε (s'_i - s_i + s_i)/Δ) / Σ_i exp(ε s_i/Δ))"
    ),
    "lemma_4_1.step_2": (
        "ln(Σ_i exp(ε (s'_i - s_i + s_i)/Δ) / Σ_i exp(ε s_i/Δ))"
        " = ln(Σ_i exp(ε (s'_i - s_i)/Δ) exp(ε s_i/Δ) / Σ_i exp(ε s_i/Δ))"
    ),
    "lemma_4_1.step_3": (
        "ln(Σ_i exp(ε (s'_i - s_i)/Δ) exp(ε s_i/Δ) / Σ_i exp(ε s_i/Δ))"
        " ≥ ln(exp(ε min_j (s'_j - s_j)/Δ) Σ_i exp(ε s_i/Δ) / Σ_i exp(ε s_i/Δ))"
    ),
    "lemma_4_1.step_4": (
        "ln(exp(ε min_j (s'_j - s_j)/Δ) Σ_i exp(ε s_i/Δ) / Σ_i exp(ε s_i/Δ)) = ε min_j (s'_j - s_j)/Δ"
    ),
    "lemma_4_1.step_5": "ε min_j (s'_j - s_j)/Δ = -ε max_j (s_j - s'_j)/Δ",
}
