"""What `TopKMeasure` for `ZeroConcentratedDivergence` states, item by item, as printed, errors included."""

STATEMENTS: dict[str, str] = {
    "precondition.compiler.noisy_top_k": "noisy_top_k has the types that the listing shows",
    "precondition.compiler.privacy_map": "privacy_map has the types that the listing shows",
    "precondition.caller.random_variable.x": "random_variable is called with an x that holds no null",
    "precondition.caller.random_variable.scale": "random_variable is called with scale ≥ 0, not null",
    "precondition.caller.privacy_map.d_in": "privacy_map is called with d_in > 0, not null",
    "precondition.caller.privacy_map.scale": "privacy_map is called with scale > 0, not null",
    "listing.L1": "define ZeroConcentratedDivergence as a TopKMeasure",
    "listing.L2": "all k indices come from one round of noise",
    "listing.L3": "the noise is GumbelRV",
    "listing.L5": "the next method is static",
    "listing.L6": "define random_variable from shift and scale",
    "listing.L7": "return a GumbelRV with that shift and scale",
    "listing.L9": "the next method is static",
    "listing.L10": "define privacy_map from d_in, scale and k",
    "listing.L11": "test whether d_in < 0",
    "listing.L12": "refuse a negative distance",
    "listing.L14": "test whether the scale is zero",
    "listing.L15": "without noise the loss is infinite",
    "listing.L17": "return d_in / scale · k, each operation rounded up",
    "theorem_1_1": "the implementation keeps every contract of the TopKMeasure trait",
    "postcondition.1": (
        "random_variable returns, k times with removal, argmax_i z_i for z_i ~ DISTRIBUTION(y_i, scale), "
        "where "
        "y_i = -x_i if negate and y_i = x_i if not; DISTRIBUTION is not introduced"
    ),
    "postcondition.2": (
        "d_in ≥ d_Range(x, x') ⟹ privacy_map returns some d_out ≥ D_self(f(x), f(x')), f being noisy_top_k with k = 1"
    ),
    "definition_1_2": "a variable is Gumbel if its density is the f of equation (1)",
    "eq1": "f(x) = (1/β) e^(-e^(-z) - z)",
    "eq1.where": "z = (x - μ)/β, with shift (location) μ and scale β",
    "proof.gumbel_noisy_max_preconditions": "what gumbel_noisy_max requires holds",
    "proof.random_variable_postcondition": ("what gumbel_top_k ensures implies postcondition 1 of random_variable"),
    "proof.one_shot_is_peeling": (
        "the k best of once-noised scores have the law of peeling with the exponential mechanism (Lemma 4.2 of [2])"
    ),
    "proof.peeling_is_composition": "peeling k times composes k exponential mechanisms",
    "proof.exponential_cdp": "the exponential mechanism is ε-CDP (Proposition 2 of [1])",
}
