"""What `make_noisy_top_k` states, item by item, as printed, errors included."""

STATEMENTS: dict[str, str] = {
    "prose.selects_greatest": "the mechanism built here releases the indices of roughly the largest scores",
    "prose.same_purpose": (
        "the purpose is the exponential mechanism's: to release the best index of finitely many"
    ),
    "prose.naive_law": "the naive mechanism draws k from {1, ..., m} with P(k = i) = p_i, a function of s_i",
    "prose.inverse_transform": "k = min{k : Σ_{i≤k} p_i > u} with u ~ Uniform(0, 1) is the output",
    "eq1": "M_naive([s_1, ..., s_m]) = min{k : Σ_{i=1}^k p_i ≥ u}",
    "prose.normalisation": "P(M_naive(s) = k) is exp(s_k/τ), normalised",
    "prose.exponentially_more_likely": "P(M_naive(s) = k) grows exponentially in s_k",
    "eq2": "p_k = exp(s_k/τ) / Σ_{i=1}^m exp(s_i/τ)",
    "prose.temperature_calibrates": "τ sets how far apart two scores seem: p_i/p_j = exp((s_i - s_j)/τ)",
    "prose.hot_uniform": "p tends to the uniform law, and its entropy grows, as τ grows",
    "prose.hot_private": "privacy gets better as τ grows",
    "prose.cold_one_hot": "as τ falls, p_i tends to 1 for the one i of largest score, to 0 for all others",
    "prose.cold_less_private": "privacy gets worse as τ falls",
    "eq3": "τ = Δ/d_out",
    "prose.delta_defined_later": "the metrics on s capture Δ, and a later passage defines it precisely",
    "prose.d_out_cools": "τ falls as d_out grows",
    "prose.d_out_distinguishes": "candidates are told apart more easily as d_out grows",
    "prose.normalised_sensitivity": "scores are divided by their global sensitivity, so that it becomes 1",
    "prose.literature_factor_two": (
        "elsewhere the exponential mechanism is often stated with twice the sensitivity"
    ),
    "prose.factor_in_metric": (
        "make_noisy_top_k has the factor 2 in Δ, through a metric that knows monotonicity"
    ),
    "prose.exp_can_underflow": (
        "exp(s_i/τ), computed in a finite format, can round down to 0 though it is not 0"
    ),
    "prose.exp_can_overflow": (
        "exp(s_i/τ), computed in a finite format, can become infinite though it is finite"
    ),
    "prose.underflow": "in binary64, exp(-709) underflows to 0",
    "prose.overflow": "in binary64, exp(710) overflows to infinity",
    "prose.shift_invariance": "in exact arithmetic p(s + c) = p(s) for every constant c",
    "prose.shift_prevents_overflow": "in finite arithmetic exp((s_i - max s)/τ) does not overflow",
    "prose.shift_underflows": "in finite arithmetic the shift by max s makes underflow more likely",
    "prose.tails_vanish": "after the shift by max s the tail of p rounds to 0",
    "prose.rounding_accumulates": (
        "inverse transform sampling in finite arithmetic accumulates rounding errors"
    ),
    "prose.rounding_changes_law": "those rounding errors alter the probabilities of selection",
    "prose.gumbel_addresses": "the Gumbel-max trick removes underflow, overflow and accumulated rounding",
    "prose.naive_equals_gumbel": "with exact arithmetic M_naive and the M of (4) have one law",
    "eq4": "M([s_1, ..., s_m]) = argmax_i g_i",
    "eq4.where": "g_i ~ Gumbel(μ = s_i, β = τ)",
    "prose.two_measures": "the mechanism can be set to satisfy MaxDivergence or ZeroConcentratedDivergence",
    "prose.gumbel_for_zcdp": "for ZeroConcentratedDivergence the noise is Gumbel",
    "prose.exponential_for_max_divergence": "for MaxDivergence the noise is exponential",
    "prose.gumbel_minimises_variance": (
        "no noise of smaller variance than Gumbel's serves for ZeroConcentratedDivergence"
    ),
    "prose.exponential_minimises_variance": (
        "no noise of smaller variance than the exponential serves MaxDivergence"
    ),
    "prose.permute_and_flip_law": "permute-and-flip has the law of report noisy max, exponential noise",
    "prose.permute_and_flip_discrete": "discrete distributions suffice to run permute-and-flip",
    "prose.permute_and_flip_used": "in place of exponential noise, permute-and-flip runs",
    "prose.gumbel_one_shot": (
        "with Gumbel noise, k rounds have the law of the k largest of once-noised scores"
    ),
    "prose.one_shot_needs_no_peeling": "one-shot selection neither removes a winner nor runs again",
    "prose.permute_and_flip_peels": "with permute-and-flip, k indices are released by peeling",
    "prose.privacy_by_composition": "privacy of the k indices follows by composition",
    "precondition.compiler.mo": "M0 implements TopKMeasure",
    "precondition.compiler.tia": "TIA, the type of a score, implements Number",
    "precondition.caller": "the caller owes nothing",
    "listing.L1": "define the constructor",
    "listing.L2": "take a domain of vectors of TIA",
    "listing.L3": "take LInfDistance as input metric",
    "listing.L4": "take the privacy measure, of type MO",
    "listing.L5": "take the number k of indices",
    "listing.L6": "take a binary64 scale",
    "listing.L7": "take whether to negate the scores",
    "listing.L8": "promise a Measurement",
    "listing.L9": "test whether the element domain has NaN",
    "listing.L10": "refuse a domain with NaN",
    "listing.L12": "if the domain has a known size",
    "listing.L13": "test whether k exceeds it",
    "listing.L14": "refuse such a k",
    "listing.L16": "test whether the scale is infinite, NaN, or has a minus sign",
    "listing.L17": "refuse such a scale",
    "listing.L19": "note whether the metric is monotonic",
    "listing.L21": "define the privacy map on distances of type TIA",
    "listing.L22": "comment: the next statement turns the distance into a range distance",
    "listing.L23": "double d_in, rounding up, unless monotonic",
    "listing.L24": "cast d_in to binary64, rounding up",
    "listing.L26": "test whether d_in has a minus sign",
    "listing.L27": "refuse such a distance",
    "listing.L29": "test whether d_in is zero",
    "listing.L30": "no distance, no loss",
    "listing.L32": "test whether the scale is zero",
    "listing.L33": "without noise the loss is infinite",
    "listing.L35": "an empty comment",
    "listing.L36": "return the measure's own map at (d_in, scale), times k, rounded up",
    "listing.L38": "build the measurement",
    "listing.L39": "from the input domain",
    "listing.L40": "the input metric",
    "listing.L41": "the privacy measure as output measure",
    "listing.L42": "noisy_top_k of the measure as function, given scale, k and negate",
    "listing.L43": "and the privacy map",
    "listing.L44": "end of the call",
    "theorem_2_1": (
        "given the preconditions, every call with input_domain, input_metric, output_measure, k, scale, "
        "negate, MO, TIA "
        "is an error or yields a valid measurement"
    ),
    "postcondition.1": (
        "for all members x, x' of the domain: invoke fails on both with one error, or on neither"
    ),
    "postcondition.2": (
        "for all members x, x' and all d_in, d_out: d_in-close x, x' and privacy_map(d_in) = d_out, "
        "no error, give "
        "d_out-close function(x), function(x')"
    ),
    "proof.only_entropy_errors": "invoke fails when entropy runs out, and for no other reason",
    "proof.entropy_data_dependent": (
        "whether entropy runs out may depend on the data, as the number of draws does"
    ),
    "proof.errors_conditional": "errors are data-independent only given that entropy does not run out",
    "proof.zero_distance": "d_in = 0: line 29 makes the loss 0, as the postcondition allows",
    "proof.zero_scale": "d_in ≠ 0, scale = 0: line 32 makes the loss infinite, as the postcondition allows",
    "proof.noisy_top_k_preconditions": "lines 9 and 16 ensure what noisy_top_k of TopKMeasure requires",
    "proof.privacy_map_preconditions": "lines 26, 29 and 32 ensure what privacy_map of TopKMeasure requires",
    "proof.composition": (
        "the d_out of line 35 is sound, by TopKMeasure's postcondition and adaptive composition"
    ),
}
